"""Moving values, and making them wider."""

from __future__ import annotations

from viva.engines.x86 import bits
from viva.engines.x86.bits import zero_extend
from viva.engines.x86.machine import WORD, Instruction, Reference, State
from viva.engines.x86.semantics.table import means


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
    state.write(to, zero_extend(state.read(source), source.width, to.width))


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
