"""A worker: a process that examines one submission after another and answers with one line of JSON each.

It may die at any time, by a hostile submission or by the machine; that is the batch's to notice. It never answers
for a submission twice, and whatever is raised in it becomes an answer.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path

from viva import __version__
from viva.core.checking import check_path, rejected
from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.ladder import Policy, Rung
from viva.core.registry import read_source
from viva.core.report import Report
from viva.core.source import Source
from viva.core.subject import Subject
from viva.core.submission import Unreadable
from viva.core.terms import Terms
from viva.grading.row import Error
from viva.showing.document import as_json

_LONGEST = 500


@dataclass(frozen=True, slots=True)
class Question:
    """An exercise as it travels to a worker: its files, and the points that the course gives it."""

    source: Source
    points: float


def work(connection: Connection, questions: Sequence[Question], terms: Terms) -> None:
    """Answers `[exercise, path]` messages until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the batch's to handle
    known: dict[str, tuple[Subject, Exercise]] = {}
    for question in questions:
        subject, exercise = read_source(question.source)
        known[exercise.name] = subject, replace(exercise, points=question.points)
    while True:
        try:
            name, path = json.loads(connection.recv_bytes())
            answer = _answer(*known[name], Path(os.fsdecode(path.encode("latin-1"))), terms)
            connection.send_bytes(answer.encode())
        except (EOFError, BrokenPipeError):
            return


def _answer(subject: Subject, exercise: Exercise, path: Path, terms: Terms) -> str:
    """A broad except with a story: nothing that one submission brings about may cost another one its row."""
    try:
        return as_json({"report": examine(subject, exercise, path, terms).to_json()}, indent=None)
    except Fault as fault:
        error = Error("fault", str(fault))
    except OSError as problem:
        error = Error("fault", f"{path.name}: {(problem.strerror or str(problem)).lower()}")
    except Exception as problem:  # noqa: BLE001
        error = Error("mistake", f"{type(problem).__name__}: {problem}"[:_LONGEST])
    return as_json({"error": error.to_json()}, indent=None)


def examine(subject: Subject, exercise: Exercise, path: Path, terms: Terms) -> Report:
    """The teacher's report, with the score that the attempt leaves.

    Findings go at least up to the example, because equal mistakes are found by it; the policy's own rungs decide only
    whether more is computed.
    """
    highest = max((*exercise.feedback.rungs(terms.attempt), Rung.EXAMPLE), key=lambda rung: rung.height)
    whole = replace(exercise, feedback=Policy())
    asked = replace(terms, attempt=None, rung=highest)
    if path.is_symlink():
        unreadable = Unreadable("wrong_files", f"{path.name} is a link; hand in the file itself.")
        report = replace(rejected(whole, unreadable, asked), version=__version__)
    else:
        report = check_path(subject, whole, path, asked)
    scored = report.shown(exercise.feedback, exercise.points, terms.attempt, None)
    return replace(report, attempt=terms.attempt, score=scored.score)
