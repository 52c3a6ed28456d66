"""What happens in time: the run of the example that a report told, step by step, and what somebody tries out.

Both are errands of a lower class than checks, limited for each person. What is tried is no attempt: nothing of it is
kept, and it is answered without the tests and the model answer.
"""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from viva.core.drawing import Frames
from viva.core.json import Json
from viva.core.text.escape import visible
from viva.core.texts import Catalogue
from viva.services.stepping import witness_told
from viva.showing.frames import player_of
from viva.web import contents
from viva.web.editing.asking import LARGEST, exercise_at
from viva.web.editing.desk import Busy, Desk, Stale
from viva.web.pages.showing import locale_of, show, site_of, spot_of, texts_of, visitor_of
from viva.web.people.admission import Missing, Role, open_to
from viva.web.site import Spot

router = APIRouter()
PER_MINUTE = 20
_PATIENCE = 30.0
_LONGEST = 4_000  # letters of an input
_BUTTONS = "steps.button."


@router.get("/attempts/{public}/steps")
@open_to(Role.STUDENT)
async def steps(request: Request, public: str) -> Response:
    """The run of the example, where its reader has earned it."""
    told, title = await run_in_threadpool(_witness, request, public)
    back = f"{site_of(request).settings.path}/attempts/{public}"
    return await _answered(request, "steps", told, title, back)


@router.post("/exercises/{place}/try")
@open_to(Role.STUDENT)
async def try_out(
    request: Request,
    place: str,
    text: Annotated[str, Form()] = "",
    given: Annotated[str, Form()] = "",
    ending: Annotated[str, Form(max_length=40)] = "",
) -> Response:
    return await _try(request, spot_of(site_of(request), place), text, given, ending)


@router.post("/exercises/{place}/{wish}/{seed}/try")
@open_to(Role.STUDENT)
async def try_out_variant(
    request: Request,
    place: str,
    wish: str,
    seed: str,
    text: Annotated[str, Form()] = "",
    given: Annotated[str, Form()] = "",
    ending: Annotated[str, Form(max_length=40)] = "",
) -> Response:
    return await _try(request, spot_of(site_of(request), place, wish, seed), text, given, ending)


def _witness(request: Request, public: str) -> tuple[dict[str, Json], str]:
    """What a worker is told, and the title. Raises Missing where nothing was told that could be stepped."""
    site, visitor = site_of(request), visitor_of(request)
    with site.database.reading() as session:
        seen = contents.attempt_seen(site, session, visitor, public)
    witness = witness_told(seen.report) if seen.report else None
    if witness is None:
        raise Missing
    submitted = seen.submitted
    question: Any = site.question(submitted.exercise)
    files: Any = submitted.files
    told: dict[str, Json] = {
        "exercise": submitted.exercise,
        "question": question,
        "name": submitted.name,
        "files": files,
        "witness": witness.to_json(),
    }
    return told, seen.card.exercise.title


async def _try(request: Request, spot: Spot, text: str, given: str, ending: str) -> Response:
    site, texts = site_of(request), texts_of(request)
    about = await run_in_threadpool(exercise_at, site, spot, ending)
    back = f"{site.settings.path}/exercises/{spot.key}"
    if about is None:
        return _page(request, "", back, problem=texts.say("try.preparing"), status=503)
    if len(text) > LARGEST or len(given) > _LONGEST:
        return _page(request, "", back, problem=texts.say("try.large"), status=413)
    told: dict[str, Json] = {
        **about,
        "text": text.replace("\r\n", "\n").encode("utf-8", "backslashreplace").decode(),
        "given": given.replace("\r\n", "\n").encode("utf-8", "backslashreplace").decode(),
    }
    return await _answered(request, "try", told, texts.say("try.title"), back)


async def _answered(request: Request, errand: str, told: dict[str, Json], title: str, back: str) -> Response:
    desk, texts = request.app.state.trying, texts_of(request)
    assert isinstance(desk, Desk)
    isolation = site_of(request).settings.isolation
    asked: dict[str, Json] = {**told, "locale": locale_of(request), "isolation": isolation}
    try:
        said = await asyncio.wait_for(
            asyncio.wrap_future(desk.ask(visitor_of(request).person_id, errand, asked)), _PATIENCE
        )
    except (Busy, TimeoutError) as busy:
        wait = busy.wait if isinstance(busy, Busy) else 5
        answer = _page(request, title, back, problem=texts.say("try.busy", seconds=wait), status=429)
        answer.headers["retry-after"] = str(wait)
        return answer
    except Stale:
        return _page(request, title, back, problem=texts.say("try.stale"), status=409)
    if "frames" not in said:
        return _page(request, title, back, problem=texts.say("try.fault"), status=500)
    frames: Any = said["frames"]
    problem = str(said["problem"]) if said.get("problem") else None
    return _page(request, title, back, Frames.from_json(frames) if frames else None, problem=problem)


def _page(
    request: Request,
    title: str,
    back: str,
    frames: Frames | None = None,
    *,
    problem: str | None = None,
    status: int = 200,
) -> Response:
    film = player_of(frames) if frames is not None else None
    texts = texts_of(request)
    problem = visible(problem) if problem else None
    words = json.dumps(button_words(texts))
    return show(request, "stepping.html", status, title=title, back=back, film=film, problem=problem, words=words)


def button_words(texts: Catalogue) -> dict[str, str]:
    """What the player's buttons are called, with their slots."""
    return {key.removeprefix(_BUTTONS): text for key, text in texts.templates.items() if key.startswith(_BUTTONS)}
