"""Robustness of whole traces in the semantics `points`: arrays in, arrays out, in linear time.

Every operator is monotone apart from negation, so noisy samples cost twice: once for the lower and once for the upper
ends. The past is the future with time mirrored.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from viva.core.records import dataclass
from viva.engines.signals import model as m
from viva.engines.signals.arithmetic import margin
from viva.engines.signals.sliding_extrema import GREATEST, LEAST
from viva.engines.signals.trace import Array, Bounds, Trace, exactly
from viva.engines.signals.until import until_without_end
from viva.engines.signals.windows import extrema_up_to, window_extrema


@dataclass(frozen=True, slots=True)
class Points:
    """A trace, whether its last sample is held for ever, and whether it has ended. Of one that goes on, what is not yet
    certain has a lower and an upper end: windows that are not closed hold one unknown element."""

    trace: Trace
    held: bool = False
    ended: bool = True

    def robustness(self, formula: m.Formula) -> Bounds:
        """The robustness at every sample."""
        trace, held = self.trace, self.held
        times = trace.times
        match formula:
            case m.Truth(true):
                return exactly(np.full(len(trace), np.inf if true else -np.inf))
            case m.Comparison():
                return margin(formula, trace)
            case m.Not(operand):
                return negate(self.robustness(operand))
            case m.Previous(operand):
                return each(previous, self.robustness(operand))
            case m.And(several):
                return self._fold(np.minimum, several)
            case m.Or(several):
                return self._fold(np.maximum, several)
            case m.Implies(left, right):
                return join(np.maximum, negate(self.robustness(left)), self.robustness(right))
            case m.Iff(left, right):
                return equivalence(self.robustness(left), self.robustness(right))
            case m.Globally(interval, operand):
                found = each(lambda x: window_extrema(times, x, interval, LEAST, held), self.robustness(operand))
                return found if self.ended else negate(self._opened(interval, negate(found), np.inf))
            case m.Eventually(interval, operand):
                found = each(lambda x: window_extrema(times, x, interval, GREATEST, held), self.robustness(operand))
                return found if self.ended else self._opened(interval, found, np.inf)
            case m.Historically(interval, operand):
                back = -times[::-1]
                found = mirror(self.robustness(operand))
                return mirror(each(lambda x: window_extrema(back, x, interval, LEAST), found))
            case m.Once(interval, operand):
                back = -times[::-1]
                found = mirror(self.robustness(operand))
                return mirror(each(lambda x: window_extrema(back, x, interval, GREATEST), found))
            case m.Until(interval, left, right):
                return self._until(interval, self.robustness(left), self.robustness(right))
            case m.Since(interval, left, right):
                back = -times[::-1]
                one, other = mirror(self.robustness(left)), mirror(self.robustness(right))
                return mirror(pairwise(lambda p, q: until(back, p, q, interval, False), one, other))
            case m.Release(interval, left, right):
                return negate(self._until(interval, negate(self.robustness(left)), negate(self.robustness(right))))

    def _until(self, interval: m.Interval, left: Bounds, right: Bounds) -> Bounds:
        found = pairwise(lambda p, q: until(self.trace.times, p, q, interval, self.held), left, right)
        if self.ended:
            return found
        # The unknown element is an instant after the last one, up to which the left side holds as it does so far.
        return self._opened(interval, found, np.minimum.accumulate(left.high[::-1])[::-1])

    def _opened(self, interval: m.Interval, found: Bounds, unknown: Array | float) -> Bounds:
        times = self.trace.times
        is_open = times[-1] < times + interval.complete
        return Bounds(found.low, np.where(is_open, np.maximum(found.high, unknown), found.high))

    def _fold(self, ufunc: np.ufunc, several: tuple[m.Formula, ...]) -> Bounds:
        found = self.robustness(several[0])
        for formula in several[1:]:
            found = join(ufunc, found, self.robustness(formula))
        return found


def until(times: Array, left: Array, right: Array, interval: m.Interval, held: bool) -> Array:
    """p U[a,b] q at every sample."""
    steps = until_without_end(left, right)
    if interval.everything:
        return steps
    if interval.earliest > 0:
        steps = extrema_up_to(times, steps, interval.earliest, LEAST)
    reached = window_extrema(times, right, interval, GREATEST, held)
    return np.minimum(steps, reached, out=reached)


def previous(values: Array) -> Array:
    """Each at the sample after it; before the first sample nothing holds."""
    return np.concatenate(([-np.inf], values[:-1]))


def negate(bounds: Bounds) -> Bounds:
    low = -bounds.high
    return Bounds(low, low if bounds.exact else -bounds.low)


def equivalence(one: Bounds, other: Bounds) -> Bounds:
    there = join(np.maximum, negate(one), other)
    return join(np.minimum, there, join(np.maximum, one, negate(other)))


def each(function: Callable[[Array], Array], bounds: Bounds) -> Bounds:
    low = function(bounds.low)
    return Bounds(low, low if bounds.exact else function(bounds.high))


def pairwise(function: Callable[[Array, Array], Array], one: Bounds, other: Bounds) -> Bounds:
    low = function(one.low, other.low)
    return Bounds(low, low if one.exact and other.exact else function(one.high, other.high))


def join(ufunc: np.ufunc, one: Bounds, other: Bounds) -> Bounds:
    return pairwise(lambda x, y: np.asarray(ufunc(x, y)), one, other)


def mirror(bounds: Bounds) -> Bounds:
    return each(lambda x: np.ascontiguousarray(x[::-1]), bounds)
