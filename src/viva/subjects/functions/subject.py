"""The five methods of the subject `functions`, and which references it proposes; nothing clever happens here. What a
check does not need is imported by those who do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from viva.core.exercise import Exercise
from viva.core.kinds import SubjectOfKinds
from viva.core.source import Source
from viva.core.subject import ProposedReference
from viva.core.submission import Submission
from viva.core.table import Table
from viva.services.varying import slots
from viva.subjects.functions.model import Task


class Functions(SubjectOfKinds):
    """Python functions, examined against a reference, against properties, or both."""

    name = "functions"
    tasks = f"{__package__}.tasks"
    kinds = ("reference", "properties", "both")

    def read(self, source: Source) -> Exercise:
        """With the first value of each slot; variants are made from the files as they are."""
        return replace(super().read(slots.first(source)), source=source)

    def kind_asked(self, settings: Table) -> str:
        """By what the exercise decides with, so that nobody has to say it twice."""
        if not settings.has("properties"):
            return "reference"
        return "both" if settings.has("reference") else "properties"

    def vary(self, exercise: Exercise, seed: int) -> Iterator[Exercise]:
        return slots.or_say_why(exercise, super().vary(exercise, seed))

    setting = "references"

    def propose_references(
        self, exercise: Exercise, proved: Mapping[str, Submission], passed: Mapping[str, Submission]
    ) -> Sequence[ProposedReference]:
        from viva.subjects.functions import solve

        return solve.proposals(exercise, proved, passed)

    def named_references(self, exercise: Exercise) -> Sequence[str]:
        return [str(each.file) for each in exercise.task_as(Task).references]
