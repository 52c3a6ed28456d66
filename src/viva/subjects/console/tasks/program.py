"""Write the program: one that does what the specification says, in one of the exercise's languages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from viva.core.exercise import Exercise
from viva.core.report import Report, Witness
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.table import Table
from viva.core.terms import Terms
from viva.engines.dialogues import notations
from viva.engines.dialogues.foreign import bind, load
from viva.engines.dialogues.model import difficulty
from viva.engines.dialogues.wellformed import check as check_spec
from viva.languages.finding import read_languages
from viva.subjects.console import cache
from viva.subjects.console.model import Task
from viva.subjects.console.rules import read_rules

if TYPE_CHECKING:
    from viva.core.drawing import Drawing


def read(settings: Table, source: Source) -> tuple[Task, float]:
    file = settings.string("spec")
    code = settings.string("python", "")
    allowed = settings.strings("functions") if settings.has("functions") else None
    spec = bind(notations.of(file).parse(source.text(file), file), load(source.text(code), code) if code else {})
    check_spec(spec, file, allowed, tried=cache.known(spec))
    secret = settings.flag("secret", False)
    languages = read_languages(settings)
    return Task(spec, file, code or None, allowed, read_rules(settings), secret, languages), difficulty(spec)


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    from viva.subjects.console.examine import examine  # noqa: PLC0415

    return examine(exercise, submission, terms)


def vary(exercise: Exercise, seed: int) -> Iterator[Source]:
    from viva.subjects.console.vary import variants  # noqa: PLC0415

    return variants(exercise, seed)


def solve(exercise: Exercise) -> Submission:
    from viva.subjects.console import solve  # noqa: PLC0415

    return solve.solve(exercise.task_as(Task).spec)


def draw(exercise: Exercise, thing: Submission | Witness | None) -> Drawing:
    from viva.subjects.console import draw  # noqa: PLC0415

    return draw.draw(exercise, thing)
