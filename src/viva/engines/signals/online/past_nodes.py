"""Nodes that look into the past: their windows are always closed, and their values certain as soon as those of their
operands are. Unbounded ones carry one value along."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from viva.engines.signals.model import Interval
from viva.engines.signals.online.nodes import HIGH, LOW, Node, Now
from viva.engines.signals.sliding_extrema import GREATEST, LEAST, Extremum, extrema
from viva.engines.signals.trace import Array, Index
from viva.engines.signals.until import unbounded


class Previous(Node):
    """The value at the sample before."""

    def compute(self, now: Now, stop: int) -> None:
        (operand,) = self.operands
        first = max(self.certain, 1)
        rows = [operand.tape.row(row, first - 1, max(stop, first) - 1) for row in (LOW, HIGH)]
        if self.certain == 0 and stop > 0:
            rows = [np.concatenate(([-math.inf], row)) for row in rows]
        self.tape.write(self.certain, *rows)
        self.next_certain = stop if now.ended else max(self.certain, min(stop, operand.next_certain + 1))

    def commit(self) -> None:
        super().commit()
        self.operands[0].forget(self.certain - 1)


class Backward(Node):
    """What the two kinds share: where windows begin and end, and from which sample on operands are needed."""

    def __init__(self, start: float, end: float, operands: Sequence[Node], interval: Interval) -> None:
        super().__init__(start, end, operands)
        self.interval = interval
        self.needed = 0

    def _windows(self, instants: Array) -> tuple[Index, Index]:
        operand = self.operands[-1]
        stops = operand.find(instants - self.interval.earliest, "right")
        if self.interval.high == math.inf:
            return np.full(len(stops), self.needed), stops
        return operand.find(instants - self.interval.latest, "left"), stops

    def commit(self) -> None:
        super().commit()
        if len(self.times):
            starts, stops = self._windows(self.waiting())
            if self.interval.high == math.inf:
                sure = min(operand.next_certain for operand in self.operands)
                self._carry(max(self.needed, min(sure, int(stops[0]) - 1)))
            else:
                self.needed = int(starts[0])
            for operand in self.operands:
                operand.forget(self.needed)

    def _carry(self, upto: int) -> None:
        """Takes in the values before this sample, and needs them no more."""
        raise NotImplementedError


class PastWindow(Backward):
    """O (or H)."""

    def __init__(self, start: float, end: float, operand: Node, interval: Interval, extremum: Extremum) -> None:
        super().__init__(start, end, (operand,), interval)
        self.extremum = extremum
        self.carried = [extremum.empty, extremum.empty]

    def compute(self, now: Now, stop: int) -> None:
        (operand,) = self.operands
        starts, stops = self._windows(self.instants(stop))
        begin, end = operand.tape.base, operand.stop
        starts = np.clip(starts, begin, end) - begin
        reached = np.clip(stops - begin, starts, end - begin)
        low, high = (
            self.extremum.ufunc(
                extrema(operand.tape.row(row, begin, end), starts, reached, self.extremum), self.carried[row]
            )
            for row in (LOW, HIGH)
        )
        self.tape.write(self.certain, low, high)
        self.settle(now, stop, stops, np.ones(len(stops), dtype=bool))

    def _carry(self, upto: int) -> None:
        (operand,) = self.operands
        begin = max(self.needed, operand.tape.base)
        for row in (LOW, HIGH):
            values = operand.tape.row(row, begin, min(upto, operand.stop))
            self.carried[row] = float(self.extremum.ufunc.reduce(values, initial=self.carried[row]))
        self.needed = upto


class Since(Backward):
    """p S[a,b] q: until with time mirrored; see `until.py`."""

    def __init__(self, start: float, end: float, operands: Sequence[Node], interval: Interval) -> None:
        super().__init__(start, end, operands, interval)
        self.carried = [-math.inf, -math.inf]

    def _steps(self, row: int, begin: int, end: int) -> Array:
        """p S q without bounds, from `begin` on."""
        left, right = (operand.tape.row(row, begin, end)[::-1] for operand in self.operands)
        return unbounded(left, right, self.carried[row])[::-1]

    def compute(self, now: Now, stop: int) -> None:
        begin = max(self.needed, *(operand.tape.base for operand in self.operands))
        end = min(operand.stop for operand in self.operands)
        starts, stops = self._windows(self.instants(stop))
        here = np.arange(self.certain, stop) - begin
        starts = np.clip(starts - begin, 0, end - begin)
        reached = np.clip(stops - begin, starts, end - begin)
        found = []
        for row in (LOW, HIGH):
            values = extrema(self._steps(row, begin, end), np.maximum(reached - 1, 0), here + 1, LEAST)
            if self.interval.high < math.inf:
                met = extrema(self.operands[1].tape.row(row, begin, end), starts, reached, GREATEST)
                values = np.minimum(values, met)
            found.append(np.where(stops > 0, values, -math.inf))
        self.tape.write(self.certain, *found)
        self.settle(now, stop, np.arange(self.certain, stop) + 1, np.ones(len(stops), dtype=bool))

    def _carry(self, upto: int) -> None:
        begin = max(self.needed, *(operand.tape.base for operand in self.operands))
        if upto > begin:
            self.carried = [float(self._steps(row, begin, upto)[-1]) for row in (LOW, HIGH)]
            self.needed = upto
