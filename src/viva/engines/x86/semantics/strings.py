"""String instructions, and the flags that are set alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from viva.engines.x86 import bits
from viva.engines.x86.bits import no
from viva.engines.x86.machine import WORD, Instruction, State
from viva.engines.x86.semantics.table import MEANING, means, subtract

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
    subtract(state, one, two, False, width)
    _advance(state, "esi", width)
    _advance(state, "edi", width)


def _scas(state: State, _this: Instruction, width: int) -> None:
    subtract(state, state.register(_ACCUMULATORS[width]), state.load(state.registers["edi"], width), False, width)
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
