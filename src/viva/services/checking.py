"""One check from end to end: the subject examines, and `viva.core.deciding.leaving` decides what of it leaves."""

import contextvars
import os
import queue
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from viva.core.deciding import outcome
from viva.core.deciding.following import Follower, followed_by
from viva.core.deciding.leaving import leaving, reader_of
from viva.core.exercise import Exercise
from viva.core.report import Report
from viva.core.subject import Subject
from viva.core.submission import Submission, Unreadable, unreadable
from viva.core.terms import ENGLISH, Ended, Terms
from viva.core.texts import catalogue
from viva.core.version import VERSION
from viva.services.known import read_known, tell_known


def check(subject: Subject, exercise: Exercise, submission: Submission | Unreadable, terms: Terms) -> Report:
    """The report on a submission, or on what came of reading it, as it leaves for who asked."""
    whole = examine(subject, exercise, submission, terms)
    return leaving(whole, reader_of(exercise, terms.attempt, terms.rung))


def examine(subject: Subject, exercise: Exercise, submission: Submission | Unreadable, terms: Terms) -> Report:
    """All that was found out under these terms, for the teacher's side; `core.deciding.leaving` is the way out."""
    started = time.monotonic()
    terms = replace(terms, locale=terms.locale or exercise.feedback.locale or ENGLISH)
    report, rungs = _examined(subject, exercise, submission, terms), exercise.feedback.rungs(terms.attempt, terms.rung)
    report = tell_known(report, read_known(exercise.source), rungs)
    report = outcome.substantiated(report, rungs, catalogue("viva.core", terms.locale).say("nothing_shown"))
    return _complete(report, exercise, terms, started)


def _complete(report: Report, exercise: Exercise, terms: Terms, started: float) -> Report:
    return replace(
        report,
        title=exercise.title,
        worth=exercise.points,
        step=exercise.step,
        version=VERSION,
        seconds=round(time.monotonic() - started, 4),
        locale=terms.locale,
    )


def check_stepwise(
    subject: Subject, exercise: Exercise, submission: Submission | Unreadable, terms: Terms
) -> Iterator[Report]:
    """What is known of the report, each time that more is known; the last is that of `check`. Each leaves as a report
    does. The check goes on in a thread of its own, also where nobody asks for the next."""
    started, terms = time.monotonic(), replace(terms, locale=terms.locale or exercise.feedback.locale or ENGLISH)
    reader = reader_of(exercise, terms.attempt, terms.rung)
    told: queue.SimpleQueue[Report | BaseException | None] = queue.SimpleQueue()

    def so_far(report: Report) -> None:
        told.put(leaving(_complete(report, exercise, terms, started), reader))

    def checked() -> None:
        try:
            with followed_by(Follower(so_far=so_far)):
                told.put(check(subject, exercise, submission, terms))
            told.put(None)
        except BaseException as problem:  # noqa: BLE001 it is raised where the report was asked for
            told.put(problem)

    threading.Thread(target=contextvars.copy_context().run, args=(checked,), daemon=True).start()
    while (found := told.get()) is not None:
        if isinstance(found, BaseException):
            raise found
        yield found


def check_path(subject: Subject, exercise: Exercise, path: Path, terms: Terms) -> Report:
    """The report on what lies at `path`."""
    return check(subject, exercise, handed_in(path), terms)


def handed_in(path: Path) -> Submission | Unreadable:
    """What lies at `path`, read once: for the check, and for whoever quotes lines of it afterwards."""
    try:
        if _leads_out(path):
            return unreadable("wrong_files", "link", name=path.name)
        submission = Submission.from_path(path)
    except Unreadable as problem:
        return problem
    link = None if submission.files else _first_link(path)
    return submission if link is None else unreadable("empty", "link", name=link)


def _leads_out(path: Path) -> bool:
    """Whether it is a link to something that does not lie beside it: then it is none of the student's."""
    return path.is_symlink() and not path.resolve().is_relative_to(path.parent.resolve())


def _first_link(folder: Path) -> str | None:
    """A link that stands where files were to be handed in: nothing is read through it, but it is told of."""
    if not folder.is_dir():
        return None
    found = (Path(place, name) for place, folders, files in os.walk(folder) for name in (*folders, *files))
    return min((path.relative_to(folder).as_posix() for path in found if path.is_symlink()), default=None)


def _examined(subject: Subject, exercise: Exercise, submission: Submission | Unreadable, terms: Terms) -> Report:
    if isinstance(submission, Unreadable):
        return rejected(exercise, submission, terms)
    try:
        return subject.check(exercise, submission, terms)
    except Unreadable as problem:
        return rejected(exercise, problem, terms)
    except Ended:
        # Most subjects tell what they had seen until then; here it was too little to say anything.
        return outcome.undecided(outcome.begun(exercise, terms, ""), catalogue("viva.core", terms.locale).say("ended"))


def rejected(exercise: Exercise, problem: Unreadable, terms: Terms) -> Report:
    report = outcome.begun(exercise, terms, "")
    seen = replace(report, evidence=replace(report.evidence, covered=problem.covered))
    return outcome.rejected(seen, problem.reason, problem.findings_in(terms.locale), problem.score)
