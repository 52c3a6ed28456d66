"""The five methods of the subject `machines`; nothing clever happens here."""

from __future__ import annotations

from collections.abc import Iterator

from viva.core.drawing import Drawing
from viva.core.exercise import Exercise
from viva.core.kinds import SubjectOfKinds
from viva.core.submission import Submission
from viva.subjects.machines import draw
from viva.subjects.machines.vary import whole_variants


class Machines(SubjectOfKinds):
    """State machines that are flattened, built or asked about."""

    name = "machines"
    tasks = f"{__package__}.tasks"
    kinds = ("machine", "formalise", "difference")
    default = "machine"
    drawn_endings = draw.ENDINGS

    def vary(self, exercise: Exercise, seed: int) -> Iterator[Exercise]:
        return whole_variants(self, exercise, seed, self.kind_of(exercise).vary(exercise, seed))

    def draw_file(self, file: Submission) -> Drawing:
        return draw.file(file)
