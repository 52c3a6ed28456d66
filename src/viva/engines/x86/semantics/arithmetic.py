"""Adding, subtracting, bit by bit, multiplying and dividing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from viva.engines.x86 import bits
from viva.engines.x86.bits import Truth, Value, both, no, zero_extend
from viva.engines.x86.machine import DivisionError, Instruction, Operand, State
from viva.engines.x86.semantics.table import MEANING, add, logical_flags, means, subtract, undefine_flags


@means("add")
def _add(state: State, this: Instruction) -> None:
    to, by = this.operands
    state.write(to, add(state, state.read(to), state.read(by), False, to.width))


@means("adc")
def _adc(state: State, this: Instruction) -> None:
    to, by = this.operands
    state.write(to, add(state, state.read(to), state.read(by), state.flag("CF"), to.width))


@means("sub")
def _sub(state: State, this: Instruction) -> None:
    to, by = this.operands
    state.write(to, subtract(state, state.read(to), state.read(by), False, to.width))


@means("sbb")
def _sbb(state: State, this: Instruction) -> None:
    to, by = this.operands
    state.write(to, subtract(state, state.read(to), state.read(by), state.flag("CF"), to.width))


@means("cmp")
def _cmp(state: State, this: Instruction) -> None:
    one, two = this.operands
    subtract(state, state.read(one), state.read(two), False, one.width)


@means("inc")
def _inc(state: State, this: Instruction) -> None:
    (to,) = this.operands
    state.write(to, add(state, state.read(to), 1, False, to.width, keeps_carry=True))


@means("dec")
def _dec(state: State, this: Instruction) -> None:
    (to,) = this.operands
    state.write(to, subtract(state, state.read(to), 1, False, to.width, keeps_carry=True))


@means("neg")
def _neg(state: State, this: Instruction) -> None:
    (to,) = this.operands
    state.write(to, subtract(state, 0, state.read(to), False, to.width))


# Bits.


@means("not")
def _invert(state: State, this: Instruction) -> None:
    (to,) = this.operands
    state.write(to, bits.not_(state.read(to), to.width))


def _logical(state: State, this: Instruction, join: Callable[[Value, Value, int], Value], writes: bool) -> None:
    to, by = this.operands
    result = join(state.read(to), state.read(by), to.width)
    if writes:
        state.write(to, result)
    logical_flags(state, result, to.width)


MEANING["and"] = partial(_logical, join=bits.and_, writes=True)
MEANING["or"] = partial(_logical, join=bits.or_, writes=True)
MEANING["xor"] = partial(_logical, join=bits.xor, writes=True)
MEANING["test"] = partial(_logical, join=bits.and_, writes=False)


# Multiplying and dividing.

_PAIRS = {16: ("dx", "ax"), 32: ("edx", "eax")}


def _long_product(state: State, source: Operand, extend: Callable[[Value, int, int], Value]) -> tuple[Value, int]:
    width = source.width
    one = state.register("al" if width == 8 else _PAIRS[width][1])
    product = bits.mul(extend(one, width, 2 * width), extend(state.read(source), width, 2 * width), 2 * width)
    if width == 8:
        state.set_register("ax", product)
    else:
        high, low = _PAIRS[width]
        state.set_register(high, bits.extract(product, 2 * width - 1, width))
        state.set_register(low, bits.extract(product, width - 1, 0))
    return product, width


def _product_flags(state: State, overflow: Truth) -> None:
    state.flags["CF"] = state.flags["OF"] = overflow
    undefine_flags(state, "SF", "ZF", "AF", "PF")


@means("mul")
def _mul(state: State, this: Instruction) -> None:
    product, width = _long_product(state, this.operands[0], zero_extend)
    _product_flags(state, no(bits.equal(bits.extract(product, 2 * width - 1, width), 0)))


@means("imul")
def _imul(state: State, this: Instruction) -> None:
    if len(this.operands) == 1:
        product, width = _long_product(state, this.operands[0], bits.extended_signed)
    else:
        to, *factors = this.operands if len(this.operands) == 3 else (this.operands[0], *this.operands)
        width = to.width
        one, two = (bits.extended_signed(state.read(factor), width, 2 * width) for factor in factors)
        product = bits.mul(one, two, 2 * width)
        # The lower half needs no more than the lower halves, and so a proof sees a plain product.
        state.write(to, bits.mul(state.read(factors[0]), state.read(factors[1]), width))
    fits = bits.equal(product, bits.extended_signed(bits.extract(product, width - 1, 0), width, 2 * width))
    _product_flags(state, no(fits))


def _division(state: State, this: Instruction, signed: bool) -> None:
    (source,) = this.operands
    width = source.width
    extend = bits.extended_signed if signed else zero_extend
    divisor = extend(state.read(source), width, 2 * width)
    if state.chance.decide(bits.equal(divisor, 0)):
        raise DivisionError
    if width == 8:
        dividend, low, high = state.register("ax"), "al", "ah"
    else:
        high, low = _PAIRS[width]
        dividend = bits.concat(state.register(high), width, state.register(low), width)
    quotient, rest = (bits.divided_signed if signed else bits.divide)(dividend, divisor, 2 * width)
    lower = bits.extract(quotient, width - 1, 0)
    # The smallest number divided by -1 has a quotient that is itself in the width of the dividend, and does not fit.
    fits = bits.equal(extend(lower, width, 2 * width), quotient)
    if signed:
        smallest = 1 << (2 * width - 1)
        minus_one = bits.mask(2 * width)
        fits = both(fits, no(both(bits.equal(dividend, smallest), bits.equal(divisor, minus_one))))
    if not state.chance.decide(fits):
        raise DivisionError
    state.set_register(low, lower)
    state.set_register(high, bits.extract(rest, width - 1, 0))
    undefine_flags(state, "CF", "PF", "AF", "ZF", "SF", "OF")


MEANING["div"] = partial(_division, signed=False)
MEANING["idiv"] = partial(_division, signed=True)
