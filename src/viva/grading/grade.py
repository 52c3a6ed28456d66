"""From a folder of submissions to a folder of results.

While the work goes on, rows are kept beside the results of before, so an interrupted batch loses nothing and can be
resumed; at the end all rows in order take the place of the results at once.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Protocol, TextIO

from viva.core.deciding.leaving import leaving, reader_of
from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.core.submission import Submission
from viva.core.terms import ENGLISH, Terms
from viva.core.version import VERSION
from viva.grading.batch import Done, Hire, grade_entries, hire_here
from viva.grading.handed_in.archive import unpack
from viva.grading.handed_in.naming import key
from viva.grading.handed_in.roster import Entry, Roster, Stray, read_roster
from viva.grading.row import NO_SUBMISSION, Name, Row
from viva.services.course import is_course, read_course
from viva.services.registry import read_exercise
from viva.showing.document import as_json

RESULTS = "results.jsonl"
UNFINISHED = "results.unfinished.jsonl"
_FULL = (errno.ENOSPC, errno.EDQUOT)


@dataclass(frozen=True, slots=True)
class Class:
    """What is graded: a course, or one exercise as a course of one."""

    title: str
    exercises: Mapping[str, Exercise]
    roster: Roster


@dataclass(frozen=True, slots=True)
class Results:
    """One row per entry of the roster and per submission that is missing, in the order of students and exercises;
    `kept` of them were good from before. `quotes` has of each submission what its page shows.
    """

    group: Class
    rows: tuple[Row, ...]
    quotes: Mapping[Name, Submission]
    kept: int
    locale: str

    def count(self) -> Counter[str]:
        """How many rows there are of each verdict, of `error`, and of `no_submission`."""
        return Counter(map(outcome, self.rows))

    def by_student(self) -> dict[str, list[Row]]:
        found: dict[str, list[Row]] = {}
        for row in self.rows:
            found.setdefault(row.student, []).append(row)
        return found


class Keeps(Protocol):
    """Where rows are kept besides (`database.keeping`)."""

    def before(self) -> list[Row]: ...

    def put(self, row: Row) -> None: ...

    def finish(self, rows: Sequence[Row]) -> None: ...


def outcome(row: Row) -> str:
    if row.report is not None:
        return row.report.verdict.value
    return "error" if row.error else NO_SUBMISSION


@contextmanager
def opened_class(target: Path, folder: Path, members: Sequence[str] = ()) -> Iterator[Class]:
    """The exercises at `target`, a course or an exercise, and who of the class handed in what: in a folder, or in a zip
    that is unpacked for as long as this lasts."""
    course = is_course(target)
    if course:
        read = read_course(target)
        title, exercises = read.title, {entry.exercise.name: entry.exercise for entry in read.entries}
    else:
        _, exercise = read_exercise(target)
        title, exercises = exercise.title, {exercise.name: exercise}
    with unpack(folder, list(exercises), course) as (place, left_out):
        roster = read_roster(place, list(exercises), course, members)
        leftover = (*roster.leftover, *map(Stray, left_out))
        yield Class(title, exercises, replace(roster, leftover=leftover))


def refuse_among(folder: Path, *places: Path) -> None:
    """Raises Fault where results would lie among the submissions, and be taken for some the next time."""
    for place in places:
        if place.resolve() == folder.resolve() or folder.resolve() in place.resolve().parents:
            raise Fault("results cannot lie among the submissions", file=str(place), remedy="name a folder elsewhere")


def grade(
    group: Class,
    out: Path,
    terms: Terms,
    *,
    jobs: int | None = None,
    hire: Hire | None = None,
    resume: bool = False,
    kept: Keeps | None = None,
    progress: Callable[[Row], None] = lambda _: None,
) -> Results:
    """Examines everything that has no good row yet, in `jobs` processes, without it in one for each processor, or by
    those that `hire` gives. `out` is reserved meanwhile (`reserve_folder`). Rows go into the folder, and where there is
    a database (`kept`) there too.
    `progress` is told of every row, the kept ones too."""
    if jobs is not None and jobs < 1:
        raise Fault(f"{jobs} is no number of processes", remedy="leave it out for one for each processor")
    file, unfinished = out / RESULTS, out / UNFINISHED
    _refuse_newer_rows(file)
    _refuse_newer_rows(unfinished)
    before = _rows_before(file) | _rows_before(unfinished) if resume else {}
    if resume and kept is not None:
        before = _by_key(kept.before()) | before
    done: dict[Entry, Done] = {}
    with _beginning(unfinished) as lines:
        workers = hire or hire_here(jobs or os.cpu_count() or 1)
        for each in grade_entries(group.roster.entries, group.exercises, before, terms, workers):
            done[each.entry] = each
            if not each.kept:
                _append(lines, each.row)
            if kept is not None:
                kept.put(each.row)
            progress(each.row)
    nothing = [Row.of_nothing(missing.student, group.exercises[missing.exercise]) for missing in group.roster.missing]
    rows = tuple(sorted((*(each.row for each in done.values()), *nothing), key=_order(group)))
    if kept is not None:
        kept.finish(rows)
    _replace(file, rows)
    unfinished.unlink()
    quotes = {each.row.name: each.quotes for each in done.values() if each.quotes is not None}
    locale = terms.locale or _common(exercise.feedback.locale for exercise in group.exercises.values())
    return Results(group, rows, quotes, sum(each.kept for each in done.values()), locale)


def _common(locales: Iterable[str]) -> str:
    """The language of the pages: that of all exercises, or English."""
    found = set(locales)
    return (found.pop() if len(found) == 1 else "") or ENGLISH


def _order(group: Class) -> Callable[[Row], tuple[str, str, int, str]]:
    places = {name: number for number, name in enumerate(group.exercises)}
    return lambda row: (key(row.student), row.student, places[row.exercise], row.file)


def _refuse_newer_rows(file: Path) -> None:
    """What a newer version wrote is not written over either."""
    if file.is_file():
        with file.open(encoding="utf-8", errors="replace") as lines, suppress(ValueError, AttributeError):
            refuse_newer(str(json.loads(lines.readline()).get("version") or ""), file)


def _rows_before(file: Path) -> dict[str, Row]:
    return _by_key(read_rows(file)) if file.is_file() else {}


def read_rows(file: Path) -> list[Row]:
    """The rows of an earlier batch. A line cut off by an interruption counts as not there; a version of Viva that is
    newer than this one may have written what this one would take for that, and is refused."""
    rows = []
    for line in file.read_text("utf-8", errors="replace").splitlines():
        try:
            found = json.loads(line)
            refuse_newer(str(found.get("version") or ""), file)
            rows.append(Row.from_json(found))
        except (ValueError, KeyError, TypeError, AttributeError):
            continue
    return rows


def refuse_newer(version: str, file: Path) -> None:
    numbers = [int(part) for part in version.split(".") if part.isdecimal()]
    if numbers > [int(part) for part in VERSION.split(".") if part.isdecimal()]:
        problem = f"these results were written by a newer version of Viva ({version}; this is {VERSION})"
        raise Fault(problem, file=str(file), remedy="install that version, or name another folder; nothing was changed")


def _by_key(rows: Iterable[Row]) -> dict[str, Row]:
    """Rows with a verdict, by key, and by what equal submissions have in common."""
    found: dict[str, Row] = {}
    for row in rows:
        if row.key and row.report:
            found[row.key] = row
            if row.common:
                found.setdefault(row.common, row)
    return found


@contextmanager
def reserve_folder(out: Path) -> Iterator[None]:
    """The folder of the results, for as long as this lasts for nobody else: the kernel lets go of it with the process,
    however that ends. Whatever cannot be written there is a fault that says why, a full disk too."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        folder = os.open(out, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as problem:
        raise _unwritable(problem, out) from None
    try:
        _lock(folder, out)
        yield
    except OSError as problem:
        file = problem.filename
        if problem.errno not in _FULL and not (isinstance(file, str) and Path(file).is_relative_to(out)):
            raise
        raise _unwritable(problem, out) from None
    finally:
        os.close(folder)


def _lock(folder: int, out: Path) -> None:
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        problem = "another `viva grade` writes its results here just now"
        raise Fault(problem, file=str(out), remedy="wait until it is done, or name another folder") from None
    except OSError as problem:
        if problem.errno not in (errno.ENOLCK, errno.EOPNOTSUPP, errno.EBADF, errno.EINVAL):  # a disk without locks
            raise


def _unwritable(problem: OSError, out: Path) -> Fault:
    reason = (problem.strerror or "unknown reason").lower()
    remedy = "make room there and go on with --resume" if problem.errno in _FULL else None
    return Fault(f"results cannot be written here: {reason}", file=str(out), remedy=remedy)


def _opened(file: Path) -> TextIO:
    """Open for more rows: those that an interrupted batch left there are good for as long as their keys are."""
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = file.open("a", encoding="utf-8")
    lines.write("\n" if lines.tell() else "")  # the last line may have been cut off
    return lines


@contextmanager
def _beginning(file: Path) -> Iterator[TextIO]:
    """What ends before its first row leaves no file behind."""
    try:
        with _opened(file) as lines:
            yield lines
    except BaseException:
        if not file.stat().st_size:
            file.unlink()
        raise


def _append(lines: TextIO, row: Row) -> None:
    lines.write(as_json(row.to_json(), indent=None) + "\n")
    lines.flush()


def _replace(file: Path, rows: Sequence[Row]) -> None:
    fresh = file.with_suffix(".new")
    fresh.write_text("".join(as_json(row.to_json(), indent=None) + "\n" for row in rows), "utf-8")
    fresh.replace(file)


def student_view(row: Row, exercise: Exercise) -> Row:
    """The row as it leaves for its student."""
    if row.report is None:
        return row
    shown = leaving(row.report, reader_of(exercise, row.report.attempt))
    return replace(row, report=replace(shown, score=row.report.score))
