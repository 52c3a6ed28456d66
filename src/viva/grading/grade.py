"""From a folder of submissions to a folder of results.

While the work goes on, rows are kept beside the results of before, so an interrupted batch loses nothing and can be
resumed; at the end all rows in order take the place of the results at once.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TextIO

from viva.core.course import is_course, read_course
from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.registry import read_exercise
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.grading.batch import Done, graded
from viva.grading.roster import Entry, Roster, read_roster
from viva.grading.row import Name, Row
from viva.showing.document import as_json

RESULTS = "results.jsonl"
UNFINISHED = "results.unfinished.jsonl"


@dataclass(frozen=True, slots=True)
class Class:
    """What is graded: a course, or one exercise as a course of one."""

    title: str
    exercises: Mapping[str, Exercise]
    roster: Roster


@dataclass(frozen=True, slots=True)
class Results:
    """One row per entry of the roster, in its order; `kept` of them were good from before.

    `quotes` has of each submission that could be read the lines that its report points at.
    """

    group: Class
    rows: tuple[Row, ...]
    quotes: Mapping[Name, Submission]
    kept: int
    locale: str

    def count(self) -> Counter[str]:
        """How many rows there are of each verdict, and of `error`."""
        return Counter("error" if row.report is None else row.report.verdict.value for row in self.rows)


def read_class(target: Path, folder: Path) -> Class:
    """The exercises at `target`, a course or an exercise, and who handed in what."""
    if is_course(target):
        course = read_course(target)
        exercises = {entry.exercise.name: entry.exercise for entry in course.entries}
        return Class(course.title, exercises, read_roster(folder, list(exercises), course=True))
    _, exercise = read_exercise(target)
    return Class(exercise.title, {exercise.name: exercise}, read_roster(folder, [exercise.name], course=False))


def grade(
    group: Class,
    out: Path,
    terms: Terms,
    *,
    jobs: int,
    resume: bool,
    progress: Callable[[Row], None],
) -> Results:
    """Examines everything that has no good row yet. `progress` is told of every row, the kept ones too."""
    file, unfinished = out / RESULTS, out / UNFINISHED
    before = _rows_before(file) | _rows_before(unfinished) if resume else {}
    done: dict[Entry, Done] = {}
    with _opened(unfinished) as lines:
        for each in graded(group.roster.entries, group.exercises, before, terms, jobs):
            done[each.entry] = each
            if not each.kept:
                _append(lines, each.row)
            progress(each.row)
    ordered = [done[entry] for entry in group.roster.entries]
    rows = tuple(each.row for each in ordered)
    _replace(file, rows)
    unfinished.unlink()
    quotes = {each.row.name: each.quotes for each in ordered if each.quotes is not None}
    return Results(group, rows, quotes, sum(each.kept for each in ordered), terms.locale)


def _rows_before(file: Path) -> dict[str, Row]:
    """Rows with a verdict of an earlier batch, by key. A line cut off by an interruption counts as not there."""
    rows: dict[str, Row] = {}
    if not file.is_file():
        return rows
    for line in file.read_text("utf-8", errors="replace").splitlines():
        try:
            row = Row.from_json(json.loads(line))
        except (ValueError, KeyError, TypeError):
            continue
        if row.key and row.report:
            rows[row.key] = row
    return rows


def _opened(file: Path) -> TextIO:
    """Open for more rows: those that an interrupted batch left there are good for as long as their keys are."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        lines = file.open("a", encoding="utf-8")
        lines.write("\n" if lines.tell() else "")  # the last line may have been cut off
        return lines
    except OSError as problem:
        reason = (problem.strerror or "unknown reason").lower()
        raise Fault(f"results cannot be written here: {reason}", file=str(file.parent)) from None


def _append(lines: TextIO, row: Row) -> None:
    lines.write(as_json(row.to_json(), indent=None) + "\n")
    lines.flush()


def _replace(file: Path, rows: Sequence[Row]) -> None:
    fresh = file.with_suffix(".new")
    fresh.write_text("".join(as_json(row.to_json(), indent=None) + "\n" for row in rows), "utf-8")
    fresh.replace(file)


def student_view(row: Row, exercise: Exercise) -> Row:
    """The row as the exercise's policy lets its student see it: rungs that are not due are gone."""
    if row.report is None:
        return row
    shown = row.report.shown(exercise.feedback, exercise.points, row.report.attempt, None)
    return replace(row, report=replace(shown, score=row.report.score))
