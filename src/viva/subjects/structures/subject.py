"""The five methods of the subject `structures`; nothing clever happens here."""

from __future__ import annotations

from collections.abc import Iterator

from viva.core import slots
from viva.core.drawing import Drawing
from viva.core.exercise import Exercise
from viva.core.report import Report, Witness
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.subjects.structures import notation


class Structures:
    """The methods of a class of linked structures."""

    name = "structures"

    def read(self, source: Source) -> Exercise:
        return notation.read(source)

    def check(self, exercise: Exercise, submission: Submission, terms: Terms) -> Report:
        from viva.subjects.structures.examine import examine  # noqa: PLC0415 a sandbox is needed

        return examine(exercise, submission, terms)

    def vary(self, exercise: Exercise, seed: int) -> Iterator[Exercise]:
        from viva.subjects.structures.vary import variants  # noqa: PLC0415

        return slots.or_say_why(exercise, variants(exercise, seed))

    def solve(self, exercise: Exercise) -> Submission:
        from viva.subjects.structures.solve import solve  # noqa: PLC0415

        return solve(exercise)

    def draw(self, exercise: Exercise, thing: Submission | Witness | None = None) -> Drawing:
        from viva.subjects.structures.draw import draw  # noqa: PLC0415

        return draw(exercise, thing)
