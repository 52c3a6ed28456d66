"""Asks z3 where `nearby` has no answer. Bounded by z3's own count of work, with a fixed seed, never by time."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from viva.engines.symbolic.frames import Frame, Kind
from viva.engines.symbolic.nearby import Hints, Literal, Model
from viva.engines.symbolic.terms import INTEGER, REAL, TRUTH, Term

WORK = 60_000
SAFETY_NET = 1_000  # milliseconds, for what the count of work does not see
LARGEST = 3_000
HIGHEST_DEGREE = 6  # polynomials of a higher one can keep z3 busy without counting
UNSATISFIABLE, UNKNOWN = "unsatisfiable", "unknown"


@dataclass(slots=True)
class Solver:
    """`solve` gives a model, or why there is none."""

    frame: Frame
    hints: Hints
    calls: int = 0
    _known: dict[frozenset[tuple[int, bool]], Model | str] = field(default_factory=dict)
    """What was answered before: turns at different places often ask the same."""

    def solve(self, kept: Sequence[Literal], goal: Literal, model: Model) -> Model | str:
        literals = [goal, *related(kept, goal)]
        key = frozenset((literal.term.number, literal.truth) for literal in literals)
        if any((number, not truth) in key for number, truth in key):
            return UNSATISFIABLE
        if key not in self._known:
            self._known[key] = self.asked(literals)
        found = self._known[key]
        return found if isinstance(found, str) else self.confirmed({**model, **found}, literals)

    def asked(self, literals: Sequence[Literal]) -> Model | str:
        if sum(literal.term.size for literal in literals) > LARGEST:
            return UNKNOWN
        if any(literal.term.degree > HIGHEST_DEGREE for literal in literals):
            return UNKNOWN
        import z3  # noqa: PLC0415 heavy, and not needed by everyone

        self.calls += 1
        names = sorted(set().union(*(literal.term.variables for literal in literals)))
        parts = _parts([literal.term for literal in literals])
        solver = z3.SimpleSolver() if all(map(_is_linear, parts)) else z3.Solver()
        solver.set("rlimit", WORK)
        solver.set("random_seed", 0)
        solver.set("timeout", SAFETY_NET)
        for literal in literals:
            made = self.made(literal.term)
            solver.add(made if literal.truth else z3.Not(made))
        for name in names:
            kind = self.frame.kind(name)
            if kind is not None and kind.name != "real":
                solver.add(*self.bounds(z3.Int(name), kind))
        for root in parts:
            if root.operator == "sqrt":
                made = self.made(root)
                solver.add(made >= 0, made * made == _real(self.made(root.operands[0])))
        answer = solver.check()
        if answer == z3.unsat:
            return UNSATISFIABLE
        if answer != z3.sat:
            return UNKNOWN
        found = solver.model()
        return {name: self.value(found, name) for name in names}

    def bounds(self, variable: Any, kind: Kind) -> list[Any]:
        import z3  # noqa: PLC0415

        if kind.name == "character":
            others = [code for code in (9, 10, *self.hints.characters) if not 32 <= code <= 126]
            return [z3.Or(z3.And(variable >= 32, variable <= 126), *(variable == code for code in others))]
        low = [] if kind.low is None else [variable >= kind.low]
        return low if kind.high is None else [*low, variable <= kind.high]

    def value(self, found: Any, name: str) -> int | float:
        import z3  # noqa: PLC0415

        if not name.endswith("~"):
            return int(found.eval(z3.Int(name), model_completion=True).as_long())
        value = found.eval(z3.Real(name), model_completion=True)
        if z3.is_algebraic_value(value):
            value = value.approx(20)
        try:
            number = Fraction(value.numerator_as_long(), value.denominator_as_long())
            return float(number)
        except OverflowError:
            return 0.0

    def confirmed(self, model: Model, literals: Sequence[Literal]) -> Model:
        """Floats are not reals: where the rounded model fails, its neighbours are tried."""
        if all(literal.holds(model) for literal in literals):
            return model
        for name in sorted(name for name in model if name.endswith("~")):
            for towards in (math.inf, -math.inf):
                moved = {**model, name: math.nextafter(model[name], towards)}
                if all(literal.holds(moved) for literal in literals):
                    return moved
        return model

    def made(self, term: Term) -> Any:
        """The term for z3, made once."""
        if term.cached is None:
            term.cached = self._make(term)
        return term.cached

    def _make(self, term: Term) -> Any:
        import z3  # noqa: PLC0415

        if term.operator == "k":
            return z3.IntVal(term.value) if term.sort == INTEGER else z3.RealVal(Fraction(term.value))
        if term.operator == "v":
            return z3.Real(term.name) if term.sort == REAL else z3.Int(term.name)
        operands = [self.made(operand) for operand in term.operands]
        if term.operator in ("/", "sqrt") or REAL in [operand.sort for operand in term.operands]:
            operands = [
                made if operand.sort == TRUTH else _real(made)
                for operand, made in zip(term.operands, operands, strict=True)
            ]
        match term.operator, operands:
            case "and", _:
                return z3.And(*operands)
            case "or", _:
                return z3.Or(*operands)
            case "not", [one]:
                return z3.Not(one)
            case "ite", [test, then, otherwise]:
                return z3.If(test, then, otherwise)
            case "floor", [one]:
                return z3.ToInt(one) if term.operands[0].sort == REAL else one
            case "sqrt", _:
                return z3.Real(f"sqrt {term.number}")  # what it is a root of is said in `solve`
            case "//", [one, two]:
                return floor_division(one, two)
            case "%", [one, two]:
                return modulo(one, two)
            case _, [one, two]:
                return _BINARY[term.operator](one, two)
        raise AssertionError(term.operator)


_BINARY: dict[str, Any] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def floor_division(one: Any, two: Any) -> Any:
    """Python rounds down. z3 rounds so that the rest is not negative, which is the same for a positive divisor."""
    import z3  # noqa: PLC0415

    if z3.is_int_value(two) and two.as_long() > 0:
        return one / two
    return z3.If(two > 0, one / two, (-one) / (-two))


def modulo(one: Any, two: Any) -> Any:
    """In Python the rest has the sign of the divisor."""
    import z3  # noqa: PLC0415

    if z3.is_int_value(two) and two.as_long() > 0:
        return one % two
    return z3.If(two > 0, one % two, -((-one) % (-two)))


def related(kept: Sequence[Literal], goal: Literal) -> list[Literal]:
    """Those that share variables with the goal, or with others that do; the rest holds as it is."""
    names = set(goal.term.variables)
    inside: list[Literal] = []
    waiting = list(kept)
    moved = True
    while moved:
        moved = False
        for literal in list(waiting):
            if not names.isdisjoint(literal.term.variables):
                names |= literal.term.variables
                inside.append(literal)
                waiting.remove(literal)
                moved = True
    return inside


def _real(made: Any) -> Any:
    import z3  # noqa: PLC0415

    return z3.ToReal(made) if made.sort() == z3.IntSort() else made


def _parts(terms: Sequence[Term]) -> list[Term]:
    """All terms within these, each once."""
    todo, seen = list(terms), dict[int, Term]()
    while todo:
        term = todo.pop()
        if term.number not in seen:
            seen[term.number] = term
            todo += term.operands
    return list(seen.values())


def _is_linear(term: Term) -> bool:
    """Whether no two unknowns are multiplied or divided by each other here."""
    if term.operator == "*":
        return not all(operand.variables for operand in term.operands)
    return term.operator != "sqrt" and not (term.operator in ("/", "//", "%") and bool(term.operands[1].variables))
