"""Start reading here: what all pages share. The exercises, the database, the crew, and the cards of exercises.

`app.py` makes the pages of it and `server.py` runs them; `attempts.py` is what happens to a submission.
"""

from __future__ import annotations

import fcntl
import hashlib
import hmac
import logging
import os
import secrets
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import select

from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.records import dataclass
from viva.core.version import VERSION
from viva.grading.parcel import Question
from viva.grading.row import Error
from viva.services.database.opening import refusals_told, sqlite_url
from viva.services.workers.worker import Said
from viva.web.database.models import Meta, StoredExercise, Variant
from viva.web.database.sessions import Database
from viva.web.jobs import queue
from viva.web.jobs.board import Board
from viva.web.jobs.crew import CrewThread, Errand
from viva.web.settings import Settings
from viva.web.shelf import Card, Offer, Shelf, question_hash, read_shelf

log = logging.getLogger("viva.web")
DATABASE = "site.db"
WISHES = ("like", "easier", "harder")
LARGEST_SEED = 2**31 - 1
_PATIENCE = 3.0  # seconds for which reading again waits for what is read
_KEY = "key"
_LOCK = ".lock"


@dataclass(frozen=True, slots=True)
class Spot:
    """Where something is handed in: an exercise of the course, or a variant of it, with the seed that makes it."""

    offer: Offer
    wish: str = ""
    seed: int = 0

    @property
    def key(self) -> str:
        return f"{self.offer.place}/{self.wish}/{self.seed}" if self.wish else self.offer.place


class Site:
    def __init__(self, settings: Settings, folder: Path | None = None, *, crew: bool = True) -> None:
        self.settings, self.served = settings, folder
        self.shelf: Shelf = read_shelf(folder)
        self.board = Board()
        self._cards: dict[str, Card] = {}
        self._problems: dict[str, Error] = {}
        self._made = threading.Condition()
        self._awaited: dict[str, Offer] = {}  # by place: what was read again, until its card is there
        self._lock = _reserved(settings)
        try:
            self.database = Database(database_url(settings))
            self.database.prepare()
            with refusals_told(self.database.shown):
                self.key = self._own_key()
                self._keep_offers(self.shelf)
                if self.database.is_sqlite:
                    queue.let_go(self.database)
        except BaseException:
            os.close(self._lock)
            raise
        self.crew = CrewThread(self.database, self.board, settings) if crew else None

    def start(self) -> None:
        """Lets the crew begin, with what was left behind."""
        if self.crew is not None:
            self.crew.start()
            self.crew.wake()

    def know_cards(self) -> None:
        """Takes the cards that are known, and has the others made when there is nothing else to do. The first page
        does not wait for it."""
        hashes = [offer.hash for offer in self.shelf.offers.values()]
        with self.database.reading() as session:
            asked = select(StoredExercise).where(
                StoredExercise.hash.in_(hashes), StoredExercise.card_version == VERSION
            )
            for stored in session.scalars(asked):
                question = Question.from_json(stored.question)
                known: Any = stored.card
                self._cards.setdefault(stored.hash, Card.from_json(known, question, self._place(stored.hash, question)))
        for exercise in hashes:
            self.card(exercise, soon=False)

    @property
    def cookie(self) -> str:
        """What its cookie is called: browsers do not tell the sites of one machine apart by their ports."""
        return "viva-" + hmac.new(self.key, b"cookie", hashlib.sha256).hexdigest()[:10]

    @property
    def door(self) -> str:
        """And that of a browser that nobody has come in by yet."""
        return f"{self.cookie}-door"

    def stop(self) -> None:
        if self.crew is not None and self.crew.is_alive():
            self.crew.stop()
        self.database.close()
        os.close(self._lock)

    def read_again(self) -> None:
        """Takes the exercises as they lie in the folder now. One that cannot be read stays as it was, and Fault is
        raised when the others are taken; where none can, everything stays as it is. One that has changed stays as it
        was for everybody until a worker has read it; for most, that is before this ends."""
        found = read_shelf(self.served)
        self._problems.clear()  # what could not be made is tried again
        self._keep_offers(found)
        old = self.shelf.offers
        changed = {
            place: offer
            for place, offer in found.offers.items()
            if place in old and old[place].hash != offer.hash and isinstance(self.card(old[place].hash), Card)
        }
        with self._made:
            self._awaited = changed
            kept = {place: old[place] for place in (*changed, *found.unread) if place in old}
            self.shelf = Shelf(found.title, {**found.offers, **kept}, found.unread)
        ends = time.monotonic() + _PATIENCE
        for offer in changed.values():
            if isinstance(self.card(offer.hash, wait=max(0.01, ends - time.monotonic())), Card):
                self._take(offer.hash)
        for each in found.unread.values():
            raise Fault(each.problem)

    def offer(self, place: str) -> Offer | None:
        return self.shelf.offers.get(place)

    def title(self, offer: Offer) -> str:
        """As a student reads it, where a worker has read the exercise."""
        card = self._cards.get(offer.hash)
        return card.exercise.title if card else offer.title

    def newest(self, place: str) -> Offer | None:
        """As it was read last, though it may be another that is still shown."""
        return self._awaited.get(place) or self.offer(place)

    def unread_offer(self, place: str) -> Offer | None:
        """Of an exercise that is left out, for who can mend it."""
        unread = self.shelf.unread.get(place)
        return unread.offer if unread else None

    def _take(self, exercise: str) -> None:
        """Shows what was read again from now on."""
        with self._made:
            ready = {place: offer for place, offer in self._awaited.items() if offer.hash == exercise}
            self._awaited = {place: offer for place, offer in self._awaited.items() if place not in ready}
            if ready:
                self.shelf = replace(self.shelf, offers={**self.shelf.offers, **ready})

    def card(self, exercise: str, *, soon: bool = True, wait: float = 0.0) -> Card | Error | None:
        """What is known of an exercise; None while a worker works it out."""
        if exercise in self._cards:
            return self._cards[exercise]
        with self.database.reading() as session:
            stored = session.get(StoredExercise, exercise)
        if stored is None:
            return None
        question = Question.from_json(stored.question)
        if stored.card is not None and stored.card_version == VERSION:
            self._cards[exercise] = Card.from_json(stored.card, question, self._place(exercise, question))
            return self._cards[exercise]
        if exercise in self._problems:
            return self._problems[exercise]
        if self.crew is not None:
            told: dict[str, Json] = {"errand": "card", "exercise": exercise, "question": stored.question}
            self.crew.send(Errand(f"card {exercise}", told, lambda said: self._keep_card(exercise, said)), soon=soon)
        if wait:
            with self._made:
                self._made.wait_for(lambda: exercise in self._cards or exercise in self._problems, wait)
            return self._cards.get(exercise) or self._problems.get(exercise)
        return None

    def question(self, exercise: str) -> Json:
        """The files of an exercise, as a worker reads them."""
        with self.database.reading() as session:
            files: Json = session.get_one(StoredExercise, exercise).question
            return files

    def known_card(self, exercise: str) -> Card:
        """Of an exercise that somebody has handed in for, or that is shown."""
        card = self.card(exercise, wait=20.0)
        if not isinstance(card, Card):
            raise Fault("this exercise cannot be read any more", remedy="see the page of the class")
        return card

    def variant(self, spot: Spot) -> str | Error | None:
        """The hash of the exercise at a spot; None while a worker makes it."""
        origin = spot.offer.hash
        if not spot.wish:
            return origin
        with self.database.reading() as session:
            found = session.get(Variant, (origin, spot.wish, spot.seed, VERSION))
        if found is not None:
            return found.hash or Error("no_variant", found.problem or "")
        key = f"variant {origin} {spot.wish} {spot.seed}"
        if key in self._problems:
            return self._problems[key]
        if self.crew is not None:
            told: dict[str, Json] = {
                "errand": "variant",
                "exercise": origin,
                "question": spot.offer.question.to_json(),
                "wish": spot.wish,
                "seed": spot.seed,
            }
            if not self.crew.send(Errand(key, told, lambda said: self._keep_variant(spot, key, said))):
                return Error("busy", "too much is being made just now")
        return None

    def _place(self, exercise: str, question: Question) -> str:
        offers = (*self.shelf.offers.values(), *self._awaited.values())
        places = (offer.place for offer in offers if offer.hash == exercise)
        return next(places, question.source.name)

    def _keep_card(self, exercise: str, said: Said) -> None:
        card = said.get("card")
        if isinstance(card, dict):
            with self.database.writing(durable=False) as session:
                stored = session.get_one(StoredExercise, exercise)
                stored.card, stored.card_version = card, VERSION
                question = Question.from_json(stored.question)
            self._cards[exercise] = Card.from_json(card, question, self._place(exercise, question))
            self._take(exercise)
        else:
            self._problems[exercise] = _error(said)
            place = next((each.place for each in self.shelf.offers.values() if each.hash == exercise), None)
            if place is not None:
                log.warning("exercise cannot be used", extra={"exercise": place, "problem": str(_error(said))})
        with self._made:
            self._made.notify_all()

    def _keep_variant(self, spot: Spot, key: str, said: Said) -> None:
        if "variant" not in said:
            self._problems[key] = _error(said)
            return
        made: Any = said["variant"]
        found = None
        with self.database.writing(durable=False) as session:
            if made is not None:
                found = question_hash(Question.from_json(made))
                if session.get(StoredExercise, found) is None:
                    session.add(StoredExercise(hash=found, question=made))
            about = {"origin": spot.offer.hash, "wish": spot.wish, "seed": spot.seed, "version": VERSION}
            session.merge(Variant(**about, hash=found, problem=None if found else spot.wish))
        if found:
            self.card(found)

    def _own_key(self) -> bytes:
        with self.database.writing() as session:
            stored = session.get(Meta, _KEY)
            if stored is None:
                stored = Meta(key=_KEY, value=secrets.token_hex(32))
                session.add(stored)
            return bytes.fromhex(stored.value)

    def _keep_offers(self, shelf: Shelf) -> None:
        offers = {offer.hash: offer for offer in shelf.offers.values()}
        with self.database.writing() as session:
            known = set(session.scalars(select(StoredExercise.hash).where(StoredExercise.hash.in_(offers))))
            for number, offer in offers.items():
                if number not in known:
                    session.add(StoredExercise(hash=number, question=offer.question.to_json()))
                self._cards.pop(number, None)  # its place may have changed


def database_url(settings: Settings) -> str:
    return settings.database or sqlite_url(settings.folder.resolve() / DATABASE)


def _error(said: Said) -> Error:
    problem = said.get("error")
    return Error.from_json(problem) if isinstance(problem, dict) else Error("mistake", "there was no answer")


def _reserved(settings: Settings) -> int:
    """The data folder, for one server at a time: the kernel lets go of it with the process, however that ends."""
    folder = settings.folder
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as problem:
        reason = (problem.strerror or "unknown reason").lower()
        raise Fault(
            f"the data cannot lie here: {reason}", file=str(folder), remedy="name another with --data"
        ) from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        told = "another `viva serve` has its data here just now"
        raise Fault(told, file=str(folder), remedy="stop it, or name another folder with --data") from None
    return lock
