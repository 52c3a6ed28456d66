"""Values by the number of their sample, of which the oldest can be forgotten."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from viva.engines.signals.trace import Array


class Tape:
    """A few rows of numbers that grow at one end and are cut at the other; positions count from the first sample."""

    SPARE = 64  # so many values are not worth moving the others

    def __init__(self, rows: int, start: int = 0) -> None:
        self.base = start
        self.stop = start
        self._cells: npt.NDArray[np.float64] = np.empty((rows, self.SPARE))

    def __len__(self) -> int:
        return self.stop - self.base

    def write(self, start: int, *rows: Array) -> None:
        """Puts values at `start`, at most one past the end; what stood behind them is gone."""
        stop = start + len(rows[0])
        room = self._cells.shape[1]
        if stop - self.base > room:
            grown = np.empty((len(self._cells), max(2 * room, stop - self.base)))
            grown[:, : len(self)] = self._cells[:, : len(self)]
            self._cells = grown
        for cells, row in zip(self._cells, rows, strict=True):
            cells[start - self.base : stop - self.base] = row
        self.stop = stop

    def row(self, number: int, start: int, stop: int) -> Array:
        return self._cells[number, start - self.base : max(stop, start) - self.base]

    def forget(self, before: int) -> None:
        """Positions before this one are not asked for any more."""
        before = min(before, self.stop)
        gone = before - self.base
        if gone > self.SPARE and 2 * gone > len(self):
            left = self._cells[:, gone : len(self)].copy()
            self._cells = np.empty((len(left), max(self.SPARE, 2 * left.shape[1])))
            self._cells[:, : left.shape[1]] = left
            self.base = before
