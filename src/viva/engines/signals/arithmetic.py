"""Terms over arrays of samples: exact values, or bounds by interval arithmetic where samples are noisy."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from viva.core.fault import Fault
from viva.engines.signals import model as m
from viva.engines.signals.notation import show, show_term
from viva.engines.signals.trace import Array, Bounds, Flags, Trace, exactly


def margin(comparison: m.Comparison, trace: Trace) -> Bounds:
    """How far the comparison holds, at every sample."""
    more = comparison.relation in (m.Relation.MORE, m.Relation.AT_LEAST)
    left, right = (comparison.left, comparison.right) if more else (comparison.right, comparison.left)
    with np.errstate(over="ignore", invalid="ignore"):
        found = _term(m.Difference(left, right), trace)
    if np.isnan(found.low.min()) or np.isnan(found.high.min()):
        raise Fault(f"the values of `{show(comparison)}` are too large to compute with", remedy="scale the signals")
    return found


def _term(of: m.Term, trace: Trace) -> Bounds:
    match of:
        case m.Number(number):
            return exactly(np.full(len(trace), number))
        case m.Signal(name):
            return trace.signals[name]
        case m.Negative(part):
            return _negative(_term(part, trace))
        case m.Sum(left, right):
            one, other = _term(left, trace), _term(right, trace)
            low = one.low + other.low
            return Bounds(low, low if one.exact and other.exact else one.high + other.high)
        case m.Difference(left, m.Number(number)):
            one = _term(left, trace)
            low = one.low - number
            return Bounds(low, low if one.exact else one.high - number)
        case m.Difference(m.Number(number), right):
            other = _term(right, trace)
            low = number - other.high
            return Bounds(low, low if other.exact else number - other.low)
        case m.Difference(left, right):
            one, other = _term(left, trace), _term(right, trace)
            low = one.low - other.high
            return Bounds(low, low if one.exact and other.exact else one.high - other.low)
        case m.Product(left, right):
            return _product(_term(left, trace), _term(right, trace))
        case m.Quotient(left, right):
            return _quotient(of, _term(left, trace), _term(right, trace), trace.times)
        case m.Root(part):
            return _root(of, _term(part, trace), trace.times)
        case m.Exponential(part):
            return _exponential(of, _term(part, trace), trace.times)
        case m.Absolute(part):
            return _absolute(_term(part, trace))
        case m.Least(several):
            return _fold(np.minimum, [_term(part, trace) for part in several])
        case m.Greatest(several):
            return _fold(np.maximum, [_term(part, trace) for part in several])
        case m.Rate(part):
            return _rate(_term(part, trace), trace.times)
        case m.Before(part):
            return _each(before, _term(part, trace))


def _negative(of: Bounds) -> Bounds:
    low = -of.high
    return Bounds(low, low if of.exact else -of.low)


def _product(one: Bounds, other: Bounds) -> Bounds:
    if one.exact and other.exact:
        return exactly(one.low * other.low)
    corners = np.array([x * y for x in (one.low, one.high) for y in (other.low, other.high)])
    return Bounds(corners.min(axis=0), corners.max(axis=0))


def _quotient(of: m.Quotient, one: Bounds, other: Bounds, times: Array) -> Bounds:
    around = (other.low <= 0) & (other.high >= 0)
    _refuse(around, of, times, lambda _: f"`{show_term(of.right)}` is 0", "keep the divisor away from 0")
    if one.exact and other.exact:
        return exactly(one.low / other.low)
    corners = np.array([x / y for x in (one.low, one.high) for y in (other.low, other.high)])
    return Bounds(corners.min(axis=0), corners.max(axis=0))


def _root(of: m.Root, inside: Bounds, times: Array) -> Bounds:
    name = show_term(of.term)
    _refuse(inside.low < 0, of, times, lambda i: f"`{name}` is {inside.low[i]:g}", f"write sqrt(max({name}, 0))")
    return _each(np.sqrt, inside)


def _exponential(of: m.Exponential, inside: Bounds, times: Array) -> Bounds:
    found = _each(np.exp, inside)
    _refuse(
        np.isinf(found.high), of, times, lambda i: f"`{show_term(of.term)}` is {inside.high[i]:g}", "scale the signals"
    )
    return found


def _refuse(where: Flags, of: m.Term, times: Array, because: Callable[[int], str], remedy: str) -> None:
    """A term that has no value somewhere: which term, when, and why."""
    if where.any():
        i = int(np.flatnonzero(where)[0])
        raise Fault(f"`{show_term(of)}` has no value at time {times[i]:g}, where {because(i)}", remedy=remedy)


def _each(function: Callable[[Array], Array], of: Bounds) -> Bounds:
    """For a function that grows with its argument."""
    low = function(of.low)
    return exactly(low) if of.exact else Bounds(low, function(of.high))


def before(values: Array) -> Array:
    """Each at the sample after it; the first stays."""
    return np.concatenate((values[:1], values[:-1]))


def _absolute(of: Bounds) -> Bounds:
    if of.exact:
        return exactly(np.abs(of.low))
    one, other = np.abs(of.low), np.abs(of.high)
    around = (of.low <= 0) & (of.high >= 0)
    return Bounds(np.where(around, 0.0, np.minimum(one, other)), np.maximum(one, other))


def _fold(ufunc: np.ufunc, several: list[Bounds]) -> Bounds:
    low, high = several[0].low, several[0].high
    for one in several[1:]:
        low, high = ufunc(low, one.low), ufunc(high, one.high)
    return Bounds(low, low if all(one.exact for one in several) else high)


def _rate(values: Bounds, times: Array) -> Bounds:
    """The quotient at a sample looks back at the one before; at the first, nothing has changed yet."""
    steps = np.diff(times)
    low = np.concatenate((np.zeros(1), (values.low[1:] - values.high[:-1]) / steps))
    if values.exact:
        return exactly(low)
    return Bounds(low, np.concatenate((np.zeros(1), (values.high[1:] - values.low[:-1]) / steps)))


def looks_back(comparison: m.Comparison) -> int:
    """How many samples before a sample its value depends on."""
    return max(_back(comparison.left), _back(comparison.right))


def _back(of: m.Term) -> int:
    return isinstance(of, m.Rate | m.Before) + max(map(_back, m.parts(of)), default=0)
