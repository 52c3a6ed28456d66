"""Start reading here: many submissions, a few worker processes, one row each.

What this guarantees: every entry of the roster gives exactly one row. Each submission is read once, when it is its
turn, and is a value from then on: for its key, for its worker, and for the lines that pages quote of it. A worker that
dies or does not answer takes nothing with it but its submission, which is tried once more in a fresh worker and then
recorded as an error. Rows are handed on as they come.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from viva.core.checking import handed_in
from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.core.report import Report
from viva.core.submission import Submission, Unreadable
from viva.core.terms import Terms
from viva.core.worker import Lost, Post, Said
from viva.core.workers import answers
from viva.grading.key import row_key
from viva.grading.parcel import Question, handed_in_to_json, terms_to_json
from viva.grading.quotes import quoted
from viva.grading.roster import Entry
from viva.grading.row import Error, Row

# The safety net below the safety net: a check that keeps to its budget is long done by then.
_PATIENCE = 60.0


@dataclass(frozen=True, slots=True)
class Done:
    """The row of one entry, whether it was good from before, and of the submission what its report points at."""

    entry: Entry
    row: Row
    quotes: Submission | None = None
    kept: bool = False


@dataclass(frozen=True, slots=True)
class _Read:
    entry: Entry
    key: str
    handed_in: Submission | Unreadable


def graded(
    entries: Sequence[Entry], exercises: Mapping[str, Exercise], before: Mapping[str, Row], terms: Terms, jobs: int
) -> Iterator[Done]:
    """One row per entry, in the order they come; `before` are earlier rows by key, of which the good ones are kept.

    Closing the iterator ends all workers.
    """
    questions = [Question(exercise.source, exercise.points).to_json() for exercise in exercises.values()]
    post = Post(
        "viva.grading.worker:work",
        {"questions": list[Json](questions), "terms": terms_to_json(terms)},
        wall=_PATIENCE + 5 * terms.budget.seconds,
    )
    settled: deque[Done] = deque()

    def tasks() -> Iterator[tuple[_Read, Json]]:
        for entry in entries:
            exercise = exercises[entry.exercise]
            # As in a worker: what reading one submission brings about costs no other one its row.
            try:
                read = _Read(entry, "", _read(entry.path))
                read = _Read(entry, row_key(exercise, entry.path.name, read.handed_in, terms), read.handed_in)
            except Exception as problem:  # noqa: BLE001
                settled.append(Done(entry, _row(entry, "", exercise, None, Error.of(problem, entry.path.name))))
                continue
            row = before.get(read.key)
            if row is not None and (row.student, row.exercise, row.error) == (entry.student, entry.exercise, None):
                settled.append(Done(entry, row, quoted(read.handed_in, row.report), kept=True))
            else:
                travelling = handed_in_to_json(read.handed_in)
                yield read, {"exercise": entry.exercise, "file": entry.path.name, "handed_in": travelling}

    for read, said in answers(tasks(), post, jobs):
        report, error = _understood(said)
        row = _row(read.entry, read.key, exercises[read.entry.exercise], report, error)
        while settled:
            yield settled.popleft()
        yield Done(read.entry, row, quoted(read.handed_in, report))
    yield from settled


def _read(path: Path) -> Submission | Unreadable:
    if path.is_symlink():
        return Unreadable("wrong_files", f"{path.name} is a link; hand in the file itself.")
    return handed_in(path)


def _understood(said: Said | Lost) -> tuple[Report | None, Error | None]:
    match said:
        case Lost("stuck"):
            return None, Error("no_answer", "the examination did not end in time and was stopped")
        case Lost("garbled"):
            return None, Error("worker_died", "the process that examined it said what cannot be understood, twice")
        case Lost(_, status):
            how = f"by signal {-status}" if status is not None and status < 0 else f"with exit status {status}"
            return None, Error("worker_died", f"the process that examined it ended {how}, twice")
        case {"error": dict(error)}:
            return None, Error(str(error["kind"]), str(error["problem"]))
    return Report.from_json(cast("dict[str, Json]", said["report"])), None


def _row(entry: Entry, key: str, exercise: Exercise, report: Report | None, error: Error | None) -> Row:
    gained = None if report is None or report.score is None else round(report.score * exercise.points, 4)
    return Row(entry.student, entry.exercise, entry.path.name, key, gained, report, error)
