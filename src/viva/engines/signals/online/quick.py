"""The engine of the online monitor for one sample at a time: the robust interval at the first sample, in little time.

An interval has two ends, and the lower end of a formula is minus the upper end of its negation; so there are only upper
ends here, of two formulas whose negations stand at comparisons. An unknown element is then +inf: it makes F infinite as
long as its window is open, and G does not feel it.

Every operator below the top is a stream of certain values (`streams.py`). What is not yet certain is its *zone*
(`zones.py`). The operators at the top have one instant only, and keep a few numbers for what is certain below them, and
their last end: it never rises.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

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
from viva.engines.signals.online.zones import Greatest, Known, Least, Window, Zone, pairs
from viva.engines.signals.online.zones import Until as UntilZone
from viva.engines.signals.slack import slack
from viva.engines.signals.trace import Trace

INF = math.inf
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
    """Whether this engine takes the formula: all that looks ahead, where it is bounded or at the top, and the past
    of what does not look ahead."""
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
        case Globally() | Eventually() | Until() | Release():
            return (top or formula.interval.high < INF) and all(_fits(one, False) for one in below)
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
        return sum(side.values() for side in self._sides)

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
    """The upper end of one formula at the first sample. F at the top is infinite until its window closes; samples that
    come before are worked on many at a time, which costs less."""

    MANY = 64

    def __init__(self, formula: Formula, names: tuple[str, ...], start: float, amount: float) -> None:
        self.start, self.amount = start, amount
        self.streams = Streams(names)
        self.upper = self._top(formula)
        self.idle_before = self._window(formula.interval)[2] if isinstance(formula, Eventually) else -INF
        self.idle: list[tuple[float, Sequence[float]]] = []

    def sample(self, time: float, row: Sequence[float] | Trace) -> float:
        if isinstance(row, Trace):
            self._catch_up()
            self.streams.sample_noisy(time, row)
        elif time < self.idle_before:
            self.idle.append((time, row))
            if len(self.idle) < self.MANY:
                return INF
            self._catch_up()
        else:
            self._catch_up()
            self.streams.sample(time, row)
        return self.upper(time)

    def end(self) -> float:
        self._catch_up()
        self.streams.end()
        return self.upper(INF)

    def values(self) -> int:
        return self.streams.held() + sum(1 + len(row) for _, row in self.idle)

    def _catch_up(self) -> None:
        if self.idle:
            self.streams.samples(self.idle)
            self.idle.clear()

    def _loose(self, interval: Interval) -> Interval:
        return Interval(interval.low, interval.high, self.amount)

    def _window(self, interval: Interval) -> tuple[float, float, float]:
        loose = self._loose(interval)
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
                return _always(self._zone(operand), *self._window(interval)[:2])
            case Eventually(interval, operand):
                return _eventually(self._zone(operand), self._window(interval))
            case Until(interval, left, right):
                return _until(self._zone(left), self._zone(right), self._window(interval))
            case Release(interval, left, right):
                return _release(self._zone(left), self._zone(right), self._window(interval))
        raise AssertionError(formula)

    def _zone(self, formula: Formula) -> Zone:
        if _is_now(formula):
            return Known(self.streams.stream(formula))
        below = [self._zone(one) for one in operands(formula)]
        stream = self.streams.over(formula, [one.stream for one in below])
        match formula:
            case And():
                return Least(stream, below)
            case Or():
                return Greatest(stream, below)
            case Globally(interval, _) | Eventually(interval, _):
                return Window(stream, below[0], self._loose(interval))
            case Until(interval, _, _) | Release(interval, _, _):
                return UntilZone(
                    stream, below[0], below[1], self._loose(interval), 1.0 if isinstance(formula, Until) else -1.0
                )
        raise AssertionError(formula)


def _first_value(stream: Stream) -> Upper:
    found: list[float] = []

    def upper(_now: float) -> float:
        if not found:
            found.append(stream.out[0][1])
        stream.out.clear()
        return found[0]

    return upper


def _always(zone: Zone, first: float, last: float) -> Upper:
    lowest = INF
    out, waiting = zone.stream.out, zone.stream.waiting

    def upper(now: float) -> float:
        nonlocal lowest
        while out:
            instant, value = out.popleft()
            if value < lowest and first <= instant <= last:
                lowest = value
        if waiting and not zone.sure(first, last, now, lowest):
            for instant, value in zip(waiting, zone.row(now, lowest), strict=False):
                if value < lowest and first <= instant <= last:
                    lowest = value
        return lowest

    return upper


def _eventually(zone: Zone, window: tuple[float, float, float]) -> Upper:
    first, last, complete = window
    highest = -INF
    out, waiting = zone.stream.out, zone.stream.waiting

    def upper(now: float) -> float:
        nonlocal highest
        while out:
            instant, value = out.popleft()
            if value > highest and first <= instant <= last:
                highest = value
        if now < complete:
            return INF
        within = zone.row(now, INF)
        found = highest
        for place, instant in enumerate(waiting):
            if instant > last:
                break
            if instant >= first:
                found = max(found, within[place] if place < len(within) else INF)
        return found

    return upper


def _until(left: Zone, right: Zone, window: tuple[float, float, float]) -> Upper:
    first, last, complete = window
    best, lowest = -INF, INF
    result = INF
    p_out, q_out = left.stream.out, right.stream.out

    def upper(now: float) -> float:
        nonlocal best, lowest, result
        while p_out and q_out:
            instant, p = p_out.popleft()
            q = q_out.popleft()[1]
            lowest = p if p < lowest else lowest
            if first <= instant <= last:
                best = max(best, min(q, lowest))
        # What was found, and the left side so far while the window is open, hold the old end where it was.
        if best >= result or (now < complete and lowest >= result and left.sure(-INF, last, now, result)):
            return result
        found, so_far = best, lowest
        if p_out or q_out or left.stream.waiting or right.stream.waiting:
            for instant, p, q in pairs(left, right, now):
                so_far = min(so_far, p)
                value = q if q < so_far else so_far
                if value > found and first <= instant <= last:
                    found = value
        result = max(found, so_far) if now < complete else found
        return result

    return upper


def _release(left: Zone, right: Zone, window: tuple[float, float, float]) -> Upper:
    first, last, _ = window
    worst, highest = INF, -INF
    result = INF
    p_out, q_out = left.stream.out, right.stream.out

    def upper(now: float) -> float:
        nonlocal worst, highest, result
        while p_out and q_out:
            instant, p = p_out.popleft()
            q = q_out.popleft()[1]
            highest = max(highest, p)
            if first <= instant <= last:
                worst = min(worst, max(q, highest))
        result = min(result, worst)
        if right.sure(first, last, now, result):
            return result
        so_far = highest
        for instant, p, q in pairs(left, right, now):
            so_far = max(so_far, p)
            value = q if q > so_far else so_far
            if value < result and first <= instant <= last:
                result = value
        return result

    return upper
