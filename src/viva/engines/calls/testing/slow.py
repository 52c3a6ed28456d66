"""No answer: slow or endless? Slow is not wrong, so an input without an answer refutes only where there is more.

A run without an answer within `steps_for` steps is wrong if a state came back from which there is no way out
(`endless`), or if the steps jump there: those of the answers to smaller inputs do not grow towards so many. Where they
do, as a power or an exponential of some size of the input, the input is too slow to be looked at, and nothing is said
about it. The same goes for what is printed. How much memory a call takes is not known, so smaller inputs are tried with
less of it: if none of them misses it, the memory jumps too. Seconds never refute.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product

from viva.core.deciding import growth
from viva.core.deciding.outcome import LIMITS
from viva.core.records import dataclass
from viva.engines.calls.judge import Failure
from viva.engines.calls.making import maker
from viva.engines.calls.oracle import Case
from viva.engines.calls.question import Arguments
from viva.engines.calls.testing.endless import ending_of
from viva.engines.calls.trial import OUTPUT, Trial, steps_for
from viva.engines.shapes import as_records, holds, made_rows
from viva.engines.shapes.making import Hidden, Record, inner_values

_COUNTED = frozenset({"step_limit", "output_limit"})
_SCALES = (0.98, 0.95, 0.92, 0.88, 0.84, 0.8, 0.75, 0.7, 0.6, 0.5, 0.4, 0.25)
_MOST_SMALLER = 16
_LESS_MEMORY = 8


@dataclass(frozen=True, slots=True)
class Point:
    """An answer, and what it took: steps, and characters that were printed."""

    arguments: Arguments
    steps: int
    printed: int = 0


def was_cut_off(failure: Failure) -> bool:
    """Whether a limit ended the run."""
    return failure.outcome.problem is not None and failure.outcome.problem.reason in LIMITS


def extents(arguments: Arguments) -> tuple[tuple[int, float, int], ...]:
    """Of each argument: how many parts it has, how much its numbers are together, and its sign if it is a number."""
    return tuple(map(_extent, arguments))


def at_least(one: Arguments, other: Arguments) -> bool:
    """Whether every argument is as large as that of the other input."""
    return len(one) == len(other) and all(
        mine[0] >= theirs[0] and mine[1] >= theirs[1] and mine[2] == theirs[2]
        for mine, theirs in zip(extents(one), extents(other), strict=True)
    )


def wrong(trial: Trial, failure: Failure, points: Sequence[Point], *, smaller: bool = True) -> bool:
    """Whether an input without an answer refutes; `points` are answers to others, and `smaller` inputs may be tried."""
    reason = failure.outcome.problem.reason if failure.outcome.problem else ""
    if reason in _COUNTED:
        ending = ending_of(trial, failure)
        if ending is not None and ending.forever:
            return True
        if growth_explains(failure, points):
            return False
        return not smaller or not growth_explains(failure, [*points, *_measured(trial, _smaller(trial, failure))])
    return smaller and reason == "memory_limit" and not _memory_grows(trial, failure)


def growth_explains(failure: Failure, points: Sequence[Point]) -> bool:
    """Whether what smaller inputs took grows towards the limit."""
    printed = failure.outcome.problem is not None and failure.outcome.problem.reason == "output_limit"
    limit = OUTPUT if printed else steps_for(failure.case)
    alike = [point for point in points if len(point.arguments) == len(failure.case.arguments)]
    taken = [(_sizes(point.arguments), point.printed if printed else point.steps) for point in alike]
    for measure, size in enumerate(_sizes(failure.case.arguments)):
        if growth.growth_explains([(sizes[measure], amount) for sizes, amount in taken], size, limit):
            return True
    return False


def _sizes(arguments: Arguments) -> tuple[float, ...]:
    """Sizes with which the work may grow: parts and numbers, of all arguments together and of each."""
    found = extents(arguments)
    parts, numbers = [float(one[0]) for one in found], [one[1] for one in found]
    return sum(parts), sum(numbers), *parts, *numbers


def _extent(argument: object) -> tuple[int, float, int]:
    parts, numbers = 0, 0.0
    met: set[int] = set()
    todo = [argument]
    while todo:
        item = todo.pop()
        match item:
            case None | bool():
                pass
            case int() | float():
                numbers += 0.0 if math.isnan(item) else min(abs(item), 10**15)
            case str() | bytes():
                parts += len(item)
            case _ if isinstance(item, Record) or id(item) not in met:
                met.add(id(item))
                inside = inner_values(item)
                parts += max(len(inside), 1)
                todo += inside
    sign = 0 if not isinstance(argument, int | float) else 1 if argument > 0 else -1 if argument < 0 else 0
    return parts, float(numbers), sign


def _smaller(trial: Trial, failure: Failure) -> list[Case]:
    """The input made smaller in even proportions, where that is still in the domain."""
    question, make = trial.question, maker(trial.question)
    found: list[Arguments] = []
    try:
        row = tuple(map(as_records, question.shapes, failure.case.arguments))
    except Hidden:
        return []
    for scale, (parts, numbers) in product(_SCALES, ((True, True), (True, False), (False, True))):
        small = tuple(_scaled(item, scale, parts, numbers) for item in row)
        if small != row and small not in found and all(map(holds, question.shapes, small)):
            found.append(small)
    return trial.oracle.cases(list(made_rows(found[:_MOST_SMALLER], question.shapes[: len(row)], make)))


def _scaled(value: object, scale: float, parts: bool, numbers: bool) -> object:
    """With fewer parts, smaller numbers, or both."""
    match value:
        case bool():
            return value
        case int() if numbers and abs(value) < 10**300:
            return int(math.copysign(round(abs(value) ** scale), value))
        case float() if numbers and math.isfinite(value):
            return math.copysign(abs(value) ** scale, value)
        case str() | bytes() if parts:
            return value[: round(len(value) ** scale)]
        case list() | tuple():
            kept = value[: round(len(value) ** scale)] if parts else value
            inside = [_scaled(item, scale, parts, numbers) for item in kept]
            return inside if isinstance(value, list) else tuple(inside)
    return value


def _measured(trial: Trial, cases: Sequence[Case]) -> Iterator[Point]:
    for case in cases:
        outcome = trial.run(case)
        if outcome.problem is None and outcome.steps is not None:
            yield Point(case.arguments, outcome.steps, len(outcome.written))


def _memory_grows(trial: Trial, failure: Failure) -> bool:
    """Whether a smaller input is answered with all the memory, and not with an eighth of it."""
    less = trial.meter.budget.memory // _LESS_MEMORY
    for case in reversed(_smaller(trial, failure)):
        if trial.run(case, memory=less).problem is not None and trial.run(case).problem is None:
            return True
    return False
