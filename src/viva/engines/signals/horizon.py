"""How far a formula looks, and what an online monitor must hold (section 3.2.2 of the paper)."""

from __future__ import annotations

import math

from viva.core.records import dataclass
from viva.engines.signals import model as m


def horizon(formula: m.Formula) -> float:
    """The time after t from which on the value at t is certain, however the trace goes on; inf if there is none."""
    match formula:
        case m.Globally(interval, operand) | m.Eventually(interval, operand):
            return interval.high + horizon(operand)
        case m.Until(interval, left, right) | m.Release(interval, left, right):
            return interval.high + max(horizon(left), horizon(right))
        case m.Historically(interval, operand) | m.Once(interval, operand):
            return max(0.0, horizon(operand) - interval.low)
        case m.Since(interval, left, right):
            return max(0.0, horizon(left), horizon(right) - interval.low)
        case _:
            return max((horizon(operand) for operand in m.operands(formula)), default=0.0)


def reach(formula: m.Formula) -> float:
    """The horizon, where an infinite window counts from its beginning: past it a held signal changes nothing."""
    own = 0.0
    if isinstance(formula, m.Globally | m.Eventually | m.Until | m.Release):
        own = formula.interval.high if formula.interval.high < math.inf else formula.interval.low
    return own + max((reach(operand) for operand in m.operands(formula)), default=0.0)


def looks_behind(formula: m.Formula) -> float:
    """How far before t the value at t may depend on the trace; samples that `prev` and `rate` look at come on top."""
    own = formula.interval.high if isinstance(formula, m.PAST) else 0.0
    return own + max((looks_behind(operand) for operand in m.operands(formula)), default=0.0)


def limit_windows(formula: m.Formula, longest: float) -> m.Formula:
    """The formula with every window without end cut to `longest` (section 3.3, the first way): it needs finite memory,
    and on a trace no longer than that it means the same."""

    def cut(interval: m.Interval) -> m.Interval:
        return interval if interval.high < math.inf else m.Interval(interval.low, max(interval.low, longest))

    return m.with_intervals(formula, cut)


@dataclass(frozen=True, slots=True)
class Allocation:
    """What a monitor needs of one subformula: the instants from `start` to `end`, seen from the first sample, and at
    most a stretch of `kept` of them at any one time."""

    formula: m.Formula
    start: float
    end: float
    kept: float


def memory(formula: m.Formula) -> tuple[Allocation, ...]:
    """The allocation of every subformula, outermost first.

    Bounded operators follow the rules of the paper. Below an unbounded one a subformula is needed for ever, but only
    until it is certain; its parent keeps the extremum. Under two nested unbounded operators nothing becomes certain
    before the trace ends, and everything is kept.
    """
    return tuple(_allocate(formula, 0.0, 0.0, 0.0))


def _allocate(formula: m.Formula, start: float, end: float, kept: float) -> list[Allocation]:
    found = [Allocation(formula, start, end, kept)]
    for operand, (first, last) in zip(m.operands(formula), needs(formula, start, end), strict=True):
        if last < math.inf:
            stretch = last - first
        elif end < math.inf:
            stretch = horizon(operand)  # an unbounded operator at finitely many instants
        else:
            stretch = horizon(formula) + _looks_back(formula)
        found += _allocate(operand, first, last, stretch)
    return found


def needs(formula: m.Formula, start: float, end: float) -> list[tuple[float, float]]:
    """For each operand the instants that the formula needs of it, for its own values from `start` to `end`."""
    match formula:
        case m.Globally(m.Interval(a, b), _) | m.Eventually(m.Interval(a, b), _):
            return [(start + a, end + b)]
        case m.Until(m.Interval(_, b), _, _) | m.Release(m.Interval(_, b), _, _):
            return [(start, end + b)] * 2
        case m.Historically(m.Interval(a, b), _) | m.Once(m.Interval(a, b), _):
            return [(max(0.0, start - b), max(0.0, end - a))]
        case m.Previous():
            return [(0.0, end)]  # the sample before may be any time ago
        case m.Since(m.Interval(_, b), _, _):
            return [(max(0.0, start - b), end)] * 2
        case _:
            return [(start, end)] * len(m.operands(formula))


def _looks_back(formula: m.Formula) -> float:
    if isinstance(formula, m.Historically | m.Once | m.Since):
        return formula.interval.high if formula.interval.high < math.inf else formula.interval.low
    return 0.0
