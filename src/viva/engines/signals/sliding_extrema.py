"""The greatest or least of many windows of an array, in time that is linear in the array whatever the windows are.

Windows are half open ranges of positions whose ends never decrease. Three ways, all exact:

- windows of equal width up to NARROW, and any windows up to NARROW: doubling, a fixed number of passes;
- wider windows of equal width: van Herk, running extrema forwards and backwards in blocks of one width;
- wider windows of any widths: the same idea with blocks chosen so that each window contains just one block border.
"""

from __future__ import annotations

import numpy as np

from viva.core.records import dataclass
from viva.engines.signals.trace import Array, Index

NARROW = 256
CHUNK = 1 << 15  # what is worked on at once stays in the cache of the processor


@dataclass(frozen=True, slots=True)
class Extremum:
    ufunc: np.ufunc
    empty: float  # of an empty window


GREATEST = Extremum(np.maximum, -np.inf)
LEAST = Extremum(np.minimum, np.inf)


def extrema(values: Array, starts: Index, stops: Index, extremum: Extremum) -> Array:
    """The extremum of each `values[start:stop]`."""
    widths = stops - starts
    widest = int(widths.max(initial=0))
    if widest <= 0:
        return np.full(len(starts), extremum.empty)
    meet = starts[-1] < stops[0]  # all windows have an element in common, so that there is one border
    if len(starts) > 4 and widest <= NARROW and not meet:
        return _doubling(values, starts, stops, widths, extremum)
    return _bordered(values, starts, stops, extremum)


def shifted_extrema(values: Array, start: int, stop: int, extremum: Extremum) -> Array:
    """The extremum of `values[i + start : i + stop]`, cut at the end, for each position i; 0 <= start < stop."""
    length = len(values)
    out = np.full(length, extremum.empty)
    if start >= length:
        return out
    inside = values[start:]
    width = min(stop - start, len(inside))
    if width <= NARROW:
        for begin in range(0, len(inside), CHUNK):
            end = min(begin + CHUNK, len(inside))
            out[begin:end] = _doubled(inside[begin : end + width - 1], width, extremum)[: end - begin]
    else:
        _van_herk(inside, width, extremum, out[: len(inside)])
    return out


def _doubled(values: Array, width: int, extremum: Extremum) -> Array:
    run, covered = values, 1
    while 2 * covered <= width:
        run = _joined(run, covered, extremum)
        covered *= 2
    return _joined(run, width - covered, extremum) if covered < width else run


def _joined(run: Array, shift: int, extremum: Extremum) -> Array:
    """Each element with the one `shift` further on; the last ones stay, for their windows are cut."""
    out = run.copy()
    extremum.ufunc(run[:-shift], run[shift:], out=out[:-shift])
    return out


def _van_herk(values: Array, width: int, extremum: Extremum, out: Array) -> None:
    length = len(values)
    accumulate = extremum.ufunc.accumulate
    if width >= length:
        accumulate(values[::-1], out=out[::-1])
        return
    whole = length // width * width
    blocks = values[:whole].reshape(-1, width)
    accumulate(blocks[:, ::-1], axis=1, out=out[:whole].reshape(-1, width)[:, ::-1])
    out[whole:] = accumulate(values[whole:][::-1])[::-1]
    # Window i ends in the block after its own, at the position before i + width: the first i % width of that block.
    forwards = accumulate(blocks[1:], axis=1).reshape(-1)
    reached = out[1 : 1 + len(forwards)]
    extremum.ufunc(reached, forwards, out=reached)
    rest = accumulate(values[whole:])
    if len(rest):
        begin = whole - width + 1
        tail = out[begin : begin + len(rest)]
        extremum.ufunc(tail, rest, out=tail)
        after = out[begin + len(rest) : whole]
        extremum.ufunc(after, rest[-1], out=after)


def _doubling(values: Array, starts: Index, stops: Index, widths: Index, extremum: Extremum) -> Array:
    out = np.full(len(starts), extremum.empty)
    run, covered, widest = values, 1, int(widths.max())
    while True:
        chosen = np.flatnonzero((widths >= covered) & (widths < 2 * covered))
        if len(chosen) == len(starts):
            return np.asarray(extremum.ufunc(run[starts], run[stops - covered]))
        if len(chosen):
            out[chosen] = extremum.ufunc(run[starts[chosen]], run[stops[chosen] - covered])
        if 2 * covered > widest:
            return out
        run = _joined(run, covered, extremum)
        covered *= 2


def _bordered(values: Array, starts: Index, stops: Index, extremum: Extremum) -> Array:
    """A border is the last element of a window; all further windows that begin at or before it contain it. What lies
    before the border is seen by this group of windows only, and what lies after it only up to the next border."""
    out = np.full(len(starts), extremum.empty)
    chosen = np.flatnonzero(starts < stops)
    first, last = starts[chosen], stops[chosen] - 1
    found = np.empty(len(chosen))
    accumulate = extremum.ufunc.accumulate
    begin = 0
    while begin < len(chosen):
        border, left = int(last[begin]), int(first[begin])
        end = int(np.searchsorted(first, border, side="right"))
        backwards = accumulate(values[left : border + 1][::-1])[::-1]
        forwards = accumulate(values[border : int(last[end - 1]) + 1])
        found[begin:end] = extremum.ufunc(backwards[first[begin:end] - left], forwards[last[begin:end] - border])
        begin = end
    out[chosen] = found
    return out
