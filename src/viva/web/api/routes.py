"""Every page's content under `/api`, described by `/api/openapi.json`. A program shows the token of its person, and
sees what that person sees."""

from __future__ import annotations

import base64
import binascii
from typing import Annotated, Any

from fastapi import APIRouter, Body, Request
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.responses import Response

from viva.core.ladder import Rung
from viva.core.version import VERSION
from viva.grading.row import Error
from viva.showing.document import finite
from viva.web import attempts, classroom, contents
from viva.web.attempts import Asked, Given, Refused
from viva.web.contents import Attempt, AttemptContent, CourseContent, ExerciseContent
from viva.web.database.models import Person, Regrade
from viva.web.marks import marks
from viva.web.pages.problems import problem
from viva.web.pages.showing import locale_of, once, site_of, spot_of, texts_of, visitor_of
from viva.web.people.admission import Missing, Role, open_to
from viva.web.shelf import Card
from viva.web.site import Spot

router = APIRouter(prefix="/api")
_WAIT = 20.0


class Handed(BaseModel):
    """What is handed in: `text`, or `files` by name with their contents in base64. The same `once` a second time is the
    same submission."""

    text: str | None = None
    files: dict[str, str] | None = None
    once: str = Field(default="", max_length=64)


class Accepted(BaseModel):
    id: str
    attempt: int


class Me(BaseModel):
    id: str
    name: str
    role: str


class Problem(Exception):
    """What cannot be done, with its status and the key of a sentence."""

    def __init__(self, status: int, key: str, wait: int | None = None, said: str | None = None) -> None:
        super().__init__(key)
        self.status, self.key, self.wait, self.said = status, key, wait, said


async def show_problem(request: Request, raised: Exception) -> Response:
    assert isinstance(raised, Problem)
    if raised.said is None:
        return problem(request, raised.status, raised.key, raised.wait)
    answer = JSONResponse({"error": {"kind": raised.key, "problem": raised.said}}, raised.status)
    if raised.wait:
        answer.headers["retry-after"] = str(raised.wait)
    return answer


@router.get("/openapi.json", include_in_schema=False)
@open_to(Role.ANYONE)
def openapi(request: Request) -> JSONResponse:
    app = request.app
    described = get_openapi(title="Viva", version=VERSION, routes=app.routes)
    described["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    described["security"] = [{"token": []}]
    return JSONResponse(described)


@router.get("/me")
@open_to(Role.STUDENT)
def me(request: Request) -> Me:
    visitor = visitor_of(request)
    return Me(id=visitor.public, name=visitor.name, role=visitor.role.name.lower())


@router.get("/course")
@open_to(Role.STUDENT)
def course(request: Request) -> CourseContent:
    site = site_of(request)
    with site.database.reading() as session:
        return contents.course_content(site, session, visitor_of(request))


@router.get("/exercises/{place}")
@open_to(Role.STUDENT)
def exercise(request: Request, place: str) -> ExerciseContent:
    return _exercise(request, spot_of(site_of(request), place))


@router.get("/exercises/{place}/{wish}/{seed}")
@open_to(Role.STUDENT)
def variant(request: Request, place: str, wish: str, seed: str) -> ExerciseContent:
    return _exercise(request, spot_of(site_of(request), place, wish, seed))


@router.post("/exercises/{place}", status_code=201)
@open_to(Role.STUDENT)
def hand_in(request: Request, place: str, handed: Annotated[Handed, Body()]) -> Accepted:
    return _hand_in(request, spot_of(site_of(request), place), handed)


@router.post("/exercises/{place}/{wish}/{seed}", status_code=201)
@open_to(Role.STUDENT)
def hand_in_variant(request: Request, place: str, wish: str, seed: str, handed: Annotated[Handed, Body()]) -> Accepted:
    return _hand_in(request, spot_of(site_of(request), place, wish, seed), handed)


@router.get("/attempts/{public}")
@open_to(Role.STUDENT)
def attempt(request: Request, public: str) -> AttemptContent:
    site, visitor = site_of(request), visitor_of(request)
    with site.database.reading() as session:
        seen = contents.attempt_seen(site, session, visitor, public)
    if visitor.is_teacher and seen.is_open and seen.before is None:
        attempts.ensure_job(site, seen.submitted, teacher=True)
    return contents.attempt_content(seen)


@router.post("/attempts/{public}/more")
@open_to(Role.STUDENT)
def more(request: Request, public: str, rung: Annotated[str, Body(embed=True, max_length=20)]) -> AttemptContent:
    site, visitor = site_of(request), visitor_of(request)
    with site.database.reading() as session:
        submitted = contents.attempt_of(session, visitor, public)
    if rung not in list(Rung) or not attempts.open_rung(site, submitted, Rung(rung)):
        raise Missing
    return attempt(request, public)


@router.get("/class")
@open_to(Role.TEACHER)
def whole_class(request: Request) -> list[dict[str, Any]]:
    """The rows of `viva grade`, one for each student and exercise."""
    site = site_of(request)
    with site.database.reading() as session:
        results = classroom.class_results(site, session, locale_of(request))
    rows: Any = [finite(row.to_json()) for row in results.rows]
    return list(rows)


class Known(BaseModel):
    id: str
    name: str
    has_link: bool


@router.get("/people")
@open_to(Role.TEACHER)
def people(request: Request) -> list[Known]:
    with site_of(request).database.reading() as session:
        found = classroom.students(session)
    return [Known(id=each.public, name=each.name, has_link=each.link is not None) for each in found]


@router.get("/people/{public}")
@open_to(Role.TEACHER)
def person(request: Request, public: str) -> dict[str, list[Attempt]]:
    """The attempts of a student, by exercise."""
    site = site_of(request)
    with site.database.reading() as session:
        found = session.query(Person).filter(Person.public == public, Person.role == classroom.STUDENT).first()
        if found is None:
            raise Missing
        lines: dict[str, list[Attempt]] = {}
        for mark in marks(session, person_id=found.id):
            card = site.card(mark.exercise)
            if isinstance(card, Card):
                lines.setdefault(mark.place, []).append(contents.attempt_line(mark, card))
    return lines


class Changed(BaseModel):
    student: str
    before: float | None
    after: float | None


class Shown(BaseModel):
    place: str
    state: str
    waiting: int
    same: int
    changes: list[Changed]


@router.get("/regrades/{number}")
@open_to(Role.TEACHER)
def regrade(request: Request, number: int) -> Shown:
    site = site_of(request)
    with site.database.reading() as session:
        found = session.get(Regrade, number)
        if found is None:
            raise Missing
        told = classroom.preview(site, session, found)
    changes = [Changed(student=each.student, before=each.before, after=each.after) for each in told.changes]
    return Shown(place=found.place, state=found.state, waiting=told.waiting, same=told.same, changes=changes)


def _asked(request: Request, spot: Spot) -> Asked:
    site = site_of(request)
    found = site.variant(spot)
    card = site.card(found, wait=_WAIT) if isinstance(found, str) else found
    if isinstance(card, Card) and isinstance(found, str):
        return Asked(spot, found, card)
    say = texts_of(request).say
    if card is None:
        raise Problem(503, "preparing", 2, say("preparing.variant" if spot.wish else "preparing.exercise"))
    if isinstance(card, Error) and card.kind == "no_variant":
        raise Problem(404, "no_variant", None, say(f"another.none_{spot.wish}"))
    raise Problem(500, "fault")


def _exercise(request: Request, spot: Spot) -> ExerciseContent:
    site, asked = site_of(request), _asked(request, spot)
    with site.database.reading() as session:
        return contents.exercise_content(site, session, visitor_of(request), spot, asked.card)


def _hand_in(request: Request, spot: Spot, handed: Handed) -> Accepted:
    site, asked = site_of(request), _asked(request, spot)
    try:
        files = _files(handed, asked.card.ending)
        given = Given(files, handed.once or once(), locale_of(request))
        submitted = attempts.hand_in(site, visitor_of(request).person_id, asked, given)
    except Refused as refused:
        said = texts_of(request).say(refused.why, **refused.slots, seconds=refused.wait)
        raise Problem(refused.status, refused.why.rpartition(".")[2], refused.wait, said) from None
    return Accepted(id=submitted.public, attempt=submitted.attempt)


def _files(handed: Handed, ending: str) -> dict[str, bytes]:
    if handed.files is None:
        return {f"answer{ending}": (handed.text or "").encode("utf-8", "backslashreplace")}
    try:
        found = [(name, base64.b64decode(content, validate=True)) for name, content in handed.files.items()]
    except (binascii.Error, ValueError):
        raise Problem(422, "invalid") from None
    return attempts.named(found)
