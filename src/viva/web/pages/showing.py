"""How a page is made: a template, the reader's language, and what every page has.

Reports use the template of `viva check --html`; what differs is the frame around it (`templates/base.html`), which
takes its sheet by address.
"""

from __future__ import annotations

import gzip
import hashlib
import secrets
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from fastapi import Path as InAddress
from fastapi import Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from viva.core.records import dataclass
from viva.core.terms import LOCALES
from viva.core.texts import Catalogue, catalogue
from viva.drawing.sheet import sheet
from viva.showing import page
from viva.showing.outline import number
from viva.web.people.admission import Missing, Visitor
from viva.web.people.secrets import digest, form_token
from viva.web.site import LARGEST_SEED, WISHES, Site, Spot

_HERE = Path(__file__).parents[1]
TEMPLATES = (_HERE / "templates", Path(page.__file__).parent.parent / "grading" / "templates")
STATIC = _HERE / "static"
LANGUAGE = "language"
Number = Annotated[int, InAddress(ge=0, lt=2**31)]
"""Of a row of the database, in an address."""
_YEAR = 31_536_000


@dataclass(frozen=True, slots=True)
class Asset:
    """A file that pages take by an address that changes with it, so that it may be kept for ever."""

    content: bytes
    packed: bytes
    kind: str
    digest: str


@cache
def assets() -> dict[str, Asset]:
    """The sheet of all pages, and the script where it was built."""
    shown, graded = (Path(page.__file__).parent / "templates", TEMPLATES[1])
    sheets = [shown / "style.css", shown / "frames.css", graded / "sheets.css", _HERE / "templates" / "site.css"]
    drawn = sheet().replace(".drawing", ".viva .drawing")
    found = {"site.css": ("\n".join([*(each.read_text("utf-8") for each in sheets), drawn]).encode(), "text/css")}
    for script in sorted(STATIC.glob("*.js")):  # site.js, and what it loads when it is needed
        found[script.name] = (script.read_bytes(), "text/javascript")
    return {
        name: Asset(content, gzip.compress(content, 9), kind, hashlib.sha256(content).hexdigest()[:12])
        for name, (content, kind) in found.items()
    }


def asset_response(request: Request, name: str) -> Response:
    found = assets().get(name)
    if found is None:
        raise Missing
    headers = {"cache-control": f"public, max-age={_YEAR}, immutable", "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(found.packed, media_type=found.kind, headers={**headers, "content-encoding": "gzip"})
    return Response(found.content, media_type=found.kind, headers=headers)


def site_of(request: Request) -> Site:
    site = request.app.state.site
    assert isinstance(site, Site)
    return site


def visitor_of(request: Request) -> Visitor:
    visitor = request.state.visitor
    assert isinstance(visitor, Visitor)
    return visitor


def locale_of(request: Request) -> str:
    """What the reader chose, or what the browser prefers, or the site's own."""
    chosen = request.cookies.get(LANGUAGE)
    if chosen in LOCALES:
        return str(chosen)
    for part in request.headers.get("accept-language", "").split(",")[:20]:
        word = part.partition(";")[0].strip().lower().partition("-")[0]
        if word in LOCALES:
            return word
    return site_of(request).settings.language


def texts_of(request: Request) -> Catalogue:
    return catalogue("viva.web", locale_of(request))


def show(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    locale, site = locale_of(request), site_of(request)
    visitor = getattr(request.state, "visitor", None)
    text = catalogue("viva.web", locale).say
    known = {name: f"{site.settings.path}/static/{name}?{asset.digest}" for name, asset in assets().items()}
    common = {
        "at": site.settings.path,
        "path": request.scope["path"],
        "assets": known,
        "course": site.shelf.title,
        "locale": locale,
        "locales": LOCALES,
        "number": lambda value: number(value, locale),
        "counted": lambda value: 1 if value == 1 else number(value, locale),  # for slots with words for one and many
        "text": text,
        "token": visitor.token if visitor else "",
        "visitor": visitor,
        "refresh": None,
    }
    body = page.render(template, TEMPLATES, **{**common, **values})
    return HTMLResponse(body, status_code=status)


def show_entrance(
    request: Request, status: int, *, is_open: bool, problem: str | None = None, typed: str = ""
) -> Response:
    """Where names are typed. Nobody is known there yet, so what shows that its form is one of the site is made for a
    cookie that no other site makes a browser send."""
    site, visitor = site_of(request), getattr(request.state, "visitor", None)
    door = request.cookies.get(site.door) or secrets.token_urlsafe(16)
    token = visitor.token if visitor else form_token(site.key, digest(door))
    answer = show(request, "entrance.html", status, open=is_open, problem=problem, typed=typed, token=token)
    path, secure = site.settings.path or "/", request.url.scheme == "https"
    answer.set_cookie(site.door, door, path=path, httponly=True, samesite="strict", secure=secure)
    return answer


def to(request: Request, path: str) -> RedirectResponse:
    """The answer to a form: the page that shows what came of it."""
    return RedirectResponse(site_of(request).settings.path + path, status_code=303)


def link_of(request: Request, secret: str) -> str:
    """The address that lets its holder in, as this site was called."""
    host = request.headers.get("host", "")
    return f"{request.url.scheme}://{host}{site_of(request).settings.path}/enter/{secret}"


def once() -> str:
    return secrets.token_urlsafe(18)


def spot_of(site: Site, place: str, wish: str = "", seed: str = "") -> Spot:
    """By name only: nothing of an address ever becomes a path of a file."""
    offer = site.offer(place)
    if offer is None or (wish and wish not in WISHES):
        raise Missing
    if not wish:
        return Spot(offer)
    if not (seed.isascii() and seed.isdecimal() and len(seed) <= 10 and int(seed) <= LARGEST_SEED):
        raise Missing
    return Spot(offer, wish, int(seed))


def random_seed() -> int:
    return secrets.randbelow(LARGEST_SEED) + 1
