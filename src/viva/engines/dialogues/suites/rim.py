"""Inputs at the rim of a condition: next to those of which it holds, and next to those of which it does not.

That a program goes wrong when a condition holds and never otherwise is said only after it was held against these: the
shortest inputs there are, and one change away from runs that were tried, on the other side of the condition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from viva.engines.dialogues.model import Mode, Value
from viva.engines.dialogues.semantics import Asks, Way, ways
from viva.engines.dialogues.suites.cases import Case, case_of_way, numbers_in, size
from viva.engines.dialogues.suites.shrinking import small_changes
from viva.engines.dialogues.suites.values import Pool, largest, pool
from viva.engines.dialogues.suites.ways.paths import Trail, Trails

_SHORT = 2  # reads of the shortest inputs
_EACH = 4  # values at each of them
_LOOKED_AT = 60
_BASES = 6
_CHANGES = 60
_PLAIN = 3


def rim_cases(
    trails: Trails,
    holds: Callable[[Trail], bool],
    bases: Sequence[tuple[Value, ...]],
    known: Iterable[tuple[Value, ...]],
    count: int,
) -> list[Case]:
    """At most so many on each side of the condition, none of them known. The bases are runs that were tried."""
    spec = trails.walker.spec
    named, most, seen = pool(spec), largest(spec), set(known)
    short = sorted(bases, key=size)
    found: dict[bool, dict[tuple[Value, ...], Case]] = {True: {}, False: {}}
    for inputs in (*_shortest(trails, named), *_plainer(trails, holds, short), *_across(trails, holds, short, named)):
        if inputs in seen or (most is not None and any(abs(number) > most for number in numbers_in(inputs))):
            continue
        seen.add(inputs)
        trail = trails.of(inputs)
        case = case_of_way(trail.way) if trail else None
        if trail and case and len(side := found[holds(trail)]) < count:
            side[inputs] = case
    return [*found[True].values(), *found[False].values()]


def _shortest(trails: Trails, named: Pool) -> Iterator[tuple[Value, ...]]:
    def choose(asks: Asks) -> tuple[Value, ...]:
        values = named.simplest(asks)[:_EACH]
        return values if asks.read.mode == Mode.ASSUME else (*values, *named.invalid(asks)[:1])

    for inputs, way in islice(ways(trails.walker.spec, choose, _SHORT), _LOOKED_AT):
        if isinstance(way, Way) and way.asks is None:
            yield inputs


def _plainer(
    trails: Trails, holds: Callable[[Trail], bool], bases: Sequence[tuple[Value, ...]]
) -> Iterator[tuple[Value, ...]]:
    """On each side of the condition, runs with 0, 1 or -1 in place of one number, or the same number twice: where sums,
    products and the largest number come to the same."""
    for wanted in (True, False):
        sides = [inputs for inputs in bases if (trail := trails.of(inputs)) and holds(trail) == wanted]
        for inputs in [each for each in sides if each][:_PLAIN]:
            for number, value in enumerate(inputs):
                if isinstance(value, bool | str):
                    continue
                beside = [each for each in inputs[max(0, number - 1) : number] if not isinstance(each, bool | str)]
                for other in (0, 1, -1, *beside):
                    yield (*inputs[:number], type(value)(other), *inputs[number + 1 :])


def _across(
    trails: Trails, holds: Callable[[Trail], bool], bases: Sequence[tuple[Value, ...]], named: Pool
) -> Iterator[tuple[Value, ...]]:
    """One change away from a base, where the condition is otherwise."""
    for wanted in (True, False):
        sides = [inputs for inputs in bases if (trail := trails.of(inputs)) and holds(trail) == wanted]
        for inputs in sides[:_BASES]:
            for other in islice(dict.fromkeys((*_nearby(inputs), *small_changes(inputs, named))), _CHANGES):
                trail = trails.of(other)
                if trail and trail.done and holds(trail) != wanted:
                    yield other


def _nearby(inputs: tuple[Value, ...]) -> Iterator[tuple[Value, ...]]:
    """A number that is one more or one less, or the same as its neighbour; and each input twice."""
    for number, value in enumerate(inputs):
        if isinstance(value, bool | str):
            continue
        for other in (
            value + 1,
            value - 1,
            -value,
            *inputs[max(0, number - 1) : number],
            *inputs[number + 1 : number + 2],
        ):
            if not isinstance(other, str):
                yield (*inputs[:number], other, *inputs[number + 1 :])
    for number in range(len(inputs)):
        yield (*inputs[: number + 1], *inputs[number:])
