"""Construct an NFA for a language; a DFA is one too."""

from __future__ import annotations

from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.report import Report
from viva.core.source import MANIFEST
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.engines import logic
from viva.engines.automata import Machine, formats, named_nfa
from viva.engines.automata.compact import small_nfa, with_one_start
from viva.engines.automata.regex import automaton_of
from viva.subjects.automata.answer import read_automaton
from viva.subjects.automata.examine import examine as examine_language
from viva.subjects.automata.judge import Limits
from viva.subjects.automata.model import Task
from viva.subjects.automata.notation import is_expression, is_formula


def examine(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    task = exercise.task_as(Task)
    answer = read_automaton(task, submission, deterministic=False, limit=Limits.of(terms.budget).subsets)
    return examine_language(exercise, answer, terms)


def solve(task: Task) -> Submission:
    """The smallest of the automata at hand: the one the language was given by, and one made from the minimal DFA."""
    found = [named_nfa(small_nfa(task.asked))]
    described = task.language.description
    if isinstance(described, Machine) and (task.epsilon or all(edge.label for edge in described.edges)):
        found.append(described)
    elif is_expression(described):
        found.append(named_nfa(automaton_of(described, task.alphabet)))
    elif is_formula(described):
        found.append(named_nfa(with_one_start(logic.guessing(described, logic.Compiler(task.alphabet)))))
    best = min(found, key=lambda machine: len(machine.names))
    if task.states is not None and len(best.names) > task.states:
        raise Fault(
            f"no automaton with {task.states} states is known for this language",
            MANIFEST,
            remedy=f"allow {len(best.names)} states, or name the language by an automaton with few states",
        )
    return Submission.from_text(formats.write(best, "json"), "answer.fa.json")
