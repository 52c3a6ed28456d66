"""The five methods of the subject `automata`; nothing clever happens here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from viva.core.drawing import Drawing
from viva.core.exercise import Exercise, read_manifest
from viva.core.report import Report, Witness
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.subjects.automata import draw, tasks, vary
from viva.subjects.automata.describe import own_statement
from viva.subjects.automata.model import Task, difficulty
from viva.subjects.automata.reader import read_task


class Automata:
    """Automata, expressions and words for regular languages."""

    name = "automata"

    def read(self, source: Source) -> Exercise:
        manifest = read_manifest(source)
        task = read_task(source, manifest.settings)
        if not manifest.statement:
            manifest = replace(manifest, statement=own_statement(task))
        return manifest.exercise(source, task, difficulty(task.asked))

    def check(self, exercise: Exercise, submission: Submission, terms: Terms) -> Report:
        return tasks.examine(exercise, submission, terms)

    def vary(self, exercise: Exercise, seed: int) -> Iterator[Exercise]:
        return (self.read(source) for source in vary.variants(exercise, seed))

    def solve(self, exercise: Exercise) -> Submission:
        task = exercise.task_as(Task)
        return tasks.KINDS[task.kind].solve(task)

    def draw(self, exercise: Exercise, thing: Submission | Witness | None = None) -> Drawing:
        return draw.draw(exercise, thing)
