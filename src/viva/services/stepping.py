"""What of a report can be stepped through: the witness that its reader was told, and the frames of it."""

from __future__ import annotations

from dataclasses import replace

from viva.core.drawing import Frames
from viva.core.exercise import Exercise
from viva.core.ladder import Rung
from viva.core.report import Finding, Report, Witness
from viva.core.subject import ShowsFrames, Subject
from viva.core.submission import Submission
from viva.core.terms import ENGLISH, USUAL, Terms


def example_told(report: Report) -> Finding | None:
    """The first example with a witness in a report as it left for its reader; None before that rung is earned."""
    for finding in report.findings:
        if finding.rung is Rung.EXAMPLE and finding.witness is not None:
            return finding
    return next((found for part in report.parts if (found := example_told(part)) is not None), None)


def witness_told(report: Report) -> Witness | None:
    found = example_told(report)
    return found.witness if found else None


def frames_of_witness(
    subject: Subject, exercise: Exercise, submission: Submission, witness: Witness, terms: Terms = USUAL
) -> Frames | None:
    """What the submission does with what the witness gives it. Raises Unreadable."""
    if not isinstance(subject, ShowsFrames):
        return None
    terms = replace(terms, locale=terms.locale or exercise.feedback.locale or ENGLISH)
    return subject.frames(exercise, submission, witness, terms)
