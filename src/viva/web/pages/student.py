"""The pages of a student: the course, an exercise, an attempt with its report."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request, UploadFile
from fastapi.responses import Response
from markupsafe import Markup

from viva.core.drawing import Drawing
from viva.core.ladder import Rung, free_of_charge
from viva.core.records import dataclass
from viva.core.report import Report
from viva.core.texts import catalogue
from viva.grading.marked import marked_source
from viva.grading.parcel import files_from_json
from viva.grading.row import Error
from viva.grading.statement import statement_html
from viva.languages.finding import title_of
from viva.services.stepping import witness_told
from viva.showing.inline import inline_svg
from viva.showing.outline import number, outline
from viva.showing.page import render
from viva.web import attempts, contents
from viva.web.attempts import Asked, Given, Refused
from viva.web.editing.field import file_of
from viva.web.editing.notations import input_of, notation_of, picture_of, picture_texts, shows_runs
from viva.web.editing.places import placed_findings
from viva.web.pages.showing import (
    TEMPLATES,
    locale_of,
    once,
    random_seed,
    show,
    site_of,
    spot_of,
    texts_of,
    to,
    visitor_of,
)
from viva.web.people.admission import Missing, Role, open_to
from viva.web.shelf import Card
from viva.web.site import WISHES, Spot

router = APIRouter()
_WAIT = 3.0  # seconds for which a page waits for its exercise before it says that it is being prepared
_AGAIN = 2  # seconds after which a page that waits asks again, where there is no script


@dataclass(frozen=True, slots=True)
class Posted:
    """A form as it was sent. `began` is the attempt whose file stood in its field at first, `ending` that of the file
    that the text becomes."""

    text: str
    once: str
    began: str
    ending: str
    uploads: Sequence[UploadFile]


@router.get("/")
@open_to(Role.STUDENT)
def course(request: Request) -> Response:
    site, visitor = site_of(request), visitor_of(request)
    with site.database.reading() as session:
        content = contents.course_content(site, session, visitor)
    subjects: dict[str, list[contents.Line]] = {}
    for line in content.exercises:
        subjects.setdefault(line.subject, []).append(line)
    locale, at = locale_of(request), site.settings.path
    sections = [_section(name, tuple(lines), len(subjects) > 1, locale, at) for name, lines in subjects.items()]
    return show(request, "course.html", content=content, sections=sections)


@lru_cache(maxsize=500)
def _section(subject: str, lines: tuple[contents.Line, ...], is_one_of_many: bool, locale: str, at: str) -> Markup:
    """The exercises of a subject: the same for all who have come as far, and most of the work of the page."""
    values = {"subject": subject, "lines": lines, "is_one_of_many": is_one_of_many, "at": at}
    text = catalogue("viva.web", locale).say
    made = render("course_section.html", TEMPLATES, **values, text=text, number=lambda value: number(value, locale))
    return Markup(made)


@router.get("/exercises/{place}")
@open_to(Role.STUDENT)
def exercise(request: Request, place: str, ending: str = "") -> Response:
    return _exercise(request, spot_of(site_of(request), place), ending=ending)


@router.get("/exercises/{place}/{wish}/{seed}")
@open_to(Role.STUDENT)
def variant(request: Request, place: str, wish: str, seed: str, ending: str = "") -> Response:
    return _exercise(request, spot_of(site_of(request), place, wish, seed), ending=ending)


@router.post("/exercises/{place}/another")
@open_to(Role.STUDENT)
def another(request: Request, place: str, wish: Annotated[str, Form()] = "like") -> Response:
    """Another one like this: its seed is in its address, and whoever has the address has the same."""
    if wish not in WISHES:
        raise Missing
    spot = spot_of(site_of(request), place, wish, str(random_seed()))
    return to(request, f"/exercises/{_quoted(spot.key)}")


@router.post("/exercises/{place}")
@open_to(Role.STUDENT)
def hand_in(
    request: Request,
    place: str,
    text: Annotated[str, Form()] = "",
    once: Annotated[str, Form(max_length=64)] = "",
    began: Annotated[str, Form(max_length=64)] = "",
    ending: Annotated[str, Form(max_length=40)] = "",
    file: Annotated[list[UploadFile] | None, Form()] = None,
) -> Response:
    return _hand_in(request, spot_of(site_of(request), place), Posted(text, once, began, ending, file or ()))


@router.post("/exercises/{place}/{wish}/{seed}")
@open_to(Role.STUDENT)
def hand_in_variant(
    request: Request,
    place: str,
    wish: str,
    seed: str,
    text: Annotated[str, Form()] = "",
    once: Annotated[str, Form(max_length=64)] = "",
    began: Annotated[str, Form(max_length=64)] = "",
    ending: Annotated[str, Form(max_length=40)] = "",
    file: Annotated[list[UploadFile] | None, Form()] = None,
) -> Response:
    posted = Posted(text, once, began, ending, file or ())
    return _hand_in(request, spot_of(site_of(request), place, wish, seed), posted)


@router.get("/attempts/{public}")
@open_to(Role.STUDENT)
def attempt(request: Request, public: str) -> Response:
    site, visitor = site_of(request), visitor_of(request)
    with site.database.reading() as session:
        seen = contents.attempt_seen(site, session, visitor, public)
    if visitor.is_teacher and seen.is_open and seen.before is None:
        attempts.ensure_job(site, seen.submitted, teacher=True)
    handed_in = attempts.submission_of(seen.submitted)
    policy = free_of_charge(seen.card.exercise.feedback)  # what has a price does not come with the next attempt
    shown = outline(seen.report, handed_in, policy) if seen.report else None
    return show(
        request,
        "attempt.html",
        outline=shown,
        seen=seen,
        spot=seen.submitted.place,
        created=contents.moment(seen.submitted.created),
        source=marked_source(handed_in, seen.report) if seen.report else (),
        graded=catalogue("viva.grading", locale_of(request)).say,
        doing=_doing(request, seen),
        isolation=seen.report.isolation if seen.report else None,
        can_be_stepped=_can_be_stepped(seen.report, seen.card),
        refresh=_AGAIN if seen.is_open else None,
    )


@router.post("/attempts/{public}/more")
@open_to(Role.STUDENT)
def more(request: Request, public: str, rung: Annotated[str, Form(max_length=20)] = "") -> Response:
    """Shows the next rung, which takes the points that were said beside the button."""
    site, visitor = site_of(request), visitor_of(request)
    with site.database.reading() as session:
        submitted = contents.attempt_of(session, visitor, public)
    if rung not in list(Rung) or not attempts.open_rung(site, submitted, Rung(rung)):
        raise Missing
    return to(request, f"/attempts/{public}")


@router.get("/attempts/{public}/files/{number}")
@open_to(Role.STUDENT)
def handed_in_file(request: Request, public: str, number: int) -> Response:
    """What was handed in, as an attachment: nothing of it is ever shown as a page of the site."""
    site, visitor = site_of(request), visitor_of(request)
    with site.database.reading() as session:
        submitted = contents.attempt_of(session, visitor, public)
    files = list(files_from_json(submitted.files).items())
    if not 0 <= number < len(files):
        raise Missing
    name, content = files[number]
    plain = "".join(letter if letter.isascii() and (letter.isalnum() or letter in "-_.") else "_" for letter in name)
    headers = {"content-disposition": f'attachment; filename="{plain}"'}
    return Response(content, media_type="application/octet-stream", headers=headers)


def _exercise(
    request: Request,
    spot: Spot,
    status: int = 200,
    problem: str | None = None,
    posted: Posted | None = None,
    ending: str = "",
) -> Response:
    site, visitor = site_of(request), visitor_of(request)
    found = site.variant(spot)
    card = site.card(found, wait=_WAIT) if isinstance(found, str) else found
    if not isinstance(card, Card):
        return _not_yet(request, spot, card)
    with site.database.reading() as session:
        content = contents.exercise_content(site, session, visitor, spot, card)
        last = contents.attempt_of(session, visitor, content.attempts[-1].id) if content.attempts else None
        own = last is not None and last.person_id == visitor.person_id
        report = contents.attempt_seen(site, session, visitor, last.public).report if last and own else None
    written = attempts.only_name(last) if last and own else ""
    chosen = card.ending_of(posted.ending if posted else ending or written)
    goes_on = own and chosen == card.ending_of(written)  # and not in another language
    before = attempts.text_of(last) if last and goes_on else None
    kind = card.exercise.kind or ""
    notation = notation_of(card.exercise.subject, kind, chosen)
    picture = picture_of(card.exercise.subject, kind, notation)
    return show(
        request,
        "exercise.html",
        status,
        content=content,
        chosen=chosen,
        languages={each: title_of(each) for each in card.endings},
        drawing=card.drawing,
        svg=_picture(card.drawing) if card.drawing else None,
        once=once(),
        place=spot.offer.place,
        problem=problem,
        prices=_prices(card),
        spot=spot,
        statement=_statement(card.exercise.statement),
        typed=posted.text[: site.settings.largest] if posted else (before or ""),
        began=posted.began if posted else last.public if last and before is not None else "",
        not_kept=last.public if last and goes_on and before is None and not posted else None,
        largest=site.settings.largest,
        notation=notation,
        tried=input_of(card.exercise.subject, kind),
        is_written_here=visitor.is_teacher and site.settings.lets_authors_write and spot.offer.folder is not None,
        picture=picture,
        run=last.public
        if last and before and not posted and shows_runs(notation) and _can_be_stepped(report, card)
        else "",
        picture_texts=json.dumps(picture_texts(texts_of(request), picture)) if picture else "",
        findings=json.dumps(placed_findings(report) if before and not posted else []),
    )


@lru_cache(maxsize=500)
def _statement(text: str) -> Markup:
    return statement_html(text, 2)


@lru_cache(maxsize=500)
def _picture(drawing: Drawing) -> Markup | None:
    svg = inline_svg(drawing.svg)
    return None if svg is None else Markup(svg)


def _can_be_stepped(report: Report | None, card: Card) -> bool:
    """Whether a witness was told, and its run can be stepped through; of the others nothing is offered."""
    moves = card.exercise.subject == "assembly" or bool(input_of(card.exercise.subject, card.exercise.kind or ""))
    return moves and report is not None and witness_told(report) is not None


def _prices(card: Card) -> list[tuple[str, float]]:
    policy = card.exercise.feedback
    return [(rung.value, cost) for rung, cost in policy.cost.items() if cost > 0 and rung in policy.ladder]


def _not_yet(request: Request, spot: Spot, problem: Error | None, posted: Posted | None = None) -> Response:
    """It is being prepared, or cannot be had: the teacher is told why. What was `posted` is given back to be handed in
    again: how it is stored hangs on the exercise."""
    typed = posted.text[: site_of(request).settings.largest] if posted else None
    began, ending = (posted.began, posted.ending) if posted else ("", "")
    given_back: dict[str, Any] = {"typed": typed, "once": once(), "began": began, "ending": ending}
    if problem is None:
        if typed is None:
            return show(request, "preparing.html", spot=spot, problem=None, refresh=_AGAIN, **given_back)
        answer = show(request, "preparing.html", 503, spot=spot, problem=None, **given_back)
        answer.headers["retry-after"] = str(_AGAIN)
        return answer
    known = "no_variant" if problem.kind == "no_variant" else "busy" if problem.kind == "busy" else "fault"
    status = {"no_variant": 404, "busy": 503, "fault": 500}[known]
    detail = str(problem) if visitor_of(request).is_teacher and known == "fault" else None
    return show(request, "preparing.html", status, spot=spot, problem=known, detail=detail, **given_back)


def _hand_in(request: Request, spot: Spot, posted: Posted) -> Response:
    site, visitor, texts = site_of(request), visitor_of(request), texts_of(request)
    found = site.variant(spot)
    card = site.card(found, wait=_WAIT) if isinstance(found, str) else found
    if not isinstance(card, Card) or not isinstance(found, str):
        return _not_yet(request, spot, card if isinstance(card, Error) else None, posted)
    chosen = [(each.filename or "", each.file.read()) for each in posted.uploads if each.filename]
    with site.database.reading() as session:
        written = file_of(posted.text, attempts.began_with(session, visitor.person_id, posted.began))
    try:
        files = attempts.named(chosen) if chosen else {f"answer{card.ending_of(posted.ending)}": written}
        given = Given(files, posted.once or once(), locale_of(request))
        submitted = attempts.hand_in(site, visitor.person_id, Asked(spot, found, card), given)
    except Refused as refused:
        problem = texts.say(refused.why, **refused.slots, seconds=refused.wait)
        answer = _exercise(request, spot, refused.status, problem, posted)
        if refused.wait:
            answer.headers["retry-after"] = str(refused.wait)
        return answer
    return to(request, f"/attempts/{submitted.public}")


def _doing(request: Request, seen: attempts.Standing) -> str | None:
    """What happens to it just now, in words."""
    texts = texts_of(request)
    if not seen.is_open:
        return None
    if seen.before is not None:
        return texts.say("job.waiting", before=seen.before) if seen.before else texts.say("job.next")
    known = catalogue("viva.core", locale_of(request))
    key = f"doing.{seen.doing}"
    told: Any = known.say(key if key in known.templates else "doing.examining")
    return texts.say("job.working", what=told)


def _quoted(path: str) -> str:
    from urllib.parse import quote  # noqa: PLC0415

    return quote(path)
