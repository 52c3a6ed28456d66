"""The class as the teacher sees it: the rows of `viva grade`, made of what counts of each student.

Points that the teacher gave instead stand in the row; a regrade shows first whose points would change.
"""

from __future__ import annotations

import io
import tempfile
import time
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from viva.core.exercise import Exercise
from viva.core.ladder import Rung, shown_up_to
from viva.core.records import dataclass
from viva.core.report import Report
from viva.core.submission import Submission
from viva.core.verdict import Verdict
from viva.core.version import VERSION
from viva.grading.exports import FORMATS
from viva.grading.grade import Class, Results
from viva.grading.handed_in.roster import Roster
from viva.grading.outputs import write_outputs
from viva.grading.quotes import quote_submission
from viva.grading.row import Error, Name, Row
from viva.web import attempts
from viva.web.database.models import Grant, Job, Override, Person, Regrade, StoredReport, Submitted
from viva.web.jobs import queue
from viva.web.marks import ERROR, Mark, best, marks, most_points, overrides
from viva.web.shelf import Card
from viva.web.site import Site, Spot

STUDENT = "student"
SHOWN, APPLIED, DROPPED = "shown", "applied", "dropped"
_ALL = "all"
EXPORTS = (_ALL, *FORMATS)
_PATIENCE = 20.0  # seconds for which what is taken away waits for an exercise that is being prepared


@dataclass(frozen=True, slots=True)
class Change:
    """What a regrade would do to one student; None are no points yet."""

    student: str
    before: float | None
    after: float | None


@dataclass(frozen=True, slots=True)
class Preview:
    """`is_stale`: it was worked out for an exercise that is another now, or by another version, and cannot count."""

    regrade: Regrade
    changes: tuple[Change, ...]
    same: int
    waiting: int
    failed: int
    is_stale: bool


def students(session: Session) -> Sequence[Person]:
    return session.scalars(select(Person).where(Person.role == STUDENT).order_by(Person.name_key)).all()


def fingerprint(session: Session) -> tuple[object, ...]:
    """Another one whenever something has changed that the pages of the class show."""
    ids = [session.scalar(select(func.max(table.id))) for table in (Person, Submitted, Job, Override, Grant)]
    people = session.execute(select(func.count(), func.count(Person.link)).select_from(Person)).one()
    regrades = session.execute(select(Regrade.state, func.count()).group_by(Regrade.state)).all()
    jobs = session.execute(select(Job.state, func.count(), func.max(Job.finished)).group_by(Job.state)).all()
    return *ids, *people, *sorted(tuple(row) for row in regrades), *sorted(tuple(row) for row in jobs)


def exercises_of(site: Site, wait: float = 0.0) -> dict[str, Exercise]:
    """Those of the course that can be read, by place; each that is being prepared is waited for so long."""
    cards = {place: site.card(offer.hash, wait=wait) for place, offer in site.shelf.offers.items()}
    return {place: card.exercise for place, card in cards.items() if isinstance(card, Card)}


def in_preparation(site: Site) -> int:
    """How many exercises nobody can say anything of yet."""
    return sum(site.card(offer.hash) is None for offer in site.shelf.offers.values())


def class_results(site: Site, session: Session, locale: str, *, used_only: bool = False, wait: float = 0.0) -> Results:
    """One row for each student and exercise, as `viva grade` gives them. `used_only` leaves out exercises that nobody
    has handed in for, where there are very many."""
    people = {person.id: person for person in students(session)}
    found: dict[tuple[int, str], list[Mark]] = {}
    for mark in marks(session):
        if mark.person_id in people and mark.place in site.shelf.offers:
            found.setdefault((mark.person_id, mark.place), []).append(mark)
    exercises = exercises_of(site, wait)
    if used_only:
        used = {place for _, place in found}
        exercises = {place: exercise for place, exercise in exercises.items() if place in used}
    given = overrides(session)
    rows: list[Row] = []
    quotes: dict[Name, Submission] = {}
    for number, person in people.items():
        for place, exercise in exercises.items():
            own = found.get((number, place), ())
            counts = best(own, exercise)
            row = Row.of_nothing(person.name, exercise) if counts is None else _row(session, person, exercise, counts)
            if (number, place) in given:
                row = replace(row, points=given[number, place].points)
            elif own:
                row = replace(row, points=most_points(own, exercise))
            if counts is not None and row.report is not None:
                submitted = session.get_one(Submitted, counts.submission_id)
                quoted = quote_submission(attempts.submission_of(submitted), row.report)
                if quoted is not None:
                    quotes[row.name] = quoted
            rows.append(row)
    group = Class(site.shelf.title, exercises, Roster((), (), (), ()))
    return Results(group, tuple(rows), quotes, 0, locale)


def _row(session: Session, person: Person, exercise: Exercise, mark: Mark) -> Row:
    """The teacher's report, with the score that earlier attempts leave."""
    submitted = session.get_one(Submitted, mark.submission_id)
    about = (person.name, exercise.name, exercise.title, exercise.points, submitted.name, submitted.digest)
    if mark.verdict is None:
        kind = "error" if mark.state == ERROR else "waiting"
        problem = "it could not be checked" if mark.state == ERROR else "it is being checked"
        return Row(*about, None, None, Error(kind, problem))
    stored = attempts.report_that_counts(session, submitted)
    assert stored is not None
    score = None if mark.score is None else max(0.0, mark.score - (mark.paid / exercise.points))
    report = replace(Report.from_json(stored.body), attempt=mark.attempt, score=score, exercise=exercise.name)
    return Row(*about, mark.points(exercise), report, None)


def work_out_places(site: Site, session: Session) -> int:
    """Has the reports that count worked out up to the place, when nobody else waits: equal mistakes are found by what
    mends them. Gives how many are not yet."""
    counting: dict[tuple[int, str], list[Mark]] = {}
    for mark in marks(session):
        counting.setdefault((mark.person_id, mark.place), []).append(mark)
    exercises = exercises_of(site)
    wanted = [best(found, exercises[place]) for (_, place), found in counting.items() if place in exercises]
    open_ones = [
        mark
        for mark in wanted
        if mark and mark.verdict and not mark.verdict.right and mark.rung and mark.rung.height < Rung.PLACE.height
    ]
    missing = []
    for mark in open_ones:
        job = queue.find(session, mark.submission_id, mark.exercise, Rung.PLACE)
        if job is None:
            missing.append(mark)
    if missing:
        with site.database.writing(durable=False) as writing:
            for mark in missing:
                submitted = writing.get_one(Submitted, mark.submission_id)
                queue.enqueue(writing, submitted, mark.exercise, Rung.PLACE, queue.LATER)
        if site.crew is not None:
            site.crew.wake()
    return len(open_ones)


def export(site: Site, session: Session, locale: str, form: str) -> bytes:
    """What `viva grade` writes, as a zip: all of its files, or those of one format."""
    results = class_results(site, session, locale, wait=_PATIENCE)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        if form == _ALL:
            write_outputs(results, out)
        else:
            FORMATS[form](results, out, None)
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for file in sorted(out.rglob("*")):
                if file.is_file():
                    archive.write(file, file.relative_to(out).as_posix())
        return packed.getvalue()


def begin_regrade(site: Site, spot: Spot) -> Regrade:
    """Has all submissions at a place checked against the exercise as it is now, by this version of Viva."""
    exercise = spot.offer.hash
    policy = site.known_card(exercise).exercise.feedback
    with site.database.writing() as session:
        earlier = select(Regrade).where(Regrade.place == spot.key, Regrade.state == SHOWN)
        for each in session.scalars(earlier):
            each.state = DROPPED
        regrade = Regrade(place=spot.key, exercise=exercise, version=VERSION, state=SHOWN)
        session.add(regrade)
        for submitted in session.scalars(select(Submitted).where(Submitted.place == spot.key)):
            opened = attempts.opened_rungs(session, submitted)
            rung = shown_up_to(policy, submitted.attempt, opened)
            stored = session.get(StoredReport, (submitted.id, exercise, VERSION))
            if stored is None or Rung(stored.rung).height < rung.height:
                queue.run_again(queue.enqueue(session, submitted, exercise, rung, queue.FOR_TEACHER))
    if site.crew is not None:
        site.crew.wake()
    return regrade


def preview(site: Site, session: Session, regrade: Regrade) -> Preview:
    """Whose points would change. While some are not worked out yet, nothing is said of anybody's: it could be another
    attempt that counts in the end."""
    exercise = site.known_card(regrade.exercise).exercise
    names = {person.id: person.name for person in students(session)}
    found: dict[int, list[Mark]] = {}
    for mark in marks(session, place=regrade.place):
        found.setdefault(mark.person_id, []).append(mark)
    asked = select(StoredReport.submission_id, StoredReport.verdict, StoredReport.score, StoredReport.rung).where(
        StoredReport.exercise == regrade.exercise, StoredReport.version == regrade.version
    )
    fresh = {row[0]: row for row in session.execute(asked)}
    failed = set(
        session.scalars(
            select(Job.submission_id).where(
                Job.exercise == regrade.exercise, Job.version == regrade.version, Job.state == queue.FAILED
            )
        )
    )
    given = overrides(session)
    changes, same, waiting, lost = [], 0, 0, 0
    for number, own in found.items():
        if number not in names:
            continue
        waiting += sum(mark.submission_id not in fresh and mark.submission_id not in failed for mark in own)
        lost += sum(mark.submission_id in failed and mark.submission_id not in fresh for mark in own)
        again = [_as_fresh(mark, fresh) for mark in own]
        before, after = _points(site, own), most_points(again, exercise)
        if (number, regrade.place) in given or before == after:
            same += 1
        else:
            changes.append(Change(names[number], before, after))
    newest = site.newest(regrade.place)
    stale = newest is None or newest.hash != regrade.exercise or regrade.version != VERSION
    if waiting:
        return Preview(regrade, (), 0, waiting, lost, stale)
    return Preview(regrade, tuple(changes), same, waiting, lost, stale)


def _as_fresh(mark: Mark, fresh: Mapping[int, Sequence[object]]) -> Mark:
    row = fresh.get(mark.submission_id)
    if row is None:
        return mark
    score = row[2] if isinstance(row[2], float | int) else None
    return replace(mark, verdict=Verdict(str(row[1])), score=score)


def _points(site: Site, own: Sequence[Mark]) -> float | None:
    known = [mark.points(site.known_card(mark.exercise).exercise) for mark in own]
    return max((each for each in known if each is not None), default=None)


def end_regrade(site: Site, number: int, *, applies: bool) -> bool:
    """Lets what was shown count from now on, or forgets it. False where it was ended already."""
    with site.database.writing() as session:
        regrade = session.get(Regrade, number)
        if regrade is None or regrade.state != SHOWN:
            return False
        regrade.state = APPLIED if applies else DROPPED
        if applies:
            regrade.created = time.time()
        else:
            _forget(session, regrade)
        return True


def _forget(session: Session, regrade: Regrade) -> None:
    """What was worked out for a regrade only. A report that is the only one of its submission stays."""
    others = select(StoredReport.submission_id).where(
        (StoredReport.exercise != regrade.exercise) | (StoredReport.version != regrade.version)
    )
    own = select(Submitted.id).where(Submitted.place == regrade.place, Submitted.id.in_(others))
    for table in (StoredReport, Job):
        key = (table.exercise == regrade.exercise, table.version == regrade.version)
        session.execute(delete(table).where(*key, table.submission_id.in_(list(session.scalars(own)))))
