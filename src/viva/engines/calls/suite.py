"""Which inputs are tried, and what the reference answers to them.

A suite is fixed by question and seed: the examples, small values in order, random values with the constants of the
reference, inputs searched for its branches, and long ones. `driven` goes on from there with what a submission suggests.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from viva.engines.calls.behaviour import representatives
from viva.engines.calls.making import maker
from viva.engines.calls.oracle import Case, Oracle
from viva.engines.calls.question import Arguments
from viva.engines.calls.searching import Searcher
from viva.engines.shapes import FINITE, count, product, rows
from viva.engines.shapes.long import long_inputs
from viva.engines.symbolic import Counters
from viva.languages.values import write

SMALL = 200
RANDOM = 300
_MOST_SMALL = 1500
_SLOW = 5_000  # steps of the reference above which an input is left out while there are others
_FEWEST = 20
_WORK = 150_000  # steps of the reference for all long inputs


@dataclass(frozen=True, slots=True)
class Suite:
    """`exhaustive`: the cases are the whole domain. `searched` is what the search for branches did.

    `long` are inputs with many elements, run apart from the others, because slow is not wrong.
    """

    cases: tuple[Case, ...]
    exhaustive: bool
    searched: Counters
    long: tuple[Case, ...] = ()


Proposals = tuple[list[Arguments], Counters]
"""Inputs that a search proposes, and what it did."""


def proposals(searcher: Searcher, seed: int) -> Proposals:
    """Random values with the constants of the reference, and inputs for its branches."""
    searched = Counters()
    return [*searcher.random(RANDOM, seed), *searcher.branches(searcher.programs.reference, searched)], searched


def suite(searcher: Searcher, oracle: Oracle, seed: int, proposed: Callable[[], Proposals] | None = None) -> Suite:
    """The tests of a question, whoever answers it. `proposed` knows the `proposals` of this seed from elsewhere; nobody
    is asked where the domain is finite."""
    question, make = searcher.question, maker(searcher.question)
    size = product([count(shape) for shape in question.shapes])
    if size is not None and size <= FINITE:
        inputs = distinct([*question.examples, *rows(question.shapes, size, make)])
        return Suite(_alike(oracle.cases(inputs)), True, Counters())
    cases = oracle.cases(distinct([*question.examples, *rows(question.shapes, SMALL, make)]))
    if len(cases) < SMALL // 4:
        cases = oracle.cases(distinct([*question.examples, *rows(question.shapes, _MOST_SMALL, make)]))[:SMALL]
    further, searched = proposed() if proposed else proposals(searcher, seed)
    cases += oracle.cases(distinct(further, {key_of(case.arguments) for case in cases}))
    tests = quick(cases)
    small, bases = [case.arguments for case in tests], representatives(question, tests, 2)
    long = affordable(oracle.cases(distinct(long_inputs(question.shapes, small, bases))))
    tests, long = _alike((*tests, *long))[: len(tests)], _alike((*tests, *long))[len(tests) :]
    return Suite(tests, False, searched, long)


def _alike(cases: Sequence[Case]) -> tuple[Case, ...]:
    """A reference that gives an iterator somewhere may be followed everywhere."""
    drained = any(case.drained for case in cases)
    return tuple(replace(case, drained=True) if drained else case for case in cases)


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
