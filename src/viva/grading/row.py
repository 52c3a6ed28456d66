"""One line of `results.jsonl`: the report on one submission, the error that stood in its way, or that there was none.

The report in a row is the teacher's: it has every rung that was computed, whatever the policy says. What a student
may see of it is decided where a page for students is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from viva.core import mistake
from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.records import dataclass
from viva.core.report import About, Report
from viva.core.verdict import Verdict

Name = tuple[str, str, str]  # student, exercise and file: no two rows have the same
NO_SUBMISSION = "no_submission"


@dataclass(frozen=True, slots=True)
class Error:
    """Why there is no verdict: a fault of the exercise or the machine, a mistake in Viva, or a worker that died.

    `remedy` says what to do, and what to send to whom; the sentence of a fault says so itself.
    """

    kind: str
    problem: str
    remedy: str | None = None

    @classmethod
    def of(cls, problem: BaseException, file: str) -> Error:
        """What was raised while the submission in `file` was read or examined."""
        match problem:
            case Fault():
                return cls("fault", str(problem))
            case OSError():
                return cls("fault", f"{file}: {(problem.strerror or str(problem)).lower()}")
            case mistake.TooLarge():
                return cls("too_large", f"its report has {problem}", mistake.REMEDY)
        return cls("mistake", f"this is a mistake in Viva ({mistake.told(problem)})", mistake.REMEDY)

    def __str__(self) -> str:
        return f"{self.problem}; {self.remedy}" if self.remedy else self.problem

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "problem": self.problem, "remedy": self.remedy}

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> Error:
        remedy = data["remedy"]
        return cls(str(data["kind"]), str(data["problem"]), None if remedy is None else str(remedy))


@dataclass(frozen=True, slots=True)
class Row:
    """`report` or `error` is there, or neither: then nothing was handed in. `points` are those gained, of what the
    exercise is `worth`, after what earlier attempts were shown; what was not handed in has none. `key` is equal while
    the row is good, and `common` for submissions that differ in their names only."""

    student: str
    exercise: str
    title: str
    worth: float
    file: str
    key: str
    points: float | None
    report: Report | None
    error: Error | None
    common: str = ""

    @classmethod
    def of_nothing(cls, student: str, exercise: Exercise, file: str = "") -> Row:
        return cls(student, exercise.name, exercise.title, exercise.points, file, "", 0.0, None, None)

    def to_json(self) -> dict[str, Json]:
        about: dict[str, Json] = {
            "student": self.student,
            "title": self.title,
            "worth": self.worth,
            "file": self.file,
            "key": self.key,
            "common": self.common,
            "points": self.points,
            "error": self.error.to_json() if self.error else None,
        }
        if self.report:  # its points are not those of a row that a teacher gave others
            return about | self.report.to_json() | {"points": self.points}
        reason, score = (NO_SUBMISSION, 0.0) if self.handed_in_nothing else (None, None)
        return about | {"verdict": None, "reason": reason, "score": score, "exercise": self.exercise, "missed": []}

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> Row:
        error = cast("dict[str, Json] | None", data["error"])
        return cls(
            student=str(data["student"]),
            exercise=str(data["exercise"]),
            title=str(data["title"]),
            worth=cast(float, data["worth"]),
            file=str(data["file"]),
            key=str(data["key"]),
            points=cast(float | None, data["points"]),
            report=None if data["verdict"] is None else Report.from_json(dict(data)),
            error=Error.from_json(error) if error else None,
            common=str(data.get("common", "")),
        )

    @property
    def name(self) -> Name:
        return self.student, self.exercise, self.file

    @property
    def handed_in_nothing(self) -> bool:
        return self.report is None and self.error is None

    @property
    def signature(self) -> str | None:
        """Equal for equal mistakes: that of what is told of the mistake, or of the parts in which it lies."""
        if self.report is None or self.report.verdict not in (Verdict.REFUTED, Verdict.REJECTED):
            return None
        return signature_of(self.report)


def signature_of(report: Report) -> str | None:
    own = (each.signature for each in report.findings if each.signature and each.about is not About.QUALITY)
    of_parts = [signature_of(part) for part in report.parts if not part.verdict.right]
    return next(own, "; ".join(filter(None, of_parts)) or report.reason)
