"""Construct an NFA for a language; a DFA is one too."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.kinds import Asked
from viva.core.report import Report
from viva.core.source import MANIFEST, Source
from viva.core.submission import Submission
from viva.core.table import Table
from viva.core.terms import Terms
from viva.engines import logic
from viva.engines.automata import Machine, named_nfa
from viva.engines.automata.compact import small_nfa, with_one_start
from viva.engines.automata.regex import automaton_of
from viva.subjects.automata import draw as drawing
from viva.subjects.automata import examine as examining
from viva.subjects.automata import frames as framing
from viva.subjects.automata.examine import examine
from viva.subjects.automata.model import Task, difficulty
from viva.subjects.automata.notation import is_expression, is_formula, named_language, read_task
from viva.subjects.automata.solve import model
from viva.subjects.automata.statement import state_task
from viva.subjects.automata.vary import variants


def read(settings: Table, source: Source) -> Asked:
    task = read_task(settings, named_language(settings, source))
    task = replace(task, deterministic=False, variation=replace(task.variation, nondeterministic=True))
    return Asked(task, difficulty(task.asked), partial(state_task, "nfa", task))


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    return examine(exercise, submission, terms).report


def solve(exercise: Exercise) -> Submission:
    """The smallest of the automata at hand: the one the language was given by, and one made from the minimal DFA."""
    task = exercise.task_as(Task)
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
    return model(best, "answer.fa.json")


vary = variants
draw = drawing.draw
proofread = examining.proofread
frames = framing.frames
witness_of_input = framing.witness_of_input
