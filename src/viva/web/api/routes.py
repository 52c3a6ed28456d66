"""Every page's content under `/api`, described by `/api/openapi.json`. A program shows the token of its person, and
sees what that person sees. What is for teachers is in `teacher.py`."""

from __future__ import annotations

import base64
import binascii
from typing import Annotated

from fastapi import APIRouter, Body, Request
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from viva.core.ladder import Rung
from viva.core.version import VERSION
from viva.grading.row import Error
from viva.web import attempts, contents
from viva.web.api.problems import Problem, refusal
from viva.web.attempts import Asked, Given, Refused
from viva.web.contents import AttemptContent, CourseContent, ExerciseContent
from viva.web.pages.showing import locale_of, once, site_of, spot_of, texts_of, visitor_of
from viva.web.people.admission import Missing, Role, open_to
from viva.web.shelf import Card
from viva.web.site import Spot

router = APIRouter(prefix="/api")
_WAIT = 20.0


class Handed(BaseModel):
    """What is handed in: `text`, in a file with one of the exercise's `endings`, or `files` by name with their contents
    in base64. The same a second time, with the same `once`, is the same submission."""

    text: str | None = None
    ending: str = Field(default="", max_length=40)
    files: dict[str, str] | None = None
    once: str = Field(default="", max_length=64)


class Accepted(BaseModel):
    id: str
    attempt: int


class Me(BaseModel):
    id: str
    name: str
    role: str


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
    if handed.ending and handed.ending not in asked.card.endings:
        raise Problem(422, "invalid")
    try:
        files = _files(handed, asked.card.ending_of(handed.ending))
        given = Given(files, handed.once or once(), locale_of(request))
        submitted = attempts.hand_in(site, visitor_of(request).person_id, asked, given)
    except Refused as refused:
        raise refusal(request, refused) from None
    return Accepted(id=submitted.public, attempt=submitted.attempt)


def _files(handed: Handed, ending: str) -> dict[str, bytes]:
    if handed.files is None:
        return {f"answer{ending}": (handed.text or "").encode("utf-8", "backslashreplace")}
    try:
        found = [(name, base64.b64decode(content, validate=True)) for name, content in handed.files.items()]
    except (binascii.Error, ValueError):
        raise Problem(422, "invalid") from None
    return attempts.named(found)
