"""Coming in and going out: links, names, the language."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response
from sqlalchemy import delete

from viva.core.terms import LOCALES
from viva.web.database.models import Pass
from viva.web.pages.showing import LANGUAGE, asset_response, show_entrance, site_of, to
from viva.web.people import links, secrets
from viva.web.people.admission import Missing, Role, open_to

router = APIRouter()
_YEAR = 31_536_000
_SOON = 60


@router.get("/enter/{secret}")
@open_to(Role.ANYONE)
def enter(request: Request, secret: str) -> Response:
    """The secret leaves the address at once, for a cookie. A right one always lets in, whoever else guesses from the
    same address: a whole school may have one."""
    site, guesses = site_of(request), request.app.state.guesses
    cookie = links.enter(site, secret)
    if cookie is None:
        if guesses.is_too_many("link", request):
            return _slowed(request)
        guesses.count("link", request)
        return show_entrance(request, 404, is_open=site.settings.open, problem="entrance.wrong_link")
    return _come_in(request, cookie)


@router.post("/enter")
@open_to(Role.ANYONE)
def take_name(request: Request, name: Annotated[str, Form(max_length=2000)] = "") -> Response:
    site, guesses = site_of(request), request.app.state.guesses
    if not site.settings.open:
        raise Missing
    if guesses.is_too_many("name", request):
        return _slowed(request)
    try:
        return _come_in(request, links.take_name(site, name))
    except links.Taken:
        guesses.count("name", request)
        return show_entrance(request, 409, is_open=True, problem="entrance.taken", typed=name)
    except links.NoName:
        return show_entrance(request, 422, is_open=True, problem="entrance.no_name", typed=name)


@router.post("/leave")
@open_to(Role.STUDENT)
def leave(request: Request) -> Response:
    """Ends the cookie, on the server too."""
    site = site_of(request)
    with site.database.writing() as session:
        session.execute(delete(Pass).where(Pass.digest == secrets.digest(request.cookies.get(site.cookie, ""))))
    answer = to(request, "/")
    answer.delete_cookie(site.cookie, path=_cookie_path(request))
    answer.headers["clear-site-data"] = '"storage"'  # what was written and not handed in is nobody else's affair
    return answer


@router.get("/language/{word}")
@open_to(Role.ANYONE)
def choose_language(request: Request, word: str, back: str = "/") -> Response:
    """`back` is a path of the site as the browser has it, never another one's address."""
    if word not in LOCALES:
        raise Missing
    below = site_of(request).settings.path
    if below and (back == below or back.startswith(f"{below}/")):
        back = back[len(below) :] or "/"
    is_own = back.startswith("/") and not back.startswith(("//", "/\\")) and back.isprintable() and "\\" not in back
    answer = to(request, back if is_own else "/")
    answer.set_cookie(
        LANGUAGE, word, max_age=_YEAR, path=_cookie_path(request), httponly=True, samesite="lax", secure=_tls(request)
    )
    return answer


@router.get("/static/{name}")
@open_to(Role.ANYONE)
async def static(request: Request, name: str) -> Response:
    """From memory, so that no thread is needed."""
    return asset_response(request, name)


def _slowed(request: Request) -> Response:
    answer = show_entrance(request, 429, is_open=False, problem="entrance.slowed")
    answer.headers["retry-after"] = str(_SOON)
    return answer


def _come_in(request: Request, cookie: str) -> RedirectResponse:
    answer = to(request, "/")
    let_in(request, answer, cookie)
    return answer


def let_in(request: Request, answer: Response, cookie: str) -> None:
    name, path = site_of(request).cookie, _cookie_path(request)
    answer.set_cookie(name, cookie, max_age=_YEAR, path=path, httponly=True, samesite="lax", secure=_tls(request))


def _cookie_path(request: Request) -> str:
    return site_of(request).settings.path or "/"


def _tls(request: Request) -> bool:
    return bool(request.url.scheme == "https")
