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
from viva.core.texts import catalogue
from viva.subjects.machines import draw as drawing
from viva.subjects.machines import examine
from viva.subjects.machines import frames as framing
from viva.subjects.machines.model import Task
from viva.subjects.machines.notation import read_submission, read_task
from viva.subjects.machines.solve import model, solve_task
from viva.subjects.machines.vary import difficulty, state_task, variants


def read(settings: Table, source: Source) -> Asked:
    task = read_task(settings, source)
    return Asked(task, difficulty(task), state_task(task))


def proofread(exercise: Exercise, submission: Submission, terms: Terms) -> None:
    read_submission(exercise.task_as(Task), submission, catalogue("viva.subjects.machines", terms.locale).say)


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    return examine.examine(exercise, submission, terms)


def vary(exercise: Exercise, seed: int) -> Iterator[Source]:
    return variants(exercise, seed)


def solve(exercise: Exercise) -> Submission:
    return model(solve_task(exercise.task_as(Task)))


draw = drawing.draw
frames = framing.frames
witness_of_input = framing.witness_of_input
