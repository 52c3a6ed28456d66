"""One instruction on values that somebody gives: what was there, and what is there afterwards.

    try_out(instruction, read_values("eax = 5, edx = -1, w[16] = 3, CF = 1"))

Flags that the architecture leaves undefined are done both ways; what comes out otherwise then is told as undefined.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field

from viva.core.records import dataclass
from viva.core.text.reading import Misread
from viva.engines.x86.interpreter import Bytes, Start, known_flags
from viva.engines.x86.machine import FLAGS, PARTS, REGISTERS, WORD, DivisionError, Instruction, Reference, Register
from viva.engines.x86.semantics import step

_VALUE = re.compile(r"\s*([A-Za-z]+)(?:\[\s*(\w+)\s*\])?\s*=\s*(-?\w+)\s*")
_BYTES = {"b": 1, "h": 2, "w": 4}
_MOST_UNDEFINED = 8


@dataclass(frozen=True, slots=True)
class Values:
    """What was given; everything else is 0."""

    registers: Mapping[str, int] = field(default_factory=dict)
    flags: Mapping[str, bool] = field(default_factory=dict)
    memory: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Row:
    """`kind` is `register`, `flag` or `memory`; `after` is None where it is undefined."""

    kind: str
    name: str
    before: int
    after: int | None

    @property
    def changed(self) -> bool:
        return self.before != self.after


def read_values(text: str) -> Values:
    """Raises Misread."""
    registers: dict[str, int] = {}
    flags: dict[str, bool] = {}
    memory: dict[int, int] = {}
    for part in filter(str.strip, text.split(",")):
        found = _VALUE.fullmatch(part)
        if found is None:
            raise Misread(f"{part.strip()!r} is no value", remedy='write them as in "eax = 5, CF = 1, w[16] = 3"')
        name, place, value = found[1], found[2], _number(found[3])
        if place is not None and name in _BYTES:
            for at in range(_BYTES[name]):
                memory[(_number(place) + at) % (1 << WORD)] = value >> 8 * at & 0xFF
        elif place is None and name.lower() in REGISTERS:
            registers[name.lower()] = value % (1 << WORD)
        elif place is None and name.upper() in FLAGS:
            flags[name.upper()] = bool(value)
        else:
            known = ", ".join((*REGISTERS, *FLAGS))
            raise Misread(f"there is no {name!r} to give a value to", remedy=f"there is {known}, and b[…], h[…], w[…]")
    return Values(registers, flags, memory)


def _number(text: str) -> int:
    try:
        return int(text, 0)
    except ValueError:
        raise Misread(f"{text!r} is no number", remedy="write it as 12, -1 or 0x1f") from None


def try_out(instruction: Instruction, given: Values) -> list[Row] | None:
    """What the instruction names, was given or changes; None where the machine stops."""
    ends = []
    for undefined in (False, True):
        start = Start(
            given.registers, given.flags, given.memory, at=instruction.address, flags_left=[undefined] * _MOST_UNDEFINED
        )
        state = start.state()
        state.at = instruction.next
        try:
            step(state, instruction)
        except DivisionError:
            return None
        assert isinstance(state.memory, Bytes)
        ends.append((dict(state.registers), known_flags(state), dict(state.memory.written)))
    (registers, flags, memory), (_, others, _) = ends
    rows: list[Row] = []
    spoken = set(_named(instruction)) | set(given.registers)
    for name in REGISTERS:
        before, after = given.registers.get(name, 0), int(registers[name])
        if name in spoken or before != after:
            rows.append(Row("register", name, before, after))
    for name in FLAGS:
        was, now = given.flags.get(name, False), flags[name] if flags[name] == others[name] else None
        if name in given.flags or was != now:
            rows.append(Row("flag", name, int(was), None if now is None else int(now)))
    for at in sorted({*given.memory, *memory}):
        old = given.memory.get(at, 0)
        rows.append(Row("memory", f"b[{at:#x}]" if at >= 4096 else f"b[{at}]", old, int(memory.get(at, old))))
    return rows


def _named(instruction: Instruction) -> Iterator[str]:
    for operand in instruction.operands:
        match operand:
            case Register(name=name):
                yield PARTS[name].whole
            case Reference(base=base, index=index):
                yield from (PARTS[name].whole for name in (base, index) if name)
