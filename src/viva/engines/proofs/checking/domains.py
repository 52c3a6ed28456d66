"""Inputs of which there are few: the solver finds the bounds, and then every one is tried.

What is tried are the terms of both programs, by `evaluate`; functions of which nothing is known have no value, so that
terms with one are not tried, but for a few of which the value is that of CPython. Used by the search and by the
checker alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from math import prod

from viva.engines.proofs.query import Solver
from viva.engines.proofs.terms import BOOL, INT, Term, land, le, number, parts_of
from viva.engines.proofs.terms.evaluate import Endless, Evaluator
from viva.engines.proofs.terms.lists import SORTED
from viva.engines.proofs.terms.stepping import steps_of

LARGEST, STEPS = 100_000, 10_000_000
AT_ONCE, STEPS_AT_ONCE = 3_000, 600_000
"""What is tried before a proof for more inputs is looked for."""

_KNOWN = frozenset({SORTED, "int.str", "bool.str", "text.int", "text.int fails"})
"""Functions that `evaluate` gives the value of CPython."""

Bounds = tuple[tuple[int, int], ...]


def find_bounds(solver: Solver, inputs: Sequence[Term], known: Sequence[Term], goal: Term) -> Bounds | None:
    """The smallest and the largest value of each input, as far as constants of the programs bound it; None where that
    is not so for one of them, or where there are too many values."""
    if not inputs or any(each.sort not in (INT, BOOL) for each in inputs) or not _plain(known, goal):
        return None
    numerals = {each.data for each in parts_of(*known, goal) if each.op == "num"}
    constants = sorted({sign * one + near for one in numerals for sign in (-1, 1) for near in (-1, 0, 1)})
    found = []
    size = 1
    for each in inputs:
        if each.sort == BOOL:
            found.append((0, 1))
            continue
        low = _last([le(number(one), each) for one in constants], partial(solver.follows, known))
        high = _last([le(each, number(one)) for one in reversed(constants)], partial(solver.follows, known))
        if low is None or high is None:
            return None
        found.append((constants[low], constants[-1 - high]))
        size *= max(1, constants[-1 - high] - constants[low] + 1)
    return tuple(found) if size <= LARGEST else None


def size_of(bounds: Bounds) -> int:
    """How many inputs there are within the bounds."""
    return prod(max(0, high - low + 1) for low, high in bounds)


def _last(claims: Sequence[Term], follows: Callable[[Term], bool]) -> int | None:
    """The place of the last claim that follows, where each claim implies the one before."""
    low, high = -1, len(claims) - 1
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if follows(claims[middle]) else (low, middle - 1)
    return None if low < 0 else low


def _plain(known: Sequence[Term], goal: Term) -> bool:
    todo, seen = [*known, goal], set[Term]()
    while todo:
        for each in parts_of(todo.pop()):
            if each.op == "call" or (each.op == "apply" and each.data not in _KNOWN):
                return False
            if each.op == "fold" and each not in seen:
                seen.add(each)
                todo += each.data.steps
    return True


def holds_everywhere(  # noqa: PLR0917
    solver: Solver, inputs: Sequence[Term], known: Sequence[Term], goal: Term, bounds: Bounds, steps: int = STEPS
) -> bool:
    """Whether all inputs are within the bounds, and the goal holds for each one for which all that is known does."""
    if len(bounds) != len(inputs) or not _plain(known, goal):
        return False
    for each, (low, high) in zip(inputs, bounds, strict=True):
        inside = each.sort == BOOL and (low, high) == (0, 1)
        if not inside and (
            each.sort != INT or not solver.follows(known, le(number(low), each), le(each, number(high)))
        ):
            return False
    if size_of(bounds) > LARGEST:
        return False
    evaluator, asked, claimed = Evaluator(steps), steps_of((land(*known),)), steps_of((goal,))
    try:
        for point in product(*(range(low, high + 1) for low, high in bounds)):
            values = {
                each.data: bool(value) if each.sort == BOOL else value
                for each, value in zip(inputs, point, strict=True)
            }  # fmt: skip
            if all(asked.after(evaluator, values)) and not all(claimed.after(evaluator, values)):
                return False
    except Endless:
        return False
    return True


def written_bounds(bounds: Bounds) -> tuple[str, ...]:
    return tuple(f"{low}..{high}" for low, high in bounds)


def read_bounds(text: Sequence[str]) -> Bounds | None:
    """None where it is no such text."""
    found = []
    for each in text:
        low, _, high = each.partition("..")
        if not all(part.removeprefix("-").isdecimal() and len(part) < 20 for part in (low, high)):
            return None
        found.append((int(low), int(high)))
    return tuple(found)
