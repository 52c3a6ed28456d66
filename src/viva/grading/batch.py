"""Start reading here: many submissions, a few worker processes, one row each.

What this guarantees: every entry of the roster gives exactly one row. Each submission is read once, when it is its
turn, and is a value from then on: for its key, for its worker, and for the lines that pages quote of it. A worker that
dies takes nothing with it but its submission, which is tried once more in a fresh worker and then recorded as an error;
so is one that does not answer in time. Equal submissions are examined once. Rows are handed on as they come.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import Any, cast

from viva.core import mistake
from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.core.records import dataclass
from viva.core.report import Report
from viva.core.submission import Submission, Unreadable, unreadable
from viva.core.terms import Terms
from viva.grading.handed_in.roster import Entry
from viva.grading.key import row_key
from viva.grading.parcel import Question, handed_in_to_json, terms_to_json
from viva.grading.quotes import quote_submission
from viva.grading.row import Error, Row
from viva.grading.sharing import common_key, reported_of
from viva.services.checking import handed_in
from viva.services.executors.executor import Executor, answers
from viva.services.workers.crew import Crew
from viva.services.workers.worker import Lost, Post, Said

# What a worker may take beyond the time of a check: to start, and to read the exercise.
GRACE = 30.0
_LOST = ("worker_died", "no_answer")


@dataclass(frozen=True, slots=True)
class Done:
    """The row of one entry, whether it was good from before, and of the submission what its report points at."""

    entry: Entry
    row: Row
    quotes: Submission | None = None
    kept: bool = False


@dataclass(frozen=True, slots=True)
class _Read:
    """`key` is that of its row, `common` what it shares with submissions that are equal to it."""

    entry: Entry
    key: str
    handed_in: Submission | Unreadable
    common: str | None


@dataclass(slots=True)
class _First:
    """The first of some equal submissions, what came of it once it is known, and those that wait for it."""

    read: _Read
    came: tuple[Report | None, Error | None] | None = None
    waiting: list[_Read] = field(default_factory=list)


Hire = Callable[[Post], Executor[Any]]
"""Who examines: given what a worker is to be, those who do the work."""


def hire_here(jobs: int) -> Hire:
    """So many processes of this machine."""
    return lambda post: Crew(post, jobs)


def grade_entries(  # noqa: PLR0915 its steps share what equal submissions wait for
    entries: Sequence[Entry],
    exercises: Mapping[str, Exercise],
    before: Mapping[str, Row],
    terms: Terms,
    hire: Hire,
) -> Iterator[Done]:
    """One row per entry, in the order they come; `before` are earlier rows by key and by what
    equal submissions have in common, of which the good ones are kept.

    What belongs to one exercise comes together, so that workers are warm. Closing the iterator ends all workers.
    """
    questions = {
        name: Question(exercise.source, exercise.points, exercise.feedback.locale).to_json()
        for name, exercise in exercises.items()
    }
    post = Post(
        "viva.grading.worker:work",
        {"questions": dict[str, Json](questions), "terms": terms_to_json(terms)},
        wall=GRACE + terms.budget.wall,
    )
    places = {name: place for place, name in enumerate(exercises)}
    settled: deque[Done] = deque()
    firsts: dict[str, _First] = {}
    apart: list[_Read] = []

    def done(read: _Read, report: Report | None, error: Error | None) -> Done:
        row = _row(read.entry, read.key, exercises[read.entry.exercise], report, error, common=read.common)
        return Done(read.entry, row, quote_submission(read.handed_in, report))

    def share(read: _Read, first: _First) -> None:
        """Settles what is equal to a submission that was examined, if what came of that can be said of both."""
        assert first.came is not None
        told = _told_of(read, first)
        if told is None:
            apart.append(read)
        else:
            settled.append(done(read, *told))

    def tasks() -> Iterator[tuple[_Read, Json]]:
        for entry in sorted(entries, key=lambda each: places[each.exercise]):
            exercise = exercises[entry.exercise]
            # As in a worker: what reading one submission brings about costs no other one its row.
            try:
                handed_in = _read(entry.path)
                key = row_key(exercise, entry.path.name, handed_in, terms)
                read = _Read(entry, key, handed_in, common_key(exercise, handed_in, terms))
            except Exception as problem:  # noqa: BLE001
                settled.append(Done(entry, _row(entry, "", exercise, None, Error.of(problem, entry.path.name))))
                continue
            known = _known(read, exercise, before)
            first = firsts.get(read.common) if read.common else None
            if known is not None:
                settled.append(known)
            elif first is None:
                if read.common:
                    firsts[read.common] = _First(read)
                yield read, _task(read)
            elif first.came is None:
                first.waiting.append(read)
            else:
                share(read, first)

    workers = hire(post)
    try:
        for read, said in answers(tasks(), workers):
            came = _understood(said)
            settled.append(done(read, *came))
            if read.common:
                first = firsts[read.common]
                first.came = came
                for each in first.waiting:
                    share(each, first)
                first.waiting.clear()
            while settled:
                yield settled.popleft()
        yield from settled
        for read, said in answers(((read, _task(read)) for read in apart), workers):
            yield done(read, *_understood(said))
    finally:
        workers.end()


def _read(path: Path) -> Submission | Unreadable:
    if path.is_symlink():
        return unreadable("wrong_files", "link", name=path.name)
    return handed_in(path)


def _known(read: _Read, exercise: Exercise, before: Mapping[str, Row]) -> Done | None:
    """What needs no check: that nothing was handed in, an empty folder or zip, and rows that are good from before."""
    entry, handed_in = read.entry, read.handed_in
    if isinstance(handed_in, Submission) and not handed_in.files:
        return Done(entry, Row.of_nothing(entry.student, exercise, entry.path.name))
    report = _from_before(read, before)
    if report is None:
        return None
    row = _row(entry, read.key, exercise, report, None, common=read.common)
    return Done(entry, row, quote_submission(handed_in, report), kept=True)


def _from_before(read: _Read, before: Mapping[str, Row]) -> Report | None:
    """The report of an earlier batch, on this submission or on one that is equal to it but for its name."""
    own, equal = before.get(read.key), before.get(read.common or "")
    if own is not None and own.report is not None:
        return own.report
    if equal is None or equal.report is None or isinstance(read.handed_in, Unreadable):
        return None
    return reported_of(equal.report, equal.file, read.handed_in.name)


def _task(read: _Read) -> Json:
    travelling = handed_in_to_json(read.handed_in)
    return {"exercise": read.entry.exercise, "file": read.entry.path.name, "handed_in": travelling}


def _told_of(read: _Read, first: _First) -> tuple[Report | None, Error | None] | None:
    """What came of the first of some equal submissions as that of another, or None where it cannot be said of it."""
    assert first.came is not None
    report, error = first.came
    one, other = first.read.handed_in, read.handed_in
    assert isinstance(one, Submission) and isinstance(other, Submission)
    if report is None:
        return None if error is None or one.name in error.problem else (None, error)
    renamed = reported_of(report, one.name, other.name)
    return None if renamed is None else (renamed, None)


def _understood(said: Said | Lost) -> tuple[Report | None, Error | None]:
    match said:
        case Lost("stuck"):
            return None, Error("no_answer", "the examination did not end in time and was stopped", mistake.REMEDY)
        case Lost("garbled"):
            problem = "the process that examined it said what cannot be understood, twice"
            return None, Error("worker_died", problem, mistake.REMEDY)
        case Lost(_, status):
            how = f"by signal {-status}" if status is not None and status < 0 else f"with exit status {status}"
            return None, Error("worker_died", f"the process that examined it ended {how}, twice", mistake.REMEDY)
    try:
        if "error" in said:
            return None, Error.from_json(cast("dict[str, Json]", said["error"]))
        return Report.from_json(cast("dict[str, Json]", said["report"])), None
    except (KeyError, TypeError, ValueError, AttributeError) as problem:
        return None, Error("worker_died", f"its report cannot be understood ({mistake.told(problem)})", mistake.REMEDY)


def _row(
    entry: Entry, key: str, exercise: Exercise, report: Report | None, error: Error | None, *, common: str | None = None
) -> Row:
    if error is not None and error.kind in _LOST:  # where it says what happened to a process, it says to which
        error = replace(error, problem=f"{entry.path.name}: {error.problem}")
    gained = None if report is None else report.points
    about = (entry.student, entry.exercise, exercise.title, exercise.points)
    return Row(*about, entry.path.name, key, gained, report, error, common or "")
