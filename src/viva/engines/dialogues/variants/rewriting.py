"""Changing every term of a specification."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from viva.engines.dialogues import model as m


def rewrite_terms(spec: m.Spec, change: Callable[[m.Term], m.Term]) -> m.Spec:
    """The specification with `change` made to every subterm, from the inside out."""
    match spec:
        case m.Seq(steps):
            return m.Seq(tuple(rewrite_terms(step, change) for step in steps))
        case m.Branch(left, condition, right):
            sides = rewrite_terms(left, change), rewrite_terms(right, change)
            return replace(spec, left=sides[0], condition=rewritten_term(condition, change), right=sides[1])
        case m.Loop(body):
            return replace(spec, body=rewrite_terms(body, change))
        case m.Repeat(count, body):
            return replace(spec, count=rewritten_term(count, change), body=rewrite_terms(body, change))
        case m.Write(alternatives):
            changed = tuple(tuple(_rewritten_item(item, change) for item in items) for items in alternatives)
            return replace(spec, alternatives=changed)
        case _:
            return spec


def rewrite_writes(spec: m.Spec, change: Callable[[m.Term], m.Term]) -> m.Spec:
    """The same, only in what is written."""
    match spec:
        case m.Seq(steps):
            return m.Seq(tuple(rewrite_writes(step, change) for step in steps))
        case m.Branch(left, _, right):
            return replace(spec, left=rewrite_writes(left, change), right=rewrite_writes(right, change))
        case m.Loop(body) | m.Repeat(body=body):
            return replace(spec, body=rewrite_writes(body, change))
        case m.Write():
            return rewrite_terms(spec, change)
        case _:
            return spec


def rewritten_term(term: m.Term, change: Callable[[m.Term], m.Term]) -> m.Term:
    match term:
        case m.Call(arguments=inner) | m.Opaque(arguments=inner):
            term = replace(term, arguments=tuple(rewritten_term(argument, change) for argument in inner))
        case m.Listed(items):
            term = replace(term, items=tuple(rewritten_term(item, change) for item in items))
        case m.Operation(left=left, right=right):
            term = replace(term, left=rewritten_term(left, change), right=rewritten_term(right, change))
        case m.Not(operand):
            term = replace(term, operand=rewritten_term(operand, change))
    return change(term)


def _rewritten_item(item: m.Item, change: Callable[[m.Term], m.Term]) -> m.Item:
    match item:
        case m.AnyText():
            return item
        case m.Within(term):
            return replace(item, term=rewritten_term(term, change))
        case m.Some(condition=condition):
            return replace(item, condition=rewritten_term(condition, change))
        case _:
            return rewritten_term(item, change)


def with_decimals_marked(spec: m.Spec) -> m.Spec:
    """Every list of decimals marked as such, so that the sum of none is the decimal 0. All notations end with this."""
    decimals = {
        part.variable
        for part in m.parts(spec)
        if isinstance(part, m.Read) and isinstance(part.values, m.Decimals | m.DecimalRange)
    }

    def mark(term: m.Term) -> m.Term:
        match term:
            case m.All(variable) if variable in decimals:
                return replace(term, decimal=True)
            case m.Merged(variables) if decimals.intersection(variables):
                return replace(term, decimal=True)
            case _:
                return term

    return rewrite_terms(spec, mark) if decimals else spec
