"""The tree of an online monitor: one node for each operator, each with what it must hold and no more.

The story of a batch. `Now` says how many samples are seen. `update` computes every value that is not yet certain, from
the leaves up, and may be called for any number of samples of the batch: nothing certain is touched, so that the exact
sample of a decision can be searched for. `commit` then moves `certain` on (the counter of section 3.2.3) and lets go
of what no one needs any more. A value is certain when its window has closed over certain values.

An unbounded operator never closes. It holds one running extremum for each of its own instants and takes in values of
its operand as they become certain (section 3.3); for until this is the extremum and the least of the left side so far.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from viva.engines.signals.model import Interval
from viva.engines.signals.online.tape import Tape
from viva.engines.signals.sliding_extrema import GREATEST, LEAST, Extremum, extrema
from viva.engines.signals.trace import Array, Bounds, Flags, Index
from viva.engines.signals.until import unbounded

LOW, HIGH = 0, 1


@dataclass(slots=True)
class Now:
    """How much is seen; `ended`: nothing follows."""

    times: Tape
    count: int = 0
    ended: bool = False

    @property
    def last(self) -> float:
        return float(self.times.row(0, self.count - 1, self.count)[0])

    def instants(self, start: int, stop: int) -> Array:
        return self.times.row(0, start, stop)

    def position(self, instant: float, side: Literal["left", "right"]) -> int:
        """The number of the first sample at or after (or only after) that instant, of those not yet committed."""
        fresh = self.times.row(0, self.times.base, self.count)
        return int(np.searchsorted(fresh, instant, side=side)) + self.times.base


class Node:
    """Values at the instants from `start` to `end` (times), of which the first `certain` will not change."""

    def __init__(self, start: float, end: float, operands: Sequence[Node]) -> None:
        self.start, self.end = start, end
        self.operands = operands
        self.tape = Tape(2)
        self.times = Tape(1)
        self.first: int | None = None
        self.limit: int | None = None  # the sample after the last one, once it is seen
        self.certain = 0
        self.next_certain = 0

    @property
    def stop(self) -> int:
        return self.tape.stop

    def low(self, start: int, stop: int) -> Array:
        return self.tape.row(LOW, start, stop)

    def high(self, start: int, stop: int) -> Array:
        return self.tape.row(HIGH, start, stop)

    def find(self, instants: Array, side: Literal["left", "right"]) -> Index:
        """Numbers of the first samples at or after (or only after) these instants, among those the node has."""
        return np.searchsorted(self.times.row(0, self.times.base, self.stop), instants, side=side) + self.times.base

    def instants(self, stop: int) -> Array:
        """From the first that is not certain."""
        return self.times.row(0, self.certain, stop)

    def forget(self, before: int) -> None:
        """The parent needs nothing before this sample, certain or not."""
        before = min(before, self.stop)
        self.certain, self.next_certain = max(self.certain, before), max(self.next_certain, before)
        self.tape.forget(before)
        self.times.forget(max(self.times.base, min(before, self.times.stop - 1)))  # `waiting` may ask for the last

    def update(self, now: Now) -> None:
        if self.first is None:
            first = now.position(self.start, "left")
            if first == now.count:
                return
            self._begin(first)
        if self.limit is None and self.end < now.last:
            self.limit = now.position(self.end, "right")
        stop = now.count if self.limit is None else min(self.limit, now.count)
        if stop > self.times.stop:
            self.times.write(self.times.stop, now.instants(self.times.stop, stop))
        self.compute(now, max(self.certain, stop))

    def _begin(self, first: int) -> None:
        self.first = self.certain = self.next_certain = first
        self.tape, self.times = Tape(2, first), Tape(1, first)

    def compute(self, now: Now, stop: int) -> None:
        """Values at the samples from `certain` up to `stop`, and `next_certain`."""
        raise NotImplementedError

    def commit(self) -> None:
        self.certain = self.next_certain

    def waiting(self) -> Array:
        """The first instant that is not certain; where all are, the last one, which the next comes after."""
        number = min(self.certain, self.times.stop - 1)
        return self.times.row(0, number, number + 1)

    def values(self) -> int:
        """How many values are held."""
        return 2 * len(self.tape) + len(self.times)

    def settle(self, now: Now, stop: int, reached: Index | None, closed: Flags | None) -> None:
        """Certain are the instants whose window is closed and ends where all operands are certain."""
        if now.ended:
            self.next_certain = stop
            return
        sure = min((operand.next_certain for operand in self.operands), default=stop)
        if reached is None or closed is None:
            self.next_certain = max(self.certain, min(stop, sure))
        else:
            self.next_certain = self.certain + int(np.count_nonzero(closed & (reached <= sure)))


class Leaf(Node):
    """A comparison. Its values depend on one sample each and are written when samples come."""

    def __init__(self, start: float, end: float) -> None:
        super().__init__(start, end, ())
        self.written = 0

    def take(self, first: int, values: Bounds, times: Array) -> None:
        """The values of a batch that begins with sample `first`; only those in the needed instants are held."""
        inside = np.flatnonzero((times >= self.start) & (times <= self.end))
        if not len(inside):
            return
        begin, end = int(inside[0]), int(inside[-1]) + 1
        if self.first is None:
            self._begin(first + begin)
        self.tape.write(first + begin, values.low[begin:end], values.high[begin:end])
        self.times.write(first + begin, times[begin:end])
        self.written = self.tape.stop

    def update(self, now: Now) -> None:
        if self.first is not None:
            self.tape.stop = self.next_certain = max(self.first, min(self.written, now.count))


class Negation(Node):
    def compute(self, now: Now, stop: int) -> None:
        (operand,) = self.operands
        self.tape.write(self.certain, -operand.high(self.certain, stop), -operand.low(self.certain, stop))
        self.settle(now, stop, None, None)

    def commit(self) -> None:
        super().commit()
        self.operands[0].forget(self.certain)


class Junction(Node):
    """And, or."""

    def __init__(self, start: float, end: float, operands: Sequence[Node], extremum: Extremum) -> None:
        super().__init__(start, end, operands)
        self.extremum = extremum

    def compute(self, now: Now, stop: int) -> None:
        for number in (LOW, HIGH):
            rows = [operand.tape.row(number, self.certain, stop) for operand in self.operands]
            found = rows[0]
            for row in rows[1:]:
                found = self.extremum.ufunc(found, row)
            if number == LOW:
                low = found
        self.tape.write(self.certain, low, found)
        self.settle(now, stop, None, None)

    def commit(self) -> None:
        super().commit()
        for operand in self.operands:
            operand.forget(self.certain)


class Equivalence(Node):
    def compute(self, now: Now, stop: int) -> None:
        one, other = self.operands
        span = (self.certain, stop)
        p, q = (one.low(*span), one.high(*span)), (other.low(*span), other.high(*span))
        low = np.minimum(np.maximum(-p[1], q[0]), np.maximum(p[0], -q[1]))
        high = np.minimum(np.maximum(-p[0], q[1]), np.maximum(p[1], -q[0]))
        self.tape.write(self.certain, low, high)
        self.settle(now, stop, None, None)

    def commit(self) -> None:
        super().commit()
        for operand in self.operands:
            operand.forget(self.certain)


class Window(Node):
    """F (or G) over t + [a, b], b finite."""

    def __init__(self, start: float, end: float, operand: Node, interval: Interval, extremum: Extremum) -> None:
        super().__init__(start, end, (operand,))
        self.interval, self.extremum = interval, extremum

    def compute(self, now: Now, stop: int) -> None:
        (operand,) = self.operands
        instants = self.instants(stop)
        begin, end = operand.tape.base, operand.stop
        starts = np.clip(operand.find(instants + self.interval.earliest, "left"), begin, end)
        stops = np.clip(operand.find(instants + self.interval.latest, "right"), starts, end)
        low, high = (
            extrema(operand.tape.row(row, begin, end), starts - begin, stops - begin, self.extremum)
            for row in (LOW, HIGH)
        )
        closed = now.last >= instants + self.interval.complete
        if not now.ended:
            np.copyto(high if self.extremum is GREATEST else low, -self.extremum.empty, where=~closed)
        self.tape.write(self.certain, low, high)
        self.settle(now, stop, stops, closed)

    def commit(self) -> None:
        super().commit()
        if len(self.times):
            begin = self.waiting() + self.interval.earliest
            self.operands[0].forget(int(self.operands[0].find(begin, "left")[0]))


class Running(Node):
    """F (or G) over t + [a, inf): one extremum for each instant."""

    def __init__(self, start: float, end: float, operand: Node, low: float, extremum: Extremum) -> None:
        super().__init__(start, end, (operand,))
        self.shift, self.extremum = low, extremum
        self.absorbed = 0
        self.held = Tape(2)

    def _begin(self, first: int) -> None:
        super()._begin(first)
        self.held = Tape(2, first)
        self.absorbed = first

    def forget(self, before: int) -> None:
        super().forget(before)
        if self.first is not None:
            self.first = self.certain
            self.held.forget(self.first)

    def _found(self, stop: int, upto: int) -> tuple[Array, Array]:
        """Running extrema with the values of the operand up to that sample."""
        assert self.first is not None
        (operand,) = self.operands
        begin = max(self.absorbed, operand.tape.base)
        end = max(begin, upto)
        starts = np.clip(operand.find(self.instants(stop) + self.shift, "left"), begin, end) - begin
        stops = np.full(len(starts), end - begin)
        low, high = (
            self.extremum.ufunc(
                self.held.row(row, self.first, stop),
                extrema(operand.tape.row(row, begin, end), starts, stops, self.extremum),
            )
            for row in (LOW, HIGH)
        )
        return low, high

    def compute(self, now: Now, stop: int) -> None:
        assert self.first is not None
        self._arrive(stop)
        low, high = self._found(stop, self.operands[0].stop)
        if not now.ended:
            (high if self.extremum is GREATEST else low)[:] = -self.extremum.empty
        self.tape.write(self.first, low, high)
        self.next_certain = stop if now.ended else self.certain

    def _arrive(self, stop: int) -> None:
        """Instants seen for the first time have nothing in their windows yet."""
        if stop > self.held.stop:
            empty = np.full(stop - self.held.stop, self.extremum.empty)
            self.held.write(self.held.stop, empty, empty)

    def commit(self) -> None:
        super().commit()
        (operand,) = self.operands
        if self.first is None or operand.next_certain <= self.absorbed:
            return
        low, high = self._found(self.held.stop, operand.next_certain)
        self.held.write(self.first, low, high)
        self.absorbed = operand.next_certain
        operand.forget(self.absorbed)

    def values(self) -> int:
        return super().values() + 2 * len(self.held)


class Until(Node):
    """p U[a,b] q, b finite."""

    def __init__(self, start: float, end: float, operands: Sequence[Node], interval: Interval) -> None:
        super().__init__(start, end, operands)
        self.interval = interval

    def compute(self, now: Now, stop: int) -> None:
        left, right = self.operands
        begin, end = self.certain, min(left.stop, right.stop)
        instants = self.instants(stop)
        first = np.arange(stop - begin)
        starts = np.clip(right.find(instants + self.interval.earliest, "left"), begin, end) - begin
        stops = np.clip(right.find(instants + self.interval.latest, "right") - begin, starts, end - begin)
        low, high = (
            bounded_until(left.tape.row(row, begin, end), right.tape.row(row, begin, end), first, starts, stops)
            for row in (LOW, HIGH)
        )
        closed = now.last >= instants + self.interval.complete
        if not now.ended:
            so_far = np.minimum.accumulate(left.high(begin, end)[::-1])[::-1][: stop - begin]
            high = np.where(closed, high, np.maximum(high, so_far))
        self.tape.write(begin, low, high)
        self.settle(now, stop, stops + begin, closed)

    def commit(self) -> None:
        super().commit()
        for operand in self.operands:
            operand.forget(self.certain)


def bounded_until(left: Array, right: Array, first: Index, starts: Index, stops: Index) -> Array:
    """The greatest over j in [start, stop) of min(right(j), least of left from `first` to j), for each instant."""
    steps = unbounded(left, right)
    reached = extrema(right, starts, stops, GREATEST)
    return np.minimum(reached, extrema(steps, first, np.minimum(starts + 1, len(steps)), LEAST))


class RunningUntil(Node):
    """p U[a,inf) q: for each instant the value so far, and the least of p so far."""

    def __init__(self, start: float, end: float, operands: Sequence[Node], low: float) -> None:
        super().__init__(start, end, operands)
        self.shift = low
        self.absorbed = 0
        self.held = Tape(4)  # value low, high, left low, high

    def _begin(self, first: int) -> None:
        super()._begin(first)
        self.held = Tape(4, first)
        self.absorbed = first

    def forget(self, before: int) -> None:
        super().forget(before)
        if self.first is not None:
            self.first = self.certain
            self.held.forget(self.first)

    def _found(self, stop: int, upto: int) -> tuple[list[Array], list[Array]]:
        assert self.first is not None
        begin, end = self.absorbed, max(self.absorbed, upto)
        first = np.maximum(np.arange(self.first, stop), begin) - begin
        starts = self.operands[1].find(self.instants(stop) + self.shift, "left")
        starts = np.clip(starts, begin, end) - begin
        stops = np.full(len(starts), end - begin)
        left, right = self.operands
        value, least = [], []
        for row in (LOW, HIGH):
            p, q = left.tape.row(row, begin, end), right.tape.row(row, begin, end)
            so_far = self.held.row(2 + row, self.first, stop)
            met = bounded_until(p, q, first, np.maximum(starts, first), stops)
            value.append(np.maximum(self.held.row(row, self.first, stop), np.minimum(so_far, met)))
            least.append(np.minimum(so_far, extrema(p, first, stops, LEAST)))
        return value, least

    def compute(self, now: Now, stop: int) -> None:
        assert self.first is not None
        if stop > self.held.stop:
            lowest, highest = (np.full(stop - self.held.stop, end) for end in (-math.inf, math.inf))
            self.held.write(self.held.stop, lowest, lowest, highest, highest)
        left, right = self.operands
        (low, high), least = self._found(stop, min(left.stop, right.stop))
        self.tape.write(self.first, low, high if now.ended else np.maximum(high, least[HIGH]))
        self.next_certain = stop if now.ended else self.certain

    def commit(self) -> None:
        super().commit()
        sure = min(operand.next_certain for operand in self.operands)
        if self.first is None or sure <= self.absorbed:
            return
        value, least = self._found(self.held.stop, sure)
        self.held.write(self.first, *value, *least)
        self.absorbed = sure
        for operand in self.operands:
            operand.forget(sure)

    def values(self) -> int:
        return super().values() + 4 * len(self.held)
