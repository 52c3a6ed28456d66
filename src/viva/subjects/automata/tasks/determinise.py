"""Make a given NFA deterministic. With `construction` the answer has to be the subset construction itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from viva.core.exercise import Exercise
from viva.core.kinds import Asked
from viva.core.report import Report
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.table import Table
from viva.core.terms import Terms
from viva.engines.automata import Explosion, as_nfa, determinise, minimise, name_states
from viva.engines.automata.constructions import Construction, subset_construction
from viva.engines.automata.machine import double_moves, unreachable_states
from viva.engines.automata.repair.neighbours import machines_near
from viva.subjects.automata import draw as drawing
from viva.subjects.automata import examine as examining
from viva.subjects.automata import frames as framing
from viva.subjects.automata.examine import compare_construction, examine
from viva.subjects.automata.model import Task, difficulty
from viva.subjects.automata.notation import given_machine, language_of_given, read_task
from viva.subjects.automata.solve import model
from viva.subjects.automata.statement import state_task
from viva.subjects.automata.vary import Promises, chance, change_files, write_machine


def read(settings: Table, source: Source) -> Asked:
    file, given = given_machine(settings, source)
    task = read_task(settings, language_of_given(settings, source, file, given))
    task = replace(task, given=(given,), given_files=(file,), construction=settings.flag("construction", False))
    return Asked(task, difficulty(task.asked), partial(state_task, "determinise", task, language=False))


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    return compare_construction(examine(exercise, submission, terms), _construction(exercise.task_as(Task)), "subsets")


def vary(exercise: Exercise, seed: int) -> Iterator[Source]:
    """The given automaton stays nondeterministic, and its subset construction has as many sets."""
    task, randomness = exercise.task_as(Task), chance(exercise, seed)
    given, promises = task.given[0], Promises(task.asked, task.variation, exact=exercise.wish == "like")
    subsets = len(determinise(as_nfa(given, task.alphabet)).moves)
    for machine in machines_near(given, task.alphabet, randomness):
        if unreachable_states(machine) or not double_moves(machine):
            continue
        try:
            built = determinise(as_nfa(machine, task.alphabet), subsets + 1)
        except Explosion:
            continue
        if len(built.moves) == subsets and promises.keep(minimise(built)):
            yield change_files(exercise, {task.given_files[0]: write_machine(machine, task.given_files[0])})


def solve(exercise: Exercise) -> Submission:
    built = _construction(exercise.task_as(Task))
    return model(name_states(built.result, built.names), "answer.fa.json")


def _construction(task: Task) -> Construction:
    return subset_construction(task.given[0], task.alphabet)


draw = drawing.draw
proofread = examining.proofread
frames = framing.frames
witness_of_input = framing.witness_of_input
