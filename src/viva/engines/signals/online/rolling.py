"""Robustness at every sample, as samples come: each value is given out as soon as nothing can change it.

    rolling = Rolling(parse("F[0,2] x > 1"))
    for time, value in readings:
        for instant, found in rolling.push(time, x=value):
            print(instant, found)

A value comes later than its sample by at most the horizon of the formula.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from viva.core.fault import Fault
from viva.engines.signals import model as m
from viva.engines.signals.horizon import horizon, looks_behind
from viva.engines.signals.linear import Linear
from viva.engines.signals.lines import at
from viva.engines.signals.notation import show
from viva.engines.signals.online.building import Builder
from viva.engines.signals.robustness import Semantics
from viva.engines.signals.slack import slack
from viva.engines.signals.trace import Trace, check_signals, exactly

Found = list[tuple[float, float]]


class Rolling:
    """Takes samples one by one and gives robustness at one instant after the other."""

    def __init__(self, formula: m.Formula, semantics: Semantics = Semantics.POINTS) -> None:
        if horizon(formula) == math.inf:
            raise Fault(
                f"`{show(formula)}` looks on without end, so that no value is certain before the end",
                remedy="bound its windows, for instance G[0,60], or leave --rolling out",
            )
        self.names = m.signals(formula)
        self._take = _Streamed(formula) if semantics is Semantics.POINTS else _Anew(formula, semantics)
        self._last = -math.inf
        self._ended = False

    def push(self, time: float, /, **values: float) -> Found:
        """One sample; the values that are certain now and were not before, with their instants."""
        names = self.names
        try:
            row = [values[name] for name in names]
        except KeyError:
            check_signals(names, list(values))
            raise
        if not time > self._last:
            raise Fault(f"time goes from {self._last:g} to {time:g}", remedy="samples come in order of time")
        total = time
        try:
            for value in row:
                total += value
        except TypeError:
            raise Fault(f"a sample at time {time:g} holds something that is not a number") from None
        if total - total != 0.0:  # a sum is finite only if all of it is
            _refuse(names, row, time)
        if self._ended:
            raise Fault("the trace has ended", remedy="a new trace needs a new monitor")
        self._last = time
        return self._take.sample(time, row)

    def push_trace(self, batch: Trace) -> Found:
        """A batch of exact samples."""
        check_signals(self.names, list(batch.signals))
        if not all(batch.signals[name].exact for name in self.names):
            raise Fault("rolling values need exact samples, and these are noisy", remedy="leave --rolling out")
        columns = [batch.signals[name].low.tolist() for name in self.names]
        found: Found = []
        for time, *row in zip(batch.times.tolist(), *columns, strict=True):
            found += self.push(time, **dict(zip(self.names, row, strict=True)))
        return found

    def end(self) -> Found:
        """Nothing follows: the values at the instants that are left, with windows cut at the end."""
        self._ended = True
        return self._take.end()


def _refuse(names: Sequence[str], row: Sequence[float], time: float) -> None:
    for name, value in zip(names, row, strict=True):
        if not math.isfinite(value):
            what = "missing" if math.isnan(value) else "not finite"
            raise Fault(f"the value of `{name}` at time {time:g} is {what}", remedy="leave the sample out")
    if not math.isfinite(time):
        raise Fault("the time of a sample is missing or not finite", remedy="leave the sample out")


class _Streamed:
    """Streams, for the semantics `points`."""

    def __init__(self, formula: m.Formula) -> None:
        self.formula, self.names = formula, m.signals(formula)
        self.first: tuple[float, Sequence[float]] | None = None
        self.is_begun = False

    def sample(self, time: float, row: Sequence[float]) -> Found:
        if not self.is_begun:
            self._begin(time, row)
        self.streams.sample(time, row)
        return self._given()

    def end(self) -> Found:
        if self.first is None:
            return []
        self.streams.end()
        return self._given()

    def _begin(self, time: float, row: Sequence[float]) -> None:
        """With the second sample, which says how long a step is, everything begins anew."""
        builder = Builder(self.names, slack((self.first[0], time)) if self.first else 0.0)
        self.streams = builder.streams
        self.out = builder.zone(self.formula, True, math.inf).stream.out
        if self.first:
            self.is_begun = True
            self.streams.sample(*self.first)
            for _ in range(self.count):
                self.out.popleft()
        self.first = time, row

    def _given(self) -> Found:
        self.count = len(self.out)
        if not self.out:
            return []
        found = list(self.out)
        self.out.clear()
        return found


class _Anew:
    """For `linear` and `hold`: as much of the trace as a value may depend on is evaluated when the value is certain."""

    def __init__(self, formula: m.Formula, semantics: Semantics) -> None:
        self.formula, self.hold = formula, semantics is Semantics.HOLD
        self.names = m.signals(formula)
        self.ahead, self.behind = horizon(formula), looks_behind(formula)
        self.back = 1 + sum(isinstance(part, m.Previous | m.Rate | m.Before) for part in _parts(formula))
        self.times: list[float] = []
        self.rows: list[Sequence[float]] = []
        self.given = 0
        self.slack = 0.0

    def sample(self, time: float, row: Sequence[float]) -> Found:
        self.times.append(time)
        self.rows.append(row)
        if len(self.times) == 2 and not self.slack:
            self.slack = slack(self.times)
        ready = self.given
        while ready < len(self.times) and self.times[ready] + self.ahead - self.slack <= time:
            ready += 1
        return self._values(ready)

    def end(self) -> Found:
        return self._values(len(self.times))

    def _values(self, ready: int) -> Found:
        if ready == self.given:
            return []
        columns = np.array(self.rows, dtype=np.float64).reshape(len(self.rows), len(self.names)).T
        signals_ = {name: exactly(column.copy()) for name, column in zip(self.names, columns, strict=True)}
        formula = m.with_intervals(self.formula, lambda interval: replace(interval, slack=self.slack))
        lines = Linear(Trace(np.array(self.times), signals_), hold=self.hold).robustness(formula).low
        instants = self.times[self.given : ready]
        found = at(lines, np.array(instants)).tolist()
        self.given = ready
        self._forget()
        return list(zip(instants, found, strict=True))

    def _forget(self) -> None:
        """What no later value looks at: all before the last sample at or before its reach, and those that look back."""
        if self.given < len(self.times):
            start = bisect_right(self.times, self.times[self.given] - self.behind - self.slack) - 1 - self.back
        else:
            start = bisect_right(self.times, self.times[-1] - self.behind - self.slack) - 1 - self.back
        if start > len(self.times) // 2:
            del self.times[:start]
            del self.rows[:start]
            self.given -= start


def _parts(formula: m.Formula) -> Iterator[m.Formula | m.Term]:
    yield from m.subformulas(formula)
    yield from m.all_terms(formula)
