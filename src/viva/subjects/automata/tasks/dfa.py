"""Construct a DFA for a language."""

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


def examine(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    task = exercise.task_as(Task)
    answer = read_automaton(task, submission, deterministic=True, limit=Limits.of(terms.budget).subsets)
    return examine_language(exercise, answer, terms)


def solve(task: Task) -> Submission:
    return Submission.from_text(formats.write(named(task.asked), "table"), "answer.txt")
