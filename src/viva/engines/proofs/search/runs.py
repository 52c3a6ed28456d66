"""Runs of loops: random inputs, the rounds of loops side by side, and the values of terms in all of them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from viva.engines.proofs.checking.system import CLOCK, System
from viva.engines.proofs.terms import ANY, BOOL, INT, Sort, Term
from viva.engines.proofs.terms.evaluate import Endless, Evaluator

Values = dict[str, Any]
STEPS = 60_000
_FEW_LISTS = ((), (1,), (2,), (1, 2))
_RUNS = 40


def random_value(sort: Sort, rng: random.Random, size: int, *, inside: bool = False) -> Any:
    """Texts and rows inside of others are few different ones, so that some of them are equal."""
    if sort in (INT, ANY):
        return rng.randint(-1, 3) if rng.random() < 0.75 else rng.randint(-12, 12)
    if sort == BOOL:
        return rng.random() < 0.5
    assert isinstance(sort, tuple)
    if sort[0] == "list":
        if sort[1] == INT and rng.random() < (0.8 if inside else 0.2):
            return rng.choice(_FEW_LISTS)
        count = rng.randint(0, size)
        return tuple(random_value(sort[1], rng, max(1, size - 2), inside=True) for _ in range(count))
    return tuple(random_value(part, rng, size, inside=inside) for part in sort[1:])


def inputs(variables: Sequence[Term], known: Sequence[Term], seed: int = 1) -> list[Values]:
    """Random values of the variables for which all that is known holds."""
    rng = random.Random(seed)
    found: list[Values] = []
    for attempt in range(_RUNS * 6):
        values = {each.data: random_value(each.sort, rng, 1 + attempt % 6) for each in variables}
        try:
            if all(Evaluator(STEPS).value(each, values) for each in known):
                found.append(values)
        except Endless:
            continue
        if len(found) == _RUNS:
            break
    return found


def records(system: System, runs: Sequence[Values]) -> list[Values]:
    """The values of the variables of a system in all rounds of all runs."""
    found: list[Values] = []
    for run in runs:
        evaluator = Evaluator(STEPS)
        try:
            now = {
                state.data: evaluator.value(first, run)
                for state, first in zip(system.variables, system.first, strict=True)
            }
            last = max(0, *(evaluator.value(end, run) for end in system.ends))
            rows = []
            for clock in range(min(last, 30) + 1):
                row = {**run, **now, CLOCK.data: clock}
                rows.append(row)
                if clock < last:
                    done: dict[Term, Any] = {}
                    now = {
                        state.data: evaluator.value(following, row, done)
                        for state, following in zip(system.variables, system.next, strict=True)
                    }
        except Endless:
            continue
        found += rows
    return found


def vectors_of(rows: Sequence[Values], pool: Sequence[Term]) -> dict[Term, tuple[Any, ...]]:
    """The values of terms in all rounds that were seen."""
    vectors: dict[Term, tuple[Any, ...]] = {}
    done: list[dict[Term, Any]] = [{} for _ in rows]
    for term in pool if rows else ():
        try:
            vectors[term] = tuple(
                Evaluator(STEPS).value(term, row, known) for row, known in zip(rows, done, strict=True)
            )
        except Endless:
            continue
    return vectors
