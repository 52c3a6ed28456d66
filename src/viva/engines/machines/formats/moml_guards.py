"""Guards of Ptolemy in our words, and what they say about the ports that they read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from viva.engines.machines import expressions
from viva.engines.machines.expressions import And, Compare, Constant, Expression, Name, Not, Or, Present
from viva.engines.machines.model import Transition

_IS_PRESENT = "_isPresent"
_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def rename_signals(given: Expression, names: Mapping[str, str]) -> Expression:
    """With the names outside, and `x_isPresent` as `x.present`."""
    match given:
        case Name(name=name):
            if name.endswith(_IS_PRESENT):
                base = name.removesuffix(_IS_PRESENT)
                return Present(names.get(base, base))
            return Name(names.get(name, name))
        case Not(inner=inner):
            return Not(rename_signals(inner, names))
        case Present() | Constant():
            return given
        case _:
            return replace(given, left=rename_signals(given.left, names), right=rename_signals(given.right, names))


def strict(given: Expression) -> Expression:
    """That an expression is defined and holds: it reads, from left to right, no value of an absent signal."""
    match given:
        case Not(inner=inner):
            return _fails(inner)
        case And(left=left, right=right):
            return And(strict(left), strict(right))
        case Or(left=left, right=right):
            return Or(strict(left), And(_fails(left), strict(right)))
        case _:
            return given


def _fails(given: Expression) -> Expression:
    """That an expression is defined and does not hold."""
    match given:
        case Constant(value=value):
            return Constant(not value)
        case Name():
            return Compare("==", given, Constant(False))
        case Not(inner=inner):
            return strict(inner)
        case And(left=left, right=right):
            return Or(_fails(left), And(strict(left), _fails(right)))
        case Or(left=left, right=right):
            return And(_fails(left), _fails(right))
        case Compare(sign=sign, left=left, right=right):
            return Compare(_OPPOSITE[sign], left, right)
        case _:
            return Not(given)


def all_names(step: Transition) -> Iterator[str]:
    yield from expressions.names_in(step.guard)
    for action in step.actions:
        yield from expressions.names_in(action.value)


def compared_with(given: Expression, name: str) -> Iterator[int]:
    """The numbers that an input is compared with. One below and one above stand for all further away, as long as
    nothing else is done with it."""
    match given:
        case Compare(left=Name(name=other), right=Constant(value=number)) if other == name:
            yield number
        case Compare(left=Constant(value=number), right=Name(name=other)) if other == name:
            yield number
        case Not(inner=inner):
            yield from compared_with(inner, name)
        case And(left=left, right=right) | Or(left=left, right=right):
            yield from compared_with(left, name)
            yield from compared_with(right, name)
        case _:
            return


def reads_value(given: Expression, name: str) -> bool:
    match given:
        case Name(name=other):
            return other == name
        case Not(inner=inner):
            return reads_value(inner, name)
        case Constant() | Present():
            return False
        case _:
            return reads_value(given.left, name) or reads_value(given.right, name)
