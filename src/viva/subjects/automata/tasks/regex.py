"""Write a regular expression for a language."""

from __future__ import annotations

from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.report import Report
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.engines.automata import Explosion, expression_of
from viva.engines.automata.regex import POSITIONS, letters, show
from viva.subjects.automata.answer import read_expression
from viva.subjects.automata.examine import examine as examine_language
from viva.subjects.automata.judge import Limits
from viva.subjects.automata.model import Task
from viva.subjects.automata.notation import is_expression


def examine(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    task = exercise.task_as(Task)
    answer = read_expression(task, submission, Limits.of(terms.budget).subsets)
    return examine_language(exercise, answer, terms)


def solve(task: Task) -> Submission:
    described = task.language.description
    try:
        expression = described if is_expression(described) else expression_of(task.asked)
    except Explosion:
        raise Fault("the expression for this language is too large to write down", task.language.file) from None
    if letters(expression) > POSITIONS:
        raise Fault("the expression for this language is too large to write down", task.language.file)
    return Submission.from_text(show(expression) + "\n", "answer.regex")
