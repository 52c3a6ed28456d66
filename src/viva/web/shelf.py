"""Which exercises are on offer: those that come with Viva, an exercise, or a course.

Nothing here reads an exercise as its subject does: that takes the engines, and those are in the workers. What the site
needs to know of one is its `Card`, which a worker makes, and which holds for as long as the exercise's hash does.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from datetime import date
from pathlib import Path
from types import MappingProxyType
from typing import Any

from viva.core.drawing import Drawing
from viva.core.exercise import Exercise, read_manifest
from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.ladder import Policy, Rung
from viva.core.records import dataclass
from viva.core.source import Source
from viva.grading.parcel import Question
from viva.services.course import Listed, is_course, read_listing
from viva.services.registry import exercise_folder
from viva.services.shipped import list_shipped

_SLOT = re.compile(r"\{[^{}\s]+\}")


@dataclass(frozen=True, slots=True)
class Offer:
    """One exercise of the site. `place` is its name in addresses. `folder` is where it lies; None for what comes with
    Viva, which nobody changes here."""

    place: str
    subject: str
    title: str
    points: float
    question: Question
    hash: str
    due: date | None = None
    folder: Path | None = None


@dataclass(frozen=True, slots=True)
class Unread:
    """An exercise of the course that cannot be read as it lies there, and why. `offer` is for its author alone; None
    where it has not even a manifest."""

    problem: str
    offer: Offer | None


@dataclass(frozen=True, slots=True)
class Shelf:
    """What is in `unread` too is offered as it was before."""

    title: str
    offers: Mapping[str, Offer]
    unread: Mapping[str, Unread] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Card:
    """What the site knows of an exercise: all but the task, which only its subject looks into, and what of it leaves
    for students. `endings` are those that a file handed in as text may have, the usual one first."""

    exercise: Exercise
    drawing: Drawing | None
    endings: tuple[str, ...]

    def ending_of(self, file: str) -> str:
        """That of the name of a file, or the usual one where the exercise does not know it."""
        return next((ending for ending in self.endings if file.lower().endswith(ending)), self.endings[0])

    @classmethod
    def from_json(cls, data: Mapping[str, Any], question: Question, place: str) -> Card:
        feedback = data["feedback"]
        policy = Policy(
            tuple(map(Rung, feedback["ladder"])),
            feedback["per_attempt"],
            MappingProxyType({Rung(rung): cost for rung, cost in feedback["cost"].items()}),
            feedback["locale"],
            feedback["step"],
        )
        exercise = Exercise(
            name=place,
            subject=data["subject"],
            title=data["title"],
            statement=data["statement"],
            points=data["points"],
            feedback=policy,
            source=question.source,
            task=None,
            difficulty=data["difficulty"],
            kind=data["kind"],
        )
        drawing = data["drawing"]
        return cls(exercise, Drawing(drawing["svg"], drawing["text"]) if drawing else None, _endings(data))


def _endings(data: Mapping[str, Any]) -> tuple[str, ...]:
    """A card that was stored before there was a choice has one."""
    return tuple(data["endings"]) if "endings" in data else (data["ending"],)


def card_json(
    exercise: Exercise, title: str, statement: str, drawing: Drawing | None, endings: Sequence[str]
) -> dict[str, Json]:
    policy = exercise.feedback
    return {
        "subject": exercise.subject,
        "title": title,
        "statement": statement,
        "points": exercise.points,
        "difficulty": exercise.difficulty,
        "kind": exercise.kind,
        "feedback": {
            "ladder": [rung.value for rung in policy.ladder],
            "per_attempt": policy.per_attempt,
            "cost": {rung.value: cost for rung, cost in policy.cost.items()},
            "locale": policy.locale,
            "step": policy.step,
        },
        "drawing": {"svg": drawing.svg, "text": drawing.text} if drawing else None,
        "endings": [*endings],
    }


def question_hash(question: Question) -> str:
    """Equal exactly where the files, the points and the language are."""
    digest = hashlib.sha256()
    pieces = [repr((question.source.name, question.points, question.locale)).encode()]
    for name, content in sorted(question.source.files.items()):
        pieces += [name.encode(errors="surrogateescape"), content]
    for piece in pieces:
        digest.update(len(piece).to_bytes(8, "big") + piece)
    return digest.hexdigest()


def read_shelf(folder: Path | None) -> Shelf:
    """What lies in a folder, or the exercises that come with Viva. Raises Fault where it is neither exercise nor
    course, or nothing of it can be read."""
    if folder is None:
        shipped = [(f"{each.subject}.{each.name}", each.folder) for each in list_shipped()]
        return Shelf("Viva", {place: replace(_offer(place, where), folder=None) for place, where in shipped})
    if is_course(folder):
        return _read_course(folder)
    place = exercise_folder(folder).resolve().name
    offer = _offer(place, exercise_folder(folder))
    return Shelf(offer.title, {place: offer})


def _read_course(folder: Path) -> Shelf:
    listing = read_listing(folder)
    offers: dict[str, Offer] = {}
    unread: dict[str, Unread] = {}
    first: Fault | None = None
    for each in listing.exercises:
        place = each.folder.resolve().name
        try:
            offers[place] = _offer(place, each.folder, each.points, each.due, each.locale)
        except Fault as fault:
            first = first or fault
            unread[place] = Unread(str(fault), _unread_offer(place, each))
    if first is not None and not offers:
        raise first
    return Shelf(listing.title, offers, unread)


def _unread_offer(place: str, listed: Listed) -> Offer | None:
    try:
        source = _source(listed.folder)
    except Fault:
        return None
    question = Question(source, listed.points or 0.0, listed.locale)
    title = _plain_title(source.name)
    return Offer(place, "", title, question.points, question, question_hash(question), listed.due, listed.folder)


def _source(folder: Path) -> Source:
    try:
        return Source.from_folder(folder)
    except OSError as problem:
        reason = (problem.strerror or "unknown reason").lower()
        raise Fault(f"this file cannot be read: {reason}", str(problem.filename or folder)) from None


def _offer(place: str, folder: Path, points: float | None = None, due: date | None = None, locale: str = "") -> Offer:
    source = _source(folder)
    try:
        manifest = read_manifest(source)
    except Fault as fault:
        where = str(folder / fault.file) if fault.file else str(folder)
        raise Fault(fault.problem, where, fault.line, fault.column, fault.remedy) from None
    worth = manifest.points if points is None else points
    question = Question(source, worth, manifest.feedback.locale or locale)
    # A title with a slot in it is filled in by the subject, and known with the card; until then the name has to do.
    title = _plain_title(source.name) if _SLOT.search(manifest.title) else manifest.title
    return Offer(place, manifest.subject, title, worth, question, question_hash(question), due, folder)


def _plain_title(name: str) -> str:
    return name.replace("-", " ").replace("_", " ").capitalize()
