"""The pages of authors: the files of an exercise, what is wrong with it, and what its students see.

They exist where `Settings.lets_authors_write` says so and for the teacher only; for everybody else, and through a proxy
that nobody spoke of, they are not there. Reading an exercise is a worker's task here too.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.concurrency import run_in_threadpool

from viva.core.drawing import Drawing
from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.report import Report
from viva.core.source import MANIFEST
from viva.core.terms import Terms
from viva.core.text.escape import visible_line
from viva.grading.parcel import Question, files_to_json, terms_to_json
from viva.grading.row import Error
from viva.grading.statement import statement_html
from viva.services.workers.worker import Said
from viva.showing.inline import inline_svg
from viva.showing.outline import outline
from viva.web.authoring import folder, versions
from viva.web.authoring.folder import Changed, NotThis
from viva.web.authoring.trials import Trials, Tried
from viva.web.contents import moment
from viva.web.editing.desk import Busy, Desk, Stale
from viva.web.editing.field import file_of, text_beside, text_in_field
from viva.web.editing.notations import notation_of
from viva.web.pages.showing import Number, locale_of, show, site_of, texts_of, to, visitor_of
from viva.web.people.admission import Missing, Role, open_to
from viva.web.shelf import Card, Offer, question_hash

router = APIRouter(prefix="/author")
_PATIENCE = 60.0
_AGAIN = 2
_FORWARDED = {
    "forwarded",
    "via",
    "x-real-ip",
    "x-client-ip",
    "x-cluster-client-ip",
    "cf-connecting-ip",
    "true-client-ip",
    "fastly-client-ip",
}
_TOML = "toml"
Name = Annotated[str, Form(max_length=folder.LONGEST_NAME)]


def _offer(request: Request, place: str) -> Offer:
    """The exercise, where it may be changed by who asks. Raises Missing."""
    site = site_of(request)
    settings = site.settings
    proxied = not settings.author and any(map(_is_of_proxy, request.headers))
    offer = site.newest(place) or site.unread_offer(place)
    if not settings.lets_authors_write or proxied or offer is None or offer.folder is None:
        raise Missing
    return offer


def _is_of_proxy(header: str) -> bool:
    return header in _FORWARDED or header.startswith(("x-forwarded-", "x-original-"))


@router.get("/{place}")
@open_to(Role.TEACHER)
def exercise(request: Request, place: str, file: str = MANIFEST) -> Response:
    return _page(request, _offer(request, place), file)


@router.post("/{place}/save")
@open_to(Role.TEACHER)
def save(
    request: Request, place: str, file: Name, text: Annotated[str, Form()] = "", began: Annotated[str, Form()] = ""
) -> Response:
    offer, site = _offer(request, place), site_of(request)
    content = file_of(text, _own(offer).get(file))
    if len(content) > site.settings.largest:
        return _page(request, offer, file, 413, "author.large", typed=text)
    return _save(request, offer, file, content, began, typed=text)


@router.post("/{place}/remove")
@open_to(Role.TEACHER)
def remove(request: Request, place: str, file: Name, began: Annotated[str, Form()] = "") -> Response:
    return _save(request, _offer(request, place), file, None, began)


@router.post("/{place}/back/{number}")
@open_to(Role.TEACHER)
def take_back(request: Request, place: str, number: Number) -> Response:
    """A file as it was before a save; this is a save too."""
    offer, site = _offer(request, place), site_of(request)
    assert offer.folder is not None
    version = versions.find(site.settings.folder, offer.folder, number)
    if version is None:
        raise Missing
    now = folder.digest(_own(offer).get(version.file))
    return _save(request, offer, version.file, version.before, now)


@router.post("/{place}/test")
@open_to(Role.TEACHER)
def test(request: Request, place: str, file: Name = MANIFEST) -> Response:
    """Has the exercise tested, as `viva test-exercise` does."""
    offer = _offer(request, place)
    files = folder.files_of(offer)
    question = folder.question_with(offer, files)
    terms: Any = terms_to_json(_terms(request))
    _trials(request).ask(question_hash(question), question.to_json(), terms, files)
    return to(request, _address(offer, file))


@router.post("/{place}/proofread")
@open_to(Role.TEACHER)
async def proofread(request: Request, place: str, spot: Name = MANIFEST, text: Annotated[str, Form()] = "") -> Response:
    """What cannot be read of the exercise, were this file so; and the page of its students, were it so."""
    offer = _offer(request, place)
    if len(text) > site_of(request).settings.largest:
        return JSONResponse({"error": {"kind": "large"}}, 413)
    question = await run_in_threadpool(_draft, offer, spot, text)
    if question is None:
        return JSONResponse({"marks": [], "page": None})
    told: dict[str, Json] = {"exercise": question_hash(question), "question": question.to_json()}
    said = await _ask(request, "card", told)
    if isinstance(said, Response):
        return said
    if "card" in said:
        return JSONResponse({"marks": [], "page": _student(request, said["card"], question, place)})
    at: Any = said.get("at")
    problem: Any = said.get("error")
    sentence = texts_of(request).say("author.unread", problem=_problem(problem))
    if at and at["file"].endswith(spot):
        return JSONResponse({"marks": [{key: at[key] for key in ("text", "line", "column")}], "page": sentence})
    # It is another file that cannot be read: this one has no place to mark.
    return JSONResponse({"marks": [], "page": sentence})


@router.post("/{place}/shown")
@open_to(Role.TEACHER)
async def shown(
    request: Request,
    place: str,
    text: Annotated[str, Form()] = "",
    example: Annotated[str, Form(max_length=400)] = "",
    attempt: Annotated[int, Form(ge=1, le=1000)] = 1,
) -> Response:
    """What a student with this program would see at this attempt."""
    offer, site = _offer(request, place), site_of(request)
    files = await run_in_threadpool(folder.files_of, offer)
    card = await run_in_threadpool(lambda: site.card(offer.hash, wait=3.0))
    ending = card.endings[0] if isinstance(card, Card) else ".txt"
    chosen = (
        _example(folder.own_files(offer, files), example)
        if example
        else {f"answer{ending}": text.replace("\r\n", "\n").encode()}
    )
    if not chosen or len(text) > site.settings.largest:
        raise Missing
    question = folder.question_with(offer, files)
    told: dict[str, Json] = {
        "exercise": question_hash(question),
        "question": question.to_json(),
        "name": next(iter(chosen)) if len(chosen) == 1 else "submission",
        "files": files_to_json(chosen),
        "terms": terms_to_json(_terms(request, attempt)),
    }
    said = await _ask(request, "shown", told)
    if isinstance(said, Response):
        return show(request, "author_shown.html", 503, offer=offer, outline=None, attempt=attempt, problem="busy")
    if "report" not in said:
        problem = _problem(said.get("error"))
        return show(request, "author_shown.html", 422, offer=offer, outline=None, attempt=attempt, problem=problem)
    body: Any = said["report"]
    report = Report.from_json(body)
    made = outline(report, None, card.exercise.feedback if isinstance(card, Card) else None)
    return show(request, "author_shown.html", offer=offer, outline=made, attempt=attempt, problem=None)


def _page(
    request: Request, offer: Offer, file: str, status: int = 200, problem: str = "", *, typed: str | None = None
) -> HTMLResponse:
    site = site_of(request)
    assert offer.folder is not None
    try:
        files = folder.files_of(offer)
        folder.harmless(file)
    except (Fault, NotThis):
        raise Missing from None
    question = folder.question_with(offer, files)
    number = question_hash(question)
    trials = _trials(request)
    found = trials.of(number)
    tried = found if isinstance(found, list) else []
    own = folder.own_files(offer, files)
    content = own.get(file)
    text = text_in_field(content) if content is not None else ""
    card = site.card(offer.hash, wait=1.0)
    notation = _TOML if file.endswith(".toml") else notation_of(offer.subject, _kind(card), _ending(file))
    return show(
        request,
        "author.html",
        status,
        offer=offer,
        files=[(name, _worst(tried, name)) for name in sorted(files)],
        file=file,
        is_new=content is None,
        is_text=text is not None and (file in own or file not in files),
        is_link=file in files and file not in own,
        beside=text_beside(content) if content is not None and text is None else None,
        typed=typed if typed is not None else (text or ""),
        began=folder.digest(content),
        notation=notation,
        findings=json.dumps(_findings(tried, file)),
        problem=texts_of(request).say(problem) if problem else None,
        tried=tried,
        failed=found if isinstance(found, Error) else None,
        is_testing=trials.is_known(number) and found is None,
        is_tested=trials.is_known(number),
        versions=[(each, moment(each.created)) for each in versions.kept(site.settings.folder, offer.folder)],
        examples=sorted({_example_name(name) for name in own if name.startswith("examples/")} - {""}),
        student=_student_of(request, card, offer.place) if isinstance(card, Card) else "",
        unread=site.shelf.unread[offer.place].problem
        if offer.place in site.shelf.unread
        else str(card)
        if isinstance(card, Error)
        else None,
        refresh=_AGAIN if trials.is_known(number) and found is None else None,
    )


def _save(request: Request, offer: Offer, file: str, content: bytes | None, began: str, *, typed: str = "") -> Response:
    site = site_of(request)
    assert offer.folder is not None
    data = site.settings.folder
    try:
        folder.harmless(file)
        now = _own(offer).get(file)
        if content is None and now is None:
            raise Missing
        if now == content:
            return to(request, _address(offer, file))
        version = versions.keep(data, offer.folder, file, now)
        try:
            folder.write(offer, file, content, began)
        except BaseException:
            versions.forget(data, offer.folder, version)
            raise
    except NotThis as why:
        return _page(request, offer, MANIFEST, 422, str(why))
    except Changed:
        return _page(request, offer, file, 409, "author.changed", typed=typed)
    except Fault as fault:
        return show(request, "author_shown.html", 500, offer=offer, outline=None, attempt=None, problem=str(fault))
    with suppress(Fault):  # its page says what cannot be read; students are served the exercise as it was
        site.read_again()
    return to(request, _address(offer, file if content is not None else MANIFEST))


def _own(offer: Offer) -> dict[str, bytes]:
    return folder.own_files(offer, folder.files_of(offer))


def _address(offer: Offer, file: str) -> str:
    return f"/author/{quote(offer.place)}?file={quote(file)}"


def _trials(request: Request) -> Trials:
    found = request.app.state.trials
    assert isinstance(found, Trials)
    return found


def _terms(request: Request, attempt: int | None = None) -> Terms:
    settings = site_of(request).settings
    return Terms.of(
        attempt=attempt, seconds=settings.seconds, isolation=settings.isolation or None, locale=locale_of(request)
    )


def _draft(offer: Offer, file: str, text: str) -> Question | None:
    """The exercise with a file that is not saved; None where that cannot be one of its files."""
    try:
        folder.harmless(file)
        files = folder.files_of(offer)
    except (Fault, NotThis):
        return None
    return folder.question_with(offer, {**files, file: file_of(text, folder.own_files(offer, files).get(file))})


async def _ask(request: Request, kind: str, told: dict[str, Json]) -> Said | Response:
    desk = request.app.state.desk
    assert isinstance(desk, Desk)
    try:
        asked = desk.ask(visitor_of(request).person_id, kind, told)
        return await asyncio.wait_for(asyncio.wrap_future(asked), _PATIENCE)
    except Busy as busy:
        return JSONResponse({"error": {"kind": "busy"}}, 429, headers={"retry-after": str(busy.wait)})
    except Stale:
        return JSONResponse({"error": {"kind": "stale"}}, 409)
    except TimeoutError:
        return JSONResponse({"error": {"kind": "busy"}}, 503, headers={"retry-after": "5"})


def _problem(error: Json) -> str:
    return visible_line(str(Error.from_json(error))) if isinstance(error, dict) else ""


def _student(request: Request, card: Any, question: Question, place: str) -> str:
    return _student_of(request, Card.from_json(card, question, place), place)


def _student_of(request: Request, card: Card, place: str) -> str:
    """What stands on the page of an exercise above the field."""
    drawing = card.drawing
    made = show(
        request,
        "author_student.html",
        title=card.exercise.title,
        statement=statement_html(card.exercise.statement, 3),
        drawing=drawing,
        svg=_picture(drawing) if drawing else None,
        place=place,
    )
    return bytes(made.body).decode()


def _picture(drawing: Drawing) -> Any:
    from markupsafe import Markup  # noqa: PLC0415

    svg = inline_svg(drawing.svg)
    return None if svg is None else Markup(svg)


def _kind(card: Card | Error | None) -> str:
    return (card.exercise.kind or "") if isinstance(card, Card) else ""


def _ending(file: str) -> str:
    name = file.rpartition("/")[2]
    return ".fa.json" if name.endswith(".fa.json") else "." + name.rpartition(".")[2]


def _worst(tried: list[Tried], file: str) -> str:
    about = [each for each in tried if each.file == file]
    return "bad" if any(each.problem for each in about) else "open" if any(each.warning for each in about) else ""


def _findings(tried: list[Tried], file: str) -> list[dict[str, Json]]:
    """What the test says of a file, at its beginning: it speaks of all of it."""
    told = ((each, each.problem or each.warning) for each in tried if each.file == file)
    return [
        {"line": 1, "text": f"{each.what}: {each.came}; {why}", "about": "correctness" if each.problem else "quality"}
        for each, why in told
        if why
    ]


def _example_name(file: str) -> str:
    parts = file.split("/")
    return "" if len(parts) < 3 or file.endswith(".expect.toml") else "/".join(parts[:3])


def _example(files: dict[str, bytes], example: str) -> dict[str, bytes]:
    if example in files and _example_name(example) == example:
        return {example.rpartition("/")[2]: files[example]}
    return {name[len(example) + 1 :]: content for name, content in files.items() if name.startswith(f"{example}/")}
