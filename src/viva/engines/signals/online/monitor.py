"""Start reading here for online monitoring: robust intervals after each sample or batch (section 3.2 of the paper).

    monitor = Monitor(parse("G[0,10] (x > 1 -> F[0,2] x < 1)"), on_decision=lambda found: robot.stop())
    monitor.push([0.0, 0.1], x=[0.5, 0.6])

Intervals are nested: each lies in the one before. So the sample of a decision inside a batch is found by bisection.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from enum import StrEnum
from typing import Protocol, cast

import numpy as np
import numpy.typing as npt

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.engines.signals.clock import NUMBERS, Clock, Times
from viva.engines.signals.model import Formula, signals
from viva.engines.signals.online.intervals import Ends, Intervals
from viva.engines.signals.online.recomputed import Recomputed, ends_after
from viva.engines.signals.robustness import Semantics, Verdict, verdict
from viva.engines.signals.trace import Bounds, Trace, Values, check_signals, trace_by_clock


class Kind(StrEnum):
    """The five kinds of robust intervals (section 3.2.1)."""

    UNKNOWN = "unknown"  # [-inf, inf]
    PARTIAL = "partial"  # [-a, b]: something is known, but not the sign
    POSITIVE = "positive"  # [a, inf] or [a, b]: it will be true
    NEGATIVE = "negative"  # [-inf, -a] or [-b, -a]: it will be false
    VALUE = "value"  # [a, a]


@dataclass(frozen=True, slots=True)
class Robust:
    """A robust interval: the final value lies in it."""

    low: float
    high: float

    @property
    def kind(self) -> Kind:
        if self.low == self.high:
            return Kind.VALUE
        if self.low > 0:
            return Kind.POSITIVE
        if self.high < 0:
            return Kind.NEGATIVE
        return Kind.UNKNOWN if self.low == -math.inf and self.high == math.inf else Kind.PARTIAL

    @property
    def decided(self) -> bool:
        """Whether the kind is positive, negative or a value."""
        return self.low > 0 or self.high < 0 or self.low == self.high

    @property
    def concrete(self) -> bool:
        return self.low == self.high

    @property
    def verdict(self) -> Verdict | None:
        """None while it is not decided."""
        return verdict(self.low, self.high) if self.decided else None


NOTHING = Robust(-math.inf, math.inf)
PLAIN = (float, int)  # a union would be made anew for each sample


class Engine(Protocol):
    """Knows both ends of the interval after what it has taken. A batch is appended, evaluated after any numbers of its
    samples and at last after all of them, and committed; or else all is taken at once by `sample` and `each`."""

    def sample(self, time: float, row: Sequence[float]) -> Ends: ...
    def each(self, batch: Trace) -> list[Ends]: ...
    def append(self, batch: Trace) -> None: ...
    def evaluate(self, count: int) -> Ends: ...
    def commit(self) -> None: ...
    def end(self) -> Ends: ...
    def values(self) -> int: ...


class Monitor:
    """Takes samples one by one or in batches and knows the robust interval at the first sample."""

    def __init__(
        self,
        formula: Formula,
        semantics: Semantics = Semantics.POINTS,
        on_decision: Callable[[Monitor], object] | None = None,
    ) -> None:
        self.formula = formula
        self.interval = NOTHING
        self.decided_at: float | None = None
        self.concrete_at: float | None = None
        self.count = 0
        self.ended = False
        self._signals = signals(formula)
        self._clock = Clock()
        self._engine: Engine = Intervals(formula) if semantics is Semantics.POINTS else Recomputed(formula, semantics)
        self._on_decision = on_decision
        self._last = -math.inf
        self._batch: Trace

    @property
    def decided(self) -> bool:
        return self.interval.decided

    @property
    def values(self) -> int:
        """How many values are held at the moment."""
        return self._engine.values()

    def push(self, times: Times | date | timedelta, /, **values: Values) -> Robust:
        """One sample or a batch; the interval after it. `on_decision` is called at most once."""
        if isinstance(times, PLAIN) and self._clock.kind in (None, NUMBERS):
            row = [values.get(name) for name in self._signals]
            total: float = times
            for one in row:
                if not isinstance(one, PLAIN):
                    break
                total += one
            else:
                if total - total == 0.0 and times > self._last and not self.ended:  # a sum is finite if all of it is
                    self._clock.kind, self._last = NUMBERS, times
                    self.count += 1
                    before = self.interval
                    if before.low == before.high:
                        return before
                    return self._observe(times, self._engine.sample(times, cast(list[float], row)))
        batch = {
            name: one if isinstance(one, Bounds) else np.atleast_1d(np.asarray(one)) for name, one in values.items()
        }
        alone = isinstance(times, date | timedelta) or np.ndim(cast(npt.ArrayLike, times)) == 0
        several = np.array([times]) if alone else cast(Times, times)
        self.push_trace(trace_by_clock(self._clock, several, batch))
        return self.interval

    def push_trace(self, batch: Trace) -> None:
        self._check(batch)
        before, length = self.interval, len(batch)
        if before.concrete:
            return
        self._engine.append(batch)
        after = Robust(*self._engine.evaluate(length))
        if after.decided and not before.decided:
            self.decided_at = float(batch.times[self._first(length, lambda one: one.decided)])
        if after.concrete:
            self.concrete_at = float(batch.times[self._first(length, lambda one: one.concrete)])
        self._engine.evaluate(length)
        self._engine.commit()
        self.interval = after
        if after.decided and not before.decided and self._on_decision:
            self._on_decision(self)

    def look(self, batch: Trace, enough: Callable[[Robust], bool]) -> tuple[int, Robust] | None:
        """Looks at a batch without taking it: the place of the first sample after which it is `enough`, which stays so
        once it is, and the interval then; None where it is not. `settle` says how much of the batch counts."""
        self._check(batch)
        self._batch = batch
        if self.interval.concrete:
            return (0, self.interval) if enough(self.interval) else None
        self._engine.append(batch)
        if not enough(Robust(*self._engine.evaluate(len(batch)))):
            return None
        place = self._first(len(batch), enough)
        return place, Robust(*self._engine.evaluate(place + 1))

    def settle(self, count: int) -> None:
        """Takes so many samples of the batch that was looked at. Where these are not all, nothing may follow."""
        batch, before = self._batch, self.interval
        self.count += count - len(batch)
        self._last = float(batch.times[count - 1])
        if before.concrete:
            return
        after = self.interval = Robust(*self._engine.evaluate(count))
        if after.decided and not before.decided:
            self.decided_at = float(batch.times[self._first(count, lambda one: one.decided)])
        if after.concrete:
            self.concrete_at = float(batch.times[self._first(count, lambda one: one.concrete)])
        if count < len(batch):
            return
        self._engine.evaluate(count)
        self._engine.commit()

    def each(self, batch: Trace) -> list[Robust]:
        """As `push_trace`; the interval after each sample of the batch."""
        self._check(batch)
        if self.interval.concrete:
            return [self.interval] * len(batch)
        return [
            self._observe(time, ends) for time, ends in zip(batch.times.tolist(), self._engine.each(batch), strict=True)
        ]

    def end(self) -> Robust:
        """Nothing follows: the offline value, an interval only where samples were noisy."""
        if not self.count:
            raise Fault("the trace has no samples", remedy="push at least one before the end")
        if not self.ended:
            self.ended = True
            if not self.interval.concrete:
                self.interval = Robust(*self._engine.end())
        return self.interval

    def _check(self, batch: Trace) -> None:
        if self.ended:
            raise Fault("the trace has ended", remedy="a new trace needs a new monitor")
        check_signals(self._signals, list(batch.signals))
        if batch.times[0] <= self._last:
            raise Fault(f"time goes from {self._last:g} to {batch.times[0]:g}", remedy="samples come in order of time")
        self._last = float(batch.times[-1])
        self.count += len(batch)

    def _observe(self, time: float, ends: Ends) -> Robust:
        """The interval after a sample."""
        before = self.interval
        if (before.low == ends[0] and before.high == ends[1]) or before.low == before.high:
            return before
        after = self.interval = Robust(*ends)
        if after.concrete:
            self.concrete_at = float(time)
        if after.decided and not before.decided:
            self.decided_at = float(time)
            if self._on_decision:
                self._on_decision(self)
        return after

    def _first(self, length: int, holds: Callable[[Robust], bool]) -> int:
        """The position in the batch of the first sample after which it holds; it holds after the last."""
        low, high = 0, length - 1
        while low < high:
            middle = (low + high) // 2
            if holds(Robust(*self._engine.evaluate(middle + 1))):
                high = middle
            else:
                low = middle + 1
        return low


def interval_after(formula: Formula, trace: Trace, semantics: Semantics = Semantics.POINTS) -> Robust:
    """The interval after all samples of a trace that may go on, at once."""
    return Robust(*ends_after(formula, trace, semantics, ended=False))
