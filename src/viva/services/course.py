"""A course: a folder with `course.toml`, its exercises in order, their points and dates."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.subject import Subject
from viva.core.table import Table, read_toml
from viva.core.terms import LOCALES
from viva.services.registry import read_exercise

COURSE = "course.toml"


@dataclass(frozen=True, slots=True)
class Entry:
    """One exercise of a course; `due` None means no date."""

    subject: Subject
    exercise: Exercise
    due: date | None


@dataclass(frozen=True, slots=True)
class Course:
    title: str
    entries: tuple[Entry, ...]


def is_course(folder: Path) -> bool:
    return (folder / COURSE).is_file()


def read_course(folder: Path) -> Course:
    """Reads `course.toml`: `title`, `language`, and `[[exercise]]` tables with `folder`, `points` and `due`."""
    file = folder / COURSE
    try:
        text = file.read_text("utf-8")
    except UnicodeDecodeError:
        raise Fault("this file is not UTF-8 text", file=str(file), remedy="save it as UTF-8") from None
    table = read_toml(text, str(file))
    title = table.string("title", folder.resolve().name)
    locale = table.choice("language", LOCALES) if table.has("language") else ""
    rows = table.tables("exercise")
    if not rows:
        raise table.fault("exercise", "is missing", "list the exercises as [[exercise]] tables with a `folder` each")
    table.finish()
    entries = tuple(_entry(folder, row, locale) for row in rows)
    names = [entry.exercise.name for entry in entries]
    for name in names:
        if names.count(name) > 1:
            raise table.fault("exercise", f"names {name!r} twice", "give each exercise a folder name of its own")
    return Course(title, entries)


def _entry(folder: Path, row: Table, locale: str) -> Entry:
    subject, exercise = read_exercise(folder / row.string("folder"))
    points = row.number("points", exercise.points)
    due = row.date("due")
    row.finish()
    feedback = replace(exercise.feedback, locale=exercise.feedback.locale or locale)
    return Entry(subject, replace(exercise, points=points, feedback=feedback), due)
