"""What each instruction does, in the order of the manual: operands, result, flags.

The table `MEANING` has a function for each name. It changes a `State` that already stands at the next instruction, so
that a jump is an assignment to `state.at`. Flags that the manual calls undefined are asked of the state's chance: a
proof lets them be anything. Everything here is written once, for values that are known and for those that are not.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from viva.engines.x86 import bits
from viva.engines.x86.bits import Truth, Value, both, differ, either, extended, no
from viva.engines.x86.machine import WORD, DivisionError, Immediate, Instruction, Operand, Reference, State

Meaning = Callable[[State, Instruction], None]
MEANING: dict[str, Meaning] = {}

CONDITIONS: dict[str, Callable[[State], Truth]] = {
    "o": lambda s: s.flag("OF"),
    "b": lambda s: s.flag("CF"),
    "e": lambda s: s.flag("ZF"),
    "be": lambda s: either(s.flag("CF"), s.flag("ZF")),
    "s": lambda s: s.flag("SF"),
    "p": lambda s: s.flag("PF"),
    "l": lambda s: differ(s.flag("SF"), s.flag("OF")),
    "le": lambda s: either(s.flag("ZF"), differ(s.flag("SF"), s.flag("OF"))),
}
_OPPOSITES = {"o": "no", "b": "ae", "e": "ne", "be": "a", "s": "ns", "p": "np", "l": "ge", "le": "g"}


def _not(condition: Callable[[State], Truth], state: State) -> Truth:
    return no(condition(state))


CONDITIONS |= {other: partial(_not, CONDITIONS[one]) for one, other in _OPPOSITES.items()}


def means(*names: str) -> Callable[[Meaning], Meaning]:
    def known(meaning: Meaning) -> Meaning:
        for name in names:
            MEANING[name] = meaning
        return meaning

    return known


def step(state: State, instruction: Instruction) -> None:
    """Does one instruction; of one with a prefix to repeat it, one round."""
    state.at = instruction.next
    if not instruction.repeat:
        MEANING[instruction.name](state, instruction)
        return
    if state.chance.decide(bits.equal(state.registers["ecx"], 0)):
        return
    MEANING[instruction.name](state, instruction)
    state.registers["ecx"] = bits.sub(state.registers["ecx"], 1, WORD)
    compares = instruction.name.startswith(("cmps", "scas"))
    goes_on = not compares or state.chance.decide(
        state.flag("ZF") if instruction.repeat != "repne" else no(state.flag("ZF"))
    )
    if goes_on:
        state.at = instruction.address


# Flags.


def _top(value: Value, width: int) -> Truth:
    return bits.bit(value, width - 1)


def _result_flags(state: State, result: Value, width: int) -> None:
    """Zero, sign and parity: they look at the result alone."""
    state.flags["ZF"] = lambda: bits.equal(result, 0)
    state.flags["SF"] = lambda: _top(result, width)
    state.flags["PF"] = lambda: bits.even_parity(result)


def _undefined(state: State, *flags: str) -> None:
    for flag in flags:
        state.flags[flag] = state.chance.undefined()


def _added(state: State, one: Value, two: Value, carry: Truth, width: int, *, keeps_carry: bool = False) -> Value:
    result = bits.add(bits.add(one, two, width), bits.as_bits(carry, width), width)
    _result_flags(state, result, width)
    if not keeps_carry:
        state.flags["CF"] = lambda: either(bits.below(result, one), both(carry, bits.equal(result, one)))
    state.flags["OF"] = lambda: both(
        no(differ(_top(one, width), _top(two, width))), differ(_top(one, width), _top(result, width))
    )
    state.flags["AF"] = lambda: bits.bit(bits.xor(bits.xor(one, two, width), result, width), 4)
    return result


def _subtracted(state: State, one: Value, two: Value, borrow: Truth, width: int, *, keeps_carry: bool = False) -> Value:
    result = bits.sub(bits.sub(one, two, width), bits.as_bits(borrow, width), width)
    _result_flags(state, result, width)
    if borrow is False:
        # The same as the zero of the result, in words that a proof understands at once.
        state.flags["ZF"] = lambda: bits.equal(one, two)
    if not keeps_carry:
        state.flags["CF"] = lambda: either(bits.below(one, two), both(borrow, bits.equal(one, two)))
    state.flags["OF"] = lambda: both(
        differ(_top(one, width), _top(two, width)), differ(_top(one, width), _top(result, width))
    )
    state.flags["AF"] = lambda: bits.bit(bits.xor(bits.xor(one, two, width), result, width), 4)
    return result


def _logical_flags(state: State, result: Value, width: int) -> None:
    _result_flags(state, result, width)
    state.flags["CF"] = state.flags["OF"] = False
    _undefined(state, "AF")


# Moving.


@means("mov")
def _mov(state: State, this: Instruction) -> None:
    to, source = this.operands
    state.write(to, state.read(source))


@means("lea")
def _lea(state: State, this: Instruction) -> None:
    to, place = this.operands
    assert isinstance(place, Reference)
    state.write(to, bits.extract(state.address(place), to.width - 1, 0))


@means("movzx")
def _movzx(state: State, this: Instruction) -> None:
    to, source = this.operands
    state.write(to, extended(state.read(source), source.width, to.width))


@means("movsx")
def _movsx(state: State, this: Instruction) -> None:
    to, source = this.operands
    state.write(to, bits.extended_signed(state.read(source), source.width, to.width))


@means("xchg")
def _xchg(state: State, this: Instruction) -> None:
    one, two = this.operands
    # The place in memory is that of before, whatever register is written.
    first, second = state.read(one), state.read(two)
    if isinstance(one, Reference):
        state.write(one, second)
        state.write(two, first)
    else:
        state.write(two, first)
        state.write(one, second)


@means("push")
def _push(state: State, this: Instruction) -> None:
    (source,) = this.operands
    width = 16 if source.width == 16 else WORD
    state.push(bits.extended_signed(state.read(source), source.width, width), width)


@means("pop")
def _pop(state: State, this: Instruction) -> None:
    (to,) = this.operands
    state.write(to, state.pop(to.width))


@means("cdq")
def _cdq(state: State, _this: Instruction) -> None:
    state.registers["edx"] = bits.shift_right_signed(state.registers["eax"], 31, WORD)


@means("cwd")
def _cwd(state: State, _this: Instruction) -> None:
    state.set_register("dx", bits.shift_right_signed(state.register("ax"), 15, 16))


@means("cwde")
def _cwde(state: State, _this: Instruction) -> None:
    state.registers["eax"] = bits.extended_signed(state.register("ax"), 16, WORD)


@means("cbw")
def _cbw(state: State, _this: Instruction) -> None:
    state.set_register("ax", bits.extended_signed(state.register("al"), 8, 16))


@means("nop", "endbr32")
def _nop(_state: State, _this: Instruction) -> None:
    """Nothing."""


# Adding and subtracting.


@means("add")
def _add(state: State, this: Instruction) -> None:
    to, by = this.operands
    state.write(to, _added(state, state.read(to), state.read(by), False, to.width))


@means("adc")
def _adc(state: State, this: Instruction) -> None:
    to, by = this.operands
    state.write(to, _added(state, state.read(to), state.read(by), state.flag("CF"), to.width))


@means("sub")
def _sub(state: State, this: Instruction) -> None:
    to, by = this.operands
    state.write(to, _subtracted(state, state.read(to), state.read(by), False, to.width))


@means("sbb")
def _sbb(state: State, this: Instruction) -> None:
    to, by = this.operands
    state.write(to, _subtracted(state, state.read(to), state.read(by), state.flag("CF"), to.width))


@means("cmp")
def _cmp(state: State, this: Instruction) -> None:
    one, two = this.operands
    _subtracted(state, state.read(one), state.read(two), False, one.width)


@means("inc")
def _inc(state: State, this: Instruction) -> None:
    (to,) = this.operands
    state.write(to, _added(state, state.read(to), 1, False, to.width, keeps_carry=True))


@means("dec")
def _dec(state: State, this: Instruction) -> None:
    (to,) = this.operands
    state.write(to, _subtracted(state, state.read(to), 1, False, to.width, keeps_carry=True))


@means("neg")
def _neg(state: State, this: Instruction) -> None:
    (to,) = this.operands
    state.write(to, _subtracted(state, 0, state.read(to), False, to.width))


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
    _logical_flags(state, result, to.width)


MEANING["and"] = partial(_logical, join=bits.and_, writes=True)
MEANING["or"] = partial(_logical, join=bits.or_, writes=True)
MEANING["xor"] = partial(_logical, join=bits.xor, writes=True)
MEANING["test"] = partial(_logical, join=bits.and_, writes=False)


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
        _unless(nothing, state, "SF", lambda: _top(result, width))
        _unless(nothing, state, "PF", lambda: bits.even_parity(result))
        _unless(nothing, state, "AF", lambda: undefined)


@means("shl", "sal")
def _shl(state: State, this: Instruction) -> None:
    to, count = this.operands[0], _count(state, this)
    width, value = to.width, state.read(this.operands[0])
    wide = bits.shift_left(extended(value, width, 64), extended(count, 8, 64), 64)
    result = bits.extract(wide, width - 1, 0)
    carry = bits.bit(wide, width)
    state.write(to, result)
    _shift_flags(
        state, count, width, carry=carry, overflow=differ(carry, _top(result, width)), result=result, lasting=False
    )


def _right(value: Value, width: int, count: Value, arithmetic: bool) -> tuple[Value, Truth]:
    """What is left of the value, and the last bit that left it."""
    wide, all_ = bits.concat(value, width, 0, WORD), width + WORD
    shift = bits.shift_right_signed if arithmetic else bits.shift_right
    shifted = shift(wide, extended(count, 8, all_), all_)
    return bits.extract(shifted, all_ - 1, WORD), bits.bit(shifted, WORD - 1)


@means("shr")
def _shr(state: State, this: Instruction) -> None:
    to, count = this.operands[0], _count(state, this)
    value = state.read(to)
    result, carry = _right(value, to.width, count, False)
    state.write(to, result)
    _shift_flags(state, count, to.width, carry=carry, overflow=_top(value, to.width), result=result, lasting=False)


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
    result = _rotated(state.read(to), extended(bits.and_(count, width - 1, 8), 8, width), width)
    state.write(to, result)
    carry = bits.bit(result, 0)
    _shift_flags(
        state, count, width, carry=carry, overflow=differ(carry, _top(result, width)), result=None, lasting=True
    )


@means("ror")
def _ror(state: State, this: Instruction) -> None:
    to, count = this.operands[0], _count(state, this)
    width = to.width
    by = extended(bits.and_(bits.sub(width, count, 8), width - 1, 8), 8, width)
    result = _rotated(state.read(to), by, width)
    state.write(to, result)
    carry = _top(result, width)
    _shift_flags(
        state, count, width, carry=carry, overflow=differ(carry, bits.bit(result, width - 2)), result=None, lasting=True
    )


def _through_carry(state: State, this: Instruction, left: bool) -> None:
    """The carry is one more bit of what is turned."""
    to, count = this.operands[0], _count(state, this)
    width, all_ = to.width, to.width + 1
    before, carry_before = state.read(to), state.flag("CF")
    by = bits.divided(count, all_, 8)[1]
    by = extended(by, 8, all_) if all_ > 8 else by
    ring = bits.concat(bits.as_bits(carry_before, 1), 1, before, width)
    back = bits.sub(all_, by, all_)
    forth, other = (by, back) if left else (back, by)
    turned = bits.or_(bits.shift_left(ring, forth, all_), bits.shift_right(ring, other, all_), all_)
    result, carry = bits.extract(turned, width - 1, 0), bits.bit(turned, width)
    state.write(to, result)
    overflow = differ(carry, _top(result, width)) if left else differ(_top(before, width), carry_before)
    _shift_flags(state, count, width, carry=carry, overflow=overflow, result=None, lasting=True)


MEANING["rcl"] = partial(_through_carry, left=True)
MEANING["rcr"] = partial(_through_carry, left=False)


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
    _undefined(state, "SF", "ZF", "AF", "PF")


@means("mul")
def _mul(state: State, this: Instruction) -> None:
    product, width = _long_product(state, this.operands[0], extended)
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
    extend = bits.extended_signed if signed else extended
    divisor = extend(state.read(source), width, 2 * width)
    if state.chance.decide(bits.equal(divisor, 0)):
        raise DivisionError
    if width == 8:
        dividend, low, high = state.register("ax"), "al", "ah"
    else:
        high, low = _PAIRS[width]
        dividend = bits.concat(state.register(high), width, state.register(low), width)
    quotient, rest = (bits.divided_signed if signed else bits.divided)(dividend, divisor, 2 * width)
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
    _undefined(state, "CF", "PF", "AF", "ZF", "SF", "OF")


MEANING["div"] = partial(_division, signed=False)
MEANING["idiv"] = partial(_division, signed=True)


# Jumping.


def _target(state: State, operand: Operand) -> Value:
    return operand.value & bits.mask(WORD) if isinstance(operand, Immediate) else state.read(operand)


@means("jmp")
def _jmp(state: State, this: Instruction) -> None:
    state.at = _target(state, this.operands[0])


@means("call")
def _call(state: State, this: Instruction) -> None:
    target = _target(state, this.operands[0])
    state.push(this.next)
    state.at = target


@means("ret")
def _ret(state: State, this: Instruction) -> None:
    state.at = state.pop()
    if this.operands:
        state.registers["esp"] = bits.add(state.registers["esp"], state.read(this.operands[0]), WORD)


@means("leave")
def _leave(state: State, _this: Instruction) -> None:
    state.registers["esp"] = state.registers["ebp"]
    state.registers["ebp"] = state.pop()


def _jump_if(state: State, this: Instruction, condition: str) -> None:
    if state.chance.decide(CONDITIONS[condition](state)):
        state.at = _target(state, this.operands[0])


def _set_if(state: State, this: Instruction, condition: str) -> None:
    state.write(this.operands[0], bits.as_bits(CONDITIONS[condition](state), 8))


def _move_if(state: State, this: Instruction, condition: str) -> None:
    to, source = this.operands
    state.write(to, bits.choose(CONDITIONS[condition](state), state.read(source), state.read(to), to.width))


for _name in CONDITIONS:
    MEANING[f"j{_name}"] = partial(_jump_if, condition=_name)
    MEANING[f"set{_name}"] = partial(_set_if, condition=_name)
    MEANING[f"cmov{_name}"] = partial(_move_if, condition=_name)


def _loop(state: State, this: Instruction, zero: bool | None) -> None:
    count = bits.sub(state.registers["ecx"], 1, WORD)
    state.registers["ecx"] = count
    goes_on = no(bits.equal(count, 0))
    if zero is not None:
        goes_on = both(goes_on, state.flag("ZF") if zero else no(state.flag("ZF")))
    if state.chance.decide(goes_on):
        state.at = _target(state, this.operands[0])


MEANING["loop"] = partial(_loop, zero=None)
MEANING["loope"] = partial(_loop, zero=True)
MEANING["loopne"] = partial(_loop, zero=False)


@means("jecxz", "jcxz")
def _jump_if_no_count(state: State, this: Instruction) -> None:
    if state.chance.decide(bits.equal(state.register(this.name[1:-1]), 0)):
        state.at = _target(state, this.operands[0])


# Strings.

_SIZES = {"b": 8, "w": 16, "d": 32}
_ACCUMULATORS = {8: "al", 16: "ax", 32: "eax"}


def _advance(state: State, register: str, width: int) -> None:
    at, size = state.registers[register], width // 8
    back = state.flag("DF")
    state.registers[register] = bits.add(at, bits.choose(back, -size & bits.mask(WORD), size, WORD), WORD)


def _stos(state: State, _this: Instruction, width: int) -> None:
    state.store(state.registers["edi"], state.register(_ACCUMULATORS[width]), width)
    _advance(state, "edi", width)


def _lods(state: State, _this: Instruction, width: int) -> None:
    state.set_register(_ACCUMULATORS[width], state.load(state.registers["esi"], width))
    _advance(state, "esi", width)


def _movs(state: State, _this: Instruction, width: int) -> None:
    state.store(state.registers["edi"], state.load(state.registers["esi"], width), width)
    _advance(state, "esi", width)
    _advance(state, "edi", width)


def _cmps(state: State, _this: Instruction, width: int) -> None:
    one, two = (state.load(state.registers[register], width) for register in ("esi", "edi"))
    _subtracted(state, one, two, False, width)
    _advance(state, "esi", width)
    _advance(state, "edi", width)


def _scas(state: State, _this: Instruction, width: int) -> None:
    _subtracted(state, state.register(_ACCUMULATORS[width]), state.load(state.registers["edi"], width), False, width)
    _advance(state, "edi", width)


STRINGS: dict[str, Callable[..., None]] = {"stos": _stos, "lods": _lods, "movs": _movs, "cmps": _cmps, "scas": _scas}
for _name, _meaning in STRINGS.items():
    for _letter, _width in _SIZES.items():
        MEANING[f"{_name}{_letter}"] = partial(_meaning, width=_width)


# Single flags.


def _set_flag(state: State, _this: Instruction, flag: str, value: bool) -> None:
    state.flags[flag] = value


for _name, _flag in (("c", "CF"), ("d", "DF")):
    MEANING[f"cl{_name}"] = partial(_set_flag, flag=_flag, value=False)
    MEANING[f"st{_name}"] = partial(_set_flag, flag=_flag, value=True)


@means("cmc")
def _cmc(state: State, _this: Instruction) -> None:
    state.flags["CF"] = no(state.flag("CF"))
