"""Faults of a specification that would make its evaluation fail, found before anyone is examined with it.

The structure and the types are checked for certain. That a current value was read before it is used, and that no loop
goes round without reading, is tried out on short input sequences: what is reported fails on the inputs named.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice

from viva.core.fault import Fault
from viva.core.table import suggestion
from viva.subjects.console.model import (
    ARITHMETIC,
    CONNECTIVES,
    All,
    AnyText,
    Branch,
    Call,
    Current,
    Exit,
    Integer,
    Loop,
    Not,
    Operation,
    Place,
    Read,
    Spec,
    Term,
    Text,
    Write,
    parts,
    steps_of,
    subterms,
    terms,
)
from viva.subjects.console.notation import show_term
from viva.subjects.console.semantics import Diverges, ways
from viva.subjects.console.terms import FUNCTIONS, NotYetRead, Type, element_type
from viva.subjects.console.values import pool

_MOST_SUBTERMS = 200
_TRIES, _MOST_READS, _SIMPLEST = 400, 5, 6
_LISTS = {Type.NUMBER: Type.NUMBERS, Type.TEXT: Type.TEXTS}


def check(spec: Spec, file: str = "spec.sym") -> None:
    """Raises the first Fault there is."""
    _check_exits(spec, file, inside=False)
    for term in terms(spec):
        if sum(1 for _ in subterms(term)) > _MOST_SUBTERMS:
            raise _fault(f"this term has more than {_MOST_SUBTERMS} parts", file, getattr(term, "place", None))
    types = _Types(_variables(spec, file), file)
    for part in parts(spec):
        match part:
            case Read(excluded=str(excluded)) if excluded not in types.variables:
                raise types.unknown(excluded, f"\\{excluded}_A", part.place)
            case Read(variable, excluded=str(excluded)) if types.variables[variable] != types.variables[excluded]:
                raise _fault(f"{variable} and {excluded} hold different kinds of values", file, part.place)
            case Branch(condition=condition):
                types.expect(condition, Type.CONDITION)
            case Write(alternatives):
                for item in (item for items in alternatives for item in items if not isinstance(item, AnyText)):
                    if types.of(item) == Type.CONDITION:
                        raise types.mismatch(item, "a number, a text or a list")
    _try_out(spec, file)


def _check_exits(spec: Spec, file: str, inside: bool) -> bool:
    """Whether there is an exit of the loop around `spec`."""
    found = False
    for step in steps_of(spec):
        match step:
            case Exit(place):
                if not inside:
                    raise _fault("this E is in no loop", file, place, "a loop is written ( ... )->E")
                found = True
            case Branch(left, _, right):
                sides = [_check_exits(side, file, inside) for side in (left, right)]
                found = found or any(sides)
            case Loop(body, place):
                if not _check_exits(body, file, inside=True):
                    raise _fault("this loop has no E to leave it", file, place, "write E where it should end")
    return found


def _variables(spec: Spec, file: str) -> dict[str, Type]:
    types: dict[str, Type] = {}
    for part in parts(spec):
        if isinstance(part, Read):
            kind = element_type(part.values)
            if types.setdefault(part.variable, kind) != kind:
                raise _fault(
                    f"{part.variable} is read as {kind} here and as {types[part.variable]} elsewhere",
                    file,
                    part.place,
                    "use two variables",
                )
    return types


@dataclass(frozen=True, slots=True)
class _Types:
    variables: Mapping[str, Type]
    file: str

    def of(self, term: Term) -> Type:
        match term:
            case Integer():
                return Type.NUMBER
            case Text():
                return Type.TEXT
            case Current(variable, place):
                if variable not in self.variables:
                    raise self.unknown(variable, f"{variable}_C", place)
                return self.variables[variable]
            case All(variable, place):
                if variable not in self.variables:
                    raise self.unknown(variable, f"{variable}_A", place)
                return _LISTS[self.variables[variable]]
            case Not(operand):
                self.expect(operand, Type.CONDITION)
                return Type.CONDITION
            case Operation(operator, left, right) if operator in CONNECTIVES:
                self.expect(left, Type.CONDITION)
                self.expect(right, Type.CONDITION)
                return Type.CONDITION
            case Operation(operator, left, right) if operator in ARITHMETIC:
                self.expect(left, Type.NUMBER)
                self.expect(right, Type.NUMBER)
                return Type.NUMBER
            case Operation(operator, left, right, place):
                return self.comparison(operator, left, right, place)
            case Call():
                return self.call(term)

    def comparison(self, operator: str, left: Term, right: Term, place: Place | None) -> Type:
        kind = self.of(left)
        if kind == Type.CONDITION:
            raise self.mismatch(left, "a number, a text or a list")
        self.expect(right, kind)
        if operator not in ("=", "!=") and kind not in (Type.NUMBER, Type.TEXT):
            raise _fault(f"{kind} cannot be compared with {operator}", self.file, place, "lists know = and !=")
        return Type.CONDITION

    def call(self, call: Call) -> Type:
        if call.function not in FUNCTIONS:
            raise _fault(
                f"there is no function {call.function!r}",
                self.file,
                call.place,
                suggestion(call.function, list(FUNCTIONS)),
            )
        function = FUNCTIONS[call.function]
        if len(call.arguments) != function.arity:
            problem = f"{call.function} takes {function.arity} arguments and here are {len(call.arguments)}"
            raise _fault(problem.replace("takes 1 arguments", "takes 1 argument"), self.file, call.place)
        found = [self.of(argument) for argument in call.arguments]
        fitting = list(function.signatures)
        for position, (argument, kind) in enumerate(zip(call.arguments, found, strict=True)):
            wanted = list(dict.fromkeys(signature[position] for signature in fitting))
            fitting = [signature for signature in fitting if signature[position] == kind]
            if not fitting:
                raise self.mismatch(argument, " or ".join(wanted))
        return fitting[0][-1]

    def expect(self, term: Term, wanted: Type) -> None:
        if self.of(term) != wanted:
            raise self.mismatch(term, wanted)

    def mismatch(self, term: Term, wanted: str) -> Fault:
        remedy = "a condition compares two terms, as in x_C = 0" if wanted == Type.CONDITION else None
        return _fault(
            f"found {show_term(term)}, which is {self.of(term)}, expected {wanted}", self.file, term.place, remedy
        )

    def unknown(self, variable: str, use: str, place: Place | None) -> Fault:
        known = list(self.variables)
        remedy = suggestion(variable, known) if known else "read it first, as in [>x]^Z"
        return _fault(f"nothing is read into {variable}, so {use} has no value", self.file, place, remedy)


def _try_out(spec: Spec, file: str) -> None:
    constants = pool(spec)
    tried = ways(spec, lambda asks: constants.candidates(asks)[:_SIMPLEST], _MOST_READS)
    for inputs, problem in islice(tried, _TRIES):
        shown = "before any input" if not inputs else "after the inputs " + ", ".join(map(str, inputs))
        if isinstance(problem, NotYetRead):
            name = problem.term.variable
            raise _fault(
                f"{name}_C is used {shown}, when nothing was read into {name} yet",
                file,
                problem.term.place,
                f"read {name} first, or ask for len({name}_A) before",
            )
        if isinstance(problem, Diverges):
            place = problem.loop.place
            raise _fault(f"{shown} this loop goes round for ever without reading", file, place)


def _fault(problem: str, file: str, place: Place | None, remedy: str | None = None) -> Fault:
    return Fault(problem, file, place.line if place else None, place.column if place else None, remedy)
