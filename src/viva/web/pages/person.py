"""The teacher's page of one student: attempts, points given instead, more attempts, links, data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import Response
from sqlalchemy import select

from viva.web import changes, contents
from viva.web.attempts import Refused
from viva.web.contents import Attempt, moment
from viva.web.database.models import Override
from viva.web.marks import marks
from viva.web.pages.showing import link_of, show, site_of, texts_of, to
from viva.web.people.admission import Role, open_to
from viva.web.persons import export_person
from viva.web.shelf import Card

router = APIRouter()


@router.get("/class/{public}")
@open_to(Role.TEACHER)
def person(request: Request, public: str) -> Response:
    return _person(request, public)


def _person(request: Request, public: str, status: int = 200, problem: str | None = None, **more: object) -> Response:
    site = site_of(request)
    with site.database.reading() as session:
        found = changes.student(session, public)
        lines: dict[str, list[Attempt]] = {}
        for mark in marks(session, person_id=found.id):
            card = site.card(mark.exercise)
            if isinstance(card, Card):
                lines.setdefault(mark.place, []).append(contents.attempt_line(mark, card))
        given = session.scalars(select(Override).where(Override.person_id == found.id).order_by(Override.id)).all()
    history = [(each, moment(each.created)) for each in given]
    titles = {place: offer.title for place, offer in site.shelf.offers.items()}
    values = {"found": found, "lines": lines, "history": history, "titles": titles, "link": None, **more}
    return show(request, "person.html", status, problem=problem, **values)


@router.post("/class/{public}/points")
@open_to(Role.TEACHER)
def give_points(
    request: Request,
    public: str,
    place: Annotated[str, Form()] = "",
    points: Annotated[str, Form(max_length=40)] = "",
    reason: Annotated[str, Form()] = "",
) -> Response:
    """An empty field takes them back."""
    try:
        given = float(points.replace(",", ".")) if points.strip() else None
    except ValueError:
        return _person(request, public, 422, texts_of(request).say("person.no_points"))
    return _changed(request, public, lambda: changes.give_points(site_of(request), public, place, given, reason))


@router.post("/class/{public}/attempts")
@open_to(Role.TEACHER)
def give_attempts(
    request: Request, public: str, place: Annotated[str, Form()] = "", attempts: Annotated[int, Form()] = 1
) -> Response:
    return _changed(request, public, lambda: changes.give_attempts(site_of(request), public, place, attempts))


@router.post("/class/{public}/link")
@open_to(Role.TEACHER)
def new_link(request: Request, public: str) -> Response:
    """A personal link, shown once; the one before ends."""
    return _person(request, public, link=link_of(request, changes.new_link(site_of(request), public)))


@router.post("/class/{public}/revoke")
@open_to(Role.TEACHER)
def revoke(request: Request, public: str) -> Response:
    return _changed(request, public, lambda: changes.revoke(site_of(request), public))


@router.post("/class/{public}/release")
@open_to(Role.TEACHER)
def release(request: Request, public: str) -> Response:
    return _changed(request, public, lambda: changes.release(site_of(request), public))


@router.get("/class/{public}/data")
@open_to(Role.TEACHER)
def data(request: Request, public: str) -> Response:
    site = site_of(request)
    with site.database.reading() as session:
        told = export_person(site, session, changes.student(session, public), teacher=True)
    headers = {"content-disposition": 'attachment; filename="person.json"'}
    return Response(told, media_type="application/json", headers=headers)


@router.post("/class/{public}/delete")
@open_to(Role.TEACHER)
def forget(request: Request, public: str, name: Annotated[str, Form()] = "") -> Response:
    return _changed(request, public, lambda: changes.forget(site_of(request), public, name), "/class")


def _changed(request: Request, public: str, change: Callable[[], None], page: str = "") -> Response:
    """The page after a change, or the one before it with the reason why there was none."""
    try:
        change()
    except Refused as refused:
        return _person(request, public, refused.status, texts_of(request).say(refused.why, **refused.slots))
    return to(request, page or f"/class/{public}")
