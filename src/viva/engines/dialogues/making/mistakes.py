"""A mistake that somebody might make: another comparison, another function, one too many."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from viva.engines.dialogues import model as m
from viva.engines.dialogues.variants.rewriting import rewrite_terms
from viva.engines.dialogues.variants.varying import fails
from viva.engines.dialogues.wellformed import is_wellformed

_COMPARISONS = {">": ">=", "<": "<=", ">=": ">", "<=": "<", "=": "!="}
_OPERATIONS = {"+": "-", "-": "+", "*": "+", "/": "*"}
_FUNCTIONS = {"max": "min", "min": "max", "sum": "max", "count_gt": "count_ge", "count_ge": "count_gt"}


def find_mistake(spec: m.Spec) -> m.Spec | None:
    """The specification with one term changed, so that a program for it is wrong; None where no change does that."""
    terms = dict.fromkeys(part for term in m.terms(spec) for part in m.subterms(term))
    for term in terms:
        for other in _others(term):
            changed = rewrite_terms(spec, _replacing(term, other))
            if is_wellformed(changed) and fails(changed, spec):
                return changed
    return None


def _replacing(term: m.Term, other: m.Term) -> Callable[[m.Term], m.Term]:
    return lambda part: other if part == term else part


def _others(term: m.Term) -> Iterator[m.Term]:
    match term:
        case m.Operation(operator) if operator in _COMPARISONS:
            yield replace(term, operator=_COMPARISONS[operator])
        case m.Operation(operator) if operator in _OPERATIONS:
            yield replace(term, operator=_OPERATIONS[operator])
        case m.Call(function) if function in _FUNCTIONS:
            yield replace(term, function=_FUNCTIONS[function])
        case m.Call("upper" | "lower" | "reverse" | "sort", (value,)):
            yield value
        case m.Call("len", (m.All(),)):
            yield m.Operation("+", term, m.Integer(1))
        case m.Integer(value) if value > 0:
            yield replace(term, value=value + 1)
