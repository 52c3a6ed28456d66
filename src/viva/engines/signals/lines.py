"""Piecewise linear functions over time, as arrays, with jumps: the values of formulas in the semantics `linear`.

At each bend there are the limits from both sides and the value itself; between bends the function is straight. A
function that jumps does so because a window left the trace, or because a signal keeps its value until the next sample.
Everything here is vectorised and linear in the bends.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from viva.engines.signals.sliding_extrema import GREATEST, extrema
from viva.engines.signals.trace import Array, Index
from viva.engines.signals.until import unbounded


@dataclass(frozen=True, slots=True)
class Lines:
    times: Array
    before: Array  # at the first bend the same as `value`
    value: Array
    after: Array  # at the last bend the same as `value`

    def __neg__(self) -> Lines:
        return Lines(self.times, -self.before, -self.value, -self.after)


def through(times: Array, values: Array) -> Lines:
    """Without jumps."""
    return Lines(times, values, values, values)


def kept(times: Array, values: Array) -> Lines:
    """Each value up to, but not at, the next instant."""
    return Lines(times, np.concatenate((values[:1], values[:-1])), values, values)


def level(times: Array, value: float) -> Lines:
    ends = times[[0, -1]] if len(times) > 1 else times
    return through(ends, np.full(len(ends), value))


def mirrored(lines: Lines) -> Lines:
    """With time running backwards, from -t."""
    back = (np.ascontiguousarray(part[::-1]) for part in (-lines.times, lines.after, lines.value, lines.before))
    return Lines(*back)


def refined(lines: Lines, times: Array) -> Lines:
    """The same function with bends at `times`, among which are all of its own."""
    if len(times) == len(lines.times):
        return lines
    piece = np.searchsorted(lines.times, times, side="right") - 1
    own = lines.times[piece] == times
    inner = _inside(lines, np.minimum(piece, len(lines.times) - 2), times)
    return Lines(times, *(np.where(own, part[piece], inner) for part in (lines.before, lines.value, lines.after)))


def at(lines: Lines, instants: Array) -> Array:
    """The values at these instants."""
    piece = np.searchsorted(lines.times, instants, side="right") - 1
    own = lines.times[piece] == instants
    if own.all():
        return lines.value[piece]
    return np.where(own, lines.value[piece], _inside(lines, np.minimum(piece, len(lines.times) - 2), instants))


def _inside(lines: Lines, piece: Index, times: Array) -> Array:
    """The value in the middle of a piece, by its number."""
    start, stop = lines.times[piece], lines.times[piece + 1]
    return _between(lines.after[piece], lines.before[piece + 1], np.clip((times - start) / (stop - start), 0.0, 1.0))


def _between(first: Array, last: Array, share: Array) -> Array:
    with np.errstate(invalid="ignore"):
        return np.where(first == last, first, first * (1 - share) + last * share)


def _crossing(a0: Array, a1: Array, b0: Array, b1: Array) -> tuple[Index, Array]:
    """The pieces inside which two straight lines cross, and at which share of the piece."""
    with np.errstate(invalid="ignore"):
        start, stop = a0 - b0, a1 - b1
    pieces = np.flatnonzero(((start < 0) & (stop > 0)) | ((start > 0) & (stop < 0)))
    start, stop = start[pieces], stop[pieces]
    finite = np.isfinite(start) & np.isfinite(stop)
    return pieces[finite], start[finite] / (start[finite] - stop[finite])


def aligned(one: Lines, other: Lines) -> tuple[Lines, Lines]:
    """Both with the same bends, among them all instants where they cross."""
    times = _union(one.times, other.times)
    one, other = refined(one, times), refined(other, times)
    pieces, share = _crossing(one.after[:-1], one.before[1:], other.after[:-1], other.before[1:])
    if not len(pieces):
        return one, other
    instants = times[pieces] + share * (times[pieces + 1] - times[pieces])
    inside = (instants > times[pieces]) & (instants < times[pieces + 1])
    pieces, share, instants = pieces[inside], share[inside], instants[inside]
    met = _between(one.after[pieces], one.before[pieces + 1], share)
    return _with_bends(one, pieces, instants, met), _with_bends(other, pieces, instants, met)


def _union(one: Array, other: Array) -> Array:
    if len(one) == len(other) and np.array_equal(one, other):
        return one
    merged = np.concatenate((one, other))
    merged.sort(kind="stable")  # merges the two runs
    return merged[np.concatenate(([True], merged[1:] > merged[:-1]))]


def _with_bends(lines: Lines, pieces: Index, instants: Array, values: Array) -> Lines:
    """New bends without jumps; several in a piece come in order."""
    at = pieces + 1
    return Lines(
        np.insert(lines.times, at, instants),
        *(np.insert(part, at, values) for part in (lines.before, lines.value, lines.after)),
    )


def greatest(one: Lines, other: Lines) -> Lines:
    one, other = aligned(one, other)
    return _plain(
        Lines(
            one.times,
            np.maximum(one.before, other.before),
            np.maximum(one.value, other.value),
            np.maximum(one.after, other.after),
        )
    )


def least(one: Lines, other: Lines) -> Lines:
    return -greatest(-one, -other)


def total(one: Lines, other: Lines) -> Lines:
    times = _union(one.times, other.times)
    one, other = refined(one, times), refined(other, times)
    return Lines(times, one.before + other.before, one.value + other.value, one.after + other.after)


def scaled(lines: Lines, factor: float) -> Lines:
    return Lines(lines.times, factor * lines.before, factor * lines.value, factor * lines.after)


def divided(lines: Lines, divisor: float) -> Lines:
    return Lines(lines.times, lines.before / divisor, lines.value / divisor, lines.after / divisor)


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
    lines = refined(lines, _union(lines.times, np.array([instant])))
    past, up_to = lines.times < instant, lines.times <= instant
    return Lines(
        lines.times,
        np.where(up_to, -math.inf, lines.before),
        np.where(up_to, -math.inf, lines.value),
        np.where(past, -math.inf, lines.after),
    )


def window_supremum(lines: Lines, low: float, high: float, slack: float) -> Lines:
    """The supremum over [t + low, t + high], cut at the last instant; -inf where that is empty. An instant that is no
    further from a bend than `slack` counts as at it.

    Between the instants at which an end of the window meets a bend, the supremum is the greatest of what lies whole in
    the window, of the function where the window begins and of the function where it ends: at most three lines.
    """
    times = lines.times
    entering, leaving = _shifted(times, low, slack), _shifted(times, high, slack)
    marks = np.concatenate((entering, leaving, times[[0, -1]]))
    marks.sort(kind="stable")
    events = marks[(marks >= times[0]) & (marks <= times[-1])]
    events = events[np.concatenate(([True], events[1:] > events[:-1]))]
    if len(events) == 1:
        return through(events, _at_events(lines, events, entering, leaving, (low, high)))

    last = len(times) - 1
    begins = np.searchsorted(entering, events[:-1], side="right") - 1
    stops = np.searchsorted(leaving, events[:-1], side="right") - 1 if high < math.inf else np.full_like(begins, last)
    whole = np.maximum(np.maximum(lines.before, lines.after), lines.value)
    within = extrema(whole, np.minimum(begins + 1, last + 1), np.maximum(stops + 1, begins + 1), GREATEST)
    first, final = _ends(lines, begins, events + low), _ends(lines, stops, events + high)
    after, before = (np.maximum(np.maximum(x, y), within) for x, y in zip(first, final, strict=True))
    value = np.concatenate((after, before[-1:]))
    np.maximum(value[1:], before, out=value[1:])
    # That is the value itself, unless an end of the window is at a bend whose value is not the greater limit. At the
    # first and the last bend and event one of the limits is not there.
    odd = lines.value != np.maximum(lines.before, lines.after)
    odd[[0, -1]] = True
    touched = np.isin(events, np.concatenate((entering[odd], leaving[odd], times[[0, -1]])))
    value[touched] = _at_events(lines, events[touched], entering, leaving, (low, high))
    found = Lines(events, np.concatenate((value[:1], before)), value, np.concatenate((after, value[-1:])))

    flat = (within, within)
    bends = [
        _on_top(events, one, other, third)
        for one, other, third in ((first, final, flat), (first, flat, final), (final, flat, first))
    ]
    return _plain(_inserted(found, bends))


def _ends(lines: Lines, piece: Index, times: Array) -> tuple[Array, Array]:
    """The function in each piece, at the instant of the same number and at the next; past the last bend there is
    none."""
    last = len(lines.times) - 1
    there = piece < last
    if last == 0 or not there.any():
        nowhere = np.full(len(piece), -math.inf)
        return nowhere, nowhere
    inside = np.minimum(piece, last - 1)
    start = lines.times[inside]
    step = lines.times[inside + 1] - start
    one, other = lines.after[inside], lines.before[inside + 1]
    found = []
    with np.errstate(invalid="ignore"):
        for side in (times[:-1], times[1:]):
            value = _between(one, other, np.clip((side - start) / step, 0.0, 1.0))
            value[~there] = -math.inf
            found.append(value)
    return found[0], found[1]


def _end(lines: Lines, piece: Index, times: Array) -> Array:
    """The function in its piece; past the last bend there is none."""
    last = len(lines.times) - 1
    there = piece < last
    if last == 0 or not there.any():
        return np.full(len(times), -math.inf)
    with np.errstate(invalid="ignore"):
        return np.where(there, _inside(lines, np.minimum(piece, last - 1), times), -math.inf)


def _shifted(times: Array, shift: float, slack: float) -> Array:
    """The instants from which a bend lies that far ahead: where that is the instant of a bend, that very one."""
    if shift == math.inf:
        return np.full(len(times), -math.inf)
    found = times - shift
    place = np.clip(np.searchsorted(times, found), 1, max(len(times) - 1, 1))
    for near in (times[np.minimum(place, len(times) - 1)], times[place - 1]):
        found = np.where(np.abs(near - found) <= slack, near, found)
    return found


def _at_events(lines: Lines, events: Array, entering: Array, leaving: Array, ends: tuple[float, float]) -> Array:
    low, high = ends
    last = len(lines.times) - 1
    first = np.searchsorted(entering, events, side="left")
    final = np.searchsorted(leaving, events, side="right") - 1 if high < math.inf else np.full_like(first, last)
    starts_at_bend = (first <= last) & (entering[np.minimum(first, last)] == events)
    ends_inside = (final < last) & (leaving[final] != events)
    stop = np.maximum(final + 1, first)
    found = extrema(lines.value, first, stop, GREATEST)
    for part, start, end in (
        (lines.before, first + starts_at_bend, stop),
        (lines.after, first, np.maximum(final + ends_inside, first)),
    ):
        np.maximum(found, extrema(part, start, np.maximum(end, start), GREATEST), out=found)
    begin = np.where(starts_at_bend | (first > last), -math.inf, _end(lines, np.maximum(first - 1, 0), events + low))
    end = np.where(ends_inside, _end(lines, final, events + high), -math.inf)
    found = np.maximum(found, np.maximum(begin, end))
    return np.where(first > last, -math.inf, found)


Ends = tuple[Array, Array] | list[Array]


def _on_top(times: Array, one: Ends, other: Ends, third: Ends) -> tuple[Index, Array, Array]:
    """Crossings of two lines that are not below the third: piece, instant, value.

    Where all three meet, rounding must not lose the bend: one that is below by no more than rounding is kept, with the
    value of the third."""
    pieces, share = _crossing(one[0], one[1], other[0], other[1])
    value, rival = (_between(line[0][pieces], line[1][pieces], share) for line in (one, third))
    on_top = value >= rival - 1e-9 * (1 + np.abs(value))
    pieces, share, value = pieces[on_top], share[on_top], np.maximum(value, rival)[on_top]
    return pieces, times[pieces] + share * (times[pieces + 1] - times[pieces]), value


def _inserted(lines: Lines, bends: list[tuple[Index, Array, Array]]) -> Lines:
    pieces, instants, values = (np.concatenate(parts) for parts in zip(*bends, strict=True))
    order = np.lexsort((instants, pieces))
    pieces, instants, values = pieces[order], instants[order], values[order]
    inside = (instants > lines.times[pieces]) & (instants < lines.times[pieces + 1])
    inside[1:] &= (instants[1:] > instants[:-1]) | (pieces[1:] != pieces[:-1])
    return _with_bends(lines, pieces[inside], instants[inside], values[inside])


def unbounded_until(left: Lines, right: Lines) -> Lines:
    """The supremum over t' >= t of min(right(t'), infimum of left over [t, t']).

    On a piece without a crossing it is max(h, min(left, K)), with h the lower of the two lines and K what comes from
    the right end of the piece; see `until.py` for what is done at the ends.
    """
    left, right = aligned(left, right)
    bends = len(left.times)
    found = unbounded(_in_order(left), _in_order(right))
    value, after = found[0::3], np.concatenate((found[1::3], found[-1:]))
    before = np.concatenate((found[:1], found[2::3]))
    lines = Lines(left.times, before, value, after)
    if bends == 1:
        return lines
    coming = before[1:]
    flat = (coming, coming)
    upper = (left.after[:-1], left.before[1:])
    lower = (np.minimum(left.after[:-1], right.after[:-1]), np.minimum(left.before[1:], right.before[1:]))
    bent = []
    for line in (upper, lower):
        pieces, share = _crossing(line[0], line[1], *flat)
        instants = lines.times[pieces] + share * (lines.times[pieces + 1] - lines.times[pieces])
        low, high = (_between(one[0][pieces], one[1][pieces], share) for one in (lower, upper))
        bent.append((pieces, instants, np.maximum(low, np.minimum(high, coming[pieces]))))
    return _plain(_inserted(lines, bent))


def _in_order(lines: Lines) -> Array:
    """value, after, before, value, after, before, …, value."""
    out = np.empty(3 * len(lines.times) - 2)
    out[0::3], out[1::3], out[2::3] = lines.value, lines.after[:-1], lines.before[1:]
    return out


def until(left: Lines, right: Lines, low: float, high: float, slack: float) -> Lines:
    """As in `until.py`: F[a,b] q, and p U q from t to t + a."""
    steps = unbounded_until(left, right)
    if low > 0:
        steps = -window_supremum(-steps, 0.0, low, slack)
    return steps if low == 0 and high == math.inf else least(steps, window_supremum(right, low, high, slack))


def _plain(lines: Lines) -> Lines:
    """Without bends in the middle of a level stretch."""
    if len(lines.times) < 3:
        return lines
    here = lines.value[1:-1]
    flat = (lines.before[1:-1] == here) & (lines.after[1:-1] == here)
    flat &= (lines.after[:-2] == here) & (lines.before[2:] == here)
    keep = np.concatenate(([True], ~flat, [True]))
    return (
        lines if keep.all() else Lines(*(part[keep] for part in (lines.times, lines.before, lines.value, lines.after)))
    )
