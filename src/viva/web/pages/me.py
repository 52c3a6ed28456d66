"""One's own page: a token for programs, one's data, and the way out."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response
from sqlalchemy import delete, select

from viva.web.database.models import Pass, Person
from viva.web.pages.showing import show, site_of, to, visitor_of
from viva.web.people.admission import PROGRAM, Role, new_pass, open_to
from viva.web.persons import export_person

router = APIRouter()


@router.get("/me")
@open_to(Role.STUDENT)
def me(request: Request) -> Response:
    site, visitor = site_of(request), visitor_of(request)
    with site.database.reading() as session:
        asked = select(Pass.digest).where(Pass.person_id == visitor.person_id, Pass.kind == PROGRAM)
        has_token = session.scalars(asked).first() is not None
    return show(request, "me.html", has_token=has_token, secret=None)


@router.post("/me/token")
@open_to(Role.STUDENT)
def make_token(request: Request) -> Response:
    """Shown once; the one before ends."""
    site, visitor = site_of(request), visitor_of(request)
    with site.database.writing() as session:
        session.execute(delete(Pass).where(Pass.person_id == visitor.person_id, Pass.kind == PROGRAM))
        secret = new_pass(session, session.get_one(Person, visitor.person_id), PROGRAM)
    return show(request, "me.html", has_token=True, secret=secret)


@router.post("/me/token/end")
@open_to(Role.STUDENT)
def end_token(request: Request) -> Response:
    site, visitor = site_of(request), visitor_of(request)
    with site.database.writing() as session:
        session.execute(delete(Pass).where(Pass.person_id == visitor.person_id, Pass.kind == PROGRAM))
    return to(request, "/me")


@router.get("/me/data")
@open_to(Role.STUDENT)
def own_data(request: Request) -> Response:
    site, visitor = site_of(request), visitor_of(request)
    with site.database.reading() as session:
        told = export_person(site, session, session.get_one(Person, visitor.person_id), teacher=False)
    headers = {"content-disposition": 'attachment; filename="my-data.json"'}
    return Response(told, media_type="application/json", headers=headers)
