"""Who handed in what: the submissions in a folder.

For one exercise, every file, folder or zip directly in the folder is a submission, named by its student:
`FOLDER/STUDENT.py`, `FOLDER/STUDENT.zip`, `FOLDER/STUDENT/…`.

For a course a folder with the name of an exercise holds submissions named by student (`FOLDER/EXERCISE/STUDENT.py`),
and any other folder is a student whose submissions are named by exercise (`FOLDER/STUDENT/EXERCISE.py`).

What fits neither, and what is hidden, is listed as left over, so that nothing is overlooked in silence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from viva.core.fault import Fault

_LITTER = re.compile(r"\.DS_Store|\._.*|\.git.*|__MACOSX|Thumbs\.db|desktop\.ini")


@dataclass(frozen=True, slots=True)
class Entry:
    """One submission; `exercise` is the exercise's name."""

    student: str
    exercise: str
    path: Path


@dataclass(frozen=True, slots=True)
class Roster:
    """In the order of student and exercise. `leftover` are paths that are no submissions."""

    entries: tuple[Entry, ...]
    leftover: tuple[Path, ...]


def read_roster(folder: Path, exercises: Sequence[str], course: bool) -> Roster:
    if not folder.exists():
        raise Fault("there is no such folder of submissions", file=str(folder))
    if not folder.is_dir():
        raise Fault("this is a file; name the folder that the submissions are in", file=str(folder))
    leftover: list[Path] = []
    if course:
        found = list(_of_course(folder, exercises, leftover))
    else:
        found = [Entry(student, exercises[0], path) for student, path in _named(_inside(folder, leftover))]
    if not found:
        raise Fault("there are no submissions in this folder", file=str(folder), remedy=_layout(course))
    order = {name: number for number, name in enumerate(exercises)}
    found.sort(key=lambda entry: (entry.student, order[entry.exercise], entry.path.name))
    return Roster(tuple(found), tuple(leftover))


def _of_course(folder: Path, exercises: Sequence[str], leftover: list[Path]) -> Iterator[Entry]:
    for top in _inside(folder, leftover):
        if top.is_symlink() or not top.is_dir():
            leftover.append(top)
        elif top.name in exercises:
            for student, path in _named(_inside(top, leftover)):
                yield Entry(student, top.name, path)
        else:
            for path in _inside(top, leftover):
                exercise = path.name if path.name in exercises else path.stem
                if exercise in exercises:
                    yield Entry(top.name, exercise, path)
                else:
                    leftover.append(path)


def _named(paths: Sequence[Path]) -> Iterator[tuple[str, Path]]:
    """The student of each path: its name without the ending, or with it where two would be called the same."""
    stems = Counter(_stem(path) for path in paths)
    for path in paths:
        yield (_stem(path) if stems[_stem(path)] == 1 else path.name), path


def _stem(path: Path) -> str:
    return path.name if path.is_dir() and not path.is_symlink() else path.stem


def _inside(folder: Path, leftover: list[Path]) -> list[Path]:
    paths = sorted(path for path in folder.iterdir() if not _LITTER.fullmatch(path.name))
    leftover += [path for path in paths if path.name.startswith(".")]
    return [path for path in paths if not path.name.startswith(".")]


def _layout(course: bool) -> str:
    if course:
        return "put them there as STUDENT/EXERCISE.py or EXERCISE/STUDENT.py"
    return "put them there as STUDENT.py, STUDENT.zip or STUDENT/"
