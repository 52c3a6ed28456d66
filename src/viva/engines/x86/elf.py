"""ELF files to programs: what is loaded where, the labels, and the lines of the source where the file has them."""

from __future__ import annotations

import io
from typing import Any

from viva.engines.x86.program import BadProgram, Piece, Program

LARGEST = 4 * 2**20
_MOST_BYTES = 2**20
_MOST_LABELS = 10_000


def read_elf(content: bytes, syntax: str = "att") -> Program:
    """The program of an ELF file for 32-bit x86. Raises `BadProgram`, and nothing else, whatever the bytes are."""
    from elftools.common.exceptions import DWARFError, ELFError  # noqa: PLC0415 an extra
    from elftools.construct import ConstructError  # noqa: PLC0415

    if len(content) > LARGEST:
        raise BadProgram("too_large", size=len(content), largest=LARGEST)
    try:
        return _read(content, syntax)
    except (
        ELFError, DWARFError, ConstructError, ValueError, KeyError, IndexError, AttributeError, TypeError,
        AssertionError, OverflowError, RecursionError, EOFError, UnicodeError, NotImplementedError, MemoryError,
    ) as problem:  # fmt: skip
        # The reader of ELF trusts what it reads; a file that lies makes it stumble in many ways.
        raise BadProgram("broken_elf", problem=type(problem).__name__) from None


def _read(content: bytes, syntax: str) -> Program:
    from elftools.elf.elffile import ELFFile  # noqa: PLC0415

    if content[:4] != b"\x7fELF":
        raise BadProgram("no_elf")
    file = ELFFile(io.BytesIO(content))
    machine = str(file.header["e_machine"])
    if machine != "EM_386" or file.elfclass != 32:
        raise BadProgram("other_machine", machine=machine.removeprefix("EM_").lower().replace("_", "-"))
    if file.header["e_type"] not in ("ET_EXEC", "ET_DYN"):
        raise BadProgram("not_linked")
    pieces = _pieces(file)
    return Program(pieces, _labels(file, pieces), _lines(file, pieces), syntax)


def _pieces(file: Any) -> tuple[Piece, ...]:
    found = []
    total = 0
    for section in file.iter_sections():
        flags, size = section["sh_flags"], section["sh_size"]
        if not flags & 2 or not size:  # not loaded
            continue
        total += size
        if total > _MOST_BYTES:
            raise BadProgram("too_large", size=total, largest=_MOST_BYTES)
        empty = section["sh_type"] == "SHT_NOBITS"
        found.append(Piece(section["sh_addr"], bytes(size) if empty else section.data(), bool(flags & 4)))
    return tuple(found)


def _labels(file: Any, pieces: tuple[Piece, ...]) -> dict[str, int]:
    table = file.get_section_by_name(".symtab")
    if table is None:
        return {}
    if table.num_symbols() > _MOST_LABELS:
        raise BadProgram("too_many_labels", most=_MOST_LABELS)
    found: dict[str, int] = {}
    for symbol in table.iter_symbols():
        at = symbol["st_value"]
        inside = any(piece.address <= at <= piece.end for piece in pieces)
        if symbol["st_info"]["type"] in ("STT_FILE", "STT_SECTION") or symbol["st_shndx"] == "SHN_UNDEF" or not inside:
            continue
        if symbol.name and symbol["st_shndx"] != "SHN_ABS":
            found.setdefault(symbol.name, at)
    return found


def _lines(file: Any, pieces: tuple[Piece, ...]) -> dict[int, int]:
    if not file.has_dwarf_info():
        return {}
    found: dict[int, int] = {}
    dwarf = file.get_dwarf_info()
    for unit in dwarf.iter_CUs():
        program = dwarf.line_program_for_CU(unit)
        for entry in program.get_entries() if program is not None else ():
            state = entry.state
            if state is not None and not state.end_sequence and len(found) < _MOST_LABELS:
                found.setdefault(state.address, state.line)
    return {at: line for at, line in found.items() if any(piece.address <= at < piece.end for piece in pieces)}
