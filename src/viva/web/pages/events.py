"""Following a job: a stream of events that ends when the job does, or after a while; the browser then asks again.

An event says that something has changed and nothing else, so nothing can leave by it: the page is asked for what. Each
stream is its own coroutine and holds neither a thread nor a connection of the database while it waits, so a slow reader
keeps nobody waiting.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter
from collections.abc import AsyncIterable, AsyncIterator

from fastapi import APIRouter, Depends, Request
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool

from viva.web import contents
from viva.web.pages.showing import site_of, visitor_of
from viva.web.people.admission import Role, Visitor, open_to
from viva.web.site import Site

router = APIRouter()
_LONGEST = 60.0
_LOOK = 0.25
_EACH = 6
_MOST = 2000


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


async def _following(request: Request, public: str) -> AsyncIterator[None]:
    """What is not there is told before anything is sent."""
    site, visitor = site_of(request), visitor_of(request)
    await run_in_threadpool(_state, site, visitor, public)
    followers: Followers = request.app.state.followers
    if not followers.come(visitor.person_id):
        raise TooMany
    try:
        yield
    finally:
        followers.go(visitor.person_id)


@router.get("/attempts/{public}/events", response_class=EventSourceResponse, dependencies=[Depends(_following)])
@open_to(Role.STUDENT)
async def follow(request: Request, public: str) -> AsyncIterable[ServerSentEvent]:
    site, visitor = site_of(request), visitor_of(request)
    yield ServerSentEvent(comment="here", retry=2000)
    began = time.monotonic()
    before: tuple[object, ...] | None = None
    pause = _LOOK
    while time.monotonic() - began < _LONGEST and not request.app.state.stopping.is_set():
        is_open, now = await run_in_threadpool(_state, site, visitor, public)
        if now != before:
            before, pause = now, _LOOK
            yield ServerSentEvent(event="change", raw_data="{}")
        if not is_open:
            yield ServerSentEvent(event="end", raw_data="{}")
            return
        await asyncio.sleep(pause)
        pause = min(2.0, pause * 1.3)  # what waits long is looked at less often


def _state(site: Site, visitor: Visitor, public: str) -> tuple[bool, tuple[object, ...]]:
    with site.database.reading() as session:
        seen = contents.attempt_seen(site, session, visitor, public)
    return seen.is_open, (seen.before, seen.doing, seen.report is None, seen.is_whole)
