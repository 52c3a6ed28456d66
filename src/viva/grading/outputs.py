"""What a teacher takes away: a table for the office, a page for each student, and a page of the whole class.

`grades.csv`, `results.jsonl` and `index.html` are the teacher's; `students/` holds nothing that the policies of the
exercises do not allow, and can be handed out.
"""

from __future__ import annotations

import csv
import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from viva.core.escape import cell, visible_line
from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.submission import Submission, Unreadable
from viva.grading.grade import Results, student_view
from viva.grading.row import Row
from viva.showing.outline import Outline, headline, number, outline, reason
from viva.showing.page import render

COLUMNS = ("student", "exercise", "verdict", "reason", "score", "points", "attempt", "signature", "seconds", "error")
_TEMPLATES = (Path(__file__).parent / "templates",)
_PLAIN_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,60}")


@dataclass(frozen=True, slots=True)
class Sheet:
    """One exercise on a student's page: the outline of the report, or None where there is none to show."""

    title: str
    handed_in: bool
    outline: Outline | None


@dataclass(frozen=True, slots=True)
class Mistake:
    """Equal mistakes in one exercise, and who made them."""

    exercise: str
    text: str
    students: tuple[str, ...]
    example: Outline


def write_outputs(results: Results, out: Path) -> None:
    write_grades(results.rows, out / "grades.csv")
    names = page_names([row.student for row in results.rows])
    (out / "students").mkdir(exist_ok=True)
    for student, name in names.items():
        (out / "students" / name).write_text(_student_page(results, student), "utf-8", errors="backslashreplace")
    (out / "index.html").write_text(_teacher_page(results, names), "utf-8", errors="backslashreplace")


def write_grades(rows: Iterable[Row], file: Path) -> None:
    """One line per row; no cell is a formula."""
    with file.open("w", encoding="utf-8", newline="") as stream:
        table = csv.writer(stream)
        table.writerow(COLUMNS)
        for row in rows:
            report = row.report
            cells = (
                row.student,
                row.exercise,
                report.verdict if report else None,
                report.reason if report else None,
                report.score if report else None,
                row.points,
                report.attempt if report else None,
                row.signature,
                report.seconds if report else None,
                f"{row.error.kind}: {row.error.problem}" if row.error else None,
            )
            table.writerow("" if value is None else cell(str(value)) for value in cells)


def page_names(students: Iterable[str]) -> dict[str, str]:
    """A file name for each student: harmless whatever the student is called, and never the same for two.

    A name that is not plain lower-case letters, digits, `-` and `_` keeps what is plain of it and gets a digest, so
    no name can leave the folder, hide in it or fall together with another where case does not count.
    """
    names = {}
    for student in students:
        digest = hashlib.sha256(student.encode(errors="surrogatepass")).hexdigest()[:10]
        plain = re.sub(r"[^A-Za-z0-9]+", "-", student)[:40].strip("-") or "student"
        names[student] = f"{student if _PLAIN_NAME.fullmatch(student) else f'{plain}.{digest}'}.html"
    return names


def _student_page(results: Results, student: str) -> str:
    own = [row for row in results.rows if row.student == student]
    sheets = []
    for name, exercise in results.group.exercises.items():
        rows = [row for row in own if row.exercise == name]
        sheets += [_sheet(row, exercise, results) for row in rows] or [Sheet(exercise.title, False, None)]
    return render(
        "student.html",
        _TEMPLATES,
        student=visible_line(student),
        title=results.group.title,
        sheets=sheets,
        gained=number(sum(row.points or 0 for row in own)),
        points=number(sum(exercise.points for exercise in results.group.exercises.values())),
    )


def _sheet(row: Row, exercise: Exercise, results: Results) -> Sheet:
    shown = student_view(row, exercise).report
    if shown is None:
        return Sheet(exercise.title, True, None)
    return Sheet(
        exercise.title,
        True,
        outline(shown, exercise.title, _handed_in(row, results), exercise.points, exercise.feedback),
    )


def _handed_in(row: Row, results: Results) -> Submission | None:
    """The submission, to quote its lines; None where it cannot be read any more."""
    for entry in results.group.roster.entries:
        same = (entry.student, entry.exercise, entry.path.name) == (row.student, row.exercise, row.file)
        if same and not entry.path.is_symlink():
            try:
                return Submission.from_path(entry.path)
            except (Unreadable, Fault, OSError):
                return None
    return None


def _teacher_page(results: Results, names: dict[str, str]) -> str:
    group = results.group
    return render(
        "class.html",
        _TEMPLATES,
        title=group.title,
        summary=summary(results),
        exercises=group.exercises,
        students=[
            {
                "name": visible_line(student),
                "page": f"students/{page}",
                "rows": [
                    [_cell(row, group.exercises[name]) for row in _of(results.rows, student, name)]
                    for name in group.exercises
                ],
                "points": _points([row for row in results.rows if row.student == student]),
            }
            for student, page in names.items()
        ],
        mistakes=list(mistakes(results)),
        errors=[(visible_line(row.student), row.exercise, row.error) for row in results.rows if row.error],
        leftover=[visible_line(str(path)) for path in group.roster.leftover],
    )


def _points(rows: Sequence[Row]) -> str:
    gained = number(sum(row.points or 0 for row in rows))
    return f"{gained}, open" if any(row.points is None for row in rows) else gained


def _of(rows: Iterable[Row], student: str, exercise: str) -> list[Row]:
    return [row for row in rows if (row.student, row.exercise) == (student, exercise)]


def _cell(row: Row, exercise: Exercise) -> dict[str, str]:
    if row.report is None:
        return {"tone": "open", "text": "no verdict"}
    shown = outline(row.report, exercise.title)
    points = "no score" if row.points is None else f"{number(row.points)} of {number(exercise.points)}"
    return {"tone": shown.tone, "text": f"{shown.mark} {row.report.verdict}, {points}"}


def mistakes(results: Results) -> list[Mistake]:
    """Equal mistakes together, the most frequent first."""
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in results.rows:
        if row.signature is not None:
            groups.setdefault((row.exercise, row.signature), []).append(row)
    ordered = sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
    return [_mistake(results, rows) for _, rows in ordered]


def _mistake(results: Results, rows: Sequence[Row]) -> Mistake:
    first = rows[0]
    report = first.report
    assert report is not None
    exercise = results.group.exercises[first.exercise]
    told = [finding.text for finding in report.findings if finding.signature == first.signature]
    text = told[0] if told else reason(report.reason) if report.reason else headline(report)
    return Mistake(
        exercise=exercise.title,
        text=visible_line(text),
        students=tuple(visible_line(row.student) for row in rows),
        example=outline(report, exercise.title, _handed_in(first, results)),
    )


def summary(results: Results) -> str:
    """One line on the whole batch."""
    students = len({row.student for row in results.rows})
    counts = results.count()
    words = [
        f"{counts[word]} {word}" for word in ("proved", "passed", "refuted", "rejected", "undecided") if counts[word]
    ]
    if counts["error"]:
        words.append(f"{counts['error']} without a verdict")
    kept = f"; {results.kept} kept from before" if results.kept else ""
    many = f"{len(results.rows)} submission{'s' if len(results.rows) != 1 else ''}"
    return f"{many} of {students} student{'s' if students != 1 else ''}: {', '.join(words)}{kept}."
