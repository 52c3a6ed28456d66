"""Start reading here: who writes asks often, and only the last question counts.

Of each person one question of a kind is at work and one waits; a newer one takes the place of the one that waits, which
is answered as stale. Questions go to the workers as errands, which never keep the last worker from a check, and nobody
may ask more than so many in a minute.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from concurrent.futures import Future
from dataclasses import field

from viva.core.json import Json
from viva.core.records import dataclass
from viva.services.workers.worker import Said
from viva.web.jobs.crew import CrewThread, Errand

PER_MINUTE = 120
_MINUTE = 60.0
_MOST_PEOPLE = 5000


class Stale(Exception):
    """A newer question took its place."""


class Busy(Exception):
    """Too much is asked: by this person, or by all. `wait` are the seconds after which to try again."""

    def __init__(self, wait: int) -> None:
        super().__init__(wait)
        self.wait = wait


@dataclass(slots=True)
class _Question:
    told: dict[str, Json]
    answer: Future[Said] = field(default_factory=Future)

    def is_awaited(self) -> bool:
        """Whether somebody still waits; from now on nobody can go away before the answer is there."""
        return self.answer.set_running_or_notify_cancel()


@dataclass(slots=True)
class _Place:
    """What one person asks of one kind."""

    at_work: _Question | None = None
    next: _Question | None = None


class Desk:
    def __init__(self, crew: CrewThread | None, per_minute: int = PER_MINUTE) -> None:
        self._crew, self._per_minute = crew, per_minute
        self._lock = threading.Lock()
        self._places: dict[tuple[int, str], _Place] = {}
        self._times: dict[int, deque[float]] = {}

    def ask(self, person: int, kind: str, told: dict[str, Json]) -> Future[Said]:
        """The answer, once it is there. Raises Busy."""
        question = _Question({"errand": kind, **told})
        with self._lock:
            self._count(person)
            place = self._places.setdefault((person, kind), _Place())
            if place.at_work is not None:
                if place.next is not None and place.next.is_awaited():
                    place.next.answer.set_exception(Stale())
                place.next = question
                return question.answer
            place.at_work = question
        self._send((person, kind), question)
        return question.answer

    def _count(self, person: int) -> None:
        now = time.monotonic()
        times = self._times.setdefault(person, deque())
        while times and times[0] <= now - _MINUTE:
            times.popleft()
        if len(times) >= self._per_minute:
            raise Busy(int(times[0] + _MINUTE - now) + 1)
        times.append(now)
        if len(self._times) > _MOST_PEOPLE:
            self._times.pop(next(iter(self._times)))

    def _send(self, key: tuple[int, str], question: _Question) -> None:
        errand = Errand(f"editing {key[0]} {key[1]}", question.told, lambda said: self._answered(key, said))
        if self._crew is None or not self._crew.send(errand):
            self._answered(key, None)

    def _answered(self, key: tuple[int, str], said: Said | None) -> None:
        with self._lock:
            place = self._places[key]
            question, place.at_work, place.next = place.at_work, place.next, None
            upcoming = place.at_work
            if upcoming is None:
                del self._places[key]
        if question is not None and question.is_awaited():
            if said is None:
                question.answer.set_exception(Busy(2))
            else:
                question.answer.set_result(said)
        if upcoming is not None:
            self._send(key, upcoming)
