"""Python's arithmetic for z3. Operands are formulas or plain values; conditions that are known are decided at once."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

Symbol = Any  # a formula or a plain value: z3 has no types of its own to tell them apart

_BETTER: Mapping[str, Callable[[Symbol, Symbol], Symbol]] = {"min": operator.lt, "max": operator.gt}
"""When a later value takes the place of an earlier one: of equal ones the first is kept."""


def choose(condition: Symbol, yes: Symbol, no: Symbol) -> Symbol:
    if isinstance(condition, bool):
        return yes if condition else no
    import z3  # noqa: PLC0415

    return z3.If(condition, yes, no)


def floor_division(one: Symbol, two: Symbol) -> Symbol:
    """Python rounds down. z3 rounds so that the rest is not negative, which is the same for a positive divisor."""
    one, two = _integers(one, two)
    if _is_positive(two):
        return one / two
    return choose(two > 0, one / two, (-one) / (-two))


def modulo(one: Symbol, two: Symbol) -> Symbol:
    """In Python the rest has the sign of the divisor."""
    one, two = _integers(one, two)
    if _is_positive(two):
        return one % two
    return choose(two > 0, one % two, -((-one) % (-two)))


def absolute(value: Symbol) -> Symbol:
    return choose(value < 0, -value, value)


def extreme(name: str, values: Sequence[Symbol]) -> Symbol:
    """`min` or `max` of numbers."""
    better = _BETTER[name]
    return reduce(lambda best, value: choose(better(value, best), value, best), values)


def as_integer(truth: Symbol) -> Symbol:
    """A bool is an int in arithmetic."""
    import z3  # noqa: PLC0415

    return z3.If(truth, z3.IntVal(1, truth.ctx), z3.IntVal(0, truth.ctx))


def real(value: Symbol, context: Any = None) -> Symbol:
    """A plain value is written in `context`, that of the formulas which it will meet."""
    import z3  # noqa: PLC0415

    if isinstance(value, int):
        return z3.RealVal(value, context)
    return z3.ToReal(value) if z3.is_int(value) else value


def exact(value: Symbol, context: Any = None) -> Symbol:
    """A fraction as z3 writes it in `context`; anything else as it is."""
    if not isinstance(value, Fraction):
        return value
    import z3  # noqa: PLC0415

    return z3.Q(value.numerator, value.denominator, context)


def _integers(one: Symbol, two: Symbol) -> tuple[Symbol, Symbol]:
    """Both as formulas of one context."""
    import z3  # noqa: PLC0415

    context = next((value.ctx for value in (one, two) if not isinstance(value, int)), None)
    first, second = (z3.IntVal(value, context) if isinstance(value, int) else value for value in (one, two))
    return first, second


def _is_positive(value: Symbol) -> bool:
    import z3  # noqa: PLC0415

    return bool(z3.is_int_value(value)) and value.as_long() > 0
