"""Terms as z3 writes them. Trusted, as a part of `query`.

Every term is written once in a proof, by z3's own functions: what its Python classes do around them takes several times
as long.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import z3

from viva.engines import smt
from viva.engines.proofs.terms import BOOL, INT, Sort, Term, length, parts_of


class Encoder:
    """Writes terms in one context; products and divisions of unknown numbers as functions that z3 does not know, unless
    it is to be `exact`. Some have `sides`: what holds of them whatever is asked, as that no length is
    negative."""

    def __init__(self, context: Any, *, exact: bool = False) -> None:
        self.context, self.exact = context, exact
        self.done: dict[Term, Any] = {}
        self.sides: dict[Term, list[Any]] = {}
        self.sorts: dict[Sort, Any] = {INT: z3.IntSort(context), BOOL: z3.BoolSort(context)}
        self.functions: dict[tuple[Any, ...], Any] = {}

    def encoded(self, term: Term) -> Any:
        if term not in self.done:
            for each in parts_of(term):
                if each not in self.done:
                    self.done[each] = self._encoded(each, [self.done[arg] for arg in each.args])
        return self.done[term]

    def sides_of(self, terms: Sequence[Term]) -> list[Any]:
        """What holds of terms, which are written, and of their parts."""
        return [side for each in terms for side in self.sides.get(each, ())]

    def sort(self, sort: Sort) -> Any:
        if sort not in self.sorts:
            self.sorts[sort] = z3.DeclareSort(f"sort {sort}", self.context)
        return self.sorts[sort]

    def _made(self, made: Any, sort: Sort) -> Any:
        kind = z3.BoolRef if sort == BOOL else z3.ArithRef if sort == INT else z3.ExprRef
        return kind(made, self.context)

    def _of_all(self, function: Any, term: Term, args: Sequence[Any]) -> Any:
        return self._made(function(self.context.ref(), len(args), _array(args)), term.sort)

    def _of_two(self, function: Any, term: Term, args: Sequence[Any]) -> Any:
        return self._made(function(self.context.ref(), args[0].ast, args[1].ast), term.sort)

    def _applied(self, name: str, term: Term, args: Sequence[Any]) -> Any:
        if not args:
            return z3.Const(name, self.sort(term.sort))
        return self._call(name, [arg.sort for arg in term.args], term.sort, args)

    def _call(self, name: str, given: Sequence[Sort], sort: Sort, args: Sequence[Any]) -> Any:
        key = (name, *given, sort)
        if key not in self.functions:
            self.functions[key] = z3.Function(name, *map(self.sort, given), self.sort(sort))
        made = z3.Z3_mk_app(self.context.ref(), self.functions[key].ast, len(args), _array(args))
        return self._made(made, sort)

    def _encoded(self, term: Term, args: list[Any]) -> Any:
        match term.op:
            case "num":
                return z3.IntVal(term.data, self.context)
            case "bool":
                return z3.BoolVal(bool(term.data), self.context)
            case "var":
                return z3.Const(f"x {term.data}", self.sort(term.sort))
            case "+":
                return self._of_all(z3.Z3_mk_add, term, args)
            case "*" if self.exact or term.args[0].op == "num":
                return self._of_all(z3.Z3_mk_mul, term, args)
            case "div" if self.exact or (term.args[1].op == "num" and term.args[1].data):
                return smt.floor_division(*args)
            case "mod" if self.exact or (term.args[1].op == "num" and term.args[1].data):
                return smt.modulo(*args)
            case "not":
                return self._made(z3.Z3_mk_not(self.context.ref(), args[0].ast), BOOL)
            case "and":
                return self._of_all(z3.Z3_mk_and, term, args)
            case "or":
                return self._of_all(z3.Z3_mk_or, term, args)
            case "<=":
                return self._of_two(z3.Z3_mk_le, term, args)
            case "=":
                return self._equality(term, args)
            case "ite":
                made = z3.Z3_mk_ite(self.context.ref(), *(arg.ast for arg in args))
                return self._made(made, term.sort)
            case "len":
                made = self._applied(f"len {term.args[0].sort}", term, args)
                self.sides[term] = [made >= 0]
                return made
            case "fold":
                return self._applied(f"fold {term.data.digest} {[arg.sort for arg in term.args]}", term, args)
            case "call":
                return self._applied(f"call {term.data.digest}", term, args)
            case "tuple":
                made = self._applied(f"tuple {term.sort}", term, args)
                self.sides[term] = [
                    self._call(f"part {place} {term.sort}", [term.sort], part.sort, [made]) == arg
                    for place, (part, arg) in enumerate(zip(term.args, args, strict=True))
                ]
                return made
            case "part":
                return self._applied(f"part {term.data} {term.args[0].sort}", term, args)
        label = "" if term.data is None else f" {term.data}"
        return self._applied(f"{term.op}{label} {[arg.sort for arg in term.args]} {term.sort}", term, args)

    def _equality(self, term: Term, args: list[Any]) -> Any:
        same = self._of_two(z3.Z3_mk_eq, term, args)
        for one, two in (term.args, term.args[::-1]):
            if two.op == "nil" and one.op != "nil":
                size = length(one)
                empty = same == (self.encoded(size) == 0)
                self.sides[term] = [empty, *self.sides_of(list(parts_of(size)))]
        return same


def _array(args: Sequence[Any]) -> Any:
    return (z3.Ast * len(args))(*(arg.ast for arg in args))
