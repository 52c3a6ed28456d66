"""Curves over a stretch of time: polynomials by their coefficients, the constant one first.

Those of constant rates are straight lines over fractions, and everything about them is exact. Those of affine dynamics
are Taylor series over floating-point numbers; their roots are isolated by bounds on all derivatives, so that none is
stepped over, and then bracketed until the bracket has no number inside.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

Number = Fraction | float
Curve = tuple[Number, ...]
_DEEPEST = 44
_SMALL = 1e-13


def size(number: Number) -> Number:
    """Its absolute value."""
    return -number if number < 0 else number


def later(at: Number, width: Number) -> Number:
    """The end of a stretch: `at + width`, or the next number where that rounds to `at`, so that whoever goes from
    stretch to stretch gets on."""
    end = at + width
    return end if end > at else math.nextafter(float(at), math.inf)


def value(curve: Sequence[Number], at: Number) -> Number:
    total: Number = 0
    for factor in reversed(curve):
        total = total * at + factor
    return total


def shifted(curve: Curve, by: Number) -> Curve:
    """The same curve, with time counted from `by`."""
    if not by or len(curve) == 1:
        return curve
    if len(curve) == 2:
        return (curve[0] + curve[1] * by, curve[1])
    found = list(curve)
    for row in range(len(found) - 1):
        for index in range(len(found) - 2, row - 1, -1):
            found[index] += found[index + 1] * by
    return tuple(found)


def difference(one: Curve, other: Curve) -> Curve:
    longest = max(len(one), len(other))
    pad = (0,) * longest
    return tuple(left - right for left, right in zip((*one, *pad)[:longest], (*other, *pad)[:longest], strict=True))


def derivative(curve: Curve) -> Curve:
    return tuple(order * factor for order, factor in enumerate(curve))[1:] or (0,)


def is_straight(curve: Curve) -> bool:
    return len(curve) <= 2 or not any(curve[2:])


def roots(curve: Curve, width: Number) -> list[Number]:
    """Where the curve is 0 between 0 and `width`, in order; where it only touches, to within rounding. A curve that is
    0 throughout has none."""
    if is_straight(curve):
        slope = curve[1] if len(curve) > 1 else 0
        at = -curve[0] / slope if slope else -1
        return [at] if 0 <= at <= width else []
    found: list[Number] = []
    _isolate(tuple(float(each) for each in curve), 0.0, float(width), 0, found)
    return found


def _isolate(curve: tuple[float, ...], left: float, right: float, depth: int, found: list[Number]) -> None:
    half = (right - left) / 2
    middle = left + half
    around = tuple(float(each) for each in shifted(curve, middle))
    spread = steep = 0.0
    power = 1.0
    for order, factor in enumerate(around[1:], 1):
        if order > 1:
            steep += order * abs(factor) * power
        power *= half
        spread += abs(factor) * power
    if abs(around[0]) > spread:
        return
    low, high = float(value(curve, left)), float(value(curve, right))
    if abs(around[1]) > steep:
        if low == 0:
            _add(found, left)
        elif high == 0:
            _add(found, right)
        elif (low < 0) != (high < 0):
            _add(found, _bracketed(curve, left, right, low))
        return
    if depth >= _DEEPEST or half < _SMALL * (1 + abs(right)):
        if spread > 0 or around[0] == 0:
            _add(found, middle)
        return
    _isolate(curve, left, middle, depth + 1, found)
    _isolate(curve, middle, right, depth + 1, found)


def _add(found: list[Number], at: float) -> None:
    if not found or at - found[-1] > 1e-12 * (1 + abs(at)):
        found.append(at)


def _bracketed(curve: tuple[float, ...], left: float, right: float, low: float) -> float:
    """Regula falsi (Illinois) with bisection behind it."""
    high = float(value(curve, right))
    side = 0
    for turn in range(200):
        at = (left * high - right * low) / (high - low) if turn % 4 != 3 else (left + right) / 2
        if not left < at < right:
            at = (left + right) / 2
            if not left < at < right:
                break
        here = float(value(curve, at))
        if here == 0:
            return at
        if (here < 0) == (low < 0):
            left, low = at, here
            high = high / 2 if side == -1 else high
            side = -1
        else:
            right, high = at, here
            low = low / 2 if side == 1 else low
            side = 1
        if right - left <= 1e-16 * (1 + abs(right)):
            break
    return (left + right) / 2


def beyond(curve: Curve, width: Number | None, bound: Number) -> list[tuple[Number, Number | None]]:
    """The stretches of [0, width] in which the curve is above `bound` or below `-bound`; `None` is without end.

    Stretches without length are left out: only what lasts counts.
    """
    if width is None:
        return _beyond_for_ever(curve, bound)
    if width <= 0:
        return []
    if not is_straight(curve):
        half = float(width) / 2
        around = shifted(curve, half)
        spread, power = 0.0, 1.0
        for factor in around[1:]:
            power *= half
            spread += abs(float(factor)) * power
        if size(around[0]) + spread <= bound:
            return []
    cuts: list[Number] = [0]
    for side in (bound, -bound):
        cuts += roots((curve[0] - side, *curve[1:]), width)
    cuts = sorted({*cuts, width})
    found: list[tuple[Number, Number | None]] = []
    for start, stop in pairwise(cuts):
        if size(value(curve, (start + stop) / 2)) > bound:
            if found and found[-1][1] == start:
                found[-1] = (found[-1][0], stop)
            else:
                found.append((start, stop))
    return found


def _beyond_for_ever(curve: Curve, bound: Number) -> list[tuple[Number, Number | None]]:
    """A straight line that never ends: where it leaves the band, and where it enters."""
    slope = curve[1] if len(curve) > 1 else 0
    if not slope:
        return [(0, None)] if size(curve[0]) > bound else []
    leaving = ((bound if slope > 0 else -bound) - curve[0]) / slope
    entering = ((-bound if slope > 0 else bound) - curve[0]) / slope
    if leaving <= 0:
        return [(0, None)]
    return [(0, entering), (leaving, None)] if entering > 0 else [(leaving, None)]


def extremes(curve: Curve, width: Number) -> tuple[Number, Number]:
    """The least and the greatest value on [0, width]."""
    places: list[Number] = [0, width]
    if not is_straight(curve):
        places += roots(derivative(curve), width)
    values = [value(curve, at) for at in places]
    return min(values), max(values)
