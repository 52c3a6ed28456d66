"""Runs a program: every value is known, every step is counted, and what happened can be told."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field
from typing import cast

from viva.core.records import dataclass
from viva.engines.x86.bits import Truth, Value
from viva.engines.x86.machine import FLAGS, REGISTERS, DivisionError, Instruction, State
from viva.engines.x86.program import Program
from viva.engines.x86.semantics import step

RETURNED = 0xFFFF_FFF0
"""The address to which the outermost `ret` leads, where a program is run as a procedure: no code lies there."""


@dataclass(slots=True)
class Bytes:
    """A memory of which every byte is known: those that were named, and one value for all others."""

    content: dict[int, int]
    otherwise: int = 0
    written: dict[int, int] = field(default_factory=dict)

    def load(self, address: Value) -> int:
        return self.content.get(address, self.otherwise)

    def store(self, address: Value, byte: Value) -> None:
        self.content[address] = byte
        self.written[address] = byte

    def copy(self) -> Bytes:
        return Bytes(dict(self.content), self.otherwise, dict(self.written))


@dataclass(slots=True)
class Given:
    """Flags that the architecture leaves undefined are what was given for them, in turn, and then 0."""

    undefined_flags: list[bool] = field(default_factory=list)

    def decide(self, condition: Truth) -> bool:
        assert isinstance(condition, bool)
        return condition

    def undefined(self) -> bool:
        return self.undefined_flags.pop(0) if self.undefined_flags else False


@dataclass(frozen=True, slots=True)
class Start:
    """A state to begin in: what is not named is 0. `flags_left` are values for flags that are undefined, in turn."""

    registers: Mapping[str, int] = field(default_factory=dict)
    flags: Mapping[str, bool] = field(default_factory=dict)
    memory: Mapping[int, int] = field(default_factory=dict)
    otherwise: int = 0
    at: int = 0
    flags_left: Sequence[bool] = ()

    def state(self, program: Program | None = None) -> State:
        """The state; what the program loads lies in memory where nothing else was said."""
        image = dict(program.image()) if program is not None else {}
        return State(
            {name: self.registers.get(name, 0) for name in REGISTERS},
            {name: self.flags.get(name, False) for name in FLAGS},
            Bytes(image | dict(self.memory), self.otherwise),
            self.at,
            Given(list(self.flags_left)),
        )


class OwnCode(Exception):
    """A run writes where its own instructions lie, or jumps into the middle of one."""

    def __init__(self, key: str, instruction: Instruction, address: int) -> None:
        super().__init__(key, instruction.text, address)
        self.key = key
        self.instruction = instruction
        self.address = address


@dataclass(frozen=True, slots=True)
class Step:
    """One instruction that was done, and what it changed: registers, flags and bytes of memory, with the new values."""

    instruction: Instruction
    registers: Mapping[str, int]
    flags: Mapping[str, bool]
    memory: Mapping[int, int]


def known_flags(state: State) -> dict[str, bool]:
    return {name: cast(bool, state.flag(name)) for name in FLAGS}


@dataclass(slots=True)
class Run:
    """A run while it lasts. `ended` is why it cannot go on: `exit`, `division` or None."""

    program: Program
    state: State
    exits: Collection[int]
    owners: dict[int, int] = field(default_factory=dict)
    ended: str | None = None

    def forward(self) -> Step | None:
        """Does the next instruction; None where the run has ended. Raises `BadProgram` and `OwnCode`."""
        state = self.state
        registers = dict(state.registers)
        flags = dict(state.flags)
        instruction = self.advance()
        if instruction is None:
            return None
        return Step(
            instruction,
            {name: value for name, value in state.registers.items() if value != registers[name]},
            {name: cast(bool, state.flag(name)) for name in FLAGS if state.flags[name] is not flags[name]},
            dict(cast(Bytes, state.memory).written),
        )

    def advance(self) -> Instruction | None:
        """The same for who only wants to know where it leads: the instruction that was done."""
        state = self.state
        if self.ended is not None:
            return None
        if state.at in self.exits:
            self.ended = "exit"
            return None
        instruction = self.program.instruction(state.at)
        self._see(instruction)
        memory = cast(Bytes, state.memory)
        memory.written = {}
        try:
            step(state, instruction)
        except DivisionError:
            self.ended = "division"
            return None
        for address in memory.written:
            if address in self.owners:
                raise OwnCode("writes_code", instruction, address)
        return instruction

    def _see(self, instruction: Instruction) -> None:
        """Each byte of code belongs to one instruction, wherever a run jumps to."""
        for address in range(instruction.address, instruction.address + instruction.size):
            if self.owners.setdefault(address, instruction.address) != instruction.address:
                raise OwnCode("inside_instruction", instruction, instruction.address)
