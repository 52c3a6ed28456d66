"""Following a job or the class: a stream of events that ends when the job does, or after a while; the browser then asks
again.

An event says that something has changed and nothing else, so nothing can leave by it: the page is asked for what. Each
stream is its own coroutine and holds neither a thread nor a connection of the database while it waits, so a slow reader
keeps nobody waiting.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter
from collections.abc import AsyncIterable, AsyncIterator, Callable

from fastapi import APIRouter, Depends, Request
from fastapi.sse import EventSourceResponse, ServerSentEvent
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool

from viva.web import classroom, contents
from viva.web.pages.showing import site_of, visitor_of
from viva.web.people.admission import Missing, Role, Visitor, open_to
from viva.web.site import Site

router = APIRouter()
_LONGEST = 60.0
_LOOK, _LOOK_AT_CLASS = 0.25, 1.0
_EACH = 6
_MOST = 2000
State = tuple[object, ...]


class Followers:
    """How many streams there are, of each person and in all."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._of: Counter[int] = Counter()

    def come(self, person: int) -> bool:
        with self._lock:
            if self._of[person] >= _EACH or self._of.total() >= _MOST:
                return False
            self._of[person] += 1
            return True

    def go(self, person: int) -> None:
        with self._lock:
            self._of[person] -= 1
            self._of += Counter()


class TooMany(Exception):
    """Somebody follows more jobs than people do."""


async def _following(request: Request) -> AsyncIterator[None]:
    """What is not there is told before anything is sent."""
    public = request.path_params.get("public")
    if public is not None:
        await run_in_threadpool(_state, site_of(request), visitor_of(request), public)
    followers, person = request.app.state.followers, visitor_of(request).person_id
    if not followers.come(person):
        raise TooMany
    try:
        yield
    finally:
        followers.go(person)


@router.get("/attempts/{public}/events", response_class=EventSourceResponse, dependencies=[Depends(_following)])
@open_to(Role.STUDENT)
async def follow(request: Request, public: str) -> AsyncIterable[ServerSentEvent]:
    """A check, until it ends."""
    site, visitor = site_of(request), visitor_of(request)
    async for event in _changes(request, lambda: _state(site, visitor, public), _LOOK):
        yield event


@router.get("/class/events", response_class=EventSourceResponse, dependencies=[Depends(_following)])
@open_to(Role.TEACHER)
async def follow_class(request: Request) -> AsyncIterable[ServerSentEvent]:
    """Everything that the pages of the class show; this never ends by itself."""
    database = site_of(request).database

    def state() -> tuple[bool, State]:
        with database.reading() as session:
            return True, classroom.fingerprint(session)

    async for event in _changes(request, state, _LOOK_AT_CLASS):
        yield event


async def _changes(
    request: Request, look: Callable[[], tuple[bool, State]], often: float
) -> AsyncIterator[ServerSentEvent]:
    """An event for each change of what is looked at, until it is not open any more."""
    yield ServerSentEvent(comment="here", retry=2000)
    began, pause = time.monotonic(), often
    before: State | None = None
    now: State | None
    while time.monotonic() - began < _LONGEST and not request.app.state.stopping.is_set():
        try:
            is_open, now = await run_in_threadpool(look)
        except Missing:  # it was taken away meanwhile: its page says so
            is_open, now = False, ()
        except SQLAlchemyError:  # the database is away for a moment
            is_open, now = True, before
        if now != before:
            before, pause = now, often
            yield ServerSentEvent(event="change", raw_data="{}")
        if not is_open:
            yield ServerSentEvent(event="end", raw_data="{}")
            return
        await asyncio.sleep(pause)
        pause = min(2.0, pause * 1.3)  # what waits long is looked at less often


def _state(site: Site, visitor: Visitor, public: str) -> tuple[bool, State]:
    with site.database.reading() as session:
        seen = contents.attempt_seen(site, session, visitor, public)
    return seen.is_open, (seen.before, seen.doing, seen.report is None, seen.is_whole)
