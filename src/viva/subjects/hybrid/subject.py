"""The five methods of the subject `hybrid`; nothing clever happens here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from viva.core.drawing import Drawing
from viva.core.exercise import Exercise
from viva.core.kinds import SubjectOfKinds
from viva.core.report import Report
from viva.core.submission import Submission
from viva.services.varying.completing import complete
from viva.subjects.hybrid import draw
from viva.subjects.hybrid.errors import features_of, files_with


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

    def mistake_of(self, report: Report) -> tuple[str, bool] | None:
        found = features_of(report)
        return None if found is None else (str(found.get("key", "")), report.evidence.details.get("matched") is True)

    def learn(self, exercise: Exercise, report: Report, text: str) -> Mapping[str, str]:
        return files_with(exercise, features_of(report) or {}, text)
