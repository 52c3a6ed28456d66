"""Shifts and rotations."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from viva.engines.x86 import bits
from viva.engines.x86.bits import Truth, Value, differ, zero_extend
from viva.engines.x86.machine import WORD, Instruction, State
from viva.engines.x86.semantics.table import MEANING, means, top


def _count(state: State, this: Instruction) -> Value:
    """By how much to shift: five bits of it count."""
    by = state.read(this.operands[1]) if len(this.operands) > 1 else 1
    return bits.and_(by, 31, 8)


def _unless(nothing: Truth, state: State, flag: str, value: Callable[[], Truth]) -> None:
    """A shift by 0 leaves the flags as they are."""
    if nothing is True:
        return
    before = state.flag(flag) if nothing is not False else False
    state.flags[flag] = lambda: bits.choose_truth(nothing, before, value())


def _shift_flags(
    state: State, count: Value, width: int, *, carry: Truth, overflow: Truth, result: Value | None, lasting: bool
) -> None:
    """`overflow` is that of a shift by one; by more it is undefined. Without a `result` nothing looks at it. `lasting`
    is a carry that is defined for any count."""
    nothing = bits.equal(count, 0)
    if not lasting:
        within = bits.below(count, width)
        carry = carry if within is True else bits.choose_truth(within, carry, state.chance.undefined())
    single = bits.equal(count, 1)
    overflow = overflow if single is True else bits.choose_truth(single, overflow, state.chance.undefined())
    _unless(nothing, state, "CF", lambda: carry)
    _unless(nothing, state, "OF", lambda: overflow)
    if result is not None:
        undefined = state.chance.undefined()
        _unless(nothing, state, "ZF", lambda: bits.equal(result, 0))
        _unless(nothing, state, "SF", lambda: top(result, width))
        _unless(nothing, state, "PF", lambda: bits.even_parity(result))
        _unless(nothing, state, "AF", lambda: undefined)


@means("shl", "sal")
def _shl(state: State, this: Instruction) -> None:
    to, count = this.operands[0], _count(state, this)
    width, value = to.width, state.read(this.operands[0])
    wide = bits.shift_left(zero_extend(value, width, 64), zero_extend(count, 8, 64), 64)
    result = bits.extract(wide, width - 1, 0)
    carry = bits.bit(wide, width)
    state.write(to, result)
    _shift_flags(
        state, count, width, carry=carry, overflow=differ(carry, top(result, width)), result=result, lasting=False
    )


def _right(value: Value, width: int, count: Value, arithmetic: bool) -> tuple[Value, Truth]:
    """What is left of the value, and the last bit that left it."""
    wide, all_ = bits.concat(value, width, 0, WORD), width + WORD
    shift = bits.shift_right_signed if arithmetic else bits.shift_right
    shifted = shift(wide, zero_extend(count, 8, all_), all_)
    return bits.extract(shifted, all_ - 1, WORD), bits.bit(shifted, WORD - 1)


@means("shr")
def _shr(state: State, this: Instruction) -> None:
    to, count = this.operands[0], _count(state, this)
    value = state.read(to)
    result, carry = _right(value, to.width, count, False)
    state.write(to, result)
    _shift_flags(state, count, to.width, carry=carry, overflow=top(value, to.width), result=result, lasting=False)


@means("sar")
def _sar(state: State, this: Instruction) -> None:
    to, count = this.operands[0], _count(state, this)
    result, carry = _right(state.read(to), to.width, count, True)
    state.write(to, result)
    _shift_flags(state, count, to.width, carry=carry, overflow=False, result=result, lasting=True)


def _rotated(value: Value, by: Value, width: int) -> Value:
    """To the left, by less than the width."""
    back = bits.sub(width, by, width)
    return bits.or_(bits.shift_left(value, by, width), bits.shift_right(value, back, width), width)


@means("rol")
def _rol(state: State, this: Instruction) -> None:
    to, count = this.operands[0], _count(state, this)
    width = to.width
    result = _rotated(state.read(to), zero_extend(bits.and_(count, width - 1, 8), 8, width), width)
    state.write(to, result)
    carry = bits.bit(result, 0)
    _shift_flags(
        state, count, width, carry=carry, overflow=differ(carry, top(result, width)), result=None, lasting=True
    )


@means("ror")
def _ror(state: State, this: Instruction) -> None:
    to, count = this.operands[0], _count(state, this)
    width = to.width
    by = zero_extend(bits.and_(bits.sub(width, count, 8), width - 1, 8), 8, width)
    result = _rotated(state.read(to), by, width)
    state.write(to, result)
    carry = top(result, width)
    _shift_flags(
        state, count, width, carry=carry, overflow=differ(carry, bits.bit(result, width - 2)), result=None, lasting=True
    )


def _through_carry(state: State, this: Instruction, left: bool) -> None:
    """The carry is one more bit of what is turned."""
    to, count = this.operands[0], _count(state, this)
    width, all_ = to.width, to.width + 1
    before, carry_before = state.read(to), state.flag("CF")
    by = bits.divide(count, all_, 8)[1]
    by = zero_extend(by, 8, all_) if all_ > 8 else by
    ring = bits.concat(bits.as_bits(carry_before, 1), 1, before, width)
    back = bits.sub(all_, by, all_)
    forth, other = (by, back) if left else (back, by)
    turned = bits.or_(bits.shift_left(ring, forth, all_), bits.shift_right(ring, other, all_), all_)
    result, carry = bits.extract(turned, width - 1, 0), bits.bit(turned, width)
    state.write(to, result)
    overflow = differ(carry, top(result, width)) if left else differ(top(before, width), carry_before)
    _shift_flags(state, count, width, carry=carry, overflow=overflow, result=None, lasting=True)


MEANING["rcl"] = partial(_through_carry, left=True)
MEANING["rcr"] = partial(_through_carry, left=False)
