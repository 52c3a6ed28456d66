"""The counters that instrumented code reaches by name.

They are iterators of C code, called through `__next__`: about as cheap as a call can be in Python. When the steps run
out the last iterator reports it and ends the process, so that no `except` or `finally` of the program can go on.
"""

import builtins
import itertools
import operator
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from .plan import called_name, counter_name, hits_name, step_name

ENDLESS = 2**62

Value = TypeVar("Value")


class Ticks:
    """What `plan.counters` and the number of sites ask for, under the names of `unit`."""

    def __init__(self, counters: Sequence[bool], sites: int, unit: str = "viva") -> None:
        self._passing = counters
        self._unit = unit
        self._hits = bytearray(sites)
        self._counters = [itertools.repeat(None, ENDLESS) for _ in counters]
        self._before = [ENDLESS for _ in counters]
        self._steps: itertools.repeat[None] = itertools.repeat(None, ENDLESS)
        self._limit = ENDLESS

    def install(self) -> None:
        """Makes the names known. They are builtins, so that the globals of the submission stay its own."""
        names = vars(builtins)
        for number, passes_value in enumerate(self._passing):
            tick = self._counters[number].__next__
            names[counter_name(self._unit, number)] = _passing(tick) if passes_value else tick
        names[hits_name(self._unit)] = self._hits
        names[called_name(self._unit)] = _as_it_is
        names[step_name(self._unit)] = self._steps.__next__

    def tell_first(self, tell: Callable[[dict[str, list[int]]], object]) -> None:
        """Each site that is hit and each counter that moves is told once, at once: of a call that is ended from outside
        nothing else is known. Slow: for one call that is asked again."""
        names = vars(builtins)
        for number, passes_value in enumerate(self._passing):
            name = counter_name(self._unit, number)
            names[name] = _told_first(names, name, passes_value, partial(tell, {"count": [number, 1]}))
        self._hits = _Told(self._hits, lambda site: tell({"hit": [site]}))
        names[hits_name(self._unit)] = self._hits

    def watch_calls(self, called: Callable[[int, object], object]) -> None:
        """`called(site, callee)` gives what is called instead, or does not return."""
        vars(builtins)[called_name(self._unit)] = called

    def limit_steps(self, limit: int, stop: Callable[[], object]) -> None:
        """From now on `limit` steps are allowed; `stop` is called at each step after them, until it does not return."""
        self._limit = limit
        self._steps = itertools.repeat(None, limit)
        stopping = iter(stop, self)  # not a generator: several threads may come here
        vars(builtins)[step_name(self._unit)] = itertools.chain(self._steps, stopping).__next__

    def steps(self) -> int:
        """How many steps were taken since the limit was set."""
        return self._limit - operator.length_hint(self._steps)

    def clear(self) -> None:
        self._hits[:] = bytes(len(self._hits))
        self._before = [operator.length_hint(counter) for counter in self._counters]

    def hits(self) -> list[int]:
        """The sites that were hit since the last `clear`."""
        return [site for site, hit in enumerate(self._hits) if hit]

    def counts(self) -> list[list[int]]:
        """`[counter, count]` for each counter that moved since the last `clear`."""
        now = map(operator.length_hint, self._counters)
        moved = (before - after for before, after in zip(self._before, now, strict=True))
        return [[number, count] for number, count in enumerate(moved) if count]


class _Told(bytearray):
    """Tells of the places that are set, each once."""

    def __init__(self, values: bytearray, tell: Callable[[int], object]) -> None:
        super().__init__(values)
        self._tell = tell

    def __setitem__(self, place: Any, value: Any) -> None:
        if type(place) is int and not self[place]:
            self._tell(place)
        super().__setitem__(place, value)


def _told_first(
    names: dict[str, Any], name: str, passes_value: bool, tell: Callable[[], object]
) -> Callable[..., object]:
    """In the place of a tick: tells, and then puts the tick back where it was."""
    tick = names[name]

    def told(*value: object) -> object:
        if names[name] is told:
            names[name] = tick
            tell()
        return tick(*value) if passes_value else tick()

    return told


def _passing(tick: Callable[[], None]) -> Callable[[Value], Value]:
    def passing(value: Value) -> Value:
        tick()
        return value

    return passing


def _as_it_is(site: int, callee: object) -> object:  # noqa: ARG001 the shape of a hook on calls
    return callee
