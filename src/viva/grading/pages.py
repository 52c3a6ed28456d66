"""A page for each student, on the rungs that the policy allows, and one of the whole class for the teacher."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from viva.core.escape import visible_line
from viva.core.exercise import Exercise
from viva.grading.grade import Results, student_view
from viva.grading.row import Row
from viva.showing.outline import Outline, headline, number, outline, reason
from viva.showing.page import render

_TEMPLATES = (Path(__file__).parent / "templates",)


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


@dataclass(frozen=True, slots=True)
class Line:
    """One student in the teacher's table; for each exercise what came of it, in words with a tone for the colour."""

    name: str
    page: str
    cells: tuple[tuple[tuple[str, str], ...], ...]
    points: str


def student_page(results: Results, student: str, rows: Sequence[Row]) -> str:
    exercises = results.group.exercises
    sheets = []
    for name, exercise in exercises.items():
        own = [_sheet(row, exercise, results) for row in rows if row.exercise == name]
        sheets += own or [Sheet(exercise.title, False, None)]
    return render(
        "student.html",
        _TEMPLATES,
        student=visible_line(student),
        title=results.group.title,
        sheets=sheets,
        gained=_points(rows),
        points=number(sum(exercise.points for exercise in exercises.values())),
    )


def class_page(results: Results, by_student: Mapping[str, Sequence[Row]], pages: Mapping[str, str]) -> str:
    return render(
        "class.html",
        _TEMPLATES,
        title=results.group.title,
        summary=summary(results),
        exercises=results.group.exercises,
        lines=[_line(student, pages[student], rows, results.group.exercises) for student, rows in by_student.items()],
        mistakes=mistakes(results),
        errors=[(visible_line(row.student), row.exercise, row.error) for row in results.rows if row.error],
        leftover=[visible_line(str(path)) for path in results.group.roster.leftover],
    )


def mistakes(results: Results) -> list[Mistake]:
    """Equal mistakes together, the most frequent first."""
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in results.rows:
        if row.signature is not None:
            groups.setdefault((row.exercise, row.signature), []).append(row)
    ordered = sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
    return [_mistake(rows, results.group.exercises[exercise], results) for (exercise, _), rows in ordered]


def summary(results: Results) -> str:
    """One line on the whole batch."""
    students = len({row.student for row in results.rows})
    counts = results.count()
    verdicts = ("proved", "passed", "refuted", "rejected", "undecided")
    words = [f"{counts[word]} {word}" for word in verdicts if counts[word]]
    if counts["error"]:
        words.append(f"{counts['error']} without a verdict")
    kept = f"; {results.kept} kept from before" if results.kept else ""
    return f"{_many(len(results.rows), 'submission')} of {_many(students, 'student')}: {', '.join(words)}{kept}."


def _many(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def _sheet(row: Row, exercise: Exercise, results: Results) -> Sheet:
    shown = student_view(row, exercise).report
    if shown is None:
        return Sheet(exercise.title, True, None)
    quotes = results.quotes.get(row.name)
    page = outline(shown, quotes, exercise.feedback)
    return Sheet(exercise.title, True, page)


def _line(student: str, page: str, rows: Sequence[Row], exercises: Mapping[str, Exercise]) -> Line:
    cells = tuple(
        tuple(_cell(row, exercise) for row in rows if row.exercise == name) for name, exercise in exercises.items()
    )
    return Line(visible_line(student), f"students/{page}", cells, _points(rows))


def _cell(row: Row, exercise: Exercise) -> tuple[str, str]:
    if row.report is None:
        return "open", "no verdict"
    shown = outline(row.report)
    points = "no score" if row.points is None else f"{number(row.points)} of {number(exercise.points)}"
    return shown.tone, f"{shown.mark} {row.report.verdict}, {points}"


def _points(rows: Sequence[Row]) -> str:
    gained = number(sum(row.points or 0 for row in rows))
    return f"{gained} (open)" if any(row.points is None for row in rows) else gained


def _mistake(rows: Sequence[Row], exercise: Exercise, results: Results) -> Mistake:
    first, locale = rows[0], results.locale
    report = first.report
    assert report is not None
    told = [finding.text for finding in report.findings if finding.signature == first.signature]
    text = told[0] if told else reason(report.reason, locale) if report.reason else headline(report)
    return Mistake(
        exercise=exercise.title,
        text=visible_line(text),
        students=tuple(visible_line(row.student) for row in rows),
        example=outline(replace(report, attempt=None), results.quotes.get(first.name)),
    )
