"""One line of `results.jsonl`: the report on one submission, or the error that stood in its way.

The report in a row is the teacher's: it has every rung that was computed, whatever the policy says. What a student
may see of it is decided where a page for students is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from viva.core import mistake
from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.report import Report
from viva.core.verdict import Verdict

Name = tuple[str, str, str]  # student, exercise and file: no two rows have the same


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
    """Either `report` or `error` is there. `points` are those gained, after what earlier attempts were shown."""

    student: str
    exercise: str
    file: str
    key: str
    points: float | None
    report: Report | None
    error: Error | None

    def to_json(self) -> dict[str, Json]:
        about: dict[str, Json] = {
            "student": self.student,
            "file": self.file,
            "key": self.key,
            "points": self.points,
            "error": self.error.to_json() if self.error else None,
        }
        nothing: dict[str, Json] = {"verdict": None, "reason": None, "score": None, "exercise": self.exercise}
        return about | (self.report.to_json() if self.report else nothing)

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> Row:
        error = cast("dict[str, Json] | None", data["error"])
        return cls(
            student=str(data["student"]),
            exercise=str(data["exercise"]),
            file=str(data["file"]),
            key=str(data["key"]),
            points=cast(float | None, data["points"]),
            report=None if error else Report.from_json(dict(data)),
            error=Error.from_json(error) if error else None,
        )

    @property
    def name(self) -> Name:
        return self.student, self.exercise, self.file

    @property
    def signature(self) -> str | None:
        """Equal for equal mistakes: that of the first finding that has one."""
        if self.report is None or self.report.verdict not in (Verdict.REFUTED, Verdict.REJECTED):
            return None
        signatures = (finding.signature for finding in self.report.findings if finding.signature)
        return next(signatures, self.report.reason)
