"""How variables go on in a mode, from one instant: a straight way over fractions, or a curved one over floats.

Both answer the same questions; times count from the beginning of the flow.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import field
from fractions import Fraction
from itertools import pairwise
from typing import Protocol

from viva.core.records import dataclass
from viva.engines.hybrid import curves
from viva.engines.hybrid.curves import Curve, Number
from viva.engines.hybrid.model import Affine, Case, Condition, Constraint

_ORDER = 14
_REACH = 0.3  # of a step, times the norm of the matrix: the series is exact to rounding after so many terms
_NEAR = 1e-9
_CLOSE = 1e-7  # so near to the bound of a guard nobody may build on whether it is reached
_CALM = 1e-6  # whoever moves less in a step of the series does not cross a bound plainly
_FARTHEST = 1e12
MOST_STEPS = 12_000


class GivenUp(Exception):
    """A flow is followed no further than `at`: for `growth` beyond all that makes sense, or because it takes too many
    steps (`events`)."""

    def __init__(self, at: float, reason: str) -> None:
        super().__init__(at, reason)
        self.at = at
        self.reason = reason


class Flow(Protocol):
    def values(self, at: Number) -> tuple[Number, ...]: ...

    def first(self, case: Case, limit: Number | None) -> Number | None:
        """The first instant at which all constraints hold, if there is one up to the limit."""

    def until(self, condition: Condition, limit: Number | None) -> Number | None:
        """How long a condition goes on to hold from now; None where it never ends, below 0 where it does not hold."""

    def holds(self, case: Case, at: Number) -> bool: ...

    def curve(self, index: int, at: Number) -> tuple[Curve, Number | None]:
        """The curve of one variable from an instant on, and for how long it is this one."""


@dataclass(frozen=True, slots=True)
class Straight:
    """Constant rates."""

    start: tuple[Fraction, ...]
    rates: tuple[Fraction, ...]

    def values(self, at: Number) -> tuple[Number, ...]:
        return tuple(value + rate * at if rate else value for value, rate in zip(self.start, self.rates, strict=True))

    def curve(self, index: int, at: Number) -> tuple[Curve, Number | None]:
        return (self.start[index] + self.rates[index] * at, self.rates[index]), None

    def holds(self, case: Case, at: Number) -> bool:
        return all(self._holds(each, at) for each in case.constraints)

    def _holds(self, constraint: Constraint, at: Number) -> bool:
        value = constraint.left.at(self.start) + constraint.left.slope(self.rates) * at
        return value == 0 if constraint.equal else value >= 0

    def stretch(self, case: Case) -> tuple[Number, Number | None] | None:
        """From when until when all constraints hold, from now on."""
        low: Number = Fraction(0)
        high: Number | None = None
        for each in case.constraints:
            value, slope = each.left.at(self.start), each.left.slope(self.rates)
            if not slope:
                if value < 0 or (each.equal and value):
                    return None
                continue
            at = -value / slope
            if each.equal or slope > 0:
                low = max(low, at)
            if each.equal or slope < 0:
                high = at if high is None else min(high, at)
        return None if high is not None and high < low else (low, high)

    def first(self, case: Case, limit: Number | None) -> Number | None:
        found = self.stretch(case)
        return None if found is None or (limit is not None and found[0] > limit) else found[0]

    def until(self, condition: Condition, limit: Number | None) -> Number | None:  # noqa: ARG002 no need to hurry
        stretches = sorted((each for case in condition if (each := self.stretch(case))), key=lambda each: each[0])
        reached: Number = Fraction(-1)
        for low, high in stretches:
            if low > max(reached, 0):
                break
            if high is None:
                return None
            reached = max(reached, high)
        return reached


@dataclass(slots=True)
class _Step:
    start: float
    width: float
    curves: list[tuple[float, ...]]


@dataclass(slots=True)
class Curved:
    """Affine dynamics: the matrix exponential as a Taylor series, in steps so short that it is exact to rounding."""

    start: tuple[float, ...]
    rates: Sequence[tuple[tuple[tuple[int, float], ...], float]]  # for each variable the factors, and the constant
    steps: list[_Step] = field(default_factory=list)
    doubts: list[float] = field(default_factory=list)
    """When a guard that was asked for is only just touched, or only just missed: rounding decides whether it holds."""

    def _step(self, number: int) -> _Step:
        while len(self.steps) <= number:
            if len(self.steps) >= MOST_STEPS:
                raise GivenUp(self.steps[-1].start, "events")
            if self.steps:
                last = self.steps[-1]
                values = tuple(float(curves.value(each, last.width)) for each in last.curves)
                self.steps.append(self._made(last.start + last.width, values))
            else:
                self.steps.append(self._made(0.0, self.start))
        return self.steps[number]

    def _made(self, start: float, values: Sequence[float]) -> _Step:
        """Raises GivenUp, with the beginning of the last step that was good."""
        if not all(abs(each) < _FARTHEST for each in values):
            raise GivenUp(self.steps[-1].start if self.steps else 0.0, "growth")
        series = [[each] for each in values]
        last = list(values)
        ends = False
        factorial = 1.0
        for order in range(1, _ORDER + 1):
            last = [
                sum(factor * last[index] for index, factor in terms) + (constant if order == 1 else 0.0)
                for terms, constant in self.rates
            ]
            if not any(last):
                ends = True
                break
            factorial *= order
            for row, here in zip(series, last, strict=True):
                row.append(here / factorial)
        return _Step(start, math.inf if ends else _REACH / norm(self.rates), [tuple(each) for each in series])

    def _at(self, at: Number) -> tuple[_Step, float]:
        time = float(at)
        number = 0
        if self.steps and self.steps[0].width < math.inf:
            number = max(0, int(time / self.steps[0].width) - 1)
        step = self._step(number)
        while time > step.start + step.width or (time == step.start + step.width and step.width > 0):
            number += 1
            step = self._step(number)
        return step, time - step.start

    def values(self, at: Number) -> tuple[Number, ...]:
        step, rest = self._at(at)
        return tuple(curves.value(each, rest) for each in step.curves)

    def curve(self, index: int, at: Number) -> tuple[Curve, Number | None]:
        step, rest = self._at(at)
        left = step.width - rest
        return curves.shifted(step.curves[index], rest), None if left == math.inf else left

    def holds(self, case: Case, at: Number) -> bool:
        step, rest = self._at(at)
        return all(
            _holds(_along(each.left, step), each.equal, rest, _scale(each.left, step)) for each in case.constraints
        )

    def first(self, case: Case, limit: Number | None) -> Number | None:
        def found(step: _Step, width: float) -> float | None:
            lines = [_Line.of(each, step) for each in case.constraints]
            if any(_never(each.curve, each.equal, width, _CLOSE / _NEAR * each.near) for each in lines):
                return None
            turns = {at for each in lines for at in each.turns(width)}
            cuts = sorted({0.0, *turns, *(float(at) for each in lines for at in curves.roots(each.curve, width))})
            for at in cuts:
                begins = step.start + at == 0  # what a mode is entered with is as exact as what led there
                if all(each.holds(at) for each in lines):
                    if not begins and _touches(lines, at, min(step.width, 1.0)):
                        self.doubts.append(step.start + at)
                    return at
                if at in turns and not begins and all(each.holds(at, _CLOSE / _NEAR) for each in lines):
                    self.doubts.append(step.start + at)
            return None

        return self._searched(found, limit)

    def until(self, condition: Condition, limit: Number | None) -> Number | None:
        def holds(step: _Step, at: float) -> bool:
            return any(
                all(
                    _holds(_along(each.left, step), each.equal, at, _scale(each.left, step))
                    for each in case.constraints
                )
                for case in condition
            )

        def found(step: _Step, width: float) -> float | None:
            lines = [_along(each.left, step) for case in condition for each in case.constraints]
            cuts = sorted({0.0, *(float(at) for line in lines for at in curves.roots(line, width)), width})
            for at, following in pairwise(cuts):
                if not holds(step, (at + following) / 2):
                    return at
            return None

        if not holds(self._step(0), 0.0):
            return -1.0
        return self._searched(found, limit)

    def _searched(self, found: _Search, limit: Number | None) -> float | None:
        end = math.inf if limit is None else float(limit)
        number = 0
        while True:
            step = self._step(number)
            width = min(step.width, end - step.start)
            if width == math.inf:
                width = _FARTHEST  # the curve ends in a power of time: what happens at all happens by then
            at = found(step, width)
            if at is not None:
                return step.start + at
            if step.start + step.width >= end or step.width == math.inf:
                return None
            number += 1


def norm(rates: Sequence[tuple[tuple[tuple[int, float], ...], float]]) -> float:
    return max((sum(abs(factor) for _, factor in terms) for terms, _ in rates), default=0.0)


class _Search(Protocol):
    def __call__(self, step: _Step, width: float) -> float | None: ...


def _along(left: Affine, step: _Step) -> tuple[float, ...]:
    """The curve of an expression in a step."""
    total = [float(left.constant)]
    for index, factor in left.terms:
        curve, times = step.curves[index], float(factor)
        if len(curve) > len(total):
            total += [0.0] * (len(curve) - len(total))
        for order, each in enumerate(curve):
            total[order] += times * each
    return tuple(total)


def _scale(left: Affine, step: _Step) -> float:
    """How far from 0 rounding may have brought it."""
    size = abs(float(left.constant)) + sum(abs(float(factor) * step.curves[index][0]) for index, factor in left.terms)
    return _NEAR * (1.0 + size)


@dataclass(frozen=True, slots=True)
class _Line:
    """How far a constraint is from its bound along a step, and how far rounding may have brought it."""

    left: Affine
    curve: tuple[float, ...]
    equal: bool
    near: float

    @classmethod
    def of(cls, constraint: Constraint, step: _Step) -> _Line:
        left = constraint.left
        return cls(left, _along(left, step), constraint.equal, _scale(left, step))

    @property
    def moves(self) -> bool:
        return any(self.curve[1:])

    def turns(self, width: float) -> list[float]:
        """Where it comes nearest to its bound, or goes farthest away."""
        slope = curves.derivative(self.curve)
        return [] if curves.is_straight(self.curve) else [float(at) for at in curves.roots(slope, width)]

    def holds(self, at: float, times: float = 1.0) -> bool:
        return _holds(self.curve, self.equal, at, times * self.near)

    def is_opposite(self, other: _Line) -> bool:
        """Whether both together say that something is equal."""
        ours, theirs = (each.left.terms[0][1] if each.left.terms else Fraction(0) for each in (self, other))
        return bool(ours * theirs < 0) and self.left.times(abs(theirs)) == other.left.times(-abs(ours))


def _touches(lines: Sequence[_Line], at: float, width: float) -> bool:
    """Whether they hold here, but are not plainly entered: one of them turns back at its bound, creeps along it, or
    ends where another begins."""
    here = [
        each
        for each in lines
        if each.moves and (each.equal or curves.value(each.curve, at) <= _CLOSE / _NEAR * each.near)
    ]
    for each in here:
        rise = float(curves.value(curves.derivative(each.curve), at)) * width
        calm = _CALM / _NEAR * each.near
        if each.equal or any(each.is_opposite(other) for other in here):
            rise = abs(rise)
        if rise <= calm:
            return True
    return False


def _holds(line: tuple[float, ...], equal: bool, at: float, near: float) -> bool:
    here = float(curves.value(line, at))
    return abs(here) <= near if equal else here >= -near


def _never(line: tuple[float, ...], equal: bool, width: float, near: float) -> bool:
    """Whether it certainly holds nowhere in the step."""
    most, power = 0.0, 1.0
    for factor in line[1:]:
        power *= width
        most += abs(factor) * power
    return line[0] + most < -near or (equal and line[0] - most > near)
