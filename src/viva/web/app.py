"""The application: all routes, behind one admission and one guard."""

from __future__ import annotations

import shutil
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import Depends, FastAPI, Request
from fastapi.responses import JSONResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp

from viva.core.version import VERSION
from viva.web import attempts
from viva.web.api import problems as api_problems
from viva.web.api import routes
from viva.web.api import teacher as teaching
from viva.web.authoring import pages as authoring
from viva.web.authoring.trials import Trials
from viva.web.editing import asking
from viva.web.editing.desk import Desk
from viva.web.guard import Guard
from viva.web.jobs import queue
from viva.web.pages import entrance, events, me, person, problems, stepping, student, teacher
from viva.web.people.admission import Role, admit, open_to
from viva.web.people.secrets import Guesses
from viva.web.site import Site

_SMALL = 700
_EFFORT = 4  # more would take three times as long, and save a tenth


def make_app(site: Site) -> ASGIApp:
    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        await run_in_threadpool(site.start)
        threading.Thread(target=_catch_up, args=(site,), daemon=True).start()
        yield
        app.state.stopping.set()
        await run_in_threadpool(site.stop)

    app = FastAPI(
        title="Viva",
        version=VERSION,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,  # the guard leaves none, and a redirect would not know of the path of a proxy
        lifespan=running,
        dependencies=[Depends(admit)],
    )
    app.state.site, app.state.guesses = site, Guesses()
    app.state.followers, app.state.stopping = events.Followers(), threading.Event()
    app.state.desk, app.state.trials = Desk(site.crew), Trials(site.crew)
    app.state.engraving = Desk(site.crew, asking.NOTES_PER_MINUTE)
    app.state.trying = Desk(site.crew, stepping.PER_MINUTE)
    pages = (
        asking.router,
        entrance.router,
        student.router,
        stepping.router,
        events.router,
        me.router,
        teacher.router,
        person.router,
    )
    described = (routes.router, teaching.router)
    for router in (*pages, authoring.router, *described):
        app.include_router(router, include_in_schema=router in described)
    app.add_exception_handler(api_problems.Problem, api_problems.show_problem)
    app.get("/health", include_in_schema=False)(health)
    app.state.routes = [
        route for router in (*pages, authoring.router, *described, app.router) for route in router.routes
    ]
    problems.add_problems(app)
    return Guard(GZipMiddleware(app, minimum_size=_SMALL, compresslevel=_EFFORT), site.settings)


def _catch_up(site: Site) -> None:
    """What is done beside the first pages."""
    attempts.recover(site)
    site.know_cards()


@open_to(Role.ANYONE)
def health(request: Request) -> JSONResponse:
    """Whether the site works: for whoever watches it."""
    site: Site = request.app.state.site
    try:
        with site.database.reading() as session:
            counts = queue.count(session)
    except SQLAlchemyError:
        return JSONResponse({"status": "no database", "version": VERSION}, 503)
    if shutil.disk_usage(site.settings.folder).free < site.settings.largest:
        return JSONResponse({"status": "the disk is full", "version": VERSION}, 503)
    works = site.crew is not None and site.crew.is_alive()
    about = {"version": VERSION, "waiting": counts.get(queue.QUEUED, 0), "working": counts.get(queue.RUNNING, 0)}
    return JSONResponse({"status": "ok" if works else "no workers", **about}, 200 if works else 503)
