"""The five methods of the subject `structures`; nothing clever happens here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from viva.core.exercise import Exercise
from viva.core.kinds import SubjectOfKinds
from viva.core.source import Source
from viva.services.varying import slots


class Structures(SubjectOfKinds):
    """The methods of a class of linked structures: to write, or to follow by hand."""

    name = "structures"
    tasks = f"{__package__}.tasks"
    kinds = ("write", "trace")
    default = "write"

    def read(self, source: Source) -> Exercise:
        """With the first value of each slot; variants are made from the files as they are."""
        return replace(super().read(slots.first(source)), source=source)

    def vary(self, exercise: Exercise, seed: int) -> Iterator[Exercise]:
        return slots.or_say_why(exercise, super().vary(exercise, seed))
