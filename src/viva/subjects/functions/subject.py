"""The five methods of the subject `functions`, and which references it proposes; nothing clever happens here. What a
check does not need is imported by those who do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from viva.core.drawing import Drawing
from viva.core.exercise import Exercise
from viva.core.report import Report, Witness
from viva.core.source import Source
from viva.core.subject import ProposedReference
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.subjects.functions import examine, notation
from viva.subjects.functions.model import Task


class Functions:
    """Python functions, examined against a reference, against properties, or both."""

    name = "functions"

    def read(self, source: Source) -> Exercise:
        return notation.read(source)

    def check(self, exercise: Exercise, submission: Submission, terms: Terms) -> Report:
        return examine.examine(exercise, submission, terms)

    def vary(self, exercise: Exercise, seed: int) -> Iterator[Exercise]:
        from viva.services.varying import slots
        from viva.subjects.functions import vary

        return slots.or_say_why(exercise, vary.variants(exercise, seed))

    def solve(self, exercise: Exercise) -> Submission:
        from viva.subjects.functions import solve

        return solve.solve(exercise)

    def draw(self, exercise: Exercise, thing: Submission | Witness | None = None) -> Drawing:
        from viva.subjects.functions import draw

        return draw.draw(exercise, thing)

    setting = "references"

    def propose_references(
        self, exercise: Exercise, proved: Mapping[str, Submission], passed: Mapping[str, Submission]
    ) -> Sequence[ProposedReference]:
        from viva.subjects.functions import solve

        return solve.proposals(exercise, proved, passed)

    def named_references(self, exercise: Exercise) -> Sequence[str]:
        return [str(each.file) for each in exercise.task_as(Task).references]
