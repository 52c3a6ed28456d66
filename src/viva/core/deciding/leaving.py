"""What leaves for whom: the one place that decides what a reader gets of a report, and a student of an exercise.

Every way out asks here: the terminal, pages, JSON, tables and pictures. What is not due is gone, not hidden, so that
nothing that is told on a higher rung changes anything in what leaves on a lower one:

- findings leave with their rung; those for teachers only, never to a student;
- signatures are for those who group a class: they may be made of the witness or of the fix;
- of the evidence, a detail leaves with the rung that its subject gave it (`Evidence.seen_from`), and otherwise only to
  who sees everything; what the tests covered always does, unless it was given a rung too;
- of a proof its claim: why it holds speaks of the model solution, line by line, and is for who sees everything;
- what was missed, in a few words each, leaves with the pattern, and with the reasons of what was rejected;
- parts are reports, and the same holds for them.
"""

from __future__ import annotations

from dataclasses import replace

from viva.core.drawing import Drawing
from viva.core.exercise import Exercise
from viva.core.ladder import Policy, Rung
from viva.core.records import dataclass
from viva.core.report import Evidence, Finding, Proof, Report
from viva.core.subject import DrawsQuestions, Subject
from viva.core.verdict import Verdict

COVERED = "covered"


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads: a student at an `attempt`, or the teacher, for whom it is None. `highest` is the highest rung that was
    asked for, whoever reads. `paid` are the points that were given for rungs before, where it is known which of them
    were opened; else those of earlier attempts count as shown."""

    policy: Policy
    points: float
    attempt: int | None = None
    highest: Rung | None = None
    paid: float | None = None

    @property
    def rungs(self) -> tuple[Rung, ...]:
        return self.policy.rungs(self.attempt, self.highest)

    @property
    def is_student(self) -> bool:
        return self.attempt is not None

    @property
    def sees_everything(self) -> bool:
        return not self.is_student and self.highest in (None, Rung.FIX)

    @property
    def penalty(self) -> float:
        return self.policy.penalty(self.attempt) if self.paid is None else self.paid


def reader_of(
    exercise: Exercise, attempt: int | None = None, highest: Rung | None = None, paid: float | None = None
) -> Reader:
    return Reader(exercise.feedback, exercise.points, attempt, highest, paid)


def leaving(report: Report, reader: Reader) -> Report:
    """The report as it leaves for `reader`, with the score that earlier attempts leave."""
    rungs = reader.rungs
    penalty = reader.penalty / reader.points if reader.points else 0.0
    return replace(
        report,
        attempt=reader.attempt,
        score=None if report.score is None else max(0.0, report.score - penalty),
        missed=report.missed if Rung.PATTERN in rungs or report.verdict is Verdict.REJECTED else (),
        evidence=_evidence(report.evidence, reader),
        findings=tuple(_finding(each, reader) for each in report.findings if _is_due(each, reader)),
        parts=tuple(leaving(part, reader) for part in report.parts),
    )


@dataclass(frozen=True, slots=True)
class Handout:
    """All that a student is given of an exercise: its files stay with the teacher, and what is needed of them stands in
    the statement."""

    title: str
    statement: str
    drawing: Drawing | None


def handout(subject: Subject, exercise: Exercise) -> Handout:
    """What leaves of an exercise for students; a picture only where it is known to tell nothing of the answer."""
    drawing = subject.draw(exercise, None) if isinstance(subject, DrawsQuestions) else None
    return Handout(exercise.title, exercise.statement, drawing)


def _is_due(finding: Finding, reader: Reader) -> bool:
    if finding.teacher and reader.is_student:
        return False
    return finding.rung is None or finding.rung in reader.rungs


def _finding(finding: Finding, reader: Reader) -> Finding:
    return replace(finding, signature=None) if reader.is_student else finding


def _evidence(evidence: Evidence, reader: Reader) -> Evidence:
    if reader.sees_everything:
        return evidence
    due = {key for key, rung in evidence.seen_from.items() if rung in reader.rungs}
    return replace(
        evidence,
        proof=Proof(evidence.proof.claim) if evidence.proof else None,
        covered=evidence.covered if COVERED in due or COVERED not in evidence.seen_from else "",
        details={key: value for key, value in evidence.details.items() if key in due},
        seen_from={},
    )
