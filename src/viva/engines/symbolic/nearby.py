"""The cheap decision procedure: a model close to the one at hand, found by moving one variable at a time.

Most branches of students' programs compare one thing with another. Where the difference of the two sides moves with
a variable by a constant slope, the boundary is computed; otherwise the values that are likely (constants of the
sources, letters, small numbers, neighbours) are tried. Every answer was evaluated; no answer means nothing.
"""

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from viva.core.records import dataclass
from viva.engines.mining import Constants
from viva.engines.symbolic.frames import Frame
from viva.engines.symbolic.path_terms import COMPARISONS, OPPOSITE, Term, evaluates

Model = Mapping[str, int | float]
Along = Callable[[float], Any]

_STEP = 1e-6
"""The value of a term where one variable has another value than in the model."""

MOST_TRIES = 400
ALTERNATIVES = 6
LARGEST_SWEPT = 200  # parts of a term: a larger one takes too long to evaluate thousands of times
WINDOW = 24
_SWEPT = (*range(4000), *range(-1, -1000, -1))
_SWEPT_PAIRS = (*range(40), *range(-1, -9, -1))
_LIKELY_CHARACTERS = [*range(97, 123), *range(48, 58), *range(65, 91), 32, *range(33, 48), *range(58, 65), 9, 10]


@dataclass(frozen=True, slots=True)
class Literal:
    """A term of truth, as it is or denied."""

    term: Term
    truth: bool

    def holds(self, model: Model) -> bool:
        return evaluates(self.term, model) is self.truth


@dataclass(slots=True)
class Nearby:
    frame: Frame
    hints: Constants = field(default_factory=Constants)
    tries: int = 0

    def solve(self, kept: Sequence[Literal], goal: Literal, model: Model) -> Model | None:
        """A model of the goal and of what is kept, or None: then a real solver has to say."""
        self.tries = MOST_TRIES
        about: dict[str, list[Literal]] = {}
        for literal in kept:
            for name in literal.term.variables:
                about.setdefault(name, []).append(literal)
        for candidate in self.candidates(goal.term, goal.truth, model):
            changed = [name for name, value in candidate.items() if model.get(name) != value]
            if all(literal.holds(candidate) for name in changed for literal in about.get(name, ())):
                return candidate
        return None

    def sweep(self, kept: Sequence[Literal], goal: Literal, model: Model) -> Model | None:
        """For what the solver finds too hard: all small values of the one or two integers that the goal is about."""
        names = sorted(goal.term.variables)
        kinds = [self.frame.kind(name) for name in names]
        if not 1 <= len(names) <= 2 or any(kind is None or kind.name != "integer" for kind in kinds):
            return None
        if goal.term.size > LARGEST_SWEPT:
            return None
        values = _SWEPT if len(names) == 1 else _SWEPT_PAIRS
        for chosen in itertools.product(values, repeat=len(names)):
            candidate = {**model, **dict(zip(names, chosen, strict=True))}
            fits = all(map(self.allowed, names, chosen))
            if fits and goal.holds(candidate) and all(literal.holds(candidate) for literal in kept):
                return candidate
        return None

    def candidates(self, term: Term, truth: bool, model: Model) -> Iterator[Model]:
        if self.tries <= 0:
            return
        match term.operator:
            case "not":
                yield from self.candidates(term.operands[0], not truth, model)
            case "and" | "or" if (term.operator == "and") is truth:
                yield from self.together(term.operands, truth, model)
            case "and" | "or":
                for operand in term.operands:
                    yield from self.candidates(operand, truth, model)
            case operator if operator in COMPARISONS:
                left, right = term.operands
                yield from self.compared(operator if truth else OPPOSITE[operator], left, right, model)

    def together(self, parts: Sequence[Term], truth: bool, model: Model) -> Iterator[Model]:
        """All parts: one after the other, each from where the last one led, without undoing those before."""
        for number, part in enumerate(parts):
            if evaluates(part, model) is truth:
                continue
            for _, candidate in zip(range(ALTERNATIVES), self.candidates(part, truth, model), strict=False):
                if all(evaluates(earlier, candidate) is truth for earlier in parts[:number]):
                    yield from self.together(parts, truth, candidate)
            return
        yield model

    def compared(self, operator: str, left: Term, right: Term, model: Model) -> Iterator[Model]:
        compare = COMPARISONS[operator]
        for name in sorted(left.variables | right.variables):
            seen: set[int | float] = set()
            one, two = _along(left, name, model), _along(right, name, model)
            for value in self.values(name, one, two, model):
                if value in seen or not self.allowed(name, value):
                    continue
                seen.add(value)
                self.tries -= 1
                if self.tries <= 0:
                    return
                first, second = one(value), two(value)
                if first is not None and second is not None and compare(first, second):
                    yield {**model, name: value}

    def allowed(self, name: str, value: float) -> bool:
        kind = self.frame.kind(name)
        if kind is None:
            return False
        if kind.name == "character":
            return value in (9, 10) or 32 <= value <= 126 or value in self.hints.characters
        return (kind.low is None or value >= kind.low) and (kind.high is None or value <= kind.high)

    def values(self, name: str, left: Along, right: Along, model: Model) -> Iterator[int | float]:
        """What to try for a variable, the likeliest first."""
        kind = self.frame.kind(name)
        assert kind is not None
        here = model.get(name, kind.default)

        def difference(value: float) -> float | None:
            one, two = left(value), right(value)
            return None if one is None or two is None else one - two

        yield from self.roots(here, difference, real=kind.name == "real")
        match kind.name:
            case "character":
                yield from self.hints.characters
                yield from _LIKELY_CHARACTERS
            case "length" | "choice":
                assert kind.high is not None
                yield from range(kind.high + 1)
            case "real":
                yield from _near_floats(here, self.hints)
            case _:
                yield from range(11)
                for constant in self.hints.integers:
                    yield from (constant, constant + 1, constant - 1)
                for step in range(1, WINDOW):
                    yield from (int(here) + step, int(here) - step)
                yield from range(-1, -11, -1)

    def roots(self, here: float, difference: Callable[[float], float | None], real: bool) -> Iterator[int | float]:
        """Where a linear difference is zero, and beside it; for others, a step as long as the difference."""
        start, after, further = difference(here), difference(here + 1), difference(here + 2)
        if start is None:
            return
        if after is not None and further is not None and after != start and further - after == after - start:
            root = here - start / (after - start) if real else _whole(here, start, after - start)
            if isinstance(root, float) and not math.isfinite(root):
                return
            if real:
                yield from (root, math.nextafter(root, math.inf), math.nextafter(root, -math.inf))
                yield from (round(root, 2), round(root, 1), root + 1, root - 1)
            else:
                yield from (int(root), int(root) + 1, int(root) - 1)
        elif not real and isinstance(start, int):
            yield from (int(here) - start, int(here) + start)


def _along(term: Term, name: str, model: Model) -> Along:
    if name not in term.variables:
        constant = evaluates(term, model)
        return lambda _: constant
    moved = dict(model)

    def at(value: float) -> Any:
        moved[name] = value
        return evaluates(term, moved)

    return at


def _whole(here: float, start: float, slope: float) -> int:
    if isinstance(start, int) and isinstance(slope, int):
        return int(here) - start // slope
    return math.floor(here - start / slope) if math.isfinite(start / slope) else int(here)


def _near_floats(here: float, hints: Constants) -> Iterator[float]:
    for constant in (*hints.floats, *hints.integers):
        value = float(constant) if abs(constant) < 1e300 else 0.0
        step = _STEP * max(1.0, abs(value))  # what is nearer tells nothing apart but roundings
        yield from (value, value + step, value - step, value + 1, value - 1)
    yield from (0.0, 1.0, -1.0, 0.5, 2.0, 10.0, 100.0, here + 1, here - 1, here * 2, here / 2)
