"""The five methods of the subject `labs`; nothing clever happens here."""

from __future__ import annotations

from collections.abc import Iterator

from viva.core.drawing import Drawing
from viva.core.exercise import Exercise
from viva.core.report import Report, Witness
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.terms import Terms


class Labs:
    """Controllers of robots, tanks and cars, judged while they drive."""

    name = "labs"

    def read(self, source: Source) -> Exercise:
        from viva.subjects.labs import notation

        return notation.read(source)

    def check(self, exercise: Exercise, submission: Submission, terms: Terms) -> Report:
        from viva.subjects.labs.examine import examine

        return examine(exercise, submission, terms)

    def vary(self, exercise: Exercise, seed: int) -> Iterator[Exercise]:
        from viva.subjects.labs.vary import vary

        return (self.read(source) for source in vary(exercise, seed))

    def solve(self, exercise: Exercise) -> Submission:
        from viva.subjects.labs.solve import solve

        return solve(exercise)

    def draw(self, exercise: Exercise, thing: Submission | Witness | None = None) -> Drawing:
        from viva.subjects.labs.draw import draw

        return draw(exercise, thing)
