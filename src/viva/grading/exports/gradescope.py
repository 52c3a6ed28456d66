"""`gradescope/STUDENT/results.json`: what an autograder hands to Gradescope, an exercise as a test of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.grading.exports.telling import is_open, names, told_in_full
from viva.grading.grade import Results
from viva.grading.outputs import page_names
from viva.grading.pages import say_of, sum_of_points
from viva.grading.row import Row
from viva.showing.document import as_json


def write_gradescope(results: Results, out: Path, _: Path | None) -> list[str]:
    """Where something is not decided there is no file: Gradescope wants a score, and there is none to give."""
    by_student, left_out = results.by_student(), []
    for student, page in page_names(by_student).items():
        rows = by_student[student]
        file = out / "gradescope" / page.removesuffix(".html") / "results.json"
        if is_open(rows):
            file.unlink(missing_ok=True)  # one of an earlier batch would be taken for this one's
            left_out.append(student)
            continue
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(as_json(_results(results, rows)) + "\n", "utf-8", errors="backslashreplace")
    say = say_of(results)
    return [say("export.open", format="gradescope", names=names(left_out))] if left_out else []


def _results(results: Results, rows: Sequence[Row]) -> dict[str, Json]:
    return {
        "score": sum_of_points(rows),
        "stdout_visibility": "hidden",
        "tests": [
            _test(row, results.group.exercises[row.exercise], results, counts=row in _counting(rows)) for row in rows
        ],
    }


def _counting(rows: Sequence[Row]) -> list[Row]:
    """For each exercise the best submission, the first of those that are as good."""
    best: dict[str, Row] = {}
    for row in rows:
        if row.exercise not in best or (row.points or 0.0) > (best[row.exercise].points or 0.0):
            best[row.exercise] = row
    return list(best.values())


def _test(row: Row, exercise: Exercise, results: Results, *, counts: bool) -> dict[str, Json]:
    right = row.report is not None and row.report.verdict.right
    test: dict[str, Json] = {
        "name": exercise.title,
        "status": "passed" if right else "failed",
        "output": told_in_full(row, results),
        "output_format": "text",
        "visibility": "visible",
    }
    return test | ({"score": row.points, "max_score": exercise.points} if counts else {})
