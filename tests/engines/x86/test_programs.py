"""Programs that cannot be examined are told in one sentence: by the assembler, as ELF files, by their flow."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.engines.x86.programs import program
from tests.engines.x86.runs import run
from viva.engines.x86 import reader
from viva.engines.x86.elf import read_elf
from viva.engines.x86.flow import dominators, flow_of
from viva.engines.x86.interpreter import OwnCode, Start
from viva.engines.x86.obligations.theory import theory_of
from viva.engines.x86.program import BadProgram


def key_of(text: str, syntax: str = "att") -> str:
    with pytest.raises(BadProgram) as told:
        found = program(text, syntax)
        theory_of(found, reader.read("ensures true\n")).flow()
    return told.value.key


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("start: movb %ebx, (%eax)\ndone:\n", "syntax"),
        ("start: mov $1, %eax\n1: dec %eax\n jne 1\ndone:\n", "jump_to_number"),
        ("start: jmp nowhere\ndone:\n", "unknown_label"),
        ("start: cpuid\ndone:\n", "unsupported"),
        ("start: int $0x80\ndone:\n", "unsupported"),
        ("start: mov %fs:4, %eax\ndone:\n", "unsupported"),
        ("start: fld1\ndone:\n", "unsupported"),
        ("begin: nop\ndone:\n", "no_start"),
        ("start: movl $0x90909090, %eax\n jmp start + 1\ndone:\n", "inside_instruction"),
        ("start: jmp 0x1234\ndone:\n", "jump_outside"),
        ("start: nop\n", "runs_out"),
        ("start: test %eax, %eax\n je b\na: nop\nb: dec %ecx\n jne a\ndone:\n", "irreducible"),
        (".rept 100000000\nnop\n.endr\nstart: nop\ndone:\n", "assembler_stopped"),
        ('start: .include "/etc/passwd"\ndone:\n', "syntax"),
    ],
)
def test_a_program_that_cannot_be_examined_is_told_why(text: str, key: str) -> None:
    assert key_of(text) == key


def test_the_assembler_says_the_line() -> None:
    with pytest.raises(BadProgram) as told:
        program("start: nop\n mov %eax\ndone:\n")
    assert told.value.line == 2


def test_both_syntaxes_mean_the_same_program() -> None:
    one, two = program("start: movl 4(%esi), %eax\ndone:\n"), program("start: mov eax, [esi + 4]\ndone:\n", "intel")
    assert one.pieces == two.pieces
    assert one.instruction(one.labels["start"]).text == "movl 4(%esi), %eax"
    assert two.instruction(two.labels["start"]).text == "mov eax, dword ptr [esi + 4]"


def test_an_elf_file_for_another_machine_is_refused(tmp_path: Path) -> None:
    source, made = tmp_path / "a.s", tmp_path / "a.o"
    source.write_text("start: nop\n")
    subprocess.run(["as", "--64", "-o", made, source], check=True)
    with pytest.raises(BadProgram) as told:
        read_elf(made.read_bytes())
    assert told.value.key == "other_machine"


def test_broken_elf_files_are_told_and_nothing_else(tmp_path: Path) -> None:
    source, made, linked = tmp_path / "a.s", tmp_path / "a.o", tmp_path / "a"
    source.write_text("start: movl $1, %eax\nloop: dec %eax\n jne loop\ndone: nop\n.data\nx: .long 5\n")
    subprocess.run(["as", "--32", "-g", "-o", made, source], check=True)
    subprocess.run(["ld", "-m", "elf_i386", "-e", "0", "-o", linked, made], check=True)
    content = linked.read_bytes()
    assert {"start", "loop", "done", "x"} <= read_elf(content).labels.keys()
    for at in range(min(len(content), 120)):
        for value in (0, 0xFF):
            broken = content[:at] + bytes([value]) + content[at + 1 :]
            try:
                read_elf(broken)
            except BadProgram:
                continue
    for size in (0, 3, 4, 20, 52, 100, len(content) // 2):
        with pytest.raises(BadProgram):
            read_elf(content[:size])


def test_a_loop_is_found_by_its_head_whatever_its_exits() -> None:
    text = "start: nop\nouter: dec %eax\n je done\ninner: dec %ecx\n je outer\n test %edx, %edx\n jne inner\ndone:\n"
    found = program(text)
    flow = flow_of(found, found.labels["start"], {found.labels["done"]})
    assert [found.label(loop.head) for loop in flow.loops] == ["outer", "inner"]


def test_dominators_are_those_of_the_definition() -> None:
    """A node dominates another if every way from the entry leads over it, which taking it out shows."""
    graph = {0: (1, 2), 1: (3,), 2: (3,), 3: (4, 5), 4: (3,), 5: (6, 1), 6: ()}
    above = dominators(0, graph)

    def reached(without: int) -> set[int]:
        seen: set[int] = set()
        waiting = [0] if without != 0 else []
        while waiting:
            at = waiting.pop()
            if at not in seen:
                seen.add(at)
                waiting += [each for each in graph[at] if each != without]
        return seen

    for node in graph:
        chain, at = {node}, node
        while above[at] != at:
            at = above[at]
            chain.add(at)
        assert chain == {other for other in graph if node not in reached(other) or other == node}


def test_a_program_that_writes_into_itself_is_noticed() -> None:
    found = program("start: nop\n movb $0, start\n jmp start\ndone:\n")
    with pytest.raises(OwnCode):
        run(found, Start(at=found.labels["start"]), (), 100)
