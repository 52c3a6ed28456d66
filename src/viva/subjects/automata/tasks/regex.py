"""Write a regular expression for a language."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.kinds import Asked
from viva.core.report import Report
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.table import Table
from viva.core.terms import Terms
from viva.core.texts import catalogue
from viva.engines.automata import Explosion, expression_of
from viva.engines.automata.regex import POSITIONS, letters, show
from viva.subjects.automata import draw as drawing
from viva.subjects.automata import frames as framing
from viva.subjects.automata.examine import examine, expression
from viva.subjects.automata.model import Task, difficulty
from viva.subjects.automata.notation import is_expression, named_language, read_task, submitted_expression
from viva.subjects.automata.statement import state_task
from viva.subjects.automata.vary import chance, change_files, languages_near


def read(settings: Table, source: Source) -> Asked:
    task = read_task(settings, named_language(settings, source))
    return Asked(task, difficulty(task.asked), partial(state_task, "regex", task, hand_in="regex", expressions=False))


def proofread(exercise: Exercise, submission: Submission, terms: Terms) -> None:
    say = catalogue("viva.subjects.automata", terms.locale).say
    submitted_expression(exercise.task_as(Task), submission, 1, 1, say)  # what it stands for is another matter


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    return examine(exercise, submission, terms, expression).report


def vary(exercise: Exercise, seed: int) -> Iterator[Source]:
    """To ask for an expression by an expression would give the answer away."""
    near = languages_near(exercise.task_as(Task), chance(exercise, seed), expressions=False)
    return (change_files(exercise, change.files) for change in near)


def solve(exercise: Exercise) -> Submission:
    task = exercise.task_as(Task)
    described = task.language.description
    try:
        found = described if is_expression(described) else expression_of(task.asked)
    except Explosion:
        raise Fault("the expression for this language is too large to write down", task.language.file) from None
    if letters(found) > POSITIONS:
        raise Fault("the expression for this language is too large to write down", task.language.file)
    return Submission.from_text(show(found) + "\n", "answer.regex")


draw = partial(drawing.draw, submitted=drawing.expression)
frames = framing.frames_of_expression
witness_of_input = framing.witness_of_input
