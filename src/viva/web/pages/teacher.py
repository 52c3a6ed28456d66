"""The teacher's pages of the whole class: who has come how far, links, exports, regrades, what went wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request, UploadFile
from fastapi.responses import Response
from sqlalchemy import select

from viva.core.fault import Fault
from viva.core.text.escape import visible_line
from viva.core.texts import Catalogue, catalogue
from viva.grading.pages import class_values
from viva.grading.row import Error
from viva.web import attempts, changes, classroom
from viva.web.attempts import Refused
from viva.web.database.models import Job, Person, Regrade, Submitted
from viva.web.jobs import queue
from viva.web.pages.entrance import let_in
from viva.web.pages.showing import Number, link_of, locale_of, show, site_of, texts_of, to
from viva.web.people import links
from viva.web.people.admission import Missing, Role, open_to
from viva.web.site import Site

router = APIRouter()
_MANY = 30  # exercises, from which on the table has only those that were handed in for
_MOST_SHOWN, _LONGEST_SHOWN = 20, 80
_AGAIN = 2  # seconds after which a page that waits asks again, where there is no script


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
            "titles": {place: site.title(offer) for place, offer in site.shelf.offers.items()},
            "open_places": open_places,
            "in_preparation": classroom.in_preparation(site),
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
    told = {place: str(card) for place, card in found if isinstance(card, Error)}
    return list({**told, **{place: each.problem for place, each in site.shelf.unread.items()}}.items())


@router.post("/class/invite")
@open_to(Role.TEACHER)
def invite(
    request: Request, names: Annotated[str, Form()] = "", file: Annotated[UploadFile | None, Form()] = None
) -> Response:
    """Personal links for those on a list; each is shown once, and ends the one before."""
    content = file.file.read() if file is not None and file.filename else names.encode("utf-8", "replace")
    say = _texts(locale_of(request)).say
    try:
        invited = changes.invite(site_of(request), changes.names_in(content))
    except Fault as fault:
        return _class(request, 422, fault.problem)
    except Refused as refused:
        return _refused(request, refused)
    told = {"class.left_out": invited.left_out, "class.twice": invited.twice}
    problem = " ".join(say(which, names=_in_short(names)) for which, names in told.items() if names)
    return _class(request, 200 if invited.secrets else 422, problem or None, invited=_links(request, invited.secrets))


def _refused(request: Request, refused: Refused) -> Response:
    answer = _class(request, refused.status, _texts(locale_of(request)).say(refused.why, **refused.slots))
    if refused.wait:
        answer.headers["retry-after"] = str(refused.wait)
    return answer


def _in_short(names: Sequence[str]) -> str:
    shown = [visible_line(name[:_LONGEST_SHOWN]) + ("…" if len(name) > _LONGEST_SHOWN else "") for name in names]
    return ", ".join(shown[:_MOST_SHOWN]) + (", …" if len(shown) > _MOST_SHOWN else "")


@router.post("/class/links")
@open_to(Role.TEACHER)
def invite_missing(request: Request) -> Response:
    """Links for all who have none yet."""
    with site_of(request).database.reading() as session:
        names = [person.name for person in classroom.students(session) if person.link is None and not person.released]
    return _class(request, invited=_links(request, changes.invite(site_of(request), names).secrets))


def _links(request: Request, secrets: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(name, link_of(request, secret)) for name, secret in secrets.items()]


@router.post("/class/teacher-link")
@open_to(Role.TEACHER)
def new_teacher_link(request: Request) -> Response:
    """The old one ends, and every browser that came by it but this one, which is let in again. It is shown once."""
    site = site_of(request)
    secret = links.teacher_link(site, anew=True)
    answer = show(request, "own_link.html", link=link_of(request, secret))
    let_in(request, answer, links.enter(site, secret) or "")
    return answer


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
def examine_again(request: Request, number: Number) -> Response:
    changes.examine_again(site_of(request), number)
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
    try:
        regrade = changes.begin_regrade(site_of(request), place)
    except Refused as refused:
        return _refused(request, refused)
    return to(request, f"/class/regrade/{regrade.id}")


@router.get("/class/regrade/{number}")
@open_to(Role.TEACHER)
def show_regrade(request: Request, number: Number) -> Response:
    return _regrade(request, number)


def _regrade(request: Request, number: int, status: int = 200, problem: str | None = None) -> Response:
    site = site_of(request)
    with site.database.reading() as session:
        regrade = session.get(Regrade, number)
        if regrade is None:
            raise Missing
        found = classroom.preview(site, session, regrade)
    title = site.known_card(regrade.exercise).exercise.title
    refresh = _AGAIN if found.waiting else None
    return show(request, "regrade.html", status, found=found, title=title, problem=problem, refresh=refresh)


@router.post("/class/regrade/{number}")
@open_to(Role.TEACHER)
def end_regrade(request: Request, number: Number, applies: Annotated[str, Form()] = "") -> Response:
    if applies not in ("yes", "no"):
        raise Missing
    try:
        changes.end_regrade(site_of(request), number, applies=applies == "yes")
    except Refused as refused:
        said = texts_of(request).say(refused.why, **refused.slots)
        return _regrade(request, number, refused.status, said)
    return to(request, "/class")
