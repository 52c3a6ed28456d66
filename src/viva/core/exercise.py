"""What is asked: an exercise, in memory a frozen value that carries its files."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from types import MappingProxyType
from typing import Literal, TypeVar

from viva.core.deciding.marks import usual_step
from viva.core.fault import Fault
from viva.core.ladder import Policy, Rung
from viva.core.records import dataclass
from viva.core.source import Source
from viva.core.table import Table
from viva.core.terms import LOCALES

VARIANT = "variant"
Wish = Literal["like", "harder", "easier"]

Task = TypeVar("Task")


@dataclass(frozen=True, slots=True)
class Exercise:
    """`task` is what the exercise's own subject made of its table and files; only that subject looks into it.

    `difficulty` orders the exercises of one subject, where the subject states it. `kind` is the kind of task, where the
    subject has several. `wish` says of its variants whether they should be as difficult or not; whoever asks for them
    sets it, no file does. `languages` are the names of those in which the answer is written, where it is a program.
    """

    name: str
    subject: str
    title: str
    statement: str
    points: float
    feedback: Policy
    source: Source
    task: object
    difficulty: float | None = None
    kind: str | None = None
    wish: Wish = "like"
    languages: tuple[str, ...] = ()

    @property
    def step(self) -> float:
        """The step in which points are given; 0 is none."""
        return usual_step(self.points) if self.feedback.step is None else self.feedback.step

    def task_as(self, shape: type[Task]) -> Task:
        if not isinstance(self.task, shape):
            raise TypeError(f"exercise {self.name} of {self.subject} carries no {shape.__name__}")
        return self.task


@dataclass(frozen=True, slots=True)
class Manifest:
    """The part of `exercise.toml` that is the same for all subjects, and the table of its own subject."""

    subject: str
    title: str
    statement: str
    points: float
    feedback: Policy
    settings: Table

    @contextmanager
    def misspelt_first(self) -> Iterator[None]:
        """Around the reading of a task: a misspelt key of the subject's table is told before what follows from it."""
        try:
            yield
        except Fault as fault:
            raise self.settings.misspelt() or fault from None

    def exercise(
        self,
        source: Source,
        task: object,
        difficulty: float | None = None,
        kind: str | None = None,
        statement: str = "",
        *,
        languages: tuple[str, ...] = (),
    ) -> Exercise:
        """The exercise; `statement` is for a teacher who wrote none. A fault for keys that nobody asked for."""
        self.settings.finish()
        return Exercise(
            name=source.name,
            subject=self.subject,
            title=self.title,
            statement=self.statement or statement,
            points=self.points,
            feedback=self.feedback,
            source=source,
            task=task,
            difficulty=difficulty,
            kind=kind,
            languages=languages,
        )


def read_manifest(source: Source) -> Manifest:
    """Reads `exercise.toml`. The subject takes what it needs from `settings` and then makes the `exercise`."""
    table = source.manifest()
    subject = table.string("subject")
    statement = table.string("statement", "statement.md")
    settings = table.table(subject)
    if subject not in table.values:
        raise table.fault(subject, "is missing", f"the table [{subject}] says which files the subject reads")
    manifest = Manifest(
        subject=subject,
        title=table.string("title", source.name.replace("-", " ").replace("_", " ").capitalize()),
        statement=source.text(statement) if table.has("statement") or statement in source.files else "",
        points=table.number("points", 1.0),
        feedback=_read_policy(table.table("feedback")),
        settings=settings,
    )
    read_seed(table)
    table.finish()
    if not 0 < manifest.points < math.inf:
        raise table.fault("points", f"cannot be {manifest.points:g}", "what a right answer is worth is above 0")
    return manifest


def read_seed(manifest: Table) -> int | None:
    """Which variant of what its files say the exercise is, if it is one: the `seed` in the table `[variant]`."""
    table = manifest.table(VARIANT)
    if not manifest.has(VARIANT):
        return None
    table.value("seed")
    table.finish()
    return table.integer("seed")


def _read_policy(table: Table) -> Policy:
    usual = Policy()
    words = [rung.value for rung in Rung]
    ladder = tuple(_rung(table, "ladder", word) for word in table.strings("ladder", [*usual.ladder]))
    if list(ladder) != sorted(set(ladder), key=lambda rung: rung.height):
        raise table.fault("ladder", "must go up without repeating a rung", f"the order is {', '.join(words)}")
    per_attempt = table.integer("per_attempt", usual.per_attempt)
    if per_attempt < 1:
        raise table.fault("per_attempt", "must be at least 1")
    costs = table.table("cost")
    cost = {_rung(table, "cost", word): costs.number(word) for word in costs.values}
    if any(points < 0 for points in cost.values()):
        raise table.fault("cost", "cannot be negative")
    locale = table.choice("language", LOCALES) if table.has("language") else ""
    step = table.number("round") if table.has("round") else None
    if step is not None and not 0 <= step < math.inf:
        raise table.fault("round", f"cannot be {step:g}", "points come in steps of 0.5, say; 0 leaves them as they are")
    table.finish()
    return Policy(ladder, per_attempt, MappingProxyType(cost), locale, step)


def _rung(table: Table, key: str, word: str) -> Rung:
    words = [rung.value for rung in Rung]
    if word not in words:
        raise table.fault(key, f"has no rung {word!r}", f"the rungs are {', '.join(words)}")
    return Rung(word)
