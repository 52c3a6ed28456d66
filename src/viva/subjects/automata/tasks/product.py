"""Build the product of two given DFAs. With `construction` the answer has to be the product of pairs itself."""

from __future__ import annotations

from viva.core.exercise import Exercise
from viva.core.report import Report
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.engines.automata import formats, named
from viva.subjects.automata.answer import read_automaton
from viva.subjects.automata.examine import examine as examine_language
from viva.subjects.automata.judge import Limits
from viva.subjects.automata.model import Task
from viva.subjects.automata.steps import Steps, product_steps
from viva.subjects.automata.tasks.determinise import with_steps


def examine(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    task = exercise.task_as(Task)
    answer = read_automaton(task, submission, deterministic=True, limit=Limits.of(terms.budget).subsets)
    return with_steps(examine_language(exercise, answer, terms), answer, task, _steps(task), "product")


def solve(task: Task) -> Submission:
    steps = _steps(task)
    return Submission.from_text(formats.write(named(steps.result, steps.names), "json"), "answer.fa.json")


def _steps(task: Task) -> Steps:
    return product_steps(task.given[0], task.given[1], task.alphabet, task.operation)
