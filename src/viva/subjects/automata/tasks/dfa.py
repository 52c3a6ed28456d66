"""Construct a DFA for a language."""

from __future__ import annotations

from functools import partial

from viva.core.exercise import Exercise
from viva.core.kinds import Asked
from viva.core.report import Report
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.table import Table
from viva.core.terms import Terms
from viva.engines.automata import name_states
from viva.subjects.automata import draw as drawing
from viva.subjects.automata import examine as examining
from viva.subjects.automata import frames as framing
from viva.subjects.automata.examine import examine
from viva.subjects.automata.model import Task, difficulty
from viva.subjects.automata.notation import named_language, read_task
from viva.subjects.automata.solve import model
from viva.subjects.automata.statement import state_task
from viva.subjects.automata.vary import variants


def read(settings: Table, source: Source) -> Asked:
    task = read_task(settings, named_language(settings, source))
    needed = len(task.asked.moves)
    if task.states is not None and task.states < needed:
        raise settings.fault("states", f"is below the {needed} states that every complete DFA needs")
    return Asked(task, difficulty(task.asked), partial(state_task, "dfa", task))


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    return examine(exercise, submission, terms).report


def solve(exercise: Exercise) -> Submission:
    task = exercise.task_as(Task)
    return model(name_states(task.asked), "answer.txt")


vary = variants
draw = drawing.draw
proofread = examining.proofread
frames = framing.frames
witness_of_input = framing.witness_of_input
