"""The counters that instrumented code reaches by name.

They are iterators of C code, called through `__next__`: about as cheap as a call can be in Python. When the steps run
out the last iterator reports it and ends the process, so that no `except` or `finally` of the program can go on.
"""

import builtins
import itertools
import operator
from collections.abc import Callable, Iterator
from typing import TypeVar

from .sites import Plan, called_name, counter_name, hits_name, step_name

ENDLESS = 2**62

Value = TypeVar("Value")


class Ticks:
    def __init__(self, plan: Plan, unit: str = "viva") -> None:
        self._plan = plan
        self._unit = unit
        self._hits = bytearray(len(plan.sites))
        self._counters = [itertools.repeat(None, ENDLESS) for _ in plan.counters]
        self._before = [ENDLESS for _ in plan.counters]
        self._steps: itertools.repeat[None] = itertools.repeat(None, ENDLESS)
        self._limit = ENDLESS

    def install(self) -> None:
        """Makes the names known. They are builtins, so that the globals of the submission stay its own."""
        names = vars(builtins)
        for number, passes_value in enumerate(self._plan.counters):
            tick = self._counters[number].__next__
            names[counter_name(self._unit, number)] = _passing(tick) if passes_value else tick
        names[hits_name(self._unit)] = self._hits
        names[called_name(self._unit)] = _as_it_is
        names[step_name(self._unit)] = self._steps.__next__

    def watch_calls(self, called: Callable[[int, object], object]) -> None:
        """`called(site, callee)` gives what is called instead, or raises."""
        vars(builtins)[called_name(self._unit)] = called

    def limit_steps(self, limit: int, stop: Callable[[], None]) -> None:
        """From now on `limit` steps are allowed; `stop` is called at the next one and must not return."""
        self._limit = limit
        self._steps = itertools.repeat(None, limit)
        vars(builtins)[step_name(self._unit)] = itertools.chain(self._steps, _stopping(stop)).__next__

    def steps(self) -> int:
        """How many steps were taken since the limit was set."""
        return self._limit - operator.length_hint(self._steps)

    def clear(self) -> None:
        self._hits[:] = bytes(len(self._hits))
        self._before = [operator.length_hint(counter) for counter in self._counters]

    def branches(self) -> list[int]:
        """The sites of the branches that were taken since the last `clear`."""
        taken = {site for site, hit in enumerate(self._hits) if hit}
        for reading, count in self._read():
            if count and self._plan.sites[reading].kind not in ("expression", "condition"):
                taken.add(reading)
        return sorted(taken)

    def expressions(self) -> list[list[int]]:
        """`[site, reached, true, false]` for each expression or condition that was reached since the last `clear`."""
        counts: dict[int, list[int]] = {}
        for reading in self._plan.readings:
            if self._plan.sites[reading.site].kind in ("expression", "condition"):
                row = counts.setdefault(reading.site, [0, 0, 0])
                row[_ROLES[reading.role]] += self._count(reading.plus) - self._count(reading.minus)
        return [[site, *row] for site, row in sorted(counts.items()) if any(row)]

    def _read(self) -> Iterator[tuple[int, int]]:
        for reading in self._plan.readings:
            yield reading.site, self._count(reading.plus) - self._count(reading.minus)

    def _count(self, counter: int) -> int:
        return 0 if counter < 0 else self._before[counter] - operator.length_hint(self._counters[counter])


_ROLES = {"reached": 0, "true": 1, "false": 2}


def _stopping(stop: Callable[[], None]) -> Iterator[None]:
    stop()
    yield None


def _passing(tick: Callable[[], None]) -> Callable[[Value], Value]:
    def passing(value: Value) -> Value:
        tick()
        return value

    return passing


def _as_it_is(site: int, callee: object) -> object:  # noqa: ARG001 the shape of a hook on calls
    return callee
