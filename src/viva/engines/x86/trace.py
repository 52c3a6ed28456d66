"""A replay for people and for machines: which values it begins with, and what each step changes."""

from __future__ import annotations

from collections.abc import Mapping

from viva.core.json import Json
from viva.engines.x86.annotations import Expression, Name, walk
from viva.engines.x86.interpreter import RETURNED, Start
from viva.engines.x86.machine import PARTS, Reference, Register
from viva.engines.x86.obligations.replaying import Replay
from viva.engines.x86.program import Program

_DECIMAL = 4096
_MOST_WORDS = 8
_ARGUMENTS = 64  # bytes above the top of the stack
_MOST_CELLS = 16


def number(value: int) -> str:
    """Small numbers as people count, addresses and bit patterns as programmers do; -1 to -9 as such."""
    if value < _DECIMAL:
        return str(value)
    return f"{value:#x}" if value < 0xFFFF_FFF7 else f"{value:#x} (-{(1 << 32) - value})"


def mentioned(replay: Replay, expression: Expression | None) -> list[str]:
    """The registers that the steps or an expression speak of, in the usual order."""
    names = {part.name for part in walk(expression) if isinstance(part, Name)} if expression else set()
    for step in replay.steps:
        for operand in step.instruction.operands:
            match operand:
                case Register(name=name):
                    names.add(name)
                case Reference(base=base, index=index):
                    names |= {name for name in (base, index) if name}
        names |= set(step.registers)
    wholes = {PARTS[name].whole for name in names if name in PARTS}
    return [name for name in replay.start.registers if name in wholes]


def cells(start: Start, program: Program) -> dict[int, int]:
    """The bytes of memory that were stated, without what the program brings along."""
    return dict(list(_stated(start, program).items())[:_MOST_CELLS])


def memory(start: Start, program: Program) -> list[str]:
    """The same as people write it, and no more than anyone reads: two bytes and more of one word as that word, first
    those above the top of the stack, where arguments are."""
    stated = _stated(start, program)
    image = {address for address, _ in program.image()}
    top = start.registers.get("esp", 0)
    told: list[str] = []
    for word in sorted({at & ~3 for at in stated}, key=lambda word: (not top <= word < top + _ARGUMENTS, word)):
        places = range(word, word + 4)
        own = [at for at in places if at in stated]
        if len(own) > 1 and image.isdisjoint(places):
            value = sum(start.memory.get(at, start.otherwise) << 8 * (at - word) for at in places)
            told.append(f"w[{number(word)}] = {number(value)}")
        else:
            told += [f"b[{number(at)}] = {stated[at]}" for at in own]
    return told if len(told) <= _MOST_WORDS else [*told[:_MOST_WORDS], "…"]


def _stated(start: Start, program: Program) -> dict[int, int]:
    image = {address for address, _ in program.image()}
    top = start.registers.get("esp", 0)
    returns = [(top + byte) & 0xFFFF_FFFF for byte in range(4)]
    if all(start.memory.get(at) == RETURNED >> 8 * byte & 0xFF for byte, at in enumerate(returns)):
        image |= set(returns)  # where the program returns to is nobody's input
    return {at: byte for at, byte in sorted(start.memory.items()) if at not in image and byte != start.otherwise}


def changes(registers: Mapping[str, int], flags: Mapping[str, bool], memory: Mapping[int, int]) -> str:
    """What one step changed, on one line."""
    told = [f"{name} = {number(value)}" for name, value in registers.items()]
    told += [f"b[{number(at)}] = {byte}" for at, byte in sorted(memory.items())]
    told += [f"{name} = {int(value)}" for name, value in flags.items() if name in ("ZF", "CF", "SF", "OF")]
    return ", ".join(told)


def table(replay: Replay, program: Program, most: int = 24) -> list[str]:
    """The steps as lines: label, instruction, what it changed. Of many, those in the middle are left out."""
    rows = []
    for step in replay.steps:
        flags = {} if step.registers or step.memory else step.flags
        label = program.label(step.instruction.address)
        rows.append((f"{label}:" if label else "", step.instruction.text, changes(step.registers, flags, step.memory)))
    shown = rows if len(rows) <= most else [*rows[: most // 2], ("", "…", ""), *rows[-most // 2 :]]
    first = max((len(row[0]) for row in shown), default=0)
    second = max((len(row[1]) for row in shown), default=0)
    return [f"{row[0]:{first}}  {row[1]:{second}}  {row[2]}".rstrip() for row in shown]


def start_json(start: Start, program: Program) -> dict[str, Json]:
    return {
        "registers": {**start.registers},
        "flags": {**start.flags},
        "memory": {hex(at): byte for at, byte in cells(start, program).items()},
        "memory_elsewhere": start.otherwise,
        "at": program.named(start.at),
    }


def trace_json(replay: Replay, program: Program) -> list[Json]:
    return [
        {
            "address": hex(step.instruction.address),
            "label": program.label(step.instruction.address),
            "instruction": step.instruction.text,
            "line": step.instruction.line,
            "registers": {**step.registers},
            "flags": {**step.flags},
            "memory": {hex(at): byte for at, byte in sorted(step.memory.items())},
        }
        for step in replay.steps
    ]
