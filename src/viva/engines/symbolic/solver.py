"""Asks z3 where `nearby` has no answer. Bounded by z3's own count of work, with a fixed seed, never by time."""

import math
from collections.abc import Callable, Sequence
from dataclasses import field
from fractions import Fraction
from operator import add, mul, sub, truediv
from typing import Any

from viva.core.records import dataclass
from viva.engines import smt
from viva.engines.mining import Constants
from viva.engines.symbolic.frames import Frame, VariableKind
from viva.engines.symbolic.nearby import Literal, Model
from viva.engines.symbolic.path_terms import COMPARISONS, DEEPEST, INTEGER, REAL, TRUTH, Term

WORK = 60_000
LARGEST = 3_000
HIGHEST_DEGREE = 6  # polynomials of a higher one can keep z3 busy without counting
UNSATISFIABLE, UNKNOWN = "unsatisfiable", "unknown"


@dataclass(slots=True)
class Solver:
    """`solve` gives a model, or why there is none.

    It has a context of its own: in one that others used before, z3 answers otherwise than in a fresh one.
    """

    frame: Frame
    hints: Constants
    calls: int = 0
    _context: Any = None
    _known: dict[tuple[bool, frozenset[tuple[int, bool]]], Model | str] = field(default_factory=dict)
    """What was answered before: turns at different places often ask the same."""

    def solve(self, kept: Sequence[Literal], goal: Literal, model: Model, *, boundless: bool = False) -> Model | str:
        """`boundless`: lengths and letters may be any, and not only those that are tried."""
        literals = [goal, *related(kept, goal)]
        key = frozenset((literal.term.number, literal.truth) for literal in literals)
        if any((number, not truth) in key for number, truth in key):
            return UNSATISFIABLE
        known = (boundless, key)
        if known not in self._known:
            self._known[known] = self.asked(literals, boundless=boundless)
        found = self._known[known]
        return found if isinstance(found, str) else self.confirmed({**model, **found}, literals)

    def asked(self, literals: Sequence[Literal], *, boundless: bool = False) -> Model | str:
        if sum(literal.term.size for literal in literals) > LARGEST:
            return UNKNOWN
        if any(literal.term.degree > HIGHEST_DEGREE or literal.term.depth > DEEPEST for literal in literals):
            return UNKNOWN
        import z3  # noqa: PLC0415 heavy, and not needed by everyone

        self._context = self._context or z3.Context()
        self.calls += 1
        names = sorted(set().union(*(literal.term.variables for literal in literals)))
        parts = _parts([literal.term for literal in literals])
        solver = smt.solver(WORK, net=smt.SAFETY_NET, simple=all(map(_is_linear, parts)), context=self._context)
        for literal in literals:
            made = self.made(literal.term)
            solver.add(made if literal.truth else z3.Not(made))
        for name in names:
            kind = self.frame.kind(name)
            if kind is not None and kind.name != "real":
                variable = z3.Int(name, self._context)
                if not boundless or kind.name not in ("length", "character"):
                    solver.add(*self.bounds(variable, kind))
                else:
                    solver.add(variable >= 0)
        for root in parts:
            if root.operator == "sqrt":
                made = self.made(root)
                solver.add(made >= 0, made * made == smt.real(self.made(root.operands[0])))
        answer = smt.satisfiable(solver)
        if not answer:
            return UNKNOWN if answer is None else UNSATISFIABLE
        found = solver.model()
        return {name: self.value(found, name) for name in names}

    def bounds(self, variable: Any, kind: VariableKind) -> list[Any]:
        import z3  # noqa: PLC0415

        if kind.name == "character":
            others = [code for code in (9, 10, *self.hints.characters) if not 32 <= code <= 126]
            return [z3.Or(z3.And(variable >= 32, variable <= 126), *(variable == code for code in others))]
        low = [] if kind.low is None else [variable >= kind.low]
        return low if kind.high is None else [*low, variable <= kind.high]

    def value(self, found: Any, name: str) -> int | float:
        import z3  # noqa: PLC0415

        if not name.endswith("~"):
            return smt.whole(found, z3.Int(name, self._context))
        value = smt.plain(found.eval(z3.Real(name, self._context), model_completion=True))
        assert value is not None, "the model was completed"
        try:
            return float(value)
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

        context = self._context
        if term.operator == "k":
            integer = term.sort == INTEGER
            return z3.IntVal(term.value, context) if integer else z3.RealVal(Fraction(term.value), context)
        if term.operator == "v":
            return z3.Real(term.name, context) if term.sort == REAL else z3.Int(term.name, context)
        operands = [self.made(operand) for operand in term.operands]
        if term.operator in ("/", "sqrt") or REAL in [operand.sort for operand in term.operands]:
            operands = [
                made if operand.sort == TRUTH else smt.real(made)
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
                return z3.Real(f"sqrt {term.number}", context)  # what it is a root of is said in `solve`
            case "//", [one, two]:
                return smt.floor_division(one, two)
            case "%", [one, two]:
                return smt.modulo(one, two)
            case _, [one, two]:
                return _BINARY[term.operator](one, two)
        raise AssertionError(term.operator)


_BINARY: dict[str, Callable[[Any, Any], Any]] = {"+": add, "-": sub, "*": mul, "/": truediv, **COMPARISONS}


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
