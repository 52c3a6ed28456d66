"""The routes of the editors: a form with the token of its page comes in, JSON goes out."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Field, ValidationError
from starlette.concurrency import run_in_threadpool

from viva.core.json import Json
from viva.web.editing.answering import MOST_EDGES, MOST_NODES
from viva.web.editing.desk import Busy, Desk, Stale
from viva.web.pages.showing import locale_of, site_of, spot_of, visitor_of
from viva.web.people.admission import Role, open_to
from viva.web.shelf import Card
from viva.web.site import Site, Spot

router = APIRouter(prefix="/editing")
LARGEST = 200_000
NOTES_PER_MINUTE = 400  # each note that is written by hand is engraved
_WANTED = {"proofread": "marks", "layout": "layout", "engrave": "staves"}
_PATIENCE = 30.0
_LONGEST = 2_000


class Drawn(BaseModel):
    """A graph to lay out.

    `nodes` have a text, whether they are a start, whether their outline is double, and the number of the node that they
    lie in, which stands before them; `edges` the numbers of their ends, which are of one level, and a text. `room` is
    how wide the picture may be before it is turned to go down.
    """

    round: bool = True
    room: float = Field(default=700, ge=100, le=10_000)
    nodes: list[tuple[Annotated[str, Field(max_length=_LONGEST)], bool, bool, int | None]] = Field(
        max_length=MOST_NODES
    )
    edges: list[tuple[int, int, Annotated[str, Field(max_length=_LONGEST)]]] = Field(max_length=MOST_EDGES)

    def is_sound(self) -> bool:
        outers = [outer for *_, outer in self.nodes]
        within = all(outer is None or 0 <= outer < number for number, outer in enumerate(outers))
        known = all(0 <= end < len(outers) for source, target, _ in self.edges for end in (source, target))
        return within and known and all(outers[source] == outers[target] for source, target, _ in self.edges)


@router.post("/proofread")
@open_to(Role.STUDENT)
async def proofread(
    request: Request,
    spot: Annotated[str, Form(max_length=400)],
    text: Annotated[str, Form()] = "",
    ending: Annotated[str, Form(max_length=40)] = "",
) -> Response:
    """What cannot be read of a text, as a check would say it. It is read and never run."""
    if len(text) > LARGEST:
        return _problem(413, "large")
    written = text.replace("\r\n", "\n")
    if not written.strip():
        return JSONResponse({"marks": []})  # who has not begun has made no mistake
    told: dict[str, Json] = {
        "text": written.encode("utf-8", "backslashreplace").decode(),
        "locale": locale_of(request),
        "isolation": site_of(request).settings.isolation,
    }
    return await _answer(request, spot, "proofread", told, ending)


@router.post("/layout")
@open_to(Role.STUDENT)
async def layout(
    request: Request, spot: Annotated[str, Form(max_length=400)], graph: Annotated[str, Form(max_length=LARGEST)] = ""
) -> Response:
    """Where the nodes of a graph lie, as reports draw it."""
    try:
        drawn = Drawn.model_validate(json.loads(graph))
    except (ValidationError, ValueError, RecursionError):
        return _problem(422, "invalid")
    if not drawn.is_sound():
        return _problem(422, "invalid")
    nodes: Any = [list(each) for each in drawn.nodes]
    edges: Any = [list(each) for each in drawn.edges]
    return await _answer(
        request, spot, "layout", {"nodes": nodes, "edges": edges, "round": drawn.round, "room": drawn.room}
    )


@router.post("/engrave")
@open_to(Role.STUDENT)
async def engrave(
    request: Request, spot: Annotated[str, Form(max_length=400)], text: Annotated[str, Form()] = ""
) -> Response:
    """The notes of a text as reports draw them; an empty one is what an answer begins as."""
    if len(text) > LARGEST:
        return _problem(413, "large")
    told: dict[str, Json] = {
        "text": text.replace("\r\n", "\n").encode("utf-8", "backslashreplace").decode(),
        "locale": locale_of(request),
        "isolation": None,  # nothing is run
    }
    return await _answer(request, spot, "engrave", told)


async def _answer(request: Request, spot: str, kind: str, told: dict[str, Json], ending: str = "") -> Response:
    site, state, wanted = site_of(request), request.app.state, _WANTED[kind]
    desk = state.engraving if kind == "engrave" else state.desk
    assert isinstance(desk, Desk)
    about = await run_in_threadpool(_exercise, site, spot, ending)
    if about is None:
        return _problem(503, "preparing", 2)
    try:
        said = await asyncio.wait_for(
            asyncio.wrap_future(desk.ask(visitor_of(request).person_id, kind, {**about, **told})), _PATIENCE
        )
    except Busy as busy:
        return _problem(429, "busy", busy.wait)
    except Stale:
        return _problem(409, "stale")
    except TimeoutError:
        return _problem(503, "busy", 5)
    if wanted not in said:
        return _problem(500, "fault")
    return JSONResponse({wanted: said[wanted]})


def _exercise(site: Site, key: str, ending: str) -> dict[str, Json] | None:
    """Raises Missing where there is no such spot."""
    return exercise_at(site, spot_of(site, *key.split("/")[:3]), ending)


def exercise_at(site: Site, spot: Spot, ending: str) -> dict[str, Json] | None:
    """The exercise at a spot, and a name for the text, as a worker wants them; None while it is made."""
    found = site.variant(spot)
    card = site.card(found) if isinstance(found, str) else None
    if not isinstance(card, Card) or not isinstance(found, str):
        return None
    question: Any = site.question(found)
    return {"exercise": found, "question": question, "file": f"answer{card.ending_of(ending)}"}


def _problem(status: int, kind: str, wait: int | None = None) -> JSONResponse:
    return JSONResponse({"error": {"kind": kind}}, status, headers={"retry-after": str(wait)} if wait else None)
