"""The five methods of the subject `console`; nothing clever happens here.

An exercise asks for one kind of task, which is a module in `tasks` with these same five functions. What a question does
not need is not loaded for it: a check of a program needs neither the solver nor the drawings.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, cast

from viva.core.exercise import Exercise, read_manifest
from viva.core.report import Report, Witness
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.subjects.console.tasks import DEFAULT, TASKS, Kind

if TYPE_CHECKING:
    from viva.core.drawing import Drawing


class Console:
    """Programs that read and write lines, examined against a specification of their behaviour."""

    name = "console"

    def read(self, source: Source) -> Exercise:
        manifest = read_manifest(source)
        name = manifest.settings.choice("task", TASKS, DEFAULT)
        task, difficulty = _kind(name).read(manifest.settings, source)
        return manifest.exercise(source, task, difficulty)

    def check(self, exercise: Exercise, submission: Submission, terms: Terms) -> Report:
        return _kind_of(exercise).check(exercise, submission, terms)

    def vary(self, exercise: Exercise, seed: int) -> Iterator[Exercise]:
        return (self.read(source) for source in _kind_of(exercise).vary(exercise, seed))

    def solve(self, exercise: Exercise) -> Submission:
        return _kind_of(exercise).solve(exercise)

    def draw(self, exercise: Exercise, thing: Submission | Witness | None = None) -> Drawing:
        return _kind_of(exercise).draw(exercise, thing)


def _kind(name: str) -> Kind:
    return cast(Kind, import_module(f"viva.subjects.console.tasks.{name}"))


def _kind_of(exercise: Exercise) -> Kind:
    return cast(Kind, import_module(type(exercise.task).__module__ if _is_own(exercise) else _PROGRAM))


_PROGRAM = f"viva.subjects.console.tasks.{DEFAULT}"


def _is_own(exercise: Exercise) -> bool:
    """A task of another kind is a class of its own module; that of a program is in `model`."""
    return type(exercise.task).__module__.startswith("viva.subjects.console.tasks.")
