"""The five methods of the subject `console`; nothing clever happens here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from viva.core.exercise import Exercise
from viva.core.kinds import SubjectOfKinds
from viva.core.source import Source
from viva.core.submission import Submission
from viva.services.varying import slots


class Console(SubjectOfKinds):
    """Programs that read and write lines, examined against a specification of their behaviour."""

    name = "console"
    tasks = f"{__package__}.tasks"
    kinds = ("program", "run", "runs", "difference", "equivalent", "holes")
    default = "program"

    def read(self, source: Source) -> Exercise:
        """With the first value of each slot; variants are made from the files as they are."""
        return replace(super().read(slots.first(source)), source=source)

    def solve_in(self, exercise: Exercise, language: str) -> Submission:
        """The specification as a program in a language of its own."""
        from viva.subjects.console.tasks.program import solve_in  # noqa: PLC0415

        return solve_in(exercise, language)

    def vary(self, exercise: Exercise, seed: int) -> Iterator[Exercise]:
        return slots.or_say_why(exercise, super().vary(exercise, seed))
