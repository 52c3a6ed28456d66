"""Start reading here: many submissions, a few worker processes, one row each.

What this guarantees: every entry of the roster gives exactly one row. A worker that dies or does not answer takes
nothing with it but its submission, which is tried once more in a fresh worker and then recorded as an error. Rows are
handed on as they come.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from viva.core.report import Report
from viva.core.terms import Terms
from viva.grading.roster import Entry
from viva.grading.row import Error
from viva.grading.worker import Question, work

_TRIES = 2
_LARGEST_ANSWER = 64 * 2**20
_PARTING_SECONDS = 5
# The safety net below the safety net: a check that keeps to its budget is long done by then.
_PATIENCE = 60.0


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of one entry: a report or an error."""

    entry: Entry
    report: Report | None
    error: Error | None


@dataclass(slots=True)
class _Worker:
    process: BaseProcess
    connection: Connection
    entry: Entry | None = None
    deadline: float = 0.0


def answers(entries: Sequence[Entry], questions: Sequence[Question], terms: Terms, jobs: int) -> Iterator[Answer]:
    """One answer per entry, in the order they come. Closing the iterator ends all workers."""
    waiting = deque(entries)
    tries: dict[Entry, int] = {}
    workers: list[_Worker] = []
    try:
        while waiting or any(worker.entry for worker in workers):
            while len(workers) < jobs and len(waiting) > sum(worker.entry is None for worker in workers):
                workers.append(_start(questions, terms))
            for worker in workers:
                if worker.entry is None and waiting:
                    worker.entry = waiting.popleft()
                    _ask(worker, worker.entry, terms)
            for worker in _ready(workers):
                entry = worker.entry
                answer, lost = _hear(worker)
                if answer is not None:
                    worker.entry = None
                    yield answer
                elif lost is not None:
                    _end(worker)
                    workers.remove(worker)
                    if entry is not None:
                        tries[entry] = tries.get(entry, 0) + 1
                        if tries[entry] < _TRIES:
                            waiting.append(entry)
                        else:
                            yield Answer(entry, None, lost)
    finally:
        for worker in workers:
            _end(worker)


def _start(questions: Sequence[Question], terms: Terms) -> _Worker:
    # A spawned worker shares nothing with this process: no open files, no state, no other worker's pipe.
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=work, args=(theirs, tuple(questions), terms), daemon=False)
    process.start()
    theirs.close()
    return _Worker(process, ours)


def _ask(worker: _Worker, entry: Entry, terms: Terms) -> None:
    worker.deadline = time.monotonic() + _PATIENCE + 5 * terms.budget.seconds
    # A path is bytes; latin-1 carries any of them through JSON.
    question = json.dumps([entry.exercise, os.fsencode(entry.path).decode("latin-1")])
    with suppress(BrokenPipeError):  # it is dead, and `_hear` will notice
        worker.connection.send_bytes(question.encode())


def _ready(workers: Sequence[_Worker]) -> list[_Worker]:
    """The workers that said something, died, or should have answered by now."""
    busy = [worker for worker in workers if worker.entry]
    patience = max(0.0, min(worker.deadline for worker in busy) - time.monotonic())
    signs: list[Connection | int] = []
    for worker in workers:
        signs += [worker.connection, worker.process.sentinel]
    heard = wait(signs, patience)
    now = time.monotonic()
    return [
        worker
        for worker in workers
        if worker.connection in heard
        or worker.process.sentinel in heard
        or (worker.entry is not None and worker.deadline <= now)
    ]


def _hear(worker: _Worker) -> tuple[Answer | None, Error | None]:
    """What a worker answered, or how it was lost."""
    try:
        if worker.connection.poll():
            said = json.loads(worker.connection.recv_bytes(_LARGEST_ANSWER))
            assert worker.entry is not None
            error = said.get("error")
            report = None if error else Report.from_json(said["report"])
            return Answer(worker.entry, report, Error(**error) if error else None), None
    except (EOFError, OSError):  # it died, perhaps in the middle of a word
        return None, _death(worker.process)
    if worker.deadline <= time.monotonic():
        return None, Error("no_answer", "the examination did not end in time and was stopped")
    return None, _death(worker.process)


def _death(process: BaseProcess) -> Error:
    process.join()
    code = process.exitcode
    how = f"by signal {-code}" if code is not None and code < 0 else f"with exit status {code}"
    return Error("worker_died", f"the process that examined it ended {how}, twice")


def _end(worker: _Worker) -> None:
    """An idle worker leaves by itself when its pipe closes, and takes its sandbox along; a busy one is not asked."""
    worker.connection.close()
    if worker.entry is None:
        worker.process.join(_PARTING_SECONDS)
    worker.process.kill()
    worker.process.join()
    worker.process.close()
