"""Start reading here for online monitoring: robust intervals after each sample or batch (section 3.2 of the paper).

    monitor = Monitor(parse("G[0,10] (x > 1 -> F[0,2] x < 1)"), on_decision=lambda found: robot.stop())
    monitor.push([0.0, 0.1], x=[0.5, 0.6])

Intervals are nested: each lies in the one before. So the sample of a decision inside a batch is found by bisection.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import Protocol, cast

import numpy as np
import numpy.typing as npt

from viva.core.fault import Fault
from viva.engines.signals.clock import NUMBERS, Clock, Times
from viva.engines.signals.linear import Linear
from viva.engines.signals.model import Formula, signals
from viva.engines.signals.online.quick import Quick, is_quick
from viva.engines.signals.online.tree import Tree
from viva.engines.signals.robustness import Semantics, Verdict, verdict
from viva.engines.signals.slack import loosened
from viva.engines.signals.trace import Bounds, Trace, Values, check_signals, continued, joined


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
PIECE = 500  # samples evaluated at once where every interval is asked for; many of them may differ


class Engine(Protocol):
    """Evaluates prefixes of what was appended since the last commit."""

    def append(self, batch: Trace) -> None: ...
    def evaluate(self, count: int, ended: bool) -> tuple[float, float]: ...
    def commit(self) -> None: ...
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
        # Formulas that are quick one sample at a time, and engines that take batches.
        self._quick = Quick(formula) if semantics is Semantics.POINTS and is_quick(formula) else None
        self._engine: Engine = Tree(formula) if semantics is Semantics.POINTS else Recomputed(formula, semantics)
        self._on_decision = on_decision
        self._last = -math.inf
        self._evaluated = 0

    @property
    def decided(self) -> bool:
        return self.interval.decided

    @property
    def values(self) -> int:
        """How many values are held at the moment."""
        return self._quick.values() if self._quick else self._engine.values()

    def push(self, times: Times | date | timedelta, /, **values: Values) -> Robust:
        """One sample or a batch; the interval after it. `on_decision` is called at most once."""
        if self._quick and isinstance(times, float | int) and self._clock.kind in (None, NUMBERS):
            row = [values.get(name) for name in self._signals]
            total: float = times
            for one in row:
                if not isinstance(one, float | int):
                    break
                total += one
            else:
                if total - total == 0.0 and times > self._last and not self.ended:  # a sum is finite if all of it is
                    self._clock.kind, self._last = NUMBERS, times
                    self.count += 1
                    return self._sample(self._quick, times, cast(list[float], row))
        batch = {
            name: one if isinstance(one, Bounds) else np.atleast_1d(np.asarray(one)) for name, one in values.items()
        }
        alone = isinstance(times, date | timedelta) or np.ndim(cast(npt.ArrayLike, times)) == 0
        several = np.array([times]) if alone else cast(Times, times)
        self.push_trace(continued(self._clock, several, batch))
        return self.interval

    def push_trace(self, batch: Trace) -> None:
        self._take(batch)
        if self._quick:
            self._one_by_one(self._quick, batch)
        elif not self.interval.concrete:
            before, first = self.interval, self.count
            after = self._at(first + len(batch))
            self._note(batch, first, before, after)
            self._finish(first + len(batch), after)
        self.count += len(batch)

    def each(self, batch: Trace) -> list[Robust]:
        """As `push_trace`; the interval after each sample of the batch."""
        if len(batch) > PIECE:
            pieces = [batch.part(start, min(start + PIECE, len(batch))) for start in range(0, len(batch), PIECE)]
            return [interval for piece in pieces for interval in self.each(piece)]
        self._take(batch)
        if self._quick:
            found = self._one_by_one(self._quick, batch)
            self.count += len(batch)
            return found
        found = [self.interval] * len(batch)
        if not self.interval.concrete:
            before, first = self.interval, self.count
            after = self._at(first + len(batch))
            for count, interval in self._between(first, before, first + len(batch), after):
                found[count - first - 1] = interval
            self._note(batch, first, before, after)
            self._finish(first + len(batch), after)
        self.count += len(batch)
        return found

    def end(self) -> Robust:
        """Nothing follows: the offline value, an interval only where samples were noisy."""
        if not self.count:
            raise Fault("the trace has no samples", remedy="push at least one before the end")
        if not self.ended:
            self.ended = True
            if not self.interval.concrete:
                self.interval = Robust(*(self._quick.end() if self._quick else self._engine.evaluate(self.count, True)))
        return self.interval

    def _take(self, batch: Trace) -> None:
        if self.ended:
            raise Fault("the trace has ended", remedy="a new trace needs a new monitor")
        check_signals(self._signals, list(batch.signals))
        if batch.times[0] <= self._last:
            raise Fault(f"time goes from {self._last:g} to {batch.times[0]:g}", remedy="samples come in order of time")
        if not self._quick and not self.interval.concrete:
            self._engine.append(batch)
        self._last = float(batch.times[-1])

    def _one_by_one(self, quick: Quick, batch: Trace) -> list[Robust]:
        """The interval after each sample."""
        times = batch.times.tolist()
        if all(batch.signals[name].exact for name in self._signals):
            columns = [batch.signals[name].low.tolist() for name in self._signals]
            rows: Iterable[Sequence[float] | Trace] = zip(*columns, strict=True) if columns else [()] * len(times)
        else:
            rows = [batch.part(place, place + 1) for place in range(len(batch))]
        return [self._sample(quick, time, row) for time, row in zip(times, rows, strict=True)]

    def _sample(self, quick: Quick, time: float, row: Sequence[float] | Trace) -> Robust:
        before = self.interval
        if before.low == before.high:
            return before
        low, high = quick.sample(time, row)
        if low == before.low and high == before.high:
            return before
        after = self.interval = Robust(low, high)
        if after.concrete:
            self.concrete_at = float(time)
        if after.decided and not before.decided:
            self.decided_at = float(time)
            if self._on_decision:
                self._on_decision(self)
        return after

    def _at(self, count: int) -> Robust:
        self._evaluated = count
        return Robust(*self._engine.evaluate(count, False))

    def _finish(self, count: int, after: Robust) -> None:
        # The tree is left as the full batch makes it, and only then lets go of what it has seen.
        if self._evaluated != count:
            self._at(count)
        self._engine.commit()
        newly = after.decided and not self.interval.decided
        self.interval = after
        if newly and self._on_decision:
            self._on_decision(self)

    def _note(self, batch: Trace, first: int, before: Robust, after: Robust) -> None:
        if after.decided and not before.decided:
            self.decided_at = float(batch.times[self._first(first, len(batch), lambda one: one.decided)])
        if after.concrete and not before.concrete:
            self.concrete_at = float(batch.times[self._first(first, len(batch), lambda one: one.concrete)])

    def _first(self, first: int, length: int, holds: Callable[[Robust], bool]) -> int:
        """The position in the batch of the first sample after which it holds; it holds after the last."""
        low, high = 0, length - 1
        while low < high:
            middle = (low + high) // 2
            if holds(self._at(first + middle + 1)):
                high = middle
            else:
                low = middle + 1
        return low

    def _between(self, low: int, before: Robust, high: int, after: Robust) -> Iterator[tuple[int, Robust]]:
        """The intervals after low + 1 … high samples. Where the ends are equal, nested intervals are all equal."""
        waiting = [(low, before, high, after)]
        while waiting:
            low, before, high, after = waiting.pop()
            if before == after or high == low + 1:
                for count in range(low + 1, high + 1):
                    yield count, after
                continue
            middle = (low + high) // 2
            found = self._at(middle)
            waiting += [(middle, found, high, after), (low, before, middle, found)]


def interval_after(formula: Formula, trace: Trace, semantics: Semantics = Semantics.POINTS) -> Robust:
    """The interval after all samples of a trace that may go on, at once."""
    engine: Engine = Tree(formula) if semantics is Semantics.POINTS else Recomputed(formula, semantics)
    engine.append(trace)
    return Robust(*engine.evaluate(len(trace), False))


class Recomputed:
    """The engine for `linear` and `hold`: evaluates the whole prefix anew."""

    def __init__(self, formula: Formula, semantics: Semantics) -> None:
        self.formula = formula
        self.hold = semantics is Semantics.HOLD
        self.whole: Trace | None = None

    def append(self, batch: Trace) -> None:
        self.whole = batch if self.whole is None else joined([self.whole, batch], signals(self.formula))

    def evaluate(self, count: int, ended: bool) -> tuple[float, float]:
        assert self.whole is not None
        seen = self.whole.part(0, count)
        band = Linear(seen, ended, self.hold).robustness(loosened(self.formula, seen.times))
        return float(band.low.value[0]), float(band.high.value[0])

    def commit(self) -> None:
        """Everything is kept up to the horizon; past it the interval is a value and nothing comes any more."""

    def values(self) -> int:
        return 0 if self.whole is None else len(self.whole) * (1 + len(self.whole.signals))
