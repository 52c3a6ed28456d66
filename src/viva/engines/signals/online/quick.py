"""The engine of the online monitor for one sample at a time: the robust interval at the first sample, in little time.

An interval has two ends, and the lower end of a formula is minus the upper end of its negation; so there are only upper
ends here, of two formulas whose negations stand at comparisons. An unknown element is then +inf: it makes F infinite as
long as its window is open, and G does not feel it.

Every operator below the top is a stream of certain values (`streams.py`). What is not yet certain is its *zone*: the
upper ends at the instants that wait, from the first on up to where they are infinite. The zone of F is short, because
F is infinite while it is open and certain soon after. The operators at the top have one instant only, and keep one
number for what is certain below them.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Sequence
from itertools import chain, islice, zip_longest

from viva.engines.signals.arithmetic import looks_back
from viva.engines.signals.model import (
    And,
    Comparison,
    Eventually,
    Formula,
    Globally,
    Historically,
    Iff,
    Implies,
    Interval,
    Not,
    Once,
    Or,
    Previous,
    Release,
    Since,
    Truth,
    Until,
    operands,
    signals,
    subformulas,
)
from viva.engines.signals.online.streams import Stream, Streams
from viva.engines.signals.slack import slack
from viva.engines.signals.trace import Trace

INF = math.inf
Zone = Callable[[float, float], list[float]]  # what is not below the second number may be anything that is not either
Zoned = tuple[Stream, Zone | None]
Upper = Callable[[float], float]  # the upper end at the first sample, when the last one is at that time
FUTURE = Globally | Eventually | Until | Release
Dual = type[Globally | Eventually | Historically | Once | Until | Release]
DUALS: dict[type[Formula], Dual] = {
    Globally: Eventually,
    Eventually: Globally,
    Historically: Once,
    Once: Historically,
    Until: Release,
    Release: Until,
}


def positive(formula: Formula, sign: bool = True) -> Formula:
    """The formula, or its negation, with negations at comparisons: upper ends go in and upper ends come out. Since and
    previous have no dual; they are negated inside and outside."""
    match formula:
        case Truth(value):
            return Truth(value == sign)
        case Comparison():
            return formula if sign else Comparison(formula.right, formula.relation, formula.left)
        case Not(operand):
            return positive(operand, not sign)
        case Implies():
            return positive(Or((Not(formula.left), formula.right)), sign)
        case Iff():
            there, back = Or((Not(formula.left), formula.right)), Or((formula.left, Not(formula.right)))
            return positive(And((there, back)), sign)
    below = tuple(positive(one, sign) for one in operands(formula))
    match formula:
        case And() | Or():
            return And(below) if isinstance(formula, And) == sign else Or(below)
        case Previous():
            return Previous(below[0]) if sign else Not(Previous(Not(below[0])))
        case Since(interval, _, _):
            return Since(interval, *below) if sign else Not(Since(interval, Not(below[0]), Not(below[1])))
        case _:
            kind = type(formula) if sign else DUALS[type(formula)]
            return kind(formula.interval, *below)


def _is_now(formula: Formula) -> bool:
    return not any(isinstance(part, FUTURE) for part in subformulas(formula))


def is_quick(formula: Formula) -> bool:
    """Whether this engine takes the formula: bounded G and F under one another, all that looks ahead at the top, and
    the past of what does not look ahead."""
    comparisons = [part for part in subformulas(formula) if isinstance(part, Comparison)]
    doubled = sum(isinstance(part, Iff) for part in subformulas(formula))  # each one doubles what is below it
    return doubled <= 3 and not any(map(looks_back, comparisons)) and _fits(positive(formula), top=True)


def _fits(formula: Formula, top: bool) -> bool:
    below = operands(formula)
    if _is_now(formula):
        return True
    match formula:
        case And() | Or():
            return all(_fits(one, top) for one in below)
        case Globally(interval, _) | Eventually(interval, _):
            return (top or interval.high < INF) and _fits(below[0], False)
        case Until() | Release():
            return top and all(_fits(one, False) for one in below)
        case _:
            return False


class Quick:
    def __init__(self, formula: Formula) -> None:
        self.names = signals(formula)
        self._formulas = positive(formula), positive(formula, False)
        self._first: tuple[float, Sequence[float] | Trace] | None = None
        self._loose = False
        self._sides: tuple[_Side, _Side]

    def sample(self, time: float, row: Sequence[float] | Trace) -> tuple[float, float]:
        """The interval after a sample: values in the order of the names, or a trace of one sample if it is noisy."""
        if not self._loose:
            self._begin(time, row)
        high, low = self._sides
        return -low.sample(time, row), high.sample(time, row)

    def end(self) -> tuple[float, float]:
        high, low = self._sides
        return -low.end(), high.end()

    def values(self) -> int:
        return sum(side.streams.held() for side in self._sides)

    def _begin(self, time: float, row: Sequence[float] | Trace) -> None:
        """Begins anew with the second sample, which says how long a step is."""
        amount = slack((self._first[0], time)) if self._first else 0.0
        start = self._first[0] if self._first else time
        above, below = (_Side(one, self.names, start, amount) for one in self._formulas)
        self._sides = above, below
        if self._first:
            self._loose = True
            for side in self._sides:
                side.sample(*self._first)
        self._first = time, row


class _Side:
    """The upper end of one formula at the first sample."""

    def __init__(self, formula: Formula, names: tuple[str, ...], start: float, amount: float) -> None:
        self.start, self.amount = start, amount
        self.streams = Streams(names)
        self.upper = self._top(formula)

    def sample(self, time: float, row: Sequence[float] | Trace) -> float:
        if isinstance(row, Trace):
            self.streams.sample_noisy(time, row)
        else:
            self.streams.sample(time, row)
        return self.upper(time)

    def end(self) -> float:
        self.streams.end()
        return self.upper(INF)

    def _window(self, interval: Interval) -> tuple[float, float, float]:
        loose = Interval(interval.low, interval.high, self.amount)
        return self.start + loose.earliest, self.start + loose.latest, self.start + loose.complete

    def _top(self, formula: Formula) -> Upper:
        if _is_now(formula):
            return _first_value(self.streams.stream(formula))
        match formula:
            case And(several):
                uppers = [self._top(one) for one in several]
                return lambda now: min([upper(now) for upper in uppers])
            case Or(several):
                uppers = [self._top(one) for one in several]
                return lambda now: max([upper(now) for upper in uppers])
            case Globally(interval, operand):
                return _always(*self._zoned(operand), *self._window(interval)[:2])
            case Eventually(interval, operand):
                return _eventually(*self._zoned(operand), self._window(interval))
            case Until(interval, left, right):
                return _until(self._zoned(left), self._zoned(right), self._window(interval))
            case Release(interval, left, right):
                return _release(self._zoned(left), self._zoned(right), self._window(interval))
        raise AssertionError(formula)

    def _zoned(self, formula: Formula) -> Zoned:
        """A stream and its zone; none where nothing waits."""
        if _is_now(formula):
            return self.streams.stream(formula), None
        below = [self._zoned(one) for one in operands(formula)]
        stream = self.streams.over(formula, [one for one, _ in below])
        match formula:
            case And():
                return stream, _least_zone(below)
            case Or():
                return stream, _greatest_zone(below)
            case Globally(interval, _) | Eventually(interval, _):
                return stream, _window_zone(stream, *below[0], Interval(interval.low, interval.high, self.amount))
        raise AssertionError(formula)


def _first_value(stream: Stream) -> Upper:
    found: list[float] = []

    def upper(_now: float) -> float:
        if not found:
            found.append(stream.out[0][1])
        stream.out.clear()
        return found[0]

    return upper


def _row(stream: Stream, zone: Zone | None, now: float, bar: float) -> list[float]:
    """Upper ends from the first instant that was not taken in; the later ones are infinite."""
    certain = [value for _, value in stream.out]
    return certain + zone(now, bar) if zone else certain


def _least_zone(below: list[Zoned]) -> Zone:
    def zone(now: float, bar: float) -> list[float]:
        rows = [_row(stream, one, now, bar) for stream, one in below]
        return [min(several) for several in zip_longest(*rows, fillvalue=INF)]

    return zone


def _greatest_zone(below: list[Zoned]) -> Zone:
    """As long as the shortest; where one is empty, the others are not looked at."""

    def zone(now: float, bar: float) -> list[float]:
        zones = []
        for stream, one in below:
            within = one(now, bar) if one else []
            if not within and not stream.out:
                return []
            zones.append(within)
        length = min(len(stream.out) + len(within) for (stream, _), within in zip(below, zones, strict=True))
        rows = [
            [*(value for _, value in islice(stream.out, length)), *within]
            for (stream, _), within in zip(below, zones, strict=True)
        ]
        return [max(several) for several in zip(*rows, strict=False)]

    return zone


def _window_zone(stream: Stream, operand: Stream, inner: Zone | None, interval: Interval) -> Zone:
    begin, end, close = interval.earliest, interval.latest, interval.complete
    greatest, waiting, held = stream.greatest, stream.waiting, stream.held

    def from_held(now: float) -> list[float]:
        """With what the stream has taken in alone, which lies in the windows of all instants that end later."""
        known, place, found = list(held), 0, []
        for instant in waiting:
            if greatest and now < instant + close:
                break
            first = instant + begin
            while place < len(known) and known[place][0] < first:
                place += 1
            if place == len(known):
                if not greatest:
                    break
                found.append(-INF)
            else:
                found.append(known[place][1])
        return found

    def zone(now: float, bar: float) -> list[float]:
        if not waiting or (greatest and now < waiting[0] + close):
            return []
        if greatest and min(from_held(now)) >= bar:
            return []  # what comes can only raise them
        within = inner(now, bar) if inner else []
        if not greatest and not operand.out and not within:
            return from_held(now)
        known = [*held, *operand.out, *zip(operand.waiting, within, strict=False)]
        infinite = list(islice(operand.waiting, len(within), None)) if greatest else []
        wedge: deque[tuple[float, float]] = deque()
        found: list[float] = []
        place = spot = 0
        for instant in waiting:
            if greatest and now < instant + close:
                break
            first, last = instant + begin, instant + end
            while place < len(known) and known[place][0] <= last:
                value = known[place][1]
                while wedge and (wedge[-1][1] <= value if greatest else wedge[-1][1] >= value):
                    wedge.pop()
                wedge.append(known[place])
                place += 1
            while wedge and wedge[0][0] < first:
                wedge.popleft()
            while spot < len(infinite) and infinite[spot] < first:
                spot += 1
            if spot < len(infinite) and infinite[spot] <= last:
                found.append(INF)
            elif wedge:
                found.append(wedge[0][1])
            elif greatest or place < len(known):
                found.append(-INF if greatest else INF)  # an empty window; a later one need not be
            else:
                break
        return found

    return zone


def _always(stream: Stream, zone: Zone | None, first: float, last: float) -> Upper:
    lowest = INF
    out = stream.out

    def upper(now: float) -> float:
        nonlocal lowest
        while out:
            instant, value = out.popleft()
            if value < lowest and first <= instant <= last:
                lowest = value
        if zone is None:
            return lowest
        found = lowest
        for instant, value in zip(stream.waiting, zone(now, lowest), strict=False):
            if value < found and first <= instant <= last:
                found = value
        return found

    return upper


def _eventually(stream: Stream, zone: Zone | None, window: tuple[float, float, float]) -> Upper:
    first, last, complete = window
    highest = -INF
    out, waiting = stream.out, stream.waiting

    def upper(now: float) -> float:
        nonlocal highest
        while out:
            instant, value = out.popleft()
            if value > highest and first <= instant <= last:
                highest = value
        if now < complete:
            return INF
        within = zone(now, INF) if zone else []
        found = highest
        for place, instant in enumerate(waiting):
            if instant > last:
                break
            if instant >= first:
                found = max(found, within[place] if place < len(within) else INF)
        return found

    return upper


def _pairs(left: Zoned, right: Zoned, now: float) -> list[tuple[float, float, float]]:
    """The instants that are not certain on both sides, with upper ends."""
    p, q = (_row(stream, zone, now, INF) for stream, zone in (left, right))
    instants = [*(time for time, _ in left[0].out), *left[0].waiting]
    missing = [INF] * len(instants)
    return list(zip(instants, chain(p, missing), chain(q, missing), strict=False))


def _until(left: Zoned, right: Zoned, window: tuple[float, float, float]) -> Upper:
    first, last, complete = window
    best, lowest = -INF, INF
    p_out, q_out = left[0].out, right[0].out

    def upper(now: float) -> float:
        nonlocal best, lowest
        while p_out and q_out:
            instant, p = p_out.popleft()
            q = q_out.popleft()[1]
            lowest = min(lowest, p)
            if first <= instant <= last:
                best = max(best, min(q, lowest))
        found, so_far = best, lowest
        if p_out or q_out or left[0].waiting or right[0].waiting:
            for instant, p, q in _pairs(left, right, now):
                so_far = min(so_far, p)
                value = q if q < so_far else so_far
                if value > found and first <= instant <= last:
                    found = value
        return max(found, so_far) if now < complete else found

    return upper


def _release(left: Zoned, right: Zoned, window: tuple[float, float, float]) -> Upper:
    first, last, _ = window
    worst, highest = INF, -INF
    p_out, q_out = left[0].out, right[0].out

    def upper(now: float) -> float:
        nonlocal worst, highest
        while p_out and q_out:
            instant, p = p_out.popleft()
            q = q_out.popleft()[1]
            highest = max(highest, p)
            if first <= instant <= last:
                worst = min(worst, max(q, highest))
        if not q_out and (right[1] is None or not right[1](now, worst)):
            return worst
        found, so_far = worst, highest
        for instant, p, q in _pairs(left, right, now):
            so_far = max(so_far, p)
            value = q if q > so_far else so_far
            if value < found and first <= instant <= last:
                found = value
        return found

    return upper
