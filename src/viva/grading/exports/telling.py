"""What a student is told of a submission, as text: the same as on the page of that student, and no more."""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.report import Report
from viva.core.text.escape import visible_line
from viva.grading.grade import Results, student_view
from viva.grading.pages import say_of
from viva.grading.row import Row
from viva.showing.brief import in_short
from viva.showing.outline import outline
from viva.showing.terminal import Paper, as_text

_MOST_NAMES = 10


def names(students: Sequence[str]) -> str:
    """Some of them, for a sentence."""
    more = ["…"] if len(students) > _MOST_NAMES else []
    return ", ".join([*map(visible_line, students[:_MOST_NAMES]), *more])


def is_open(rows: Sequence[Row]) -> bool:
    """Whether something of a student has no points yet, so that there is no sum to give."""
    return any(row.points is None for row in rows)


def report_for_student(row: Row, results: Results) -> Report | None:
    return student_view(row, results.group.exercises[row.exercise]).report


def told_in_full(row: Row, results: Results) -> str:
    report = report_for_student(row, results)
    if report is None:
        return _of_none(row, results)
    feedback = results.group.exercises[row.exercise].feedback
    return as_text(outline(report, results.quotes.get(row.name), feedback), Paper())


def told_in_short(row: Row, results: Results) -> str:
    report = report_for_student(row, results)
    return _of_none(row, results) if report is None else in_short(report)


def _of_none(row: Row, results: Results) -> str:
    return say_of(results)("student.nothing" if row.handed_in_nothing else "student.no_verdict")
