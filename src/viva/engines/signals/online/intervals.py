"""The engine of the online monitor: the robust interval at the first sample, one sample at a time or many.

Every operator below the top is a stream of certain values (`streams.py`). What is not yet certain is its *zone*
(`zones.py`). The operators at the top have one instant only, and keep a few numbers for what is certain below them, and
their last end: it never rises. Only upper ends are computed, of the formula and of its negation (`building.py`).

The story of a batch. `append` takes it; `evaluate` may then be asked for any number of its samples, so that the exact
sample of a decision can be searched for: where it goes back, everything is put back as it was before the batch.
`commit` makes it the past. In a batch, streams take many samples at once, and zones are looked at once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from viva.engines.signals import model as m
from viva.engines.signals.arithmetic import looks_back
from viva.engines.signals.online.building import Builder, after, junction
from viva.engines.signals.online.margins import Row
from viva.engines.signals.online.streams import Span, snapshot
from viva.engines.signals.online.zones import Zone, pairs
from viva.engines.signals.slack import slack
from viva.engines.signals.trace import Trace, concatenate, exactly

INF = math.inf
MANY = 1000  # samples taken at once
Ends = tuple[float, float]
Upper = Callable[[float], float]  # the upper end at the first sample, when the last one is at that time


class Intervals:
    def __init__(self, formula: m.Formula) -> None:
        self.names = m.signals(formula)
        self._formula = formula
        self._back = max(
            (looks_back(one) for one in m.subformulas(formula) if isinstance(one, m.Comparison)), default=0
        )
        self._recent: list[Row] | Trace = []  # as many samples as terms look back; a trace once they are noisy
        self._first: Trace | None = None
        self._is_begun = False  # with the second sample, which says how long a step is
        self._sides: tuple[_Side, _Side]
        self._batch: Trace
        self._taken = 0  # of the batch
        self._found: Ends
        self._restore: Callable[[], None]

    def sample(self, time: float, row: Sequence[float]) -> Ends:
        """The interval after an exact sample: values in the order of the names."""
        if not self._is_begun or self._back:
            if not self._is_begun or isinstance(self._recent, Trace):
                return self._take(as_trace([(time, row)], self.names))
            self._recent = [*self._recent, (time, row)][-self._back :]
        high, low = self._sides
        return -low.sample(time, row), high.sample(time, row)

    def each(self, batch: Trace) -> list[Ends]:
        """The intervals after one sample of a batch, after two, and so on."""
        if _is_exact(batch, self.names):
            return [self.sample(time, row) for time, row in _rows(batch, self.names)]
        return [self._take(batch.part(place, place + 1)) for place in range(len(batch))]

    def append(self, batch: Trace) -> None:
        self._batch, self._taken, self._restore = batch, 0, self._snapshot()

    def evaluate(self, count: int) -> Ends:
        """The interval after so many samples of the batch."""
        if count < self._taken:
            self._restore()
            self._taken = 0
        for start in range(self._taken, count, MANY):
            self._taken = min(count, start + MANY)
            self._found = self._take(self._batch.part(start, self._taken))
        return self._found

    def commit(self) -> None:
        del self._batch, self._restore

    def end(self) -> Ends:
        high, low = self._sides
        return -low.end(), high.end()

    def values(self) -> int:
        return sum(side.values() for side in self._sides)

    def _take(self, samples: Trace) -> Ends:
        if not self._is_begun:
            samples = self._begin(samples)
        high, low = self._sides
        if _is_exact(samples, self.names) and not isinstance(self._recent, Trace):
            rows = _rows(samples, self.names)
            if self._back:
                self._recent = [*self._recent, *rows][-self._back :]
            return -low.samples(rows), high.samples(rows)
        known = samples
        if self._back:
            recent = self._recent if isinstance(self._recent, Trace) else as_trace(self._recent, self.names)
            known = concatenate([recent, samples], self.names)
            self._recent = known.part(max(0, len(known) - self._back), len(known))
        return -low.samples_noisy(known, len(samples)), high.samples_noisy(known, len(samples))

    def _begin(self, samples: Trace) -> Trace:
        """What is to be taken: with the second sample everything begins anew."""
        if self._first is not None:
            samples = concatenate([self._first, samples], self.names)
        self._is_begun = len(samples) > 1
        self._first = None if self._is_begun else samples
        self._recent = []
        start, amount = float(samples.times[0]), slack(samples.times)
        high, low = (_Side(self._formula, sign, self.names, start, amount) for sign in (True, False))
        self._sides = high, low
        return samples

    def _snapshot(self) -> Callable[[], None]:
        first, is_begun, recent = self._first, self._is_begun, self._recent
        restore_sides = [side.snapshot() for side in self._sides] if is_begun else []

        def restore() -> None:
            self._first, self._is_begun, self._recent = first, is_begun, recent
            for restore_side in restore_sides:
                restore_side()

        return restore


def _is_exact(samples: Trace, names: Sequence[str]) -> bool:
    return all(samples.signals[name].exact for name in names)


def _rows(samples: Trace, names: Sequence[str]) -> list[Row]:
    columns = [samples.signals[name].low.tolist() for name in names]
    rows = list(zip(*columns, strict=True)) if columns else [()] * len(samples)
    return list(zip(samples.times.tolist(), rows, strict=True))


def as_trace(rows: Sequence[Row], names: Sequence[str]) -> Trace:
    columns = np.array([values for _, values in rows], dtype=np.float64).reshape(len(rows), len(names)).T
    found = {name: exactly(np.ascontiguousarray(column)) for name, column in zip(names, columns, strict=True)}
    return Trace(np.array([time for time, _ in rows], dtype=np.float64), found)


class _Side:
    """The upper end of a formula or of its negation at the first sample. F at the top is infinite until its window
    closes; samples that come before are worked on many at a time, which costs less."""

    MANY = 64

    def __init__(self, formula: m.Formula, sign: bool, names: tuple[str, ...], start: float, amount: float) -> None:
        self.start = start
        self._builder = Builder(names, amount)
        self.streams = self._builder.streams
        self._cells: list[list[float]] = []
        while isinstance(formula, m.Not):
            formula, sign = formula.operand, not sign
        self.upper = self._top(formula, sign)
        self.idle_before = -INF
        if isinstance(formula, m.Eventually | m.Globally) and isinstance(formula, m.Eventually) == sign:
            self.idle_before = self._window(formula.interval).close
        self.idle: list[Row] = []

    def sample(self, time: float, row: Sequence[float]) -> float:
        if time < self.idle_before:
            self.idle.append((time, row))
            if len(self.idle) < self.MANY:
                return INF
            self._catch_up()
        else:
            if self.idle:
                self._catch_up()
            self.streams.sample(time, row)
        return self.upper(time)

    def samples(self, rows: Sequence[Row]) -> float:
        self._catch_up()
        self.streams.samples(rows)
        return self.upper(rows[-1][0])

    def samples_noisy(self, known: Trace, count: int) -> float:
        self._catch_up()
        self.streams.samples_noisy(known, count)
        return self.upper(float(known.times[-1]))

    def end(self) -> float:
        self._catch_up()
        self.streams.end()
        return self.upper(INF)

    def values(self) -> int:
        return self.streams.held() + sum(1 + len(row) for _, row in self.idle)

    def snapshot(self) -> Callable[[], None]:
        restores = self.streams.snapshot(), snapshot([*self._cells, self.idle])

        def restore() -> None:
            for one in restores:
                one()
            for zone in self._builder.zones:
                zone.restart()

        return restore

    def _catch_up(self) -> None:
        if self.idle:
            self.streams.samples(self.idle)
            self.idle.clear()

    def _window(self, interval: m.Interval) -> Span:
        span = self._builder.span(interval)
        return Span(self.start + span.begin, self.start + span.end, self.start + span.close)

    def _cell(self, *values: float) -> list[float]:
        self._cells.append([*values])
        return self._cells[-1]

    def _top(self, formula: m.Formula, sign: bool) -> Upper:
        match formula:
            case m.Not(operand):
                return self._top(operand, not sign)
            case m.And() | m.Or() | m.Implies() | m.Iff():
                greatest, several = junction(formula, sign)
                uppers = [self._top(*one) for one in several]
                choose = max if greatest else min
                return lambda now: choose([upper(now) for upper in uppers])
            case m.Globally(interval, operand) | m.Eventually(interval, operand):
                zone = self._builder.zone(operand, sign, after(self.start, self._builder.span(interval)))
                if isinstance(formula, m.Eventually) == sign:
                    return _eventually(zone, self._window(interval), self._cell(-INF, INF, -INF))
                return _always(zone, self._window(interval), self._cell(INF))
            case m.Until(interval, left, right) | m.Release(interval, left, right):
                limit = after(self.start, self._builder.span(interval))
                one, other = (self._builder.zone(side, sign, limit) for side in (left, right))
                if isinstance(formula, m.Until) == sign:
                    return _until(one, other, self._window(interval), self._cell(-INF, INF, INF))
                return _release(one, other, self._window(interval), self._cell(INF, -INF, INF))
            case _:
                return _first_value(self._builder.zone(formula, sign, self.start), self._cell())


def _first_value(zone: Zone, cell: list[float]) -> Upper:
    out = zone.stream.out

    def upper(now: float) -> float:
        if not cell and out:
            cell.append(out.popleft()[1])
        if cell:
            return cell[0]
        return next(iter(zone.row(now, INF)), INF)

    return upper


def _always(zone: Zone, window: Span, cell: list[float]) -> Upper:
    first, last = window.begin, window.end
    out, waiting = zone.stream.out, zone.stream.waiting

    def upper(now: float) -> float:
        lowest = cell[0]
        while out:
            instant, value = out.popleft()
            if value < lowest and first <= instant <= last:
                lowest = value
        if waiting and not zone.sure(first, last, now, lowest):
            for instant, value in zip(waiting, zone.row(now, lowest), strict=False):
                if value < lowest and first <= instant <= last:
                    lowest = value
        cell[0] = lowest
        return lowest

    return upper


def _eventually(zone: Zone, window: Span, cell: list[float]) -> Upper:
    first, last, complete = window.begin, window.end, window.close
    out, waiting = zone.stream.out, zone.stream.waiting

    def upper(now: float) -> float:
        highest, result, witness = cell
        while out:
            instant, value = out.popleft()
            if value > highest and first <= instant <= last:
                highest = value
        # What is certain, or else the instant at which the old end was found, holds it where it was.
        if (
            now >= complete
            and highest < result
            and not (waiting and waiting[0] <= witness and zone.sure(witness, witness, now, result))
        ):
            result = highest
            within = zone.row(now, INF)
            for place, instant in enumerate(waiting):
                if instant > last:
                    break
                value = within[place] if place < len(within) else INF
                if instant >= first and value >= result:
                    result, witness = value, instant
        cell[:] = highest, result, witness
        return result

    return upper


def _until(left: Zone, right: Zone, window: Span, cell: list[float]) -> Upper:
    first, last, complete = window.begin, window.end, window.close
    p_out, q_out = left.stream.out, right.stream.out

    def upper(now: float) -> float:
        best, lowest, result = cell
        while p_out and q_out:
            instant, p = p_out.popleft()
            q = q_out.popleft()[1]
            lowest = p if p < lowest else lowest
            if first <= instant <= last:
                best = max(best, min(q, lowest))
        # What was found, and the left side so far while the window is open, hold the old end where it was.
        if best < result and not (now < complete and lowest >= result and left.sure(-INF, last, now, result)):
            found, so_far = best, lowest
            if p_out or q_out or left.stream.waiting or right.stream.waiting:
                for instant, p, q in pairs(left, right, now):
                    so_far = min(so_far, p)
                    value = q if q < so_far else so_far
                    if value > found and first <= instant <= last:
                        found = value
            result = max(found, so_far) if now < complete else found
        cell[:] = best, lowest, result
        return result

    return upper


def _release(left: Zone, right: Zone, window: Span, cell: list[float]) -> Upper:
    first, last = window.begin, window.end
    p_out, q_out = left.stream.out, right.stream.out

    def upper(now: float) -> float:
        worst, highest, result = cell
        while p_out and q_out:
            instant, p = p_out.popleft()
            q = q_out.popleft()[1]
            highest = max(highest, p)
            if first <= instant <= last:
                worst = min(worst, max(q, highest))
        result = min(result, worst)
        if not right.sure(first, last, now, result):
            so_far = highest
            for instant, p, q in pairs(left, right, now):
                so_far = max(so_far, p)
                value = q if q > so_far else so_far
                if value < result and first <= instant <= last:
                    result = value
        cell[:] = worst, highest, result
        return result

    return upper
