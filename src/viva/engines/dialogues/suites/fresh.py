"""Inputs that no suite has: tests with some values drawn anew. No solver is asked for them."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

from viva.engines.dialogues.evaluation import Undefined
from viva.engines.dialogues.model import Mode, Spec, Value
from viva.engines.dialogues.named_numbers import divisors
from viva.engines.dialogues.semantics import Diverges, Way, begin, give
from viva.engines.dialogues.suites.cases import Case, Suite, case_of, case_of_way, numbers_in
from viva.engines.dialogues.suites.values import Pool, draw, largest, pool

_LONGEST = 12
_TRIES = 4
_EACH = 3
_KEPT = 0.6
_ENDING = 24


def fresh_inputs(spec: Spec, tests: Suite, count: int, seed: int) -> list[list[tuple[Value, ...]]]:
    """For each test some inputs that begin as it does, none of them a test and none twice; at least `count` in all, if
    there are so many. They depend on nothing that was submitted."""
    seen = {case.inputs for case in tests.tests}
    short = sum(len(case.inputs) <= _LONGEST for case in tests.tests)
    each = max(_EACH, -(-count // max(short, 1)))
    return [inputs_near(spec, case.inputs, each, seen, seed) for case in tests.tests]


def inputs_near(
    spec: Spec, base: tuple[Value, ...], count: int, seen: set[tuple[Value, ...]], seed: int
) -> list[tuple[Value, ...]]:
    """At most so many that begin as the base does, none of them seen before; from then on they are."""
    randomness = random.Random(f"{seed} {count} {base!r}")
    constants, most = pool(spec), largest(spec)
    step = math.lcm(*divisors(spec)) if divisors(spec) else 0
    found: list[tuple[Value, ...]] = []
    for number in range(_TRIES * count if len(base) <= _LONGEST else 0):
        if step and number % 3 == 2:
            case = _shifted(spec, base, step, randomness)
        else:
            case = _moved(spec, base, randomness) if number % 2 else _drawn(spec, base, constants, randomness)
        if case is None or case.inputs in seen:
            continue
        if most is None or all(abs(value) <= most for value in numbers_in(case.inputs)):
            seen.add(case.inputs)
            found.append(case.inputs)
            if len(found) == count:
                break
    return found


def _moved(spec: Spec, base: tuple[Value, ...], randomness: random.Random) -> Case | None:
    """Two numbers that change places, one that loses what another gains, or one in two parts: what depends on a sum, or
    on which values there are, stays as it was."""
    places = [number for number, value in enumerate(base) if isinstance(value, int) and not isinstance(value, bool)]
    if not places:
        return None
    one, two = randomness.choice(places), randomness.choice(places)
    values: list[Value] = list(base)
    first, second = int(values[one]), int(values[two])
    gain = randomness.randint(1, 9)
    match randomness.randrange(3):
        case 0:
            values[one], values[two] = second, first
        case 1 if one != two:
            values[one], values[two] = first - gain, second + gain
        case _:
            values[one : one + 1] = [first - gain, gain]
    return case_of(spec, tuple(values))


def _shifted(spec: Spec, base: tuple[Value, ...], step: int, randomness: random.Random) -> Case | None:
    """A number with so much more or less that no remainder changes that the specification looks at."""
    places = [number for number, value in enumerate(base) if isinstance(value, int) and not isinstance(value, bool)]
    if not places:
        return None
    values: list[Value] = list(base)
    place = randomness.choice(places)
    values[place] = int(values[place]) + randomness.choice((-2, -1, 1, 2, 3, 4, 5, 6)) * step
    return case_of(spec, tuple(values))


def _drawn(spec: Spec, base: tuple[Value, ...], constants: Pool, randomness: random.Random) -> Case | None:
    """A walk that keeps most values of the base; where the base has come to its end, any that ends the run is taken."""
    try:
        way = begin(spec)
        while way.asks is not None and len(way.inputs) <= 2 * _LONGEST:
            longer = next(
                (one for value in _values(way, base, constants, randomness) if (one := give(way, value))), None
            )
            if longer is None:
                return None
            way = longer
    except (Undefined, Diverges):
        return None
    return case_of_way(way)


def _values(way: Way, base: tuple[Value, ...], constants: Pool, randomness: random.Random) -> Iterator[Value]:
    asks, number = way.asks, len(way.inputs)
    if asks is None:
        return
    if number < len(base) and randomness.random() < _KEPT:
        yield base[number]
    candidates = constants.candidates(asks)
    if not candidates:
        return
    if number >= len(base):
        for value in randomness.sample(candidates, min(len(candidates), _ENDING)):
            longer = give(way, value)
            if longer is not None and longer.asks is None:
                yield value
    if asks.read.mode != Mode.ASSUME and randomness.random() < _KEPT / 4:
        yield from constants.invalid(asks)[:1]
    yield draw(asks, candidates, randomness)
