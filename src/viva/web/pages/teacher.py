"""The teacher's pages of the whole class: who has come how far, links, exports, regrades, what went wrong."""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request, UploadFile
from fastapi.responses import Response
from sqlalchemy import select

from viva.core.fault import Fault
from viva.core.text.escape import visible_line
from viva.core.texts import Catalogue, catalogue
from viva.grading.members import read_members
from viva.grading.naming import key
from viva.grading.pages import class_values
from viva.grading.row import Error
from viva.web import attempts, classroom
from viva.web.database.models import Job, Person, Regrade, Submitted
from viva.web.jobs import queue
from viva.web.pages.showing import locale_of, show, site_of, to
from viva.web.people import links
from viva.web.people.admission import Missing, Role, open_to
from viva.web.site import Site, Spot

router = APIRouter()
_MANY = 30  # exercises, from which on the table has only those that were handed in for
_MOST_NAMES = 2000
_MOST_SHOWN, _LONGEST_SHOWN = 20, 80
_WAIT = 3.0  # seconds for which a regrade waits for an exercise that is being read
_AGAIN = 2  # seconds after which it may be asked for again


@router.get("/class")
@open_to(Role.TEACHER)
def whole_class(request: Request) -> Response:
    return _class(request)


def _class(request: Request, status: int = 200, problem: str | None = None, **more: Any) -> Response:
    site, locale = site_of(request), locale_of(request)
    with site.database.reading() as session:
        results = classroom.class_results(site, session, locale, used_only=len(site.shelf.offers) > _MANY)
        pages = {person.name: f"class/{person.public}" for person in classroom.students(session)}
        open_places = classroom.work_out_places(site, session)
        failed = [(job, queue.problem_of(job), *_about(session, job)) for job in attempts.failed_jobs(session)]
        regrades = session.scalars(select(Regrade).where(Regrade.state == classroom.SHOWN)).all()
        missing = [person for person in classroom.students(session) if person.link is None]
    values = class_values(results, {name: f"{site.settings.path}/{page}" for name, page in pages.items()})
    return show(
        request,
        "class_live.html",
        status,
        **{
            **values,
            "text": _texts(locale).say,
            "exports": classroom.EXPORTS,
            "failed": failed,
            "invited": (),
            "made_anew": None,
            "missing": missing,
            "offers": site.shelf.offers.values(),
            "open_places": open_places,
            "problem": problem,
            "broken": _broken(site),
            "regrades": regrades,
            "settings": site.settings,
            **more,
        },
    )


def _texts(locale: str) -> Catalogue:
    """Those of the page of a class, and of the site around it."""
    graded, own = (catalogue(package, locale).templates for package in ("viva.grading", "viva.web"))
    return Catalogue({**graded, **own}, locale)


def _about(session: Any, job: Job) -> tuple[str, str]:
    submitted = session.get(Submitted, job.submission_id)
    person = session.get(Person, submitted.person_id)
    return person.name, submitted.public


def _broken(site: Site) -> list[tuple[str, str]]:
    """Exercises that cannot be read, and why."""
    newest = ((place, site.newest(place)) for place in site.shelf.offers)
    found = ((place, site.card(offer.hash)) for place, offer in newest if offer is not None)
    return [(place, str(card)) for place, card in found if isinstance(card, Error)]


@router.post("/class/invite")
@open_to(Role.TEACHER)
def invite(
    request: Request, names: Annotated[str, Form()] = "", file: Annotated[UploadFile | None, Form()] = None
) -> Response:
    """Personal links for those on a list; each is shown once, and ends the one before."""
    content = file.file.read() if file is not None and file.filename else names.encode("utf-8", "replace")
    try:
        with tempfile.TemporaryDirectory() as folder:
            listed = Path(folder, "list.csv")
            listed.write_bytes(content)
            listed_names = read_members(listed)
    except Fault as fault:
        return _class(request, 422, fault.problem)
    say = _texts(locale_of(request)).say
    if len(listed_names) > _MOST_NAMES:
        return _class(request, 422, say("class.too_many", most=_MOST_NAMES))
    members = [name for name in listed_names if links.is_name(name)]
    left_out = [name for name in listed_names if not links.is_name(name)]
    often = Counter(key(line) for line in content.decode("utf-8-sig").splitlines())
    twice = [name for name in members if often[key(name)] > 1]
    told = {"class.left_out": left_out, "class.twice": twice}
    problem = " ".join(say(which, names=_in_short(names)) for which, names in told.items() if names)
    return _class(request, 200 if members else 422, problem or None, invited=_invited(request, members))


def _in_short(names: list[str]) -> str:
    shown = [visible_line(name[:_LONGEST_SHOWN]) + ("…" if len(name) > _LONGEST_SHOWN else "") for name in names]
    return ", ".join(shown[:_MOST_SHOWN]) + (", …" if len(shown) > _MOST_SHOWN else "")


@router.post("/class/links")
@open_to(Role.TEACHER)
def invite_missing(request: Request) -> Response:
    """Links for all who have none yet."""
    with site_of(request).database.reading() as session:
        names = [person.name for person in classroom.students(session) if person.link is None and not person.released]
    return _class(request, invited=_invited(request, names))


def _invited(request: Request, names: list[str]) -> list[tuple[str, str]]:
    site = site_of(request)
    with site.database.writing() as session:
        made = [(name, links.invite(session, name)) for name in names]
    start = f"{request.url.scheme}://{request.headers.get('host', '')}{site.settings.path}"
    return [(name, f"{start}/enter/{secret}") for name, secret in made]


@router.post("/class/teacher-link")
@open_to(Role.TEACHER)
def new_teacher_link(request: Request) -> Response:
    """The old one ends, and every browser that came by it but this one, which is let in again."""
    site = site_of(request)
    secret = links.teacher_link(site, anew=True)
    return to(request, f"/enter/{secret}")


@router.post("/class/read-again")
@open_to(Role.TEACHER)
def read_again(request: Request) -> Response:
    try:
        site_of(request).read_again()
    except Fault as fault:
        return _class(request, 422, str(fault))
    return to(request, "/class")


@router.post("/class/jobs/{number}")
@open_to(Role.TEACHER)
def examine_again(request: Request, number: int) -> Response:
    """Of a check that ended with an error."""
    site = site_of(request)
    with site.database.writing() as session:
        job = session.get(Job, number)
        if job is None:
            raise Missing
        queue.run_again(job)
    if site.crew is not None:
        site.crew.wake()
    return to(request, "/class")


@router.get("/class/export/{form}")
@open_to(Role.TEACHER)
def export(request: Request, form: str) -> Response:
    site = site_of(request)
    if form not in classroom.EXPORTS:
        raise Missing
    with site.database.reading() as session:
        packed = classroom.export(site, session, locale_of(request), form)
    headers = {"content-disposition": f'attachment; filename="results-{form}.zip"'}
    return Response(packed, media_type="application/zip", headers=headers)


@router.post("/class/regrade")
@open_to(Role.TEACHER)
def begin_regrade(request: Request, place: Annotated[str, Form()] = "") -> Response:
    site = site_of(request)
    newest = site.newest(place)
    if newest is None:
        raise Missing
    card = site.card(newest.hash, wait=_WAIT)
    if isinstance(card, Error):
        return _class(request, 422, f"{place}: {card}")
    if card is None:
        answer = _class(request, 503, _texts(locale_of(request)).say("regrade.reading", title=newest.title))
        answer.headers["retry-after"] = str(_AGAIN)
        return answer
    regrade = classroom.begin_regrade(site, Spot(newest))
    return to(request, f"/class/regrade/{regrade.id}")


@router.get("/class/regrade/{number}")
@open_to(Role.TEACHER)
def show_regrade(request: Request, number: int) -> Response:
    site = site_of(request)
    with site.database.reading() as session:
        regrade = session.get(Regrade, number)
        if regrade is None:
            raise Missing
        found = classroom.preview(site, session, regrade)
    title = site.known_card(regrade.exercise).exercise.title
    return show(request, "regrade.html", found=found, title=title, refresh=2 if found.waiting else None)


@router.post("/class/regrade/{number}")
@open_to(Role.TEACHER)
def end_regrade(request: Request, number: int, applies: Annotated[str, Form()] = "") -> Response:
    if applies not in ("yes", "no") or not classroom.end_regrade(site_of(request), number, applies=applies == "yes"):
        raise Missing
    return to(request, "/class")
