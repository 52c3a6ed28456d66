"""Robustness where every instant counts: signals are straight between samples (the semantics `linear`), or keep their
values until the next one (`hold`).

Each formula has two functions of time, a lower and an upper one; they are the same where samples are exact and the
trace has ended. While it goes on, a window that reaches past the last sample holds one unknown element.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial, reduce

import numpy as np

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.engines.signals import model as m
from viva.engines.signals.arithmetic import margin
from viva.engines.signals.line_windows import until, window_supremum
from viva.engines.signals.lines import (
    Lines,
    divide,
    greatest,
    kept,
    least,
    level,
    mirror,
    only_after,
    scale,
    slope,
    through,
    total,
)
from viva.engines.signals.notation import show, show_term
from viva.engines.signals.points import Points
from viva.engines.signals.trace import Trace


@dataclass(frozen=True, slots=True)
class Band:
    """A lower and an upper function of time; one and the same where nothing is unknown."""

    low: Lines
    high: Lines

    @property
    def exact(self) -> bool:
        return self.low is self.high

    def __neg__(self) -> Band:
        low = -self.high
        return Band(low, low if self.exact else -self.low)


def _each(function: Callable[..., Lines], *bands: Band) -> Band:
    """For a function that grows with its arguments."""
    low = function(*(band.low for band in bands))
    return Band(low, low if all(band.exact for band in bands) else function(*(band.high for band in bands)))


def _exactly(lines: Lines) -> Band:
    return Band(lines, lines)


@dataclass(frozen=True, slots=True)
class Linear:
    """A trace that has ended, or one that goes on after its last sample; `hold`: values are kept until the next."""

    trace: Trace
    ended: bool = True
    hold: bool = False

    def robustness(self, formula: m.Formula) -> Band:
        """The robustness over all instants from the first to the last sample."""
        match formula:
            case m.Truth(true):
                return _exactly(level(self.trace.times, math.inf if true else -math.inf))
            case m.Comparison() | m.Previous() if self.hold:
                if any(isinstance(part, m.Temporal) for part in m.subformulas(formula)):
                    raise _no_samples(formula, "points")
                values = Points(self.trace).robustness(formula)
                low = kept(self.trace.times, values.low)
                return Band(low, low if values.exact else kept(self.trace.times, values.high))
            case m.Previous():
                raise _no_samples(formula, "points or hold")
            case m.Comparison(left, relation, right):
                more = relation in (m.Relation.MORE, m.Relation.AT_LEAST)
                return self.term(m.Difference(left, right) if more else m.Difference(right, left))
            case m.Not(operand):
                return -self.robustness(operand)
            case m.And(several):
                return reduce(lambda x, y: _each(least, x, y), map(self.robustness, several))
            case m.Or(several):
                return reduce(lambda x, y: _each(greatest, x, y), map(self.robustness, several))
            case m.Implies(left, right):
                return _each(greatest, -self.robustness(left), self.robustness(right))
            case m.Iff(left, right):
                one, other = self.robustness(left), self.robustness(right)
                return _each(least, _each(greatest, -one, other), _each(greatest, one, -other))
            case m.Eventually(interval, operand):
                return self._eventually(self.robustness(operand), interval)
            case m.Globally(interval, operand):
                return -self._eventually(-self.robustness(operand), interval)
            case m.Once(interval, operand):
                return _past(self.robustness(operand), interval)
            case m.Historically(interval, operand):
                return -_past(-self.robustness(operand), interval)
            case m.Until(interval, left, right):
                return self._until(self.robustness(left), self.robustness(right), interval)
            case m.Release(interval, left, right):
                return -self._until(-self.robustness(left), -self.robustness(right), interval)
            case m.Since(interval, left, right):
                one, other = (_each(mirror, self.robustness(operand)) for operand in (left, right))
                return _each(
                    mirror, _each(lambda p, q: until(p, q, interval.low, interval.high, interval.slack), one, other)
                )

    def _eventually(self, band: Band, interval: m.Interval) -> Band:
        found = _each(lambda x: window_supremum(x, interval.low, interval.high, interval.slack), band)
        return self._opened(found, level(self.trace.times, math.inf), interval)

    def _until(self, left: Band, right: Band, interval: m.Interval) -> Band:
        found = _each(lambda p, q: until(p, q, interval.low, interval.high, interval.slack), left, right)
        # An unknown t' after the last sample: what is known of it is that the left side must hold up to there.
        return self._opened(found, -window_supremum(-left.high, 0.0, math.inf, interval.slack), interval)

    def _opened(self, found: Band, unknown: Lines, interval: m.Interval) -> Band:
        """With the unknown element at every instant whose window reaches past the last sample."""
        if self.ended:
            return found
        start, last = float(self.trace.times[0]), float(self.trace.times[-1])
        closed = last - interval.high
        # At the first sample, where it matters most, it is as for samples: what is near to the end is at it.
        open_there = last < start + interval.complete
        closed = min(closed, np.nextafter(start, -math.inf)) if open_there else max(closed, start)
        return Band(found.low, greatest(found.high, only_after(unknown, closed)))

    def term(self, of: m.Term) -> Band:
        match of:
            case m.Number(number):
                return _exactly(level(self.trace.times, number))
            case m.Signal(name):
                values = self.trace.signals[name]
                low = through(self.trace.times, values.low)
                return Band(low, low if values.exact else through(self.trace.times, values.high))
            case m.Negative(part):
                return -self.term(part)
            case m.Sum(left, right):
                return _each(total, self.term(left), self.term(right))
            case m.Difference(left, right):
                return _each(total, self.term(left), -self.term(right))
            case m.Product(left, right):
                return self._product(left, right)
            case m.Quotient(left, right) if m.is_constant(right):
                divisor = self._number(right)
                band = self.term(left)
                return _each(partial(divide, divisor=abs(divisor)), band if divisor > 0 else -band)
            case m.Root() | m.Exponential() if m.is_constant(of):
                return _exactly(level(self.trace.times, self._number(of)))
            case m.Quotient() | m.Root() | m.Exponential() | m.Before():
                raise _not_straight(of)
            case m.Absolute(part):
                return self._absolute(self.term(part))
            case m.Least(several):
                return reduce(lambda x, y: _each(least, x, y), map(self.term, several))
            case m.Greatest(several):
                return reduce(lambda x, y: _each(greatest, x, y), map(self.term, several))
            case m.Rate(part):
                return self._rate(part)

    def _product(self, left: m.Term, right: m.Term) -> Band:
        for one, other in ((left, right), (right, left)):
            if m.is_constant(one):
                factor = self._number(one)
                band = self.term(other)
                return _each(partial(scale, factor=abs(factor)), band if factor >= 0 else -band)
        raise _not_straight(m.Product(left, right))

    def _number(self, constant: m.Term) -> float:
        return float(margin(m.Comparison(constant, m.Relation.MORE, m.Number(0.0)), self.trace.part(0, 1)).low[0])

    def _absolute(self, band: Band) -> Band:
        zero = level(self.trace.times, 0.0)
        if band.exact:
            return _exactly(greatest(greatest(band.low, -band.low), zero))
        return Band(greatest(greatest(band.low, -band.high), zero), greatest(-band.low, band.high))

    def _rate(self, part: m.Term) -> Band:
        band = self.term(part)
        if not band.exact or any(isinstance(inner, m.Rate) for inner in m.subterms(part)):
            raise Fault(
                f"`{show_term(m.Rate(part))}` has no slope between samples: it is noisy, or a rate of a rate",
                remedy="use --semantics points",
            )
        if len(band.low.times) == 1:
            return _exactly(scale(band.low, 0.0))
        return _exactly(slope(band.low))


def _not_straight(term: m.Term) -> Fault:
    return Fault(
        f"`{show_term(term)}` is not straight between samples",
        remedy="use --semantics points or hold, or give it as a signal of its own",
    )


def _no_samples(formula: m.Formula, instead: str) -> Fault:
    return Fault(
        f"`{show(formula)}` looks at the sample before, but here every instant counts",
        remedy=f"use --semantics {instead}",
    )


def _past(band: Band, interval: m.Interval) -> Band:
    back = _each(mirror, band)
    return _each(mirror, _each(lambda x: window_supremum(x, interval.low, interval.high, interval.slack), back))


def hold_last_values(trace: Trace, formula: m.Formula, reach: float) -> Trace:
    """The trace with its last values held for as long as the formula can look."""
    if reach == 0:
        return trace
    more = {}
    for name in m.signals(formula):
        values = trace.signals[name]
        low = np.append(values.low, values.low[-1])
        more[name] = type(values)(low, low if values.exact else np.append(values.high, values.high[-1]))
    return Trace(np.append(trace.times, trace.times[-1] + reach), more)
