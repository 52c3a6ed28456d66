"""Each instruction does to registers, flags and memory what an independent machine does (unicorn), and the step of a
proof says the same as a run."""

from __future__ import annotations

import random
from functools import cache

import pytest
import unicorn
import z3
from unicorn import x86_const

from tests.engines.x86.forms import CONDITIONS, forms
from tests.engines.x86.runs import known_registers
from viva.engines.x86 import bits
from viva.engines.x86.assembling import Assembler
from viva.engines.x86.interpreter import Bytes, Run, Start, known_flags
from viva.engines.x86.machine import FLAGS, REGISTERS, State
from viva.engines.x86.obligations.symbolic_state import Names, Unknown, fresh, ways
from viva.engines.x86.program import Program
from viva.sandbox import sandbox_for

DATA, SIZE = 0x20000, 0x800
STACK = DATA + 0x600
BITS = {"CF": 0, "PF": 2, "AF": 4, "ZF": 6, "SF": 7, "DF": 10, "OF": 11}
SHIFTS = ("shl", "shr", "sar", "rol", "ror", "rcl", "rcr")
STATES = 2  # `bench/run assembly` tries many more


@cache
def assembled() -> Program:
    """All forms in one program, far from each other: each has a label of its own."""
    lines = []
    for number, form in enumerate(forms()):
        lines += [f"f{number}: {form}", ".fill 16, 1, 0x90"]
    with sandbox_for(()) as sandbox:
        return Assembler(sandbox).assemble("\n".join([*lines, "away: nop", "nop", ""]))


def starts(seed: int, states: int = STATES) -> list[Start]:
    """Random states in which addresses lead into the data, with the corners of the arithmetic."""
    chance = random.Random(seed)
    found = []
    for _ in range(states):
        corner = [0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF]
        registers = {
            name: chance.choice(corner) if chance.random() < 0.4 else chance.randrange(1 << 32) for name in REGISTERS
        }
        registers |= {"ebx": DATA + 0x10, "esi": DATA + 0x200 + chance.randrange(64), "esp": STACK, "ebp": STACK + 64}
        registers |= {"edi": DATA + 0x380 + chance.randrange(64), "ecx": chance.randrange(40)}
        memory = dict(enumerate(chance.choices((0, 1, 0x80, 0xFF, 7, 0x5A), k=SIZE), DATA))
        if chance.random() < 0.3:  # equal strings, so that comparing goes on
            memory |= dict.fromkeys(range(DATA, DATA + 0x500), 7)
            registers["eax"] = 0x07070707
        flags = {name: chance.random() < 0.5 for name in FLAGS}
        found.append(Start(registers, flags, memory))
    return found


@cache
def unicorn_machine() -> unicorn.Uc:
    program = assembled()
    machine = unicorn.Uc(unicorn.UC_ARCH_X86, unicorn.UC_MODE_32)
    first = min(piece.address for piece in program.pieces) & ~0xFFF
    last = max(piece.end for piece in program.pieces) + 0x2000 & ~0xFFF
    machine.mem_map(first, last - first)
    for piece in program.pieces:
        machine.mem_write(piece.address, piece.content)
    machine.mem_map(DATA, 0x1000)
    return machine


def oracle(start: Start, at: int) -> tuple[int, dict[str, int], dict[str, bool], bytes] | None:
    """What unicorn makes of one instruction; None where it stops with an error."""
    # After an exception unicorn tells of none any more, so a division gets a machine of its own.
    division = assembled().instruction(at).name in ("div", "idiv")
    machine = unicorn_machine.__wrapped__() if division else unicorn_machine()
    machine.mem_write(DATA, bytes(start.memory[each] for each in range(DATA, DATA + SIZE)))
    for name, value in start.registers.items():
        machine.reg_write(getattr(x86_const, f"UC_X86_REG_{name.upper()}"), value)
    flags = 2 | sum(start.flags[name] << bit for name, bit in BITS.items())
    machine.reg_write(x86_const.UC_X86_REG_EFLAGS, flags)
    for _ in range(64):  # a repeated instruction is done round by round
        try:
            machine.emu_start(at, 0, count=1)
        except unicorn.UcError as problem:
            if problem.errno == unicorn.UC_ERR_EXCEPTION:
                return None
            # Otherwise it is a jump to where nothing is mapped, and it was taken all the same.
        if machine.reg_read(x86_const.UC_X86_REG_EIP) != at:
            break
    registers = {name: machine.reg_read(getattr(x86_const, f"UC_X86_REG_{name.upper()}")) for name in REGISTERS}
    value = machine.reg_read(x86_const.UC_X86_REG_EFLAGS)
    memory = bytes(machine.mem_read(DATA, SIZE))
    return (
        machine.reg_read(x86_const.UC_X86_REG_EIP),
        registers,
        {name: bool(value >> bit & 1) for name, bit in BITS.items()},
        memory,
    )


def begun(start: Start, at: int, undefined: tuple[bool, ...] = ()) -> State:
    return Start(start.registers, start.flags, start.memory, 0, at, undefined).state()


def undefined_flags(state: State, start: Start, program: Program, at: int) -> set[str]:
    """Which flags the meaning leaves undefined: those that differ when undefined ones are 0 and when they are 1."""
    found = set()
    other = Run(program, begun(start, at, (True,) * 500), ())
    _one_instruction(other, at)
    for name in FLAGS:
        if other.state.flag(name) != state.flag(name):
            found.add(name)
    return found


def _one_instruction(run: Run, at: int) -> None:
    for _ in range(64):
        if run.forward() is None or run.state.at != at:
            return


@pytest.mark.some(200)
@pytest.mark.parametrize("number", range(len(forms())), ids=lambda number: forms()[number])
def test_an_instruction_does_what_an_independent_machine_does(number: int) -> None:
    compare(number, STATES)


def compare(number: int, states: int) -> None:
    """One form in so many states: registers, flags, memory and where it leads are the same."""
    program = assembled()
    at = program.labels[f"f{number}"]
    for start in starts(number, states):
        run = Run(program, begun(start, at), ())
        _one_instruction(run, at)
        expected = oracle(start, at)
        if expected is None:
            assert run.ended == "division"
            continue
        assert run.ended is None
        where, registers, flags, memory = expected
        assert run.state.at == where
        assert known_registers(run.state) == registers
        undefined = undefined_flags(run.state, start, program, at)
        ours = known_flags(run.state)
        assert {name: ours[name] for name in FLAGS if name not in undefined} == {
            name: flags[name] for name in FLAGS if name not in undefined
        }
        bytes_now = run.state.memory
        assert isinstance(bytes_now, Bytes)
        assert bytes(bytes_now.load(each) for each in range(DATA, DATA + SIZE)) == memory


@pytest.mark.parametrize("number", range(0, len(forms()), 9), ids=lambda number: forms()[number])
def test_the_step_of_a_proof_says_what_a_run_does(number: int) -> None:
    program = assembled()
    at = program.labels[f"f{number}"]
    names = Names(z3.Context())
    unknown = fresh(names, at, "start")
    start = starts(number)[0]
    known = Run(program, begun(start, at), ())
    memory_before = dict(start.memory)
    known.forward()
    values = [(unknown.registers[name], z3.BitVecVal(start.registers[name], 32, names.context)) for name in REGISTERS]
    values += [(unknown.flag(name), z3.BoolVal(start.flags[name], names.context)) for name in FLAGS]
    assert isinstance(unknown.memory, Unknown)
    array = z3.K(z3.BitVecSort(32, names.context), z3.BitVecVal(0, 8, names.context))
    near = (
        *(start.registers[name] for name in ("esi", "edi", "esp", "ebp")),
        DATA + 24 + 4 * start.registers["ecx"],
        DATA + 24,
    )
    for each, byte in memory_before.items():
        if any(abs(each - place) < 12 for place in near):
            array = z3.Store(array, z3.BitVecVal(each, 32, names.context), z3.BitVecVal(byte, 8, names.context))
    values.append((unknown.memory.base, array))

    def value(term: object) -> int:
        if isinstance(term, int):
            return int(term)
        found = z3.simplify(z3.substitute(term, *values, *undefined))
        return bool(z3.is_true(found)) if z3.is_bool(found) else found.as_long()

    fitting = 0
    for way in ways(unknown, program.instruction(at), names):
        undefined = [(flag, z3.BoolVal(False, names.context)) for flag in way.undefined_flags]
        if not all(value(condition) for condition in way.conditions):
            continue
        fitting += 1
        if way.state is None:
            assert known.ended == "division"
            continue
        assert value(way.state.at) == known.state.at
        assert {name: value(way.state.registers[name]) for name in REGISTERS} == known_registers(known.state)
        assert {name: bool(value(way.state.flag(name))) for name in FLAGS} == known_flags(known.state)
        assert isinstance(way.state.memory, Unknown)
        for address, byte in way.state.memory.writes:
            assert value(byte) == known.state.memory.load(value(address))
    assert fitting == 1


def test_words_are_signed_as_two_s_complement() -> None:
    assert [bits.signed(value, 8) for value in (0, 127, 128, 255)] == [0, 127, -128, -1]


def test_every_instruction_that_is_promised_has_a_form_of_every_width() -> None:
    known = {assembled().instruction(assembled().labels[f"f{number}"]).name for number in range(len(forms()))}
    promised = {
        *[
            "mov",
            "lea",
            "add",
            "sub",
            "adc",
            "sbb",
            "inc",
            "dec",
            "neg",
            "not",
            "and",
            "or",
            "xor",
            "test",
            "cmp",
            "shl",
            "shr",
            "sar",
            "rol",
            "ror",
            "rcl",
            "rcr",
            "imul",
            "mul",
            "div",
        ],
        *["idiv", "cdq", "cwde", "movzx", "movsx", "xchg", "push", "pop", "call", "ret", "leave", "jmp", "loop", "nop"],
        *(f"{kind}{condition}" for kind in ("j", "set", "cmov") for condition in CONDITIONS),
        *(f"{name}{width}" for name in ("stos", "movs", "cmps", "scas") for width in "bwd"),
    }
    assert promised <= known
