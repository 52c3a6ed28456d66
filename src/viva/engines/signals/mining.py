"""Parameters of a formula from labelled traces: this is how fault monitors are made.

A parameter is monotone if robustness only grows, or only falls, as it grows (a threshold, an end of a window; most
are). Then the values that accept every good trace are one range, the values that reject every bad trace another, and
bisection finds where each ends. Between the two lies every right value; the middle is the safest.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from viva.core.fault import Fault
from viva.engines.signals.model import Formula
from viva.engines.signals.notation import parse
from viva.engines.signals.robustness import Semantics, robustness
from viva.engines.signals.trace import Trace

STEPS = 60
PROBES = 9


@dataclass(frozen=True, slots=True)
class Mined:
    """`value` is in the middle of all values between `low` and `high` that separate good from bad. `margin` is the
    least robustness, of the right sign, that any trace has with it."""

    name: str
    value: float
    low: float
    high: float
    margin: float
    formula: Formula


def mine(
    text: str,
    name: str,
    *,
    low: float,
    high: float,
    good: Sequence[Trace],
    bad: Sequence[Trace],
    parameters: Mapping[str, float] | None = None,
    semantics: Semantics = Semantics.POINTS,
) -> Mined:
    """The parameter `name`, between `low` and `high`, with which the formula is true of every good trace and false of
    every bad one. Raises Fault where no value does, or where the parameter is not monotone on these traces."""
    if not good or not bad:
        raise Fault("a parameter is fitted to good and bad traces", remedy="give at least one of each")
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise Fault(f"the parameter {name!r} needs a range, found {low:g} to {high:g}")

    def formula(value: float) -> Formula:
        return parse(text, {**(parameters or {}), name: value})

    def worst_good(value: float) -> float:
        return min(robustness(formula(value), one, semantics) for one in good)

    def best_bad(value: float) -> float:
        return max(robustness(formula(value), one, semantics) for one in bad)

    rises = _direction([worst_good, best_bad], name, low, high)
    # The good traces want the parameter on one side, the bad ones on the other.
    limit_good = _limit(lambda v: worst_good(v) > 0, high if rises else low, low if rises else high)
    limit_bad = _limit(lambda v: best_bad(v) < 0, low if rises else high, high if rises else low)
    if limit_good is None or limit_bad is None or (limit_good > limit_bad if rises else limit_good < limit_bad):
        raise Fault(f"no value of {name!r} between {low:g} and {high:g} separates the good from the bad traces")
    first, last = sorted((limit_good, limit_bad))
    value = first + (last - first) / 2
    return Mined(name, value, first, last, min(worst_good(value), -best_bad(value)), formula(value))


def _direction(measures: Sequence[Callable[[float], float]], name: str, low: float, high: float) -> bool:
    """Whether robustness rises with the parameter."""
    probes = [low + (high - low) * k / (PROBES - 1) for k in range(PROBES)]
    found = [[measure(value) for value in probes] for measure in measures]
    rising = all(x <= y for values in found for x, y in itertools.pairwise(values))
    falling = all(x >= y for values in found for x, y in itertools.pairwise(values))
    if rising == falling:
        problem = (
            "has no influence on these traces" if rising else "is not monotone: robustness rises and falls with it"
        )
        raise Fault(f"the parameter {name!r} {problem}", remedy="narrow its range, or fit another parameter")
    return rising


def _limit(holds: Callable[[float], bool], inside: float, outside: float) -> float | None:
    """The value furthest from `inside`, towards `outside`, for which it holds; None if it does not hold at all."""
    if not holds(inside):
        return None
    if holds(outside):
        return outside
    for _ in range(STEPS):
        middle = inside + (outside - inside) / 2
        if middle in (inside, outside):
            break
        if holds(middle):
            inside = middle
        else:
            outside = middle
    return inside
