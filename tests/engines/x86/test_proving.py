"""What is proved holds, what is told to be false is, and every run that is told is a run."""

from __future__ import annotations

import re
from functools import cache

import pytest
import unicorn
from unicorn import x86_const

from tests.engines.x86.programs import FIGURE_4, OWN, POINTERS, SHORT, Proven, everything, program, shipped
from tests.engines.x86.runs import repeated, run
from viva.engines.x86.interpreter import Bytes, Start
from viva.engines.x86.machine import REGISTERS
from viva.engines.x86.obligations.houdini import strengthen
from viva.engines.x86.obligations.proving import Obligation, Proof, prove
from viva.engines.x86.obligations.replaying import Replay
from viva.engines.x86.obligations.theory import Theory
from viva.engines.x86.program import BadProgram
from viva.engines.x86.worker import Job

QUICK = ("fill-with-zero", "length-of-text", "find-a-byte", "sum-by-calls", "string-fill", "jump-table", "two-fills")


@cache
def proof(name: str, annotations: str | None = None) -> Proof:
    known = {each.name: each for each in everything()}
    return prove(known[name].job(annotations).theory())


def results(found: Proof) -> dict[str, str]:
    return {
        f"{each.key.what} {each.key.annotation.text if each.key.annotation else ''}".strip(): each.result
        for each in found.obligations
    }


@pytest.mark.parametrize(
    "proven", [*OWN, shipped("product-by-counting"), shipped("string-fill")], ids=lambda proven: proven.name
)
def test_annotations_that_are_a_proof_are_found_to_be_one(proven: Proven) -> None:
    found = proof(proven.name)
    assert found.complete, results(found)


def test_a_loop_without_invariant_is_walked_as_long_as_it_ends_soon() -> None:
    assert prove(FIGURE_4.job("").theory()).complete
    assert prove(SHORT.job("").theory()).complete


def test_a_loop_that_goes_on_needs_an_invariant_and_is_named() -> None:
    found = prove(POINTERS.job("").theory())
    (bound,) = [each for each in found.obligations if each.key.what == "bound"]
    assert bound.result == "insufficient"
    assert found.theory.program.label(bound.key.place) == "loop"


def test_a_false_invariant_is_broken_by_a_real_run() -> None:
    found = prove(FIGURE_4.job(FIGURE_4.annotations + "1: invariant ecx >= 5\n").theory())
    (false,) = [each for each in found.obligations if each.result == "false"]
    assert false.replay is not None
    assert false.replay.real
    assert false.replay.rounds == 7
    assert false.replay.steps[false.replay.breaking or 0].instruction.name == "dec"


def test_a_true_invariant_that_is_too_weak_alone_is_not_called_false() -> None:
    found = prove(FIGURE_4.job("1: invariant ecx <= 10\n").theory())
    assert results(found)["kept 1: invariant ecx <= 10"] == "not_inductive"


def test_memory_that_a_second_loop_forgets_is_missed_at_the_end() -> None:
    proven = shipped("two-fills")
    lines = [line for line in proven.annotations.splitlines() if "two: invariant forall i. i < n" not in line]
    found = prove(proven.job("\n".join(lines)).theory())
    failing = [each for each in found.obligations if each.result != "proved"]
    assert {each.result for each in failing} == {"insufficient"}
    assert all(each.forgotten for each in failing)


def test_registers_that_a_loop_does_not_write_keep_their_values() -> None:
    text = "start: movl $5, %ebx\nloop: decl %ecx\n jne loop\ndone:\n"
    assert prove(Job(program(text), "ensures ebx == 5\n", "loop: invariant true\n").theory()).complete


def test_a_measure_must_go_down() -> None:
    text = "start: nop\nloop: incl %ecx\n jne loop\ndone:\n"
    upwards = Job(program(text), "ensures ecx == 0\n", "loop: invariant true\nloop: decreases -ecx\n")
    assert results(prove(upwards.theory()))["decreases loop: decreases -ecx"] == "false"
    zero = Job(program(text), "ensures ecx == 0\n", "loop: invariant true\nloop: decreases -1 - ecx\n")
    assert prove(zero.theory()).complete


def test_flags_that_the_manual_leaves_undefined_can_be_anything() -> None:
    text = "start: movl $1, %eax\n mull %eax\n movl $0, %ebx\n jne other\n movl $1, %ebx\nother: nop\ndone:\n"
    assert not prove(Job(program(text), "ensures ebx == 1\n").theory()).complete
    assert not prove(Job(program(text), "ensures ebx == 0\n").theory()).complete


@pytest.mark.thorough
def test_a_return_address_that_may_be_overwritten_is_not_trusted() -> None:
    text = "start: call f\n jmp done\nf: movl $0, (%edi)\n ret\ndone: nop\n"
    assert not prove(Job(program(text), "ensures true\n").theory()).complete
    apart = "requires edi < 1000 && esp > 2000 && esp < 100000\nensures true\n"
    assert prove(Job(program(text), apart).theory()).complete


def test_quantifiers_alternate() -> None:
    text = "start: movl $3, %eax\ndone:\n"
    assert prove(Job(program(text), "ensures forall x. exists y. y == x + eax\n").theory()).complete
    assert not prove(Job(program(text), "ensures exists y. forall x. x != y\n").theory()).complete


BROKEN_SETS = [
    ("fill-with-zero", "loop: invariant forall x. 10 <= x && x <= eax => b[x] == 0\nloop: invariant eax + ecx == 20\n"),
    ("fill-with-zero", "loop: invariant eax <= 20\n"),
    ("copy-bytes", "loop: invariant edx <= n\nloop: invariant forall i. i < edx => b[edi + i] == old(b[esi + i])\n"),
    ("copy-bytes", "loop: invariant edx < n\n"),
    ("find-a-byte", "loop: invariant forall i. i < edx => b[esi + i] != al\n"),
    ("sum-by-calls", "loop: invariant esi == old(eax) + 3 * ebx\n"),
    ("string-fill", "loop: invariant ecx <= n\n"),
    ("jump-table", "loop: invariant eax <= 2\n"),
    ("length-of-text", ""),
]  # fmt: skip


def replays() -> list[tuple[Theory, Obligation, Replay]]:
    found = []
    for name, lines in BROKEN_SETS:
        made = proof(name, lines)
        assert not made.complete
        found += [(made.theory, each, each.replay) for each in made.obligations if each.replay is not None]
    return found


@pytest.mark.thorough
def test_every_run_that_is_told_is_done_by_the_interpreter_and_by_an_independent_machine() -> None:
    told = replays()
    assert len(told) >= len(BROKEN_SETS)
    for theory, _, replay in told:
        ours = repeated(replay, theory.program)
        assert [ours.state.registers[name] for name in REGISTERS] == _by_unicorn(theory, replay)


def _by_unicorn(theory: Theory, replay: Replay) -> list[int]:
    machine = unicorn.Uc(unicorn.UC_ARCH_X86, unicorn.UC_MODE_32)
    state = replay.start.state(theory.program)
    assert isinstance(state.memory, Bytes)
    mapped: set[int] = set()
    content = bytes([state.memory.otherwise]) * 4096

    def need(address: int) -> None:
        page = address & 0xFFFF_F000
        if page not in mapped:
            mapped.add(page)
            machine.mem_map(page, 4096)
            machine.mem_write(page, content)

    def missing(_machine: object, _access: int, address: int, size: int, _value: int, _data: object) -> bool:
        need(address)
        need((address + size - 1) & 0xFFFF_FFFF)
        return True

    machine.hook_add(unicorn.UC_HOOK_MEM_UNMAPPED, missing)
    for address, byte in state.memory.content.items():
        need(address)
        machine.mem_write(address, bytes([byte]))
    for name in REGISTERS:
        machine.reg_write(getattr(x86_const, f"UC_X86_REG_{name.upper()}"), state.registers[name])
    bits = {"CF": 0, "PF": 2, "AF": 4, "ZF": 6, "SF": 7, "DF": 10, "OF": 11}
    machine.reg_write(x86_const.UC_X86_REG_EFLAGS, 2 | sum(bool(state.flag(name)) << bit for name, bit in bits.items()))
    at = replay.start.at
    for _ in replay.steps:
        machine.emu_start(at, 0, count=1)
        at = machine.reg_read(x86_const.UC_X86_REG_EIP)
    return [machine.reg_read(getattr(x86_const, f"UC_X86_REG_{name.upper()}")) for name in REGISTERS]


MUTATIONS = [
    (r"\bincl\b", "decl"), (r"\bdecl\b", "incl"), (r"\bjae\b", "ja"), (r"\bjae\b", "jge"), (r"\bje\b", "jne"),
    (r"\$10, %ecx", "$9, %ecx"), (r"\$1,", "$3,"), (r"xorl %edx, %edx", "nop"), (r"xorl %ebx, %ebx", "movl $1, %ebx"),
    (r"addl \$3", "addl $4"), (r"stosb", "stosw"), (r"cmpb \\$0", "cmpb $1"), (r"movl \$8, %ebx", "movl $9, %ebx"),
]  # fmt: skip


def broken_programs() -> list[tuple[str, str]]:
    found = []
    for name in QUICK:
        text = shipped(name).text
        found += [(name, re.sub(one, other, text, count=1)) for one, other in MUTATIONS if re.search(one, text)]
    return found


def test_programs_broken_in_one_instruction_are_proved_only_where_runs_say_the_same() -> None:
    proved = 0
    for name, text in broken_programs()[::5]:
        proven = shipped(name)
        try:
            found = prove(Job(program(text), proven.contract, proven.annotations).theory(), 1_500_000, explaining=False)
        except BadProgram:
            continue
        if found.complete:
            proved += 1
            _runs_like(found.theory, proven.job().theory())
    assert proved < len(broken_programs()) / 10


def _runs_like(theory: Theory, right: Theory) -> None:
    for size in (0, 1, 5):
        start = {"eax": 7, "ebx": 1, "ecx": size, "edx": 3, "esi": 0x5000, "edi": 0x9000, "esp": 0x20000}
        memory = {0x5000 + at: (at * 7 + 1) % 5 for at in range(16)}
        ours, _ = run(theory.program, Start(start, {}, memory, 0, theory.start), theory.exits, 500)
        theirs, _ = run(right.program, Start(start, {}, memory, 0, right.start), right.exits, 500)
        if ours.ended is None:
            continue  # it goes on for ever, of which the property says nothing
        assert isinstance(ours.state.memory, Bytes)
        assert isinstance(theirs.state.memory, Bytes)
        for at in (*range(8, 22), *range(0x5000, 0x5010), *range(0x9000, 0x9010)):
            assert ours.state.memory.load(at) == theirs.state.memory.load(at)


def test_a_return_address_that_was_overwritten_before_a_loop_is_not_restored_by_it() -> None:
    text = """
start:  call f
        movl $1, %eax
        jmp done
f:      movl $other, (%esp)
loop:   movb $0, (%edi)
        decl %ecx
        jne loop
        ret
other:  movl $2, %eax
done:   nop
"""
    apart = "requires edi < 1000 && esp > 2000 && esp < 100000\nensures eax == 1\n"
    assert not prove(Job(program(text), apart, "loop: invariant edi < 1000\n").theory()).complete


@pytest.mark.parametrize(
    ("name", "lines", "missing"),
    [
        (
            "fill-with-zero",
            "loop: invariant forall x. 10 <= x && x < eax => b[x] == 0\n",
            "loop: invariant eax + ecx == 20",
        ),
        ("sum-by-calls", "loop: invariant esi == old(eax) + 3 * ebx\n", "loop: invariant ebx <= n"),
        ("length-of-text", "loop: invariant true\n", "loop: invariant forall i. i < eax => b[esi + i] != 0"),
    ],
)
def test_a_missing_invariant_is_found_and_completes_the_proof(name: str, lines: str, missing: str) -> None:
    assert strengthen(proof(name, lines)) == (missing,)
    assert prove(shipped(name).job(lines + missing + "\n").theory()).complete


def test_nothing_is_added_to_what_is_false() -> None:
    assert strengthen(proof("fill-with-zero", "loop: invariant ecx >= 5\n")) == ()


def test_nested_quantifiers_over_many_products_are_given_up_by_counting() -> None:
    hostile = (
        "loop: invariant forall a. exists c. forall d. exists e. b[a * c + d] * b[e * a] == w[a * c * d * e] "
        "&& a / (c % d) > e * c || (forall h. exists k. h * k == a * c * d * e)\n"
        "loop: invariant forall a. forall c. forall d. b[b[b[a] * c] / d] * a * c * d % (a * c + 1) == b[a * a * c]\n"
    )
    one, two = (prove(shipped("fill-with-zero").job(hostile).theory(), 4_000_000, explaining=False) for _ in range(2))
    assert not one.complete
    assert [each.result for each in one.obligations] == [each.result for each in two.obligations]
    assert one.work == two.work
