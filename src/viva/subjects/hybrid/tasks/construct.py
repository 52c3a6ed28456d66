"""Construct a system whose outputs are those of the reference."""

from __future__ import annotations

from viva.core.exercise import Exercise
from viva.core.kinds import Asked
from viva.core.report import Report
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.table import Table
from viva.core.terms import Terms
from viva.core.texts import catalogue
from viva.subjects.hybrid import draw as drawing
from viva.subjects.hybrid import frames as framing
from viva.subjects.hybrid.examine import examine
from viva.subjects.hybrid.model import Task, difficulty
from viva.subjects.hybrid.notation import parameter_words, read_submission, read_task
from viva.subjects.hybrid.solve import model
from viva.subjects.hybrid.vary import variants


def read(settings: Table, source: Source) -> Asked:
    task = read_task(settings, source)
    return Asked(task, difficulty(task), fields=parameter_words(task))


def proofread(exercise: Exercise, submission: Submission, terms: Terms) -> None:
    read_submission(exercise.task_as(Task), submission, catalogue("viva.subjects.hybrid", terms.locale).say)


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    return examine(exercise, submission, terms)


def solve(exercise: Exercise) -> Submission:
    task = exercise.task_as(Task)
    return model(task.reference, task.horizon)


vary = variants
draw = drawing.draw
frames = framing.frames
witness_of_input = framing.witness_of_input
