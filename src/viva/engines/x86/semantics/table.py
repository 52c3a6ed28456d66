"""The table of meanings, and the flags that several instructions set in the same way."""

from __future__ import annotations

from collections.abc import Callable

from viva.engines.x86 import bits
from viva.engines.x86.bits import Truth, Value, both, differ, either, no
from viva.engines.x86.machine import Instruction, State

Meaning = Callable[[State, Instruction], None]
MEANING: dict[str, Meaning] = {}


def means(*names: str) -> Callable[[Meaning], Meaning]:
    def known(meaning: Meaning) -> Meaning:
        for name in names:
            MEANING[name] = meaning
        return meaning

    return known


def top(value: Value, width: int) -> Truth:
    return bits.bit(value, width - 1)


def result_flags(state: State, result: Value, width: int) -> None:
    """Zero, sign and parity: they look at the result alone."""
    state.flags["ZF"] = lambda: bits.equal(result, 0)
    state.flags["SF"] = lambda: top(result, width)
    state.flags["PF"] = lambda: bits.even_parity(result)


def undefine_flags(state: State, *flags: str) -> None:
    for flag in flags:
        state.flags[flag] = state.chance.undefined()


def add(state: State, one: Value, two: Value, carry: Truth, width: int, *, keeps_carry: bool = False) -> Value:
    result = bits.add(bits.add(one, two, width), bits.as_bits(carry, width), width)
    result_flags(state, result, width)
    if not keeps_carry:
        state.flags["CF"] = lambda: either(bits.below(result, one), both(carry, bits.equal(result, one)))
    state.flags["OF"] = lambda: both(
        no(differ(top(one, width), top(two, width))), differ(top(one, width), top(result, width))
    )
    state.flags["AF"] = lambda: bits.bit(bits.xor(bits.xor(one, two, width), result, width), 4)
    return result


def subtract(state: State, one: Value, two: Value, borrow: Truth, width: int, *, keeps_carry: bool = False) -> Value:
    result = bits.sub(bits.sub(one, two, width), bits.as_bits(borrow, width), width)
    result_flags(state, result, width)
    if borrow is False:
        # The same as the zero of the result, in words that a proof understands at once.
        state.flags["ZF"] = lambda: bits.equal(one, two)
    if not keeps_carry:
        state.flags["CF"] = lambda: either(bits.below(one, two), both(borrow, bits.equal(one, two)))
    state.flags["OF"] = lambda: both(
        differ(top(one, width), top(two, width)), differ(top(one, width), top(result, width))
    )
    state.flags["AF"] = lambda: bits.bit(bits.xor(bits.xor(one, two, width), result, width), 4)
    return result


def logical_flags(state: State, result: Value, width: int) -> None:
    result_flags(state, result, width)
    state.flags["CF"] = state.flags["OF"] = False
    undefine_flags(state, "AF")
