"""Changing every term of a specification."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from viva.engines.dialogues.model import (
    All,
    AnyText,
    Branch,
    Call,
    DecimalRange,
    Decimals,
    Item,
    Listed,
    Loop,
    Merged,
    Not,
    Opaque,
    Operation,
    Read,
    Repeat,
    Seq,
    Some,
    Spec,
    Term,
    Within,
    Write,
    parts,
)


def rewrite_terms(spec: Spec, change: Callable[[Term], Term]) -> Spec:
    """The specification with `change` made to every subterm, from the inside out."""
    match spec:
        case Seq(steps):
            return Seq(tuple(rewrite_terms(step, change) for step in steps))
        case Branch(left, condition, right):
            sides = rewrite_terms(left, change), rewrite_terms(right, change)
            return replace(spec, left=sides[0], condition=rewritten_term(condition, change), right=sides[1])
        case Loop(body):
            return replace(spec, body=rewrite_terms(body, change))
        case Repeat(count, body):
            return replace(spec, count=rewritten_term(count, change), body=rewrite_terms(body, change))
        case Write(alternatives):
            changed = tuple(tuple(_rewritten_item(item, change) for item in items) for items in alternatives)
            return replace(spec, alternatives=changed)
        case _:
            return spec


def rewritten_term(term: Term, change: Callable[[Term], Term]) -> Term:
    match term:
        case Call(arguments=inner) | Opaque(arguments=inner):
            term = replace(term, arguments=tuple(rewritten_term(argument, change) for argument in inner))
        case Listed(items):
            term = replace(term, items=tuple(rewritten_term(item, change) for item in items))
        case Operation(left=left, right=right):
            term = replace(term, left=rewritten_term(left, change), right=rewritten_term(right, change))
        case Not(operand):
            term = replace(term, operand=rewritten_term(operand, change))
    return change(term)


def _rewritten_item(item: Item, change: Callable[[Term], Term]) -> Item:
    match item:
        case AnyText():
            return item
        case Within(term):
            return replace(item, term=rewritten_term(term, change))
        case Some(condition=condition):
            return replace(item, condition=rewritten_term(condition, change))
        case _:
            return rewritten_term(item, change)


def with_decimals_marked(spec: Spec) -> Spec:
    """Every list of decimals marked as such, so that the sum of none is the decimal 0. All notations end with this."""
    decimals = {
        part.variable
        for part in parts(spec)
        if isinstance(part, Read) and isinstance(part.values, Decimals | DecimalRange)
    }

    def mark(term: Term) -> Term:
        match term:
            case All(variable) if variable in decimals:
                return replace(term, decimal=True)
            case Merged(variables) if decimals.intersection(variables):
                return replace(term, decimal=True)
            case _:
                return term

    return rewrite_terms(spec, mark) if decimals else spec
