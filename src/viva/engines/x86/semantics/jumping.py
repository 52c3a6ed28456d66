"""Jumps, calls, and what depends on the flags."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from viva.engines.x86 import bits
from viva.engines.x86.bits import Truth, Value, both, differ, either, no
from viva.engines.x86.machine import WORD, Immediate, Instruction, Operand, State
from viva.engines.x86.semantics.table import MEANING, means

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
