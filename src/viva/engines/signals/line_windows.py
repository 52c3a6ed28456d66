"""Windows and until over piecewise linear functions (`lines.py`)."""

from __future__ import annotations

import math

import numpy as np

from viva.core.records import dataclass
from viva.engines.signals.lines import (
    Lines,
    align,
    between,
    crossing,
    inside,
    least,
    plain,
    through,
    with_bends,
)
from viva.engines.signals.sliding_extrema import GREATEST, extrema, shifted_extrema
from viva.engines.signals.trace import Array, Index
from viva.engines.signals.until import until_without_end


def window_supremum(lines: Lines, low: float, high: float, slack: float) -> Lines:
    """The supremum over [t + low, t + high], cut at the last instant; -inf where that is empty. An instant that is no
    further from a bend than `slack` counts as at it.

    Between the instants at which an end of the window meets a bend, the supremum is the greatest of what lies whole in
    the window, of the function where the window begins and of the function where it ends: at most three lines.
    """
    if lines.smooth and low == 0 and len(lines.times) > 1:
        return _smooth_supremum(lines, high, slack)
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
        _on_top(events[:-1], events[1:], one, other, third)
        for one, other, third in ((first, final, flat), (first, flat, final), (final, flat, first))
    ]
    return plain(_inserted(found, bends))


def _smooth_supremum(lines: Lines, high: float, slack: float) -> Lines:
    """The supremum over [t, t + high] of a function without jumps, which has none either. Here the function at an event
    is the end of one piece and the beginning of the next."""
    last = len(lines.times) - 1
    meet = _events(lines.times, high, slack)
    events, first, final = meet.events, meet.first, meet.final
    start, stop = lines.value[first], lines.value[final]
    _fill_between(start, meet.start_moves, lines, first - 1, events)
    _fill_between(stop, meet.stop_moves, lines, final, events + high)
    ended = int(np.searchsorted(final, last))  # from this event on the window ends at the end of the trace
    if meet.steps is None:
        within = extrema(lines.value, first[1:], np.maximum(final[:-1] + 1, first[1:]), GREATEST)
    else:
        within = shifted_extrema(lines.value, 1, meet.steps + 1, GREATEST)[:-1]
    value = np.maximum(start, stop)
    np.maximum(value[:-1], within, out=value[:-1])
    found = through(events, value)

    # Only where a line rises above what lies whole in the window can there be a bend.
    stop[ended:] = -math.inf
    above = np.flatnonzero(np.maximum(value[:-1], value[1:]) > within)
    begins = (start[above], start[above + 1])
    ends = (stop[above], np.where(above + 1 == ended, lines.value[last], stop[above + 1]))
    flat = (within[above], within[above])
    bends = []
    for one, other, third in ((begins, ends, flat), (begins, flat, ends), (ends, flat, begins)):
        pieces, instants, met = _on_top(events[above], events[above + 1], one, other, third)
        bends.append((above[pieces], instants, met))
    return plain(_inserted(found, bends))


@dataclass(frozen=True, slots=True)
class _Events:
    """The instants at which an end of the window [t, t + high] meets a bend, with the first and the last bend that lie
    in the window then; where its beginning or its end lies between bends; `steps`: if at all events it goes from one
    bend to that many further on."""

    events: Array
    first: Index
    final: Index
    start_moves: Index
    stop_moves: Index
    steps: int | None


def _events(times: Array, high: float, slack: float) -> _Events:
    last = len(times) - 1
    nowhere = np.zeros(0, dtype=np.intp)
    steps = _steps(times, high, slack)
    if steps is not None:
        first = np.arange(last + 1)
        return _Events(times, first, np.minimum(first + steps, last), nowhere, nowhere, steps)
    leaving = _shifted(times, high, slack)
    early = int(np.searchsorted(leaving, times[0]))
    both = np.concatenate((times, leaving[early:]))
    order = np.argsort(both, kind="stable")  # merges the two
    both, of_times = both[order], order <= last
    new = np.flatnonzero(both[1:] > both[:-1]) + 1
    heads, tails = np.concatenate(([0], new)), np.concatenate((new, [len(both)])) - 1
    counted = np.cumsum(of_times, dtype=np.intp)[tails]
    at_start, at_stop = of_times[heads], ~of_times[tails]
    final = early + tails - counted
    return _Events(
        both[heads],
        counted - at_start,
        final,
        np.flatnonzero(~at_start),
        np.flatnonzero(~at_stop & (final < last)),
        None,
    )


def _steps(times: Array, high: float, slack: float) -> int | None:
    last = len(times) - 1
    if high == math.inf:
        return last
    steps = int(np.searchsorted(times, times[0] + high - slack))
    if not 0 < steps <= last or (np.abs(times[steps:] - times[:-steps] - high) > slack).any():
        return None
    return steps


def _fill_between(into: Array, where: Index, lines: Lines, piece: Index, instants: Array) -> None:
    """Puts the function at instants in the middle of pieces in their places."""
    if len(where):
        into[where] = inside(lines, piece[where], instants[where])


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
            value = between(one, other, np.clip((side - start) / step, 0.0, 1.0))
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
        return np.where(there, inside(lines, np.minimum(piece, last - 1), times), -math.inf)


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


def _on_top(starts: Array, stops: Array, one: Ends, other: Ends, third: Ends) -> tuple[Index, Array, Array]:
    """Crossings of two lines that are not below the third: piece, instant, value.

    Where all three meet, rounding must not lose the bend: one that is below by no more than rounding is kept, with the
    value of the third."""
    pieces, share = crossing(one[0], one[1], other[0], other[1])
    value, rival = (between(line[0][pieces], line[1][pieces], share) for line in (one, third))
    on_top = value >= rival - 1e-9 * (1 + np.abs(value))
    pieces, share, value = pieces[on_top], share[on_top], np.maximum(value, rival)[on_top]
    return pieces, starts[pieces] + share * (stops[pieces] - starts[pieces]), value


def _inserted(lines: Lines, bends: list[tuple[Index, Array, Array]]) -> Lines:
    pieces, instants, values = (np.concatenate(parts) for parts in zip(*bends, strict=True))
    order = np.lexsort((instants, pieces))
    pieces, instants, values = pieces[order], instants[order], values[order]
    inside = (instants > lines.times[pieces]) & (instants < lines.times[pieces + 1])
    inside[1:] &= (instants[1:] > instants[:-1]) | (pieces[1:] != pieces[:-1])
    return with_bends(lines, pieces[inside], instants[inside], values[inside])


def unbounded_until(left: Lines, right: Lines) -> Lines:
    """The supremum over t' >= t of min(right(t'), infimum of left over [t, t']).

    On a piece without a crossing it is max(h, min(left, K)), with h the lower of the two lines and K what comes from
    the right end of the piece; see `until.py` for what is done at the ends.
    """
    left, right = align(left, right)
    bends = len(left.times)
    found = until_without_end(_in_order(left), _in_order(right))
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
        pieces, share = crossing(line[0], line[1], *flat)
        instants = lines.times[pieces] + share * (lines.times[pieces + 1] - lines.times[pieces])
        low, high = (between(one[0][pieces], one[1][pieces], share) for one in (lower, upper))
        bent.append((pieces, instants, np.maximum(low, np.minimum(high, coming[pieces]))))
    return plain(_inserted(lines, bent))


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
