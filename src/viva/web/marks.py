"""What came of each submission, without looking into its report: for lists and tables.

What a student gained in an exercise is the most of all attempts, or what the teacher gave instead.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from viva.core.deciding.marks import round_points
from viva.core.exercise import Exercise
from viva.core.ladder import Rung
from viva.core.records import dataclass
from viva.core.verdict import Verdict
from viva.web.database.models import Job, Opened, Override, Regrade, StoredReport, Submitted
from viva.web.jobs import queue

WAITING, DONE, ERROR = "waiting", "done", "error"


@dataclass(frozen=True, slots=True)
class Mark:
    """One submission; `score` is in 0..1 before, `paid` the points that earlier attempts took. `exercise` is the hash
    of what it is held against."""

    submission_id: int
    public: str
    person_id: int
    place: str
    attempt: int
    created: float
    exercise: str
    state: str
    verdict: Verdict | None = None
    score: float | None = None
    paid: float = 0.0
    rung: Rung | None = None

    def points(self, exercise: Exercise) -> float | None:
        if self.score is None or self.verdict is None:
            return None
        gained = max(0.0, self.score * exercise.points - self.paid)
        return round_points(gained, exercise.points, exercise.step, right=self.verdict.right)


def marks(session: Session, *, person_id: int | None = None, place: str | None = None) -> list[Mark]:
    """All submissions, or those of a person or to an exercise, in the order they were handed in."""
    wanted = [
        *([Submitted.person_id == person_id] if person_id is not None else []),
        *([Submitted.place == place] if place is not None else []),
    ]
    about = (Submitted.id, Submitted.public, Submitted.person_id, Submitted.place, Submitted.attempt, Submitted.created)
    rows = session.execute(select(*about, Submitted.exercise).where(*wanted).order_by(Submitted.id)).all()
    if not rows:
        return []
    reports = _reports(session, wanted)
    failed = set(
        session.scalars(
            select(Job.submission_id)
            .join(Submitted, Submitted.id == Job.submission_id)
            .where(Job.state == queue.FAILED, *wanted)
        )
    )
    regrades = _applied(session)
    paid = _paid(session, wanted)
    found = []
    for number, public, person, where, attempt, created, own in rows:
        exercise = next((each for at, each in regrades.get(where, ()) if at > created), own)
        known = reports.get((number, exercise))
        before = sum(max(costs.values()) for costs in _before(paid, person, where, attempt).values())
        base = (number, public, person, where, attempt, created, exercise)
        if known is None:
            found.append(Mark(*base, ERROR if number in failed else WAITING, paid=before))
        else:
            found.append(Mark(*base, DONE, Verdict(known[0]), known[1], before, Rung(known[2])))
    return found


_Reports = dict[tuple[int, str], tuple[str, float | None, str]]


def _reports(session: Session, wanted: Sequence[ColumnElement[bool]]) -> _Reports:
    """Verdict, score and rung by submission and exercise: of the newest report, unless it was made for a regrade that
    only shows what would change."""
    shown = select(Regrade.place, Regrade.exercise, Regrade.version).where(Regrade.state == "shown")
    tried = {tuple(row) for row in session.execute(shown)}
    about = (StoredReport.submission_id, StoredReport.exercise, StoredReport.version, Submitted.place)
    asked = select(*about, StoredReport.verdict, StoredReport.score, StoredReport.rung)
    ordered = asked.join(Submitted, Submitted.id == StoredReport.submission_id).order_by(StoredReport.created)
    found: _Reports = {}
    for number, exercise, version, place, verdict, score, rung in session.execute(ordered.where(*wanted)):
        if (number, exercise) not in found or (place, exercise, version) not in tried:
            found[number, exercise] = verdict, score, rung
    return found


def best(found: Sequence[Mark], exercise: Exercise) -> Mark | None:
    """The attempt that a student is judged by: a right one where there is one, then the one with the most points, then
    the last. Help that was paid for may leave a right attempt with fewer points than an earlier one: `most_points` are
    theirs all the same."""

    def rank(mark: Mark) -> tuple[bool, float, int]:
        points = mark.points(exercise)
        return mark.verdict is not None and mark.verdict.right, -1.0 if points is None else points, mark.attempt

    return max(found, key=rank, default=None)


def most_points(found: Sequence[Mark], exercise: Exercise) -> float | None:
    """What a student gained: the most of all attempts."""
    return max((points for mark in found if (points := mark.points(exercise)) is not None), default=None)


def overrides(session: Session, person_id: int | None = None) -> dict[tuple[int, str], Override]:
    """What the teacher gave instead, by person and place: the last word of each."""
    asked = select(Override).order_by(Override.id)
    if person_id is not None:
        asked = asked.where(Override.person_id == person_id)
    last = {(each.person_id, each.place): each for each in session.scalars(asked)}
    return {where: each for where, each in last.items() if each.points is not None}


def _applied(session: Session) -> dict[str, list[tuple[float, str]]]:
    """By place: when a regrade was applied, and to what, the last one first."""
    found: dict[str, list[tuple[float, str]]] = {}
    for each in session.scalars(select(Regrade).where(Regrade.state == "applied").order_by(Regrade.id.desc())):
        found.setdefault(each.place, []).append((each.created, each.exercise))
    return found


_Paid = dict[tuple[int, str], list[tuple[int, str, float]]]


def _paid(session: Session, wanted: Sequence[ColumnElement[bool]]) -> _Paid:
    asked = select(Submitted.person_id, Submitted.place, Submitted.attempt, Opened.rung, Opened.cost).join(
        Opened, Opened.submission_id == Submitted.id
    )
    found: _Paid = {}
    for person, place, attempt, rung, cost in session.execute(asked.where(*wanted)):
        found.setdefault((person, place), []).append((attempt, rung, cost))
    return found


def _before(paid: _Paid, person: int, place: str, attempt: int) -> dict[str, dict[int, float]]:
    costs: dict[str, dict[int, float]] = {}
    for at, rung, cost in paid.get((person, place), ()):
        if at < attempt:
            costs.setdefault(rung, {})[at] = cost
    return costs
