"""Smaller tests than a given one: with rounds of loops left out, with simple values in many places, with one change,
and all that have the simplest values."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from fractions import Fraction
from itertools import combinations, islice

from viva.engines.dialogues.model import Mode, Spec, Value
from viva.engines.dialogues.semantics import Asks, Way, ways
from viva.engines.dialogues.suites.blanks import without_blanks
from viva.engines.dialogues.suites.cases import Case, size
from viva.engines.dialogues.suites.values import Pool, pool
from viva.engines.dialogues.suites.ways.paths import Trails, Turn, exactly

_SWEPT = 80
_LOOKED_AT = 500
_SIMPLEST = 6
_MOST_READS = 4
_MOST_KEPT = 40
_PAIRED = 12
_SIMPLE = (0, 1, -1, 2)


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


def shorter(trails: Trails, case: Case) -> Iterator[Case]:
    """Tests with whole rounds left out, or other stretches of the inputs; those with the fewest reads first."""
    return _smaller(trails, case, _left_out(trails, case.inputs))


def plainer(trails: Trails, case: Case) -> Iterator[Case]:
    """Tests with the same simple value in many places at once."""
    return _smaller(trails, case, _levelled(case.inputs) if len(case.inputs) > 2 else ())


def neighbours(trails: Trails, case: Case) -> Iterator[Case]:
    """Tests that are smaller by one change, the smallest first."""
    return _smaller(trails, case, small_changes(case.inputs, pool(trails.walker.spec)))


def _smaller(trails: Trails, case: Case, candidates: Iterable[tuple[Value, ...]]) -> Iterator[Case]:
    """What is right for a candidate is worked out when its turn comes: mostly one of the first is looked for."""
    spec = trails.walker.spec
    named = pool(spec).texts
    largest = case.size
    different = {exactly(inputs): inputs for inputs in candidates}.values()
    sized = sorted((own, inputs) for inputs in different if (own := size(inputs)) < largest)
    for _, inputs in sized:
        if without_blanks(spec, inputs, named) == inputs:
            candidate = trails.case(inputs)
            if candidate:
                yield candidate


def _left_out(trails: Trails, inputs: tuple[Value, ...]) -> Iterator[tuple[Value, ...]]:
    """Some rounds at the beginning and some at the end are kept. A number that may have counted the others is less by
    as many as are left out."""
    for starts in _rounds(trails, inputs):
        count = len(starts) - 1
        for kept in range(min(count, _MOST_KEPT)):
            for first in dict.fromkeys((0, kept, 1, kept - 1)):
                if not 0 <= first <= kept:
                    continue
                start, end = starts[first], starts[count - kept + first]
                yield from _counted_less((*inputs[:start], *inputs[end:]), start, count - kept)


def _rounds(trails: Trails, inputs: tuple[Value, ...]) -> list[list[int]]:
    """Where the rounds of each loop begin, in reads, and where the last one ends; and each read for itself."""
    trail = trails.of(inputs)
    rounds: dict[object, list[int]] = {}
    for number, group in enumerate(trail.groups if trail else ()):
        for event in group:
            if isinstance(event, Turn):
                rounds.setdefault(event.path, []).append(number)
    last = len(inputs)
    return [[*dict.fromkeys((*starts, last))] for starts in (*rounds.values(), list(range(last)))]


def _counted_less(inputs: tuple[Value, ...], place: int, less: int) -> Iterator[tuple[Value, ...]]:
    yield inputs
    for number, value in enumerate(inputs[:place]):
        if isinstance(value, int) and not isinstance(value, bool) and value >= less:
            yield (*inputs[:number], value - less, *inputs[number + 1 :])


def _levelled(inputs: tuple[Value, ...]) -> Iterator[tuple[Value, ...]]:
    length = len(inputs)
    while length > 1:
        for start in range(0, len(inputs), length):
            chosen = range(start, start + length)
            for simple in _SIMPLE:
                yield tuple(_like(old, simple) if n in chosen else old for n, old in enumerate(inputs))
            for simple in _SIMPLE:
                yield tuple(_like(old, simple) if n in chosen and n else old for n, old in enumerate(inputs))
        length = (length + 1) // 2 if length > 2 else 1


def _like(old: Value, simple: int) -> Value:
    """A simple value of the same kind."""
    match old:
        case bool():
            return bool(simple)
        case str():
            return "ab"[abs(simple) % 2]
        case Fraction():
            return Fraction(simple)
        case _:
            return simple


def small_changes(inputs: tuple[Value, ...], constants: Pool) -> Iterator[tuple[Value, ...]]:
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
        for smaller in _smaller_values(value, constants):
            yield (*inputs[:position], smaller, *inputs[position + 1 :])
    numbers = [n for n, value in enumerate(inputs) if isinstance(value, int) and not isinstance(value, bool)]
    for left, right in combinations(numbers[:_PAIRED], 2):
        swapped = list(inputs)
        swapped[left], swapped[right] = inputs[right], inputs[left]
        yield tuple(swapped)
        both = int(inputs[left]) + int(inputs[right])
        for smaller in (0, 1, -1):
            for first, second in ((left, right), (right, left)):
                changed = list(inputs)
                changed[first], changed[second] = smaller, both - smaller
                yield tuple(changed)


def _smaller_values(value: Value, constants: Pool) -> tuple[Value, ...]:
    """Never an empty text: it is given only where the specification asks for it."""
    if isinstance(value, str):
        pieces = (value[: len(value) // 2], value[:-1], value[1:], value.lower(), *constants.texts)
        bare = (piece.strip() for piece in pieces)
        return tuple(filter(None, ("a", "b", *bare, *(pieces if constants.with_blanks else ()))))
    if isinstance(value, bool):
        return (False,) if value else ()
    sign = -1 if value < 0 else 1
    if isinstance(value, Fraction):
        return tuple(dict.fromkeys(_smaller_decimals(value, sign, constants)))
    steps = (abs(value) - 2**power for power in range(value.bit_length()))
    near = (sign * step for step in steps if step > 0)
    return tuple(dict.fromkeys((0, 1, -1, 2, -2, abs(value), sign * (abs(value) // 2), *near, *constants.thresholds)))


def _smaller_decimals(value: Fraction, sign: int, constants: Pool) -> Iterator[Fraction]:
    """Few digits first, then less of it."""
    yield from (Fraction(simple) for simple in (0, 1, -1, 2, -2))
    yield from (sign * Fraction(part, 4) for part in (2, 1, 3, 6))
    yield from (sign * Fraction(part, 10) for part in (1, 2, 3, 9))
    yield from (abs(value), Fraction(int(value)), Fraction(int(value) + sign), round(value, 1), round(value / 2, 2))
    yield from (value - sign * 2**power for power in range(int(abs(value)).bit_length()))
    yield from constants.decimals
    yield from (Fraction(number) for number in constants.thresholds)
