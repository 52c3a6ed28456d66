"""A program as it lies in memory: its bytes, its labels, and its instructions, taken apart when they are asked for."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import Any

from viva.core.json import Json
from viva.core.records import dataclass
from viva.engines.x86 import semantics
from viva.engines.x86.bits import mask
from viva.engines.x86.machine import PARTS, WORD, Immediate, Instruction, Operand, Reference, Register

SYNTAXES = ("att", "intel")
_LONGEST_INSTRUCTION = 15
# What capstone calls otherwise than the table of meanings.
_OTHER_NAMES = {
    "jne": "jne", "retn": "ret", "movabs": "mov", "sal": "shl", "movsxd": "movsx", "lcall": "", "ljmp": "", "iretd": "",
}  # fmt: skip
_REPEATS = {0xF3: "rep", 0xF2: "repne"}
_SHORT_OPERANDS = 0x66
_JUMPS = {"ret", "call", "leave", "jmp", "loop", "loope", "loopne", "jecxz", "jcxz"}
_JUMPS |= {f"j{condition}" for condition in semantics.CONDITIONS}


class BadProgram(Exception):
    """What is wrong with a program: a `key` of the texts, what stands in its slots, and the line where it is known."""

    def __init__(self, key: str, line: int | None = None, **slots: object) -> None:
        super().__init__(key, line, slots)
        self.key = key
        self.line = line
        self.slots = slots

    def __str__(self) -> str:
        told = ", ".join(f"{name} {value}" for name, value in self.slots.items())
        return f"{self.key.replace('_', ' ')}: {told}"


@dataclass(frozen=True, slots=True)
class Piece:
    """Bytes at an address; code may be run."""

    address: int
    content: bytes
    code: bool

    @property
    def end(self) -> int:
        return self.address + len(self.content)


@dataclass(frozen=True)
class Program:
    """`labels` maps names to addresses, `lines` addresses to lines of the source.

    Instructions are taken apart one at a time: in machine code what lies between them may be data.
    """

    pieces: tuple[Piece, ...]
    labels: Mapping[str, int]
    lines: Mapping[int, int] = field(default_factory=dict)
    syntax: str = "att"
    _decoded: dict[int, Instruction] = field(default_factory=dict, compare=False, repr=False)

    def instruction(self, address: int) -> Instruction:
        """The instruction at an address. Raises `BadProgram` where there is none that we know."""
        if address not in self._decoded:
            self._decoded[address] = _decode(self, address)
        return self._decoded[address]

    def bytes_of(self, instructions: Iterable[int]) -> set[int]:
        """The addresses of all bytes of the instructions at these addresses."""
        return {byte for at in instructions for byte in range(at, at + self.instruction(at).size)}

    def is_code(self, address: int) -> bool:
        return any(piece.code and piece.address <= address < piece.end for piece in self.pieces)

    def label(self, address: int) -> str | None:
        """The first name of an address."""
        return next((name for name, at in sorted(self.labels.items()) if at == address), None)

    def named(self, address: int) -> str:
        """The address for a person: a label, or a label and how far behind it, or a number."""
        before = [(at, name) for name, at in self.labels.items() if at <= address]
        if not before or not any(piece.address <= address <= piece.end for piece in self.pieces):
            return hex(address)
        at, name = max(before, key=lambda one: (one[0], [-ord(letter) for letter in one[1]]))
        return name if at == address else f"{name}+{address - at}"

    def to_json(self) -> dict[str, Json]:
        pieces: list[Json] = [[each.address, b64encode(each.content).decode(), each.code] for each in self.pieces]
        lines: list[Json] = [[at, line] for at, line in self.lines.items()]
        return {"pieces": pieces, "labels": {**self.labels}, "lines": lines, "syntax": self.syntax}

    @classmethod
    def from_json(cls, data: Any) -> Program:
        pieces = tuple(Piece(at, b64decode(content), code) for at, content, code in data["pieces"])
        return cls(pieces, data["labels"], dict(data["lines"]), data["syntax"])

    def image(self) -> Iterator[tuple[int, int]]:
        """All bytes that are loaded, with their addresses."""
        for piece in self.pieces:
            yield from enumerate(piece.content, piece.address)


def _decode(program: Program, address: int) -> Instruction:
    import capstone  # noqa: PLC0415 an extra, and not needed by every subject

    piece = next((each for each in program.pieces if each.code and each.address <= address < each.end), None)
    line = program.lines.get(address)
    if piece is None:
        raise BadProgram("no_code", line, address=hex(address))
    content = piece.content[address - piece.address :][:_LONGEST_INSTRUCTION]
    reader = capstone.Cs(capstone.CS_ARCH_X86, capstone.CS_MODE_32)
    reader.detail = True
    found = next(reader.disasm(content, address, 1), None)
    if found is None:
        raise BadProgram("no_instruction", line, address=hex(address), bytes=content[:4].hex(" "))
    writer = capstone.Cs(capstone.CS_ARCH_X86, capstone.CS_MODE_32)
    if program.syntax == "att":
        writer.syntax = capstone.CS_OPT_SYNTAX_ATT
    shown = next(writer.disasm(content, address, 1))
    text = f"{shown.mnemonic} {shown.op_str}".strip()
    name, operands, repeat = _meaning_of(found, capstone)
    if name is None:
        raise BadProgram("unsupported", line, instruction=text, address=hex(address), place=program.named(address))
    if name[0] in "jcl" and operands and isinstance(operands[0], Immediate):
        # A jump is read by the label it leads to.
        text = f"{shown.mnemonic} {program.named(operands[0].value)}"
    return Instruction(address, found.size, name, operands, text, repeat, line)


def _meaning_of(found: Any, capstone: Any) -> tuple[str | None, tuple[Operand, ...], str]:
    """Its name in the table of meanings, its operands and its prefix; no name where we do not know it."""
    name = found.insn_name()
    name = _OTHER_NAMES.get(name, name)
    repeat = _REPEATS.get(found.prefix[0], "")
    string = name[:-1] in semantics.STRINGS and name[-1] in "bwd"
    if repeat and not string:
        if name not in ("nop", "ret", "endbr32"):
            return None, (), ""
        repeat = ""
    if repeat == "rep" and name.startswith(("cmps", "scas")):
        repeat = "repe"
    if found.prefix[2] == _SHORT_OPERANDS and name in _JUMPS:
        return None, (), ""  # it jumps within the first 64 KiB, or with half a stack pointer
    plain_address = found.addr_size == 4 or name == "jcxz"
    if name not in semantics.MEANING or not plain_address or (string and len(found.operands) != 2):
        return None, (), ""
    if string:
        known = _string_operands_are_usual(found, capstone)
        return (name if known else None), (), repeat
    operands: list[Operand] = []
    for operand in found.operands:
        made = _operand(found, operand, capstone)
        if made is None:
            return None, (), ""
        operands.append(made)
    if name == "nop":
        operands = []
    return name, tuple(operands), repeat


def _string_operands_are_usual(found: Any, capstone: Any) -> bool:
    """`es:[edi]` and `ds:[esi]`; other segments are other memories."""
    usual = (capstone.x86.X86_REG_INVALID, capstone.x86.X86_REG_ES, capstone.x86.X86_REG_DS)
    places = [each.mem for each in found.operands if each.type == capstone.x86.X86_OP_MEM]
    xmm = any(each.type == capstone.x86.X86_OP_REG and found.reg_name(each.reg) not in PARTS for each in found.operands)
    return not xmm and all(place.segment in usual and found.reg_name(place.base) in ("esi", "edi") for place in places)


def _operand(found: Any, operand: Any, capstone: Any) -> Operand | None:
    x86 = capstone.x86
    width = operand.size * 8
    if operand.type == x86.X86_OP_IMM:
        width = width if width in (8, 16, WORD) else WORD  # of the 1 by which a shift goes, capstone knows no size
        return Immediate(operand.imm & mask(width), width)
    if operand.type == x86.X86_OP_REG:
        name = found.reg_name(operand.reg)
        return Register(name) if name in PARTS else None
    place = operand.mem
    flat = (x86.X86_REG_INVALID, x86.X86_REG_DS, x86.X86_REG_SS, x86.X86_REG_ES, x86.X86_REG_CS)
    if place.segment not in flat:
        return None
    names = []
    for register in (place.base, place.index):
        name = found.reg_name(register) if register else None
        if name == "eiz":
            name = None
        if name is not None and (name not in PARTS or PARTS[name].width != WORD):
            return None
        names.append(name)
    return Reference(names[0], names[1], place.scale, place.disp & mask(WORD), width)
