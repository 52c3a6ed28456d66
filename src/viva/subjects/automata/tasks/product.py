"""Build the product of two given DFAs. With `construction` the answer has to be the product of pairs itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.kinds import Asked
from viva.core.report import Report
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.table import Table
from viva.core.terms import Terms
from viva.engines.automata import Explosion, Machine, minimise, name_states, product
from viva.engines.automata.constructions import Construction, made_deterministic, product_construction
from viva.engines.automata.machine import double_moves, unreachable_states
from viva.engines.automata.product import OPERATIONS
from viva.engines.automata.repair.neighbours import machines_near
from viva.subjects.automata import draw as drawing
from viva.subjects.automata import examine as examining
from viva.subjects.automata import frames as framing
from viva.subjects.automata.examine import compare_construction, examine
from viva.subjects.automata.model import Language, Task, difficulty
from viva.subjects.automata.notation import language_beside, language_of, read_alphabet, read_machine, read_task
from viva.subjects.automata.solve import model
from viva.subjects.automata.statement import state_task
from viva.subjects.automata.vary import Promises, chance, change_files, write_machine


def read(settings: Table, source: Source) -> Asked:
    operation = settings.choice("operation", tuple(OPERATIONS), "intersection")
    files = settings.strings("given")
    if len(files) != 2:
        raise settings.fault("given", "must name two automata", 'as in ["left.fa.json", "right.fa.json"]')
    given = {file: read_machine(source.text(file), file) for file in files}
    named_one = settings.has("language")
    language = language_beside(settings, source, given) if named_one else _both(settings, files, given, operation)
    task = replace(
        read_task(settings, language),
        given=tuple(given[file] for file in files),
        given_files=files,
        operation=operation,
        construction=settings.flag("construction", False),
    )
    return Asked(task, difficulty(task.asked), partial(state_task, "product", task, language=False))


def _both(settings: Table, files: tuple[str, ...], given: Mapping[str, Machine], operation: str) -> Language:
    """The language of the operation, over the letters of both."""
    left, right = (given[file] for file in files)
    letters = read_alphabet(settings) or tuple(dict.fromkeys((*left.alphabet, *right.alphabet)))
    parts = [language_of(given[file], file, letters) for file in files]
    try:
        both = minimise(product(parts[0].minimal, parts[1].minimal, OPERATIONS[operation]))
    except Explosion as explosion:
        raise Fault(str(explosion), files[0], remedy="give smaller automata") from None
    return Language(files[0], letters, both, None)


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    return compare_construction(examine(exercise, submission, terms), _construction(exercise.task_as(Task)), "product")


def vary(exercise: Exercise, seed: int) -> Iterator[Source]:
    """One of the two automata changes; the reachable product has as many pairs."""
    task, randomness = exercise.task_as(Task), chance(exercise, seed)
    promises = Promises(task.asked, task.variation, exact=exercise.wish == "like")
    dfas = [made_deterministic(machine, task.alphabet).result for machine in task.given]
    accept = OPERATIONS[task.operation]
    pairs = len(product(dfas[0], dfas[1], accept).moves)
    near = [machines_near(machine, task.alphabet, randomness) for machine in task.given]
    open_sides = [0, 1]
    while open_sides:
        side = randomness.choice(open_sides)
        machine = next(near[side], None)
        if machine is None:
            open_sides.remove(side)
            continue
        if double_moves(machine) or unreachable_states(machine):
            continue
        both = list(dfas)
        both[side] = made_deterministic(machine, task.alphabet).result
        built = product(both[0], both[1], accept)
        if len(built.moves) == pairs and promises.keep(minimise(built)):
            yield change_files(exercise, {task.given_files[side]: write_machine(machine, task.given_files[side])})


def solve(exercise: Exercise) -> Submission:
    built = _construction(exercise.task_as(Task))
    return model(name_states(built.result, built.names), "answer.fa.json")


def _construction(task: Task) -> Construction:
    return product_construction(task.given[0], task.given[1], task.alphabet, task.operation)


draw = drawing.draw
proofread = examining.proofread
frames = framing.frames
witness_of_input = framing.witness_of_input
