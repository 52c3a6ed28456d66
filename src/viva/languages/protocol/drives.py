"""Controllers that keep what they know in variables of their own: built for what they are asked, and then driven."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol, cast

from viva.languages.program import NoProgram, Program
from viva.languages.protocol.calls import Driven
from viva.sandbox import Limits, Sandbox

if TYPE_CHECKING:
    from viva.languages.protocol import Language


class Drives(Protocol):
    """The part of a language that cannot call functions one by one, and builds a program around one instead."""

    def header(self, function: str, names: Sequence[str], answers: Sequence[str]) -> str:
        """What a source is given to be written against: what goes in, what comes out, and the function itself."""

    def prepare(
        self, sandbox: Sandbox, source: bytes, function: str, names: Sequence[str], answers: Sequence[str]
    ) -> Program | NoProgram:
        """A program that asks the function with numbers of these names, and answers with numbers of those; the reason
        is `missing_function` where the source has none."""

    def drive(self, sandbox: Sandbox, program: Program, *, limits: Limits) -> AbstractContextManager[Driven]:
        """See `Calls.drive`. An answer is a list of numbers."""


def drives_of(language: Language) -> Drives | None:
    """What a language offers that calls no functions; None where it calls them, or cannot be driven."""
    return cast("Drives | None", getattr(language, "drives", None))
