"""The values of the fragment, with the exact meaning that Python gives them.

Integers are unbounded, as z3's are. A bool is an int in arithmetic and comparison, and keeps apart from ints where
Python can tell them apart. What depends on a condition is merged only within a kind; where an int and a bool meet, the
number is marked `blurred`, and nothing that would tell the two apart is answered about it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import z3

from viva.engines import smt
from viva.engines.syntax.tree import Uncovered


@dataclass(frozen=True, slots=True)
class Number:
    expression: Any
    blurred: bool = False


@dataclass(frozen=True, slots=True)
class Truth:
    expression: Any


@dataclass(frozen=True, slots=True)
class Nothing:
    pass


@dataclass(frozen=True, slots=True)
class Word:
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """A tuple or list of fixed length, which nobody changes."""

    kind: str
    items: tuple["Value", ...]


@dataclass(frozen=True, slots=True)
class Steps:
    """A `range`; only to go through, or to ask whether a number is in it."""

    start: Any
    stop: Any
    step: int


Value = Number | Truth | Nothing | Word | Row | Steps


def number(value: int) -> Number:
    return Number(z3.IntVal(value))


def known(expression: Any) -> int | None:
    """The integer that an expression is, if it does not depend on the input."""
    simple = z3.simplify(expression)
    return int(simple.as_long()) if z3.is_int_value(simple) else None


def known_truth(expression: Any) -> bool | None:
    simple = z3.simplify(expression)
    return True if z3.is_true(simple) else False if z3.is_false(simple) else None


def numeric(value: Value) -> Any | None:
    """The value as an integer, or None if it is none."""
    match value:
        case Number(expression):
            return expression
        case Truth(expression):
            return smt.as_integer(expression)
    return None


def truth(value: Value) -> Any:
    match value:
        case Number(expression):
            return expression != 0
        case Truth(expression):
            return expression
        case Nothing():
            return z3.BoolVal(False)
        case Word(text):
            return z3.BoolVal(bool(text))
        case Row(_, items):
            return z3.BoolVal(bool(items))
    raise Uncovered("the truth of a range")


def merged(condition: Any, then: Value, otherwise: Value) -> Value:
    """One value for both cases; only values of a kind can be merged."""
    decided = known_truth(condition)
    if decided is not None:
        return then if decided else otherwise
    match then, otherwise:
        case Truth(one), Truth(two):
            return Truth(z3.If(condition, one, two))
        case Nothing(), Nothing():
            return then
        case Word(one), Word(two) if one == two:
            return then
        case Row(kind, one), Row(other, two) if kind == other and len(one) == len(two):
            return Row(kind, tuple(merged(condition, a, b) for a, b in zip(one, two, strict=True)))
    one, two = numeric(then), numeric(otherwise)
    if one is None or two is None:
        raise Uncovered("a value that has different types in different cases")
    blurred = type(then) is not type(otherwise) or _is_blurred(then) or _is_blurred(otherwise)
    return Number(z3.If(condition, one, two), blurred)


def _is_blurred(value: Value) -> bool:
    return isinstance(value, Number) and value.blurred


def equal(one: Value, two: Value, strict: bool = False) -> Any:
    """`==` as a condition; `strict` tells bools from ints and is refused where that is not known."""
    if strict and (_is_blurred(one) or _is_blurred(two)):
        raise Uncovered("a result that is an int in one case and a bool in another")
    if strict and type(one) is not type(two):
        return z3.BoolVal(False)
    a, b = numeric(one), numeric(two)
    if a is not None and b is not None:
        return a == b
    match one, two:
        case Steps(), _:
            raise Uncovered("the comparison of ranges")
        case _, Steps():
            raise Uncovered("the comparison of ranges")
        case Nothing(), Nothing():
            return z3.BoolVal(True)
        case Word(first), Word(second):
            return z3.BoolVal(first == second)
        case Row(kind, first), Row(other, second):
            if kind != other or len(first) != len(second):
                return z3.BoolVal(False)
            return z3.And([equal(x, y, strict) for x, y in zip(first, second, strict=True)])
    return z3.BoolVal(False)


def is_(one: Value, two: Value) -> Any:
    """`is`, for None, True and False; identity of anything else is not Python's to promise."""
    match one, two:
        case (Nothing(), other) | (other, Nothing()):
            return z3.BoolVal(isinstance(other, Nothing))
        case Truth(first), Truth(second):
            return first == second
        case (Truth(), Number(_, blurred)) | (Number(_, blurred), Truth()) if not blurred:
            return z3.BoolVal(False)
    raise Uncovered("`is` between these values")


def contains(container: Value, value: Value) -> Any:
    match container, value:
        case Row(_, items), _:
            return z3.Or([equal(item, value) for item in items])
        case Word(text), Word(part):
            return z3.BoolVal(part in text)
        case Steps(start, stop, step), _:
            expression = numeric(value)
            if expression is None:
                raise Uncovered("`in` a range, of what is no number")
            inside = (
                z3.And(start <= expression, expression < stop)
                if step > 0
                else z3.And(start >= expression, expression > stop)
            )
            return z3.And(inside, (expression - start) % abs(step) == 0)
    raise Uncovered("`in` on such a value")


def smallest(values: Sequence[Value], symbol: str) -> Value:
    """`min` and `max`: of equal ones the first."""
    best = values[0]
    for value in values[1:]:
        one, two = numeric(value), numeric(best)
        if one is None or two is None:
            raise Uncovered("min or max of what is no number")
        best = merged(smt.BETTER[symbol](one, two), value, best)
    return best
