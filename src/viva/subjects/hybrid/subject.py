"""The five methods of the subject `hybrid`; nothing clever happens here."""

from __future__ import annotations

from viva.core.drawing import Drawing
from viva.core.kinds import SubjectOfKinds
from viva.core.submission import Submission
from viva.subjects.hybrid import draw


class Hybrid(SubjectOfKinds):
    """Hybrid systems: to construct, and to answer questions about."""

    name = "hybrid"
    tasks = f"{__package__}.tasks"
    drawn_endings = draw.ENDINGS
    kinds = ("construct",)
    default = "construct"

    def draw_file(self, file: Submission) -> Drawing:
        return draw.file(file)
