"""Start reading here: the machine. Registers, flags, memory and operands, of which values may be known or not.

`semantics.py` says what each instruction does to a `State`. A run of the `interpreter` knows every value; the paths of
a proof (`paths.py`) know some. Both differ only in their memory and in how they take a decision that is open.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Protocol, Self

from viva.core.records import dataclass
from viva.engines.x86 import bits
from viva.engines.x86.bits import Truth, Value

REGISTERS = ("eax", "ebx", "ecx", "edx", "esi", "edi", "ebp", "esp")
FLAGS = ("CF", "PF", "AF", "ZF", "SF", "OF", "DF")
WORD = 32


@dataclass(frozen=True, slots=True)
class Part:
    """A name for some bits of a register: `ah` are eight bits of `eax`, from bit 8 on."""

    whole: str
    low: int
    width: int


PARTS = {name: Part(name, 0, 32) for name in REGISTERS}
PARTS |= {name[1:]: Part(name, 0, 16) for name in REGISTERS}
PARTS |= {f"{letter}l": Part(f"e{letter}x", 0, 8) for letter in "abcd"}
PARTS |= {f"{letter}h": Part(f"e{letter}x", 8, 8) for letter in "abcd"}


@dataclass(frozen=True, slots=True)
class Register:
    name: str

    @property
    def width(self) -> int:
        return PARTS[self.name].width


@dataclass(frozen=True, slots=True)
class Immediate:
    value: int
    width: int


@dataclass(frozen=True, slots=True)
class Reference:
    """A place in memory: `base + index * scale + displacement`."""

    base: str | None
    index: str | None
    scale: int
    displacement: int
    width: int


Operand = Register | Immediate | Reference


@dataclass(frozen=True, slots=True)
class Instruction:
    """`name` is its plain name, `text` how it is written in the syntax of the program, `repeat` its prefix: `rep`,
    `repe`, `repne` or none. `line` is that of the source, where it is known."""

    address: int
    size: int
    name: str
    operands: tuple[Operand, ...]
    text: str
    repeat: str = ""
    line: int | None = None

    @property
    def next(self) -> int:
        return (self.address + self.size) & bits.mask(WORD)


class Memory(Protocol):
    """Bytes by their address; every address has one."""

    def load(self, address: Value) -> Value: ...

    def store(self, address: Value, byte: Value) -> None: ...

    def copy(self) -> Self: ...


class Chance(Protocol):
    """What is not settled by the values: which way an open condition goes, and flags that the architecture leaves
    undefined."""

    def decide(self, condition: Truth) -> bool: ...

    def undefined(self) -> Truth: ...


class DivisionError(Exception):
    """The machine stops: a division by 0, or a quotient that does not fit."""


@dataclass(slots=True)
class State:
    """Flags may be given as functions, which are asked when somebody wants to know: most flags nobody reads."""

    registers: dict[str, Value]
    flags: dict[str, Truth | Callable[[], Truth]]
    memory: Memory
    at: Value
    chance: Chance = field(repr=False)

    def copy(self, chance: Chance | None = None) -> State:
        return State(dict(self.registers), dict(self.flags), self.memory.copy(), self.at, chance or self.chance)

    def register(self, name: str) -> Value:
        part = PARTS[name]
        whole = self.registers[part.whole]
        return whole if part.width == WORD else bits.extract(whole, part.low + part.width - 1, part.low)

    def set_register(self, name: str, value: Value) -> None:
        part = PARTS[name]
        if part.low:
            value = bits.concat(value, part.width, bits.extract(self.registers[part.whole], part.low - 1, 0), part.low)
        above = WORD - part.low - part.width
        if above:
            upper = bits.extract(self.registers[part.whole], WORD - 1, WORD - above)
            value = bits.concat(upper, above, value, WORD - above)
        self.registers[part.whole] = value

    def flag(self, name: str) -> Truth:
        value = self.flags[name]
        if callable(value):
            self.flags[name] = value = value()
        return value

    def address(self, place: Reference) -> Value:
        total: Value = place.displacement & bits.mask(WORD)
        if place.index is not None:
            total = bits.add(bits.mul(self.register(place.index), place.scale, WORD), total, WORD)
        if place.base is not None:
            total = bits.add(self.register(place.base), total, WORD)
        return total

    def load(self, address: Value, width: int) -> Value:
        """Little-endian: the lowest byte comes first."""
        value = self.memory.load(address)
        for at in range(8, width, 8):
            value = bits.concat(self.memory.load(bits.add(address, at // 8, WORD)), 8, value, at)
        return value

    def store(self, address: Value, value: Value, width: int) -> None:
        for at in range(0, width, 8):
            self.memory.store(bits.add(address, at // 8, WORD), bits.extract(value, at + 7, at))

    def read(self, operand: Operand) -> Value:
        match operand:
            case Register(name=name):
                return self.register(name)
            case Immediate(value=value, width=width):
                return value & bits.mask(width)
            case Reference(width=width):
                return self.load(self.address(operand), width)

    def write(self, operand: Operand, value: Value) -> None:
        match operand:
            case Register(name=name):
                self.set_register(name, value)
            case Reference(width=width):
                self.store(self.address(operand), value, width)
            case Immediate():
                raise TypeError("nothing is written to a number")

    def push(self, value: Value, width: int = WORD) -> None:
        top = bits.sub(self.registers["esp"], width // 8, WORD)
        self.registers["esp"] = top
        self.store(top, value, width)

    def pop(self, width: int = WORD) -> Value:
        top = self.registers["esp"]
        value = self.load(top, width)
        self.registers["esp"] = bits.add(top, width // 8, WORD)
        return value
