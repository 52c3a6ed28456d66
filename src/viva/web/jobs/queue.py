"""The table of jobs. Start reading here.

What is guaranteed: a job is done by one holder at a time; a holder that does not come back in time loses it, and it is
done again, once; then it is an error, and never a report. A report is written together with the end of its job, by
who holds it. Among jobs of one priority people take turns, however many jobs each of them has.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import and_, func, or_, select, update
from sqlalchemy.orm import Session

from viva.core.ladder import Rung
from viva.core.records import dataclass
from viva.core.version import VERSION
from viva.grading.row import Error
from viva.web.database.models import Job, StoredReport, Submitted
from viva.web.database.sessions import Database

LEASE = 30.0
QUEUED, RUNNING, DONE, FAILED = "queued", "running", "done", "failed"
FOR_STUDENT, FOR_TEACHER, LATER = 0, 1, 2
_TRIES = 2


@dataclass(frozen=True, slots=True)
class Claimed:
    """A job as its holder needs it."""

    id: int
    submission_id: int
    exercise: str
    rung: Rung
    name: str
    files: Any
    locale: str


def enqueue(session: Session, submitted: Submitted, exercise: str, rung: Rung, priority: int = FOR_STUDENT) -> Job:
    """The job that works this submission out up to a rung: one that is there already, or a new one at the end of its
    person's own queue."""
    job = find(session, submitted.id, exercise, rung)
    if job is not None:
        if job.state == QUEUED and priority < job.priority:
            job.priority = priority
        return job
    active = Job.state.in_((QUEUED, RUNNING))
    first = session.scalar(select(func.min(Job.turn)).where(active, Job.priority == priority)) or 0
    own = session.scalar(
        select(func.max(Job.turn)).where(active, Job.priority == priority, Job.person_id == submitted.person_id)
    )
    job = Job(
        submission_id=submitted.id,
        person_id=submitted.person_id,
        exercise=exercise,
        version=VERSION,
        rung=rung.value,
        priority=priority,
        turn=first if own is None else max(first, own + 1),
    )
    session.add(job)
    session.flush()
    return job


def find(session: Session, submission_id: int, exercise: str, rung: Rung) -> Job | None:
    return session.scalars(
        select(Job).where(
            Job.submission_id == submission_id,
            Job.exercise == exercise,
            Job.version == VERSION,
            Job.rung == rung.value,
        )
    ).first()


def first_of(session: Session, submission_id: int, exercise: str) -> Job | None:
    """The first job that was made for a submission, up to whichever rung."""
    asked = select(Job).where(Job.submission_id == submission_id, Job.exercise == exercise, Job.version == VERSION)
    return session.scalars(asked.order_by(Job.id)).first()


def waiting_of(session: Session, person_id: int) -> int:
    """How many checks of a person wait to be begun."""
    asked = select(func.count()).where(Job.person_id == person_id, Job.state == QUEUED, Job.priority == FOR_STUDENT)
    return session.scalar(asked) or 0


def place_of(session: Session, job: Job) -> int:
    """How many jobs are before this one."""
    before = or_(
        Job.priority < job.priority,
        and_(Job.priority == job.priority, or_(Job.turn < job.turn, and_(Job.turn == job.turn, Job.id < job.id))),
    )
    return session.scalar(select(func.count()).where(Job.state == QUEUED, before)) or 0


def count(session: Session) -> dict[str, int]:
    """How many jobs there are in each state."""
    found = session.execute(select(Job.state, func.count()).group_by(Job.state)).all()
    return {row[0]: row[1] for row in found}


def claim(database: Database, holder: str, most: int) -> list[Claimed]:
    """The next jobs, for whoever asks, with a lease."""
    with database.writing(durable=False) as session:
        _take_back(session)
        asked = select(Job).where(Job.state == QUEUED).order_by(Job.priority, Job.turn, Job.id).limit(most)
        jobs = session.scalars(asked.with_for_update(skip_locked=True)).all()
        claimed = []
        for job in jobs:
            submitted = session.get_one(Submitted, job.submission_id)
            job.state, job.holder, job.lease = RUNNING, holder, time.time() + LEASE
            job.tries += 1
            about = (job.id, submitted.id, job.exercise, Rung(job.rung))
            claimed.append(Claimed(*about, submitted.name, submitted.files, submitted.locale))
        return claimed


def has_work(session: Session) -> bool:
    overdue = and_(Job.state == RUNNING, Job.lease < time.time())
    return session.scalar(select(Job.id).where(or_(Job.state == QUEUED, overdue)).limit(1)) is not None


def renew(database: Database, holder: str, ids: Iterable[int]) -> None:
    with database.writing(durable=False) as session:
        own = update(Job).where(Job.id.in_(list(ids)), Job.holder == holder, Job.state == RUNNING)
        session.execute(own.values(lease=time.time() + LEASE))


def give_back(database: Database, holder: str) -> None:
    """All that a holder has: it stops, and that is no try."""
    with database.writing(durable=False) as session:
        own = update(Job).where(Job.holder == holder, Job.state == RUNNING)
        session.execute(own.values(state=QUEUED, holder=None, lease=None, tries=Job.tries - 1))


def let_go(database: Database) -> None:
    """Takes back what any holder has. Only for who knows that there is none: the one server of a data folder."""
    with database.writing(durable=False) as session:
        session.execute(update(Job).where(Job.state == RUNNING).values(lease=0.0))
        _take_back(session)


def finish(database: Database, holder: str, claimed: Claimed, report: dict[str, Any]) -> bool:
    """Writes the report and ends the job; False where somebody else holds it by now, and the report is not needed."""
    with database.writing(durable=False) as session:
        job = _held(session, holder, claimed.id)
        if job is None:
            return False
        key = (claimed.submission_id, claimed.exercise, VERSION)
        stored = session.get(StoredReport, key)
        if stored is None:
            about = {"submission_id": key[0], "exercise": key[1], "version": key[2], "rung": claimed.rung.value}
            session.add(StoredReport(**about, verdict=report["verdict"], score=report["score"], body=report))
        elif Rung(stored.rung).height < claimed.rung.height:
            stored.rung, stored.body = claimed.rung.value, report
        job.state, job.lease, job.finished, job.problem = DONE, None, time.time(), None
        return True


def fail(database: Database, holder: str, claimed: Claimed, problem: Error, *, again: bool) -> bool:
    """Ends the job with an error for the teacher; where it may be done `again`, that is tried once. True where it
    ended."""
    with database.writing(durable=False) as session:
        job = _held(session, holder, claimed.id)
        if job is None:
            return False
        if again and job.tries < _TRIES:
            job.state, job.holder, job.lease = QUEUED, None, None
            return False
        _end(job, problem)
        return True


def run_again(job: Job) -> None:
    """A job that ended with an error gets a fresh start."""
    if job.state == FAILED:
        job.state, job.tries, job.problem, job.holder, job.lease = QUEUED, 0, None, None, None


def forgotten(session: Session) -> Sequence[Submitted]:
    """Submissions that have neither a report nor a job: nothing should ever be, and nothing stays so."""
    jobs, reports = select(Job.submission_id), select(StoredReport.submission_id)
    asked = select(Submitted).where(Submitted.id.not_in(jobs), Submitted.id.not_in(reports))
    return session.scalars(asked).all()


def problem_of(job: Job) -> Error | None:
    return Error.from_json(json.loads(job.problem)) if job.problem else None


def _held(session: Session, holder: str, number: int) -> Job | None:
    job = session.get(Job, number, with_for_update=True)
    return job if job is not None and job.state == RUNNING and job.holder == holder else None


def _take_back(session: Session) -> None:
    """Jobs whose holder did not come back in time."""
    overdue = select(Job).where(Job.state == RUNNING, Job.lease < time.time()).with_for_update(skip_locked=True)
    for job in session.scalars(overdue):
        if job.tries < _TRIES:
            job.state, job.holder, job.lease = QUEUED, None, None
        else:
            _end(job, Error("lost", "the server ended twice while this was examined", "have it examined again"))


def _end(job: Job, problem: Error) -> None:
    job.state, job.lease, job.finished = FAILED, None, time.time()
    job.problem = json.dumps(problem.to_json())
