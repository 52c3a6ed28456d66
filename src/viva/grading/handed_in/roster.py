"""Who handed in what, and who did not: the submissions in a folder, held against the list of the class if there is one.

For one exercise, every file, folder or zip directly in the folder is a submission, named by its student:
`FOLDER/STUDENT.py`, `FOLDER/STUDENT.zip`, `FOLDER/STUDENT/…`.

For a course a folder with the name of an exercise holds submissions named by student (`FOLDER/EXERCISE/STUDENT.py`),
and any other folder is a student whose submissions are named by exercise (`FOLDER/STUDENT/EXERCISE.py`).

What fits neither, and what is hidden, is listed as left over, with what was probably meant, so that nothing is
overlooked in silence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import field
from pathlib import Path

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.grading.handed_in.naming import closest_name, find, key, normal, of_platform

_LITTER = re.compile(
    r"\.DS_Store|\._.*|\.git.*|\.Trashes|\.Spotlight-.*|\.~lock\..*|~\$.*|__MACOSX|__pycache__|"
    r"[Tt]humbs\.db|ehthumbs\.db|desktop\.ini"
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One submission; `exercise` is the exercise's name."""

    student: str
    exercise: str
    path: Path


@dataclass(frozen=True, slots=True)
class Missing:
    """Nothing was handed in for an exercise by somebody who is known."""

    student: str
    exercise: str


@dataclass(frozen=True, slots=True)
class Stray:
    """What has no place here, by its path in the folder or its name, and what was probably meant."""

    name: str
    meant: str | None = None


@dataclass(frozen=True, slots=True)
class Roster:
    """In the order of student and exercise. `leftover` are paths that are no submissions, `strangers` those who handed
    in and are not on the list of the class."""

    entries: tuple[Entry, ...]
    missing: tuple[Missing, ...] = ()
    leftover: tuple[Stray, ...] = ()
    strangers: tuple[Stray, ...] = ()


def read_roster(folder: Path, exercises: Sequence[str], course: bool, members: Sequence[str] = ()) -> Roster:
    if not folder.exists():
        raise Fault("there is no such folder of submissions", file=str(folder))
    if not folder.is_dir():
        raise Fault("this is a file; name the folder that the submissions are in, or a zip of it", file=str(folder))
    look = _Look(folder, exercises)
    if course:
        look.at_course(folder)
    else:
        look.at_exercise(folder, exercises[0])
    if not look.found:
        raise Fault("there are no submissions in this folder", file=str(folder), remedy=_layout(course))
    return _held_against(look, members, exercises, course)


@dataclass(slots=True)
class _Look:
    """What is seen while the folder is walked: for each submission the path that names its student, the exercise, and
    its own path. `folders` name students too, whatever is in them."""

    root: Path
    exercises: Sequence[str]
    found: list[tuple[Path, str, Path]] = field(default_factory=list)
    folders: list[Path] = field(default_factory=list)
    leftover: list[Stray] = field(default_factory=list)

    def at_exercise(self, folder: Path, exercise: str) -> None:
        self.found += [(path, exercise, path) for path in self.inside(folder)]

    def at_course(self, folder: Path) -> None:
        for top in self.inside(folder):
            exercise = find(top.name, self.exercises)
            if top.is_symlink() or not top.is_dir():
                self.leave(top)
            elif exercise:
                self.at_exercise(top, exercise)
            else:
                self.at_student(top)

    def at_student(self, folder: Path) -> None:
        paths = self.inside(folder)
        named = [(path, _exercise(path, self.exercises)) for path in paths]
        like = closest_name(folder.name, self.exercises)
        if like and paths and not any(exercise for _, exercise in named):
            self.leave(folder, like)  # a slip in the name of an exercise is no student
            return
        self.folders.append(folder)
        for path, exercise in named:
            if exercise:
                self.found.append((folder, exercise, path))
            else:
                self.leave(path, closest_name(path.name.partition(".")[0], self.exercises))

    def inside(self, folder: Path) -> list[Path]:
        paths = sorted(path for path in folder.iterdir() if not _LITTER.fullmatch(path.name))
        for path in paths:
            if path.name.startswith("."):
                self.leave(path)
        return [path for path in paths if not path.name.startswith(".")]

    def leave(self, path: Path, like: str | None = None) -> None:
        self.leftover.append(Stray(path.relative_to(self.root).as_posix(), like))

    def students(self) -> dict[Path, str]:
        """Whose each path is: the name of a folder, or that of a file without its ending, or what a learning platform
        made of it. Two who have one name there, and not one number, are two: each is called by both."""
        paths = dict.fromkeys((*(path for path, _, _ in self.found), *self.folders))
        platforms = {path: platform for path in paths if (platform := of_platform(path.name))}
        people = Counter(platform.student for platform in dict.fromkeys(platforms.values()))
        called = {}
        for path in paths:
            platform = platforms.get(path)
            if platform is None:
                called[path] = normal(path.name if path.is_dir() and not path.is_symlink() else path.stem)
            elif people[platform.student] > 1:
                called[path] = f"{platform.student} ({platform.number})"
            else:
                called[path] = platform.student
        return called


def _held_against(look: _Look, members: Sequence[str], exercises: Sequence[str], course: bool) -> Roster:
    """Everybody is called as on the list of the class, and whoever is on it is there for each exercise."""
    called = {path: find(name, members) or name for path, name in look.students().items()}
    entries = [Entry(called[owner], exercise, path) for owner, exercise, path in look.found]
    known = dict.fromkeys((*members, *called.values())) if course else dict.fromkeys(members)
    there = {(entry.student, entry.exercise) for entry in entries}
    missing = [Missing(student, name) for student in known for name in exercises if (student, name) not in there]
    strangers = sorted(set(called.values()) - set(members), key=key) if members else []
    absent = [member for member in members if not any(student == member for student, _ in there)]
    order = {name: number for number, name in enumerate(exercises)}
    entries.sort(key=lambda entry: (key(entry.student), entry.student, order[entry.exercise], entry.path.name))
    return Roster(
        tuple(entries),
        tuple(missing),
        tuple(look.leftover),
        tuple(Stray(name, closest_name(name, absent)) for name in strangers),
    )


def _exercise(path: Path, exercises: Sequence[str]) -> str | None:
    """Which exercise a path is named after: as it is, without its ending, or without all of them."""
    names = (path.name, path.stem, path.name.partition(".")[0])
    return next((found for name in names if (found := find(name, exercises))), None)


def _layout(course: bool) -> str:
    if course:
        return "put them there as STUDENT/EXERCISE.py or EXERCISE/STUDENT.py"
    return "put them there as STUDENT.py, STUDENT.zip or STUDENT/"
