"""Words of a known width, of which a value may be known or not.

A value is a whole number where it is known, and a formula of z3 where it is not; a condition likewise is a bool or a
formula. So one meaning of an instruction serves both: a run of a machine, in which everything is known and z3 is never
loaded, and the step of a proof, in which what is known is computed at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Value = Any  # an int, or a bit-vector of z3, which has no types of its own
Truth = Any  # a bool, or a formula of z3


def mask(width: int) -> int:
    return (1 << width) - 1


def signed(value: int, width: int) -> int:
    """The number that the bits mean in two's complement."""
    return value - (1 << width) if value >> (width - 1) else value


def lifted(value: Value, width: int, context: Any) -> Value:
    """A value as a formula."""
    if not isinstance(value, int):
        return value
    import z3  # noqa: PLC0415 heavy, and not needed by a run

    return z3.BitVecVal(value, width, context)


def same(one: Value, two: Value) -> bool:
    """Whether both are the same number or the same formula, as they are written."""
    if isinstance(one, int) or isinstance(two, int):
        return isinstance(one, int) and isinstance(two, int) and one == two
    return bool(one.eq(two))


def _joined(
    known: Callable[[int, int], int], unknown: Callable[[Any, Any], Any], one: Value, two: Value, width: int
) -> Value:
    if isinstance(one, int) and isinstance(two, int):
        return known(one, two) & mask(width)
    context = two.ctx if isinstance(one, int) else one.ctx
    return unknown(lifted(one, width, context), lifted(two, width, context))


def add(one: Value, two: Value, width: int) -> Value:
    if isinstance(two, int) and two == 0:
        return one
    if isinstance(one, int) and one == 0:
        return two
    return _joined(lambda a, b: a + b, lambda a, b: a + b, one, two, width)


def sub(one: Value, two: Value, width: int) -> Value:
    if isinstance(two, int) and two == 0:
        return one
    return 0 if same(one, two) else _joined(lambda a, b: a - b, lambda a, b: a - b, one, two, width)


def mul(one: Value, two: Value, width: int) -> Value:
    return _joined(lambda a, b: a * b, lambda a, b: a * b, one, two, width)


def and_(one: Value, two: Value, width: int) -> Value:
    return one if same(one, two) else _joined(lambda a, b: a & b, lambda a, b: a & b, one, two, width)


def or_(one: Value, two: Value, width: int) -> Value:
    return one if same(one, two) else _joined(lambda a, b: a | b, lambda a, b: a | b, one, two, width)


def xor(one: Value, two: Value, width: int) -> Value:
    return 0 if same(one, two) else _joined(lambda a, b: a ^ b, lambda a, b: a ^ b, one, two, width)


def not_(one: Value, width: int) -> Value:
    return ~one & mask(width) if isinstance(one, int) else ~one


def neg(one: Value, width: int) -> Value:
    return -one & mask(width) if isinstance(one, int) else -one


def shift_left(one: Value, by: Value, width: int) -> Value:
    """Bits that leave the word are lost; by as much as its width or more, all are."""
    return _joined(lambda a, b: a << b if b < width else 0, lambda a, b: a << b, one, by, width)


def shift_right(one: Value, by: Value, width: int) -> Value:
    if isinstance(one, int) and isinstance(by, int):
        return one >> by if by < width else 0
    import z3  # noqa: PLC0415

    return _joined(max, z3.LShR, one, by, width)


def shift_right_signed(one: Value, by: Value, width: int) -> Value:
    """The sign moves in from the left."""
    return _joined(lambda a, b: signed(a, width) >> min(b, width), lambda a, b: a >> b, one, by, width)


def divide(one: Value, two: Value, width: int) -> tuple[Value, Value]:
    """Quotient and rest of unsigned numbers. By 0 they are all ones and the number, as the solver has it."""
    if isinstance(one, int) and isinstance(two, int):
        return divmod(one, two) if two else (mask(width), one)
    import z3  # noqa: PLC0415

    return _joined(max, z3.UDiv, one, two, width), _joined(max, z3.URem, one, two, width)


def divided_signed(one: Value, two: Value, width: int) -> tuple[Value, Value]:
    """Quotient, rounded towards 0, and rest, with the sign of the dividend."""
    if isinstance(one, int) and isinstance(two, int):
        dividend, divisor = signed(one, width), signed(two, width)
        if divisor == 0:
            return (1 if dividend < 0 else mask(width)), one
        quotient = abs(dividend) // abs(divisor) * (1 if (dividend < 0) == (divisor < 0) else -1)
        return quotient & mask(width), (dividend - quotient * divisor) & mask(width)
    import z3  # noqa: PLC0415

    return _joined(max, lambda a, b: a / b, one, two, width), _joined(max, z3.SRem, one, two, width)


def extract(one: Value, high: int, low: int) -> Value:
    """The bits from `high` down to `low`."""
    if isinstance(one, int):
        return (one >> low) & mask(high - low + 1)
    import z3  # noqa: PLC0415

    if low == 0 and high == one.size() - 1:
        return one
    return _plain(z3.simplify(z3.Extract(high, low, one)))


def concat(high: Value, high_width: int, low: Value, low_width: int) -> Value:
    if isinstance(high, int) and isinstance(low, int):
        return high << low_width | low
    import z3  # noqa: PLC0415

    context = low.ctx if isinstance(high, int) else high.ctx
    return _plain(z3.simplify(z3.Concat(lifted(high, high_width, context), lifted(low, low_width, context))))


def _plain(value: Any) -> Value:
    import z3  # noqa: PLC0415

    return value.as_long() if z3.is_bv_value(value) else value


def simplified(value: Value) -> Value:
    """The value as short as it can be written; a number where it is one."""
    if isinstance(value, int):
        return value
    import z3  # noqa: PLC0415

    return _plain(z3.simplify(value))


def zero_extend(one: Value, width: int, to: int) -> Value:
    """Zeros in front."""
    if isinstance(one, int) or width == to:
        return one
    import z3  # noqa: PLC0415

    return z3.ZeroExt(to - width, one)


def extended_signed(one: Value, width: int, to: int) -> Value:
    """The sign in front."""
    if width == to:
        return one
    if isinstance(one, int):
        return signed(one, width) & mask(to)
    import z3  # noqa: PLC0415

    return z3.SignExt(to - width, one)


# Conditions.


def equal(one: Value, two: Value) -> Truth:
    if isinstance(one, int) and isinstance(two, int):
        return one == two
    return True if same(one, two) else one == two


def below(one: Value, two: Value) -> Truth:
    """Less, as unsigned numbers."""
    if isinstance(one, int) and isinstance(two, int):
        return one < two
    import z3  # noqa: PLC0415

    return z3.ULT(one, two)


def less(one: Value, two: Value, width: int) -> Truth:
    """Less, as signed numbers."""
    if isinstance(one, int) and isinstance(two, int):
        return signed(one, width) < signed(two, width)
    return one < two


def no(truth: Truth) -> Truth:
    if isinstance(truth, bool):
        return not truth
    import z3  # noqa: PLC0415

    return truth.arg(0) if z3.is_not(truth) else z3.Not(truth)


def both(*truths: Truth) -> Truth:
    left = [truth for truth in truths if truth is not True]
    if any(truth is False for truth in left):
        return False
    if len(left) < 2:
        return left[0] if left else True
    import z3  # noqa: PLC0415

    return z3.And(*left)


def either(*truths: Truth) -> Truth:
    left = [truth for truth in truths if truth is not False]
    if any(truth is True for truth in left):
        return True
    if len(left) < 2:
        return left[0] if left else False
    import z3  # noqa: PLC0415

    return z3.Or(*left)


def differ(one: Truth, two: Truth) -> Truth:
    """Exactly one of them."""
    if isinstance(one, bool):
        return no(two) if one else two
    if isinstance(two, bool):
        return no(one) if two else one
    import z3  # noqa: PLC0415

    return z3.Xor(one, two)


def choose(condition: Truth, yes: Value, no_: Value, width: int) -> Value:
    if isinstance(condition, bool):
        return yes if condition else no_
    if same(yes, no_):
        return yes
    import z3  # noqa: PLC0415

    return z3.If(condition, lifted(yes, width, condition.ctx), lifted(no_, width, condition.ctx))


def choose_truth(condition: Truth, yes: Truth, no_: Truth) -> Truth:
    if isinstance(condition, bool):
        return yes if condition else no_
    return either(both(condition, yes), both(no(condition), no_))


def bit(one: Value, number: int) -> Truth:
    """Whether the bit is 1."""
    return equal(extract(one, number, number), 1)


def as_bits(truth: Truth, width: int) -> Value:
    """1 for true and 0 for false."""
    return choose(truth, 1, 0, width)


def even_parity(byte: Value) -> Truth:
    """Whether the lowest eight bits have an even number of ones."""
    if isinstance(byte, int):
        return (byte & 0xFF).bit_count() % 2 == 0
    total = extract(byte, 7, 0)
    total = total ^ zero_extend(extract(total, 7, 4), 4, 8)
    total = total ^ zero_extend(extract(total, 7, 2), 6, 8)
    total = total ^ zero_extend(extract(total, 7, 1), 7, 8)
    return equal(extract(total, 0, 0), 0)
