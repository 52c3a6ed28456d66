"""Which samples lie in the window of an instant, and the extrema of all windows of a trace.

A window is t + [a, b] for some 0 <= a <= b, with the slack of its ends; the past is the same with time mirrored
(`points.py`). Traces with a steady period have windows that are the same range of positions for every sample, up to
rounding; that is tried first.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Literal

import numpy as np

from viva.engines.signals.model import Interval
from viva.engines.signals.sliding_extrema import CHUNK, Extremum, extrema, shifted_extrema
from viva.engines.signals.trace import Array, Index

Ranges = Callable[[int, int], tuple[Index, Index]]  # starts and stops of the windows of a piece of the trace


def starts(times: Array, instants: Array, interval: Interval, held: bool = False) -> Index:
    """For each instant the position of the first time at or after t + a; `held`: the last sample lasts for ever."""
    found = np.searchsorted(times, instants + interval.earliest, side="left")
    return np.minimum(found, len(times) - 1) if held else found


def stops(times: Array, instants: Array, interval: Interval, held: bool = False) -> Index:
    """For each instant the position after the last time at or before t + b."""
    if interval.high == math.inf:
        return np.full(len(instants), len(times), dtype=np.intp)
    found = np.searchsorted(times, instants + interval.latest, side="right")
    if held:
        found[instants + interval.earliest > times[-1]] = len(times)
    return found


def window_extrema(times: Array, values: Array, interval: Interval, extremum: Extremum, held: bool = False) -> Array:
    """The extremum over t + [a, b] at every sample."""
    low = steady(times, interval.earliest, "left")
    high = steady(times, interval.latest, "right")
    if low is not None and high is not None and not held and low < high:
        return shifted_extrema(values, low, high, extremum)
    return _pieces(
        times,
        values,
        extremum,
        lambda begin, end: (
            starts(times, times[begin:end], interval, held),
            stops(times, times[begin:end], interval, held),
        ),
    )


def extrema_up_to(times: Array, values: Array, end: float, extremum: Extremum, held: bool = False) -> Array:
    """The extremum from every sample on to the first sample at or after t + end, which is included."""
    low = steady(times, end, "left")
    if low is not None:
        return shifted_extrema(values, 0, low + 1, extremum)
    interval = Interval(end, end)
    length = len(values)
    return _pieces(
        times,
        values,
        extremum,
        lambda begin, stop: (
            np.arange(begin, stop),
            np.minimum(starts(times, times[begin:stop], interval, held) + 1, length),
        ),
    )


def steady(times: Array, shift: float, side: Literal["left", "right"]) -> int | None:
    """The k for which the sample at i + k is the first at or after t + shift ("left"), or the first after it
    ("right"), for every sample i; None if there is none."""
    length = len(times)
    if shift == math.inf:
        return length
    if shift == 0:
        return 0 if side == "left" else 1
    if times[0] + shift > times[-1]:
        return length
    k = int(np.searchsorted(times, times[0] + shift, side=side))
    if k == 0:  # the shift is lost in rounding
        return None
    moved = times[: length - k] + shift
    beyond = times[length - k :] + shift
    if side == "left":
        fits = (moved <= times[k:]).all() and (times[k - 1 : -1] < moved).all() and (beyond > times[-1]).all()
    else:
        fits = (moved < times[k:]).all() and (times[k - 1 : -1] <= moved).all() and (beyond >= times[-1]).all()
    return k if fits else None


def _pieces(times: Array, values: Array, extremum: Extremum, ranges: Ranges) -> Array:
    """Piece by piece, so that positions are not kept for the whole trace at once."""
    length = len(times)
    out = np.empty(length)
    probes = np.linspace(0, length - 1, min(length, 65)).astype(np.intp)
    widest = max(int((stop - start)[0]) for start, stop in (ranges(int(i), int(i) + 1) for i in probes))
    size = max(CHUNK, 4 * widest)
    for begin in range(0, length, size):
        end = min(begin + size, length)
        first, last = ranges(begin, end)
        left, right = int(first[0]), int(max(last[-1], first[0]))
        out[begin:end] = extrema(values[left:right], first - left, last - left, extremum)
    return out
