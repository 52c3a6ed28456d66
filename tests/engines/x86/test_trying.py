"""One instruction done on given values, held against an independent machine."""

import pytest
import unicorn
from unicorn import x86_const

from viva.core.text.reading import Misread
from viva.engines.x86.machine import FLAGS
from viva.engines.x86.trying import read_values, try_out
from viva.subjects.assembly.notation import assemble

AT, DATA = 0x1000, 0x8000
BITS = {"CF": 0, "PF": 2, "AF": 4, "ZF": 6, "SF": 7, "OF": 11}
VALUES = {"eax": 0x8000_0005, "ebx": 7, "ecx": 3, "edx": 0xFFFF_FFFA, "esi": DATA, "esp": DATA + 64}
GIVEN = ", ".join(f"{name} = {value}" for name, value in VALUES.items()) + f", w[{DATA + 4}] = 0x11223344, CF = 1"


def by_unicorn(text: str) -> tuple[dict[str, int], dict[str, int], bytes]:
    program, _ = assemble(text, "att")
    machine = unicorn.Uc(unicorn.UC_ARCH_X86, unicorn.UC_MODE_32)
    machine.mem_map(AT, 0x1000)
    machine.mem_map(DATA, 0x1000)
    first = min(program.lines)
    code = bytes(
        byte for at, byte in sorted(dict(program.image()).items()) if first <= at < program.instruction(first).next
    )
    machine.mem_write(AT, code)
    machine.mem_write(DATA + 4, (0x11223344).to_bytes(4, "little"))
    for name, value in VALUES.items():
        machine.reg_write(getattr(x86_const, f"UC_X86_REG_{name.upper()}"), value)
    machine.reg_write(x86_const.UC_X86_REG_EFLAGS, 0x2 | 1)
    machine.emu_start(AT, AT + len(code), count=1)
    flags = machine.reg_read(x86_const.UC_X86_REG_EFLAGS)
    registers = {name: machine.reg_read(getattr(x86_const, f"UC_X86_REG_{name.upper()}")) for name in VALUES}
    return registers, {name: flags >> at & 1 for name, at in BITS.items()}, bytes(machine.mem_read(DATA, 128))


@pytest.mark.parametrize(
    "text",
    [
        "addl %edx, %eax", "adcl %ebx, %eax", "subl %ebx, %ecx", "movl %eax, 4(%esi)", "movb %bl, 5(%esi)",
        "negl %edx", "pushl %edx", "xchgl %eax, %ebx", "leal 4(%esi,%ecx,2), %eax", "incl %edx", "cmpl %eax, %edx",
        "orl 4(%esi), %ebx", "mull %ecx",
    ],
)  # fmt: skip
def test_each_row_is_what_the_processor_does(text: str) -> None:
    program, _ = assemble(text, "att")
    rows = try_out(program.instruction(min(program.lines)), read_values(GIVEN))
    assert rows is not None
    registers, flags, memory = by_unicorn(text)
    told = {row.name: row.after for row in rows}
    assert {name: value for name, value in told.items() if name in registers} == registers
    for name in set(FLAGS) & set(BITS):
        if told.get(name, 0) is not None:  # else the processor may do as it likes
            assert told.get(name, int(name == "CF")) == flags[name], name
    for row in rows:
        if row.kind == "memory":
            assert row.after == memory[int(row.name[2:-1], 0) - DATA]


def test_what_is_left_open_is_undefined_and_a_division_by_nothing_stops() -> None:
    program, _ = assemble("mull %ecx", "att")
    rows = try_out(program.instruction(min(program.lines)), read_values("eax = 7, ecx = 3"))
    assert rows is not None
    assert next(row for row in rows if row.name == "ZF").after is None
    assert next(row for row in rows if row.name == "eax").after == 21
    program, _ = assemble("divl %ecx", "att")
    assert try_out(program.instruction(min(program.lines)), read_values("eax = 7")) is None


@pytest.mark.parametrize(
    ("text", "words"), [("eax 5", "no value"), ("foo = 1", "there is no"), ("eax = x", "no number")]
)
def test_values_that_cannot_be_read_are_told(text: str, words: str) -> None:
    with pytest.raises(Misread, match=words):
        read_values(text)
