"""Assembly to a program, by GNU `as` and `ld`: they read what was handed in, so they run in the sandbox."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.engines.x86.elf import read_elf
from viva.engines.x86.program import BadProgram, Program
from viva.sandbox import Command, Execution, Limits, Sandbox
from viva.sandbox.limits import MEBIBYTE
from viva.sandbox.programs import find

CODE_ADDRESS = 0x08048000
LARGEST = 64 * 1024
_LIMITS = Limits(cpu_seconds=3.0, wall_seconds=20.0, memory=256 * MEBIBYTE, disk=8 * MEBIBYTE, output=MEBIBYTE)
_SOURCE, _OBJECT, _PROGRAM = "program.s", "program.o", "program.elf"
_COMPLAINT = re.compile(rf"{re.escape(_SOURCE)}:(\d+): (?:Error|Fatal error): (.*)")
_UNDEFINED = re.compile(r"undefined reference to [`']([^']*)'")
_SYNTAX = {"att": (), "intel": ("-msyntax=intel", "-mnaked-reg")}
_JUMP = re.compile(r"^\s*(?:\S+:\s*)*(j[a-z]+|loop[a-z]*|call[l]?)\s+(?:short\s+)?(\d+)\s*(?:[#;/].*)?$", re.IGNORECASE)
_NUMBERED = re.compile(r"^\s*(\d+):")


@dataclass(frozen=True, slots=True)
class Assembler:
    """The two programs, found once."""

    sandbox: Sandbox

    def assemble(self, text: str, syntax: str = "att") -> Program:
        """The program that a text means. Raises `BadProgram` with the line where the assembler does not take it."""
        if len(text) > LARGEST:
            raise BadProgram("too_large", size=len(text), largest=LARGEST)
        _refuse_jumps_to_numbers(text)
        options = ("--32", "-g", "-L", *_SYNTAX[syntax], "-o", _OBJECT, _SOURCE)
        source = text if text.endswith("\n") else text + "\n"
        made = self._run("as", options, {_SOURCE: source.encode()}, _OBJECT)
        if not _worked(made, _OBJECT):
            raise _complaint(made)
        options = ("-m", "elf_i386", "-Ttext", hex(CODE_ADDRESS), "-e", "0", "-o", _PROGRAM, _OBJECT)
        linked = self._run("ld", options, {_OBJECT: made.files[_OBJECT]}, _PROGRAM)
        if not _worked(linked, _PROGRAM):
            unknown = _UNDEFINED.search(linked.stderr.decode(errors="replace"))
            if unknown:
                raise BadProgram("unknown_label", _line_of(text, unknown[1]), label=unknown[1])
            raise _complaint(linked)
        return _with_numbers(read_elf(linked.files[_PROGRAM], syntax), text)

    def _run(self, program: str, options: tuple[str, ...], files: dict[str, bytes], wanted: str) -> Execution:
        try:
            executable = find(program)
        except Fault:
            raise Fault(
                f"the program `{program}` was not found, which assembles 32-bit x86",
                remedy="install binutils, or give the program as an ELF file",
            ) from None
        return self.sandbox.execute(Command(executable, options, files, (wanted,)), _LIMITS)


def _worked(made: Execution, wanted: str) -> bool:
    """Whether it came to its end by itself and well; one that was stopped may leave half a file."""
    return made.ending.reason is None and made.ending.exit_code == 0 and wanted in made.files


def _complaint(made: Execution) -> BadProgram:
    """The first thing that the assembler did not like."""
    if made.ending.reason is not None:
        return BadProgram("assembler_stopped", reason=made.ending.reason)
    said = made.stderr.decode(errors="replace")
    found = _COMPLAINT.search(said)
    if found:
        return BadProgram("syntax", int(found[1]), problem=found[2].strip())
    last = [line for line in said.splitlines() if line.strip()]
    return BadProgram("syntax", None, problem=(last[-1] if last else "").replace(_SOURCE, "").strip(": "))


def _refuse_jumps_to_numbers(text: str) -> None:
    """`jne 1` jumps to the address 1, and no assembler says a word; meant is the label: `1b` before, `1f` after."""
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        if found := _JUMP.match(line):
            before = any(_is_label(each, found[2]) for each in lines[:number])
            after = any(_is_label(each, found[2]) for each in lines[number:])
            meant = f"{found[2]}{'b' if before or not after else 'f'}"
            raise BadProgram("jump_to_number", number, jump=found[1], number=found[2], meant=meant)


def _with_numbers(program: Program, text: str) -> Program:
    """The program with labels that are numbers, where a number is one label only: no symbol tells of these, so they are
    found by their lines."""
    numbered = [
        (found[1], number) for number, line in enumerate(text.splitlines(), 1) if (found := _NUMBERED.match(line))
    ]
    counts = Counter(name for name, _ in numbered)
    labels = dict(program.labels)
    for name, line in numbered:
        after = [(its, at) for at, its in program.lines.items() if its >= line]
        if counts[name] == 1 and after:
            labels[name] = min(after)[1]
    return replace(program, labels=labels)


def _is_label(line: str, number: str) -> bool:
    found = _NUMBERED.match(line)
    return found is not None and found[1] == number


def _line_of(text: str, label: str) -> int | None:
    word = re.compile(rf"(?<![\w.$]){re.escape(label)}(?![\w.$])")
    return next((number for number, line in enumerate(text.splitlines(), 1) if word.search(line)), None)
