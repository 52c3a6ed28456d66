"""What teachers see and do, as JSON: the class, its people, regrades. Every change is one of `viva.web.changes`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Body, Request
from pydantic import BaseModel, Field, Strict
from sqlalchemy import select

from viva.core.fault import Fault
from viva.showing.document import finite
from viva.web import attempts, changes, classroom, contents
from viva.web.api.problems import Problem, refusal
from viva.web.attempts import Refused
from viva.web.contents import Attempt, moment
from viva.web.database.models import Override, Regrade, Submitted
from viva.web.jobs import queue
from viva.web.marks import marks
from viva.web.pages.showing import Number, link_of, locale_of, site_of
from viva.web.people.admission import Missing, Role, open_to
from viva.web.shelf import Card

router = APIRouter(prefix="/api")
Value = TypeVar("Value")


class Known(BaseModel):
    id: str
    name: str
    has_link: bool


class PointsGiven(BaseModel):
    """`points` null takes back what was given before."""

    place: str
    points: Annotated[float, Strict()] | None = None
    reason: str = Field(min_length=1, max_length=changes.LONGEST_REASON)


class Given(PointsGiven):
    at: str


class PersonContent(BaseModel):
    """The attempts of a student by exercise, and the points that were given instead, the last one of each counts."""

    id: str
    name: str
    attempts: dict[str, list[Attempt]]
    points_given: list[Given]


class Invitation(BaseModel):
    """A personal link. It is told once; the one before has ended."""

    name: str
    link: str


class Invitations(BaseModel):
    """`left_out` cannot be names; `twice` stood more than once, and got one link."""

    links: list[Invitation]
    left_out: list[str]
    twice: list[str]


class Changed(BaseModel):
    student: str
    before: float | None
    after: float | None


class Shown(BaseModel):
    """`state` is `shown`, `applied` or `dropped`. While some are `waiting`, nothing is said of anybody's points.
    What is `stale` was worked out for an exercise that is another now, and cannot count."""

    id: int
    place: str
    state: str
    waiting: int
    failed: int
    same: int
    stale: bool
    changes: list[Changed]


class Failed(BaseModel):
    """A check that ended with an error, and is no grade."""

    id: int
    student: str
    attempt: str
    problem: str


@router.get("/class")
@open_to(Role.TEACHER)
def whole_class(request: Request) -> list[dict[str, Any]]:
    """The rows of `viva grade`, one for each student and exercise."""
    site = site_of(request)
    with site.database.reading() as session:
        results = classroom.class_results(site, session, locale_of(request))
    rows: Any = [finite(row.to_json()) for row in results.rows]
    return list(rows)


@router.get("/class/failed")
@open_to(Role.TEACHER)
def failed(request: Request) -> list[Failed]:
    with site_of(request).database.reading() as session:
        names = {person.id: person.name for person in classroom.students(session)}
        found = []
        for job in attempts.failed_jobs(session):
            submitted = session.get_one(Submitted, job.submission_id)
            told = str(queue.problem_of(job) or "")
            found.append(
                Failed(id=job.id, student=names.get(job.person_id, ""), attempt=submitted.public, problem=told)
            )
    return found


@router.post("/class/failed/{number}", status_code=204)
@open_to(Role.TEACHER)
def examine_again(request: Request, number: Number) -> None:
    changes.examine_again(site_of(request), number)


@router.post("/class/read-again", status_code=204)
@open_to(Role.TEACHER)
def read_again(request: Request) -> None:
    """Takes the exercises as they lie in the folder now."""
    try:
        site_of(request).read_again()
    except Fault as fault:
        raise Problem(422, "course", None, str(fault)) from None


@router.get("/people")
@open_to(Role.TEACHER)
def people(request: Request) -> list[Known]:
    with site_of(request).database.reading() as session:
        found = classroom.students(session)
    return [Known(id=each.public, name=each.name, has_link=each.link is not None) for each in found]


@router.post("/people", status_code=201)
@open_to(Role.TEACHER)
def invite(request: Request, names: Annotated[list[str], Body(embed=True, min_length=1)]) -> Invitations:
    """Personal links for those on a list, who are in the class from now on."""
    made = _done(request, lambda: changes.invite(site_of(request), names))
    links = [Invitation(name=name, link=link_of(request, secret)) for name, secret in made.secrets.items()]
    return Invitations(links=links, left_out=list(made.left_out), twice=list(made.twice))


@router.get("/people/{public}")
@open_to(Role.TEACHER)
def person(request: Request, public: str) -> PersonContent:
    site = site_of(request)
    with site.database.reading() as session:
        found = changes.student(session, public)
        lines: dict[str, list[Attempt]] = {}
        for mark in marks(session, person_id=found.id):
            card = site.card(mark.exercise)
            if isinstance(card, Card):
                lines.setdefault(mark.place, []).append(contents.attempt_line(mark, card))
        given = session.scalars(select(Override).where(Override.person_id == found.id).order_by(Override.id)).all()
    told = [Given(place=each.place, points=each.points, reason=each.reason, at=moment(each.created)) for each in given]
    return PersonContent(id=found.public, name=found.name, attempts=lines, points_given=told)


@router.post("/people/{public}/points", status_code=204)
@open_to(Role.TEACHER)
def give_points(request: Request, public: str, given: Annotated[PointsGiven, Body()]) -> None:
    """Points instead of those that were worked out; the student reads the reason."""
    site = site_of(request)
    _done(request, lambda: changes.give_points(site, public, given.place, given.points, given.reason))


@router.post("/people/{public}/attempts", status_code=204)
@open_to(Role.TEACHER)
def give_attempts(
    request: Request, public: str, place: Annotated[str, Body()], attempts: Annotated[int, Body()] = 1
) -> None:
    """Attempts beyond those that everybody has."""
    _done(request, lambda: changes.give_attempts(site_of(request), public, place, attempts))


@router.post("/people/{public}/link")
@open_to(Role.TEACHER)
def new_link(request: Request, public: str) -> Invitation:
    site = site_of(request)
    with site.database.reading() as session:
        name = changes.student(session, public).name
    return Invitation(name=name, link=link_of(request, changes.new_link(site, public)))


@router.post("/people/{public}/revoke", status_code=204)
@open_to(Role.TEACHER)
def revoke(request: Request, public: str) -> None:
    """Ends the personal link, and every browser and program that came by it."""
    changes.revoke(site_of(request), public)


@router.post("/people/{public}/release", status_code=204)
@open_to(Role.TEACHER)
def release(request: Request, public: str) -> None:
    """The name is free for the next browser that types it."""
    changes.release(site_of(request), public)


@router.post("/people/{public}/delete", status_code=204)
@open_to(Role.TEACHER)
def forget(request: Request, public: str, name: Annotated[str, Body(embed=True)]) -> None:
    """With everything that they handed in; the name says that this one is meant."""
    _done(request, lambda: changes.forget(site_of(request), public, name))


@router.post("/regrades", status_code=201)
@open_to(Role.TEACHER)
def begin_regrade(request: Request, place: Annotated[str, Body(embed=True)]) -> Shown:
    """Has everything that was handed in for an exercise examined again. Nothing counts before it is ended so."""
    begun = _done(request, lambda: changes.begin_regrade(site_of(request), place))
    return regrade(request, begun.id)


@router.get("/regrades/{number}")
@open_to(Role.TEACHER)
def regrade(request: Request, number: Number) -> Shown:
    site = site_of(request)
    with site.database.reading() as session:
        found = session.get(Regrade, number)
        if found is None:
            raise Missing
        told = classroom.preview(site, session, found)
    changed = [Changed(student=each.student, before=each.before, after=each.after) for each in told.changes]
    counts = {"waiting": told.waiting, "failed": told.failed, "same": told.same}
    stale = told.is_stale
    return Shown(id=found.id, place=found.place, state=found.state, stale=stale, changes=changed, **counts)


@router.post("/regrades/{number}")
@open_to(Role.TEACHER)
def end_regrade(request: Request, number: Number, applies: Annotated[bool, Body(embed=True)]) -> Shown:
    """Lets what was shown count, or leaves everything as it is."""
    _done(request, lambda: changes.end_regrade(site_of(request), number, applies=applies))
    return regrade(request, number)


def _done(request: Request, change: Callable[[], Value]) -> Value:
    try:
        return change()
    except Refused as refused:
        raise refusal(request, refused) from None
