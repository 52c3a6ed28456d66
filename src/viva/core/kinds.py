"""Kinds of task: a subject that asks for several things has a module for each, with the five questions of a subject.

The subject says which kinds there are and in which package their modules are; `task` in the exercise's table names one.
Only the module of the kind at hand is loaded, so that a kind costs nothing to those that do not ask for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from importlib import import_module
from typing import Protocol, cast, runtime_checkable

from viva.core.drawing import Drawing, Frames
from viva.core.exercise import Exercise, Wish, read_manifest
from viva.core.records import dataclass
from viva.core.report import Report, Witness
from viva.core.source import Source
from viva.core.submission import Submission, Unreadable
from viva.core.table import Table
from viva.core.terms import ENGLISH, USUAL, Terms
from viva.core.texts import catalogue, fill


@dataclass(frozen=True, slots=True)
class Asked:
    """What a kind read: its task, how difficult that is where it can be told, and a statement for those who wrote
    none, or what writes one in the language of the exercise. `fields` stand in braces in the statement for what is
    asked about, such as `{inputs}`; they too may be made for a language. `languages` are those of a program that is
    asked for."""

    task: object
    difficulty: float | None = None
    statement: str | Callable[[str], str] = ""
    fields: Mapping[str, str] | Callable[[str], Mapping[str, str]] = field(default_factory=dict)
    languages: tuple[str, ...] = ()


class Kind(Protocol):
    """What the module of a kind of task answers; a module of functions is one."""

    def read(self, settings: Table, source: Source) -> Asked:
        """What the subject's table asks for. Raises Fault; keys that are not asked for are faults of the caller's."""

    def check(self, exercise: Exercise, submission: Submission, terms: Terms) -> Report: ...

    def vary(self, exercise: Exercise, seed: int) -> Iterator[Source]:
        """The files of variants; the subject reads them."""

    def solve(self, exercise: Exercise) -> Submission: ...

    def draw(self, exercise: Exercise, thing: Submission | Witness | None) -> Drawing: ...


@runtime_checkable
class ProofreadingKind(Protocol):
    """What the module of a kind may answer besides: see `viva.core.subject.Proofreads`."""

    def proofread(self, exercise: Exercise, submission: Submission, terms: Terms) -> None: ...


@runtime_checkable
class KindInTime(Protocol):
    """What the module of a kind may answer besides: see `viva.core.subject.ShowsFrames`."""

    def frames(self, exercise: Exercise, submission: Submission, witness: Witness, terms: Terms) -> Frames | None: ...


@runtime_checkable
class KindWithInputs(Protocol):
    """What the module of a kind may answer besides: see `viva.core.subject.TakesInputs`."""

    def witness_of_input(self, exercise: Exercise, text: str, terms: Terms) -> Witness: ...


class SubjectOfKinds:
    """The five methods of a subject, each answered by the kind of the exercise.

    `kinds` are the names of modules in the package `tasks`. With a `default` the exercise need not name its task.
    """

    name: str
    tasks: str
    kinds: tuple[str, ...]
    default: str | None = None

    def read(self, source: Source) -> Exercise:
        manifest = read_manifest(source)
        kind = self.kind_asked(manifest.settings)
        with manifest.misspelt_first():
            asked = self._module(kind).read(manifest.settings, source)
        locale = manifest.feedback.locale or ENGLISH
        stated = asked.statement if isinstance(asked.statement, str) else asked.statement(locale)
        fields = asked.fields(locale) if callable(asked.fields) else asked.fields
        exercise = manifest.exercise(source, asked.task, asked.difficulty, kind, stated, languages=asked.languages)
        return replace(exercise, statement=fill(exercise.statement, fields)) if fields else exercise

    def kind_asked(self, settings: Table) -> str:
        """The kind that the subject's table names; or, where a subject says so, the one that its other keys imply."""
        return settings.choice("task", self.kinds, self.default)

    def check(self, exercise: Exercise, submission: Submission, terms: Terms) -> Report:
        return self.kind_of(exercise).check(exercise, submission, terms)

    def vary(self, exercise: Exercise, seed: int) -> Iterator[Exercise]:
        return (self.read(source) for source in self.kind_of(exercise).vary(exercise, seed))

    def solve(self, exercise: Exercise) -> Submission:
        return self.kind_of(exercise).solve(exercise)

    def draw(self, exercise: Exercise, thing: Submission | Witness | None = None) -> Drawing:
        return self.kind_of(exercise).draw(exercise, thing)

    def frames(
        self, exercise: Exercise, submission: Submission, witness: Witness, terms: Terms = USUAL
    ) -> Frames | None:
        kind = self.kind_of(exercise)
        return kind.frames(exercise, submission, witness, terms) if isinstance(kind, KindInTime) else None

    def witness_of_input(self, exercise: Exercise, text: str, terms: Terms) -> Witness:
        kind = self.kind_of(exercise)
        if not isinstance(kind, KindWithInputs):
            raise Unreadable("no_inputs", catalogue("viva.core", terms.locale).say("submission.no_inputs"))
        return kind.witness_of_input(exercise, text, terms)

    def proofread(self, exercise: Exercise, submission: Submission, terms: Terms) -> None:
        kind = self.kind_of(exercise)
        if isinstance(kind, ProofreadingKind):
            kind.proofread(exercise, submission, terms)

    def tell_difficulty(self, wish: Wish, locale: str) -> str:
        return catalogue(self.tasks.rpartition(".")[0], locale).say(f"why_{wish}")

    def kind_of(self, exercise: Exercise) -> Kind:
        if exercise.kind not in self.kinds:
            raise TypeError(f"exercise {exercise.name} of {exercise.subject} is of no kind that {self.name} has")
        return self._module(exercise.kind)

    def _module(self, kind: str) -> Kind:
        return cast(Kind, import_module(f"{self.tasks}.{kind}"))
