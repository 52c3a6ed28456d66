"""A course: a folder with `course.toml`, its exercises in order, their points and dates."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.records import dataclass
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


@dataclass(frozen=True, slots=True)
class Listed:
    """One exercise as the course lists it, before it is read; `points` None are its own."""

    folder: Path
    points: float | None
    due: date | None
    locale: str


@dataclass(frozen=True, slots=True)
class Listing:
    title: str
    exercises: tuple[Listed, ...]


def read_listing(folder: Path) -> Listing:
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
    listed = tuple(_listed(folder, row, locale) for row in rows)
    names = [each.folder.resolve().name for each in listed]
    for name in names:
        if names.count(name) > 1:
            raise table.fault("exercise", f"names {name!r} twice", "give each exercise a folder name of its own")
    return Listing(title, listed)


def read_course(folder: Path) -> Course:
    """The course with its exercises, each read by its subject."""
    listing = read_listing(folder)
    return Course(listing.title, tuple(map(_entry, listing.exercises)))


def _listed(folder: Path, row: Table, locale: str) -> Listed:
    named = folder / row.string("folder")
    points, due = row.number("points", 0.0), row.date("due")
    row.finish()
    return Listed(named, points if row.has("points") else None, due, locale)


def _entry(listed: Listed) -> Entry:
    subject, exercise = read_exercise(listed.folder)
    points = exercise.points if listed.points is None else listed.points
    feedback = replace(exercise.feedback, locale=exercise.feedback.locale or listed.locale)
    return Entry(subject, replace(exercise, points=points, feedback=feedback), listed.due)
