"""Terms with other parts, simplified again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from viva.engines.proofs.terms.lists import (
    at,
    cat,
    cut,
    drop,
    insert,
    length,
    put,
    repeat,
    reverse,
    snoc,
    uninterpreted_function,
)
from viva.engines.proofs.terms.plain import add, div, equal, ite, land, le, lnot, lor, mod, mul, part
from viva.engines.proofs.terms.term import Term, tuple_of


def rebuild(term: Term, args: tuple[Term, ...]) -> Term:
    """The term with other parts, simplified."""
    if args == term.args:
        return term
    op = term.op
    if op == "fold":
        from viva.engines.proofs.terms.folds import fold  # noqa: PLC0415 folds are made of terms

        return fold(term.data, args)
    if op == "call":
        from viva.engines.proofs.terms.recursive import call  # noqa: PLC0415 they are made of terms

        return call(term.data, args)
    if op == "part":
        return part(args[0], term.data)
    if op == "tuple":
        return tuple_of(args)
    if op == "apply":
        return uninterpreted_function(term.data, term.sort, *args)
    built: Term = _BUILDERS[op](*args)
    return built


_BUILDERS: dict[str, Any] = {
    "+": add, "*": mul, "div": div, "mod": mod, "not": lnot, "and": land, "or": lor, "<=": le, "=": equal, "ite": ite,
    "snoc": snoc, "cat": cat, "cut": cut, "reverse": reverse, "put": put, "drop": drop, "insert": insert,
    "repeat": repeat, "len": length, "at": at,
}  # fmt: skip


def substitute(term: Term, values: Mapping[str, Term], done: dict[Term, Term] | None = None) -> Term:
    """The term with other terms for its variables."""
    if term.free.isdisjoint(values):
        return term
    done = {} if done is None else done
    found = done.get(term)
    if found is None:
        if term.op == "var":
            found = values[term.data]
        else:
            found = rebuild(term, tuple(substitute(arg, values, done) for arg in term.args))
        done[term] = found
    return found


def replace_parts(term: Term, others: Mapping[Term, Term], done: dict[Term, Term] | None = None) -> Term:
    """The term with other terms for some of its parts."""
    if term in others:
        return others[term]
    done = {} if done is None else done
    found = done.get(term)
    if found is None:
        found = rebuild(term, tuple(replace_parts(arg, others, done) for arg in term.args)) if term.args else term
        done[term] = found
    return found
