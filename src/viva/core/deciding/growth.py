"""What growth on smaller sizes lets one expect at a larger one: is a run that did not end only slow?"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

ENOUGH = 10
"""A tenth of a limit that is foretold from smaller inputs explains that the limit was not enough."""
_SMALLEST = 6  # sizes below which nothing is foretold as a power
_HIGHEST = 4.0  # powers above which it is none
_STRAIGHT = 0.75  # how much of its rate an exponential keeps, where a power keeps less than 0.6
_ANCHORS = 16


def growth_explains(curve: Iterable[tuple[float, int]], size: float, limit: int) -> bool:
    """Whether what smaller sizes took grows towards the limit at this size."""
    smaller = sorted((at, max(amount, 1)) for at, amount in curve if at <= size)
    return foretold(smaller, size) >= math.log(limit / ENOUGH)


def foretold(curve: Sequence[tuple[float, int]], size: float) -> float:
    """The logarithm of the most that is to be expected.

    Of each of some sizes, a third of it and two thirds are looked at: there a power loses of its rate, measured as that
    of an exponential, what an exponential keeps. An exponential must not foretell more than is true of known sizes.
    """
    highest: list[tuple[float, float]] = []
    for at, amount in curve:
        most = max(math.log(amount), highest[-1][1] if highest else 0.0)
        if highest and highest[-1][0] == at:
            highest.pop()
        highest.append((at, most))
    if len(highest) < 3:
        return max((most for _, most in highest), default=0.0)
    best = highest[-1][1]
    for at, most in highest[:: max(1, len(highest) // _ANCHORS)] + highest[-1:]:
        if at < 3:
            continue
        first, second = _reached(highest, at / 3), _reached(highest, 2 * at / 3)
        if at >= _SMALLEST:
            power = min((most - first) / math.log(3), _HIGHEST)
            best = max(best, most + power * math.log(size / at))
        rate, before = (most - second) / (at / 3), (second - first) / (at / 3)
        if rate > 0 and rate >= _STRAIGHT * before:
            known = ((other, true) for other, true in highest if other > at)
            if all(most + rate * (other - at) <= true + math.log(ENOUGH) for other, true in known):
                best = max(best, most + rate * (size - at))
    return best


def _reached(highest: Sequence[tuple[float, float]], size: float) -> float:
    return max((most for at, most in highest if at <= size), default=0.0)
