"""An input on which two programs without loops give different results: what the solver says about the claim, read back
as arguments. The terms of both programs are evaluated on it before it is told, and it is still only a proposal: whoever
asked runs them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from viva.engines import smt
from viva.engines.proofs.checking.claims import Claim, literal, type_for
from viva.engines.proofs.query import Solver
from viva.engines.proofs.search.runs import STEPS, Values
from viva.engines.proofs.terms import BOOL, INT, Term, equal, lnot, part, parts_of, variable
from viva.engines.proofs.terms.evaluate import Endless, Evaluator
from viva.engines.proofs.translation.values import sort_of
from viva.engines.shapes import Choice, Either, Fixed, Plain, Shape

_LOOPS = frozenset({"fold", "call", "apply"})


class _Unread(Exception):
    """A value of a type that is not read back."""


def differing_input(claim: Claim, shapes: Sequence[Shape]) -> tuple[object, ...] | None:
    """None also where there is a loop, or an argument of another type than numbers, literals and rows of them."""
    conditions = [*claim.known, lnot(claim.goal)]
    if any(each.op in _LOOPS for each in parts_of(*conditions)):
        return None
    solver = Solver(exact=True)
    asked = solver.begun(conditions, ())
    if smt.too_high(list(asked.assertions())) or solver.answer(asked) is not True:
        return None
    reading, evaluator = _Reading(solver, asked.model()), Evaluator(STEPS)
    try:
        arguments = tuple(reading.argument(shape, f"in{place}") for place, shape in enumerate(shapes))
        held = all(evaluator.value(each, reading.values) for each in claim.known)
        return arguments if held and not evaluator.value(claim.goal, reading.values) else None
    except (_Unread, Endless):
        return None


class _Reading:
    """Reads a model; `values` are those of the variables of the claim, as an evaluator takes them."""

    def __init__(self, solver: Solver, model: Any) -> None:
        self.solver, self.model = solver, model
        self.values: Values = {}

    def known(self, term: Term) -> Any:
        value = smt.plain(self.model.eval(self.solver.encoder.encoded(term), model_completion=True))
        if value is None:
            raise _Unread
        return value

    def argument(self, shape: Shape, name: str) -> object:
        match shape:
            case Choice(options) if None in options and len(options) > 1:
                others = Choice(tuple(option for option in options if option is not None))
                return self.argument(Either((Plain("none"), others)), name)
            case Either(alternatives) if Plain("none") in alternatives and len(alternatives) > 1:
                rest = tuple(each for each in alternatives if each != Plain("none"))
                missing = variable(f"{name}n", BOOL)
                self.values[missing.data] = self.known(missing)
                found = self.argument(rest[0] if len(rest) == 1 else Either(rest), name)
                return None if self.values[missing.data] else found
            case Either():
                self.values[name] = found = self.known(variable(name, INT))
                return found
        self.values[name], argument = self._read(shape, variable(name, sort_of(type_for(shape))))
        return argument

    def _read(self, shape: Shape, term: Term) -> tuple[Any, object]:
        """The value of a term as an evaluator takes it, and as an argument."""
        match shape:
            case Plain("int" | "bool"):
                value = self.known(term)
                return value, value
            case Choice(options):
                [option] = [each for each in options if self.known(equal(term, literal(each)))][:1] or options[:1]
                return tuple(map(ord, option)) if isinstance(option, str) else option, option
            case Fixed(parts):
                read = [self._read(each, part(term, place)) for place, each in enumerate(parts)]
                return tuple(value for value, _ in read), tuple(argument for _, argument in read)
        raise _Unread
