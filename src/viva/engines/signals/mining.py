"""Parameters of a formula from labelled traces: this is how fault monitors are made.

A parameter is monotone if robustness only grows, or only falls, as it grows (a threshold, an end of a window; most
are). So every parameter has a strict and a loose end. The values that accept every good trace are then closed under
making them looser, the values that reject every bad trace under making them stricter. With one parameter both are
ranges, bisection finds where each ends, and between the two lies every right value. With several parameters that is
done for the last one, over a grid of the others; the strictest right values of all columns are the Pareto set.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.engines.signals.model import Formula
from viva.engines.signals.notation import parse
from viva.engines.signals.robustness import Semantics, robustness
from viva.engines.signals.trace import Trace

STEPS = 60
PROBES = 9
GRID = {1: 1, 2: 17, 3: 6, 4: 4}  # for that many parameters, so many values of all but the last

Values = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Choice:
    """Right values: the last parameter may be anything from `low` to `high` if the others are as they are; `strictest`
    is the end of that which is hardest to satisfy."""

    values: Values
    low: float
    high: float
    strictest: float
    margin: float


@dataclass(frozen=True, slots=True)
class Mined:
    """`values` separate good from bad, and with them no trace is nearer to the wrong side than `margin`. `rises`:
    whether robustness rises with the parameter. `choices` are right, one for each column of the grid that has any;
    `pareto` are the strictest of them, of which none is stricter than another in every parameter. `accepts` and
    `rejects`: for each column how far the last parameter may go for the good and for the bad traces."""

    values: Values
    margin: float
    formula: Formula
    rises: Mapping[str, bool]
    choices: tuple[Choice, ...]
    pareto: tuple[Values, ...]
    accepts: tuple[Values, ...]
    rejects: tuple[Values, ...]


def mine(
    text: str,
    ranges: Mapping[str, tuple[float, float]],
    *,
    good: Sequence[Trace],
    bad: Sequence[Trace] = (),
    parameters: Values | None = None,
    semantics: Semantics = Semantics.POINTS,
    rises: Mapping[str, bool] | None = None,
    strictest: bool = False,
) -> Mined:
    """Values of the parameters within `ranges` with which the formula is true of every good trace and false of every
    bad one: those with the greatest margin, or the strictest, the first parameter first, which is all that good traces
    alone can say. `rises` declares directions that are otherwise found. Raises Fault where no values are found, or
    where a parameter is not monotone on these traces."""
    if not good or not (bad or strictest):
        raise Fault("parameters are fitted to good and bad traces", remedy="give at least one of each, or --strictest")
    if not 1 <= len(ranges) <= max(GRID):
        raise Fault(f"{len(ranges)} parameters cannot be fitted at once", remedy=f"give one to {max(GRID)} ranges")
    for name, (low, high) in ranges.items():
        if not (math.isfinite(low) and math.isfinite(high) and low < high):
            raise Fault(f"the parameter {name!r} needs a range, found {low:g} to {high:g}")
    fitting = _Fitting(
        text=text,
        ranges=ranges,
        good=good,
        bad=bad,
        parameters=dict(parameters or {}),
        semantics=semantics,
        declared=rises or {},
    )
    return fitting.strictest() if strictest else fitting.widest()


class _Fitting:
    def __init__(
        self,
        *,
        text: str,
        ranges: Mapping[str, tuple[float, float]],
        good: Sequence[Trace],
        bad: Sequence[Trace],
        parameters: Values,
        semantics: Semantics,
        declared: Mapping[str, bool],
    ) -> None:
        self.text, self.ranges, self.good, self.bad = text, ranges, good, bad
        self.parameters, self.semantics = parameters, semantics
        self.names = list(ranges)
        self.rises = {name: declared[name] if name in declared else self._direction(name) for name in self.names}

    def formula(self, values: Values) -> Formula:
        return parse(self.text, {**self.parameters, **values})

    def worst_good(self, values: Values) -> float:
        formula = self.formula(values)
        return min(robustness(formula, one, self.semantics) for one in self.good)

    def best_bad(self, values: Values) -> float:
        formula = self.formula(values)
        return max((robustness(formula, one, self.semantics) for one in self.bad), default=-math.inf)

    def margin(self, values: Values) -> float:
        return min(self.worst_good(values), -self.best_bad(values))

    def strict(self, name: str) -> float:
        return self.ranges[name][0 if self.rises[name] else 1]

    def loose(self, name: str) -> float:
        return self.ranges[name][1 if self.rises[name] else 0]

    def _direction(self, name: str) -> bool:
        """Whether robustness rises with the parameter, wherever the others are."""
        others = [other for other in self.names if other != name]
        found = []
        for share in (0.0, 0.5, 1.0) if others else (0.0,):
            fixed = {other: _part(self.ranges[other], share) for other in others}
            probes = [{**fixed, name: _part(self.ranges[name], k / (PROBES - 1))} for k in range(PROBES)]
            found += [[self.worst_good(values) for values in probes], [self.best_bad(values) for values in probes]]
        rising = all(x <= y for values in found for x, y in itertools.pairwise(values))
        falling = all(x >= y for values in found for x, y in itertools.pairwise(values))
        if rising == falling:
            problem = (
                "has no influence on these traces" if rising else "is not monotone: robustness rises and falls with it"
            )
            raise Fault(f"the parameter {name!r} {problem}", remedy="narrow its range, or fit another parameter")
        return rising

    def _columns(self) -> Iterator[Values]:
        """Values of all parameters but the last, the strictest first."""
        steps = GRID[len(self.names)]
        for shares in itertools.product(range(steps), repeat=len(self.names) - 1):
            yield {
                name: _part((self.strict(name), self.loose(name)), share / (steps - 1))
                for name, share in zip(self.names, shares, strict=False)
            }

    def _ends(self, fixed: Values) -> tuple[float | None, float | None]:
        """How strict the last parameter may be for the good traces, and how loose for the bad ones."""
        last = self.names[-1]
        strict, loose = self.strict(last), self.loose(last)
        accepts = _limit(lambda v: self.worst_good({**fixed, last: v}) > 0, loose, strict)
        rejects = _limit(lambda v: self.best_bad({**fixed, last: v}) < 0, strict, loose)
        return accepts, rejects

    def widest(self) -> Mined:
        last = self.names[-1]
        choices: list[Choice] = []
        accepted: list[Values] = []
        rejected: list[Values] = []
        for fixed in self._columns():
            accepts, rejects = self._ends(fixed)
            accepted += [] if accepts is None else [{**fixed, last: accepts}]
            rejected += [] if rejects is None else [{**fixed, last: rejects}]
            if accepts is None or rejects is None or (accepts > rejects if self.rises[last] else accepts < rejects):
                continue
            low, high = sorted((accepts, rejects))
            middle = {**fixed, last: _round(low, high)}
            choices.append(Choice(middle, low, high, accepts, self.margin(middle)))
        if not choices:
            raise self._none()
        best = max(choices, key=lambda choice: choice.margin)
        pareto = self._pareto([{**choice.values, last: choice.strictest} for choice in choices])
        formula = self.formula(best.values)
        return Mined(
            best.values, best.margin, formula, self.rises, tuple(choices), pareto, tuple(accepted), tuple(rejected)
        )

    def strictest(self) -> Mined:
        """One parameter after the other is made as strict as the good traces allow, the others being loose."""
        values = {name: self.loose(name) for name in self.names}
        for name in self.names:
            accepts = _limit(
                lambda v, name=name: self.worst_good({**values, name: v}) > 0,  # type: ignore[misc]
                self.loose(name),
                self.strict(name),
            )
            if accepts is None:
                raise self._none()
            values[name] = accepts
        margin = self.margin(values)
        if margin <= 0:
            raise Fault("the strictest parameters accept a bad trace", remedy="leave --strictest out")
        return Mined(values, margin, self.formula(values), self.rises, (), (values,), (), ())

    def _none(self) -> Fault:
        ranges = " and ".join(f"{name!r} between {low:g} and {high:g}" for name, (low, high) in self.ranges.items())
        plural = "no value of" if len(self.names) == 1 else "no values were found of"
        return Fault(f"{plural} {ranges}{' that' * (len(self.names) > 1)} separates the good from the bad traces")

    def _pareto(self, several: list[Values]) -> tuple[Values, ...]:
        def at_least_as_strict(one: Values, other: Values) -> bool:
            return all((one[n] <= other[n]) if self.rises[n] else (one[n] >= other[n]) for n in self.names)

        return tuple(one for one in several if not any(two != one and at_least_as_strict(two, one) for two in several))


def _part(ends: tuple[float, float], share: float) -> float:
    """The end itself at its share, whatever rounding does."""
    return ends[1] if share == 1 else ends[0] + (ends[1] - ends[0]) * share


def _round(low: float, high: float) -> float:
    """The middle, with few digits where there is room for that."""
    middle = low + (high - low) / 2
    rounded = float(f"{middle:.6g}")
    return rounded if low <= rounded <= high else middle


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
