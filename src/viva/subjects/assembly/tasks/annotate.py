"""Prove a property of a given program: the answer are invariants and assertions."""

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
from viva.subjects.assembly import draw as drawing
from viva.subjects.assembly import frames as framing
from viva.subjects.assembly import solve as solving
from viva.subjects.assembly import vary as varying
from viva.subjects.assembly.examine import examine
from viva.subjects.assembly.model import Task
from viva.subjects.assembly.notation import job_of, read_task, submitted_annotations


def read(settings: Table, source: Source) -> Asked:
    task = read_task(settings, source)
    flow = job_of(task, "").theory().flow()
    difficulty = len(flow.loops) + len(flow.instructions()) / 100
    say = catalogue("viva.subjects.assembly").say
    return Asked(task, difficulty, say("statement_annotate", program=task.text, contract=task.contract))


def proofread(exercise: Exercise, submission: Submission, terms: Terms) -> None:
    say = catalogue("viva.subjects.assembly", terms.locale).say
    submitted_annotations(exercise.task_as(Task), submission, say)


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    return examine(exercise, submission, terms)


def vary(exercise: Exercise, seed: int) -> Iterator[Source]:
    return varying.variants(exercise, seed)


def solve(exercise: Exercise) -> Submission:
    return solving.model(exercise)


draw = drawing.draw
frames = framing.frames
