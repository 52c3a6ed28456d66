"""The tests of exercises that authors asked for: under way, or done and kept while the exercise is the same."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

from viva.core.json import Json
from viva.core.records import dataclass
from viva.core.source import MANIFEST
from viva.grading.row import Error
from viva.services.workers.worker import Said
from viva.web.jobs.crew import CrewThread, Errand

_MOST_KEPT = 200
_STATEMENT = "statement.md"


@dataclass(frozen=True, slots=True)
class Tried:
    """`file` is the one that it speaks of."""

    what: str
    came: str
    problem: str | None
    warning: str | None
    file: str


class Trials:
    """By the hash of the exercise: None while a worker tests it."""

    def __init__(self, crew: CrewThread | None) -> None:
        self._crew, self._lock = crew, threading.Lock()
        self._known: dict[str, list[Tried] | Error | None] = {}

    def is_known(self, exercise: str) -> bool:
        return exercise in self._known

    def of(self, exercise: str) -> list[Tried] | Error | None:
        return self._known.get(exercise)

    def ask(self, exercise: str, question: Json, terms: Json, files: Mapping[str, bytes]) -> None:
        """Has it tested, unless it is already."""
        with self._lock:
            if self._known.get(exercise, ()) is None:
                return
            while len(self._known) >= _MOST_KEPT:
                self._known.pop(next(iter(self._known)))
            self._known[exercise] = None
        told: dict[str, Json] = {"errand": "promises", "exercise": exercise, "question": question, "terms": terms}
        names = tuple(files)

        def done(said: Said) -> None:
            self._known[exercise] = _tried(said, names)

        if self._crew is None or not self._crew.send(Errand(f"promises {exercise}", told, done)):
            self._known[exercise] = Error("busy", "too much is being made just now")


def _tried(said: Said, names: tuple[str, ...]) -> list[Tried] | Error:
    outcomes: Any = said.get("outcomes")
    if outcomes is None:
        problem: Any = said.get("error")
        return Error.from_json(problem) if problem else Error("mistake", "there was no answer")
    return [
        Tried(each["what"], each["came"], each["problem"], each["warning"], _file(each["what"], names))
        for each in outcomes
    ]


def _file(what: str, names: tuple[str, ...]) -> str:
    """An example is a file, or a folder of them; the statement has its own, and all else stands in the manifest."""
    if what in names:
        return what
    inside = next((name for name in names if name.startswith(f"{what}/")), None)
    return inside or (_STATEMENT if what == "statement" and _STATEMENT in names else MANIFEST)
