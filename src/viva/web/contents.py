"""What each page of a student holds, as values: the page shows it, and the API gives it as JSON.

Nothing gets in here that its reader may not see: reports come from `attempts.standing`, which asks
`viva.core.deciding.leaving`.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from viva.core.records import dataclass
from viva.core.text.escape import visible_line
from viva.showing.document import finite
from viva.web.attempts import Standing, lost_attempts, most_attempts, standing
from viva.web.database.models import Submitted
from viva.web.marks import Mark, best, marks, most_points, overrides
from viva.web.people.admission import Missing, Visitor
from viva.web.shelf import Card
from viva.web.site import Site, Spot


@dataclass(frozen=True, slots=True)
class Line:
    """An exercise in the list of the course, and how far its reader has come. `state` is `new`, `waiting`, `right`,
    `wrong` or `open`."""

    place: str
    title: str
    subject: str
    worth: float
    due: str | None
    attempts: int
    state: str
    points: float | None


@dataclass(frozen=True, slots=True)
class CourseContent:
    title: str
    exercises: list[Line]


@dataclass(frozen=True, slots=True)
class Attempt:
    """One of the attempts so far, in a list."""

    id: str
    attempt: int
    created: str
    state: str
    verdict: str | None
    points: float | None


@dataclass(frozen=True, slots=True)
class Picture:
    svg: str
    text: str


@dataclass(frozen=True, slots=True)
class ExerciseContent:
    """`ladder` and `per_attempt` say what is told when. `left` are the attempts that are left, None where there is no
    end. `endings` are those that a text may be handed in with, the usual one first. `override` is what the teacher gave
    instead."""

    place: str
    title: str
    subject: str
    statement: str
    worth: float
    due: str | None
    endings: list[str]
    picture: Picture | None
    ladder: list[str]
    per_attempt: int
    attempts: list[Attempt]
    left: int | None
    override: float | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class More:
    """What may be asked for next, and the points that it takes from later attempts."""

    rung: str
    cost: float


@dataclass(frozen=True, slots=True)
class AttemptContent:
    """`state` is `waiting`, `working`, `done` or `error`; `before` is how many checks are before this one. While it is
    not done, the report is what is known so far, if anything is."""

    id: str
    place: str
    attempt: int
    created: str
    files: list[str]
    state: str
    before: int | None
    doing: str | None
    report: dict[str, Any] | None
    more: More | None


def course_content(site: Site, session: Session, visitor: Visitor) -> CourseContent:
    own: dict[str, list[Mark]] = {}
    for mark in marks(session, person_id=visitor.person_id):
        own.setdefault(mark.place, []).append(mark)
    given = overrides(session, visitor.person_id)
    lines = []
    for offer in site.shelf.offers.values():
        found = own.get(offer.place, [])
        card = site.card(found[0].exercise) if found else None
        counts = best(found, card.exercise) if isinstance(card, Card) else None
        points = most_points(found, card.exercise) if isinstance(card, Card) else None
        override = given.get((visitor.person_id, offer.place))
        lines.append(
            Line(
                place=offer.place,
                title=card.exercise.title if isinstance(card, Card) else site.title(offer),
                subject=offer.subject,
                worth=offer.points,
                due=offer.due.isoformat() if offer.due else None,
                attempts=len(found),
                state=_state(counts, found),
                points=override.points if override else points,
            )
        )
    return CourseContent(site.shelf.title, lines)


def _state(mark: Mark | None, found: list[Mark]) -> str:
    if not found:
        return "new"
    if mark is None or mark.verdict is None:
        return "waiting" if found[-1].state == "waiting" else "open"
    if mark.verdict.right:
        return "right"
    return "open" if mark.score is None else "wrong"


def exercise_content(site: Site, session: Session, visitor: Visitor, spot: Spot, card: Card) -> ExerciseContent:
    found = marks(session, person_id=visitor.person_id, place=spot.key)
    most = most_attempts(session, site, visitor.person_id, spot)
    override = overrides(session, visitor.person_id).get((visitor.person_id, spot.key))
    exercise = card.exercise
    return ExerciseContent(
        place=spot.key,
        title=exercise.title,
        subject=exercise.subject,
        statement=exercise.statement,
        worth=exercise.points,
        due=spot.offer.due.isoformat() if spot.offer.due else None,
        endings=[*card.endings],
        picture=Picture(card.drawing.svg, card.drawing.text) if card.drawing else None,
        ladder=[rung.value for rung in exercise.feedback.ladder],
        per_attempt=exercise.feedback.per_attempt,
        attempts=[attempt_line(mark, card) for mark in found],
        left=None if most is None else max(0, most - len(found) + lost_attempts(session, visitor.person_id, spot.key)),
        override=override.points if override else None,
        reason=visible_line(override.reason) if override else None,
    )


def attempt_line(mark: Mark, card: Card) -> Attempt:
    verdict = mark.verdict.value if mark.verdict else None
    return Attempt(mark.public, mark.attempt, moment(mark.created), mark.state, verdict, mark.points(card.exercise))


def attempt_of(session: Session, visitor: Visitor, public: str) -> Submitted:
    """A submission that its reader may see. What is somebody else's is looked for in the same way and not found."""
    asked = select(Submitted).where(Submitted.public == public)
    if not visitor.is_teacher:
        asked = asked.where(Submitted.person_id == visitor.person_id)
    found = session.scalars(asked).first()
    if found is None:
        raise Missing
    return found


def attempt_content(seen: Standing) -> AttemptContent:
    state = "done" if seen.is_whole else "error" if seen.error else "working" if seen.before is None else "waiting"
    report: Any = finite(seen.report.to_json()) if seen.report else None
    return AttemptContent(
        id=seen.submitted.public,
        place=seen.submitted.place,
        attempt=seen.submitted.attempt,
        created=moment(seen.submitted.created),
        files=list(seen.submitted.files),
        state=state,
        before=seen.before,
        doing=seen.doing,
        report=report,
        more=More(seen.price.rung.value, seen.price.cost) if seen.price else None,
    )


def attempt_seen(site: Site, session: Session, visitor: Visitor, public: str) -> Standing:
    """As its reader sees it: the teacher every rung, and a student what they have earned."""
    return standing(site, session, attempt_of(session, visitor, public), teacher=visitor.is_teacher)


def moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
