"""Piecewise linear functions over time, as arrays, with jumps: the values of formulas in the semantics `linear`.

At each bend there are the limits from both sides and the value itself; between bends the function is straight. A
function that jumps does so because a window left the trace, or because a signal keeps its value until the next sample.
Everything here is vectorised and linear in the bends.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from viva.core.records import dataclass
from viva.engines.signals.trace import Array, Index


@dataclass(frozen=True, slots=True)
class Lines:
    times: Array
    before: Array  # at the first bend the same as `value`
    value: Array
    after: Array  # at the last bend the same as `value`

    @property
    def smooth(self) -> bool:
        """Without jumps, and known to be: one array stands for all three."""
        return self.before is self.value is self.after

    def __neg__(self) -> Lines:
        return self.changed(np.negative)

    def changed(self, function: Callable[[Array], Array]) -> Lines:
        value = function(self.value)
        if self.smooth:
            return Lines(self.times, value, value, value)
        return Lines(self.times, function(self.before), value, function(self.after))


def through(times: Array, values: Array) -> Lines:
    """Without jumps."""
    return Lines(times, values, values, values)


def kept(times: Array, values: Array) -> Lines:
    """Each value up to, but not at, the next instant."""
    return Lines(times, np.concatenate((values[:1], values[:-1])), values, values)


def level(times: Array, value: float) -> Lines:
    ends = times[[0, -1]] if len(times) > 1 else times
    return through(ends, np.full(len(ends), value))


def mirror(lines: Lines) -> Lines:
    """With time running backwards, from -t."""
    back = lines.changed(lambda part: np.ascontiguousarray(part[::-1]))
    return Lines(np.ascontiguousarray(-lines.times[::-1]), back.after, back.value, back.before)


def refine(lines: Lines, times: Array) -> Lines:
    """The same function with bends at `times`, among which are all of its own."""
    if len(times) == len(lines.times):
        return lines
    piece = np.searchsorted(lines.times, times, side="right") - 1
    own = lines.times[piece] == times
    inner = inside(lines, np.minimum(piece, len(lines.times) - 2), times)
    return replace(lines.changed(lambda part: np.where(own, part[piece], inner)), times=times)


def at(lines: Lines, instants: Array) -> Array:
    """The values at these instants."""
    piece = np.searchsorted(lines.times, instants, side="right") - 1
    own = lines.times[piece] == instants
    if own.all():
        return lines.value[piece]
    return np.where(own, lines.value[piece], inside(lines, np.minimum(piece, len(lines.times) - 2), instants))


def inside(lines: Lines, piece: Index, times: Array) -> Array:
    """The value in the middle of a piece, by its number."""
    start, stop = lines.times[piece], lines.times[piece + 1]
    return between(lines.after[piece], lines.before[piece + 1], np.clip((times - start) / (stop - start), 0.0, 1.0))


def between(first: Array, last: Array, share: Array) -> Array:
    with np.errstate(invalid="ignore"):
        return np.where(first == last, first, first * (1 - share) + last * share)


def crossing(a0: Array, a1: Array, b0: Array, b1: Array) -> tuple[Index, Array]:
    """The pieces inside which two straight lines cross, and at which share of the piece."""
    with np.errstate(invalid="ignore"):
        start, stop = a0 - b0, a1 - b1
    pieces = np.flatnonzero(((start < 0) & (stop > 0)) | ((start > 0) & (stop < 0)))
    start, stop = start[pieces], stop[pieces]
    finite = np.isfinite(start) & np.isfinite(stop)
    return pieces[finite], start[finite] / (start[finite] - stop[finite])


def align(one: Lines, other: Lines) -> tuple[Lines, Lines]:
    """Both with the same bends, among them all instants where they cross."""
    times = union(one.times, other.times)
    one, other = refine(one, times), refine(other, times)
    pieces, share = crossing(one.after[:-1], one.before[1:], other.after[:-1], other.before[1:])
    if not len(pieces):
        return one, other
    instants = times[pieces] + share * (times[pieces + 1] - times[pieces])
    inside = (instants > times[pieces]) & (instants < times[pieces + 1])
    pieces, share, instants = pieces[inside], share[inside], instants[inside]
    met = between(one.after[pieces], one.before[pieces + 1], share)
    return with_bends(one, pieces, instants, met), with_bends(other, pieces, instants, met)


def union(one: Array, other: Array) -> Array:
    if len(one) == len(other) and np.array_equal(one, other):
        return one
    merged = np.concatenate((one, other))
    merged.sort(kind="stable")  # merges the two runs
    return merged[np.concatenate(([True], merged[1:] > merged[:-1]))]


def with_bends(lines: Lines, pieces: Index, instants: Array, values: Array) -> Lines:
    """New bends without jumps; several in a piece come in order."""
    at = pieces + 1
    bent = lines.changed(lambda part: np.insert(part, at, values))
    return replace(bent, times=np.insert(lines.times, at, instants))


def greatest(one: Lines, other: Lines) -> Lines:
    one, other = align(one, other)
    return plain(_together(np.maximum, one, other))


def _together(function: np.ufunc, one: Lines, other: Lines) -> Lines:
    """Of two that have the same bends."""
    value = function(one.value, other.value)
    if one.smooth and other.smooth:
        return through(one.times, value)
    return Lines(one.times, function(one.before, other.before), value, function(one.after, other.after))


def least(one: Lines, other: Lines) -> Lines:
    return -greatest(-one, -other)


def total(one: Lines, other: Lines) -> Lines:
    times = union(one.times, other.times)
    one, other = refine(one, times), refine(other, times)
    return _together(np.add, one, other)


def scale(lines: Lines, factor: float) -> Lines:
    return lines.changed(lambda part: factor * part)


def divide(lines: Lines, divisor: float) -> Lines:
    return lines.changed(lambda part: part / divisor)


def slope(lines: Lines) -> Lines:
    """The slope of the piece that ends at an instant, 0 at the first; the function has no jumps."""
    slopes = np.diff(lines.value) / np.diff(lines.times)
    before = np.concatenate((np.zeros(1), slopes))
    return Lines(lines.times, before, before, np.concatenate((slopes, before[-1:])))


def only_after(lines: Lines, instant: float) -> Lines:
    """-inf up to the instant, which is included."""
    if instant < lines.times[0]:
        return lines
    if instant >= lines.times[-1]:
        return level(lines.times, -math.inf)
    lines = refine(lines, union(lines.times, np.array([instant])))
    past, up_to = lines.times < instant, lines.times <= instant
    return Lines(
        lines.times,
        np.where(up_to, -math.inf, lines.before),
        np.where(up_to, -math.inf, lines.value),
        np.where(past, -math.inf, lines.after),
    )


def plain(lines: Lines) -> Lines:
    """Without bends in the middle of a level stretch."""
    if len(lines.times) < 3:
        return lines
    here = lines.value[1:-1]
    flat = (lines.after[:-2] == here) & (lines.before[2:] == here)
    if not lines.smooth:
        flat &= (lines.before[1:-1] == here) & (lines.after[1:-1] == here)
    if not flat.any():
        return lines
    keep = np.concatenate(([True], ~flat, [True]))
    return replace(lines.changed(lambda part: part[keep]), times=lines.times[keep])
