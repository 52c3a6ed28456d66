"""Numbers, truth values and lists of them, of which some are not known yet: plain ones are worked out, and of others a
formula of z3 is made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from viva.engines.smt import as_integer
from viva.engines.syntax.tree import Uncovered

Value = Any  # a number or truth value, plain or as a formula of z3; a list of them; None
_ORDER: Mapping[str, Callable[[Value, Value], Value]] = {
    "Lt": lambda one, two: one < two,
    "LtE": lambda one, two: one <= two,
    "Gt": lambda one, two: one > two,
    "GtE": lambda one, two: one >= two,
    "Eq": lambda one, two: one == two,
    "NotEq": lambda one, two: one != two,
}


def are_numbers(values: Sequence[Value]) -> bool:
    return not any(value is None or isinstance(value, list) for value in values)


def together(values: Sequence[Value]) -> list[Value] | None:
    """The numbers of the one list that is given, or those that are given; None where it is neither."""
    found = values[0] if len(values) == 1 else values
    return list(map(number_of, found)) if isinstance(found, list) and are_numbers(found) else None


def number_of(value: Value) -> Value:
    if isinstance(value, bool):
        return int(value)
    import z3  # noqa: PLC0415

    return as_integer(value) if z3.is_bool(value) else value


def truth_of(value: Value) -> Value:
    if value is None or isinstance(value, bool | int | list):
        return bool(value)
    import z3  # noqa: PLC0415

    return value if z3.is_bool(value) else value != 0


def negate(truth: Value) -> Value:
    if isinstance(truth, bool):
        return not truth
    import z3  # noqa: PLC0415

    return z3.Not(truth)


def join_truths(word: str, truths: Sequence[Value]) -> Value:
    decides = word == "Or"
    unknown = [truth for truth in truths if not isinstance(truth, bool)]
    if any(truth is decides for truth in truths if isinstance(truth, bool)):
        return decides
    if not unknown:
        return not decides
    import z3  # noqa: PLC0415

    return z3.Or(unknown) if decides else z3.And(unknown)


def compare(sign: str, one: Value, two: Value) -> Value:
    if sign in ("In", "NotIn") and isinstance(two, list):
        found = join_truths("Or", [compare("Eq", one, each) for each in two])
        return found if sign == "In" else negate(found)
    if isinstance(one, list) or isinstance(two, list):
        if sign not in ("Eq", "NotEq"):
            raise Uncovered("an order of lists")
        same = equal(one, two)
        return same if sign == "Eq" else negate(same)
    if one is None or two is None or sign not in _ORDER:
        raise Uncovered("this comparison")
    return _ORDER[sign](number_of(one), number_of(two))


def equal(one: Value, two: Value) -> Value:
    """Whether two results are the same, as a plain truth value or a formula."""
    if isinstance(one, list) and isinstance(two, list):
        if len(one) != len(two):
            return False
        return join_truths("And", [equal(first, second) for first, second in zip(one, two, strict=True)])
    if isinstance(one, list) or isinstance(two, list) or one is None or two is None:
        return one is None and two is None
    return _ORDER["Eq"](number_of(one), number_of(two))
