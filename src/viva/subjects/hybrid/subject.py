"""The five methods of the subject `hybrid`; nothing clever happens here."""

from __future__ import annotations

from collections.abc import Iterator

from viva.core.drawing import Drawing
from viva.core.exercise import Exercise
from viva.core.kinds import SubjectOfKinds
from viva.core.submission import Submission
from viva.services.varying.completing import complete
from viva.subjects.hybrid import draw


class Hybrid(SubjectOfKinds):
    """Hybrid systems: to construct, and to answer questions about."""

    name = "hybrid"
    tasks = f"{__package__}.tasks"
    drawn_endings = draw.ENDINGS
    kinds = ("construct", "questions")
    default = "construct"

    def vary(self, exercise: Exercise, seed: int) -> Iterator[Exercise]:
        return complete(self, exercise, self.kind_of(exercise).vary(exercise, seed))

    def draw_file(self, file: Submission) -> Drawing:
        return draw.file(file)
