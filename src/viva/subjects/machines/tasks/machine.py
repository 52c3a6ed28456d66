"""Hand in a machine: one that does what the given composed or hierarchical one does, or that meets requirements."""

from __future__ import annotations

from collections.abc import Iterator

from viva.core.exercise import Exercise
from viva.core.kinds import Asked
from viva.core.report import Report
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.table import Table
from viva.core.terms import Terms
from viva.subjects.machines import draw as drawing
from viva.subjects.machines import examine
from viva.subjects.machines.model import Task
from viva.subjects.machines.notation import read_task
from viva.subjects.machines.solve import model, solved
from viva.subjects.machines.vary import difficulty, stated, variants


def read(settings: Table, source: Source) -> Asked:
    task = read_task(settings, source)
    return Asked(task, difficulty(task), stated(task))


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    return examine.examine(exercise, submission, terms)


def vary(exercise: Exercise, seed: int) -> Iterator[Source]:
    return variants(exercise, seed)


def solve(exercise: Exercise) -> Submission:
    return model(solved(exercise.task_as(Task)))


draw = drawing.draw
