"""Which inputs are tried, and what the reference answers to them.

The part that depends on the exercise alone is fixed by exercise, seed and version: the examples, small values in
order, random values with the constants of the reference, inputs searched for its branches. `examine` goes on from
there with what the submission suggests.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from viva.core.exercise import Exercise
from viva.engines.shapes import FINITE, count, product, rows
from viva.engines.shapes.long import long_inputs
from viva.engines.symbolic import Counters
from viva.languages.values import write
from viva.subjects.functions import cache
from viva.subjects.functions.classes import representatives
from viva.subjects.functions.making import maker
from viva.subjects.functions.model import Arguments, Task
from viva.subjects.functions.oracle import Case, Oracle
from viva.subjects.functions.searching import Searcher

SMALL = 200
RANDOM = 300
_MOST_SMALL = 1500
_SLOW = 5_000  # steps of the reference above which an input is left out while there are others
_FEWEST = 20
_KEPT = 8
_WORK = 150_000  # steps of the reference for all long inputs


@dataclass(frozen=True, slots=True)
class Suite:
    """`exhaustive`: the cases are the whole domain. `searched` is what the search for branches did.

    `long` are inputs with many elements, run apart from the others, because slow is not wrong. `drain`: the reference
    gives iterators, which count as the lists of what they yield.
    """

    cases: tuple[Case, ...]
    exhaustive: bool
    searched: Counters
    long: tuple[Case, ...] = ()
    drain: bool = False


_suites: dict[tuple[str, int], Suite] = {}


def suite(exercise: Exercise, oracle: Oracle, seed: int) -> Suite:
    key = (cache.digest(exercise), seed)
    if key not in _suites:
        made = _suite(exercise, oracle, seed)
        if len(_suites) >= _KEPT:
            del _suites[next(iter(_suites))]
        _suites[key] = made
    oracle.drain = oracle.drain or _suites[key].drain
    return _suites[key]


def _suite(exercise: Exercise, oracle: Oracle, seed: int) -> Suite:
    task = exercise.task_as(Task)
    make = maker(task)
    size = product([count(shape) for shape in task.shapes])
    if size is not None and size <= FINITE:
        inputs = distinct([*task.examples, *rows(task.shapes, size, make)])
        return Suite(tuple(oracle.cases(inputs)), True, Counters(), drain=oracle.drain)
    cases = oracle.cases(distinct([*task.examples, *rows(task.shapes, SMALL, make)]))
    if len(cases) < SMALL // 4:
        cases = oracle.cases(distinct([*task.examples, *rows(task.shapes, _MOST_SMALL, make)]))[:SMALL]
    further, searched = cache.load(exercise, seed) or cache.save(exercise, seed, _proposals(task, oracle, seed))
    cases += oracle.cases(distinct(further, {key_of(case.arguments) for case in cases}))
    tests = quick(cases)
    small, bases = [case.arguments for case in tests], representatives(task, tests, 2)
    long = oracle.cases(distinct(long_inputs(task.shapes, small, bases)))
    return Suite(tests, False, searched, affordable(long), oracle.drain)


def _proposals(task: Task, oracle: Oracle, seed: int) -> cache.Proposals:
    """Random values with the constants of the reference, and inputs for its branches."""
    searcher = Searcher(oracle.sandbox, task, maker(task))
    searched = Counters()
    return [*searcher.random(RANDOM, seed), *searcher.branches(searcher.reference, searched)], searched


def quick(cases: Sequence[Case]) -> tuple[Case, ...]:
    """Without those that take the reference long, as long as enough are left."""
    found = [case for case in cases if case.steps <= _SLOW]
    if len(found) >= min(_FEWEST, len(cases)):
        return tuple(found)
    return tuple(sorted(cases, key=lambda case: case.steps)[:_FEWEST])


def affordable(cases: Sequence[Case]) -> tuple[Case, ...]:
    """Those that do not take the reference too many steps altogether, from the shortest on."""
    kept: list[Case] = []
    work = 0
    for case in cases:
        if work + case.steps <= _WORK:
            work += case.steps
            kept.append(case)
    return tuple(kept)


def distinct(inputs: Iterable[Arguments], known: set[str] | None = None) -> list[Arguments]:
    """Each input once, and none that is known; what is given is known from then on."""
    known = set() if known is None else known
    found: list[Arguments] = []
    for arguments in inputs:
        key = key_of(arguments)
        if key not in known:
            known.add(key)
            found.append(arguments)
    return found


def key_of(arguments: Arguments) -> str:
    return json.dumps(write(list(arguments)))
