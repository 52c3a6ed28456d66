"""The teacher's page of one student: attempts, points given instead, more attempts, links, data."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import Response
from sqlalchemy import select
from sqlalchemy.orm import Session

from viva.core.text.escape import visible
from viva.web import contents
from viva.web.classroom import STUDENT
from viva.web.contents import Attempt, moment
from viva.web.database.models import Grant, Override, Person
from viva.web.marks import marks
from viva.web.pages.showing import show, site_of, spot_of, to
from viva.web.people import links
from viva.web.people.admission import Missing, Role, open_to
from viva.web.persons import delete_person, export_person
from viva.web.shelf import Card

router = APIRouter()
_LONGEST_REASON = 2000


@router.get("/class/{public}")
@open_to(Role.TEACHER)
def person(request: Request, public: str) -> Response:
    return _person(request, public)


def _person(request: Request, public: str, status: int = 200, problem: str | None = None, **more: object) -> Response:
    site = site_of(request)
    with site.database.reading() as session:
        found = _student(session, public)
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
    reason: Annotated[str, Form(max_length=_LONGEST_REASON)] = "",
) -> Response:
    """Points instead of those that were worked out, with a reason; none take them back."""
    site = site_of(request)
    spot = spot_of(site, place)
    worth = site.known_card(spot.offer.hash).exercise.points
    try:
        given = float(points.replace(",", ".")) if points.strip() else None
    except ValueError:
        return _person(request, public, 422, "person.no_points")
    if given is not None and not 0 <= given <= worth:
        return _person(request, public, 422, "person.no_points")
    if not reason.strip():
        return _person(request, public, 422, "person.no_reason")
    with site.database.writing() as session:
        found = _student(session, public)
        session.add(Override(person_id=found.id, place=spot.key, points=given, reason=visible(reason.strip())))
    return to(request, f"/class/{public}")


@router.post("/class/{public}/attempts")
@open_to(Role.TEACHER)
def give_attempts(
    request: Request, public: str, place: Annotated[str, Form()] = "", attempts: Annotated[int, Form(ge=1, le=100)] = 1
) -> Response:
    site = site_of(request)
    spot = spot_of(site, place)
    with site.database.writing() as session:
        session.add(Grant(person_id=_student(session, public).id, place=spot.key, attempts=attempts))
    return to(request, f"/class/{public}")


@router.post("/class/{public}/link")
@open_to(Role.TEACHER)
def new_link(request: Request, public: str) -> Response:
    """A personal link, shown once; the one before ends."""
    site = site_of(request)
    with site.database.writing() as session:
        secret = links.invite(session, _student(session, public).name)
    start = f"{request.url.scheme}://{request.headers.get('host', '')}{site.settings.path}"
    return _person(request, public, link=f"{start}/enter/{secret}")


@router.post("/class/{public}/revoke")
@open_to(Role.TEACHER)
def revoke(request: Request, public: str) -> Response:
    with site_of(request).database.writing() as session:
        links.revoke(session, _student(session, public))
    return to(request, f"/class/{public}")


@router.post("/class/{public}/release")
@open_to(Role.TEACHER)
def release(request: Request, public: str) -> Response:
    with site_of(request).database.writing() as session:
        links.release(session, _student(session, public))
    return to(request, f"/class/{public}")


@router.get("/class/{public}/data")
@open_to(Role.TEACHER)
def data(request: Request, public: str) -> Response:
    site = site_of(request)
    with site.database.reading() as session:
        told = export_person(site, session, _student(session, public), teacher=True)
    headers = {"content-disposition": 'attachment; filename="person.json"'}
    return Response(told, media_type="application/json", headers=headers)


@router.post("/class/{public}/delete")
@open_to(Role.TEACHER)
def forget(request: Request, public: str, name: Annotated[str, Form()] = "") -> Response:
    """Only where the name was typed once more: nothing brings the data back."""
    with site_of(request).database.writing() as session:
        found = _student(session, public)
        if name.strip() == found.name:
            delete_person(session, found)
            return to(request, "/class")
    return _person(request, public, 422, "person.not_the_name")


def _student(session: Session, public: str) -> Person:
    found = session.scalars(select(Person).where(Person.public == public, Person.role == STUDENT)).first()
    if found is None:
        raise Missing
    return found
