"""Who asks, and whether they may: the one place that decides it, for every route.

Each route says whom it is for (`open_to`); one that says nothing is for nobody. What somebody may not see is answered
as what does not exist. A form must come from a page of the site: the browser says so, and the form carries a token that
only that page had. A program shows its token instead of a cookie, and needs neither.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any, TypeVar
from urllib.parse import urlsplit

from fastapi import Request
from sqlalchemy import bindparam, select
from sqlalchemy.dialects import sqlite
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool

from viva.core.records import dataclass
from viva.web.database.models import Pass, Person
from viva.web.guard import BodyTooLarge
from viva.web.people import secrets
from viva.web.site import Site

TOKEN_FIELD = "token"
BROWSER, PROGRAM = "browser", "token"
SAFE = ("GET", "HEAD", "OPTIONS")

Route = TypeVar("Route", bound=Callable[..., Any])


class Role(IntEnum):
    ANYONE = 0
    STUDENT = 1
    TEACHER = 2


@dataclass(frozen=True, slots=True)
class Visitor:
    person_id: int
    public: str
    name: str
    role: Role
    by: str
    token: str

    @property
    def is_teacher(self) -> bool:
        return self.role is Role.TEACHER


class Unknown(Exception):
    """Nobody knows who asks."""


class Slowed(Exception):
    """Too many wrong tokens came from there."""


class Missing(Exception):
    """It is not there, or not for who asks: one answer for both."""


class Foreign(Exception):
    """A form that no page of the site made for this browser."""


def open_to(role: Role) -> Callable[[Route], Route]:
    def marked(route: Route) -> Route:
        route.open_to = role  # type: ignore[attr-defined]
        return route

    return marked


async def admit(request: Request) -> None:
    """Runs before every route."""
    if request.scope["state"].get("too_large"):
        raise BodyTooLarge
    endpoint = request.scope.get("endpoint")
    needed = getattr(endpoint, "open_to", None)
    site: Site = request.app.state.site
    presented = _presented(request)
    visitor = None
    if presented is not None:
        visitor = await _visitor(site, *presented)
        if visitor is None and presented[1] == PROGRAM:
            guesses: secrets.Guesses = request.app.state.guesses
            if guesses.is_too_many(PROGRAM, request):
                raise Slowed
            guesses.count(PROGRAM, request)
    request.state.visitor = visitor
    if needed is None:
        raise Missing
    if needed > Role.ANYONE:
        if visitor is None:
            raise Unknown
        if visitor.role < needed:
            raise Missing
    if request.method not in SAFE:
        await _see_origin(request, visitor)


def _presented(request: Request) -> tuple[str, str] | None:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip(), PROGRAM
    cookie = request.cookies.get(request.app.state.site.cookie)
    return (cookie, BROWSER) if cookie else None


_ASKED = (
    select(Person.id, Person.public, Person.name, Person.role)
    .join(Pass, Pass.person_id == Person.id)
    .where(Pass.digest == bindparam("digest"), Pass.kind == bindparam("kind"))
)
_QUESTION = str(_ASKED.compile(dialect=sqlite.dialect()))


async def _visitor(site: Site, secret: str, by: str) -> Visitor | None:
    number = secrets.digest(secret)
    found: Sequence[Any] | None
    try:
        found = site.database.glance(_QUESTION, number, by) if site.database.is_sqlite else None
        is_known = site.database.is_sqlite
    except sqlite3.Error:
        is_known = False  # asked again by who waits for it, and says what is wrong
    if not is_known:
        found = await run_in_threadpool(_look_up, site, number, by)
    if found is None:
        return None
    person_id, public, name, role = found
    token = secrets.form_token(site.key, number) if by == BROWSER else ""
    return Visitor(person_id, public, name, Role[role.upper()], by, token)


def _look_up(site: Site, number: str, by: str) -> Sequence[Any] | None:
    with site.database.reading() as session:
        return session.execute(_ASKED, {"digest": number, "kind": by}).first()


async def _see_origin(request: Request, visitor: Visitor | None) -> None:
    """By what the browser says of where the form came from, and by the token in it."""
    if visitor is not None and visitor.by == PROGRAM:
        return
    came_from = request.headers.get("sec-fetch-site")
    if came_from not in (None, "same-origin", "none"):
        raise Foreign
    # A page that tells no referrer posts its forms with the origin `null`, as a page in a frame of another site does;
    # and without TLS browsers say nothing else. Then the token tells.
    origin = request.headers.get("origin", "")
    is_silent = came_from is None and origin == "null"
    is_same = urlsplit(origin).netloc.lower() == request.headers.get("host", "").lower()
    if came_from is None and origin and not is_silent and not is_same:
        raise Foreign
    if visitor is not None:
        await _see_token(request, visitor.token)
    elif is_silent:
        site: Site = request.app.state.site
        door = request.cookies.get(site.door, "")
        await _see_token(request, secrets.form_token(site.key, secrets.digest(door)) if door else "")


async def _see_token(request: Request, expected: str) -> None:
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() not in (
        "application/x-www-form-urlencoded",
        "multipart/form-data",
    ):
        raise Foreign
    form = await request.form(max_files=60, max_fields=60, max_part_size=request.app.state.site.settings.largest)
    given = form.get(TOKEN_FIELD)
    if not expected or not isinstance(given, str) or not secrets.fits(given, expected):
        raise Foreign


def new_pass(session: Session, person: Person, kind: str) -> str:
    """A secret for a browser or a program of somebody; whoever has it is taken for them."""
    secret = secrets.fresh()
    session.add(Pass(digest=secrets.digest(secret), person_id=person.id, kind=kind))
    return secret
