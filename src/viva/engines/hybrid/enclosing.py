"""Reachability for affine dynamics: boxes around all that is reached, with rounding enclosed.

Every number is an interval whose ends are rounded outwards, so that what is never in the boxes is never reached. What
is in them need not be: boxes are wider than the sets they hold. A step of a flow multiplies a box by an enclosure of
the matrix exponential; what lies between two steps is enclosed by the second derivative over a box that Picard's
iteration has shown to hold the flow. A guard is taken from wherever a box may fulfil it, and what certainly fulfils
it stays no longer. Boxes that lie inside those seen before are not followed again: when none is left, the boxes hold
for all time.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from fractions import Fraction

from viva.core.records import dataclass
from viva.engines.hybrid.model import Affine, Case, Constraint, System
from viva.engines.hybrid.reaching import Unsupported
from viva.engines.hybrid.running import Modes, Move, Network

Interval = tuple[float, float]
Box = tuple[Interval, ...]
_ORDER = 10
_STEP = 0.05  # of a step, times the norm of the matrix
_MOST_STEPS = 30_000
_LONGEST = 4_000  # steps in one visit of a mode
_FARTHEST = 1e9


@dataclass(frozen=True, slots=True)
class Enclosure:
    """`complete`: nothing outside of the boxes is ever reached. Modes that are not in `reached` are never entered."""

    reached: frozenset[tuple[int, int]]
    bounds: tuple[Interval, ...]
    by_mode: Mapping[tuple[int, int], tuple[Interval, ...]]
    complete: bool
    steps: int


def enclose(system: System) -> Enclosure:
    """All that is reached from all initial values. Raises Unsupported where something comes from outside."""
    if system.inputs.names:
        raise Unsupported
    found = _Exploration(Network(system, False))
    found.run()
    width = len(system.variables)
    whole = tuple(_hull([box[index] for box in found.hulls.values()]) for index in range(width))
    by_mode: dict[tuple[int, int], tuple[Interval, ...]] = {}
    for modes, box in found.hulls.items():
        for key in enumerate(modes):
            by_mode[key] = tuple(map(_hull, zip(by_mode[key], box, strict=True))) if key in by_mode else box
    return Enclosure(frozenset(by_mode), whole, by_mode, found.complete, found.steps)


@dataclass(slots=True)
class _Exploration:
    network: Network
    complete: bool = True
    steps: int = 0
    hulls: dict[Modes, Box] = field(default_factory=dict)
    seen: dict[Modes, list[Box]] = field(default_factory=dict)
    flows: dict[Modes, _Flow] = field(default_factory=dict)

    def run(self) -> None:
        system = self.network.system
        start = tuple((_down(span.low), _up(span.high)) for span in system.initial)
        waiting = [(self.network.initial_modes(), start)]
        while waiting:
            modes, box = waiting.pop(0)
            known = self.seen.setdefault(modes, [])
            if any(_inside(box, other) for other in known):
                continue
            if len(known) >= 12:  # widened, so that it comes to an end
                box = tuple(_wider(_hull([each[index] for each in (*known, box)])) for index in range(len(box)))
            known.append(box)
            waiting += self._visit(modes, box)
            if self.steps > _MOST_STEPS:
                self.complete = False
                return

    def _visit(self, modes: Modes, box: Box) -> list[tuple[Modes, Box]]:
        """Follows a flow; what leaves it by one move is one box."""
        if modes not in self.flows:
            self.flows[modes] = _Flow.of(self.network, modes)
        flow = self.flows[modes]
        moves = [(move, case) for move in self.network.moves(modes) for case in move.guard]
        leaving: dict[int, tuple[Move, Box]] = {}
        before: list[Box] = []
        current: Box | None = box
        self.hulls[modes] = _hulls(self.hulls[modes], box) if modes in self.hulls else box
        for _ in range(_LONGEST):
            self.steps += 1
            assert current is not None
            if any(not max(abs(low), abs(high)) < _FARTHEST for low, high in current):
                self.complete = False
                break
            following, tube = flow.step(current)
            cases = [case for _, case in moves]
            for number, (move, case) in enumerate(moves):
                # A guard on one variable is met just at its limit, but where a mode is entered beyond it.
                parts = [_clipped(tube, _at_limit(case)), _clipped(current, case) if not before else None]
                for part in (each for each in parts if each is not None):
                    leaving[number] = (move, _hulls(leaving[number][1], part) if number in leaving else part)
            kept = _staying(tube, cases)
            if kept is not None:
                self.hulls[modes] = _hulls(self.hulls[modes], kept)
            current = _staying(following, cases)
            if current is None or any(_inside(current, other) for other in before):
                break
            before = [*before[-3:], current]
        else:
            self.complete = False
        return [(move.after, _reset(move, part)) for move, part in leaving.values()]


@dataclass(frozen=True, slots=True)
class _Flow:
    """A step of a flow: x becomes `matrix` x + `shift`."""

    width: float
    matrix: tuple[tuple[Interval, ...], ...]
    shift: tuple[Interval, ...]
    rows: tuple[tuple[tuple[tuple[int, Interval], ...], Interval], ...]

    @classmethod
    def of(cls, network: Network, modes: Modes) -> _Flow:
        rates = network.rates(modes)[: len(network.system.variables)]
        size = len(rates)
        rows = tuple((tuple((i, _interval(f)) for i, f in rate.terms), _interval(rate.constant)) for rate in rates)
        norm = max((sum(max(abs(low), abs(high)) for _, (low, high) in terms) for terms, _ in rows), default=0.0)
        width = _STEP / norm if norm else _STEP
        one, none = (1.0, 1.0), (0.0, 0.0)
        power = [[one if i == j else none for j in range(size)] for i in range(size)]
        matrix = [list(row) for row in power]
        integral = [[_times(each, (width, width)) for each in row] for row in power]  # of the exponential, up to now
        factor: Interval = one
        for order in range(1, _ORDER + 1):
            power = [[_sum(_times(f, power[k][j]) for k, f in rows[i][0]) for j in range(size)] for i in range(size)]
            factor = _times(factor, _times((width, width), _over(order)))
            more = _times(factor, _times((width, width), _over(order + 1)))
            for i in range(size):
                for j in range(size):
                    matrix[i][j] = _plus(matrix[i][j], _times(power[i][j], factor))
                    integral[i][j] = _plus(integral[i][j], _times(power[i][j], more))
        # What is left out of the series is below its next term times 2, as the norm of a step is below a half.
        rest = 2.0 * (norm * width * 1.001) ** (_ORDER + 1) / math.factorial(_ORDER + 1)
        left = (-rest, rest)
        matrix = [[_plus(each, left) for each in row] for row in matrix]
        integral = [[_plus(each, _times(left, (width, width))) for each in row] for row in integral]
        shift = tuple(_sum(_times(integral[i][j], rows[j][1]) for j in range(size)) for i in range(size))
        return cls(width, tuple(tuple(row) for row in matrix), shift, rows)

    def step(self, box: Box) -> tuple[Box, Box]:
        """The box after a step, and one around all in between."""
        products = [_sum(_times(f, x) for f, x in zip(row, box, strict=True)) for row in self.matrix]
        after = tuple(_plus(each, shift) for each, shift in zip(products, self.shift, strict=True))
        rough = self._rough(box)
        # Between the ends the flow is off from a straight line by at most width² / 8 times its second derivative.
        bent = []
        speeds = self._speed(rough)
        for (terms, _), low_high in zip(self.rows, zip(box, after, strict=True), strict=True):
            second = _sum(_times(f, speeds[i]) for i, f in terms)
            room = max(abs(second[0]), abs(second[1])) * self.width * self.width / 8 * 1.000001
            bent.append(_plus(_hull(low_high), (-room, room)))
        return after, tuple(bent)

    def _speed(self, box: Box) -> list[Interval]:
        return [_plus(_sum(_times(f, box[i]) for i, f in terms), constant) for terms, constant in self.rows]

    def _rough(self, box: Box) -> Box:
        """A box that the flow does not leave during a step: Picard's iteration maps it into itself."""
        room = tuple(box)
        for turn in range(40):
            moved = [_times((0.0, self.width), each) for each in self._speed(room)]
            image = tuple(_plus(x, each) for x, each in zip(box, moved, strict=True))
            if _inside(image, room):
                return room
            room = tuple(_wider(each, 0.1 * 2**turn) for each in _hulls(image, room))
        return tuple((-math.inf, math.inf) for _ in box)


def _value(left: Affine, box: Box) -> Interval:
    return _plus(_sum(_times(_interval(factor), box[index]) for index, factor in left.terms), _interval(left.constant))


def _clipped(box: Box, case: Case) -> Box | None:
    """The part of a box in which a guard may hold; limits on one variable cut it."""
    found = list(box)
    for each in case.constraints:
        low, high = _value(each.left, tuple(found))
        if high < 0 or (each.equal and low > 0):
            return None
        if len(each.left.terms) == 1:
            index, factor = each.left.terms[0]
            limit = _interval(-each.left.constant / factor)
            start, stop = found[index]
            if factor > 0 or each.equal:
                start = max(start, limit[0])
            if factor < 0 or each.equal:
                stop = min(stop, limit[1])
            if start > stop:
                return None
            found[index] = (start, stop)
    return tuple(found)


def _at_limit(case: Case) -> Case:
    """A single limit on one variable as the equation that holds when it is reached."""
    if len(case.constraints) == 1 and len(case.constraints[0].left.terms) == 1:
        return Case((Constraint(case.constraints[0].left, True),), case.events)
    return case


def _staying(box: Box, cases: Sequence[Case]) -> Box | None:
    """What does not certainly fulfil a guard: a limit on one variable cuts off what lies beyond it."""
    found = list(box)
    for case in cases:
        if all(_value(each.left, tuple(found))[0] > 0 and not each.equal for each in case.constraints):
            return None
        if len(case.constraints) == 1 and len(case.constraints[0].left.terms) == 1 and not case.constraints[0].equal:
            index, factor = case.constraints[0].left.terms[0]
            limit = _interval(-case.constraints[0].left.constant / factor)
            start, stop = found[index]
            start, stop = (start, min(stop, limit[1])) if factor > 0 else (max(start, limit[0]), stop)
            if start > stop:
                return None
            found[index] = (start, stop)
    return tuple(found)


def _reset(move: Move, box: Box) -> Box:
    effect = dict(move.effect)
    return tuple(_value(effect[index], box) if index in effect else each for index, each in enumerate(box))


def _interval(value: Fraction) -> Interval:
    return _down(value), _up(value)


def _down(value: Fraction) -> float:
    found = float(value)
    return math.nextafter(found, -math.inf) if Fraction(found) > value else found


def _up(value: Fraction) -> float:
    found = float(value)
    return math.nextafter(found, math.inf) if Fraction(found) < value else found


def _outwards(low: float, high: float) -> Interval:
    return math.nextafter(low, -math.inf), math.nextafter(high, math.inf)


def _plus(one: Interval, other: Interval) -> Interval:
    return _outwards(one[0] + other[0], one[1] + other[1])


def _times(one: Interval, other: Interval) -> Interval:
    if one == (0.0, 0.0) or other == (0.0, 0.0):
        return 0.0, 0.0
    if one == (1.0, 1.0):
        return other
    products = (one[0] * other[0], one[0] * other[1], one[1] * other[0], one[1] * other[1])
    return _outwards(min(products), max(products))


def _over(number: int) -> Interval:
    return _interval(Fraction(1, number))


def _sum(parts: Iterable[Interval]) -> Interval:
    total: Interval = (0.0, 0.0)
    for part in parts:
        total = _plus(total, part) if total != (0.0, 0.0) else part
    return total


def _hull(parts: Sequence[Interval]) -> Interval:
    return min(low for low, _ in parts), max(high for _, high in parts)


def _hulls(one: Box, other: Box) -> Box:
    return tuple((min(a, c), max(b, d)) for (a, b), (c, d) in zip(one, other, strict=True))


def _wider(given: Interval, by: float = 0.05) -> Interval:
    room = by * (given[1] - given[0]) + 1e-9 * (1 + by)
    return given[0] - room, given[1] + room


def _inside(one: Box, other: Box) -> bool:
    return all(c <= a and b <= d for (a, b), (c, d) in zip(one, other, strict=True))
