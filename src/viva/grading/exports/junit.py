"""`junit.xml`: an exercise is a suite, a submission a test in it."""

from __future__ import annotations

from pathlib import Path

from viva.grading.exports.telling import report_for_student, told_in_short
from viva.grading.grade import Results
from viva.grading.row import Row
from viva.showing.junit import Case, Suite, as_junit, case_of


def write_junit(results: Results, out: Path, _: Path | None) -> list[str]:
    suites = [
        Suite(name, tuple(_case(row, results) for row in results.rows if row.exercise == name))
        for name in results.group.exercises
    ]
    (out / "junit.xml").write_text(as_junit(suites), "utf-8", errors="backslashreplace")
    return []


def _case(row: Row, results: Results) -> Case:
    report = report_for_student(row, results)
    if report is not None:
        return case_of(report, row.student)
    return Case(row.exercise, row.student, "skipped" if row.handed_in_nothing else "error", told_in_short(row, results))
