"""When something is in the way: a clear page, or JSON for programs, and never more than the reader may know."""

from __future__ import annotations

import logging

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from sqlalchemy.exc import DataError, SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.routing import Match, Route

from viva.core import mistake
from viva.core.fault import Fault
from viva.core.text.escape import visible_line
from viva.services.database.opening import told
from viva.web.guard import BodyTooLarge, BodyTooSlow
from viva.web.pages.events import TooMany
from viva.web.pages.showing import show, show_entrance, site_of, texts_of
from viva.web.people.admission import SAFE, Foreign, Missing, Slowed, Unknown

log = logging.getLogger("viva.web")
_SOON = 10
_MINUTE = 60
_LONGEST_METHOD = 20


def is_for_program(request: Request) -> bool:
    return bool(request.scope["path"].startswith("/api/"))


def problem(request: Request, status: int, key: str, wait: int | None = None, **slots: object) -> Response:
    """The sentence of a key and what to do, as a page or as JSON."""
    say = texts_of(request).say
    answer: Response
    if is_for_program(request):
        answer = JSONResponse({"error": {"kind": key, "problem": say(f"problem.{key}_said", **slots)}}, status)
    else:
        said = say(f"problem.{key}_said", **slots)
        answer = show(request, "problem.html", status, heading=say(f"problem.{key}"), said=said, path="/", visitor=None)
    if wait:
        answer.headers["retry-after"] = str(wait)
    return answer


def _allowed(request: Request) -> list[str]:
    """The methods of all routes with this path."""
    found = set[str]()
    for route in request.app.state.routes:
        if isinstance(route, Route) and route.matches(request.scope)[0] is not Match.NONE:
            found |= route.methods or set()
    return sorted(found | {"HEAD"} if "GET" in found else found)


def add_problems(app: FastAPI) -> None:
    async def missing(request: Request, _problem: Exception) -> Response:
        return problem(request, 404, "missing")

    async def unknown(request: Request, _problem: Exception) -> Response:
        if is_for_program(request):
            answer = problem(request, 401, "unknown")
            answer.headers["www-authenticate"] = "Bearer"
            return answer
        return show_entrance(request, 401, is_open=site_of(request).settings.open)

    async def foreign(request: Request, _problem: Exception) -> Response:
        return problem(request, 403, "foreign")

    async def too_large(request: Request, _problem: Exception) -> Response:
        return problem(request, 413, "large", most=site_of(request).settings.largest)

    async def too_slow(request: Request, _problem: Exception) -> Response:
        answer = problem(request, 408, "slow")
        answer.headers["connection"] = "close"
        return answer

    async def too_many(request: Request, _problem: Exception) -> Response:
        return problem(request, 429, "busy", _SOON)

    async def slowed(request: Request, _problem: Exception) -> Response:
        return problem(request, 429, "slowed", _MINUTE)

    async def invalid(request: Request, _problem: Exception) -> Response:
        return problem(request, 422, "invalid")

    async def http(request: Request, raised: Exception) -> Response:
        assert isinstance(raised, HTTPException)
        if raised.status_code == 404:
            return problem(request, 404, "missing")
        if raised.status_code == 405:
            answer = problem(request, 405, "method", method=visible_line(request.method[:_LONGEST_METHOD]))
            answer.headers["allow"] = ", ".join(_allowed(request))
            return answer
        if isinstance(raised.__cause__, BodyTooSlow):  # what reads a form makes an error of its own of it
            return await too_slow(request, raised)
        is_large = isinstance(raised.__cause__, BodyTooLarge) or "exceeded maximum size" in str(raised.detail)
        if raised.status_code == 413 or is_large:
            return await too_large(request, raised)
        return problem(request, raised.status_code, "invalid")

    async def database(request: Request, raised: Exception) -> Response:
        log.error("database", extra={"problem": told(raised)})
        return problem(request, 503, "database", _SOON)

    async def unfit(request: Request, raised: Exception) -> Response:
        """What no database can hold, such as a zero in a text: so it is in none."""
        return await (missing if request.method in SAFE else invalid)(request, raised)

    async def fault(request: Request, raised: Exception) -> Response:
        log.error("fault", extra={"problem": str(raised)})
        return problem(request, 500, "fault")

    async def gone(_request: Request, _problem: Exception) -> Response:
        return Response(status_code=400)

    async def own(request: Request, raised: Exception) -> Response:
        log.error("mistake", extra={"problem": mistake.told(raised)})
        return problem(request, 500, "mistake")

    kinds = {
        Missing: missing,
        Unknown: unknown,
        Foreign: foreign,
        BodyTooLarge: too_large,
        BodyTooSlow: too_slow,
        TooMany: too_many,
        Slowed: slowed,
        RequestValidationError: invalid,
        HTTPException: http,
        DataError: unfit,
        SQLAlchemyError: database,
        Fault: fault,
        ClientDisconnect: gone,
        Exception: own,
    }
    for kind, answer in kinds.items():
        app.add_exception_handler(kind, answer)
