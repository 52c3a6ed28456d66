"""A page for each student, on the rungs that the policy allows, one of all students for printing, and one of the whole
class for the teacher. Every sentence is from the catalogue `texts/`."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from markupsafe import Markup

from viva.core.exercise import Exercise
from viva.core.records import dataclass
from viva.core.text.escape import visible_line
from viva.core.texts import Say, catalogue
from viva.grading.grade import Results, student_view
from viva.grading.groups import Bar, Group, groups, spread
from viva.grading.handed_in.roster import Stray
from viva.grading.marked import Marked, marked_source
from viva.grading.reaching import flag_texts
from viva.grading.row import NO_SUBMISSION, Row
from viva.grading.statement import statement_html
from viva.showing.outline import Outline, number, outline
from viva.showing.page import render

_TEMPLATES = (Path(__file__).parent / "templates",)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One submission on a student's page: the outline of the report, or None where there is none to show."""

    handed_in: bool
    outline: Outline | None = None
    source: tuple[Marked, ...] = ()


@dataclass(frozen=True, slots=True)
class Task:
    """One exercise on a student's page, and what was handed in for it."""

    title: str
    statement: Markup
    sheets: tuple[Sheet, ...]


@dataclass(frozen=True, slots=True)
class Student:
    name: str
    points: str
    tasks: tuple[Task, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """What came of one submission: in words, with a tone for the colour, what it is sorted by, and the number of its
    group."""

    tone: str
    text: str
    gained: float = -1.0
    group: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One student in the teacher's table: `tone` is that of the worst cell, and `gained` what `points` says."""

    name: str
    page: str
    cells: tuple[tuple[Cell, ...], ...]
    points: str
    gained: float

    @property
    def tone(self) -> str:
        tones = {cell.tone for cells in self.cells for cell in cells}
        return next((tone for tone in ("bad", "open") if tone in tones), "good")


@dataclass(frozen=True, slots=True)
class Variant:
    """Equal mistakes within a kind: who made them, and what shows them."""

    students: tuple[str, ...]
    pattern: str | None
    failing: str | None


@dataclass(frozen=True, slots=True)
class Kind:
    """A group on the teacher's page; `points` are those that its students gained, and `example` how the first made
    it."""

    heading: str
    number: int
    students: tuple[str, ...]
    points: str
    variants: tuple[Variant, ...]
    example: Outline


@dataclass(frozen=True, slots=True)
class Chapter:
    """One exercise on the teacher's page."""

    title: str
    bars: tuple[Bar, ...]
    kinds: tuple[Kind, ...]

    @property
    def shared(self) -> tuple[Kind, ...]:
        return tuple(kind for kind in self.kinds if len(kind.students) > 1)

    @property
    def alone(self) -> tuple[Kind, ...]:
        """Kinds of mistakes that one student made."""
        return tuple(kind for kind in self.kinds if len(kind.students) == 1)


def say_of(results: Results) -> Say:
    return catalogue("viva.grading", results.locale).say


def student_page(results: Results, student: str, rows: Sequence[Row]) -> str:
    say = say_of(results)
    shown = _student(results, student, rows, say)
    return render("student.html", _TEMPLATES, text=say, locale=results.locale, title=results.group.title, student=shown)


def print_page(results: Results) -> str:
    """All students, each beginning on a page of their own; the statements are there once."""
    say = say_of(results)
    students = [_student(results, student, rows, say) for student, rows in results.by_student().items()]
    return render(
        "print.html", _TEMPLATES, text=say, locale=results.locale, title=results.group.title, students=students
    )


def class_page(results: Results, pages: Mapping[str, str]) -> str:
    """`pages` has the address of each student's page."""
    script = (_TEMPLATES[0] / "class.js").read_text("utf-8")
    return render(
        "class.html",
        _TEMPLATES,
        script=Markup(script),  # a file of ours, written as it is, so that its digest holds
        digest=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        **class_values(results, pages),
    )


def class_values(results: Results, pages: Mapping[str, str]) -> dict[str, object]:
    """What the page of a class shows, for who puts it into another frame."""
    say, exercises = say_of(results), results.group.exercises
    found = groups(results.rows, exercises, say, results.locale)
    numbers = {(group.exercise, each.signature): group.number for group in found for each in group.mistakes}
    by_student = results.by_student()
    roster = results.group.roster
    return {
        "locale": results.locale,
        "text": say,
        "title": results.group.title,
        "summary": summary(results),
        "exercises": exercises,
        "chapters": [_chapter(name, exercise, results, found, say) for name, exercise in exercises.items()],
        "lines": [_line(student, pages[student], rows, results, numbers) for student, rows in by_student.items()],
        "students": len(by_student),
        "errors": [(visible_line(row.student), row.exercise, row.error) for row in results.rows if row.error],
        "flags": [
            (visible_line(row.student), row.exercise, told)
            for row in results.rows
            if row.report
            for told in flag_texts(row.report.findings)
        ],
        "leftover": [stray_text(stray, say) for stray in roster.leftover],
        "strangers": [stray_text(stray, say) for stray in roster.strangers],
    }


def stray_text(stray: Stray, say: Say) -> str:
    if stray.meant is None:
        return visible_line(stray.name)
    return say("class.meant", name=visible_line(stray.name), meant=visible_line(stray.meant))


def summary(results: Results) -> str:
    """One line on the whole batch."""
    say, counts = say_of(results), results.count()
    outcomes = {
        "right": counts["proved"] + counts["passed"],
        "wrong": counts["refuted"],
        "rejected": counts["rejected"],
        "undecided": counts["undecided"],
        "error": counts["error"],
        NO_SUBMISSION: counts[NO_SUBMISSION],
    }
    words = [say(f"summary.{word}", count=count) for word, count in outcomes.items() if count]
    if not words:
        return say("summary.none")
    return say(
        "summary.kept" if results.kept else "summary",
        submissions=len(results.rows) - counts[NO_SUBMISSION],
        students=len(results.by_student()),
        outcomes=say("summary.join").join(words),
        kept=results.kept,
    )


def sum_of_points(rows: Sequence[Row]) -> float:
    """The points of a student: for each exercise those of the best submission."""
    best: dict[str, float] = {}
    for row in rows:
        best[row.exercise] = max(best.get(row.exercise, 0.0), row.points or 0.0)
    return sum(best.values())


def _student(results: Results, student: str, rows: Sequence[Row], say: Say) -> Student:
    exercises = results.group.exercises
    tasks = []
    for name, exercise in exercises.items():
        own = tuple(_sheet(row, exercise, results) for row in rows if row.exercise == name)
        level = 3 if len(exercises) > 1 else 2
        tasks.append(Task(exercise.title, statement_html(exercise.statement, level + 1), own or (Sheet(False),)))
    whole = number(sum(exercise.points for exercise in exercises.values()), results.locale)
    key = "student.points_open" if any(row.points is None for row in rows) else "student.points"
    points = say(key, gained=number(sum_of_points(rows), results.locale), all=_count(whole))
    return Student(visible_line(student), points, tuple(tasks))


def _count(text: str) -> int | str:
    """A number for a slot that has words for one and many."""
    return 1 if text == "1" else text


def _sheet(row: Row, exercise: Exercise, results: Results) -> Sheet:
    shown = student_view(row, exercise).report
    if shown is None:
        return Sheet(not row.handed_in_nothing)
    quotes = results.quotes.get(row.name)
    told = outline(shown, quotes, exercise.feedback)
    return Sheet(True, told, marked_source(quotes, shown) if quotes else ())


def _chapter(name: str, exercise: Exercise, results: Results, found: Sequence[Group], say: Say) -> Chapter:
    best: dict[str, Row] = {}
    for row in results.rows:
        if row.exercise == name and (row.student not in best or _rank(row) > _rank(best[row.student])):
            best[row.student] = row
    bars = spread(list(best.values()), exercise.points, say)
    own = tuple(_kind(group, exercise, results, say) for group in found if group.exercise == name)
    return Chapter(exercise.title, bars, own)


def _kind(group: Group, exercise: Exercise, results: Results, say: Say) -> Kind:
    first, gained = group.rows[0], [row.points or 0.0 for row in group.rows]
    report = first.report
    assert report is not None
    least, most, whole = (number(each, results.locale) for each in (min(gained), max(gained), exercise.points))
    key = "group.points" if least == most else "group.points_between"
    quotes = results.quotes.get(first.name)
    return Kind(
        heading=say("group.heading", number=group.number, title=group.title),
        number=group.number,
        students=_students(group.rows),
        points=say(key, least=least, most=most, all=_count(whole)),
        variants=tuple(Variant(_students(each.rows), each.pattern, each.failing) for each in group.mistakes),
        example=outline(replace(report, attempt=None), quotes),
    )


def _students(rows: Sequence[Row]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(visible_line(row.student) for row in rows))


def _rank(row: Row) -> float:
    return -1.0 if row.points is None else row.points


def _line(
    student: str, page: str, rows: Sequence[Row], results: Results, numbers: Mapping[tuple[str, str], int]
) -> Line:
    say = say_of(results)
    cells = tuple(
        tuple(_cell(row, exercise, numbers, say, results.locale) for row in rows if row.exercise == name)
        for name, exercise in results.group.exercises.items()
    )
    whole = sum_of_points(rows)
    points = number(whole, results.locale)
    told = say("class.open", gained=points) if any(row.points is None for row in rows) else points
    return Line(visible_line(student), page, cells, told, whole)


def _cell(row: Row, exercise: Exercise, numbers: Mapping[tuple[str, str], int], say: Say, locale: str) -> Cell:
    if row.report is None:
        told = say("class.nothing" if row.handed_in_nothing else "class.no_verdict")
        if row.points:  # given by the teacher
            given = {"gained": number(row.points, locale), "all": number(exercise.points, locale)}
            return Cell("open", say("class.cell", verdict=told, **given), row.points)
        return Cell("open", told, -2.0) if row.handed_in_nothing else Cell("open", told)
    shown = outline(row.report)
    verdict = f"{shown.mark} {say(f'verdict.{row.report.verdict}')}"
    group = numbers.get((row.exercise, row.signature or ""))
    if row.points is None:
        return Cell(shown.tone, say("class.cell_open", verdict=verdict, score=say("class.no_score")), group=group)
    points = {"gained": number(row.points, row.report.locale), "all": number(exercise.points, row.report.locale)}
    return Cell(shown.tone, say("class.cell", verdict=verdict, **points), row.points, group)
