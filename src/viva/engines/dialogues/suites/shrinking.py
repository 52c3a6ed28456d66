"""Smaller tests than a given one: those that differ from it in one place, and all that have the simplest values."""

from __future__ import annotations

from collections.abc import Container, Iterator
from fractions import Fraction
from itertools import combinations, islice

from viva.engines.dialogues.model import Mode, Spec, Value
from viva.engines.dialogues.semantics import Asks, Way, ways
from viva.engines.dialogues.suites.cases import Case, case_of
from viva.engines.dialogues.suites.values import pool

_SWEPT = 80
_LOOKED_AT = 500
_SIMPLEST = 6
_MOST_READS = 4


def simpler(spec: Spec, case: Case, known: Container[tuple[Value, ...]]) -> list[Case]:
    """All tests of the simplest values that are smaller than this one and not among the known ones, smallest first."""
    constants = pool(spec)

    def choose(asks: Asks) -> tuple[Value, ...]:
        values = constants.simplest(asks)[:_SIMPLEST]
        return values if asks.read.mode == Mode.ASSUME else (*values, *constants.invalid(asks)[:2])

    found = []
    # With many reads there are too many tests to look at all of the same length.
    for inputs, way in islice(ways(spec, choose, min(len(case.inputs), _MOST_READS)), _LOOKED_AT):
        if isinstance(way, Way) and way.asks is None:
            smaller = Case(way.general, way.sides)
            if smaller.size < case.size and inputs not in known:
                found.append(smaller)
    return sorted(found, key=lambda smaller: smaller.size)[:_SWEPT]


def neighbours(spec: Spec, case: Case) -> list[Case]:
    """Tests that are smaller by one change, the smallest first."""
    found = {
        inputs: candidate
        for inputs in dict.fromkeys(_changed(case.inputs, pool(spec).thresholds))
        if (candidate := case_of(spec, inputs)) and candidate.size < case.size
    }
    return sorted(found.values(), key=lambda candidate: candidate.size)


def _changed(inputs: tuple[Value, ...], thresholds: tuple[int, ...]) -> Iterator[tuple[Value, ...]]:
    """One input less, also with a number less by one that may have counted it, or with its value added to another; one
    input smaller; two inputs that change places, or one of which gets what the other loses."""
    for position, value in enumerate(inputs):
        shorter = inputs[:position] + inputs[position + 1 :]
        yield shorter
        for other, number in enumerate(shorter):
            if isinstance(number, int) and not isinstance(number, bool):
                yield (*shorter[:other], number - 1, *shorter[other + 1 :])
                if isinstance(value, int):
                    yield (*shorter[:other], number + value, *shorter[other + 1 :])
    for position, value in enumerate(inputs):
        for smaller in _smaller_values(value, thresholds):
            yield (*inputs[:position], smaller, *inputs[position + 1 :])
    numbers = [n for n, value in enumerate(inputs) if isinstance(value, int) and not isinstance(value, bool)]
    for left, right in combinations(numbers, 2):
        swapped = list(inputs)
        swapped[left], swapped[right] = inputs[right], inputs[left]
        yield tuple(swapped)
        both = int(inputs[left]) + int(inputs[right])
        for smaller in (0, 1, -1):
            for first, second in ((left, right), (right, left)):
                changed = list(inputs)
                changed[first], changed[second] = smaller, both - smaller
                yield tuple(changed)


def _smaller_values(value: Value, thresholds: tuple[int, ...]) -> tuple[Value, ...]:
    """Never an empty text: it is given only where the specification asks for it."""
    if isinstance(value, str):
        return tuple(filter(None, ("a", "b", value[: len(value) // 2].strip(), value[:-1].strip(), value[1:].strip())))
    if isinstance(value, bool):
        return (False,) if value else ()
    sign = -1 if value < 0 else 1
    if isinstance(value, Fraction):
        return tuple(Fraction(smaller) for smaller in (0, 1, -1, Fraction(1, 2), abs(value), int(value)))
    steps = (abs(value) - 2**power for power in range(value.bit_length()))
    near = (sign * step for step in steps if step > 0)
    return tuple(dict.fromkeys((0, 1, -1, 2, -2, abs(value), sign * (abs(value) // 2), *near, *thresholds)))
