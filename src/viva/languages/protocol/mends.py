"""Small edits: what may be wrong in a program, and what it may be instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from viva.languages.edits import Change, Edited, Probe, Scripts, Traces
from viva.languages.protocol.calls import Arguments
from viva.sandbox import Sandbox


class Tries(Protocol):
    """Asks programs that differ from one text in some changes. `steps` is how many they have made so far, and `runs`
    how many tests were run: of programs that differ in one expression only and have the same values there, one is."""

    steps: int
    runs: int

    def passing(self, programs: Sequence[Sequence[Change]]) -> list[bool]:
        """Whether all tests come out right, with each of these selections of changes."""

    def answers(self, programs: Sequence[Sequence[Change]]) -> list[str]:
        """For each test a digit: 1 right, 2 no answer, 0 wrong, 3 to 9 wrong but the nearer the larger; an empty text
        where there is no program."""


class Mends(Protocol):
    def edited(
        self, sandbox: Sandbox, source: bytes, numbers: Sequence[int] = (), texts: Sequence[str] = (), most: int = 300
    ) -> list[Edited]:
        """Programs with one small edit, the likeliest slips first; `numbers` and `texts` are constants to try. Whether
        one of them is right is for others to find out. Empty for what is long or broken."""

    def small_changes(
        self,
        sandbox: Sandbox,
        text: str,
        numbers: Sequence[int] = (),
        texts: Sequence[str] = (),
        *,
        most: int = 1000,
        further: bool = False,
    ) -> list[Change]:
        """The same catalogue as changes that were not compiled, or, `further`, what else may be missing in functions.
        Empty for what is long or broken."""

    def scripts(
        self,
        sandbox: Sandbox,
        text: str,
        function: str,
        others: Sequence[str],
        names: Sequence[Mapping[str, str]] = (),
        *,
        most: int = 10,
        borrowed: int = 600,
    ) -> Scripts:
        """The changes after which the function does as the one of that name in one of the `others`, which are right;
        the cheapest scripts first, at most `most` of them and `borrowed` pieces. `names` say which variables of the
        others are which ones here."""

    def completions(self, sandbox: Sandbox, text: str, most: int = 200) -> list[Change]:
        """Changes of a text that is no program, after each of which it is one; the smallest first."""

    def rephrased(self, text: str, function: str, most: int = 100) -> tuple[str, ...]:
        """The source, and the same with the function written in other ways that do the same."""

    def traces(self, sandbox: Sandbox, text: str, function: str, calls: Sequence[Arguments]) -> Traces:
        """The values that the variables go through in these calls. It is said by the program itself."""

    def tries(
        self,
        sandbox: Sandbox,
        text: str,
        function: str,
        tests: Sequence[Probe],
        *,
        steps: int,
        comparison: Sequence[str] = (),
        drain: bool = False,
    ) -> AbstractContextManager[Tries]:
        """Quick trials of changes; no verdict may rest on them. `steps` are for one test. `comparison` may have
        `any_order`: sequences count as equal that have the same elements; and `kinds`: no number is a truth value."""
