"""Sources: what is in them, what happens in them, and what went wrong there, for a beginner.

A submission is read in the sandbox only; a file of the teacher, which is trusted, is read here, without running it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from viva.core.terms import ENGLISH
from viva.languages.heap import Heap
from viva.languages.outcome import Stage
from viva.languages.outline import Joined, Outline
from viva.languages.problem import Problem
from viva.languages.program import Program
from viva.languages.survey import Documented, Survey
from viva.sandbox import Sandbox


class Reads(Protocol):
    """`constructs` are the words by which a teacher can forbid what the language has, which are those of
    `Survey.syntax`; `given_names` are those that have a value in every program."""

    @property
    def constructs(self) -> tuple[str, ...]: ...

    @property
    def patterns(self) -> tuple[str, ...]:
        """What is better left, of which runs with hooks on calls tell: the names in `Coverage.seen`."""

    @property
    def given_names(self) -> frozenset[str]: ...

    def survey(self, sandbox: Sandbox, source: bytes) -> Survey:
        """What the source contains; an empty survey where it cannot be read."""

    def explain_crash(self, problem: Problem, facts: Survey, locale: str = ENGLISH) -> str | None:
        """What an exception means, for a beginner, without a value of the input; None where its name says it all."""

    def stages(
        self,
        sandbox: Sandbox,
        program: Program,
        function: str,
        call: Heap,
        *,
        steps: int,
        largest: int,
        plain: bool = False,
    ) -> tuple[Stage, ...]:
        """One call, watched: its arguments at each step at which they, or what variables name, are otherwise than
        before, for at most so many lines. `plain`: variables that hold a number or a text count too. Said by a process
        that ran the program."""

    def sentences(self, subject: str, locale: str = ENGLISH) -> Mapping[str, str]:
        """Sentences of a subject that the language has words of its own for: how a function begins, what its empty
        value is called."""

    # Files of the teacher

    def survey_trusted(self, text: str, file: str) -> Survey:
        """What the source contains. Raises Fault with the place where it cannot be read."""

    def documented_calls(self, text: str, functions: Sequence[str]) -> list[Documented]:
        """The calls of these functions that the documentation in a source shows."""

    def guessed_types(self, text: str, function: str) -> dict[str, str]:
        """The types of parameters that nobody wrote down, as `Calls.read_type` reads them, where their use is clear."""

    def library_function(self, named: str, function: str) -> str | None:
        """Source that gives a function of the language's own library the name that is asked for, if there is one."""

    def watching_floats(self, text: str, function: str) -> tuple[str, str] | None:
        """A source, and the name of a function in it that takes what `function` takes and says whether a float comes up
        on the way to its answer; None where nobody can look."""

    def watching_numbers(self, text: str, function: str) -> tuple[str, str] | None:
        """The same, of a function that gives all numbers that are calculated with; NaN is among them where it cannot
        say. None also where whole numbers are no doubles."""

    def class_definitions(self, text: str, wanted: frozenset[str], bound: frozenset[str]) -> str:
        """The classes of a source with all that they need from it and is not `bound` already, as far as it is there, so
        that they can stand at the end of another source."""

    def outline(self, text: str) -> Outline:
        """The classes and functions of a source, in the notation that all languages share."""

    def with_classes(self, text: str, source: str, main: str, defined: Sequence[str]) -> Joined | None:
        """A submission's text behind the classes of a trusted source, other than `main`, that it does not define; None
        where it defines all."""

    def sequence_player(self, cls: str, function: str, mark: str) -> str:
        """Source that can stand at the end of a program, and gives it a `function`. It takes a text of JSON: a list of
        calls `[name, arguments, took]`, the constructor first and without a name. An argument is a plain value,
        `[0, list]`, or `[calls]` of the object that is meant; where `took` is `result`, what a call returns is the
        object from then on. It returns what the calls returned, and triples that begin with `mark` for what is
        `raised`, `missing` or an `object`."""

    def renamed(self, text: str, old: str, new: str) -> str:
        """The source with another name for one of its functions."""
