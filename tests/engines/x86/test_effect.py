"""What an instruction does, as formulas: they are read back as C would have them, and give what a run gives."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping

import pytest

from tests.engines.x86.programs import program
from viva.engines.x86.effect import STOPS, Change, changes
from viva.engines.x86.interpreter import Start
from viva.engines.x86.machine import FLAGS, REGISTERS
from viva.engines.x86.semantics import step

M = 0xFFFF_FFFF


def told(text: str, syntax: str = "att") -> dict[str, str]:
    made = program(text + "\n", syntax)
    found = changes(made.instruction(min(made.lines)), made.named)
    assert all(not each.when for each in found)
    return {each.what: each.value for each in found}


def test_figure_2_of_the_paper() -> None:
    assert told("movl $0x3, %edx") == {"edx": "3"}
    assert told("addl %edx, %eax") == {
        "eax": "eax + edx",
        "CF": "eax + edx < eax",
        "PF": "even number of ones in the low 8 bits",
        "AF": "carry from bit 3 to bit 4",
        "ZF": "eax + edx == 0",
        "SF": "bit 31 of (eax + edx)",
        "OF": "!((bit 31 of eax) != (bit 31 of edx)) && (bit 31 of eax) != (bit 31 of (eax + edx))",
    }
    assert told("mov [esi + 4], eax", "intel") == {"w[esi + 4]": "eax"}
    assert told("movb %bl, (%eax)") == {"b[eax]": "bits 0 to 7 of ebx"}
    assert told("pushl %ebp") == {"esp": "esp - 4", "w[esp - 4]": "ebp"}
    assert told("nop") == {}


def test_where_it_depends_the_conditions_are_told() -> None:
    loop = program("again: loop again\n")
    assert changes(loop.instruction(min(loop.lines)), loop.named) == (
        Change("ecx", "ecx - 1"),
        Change("eip", "this instruction", "ecx - 1 != 0"),
    )
    divided = program("divl %ecx\n")
    stops = [each for each in changes(divided.instruction(min(divided.lines))) if each.value == STOPS]
    assert stops[0].when == "ecx == 0" and len(stops) == 2


def test_a_flag_that_may_stay_or_be_anything_is_not_told_as_a_sum() -> None:
    """Nothing is shifted by a count of 0, and then nothing changes."""
    shifted = told("shll %cl, %eax")
    assert shifted["PF"] == "as it was, or even number of ones in the low 8 bits"
    assert shifted["AF"] == "as it was, or undefined"


# ---- formulas read by Python, against the interpreter ---------------------------------------------------------------

PLAIN = [
    "addl %edx, %eax", "subl $7, %ebx", "cmpl %eax, %ebx", "xorl %ecx, %edx", "andl $255, %eax", "orl %eax, %ecx",
    "incl %esi", "decl %edi", "negl %eax", "notl %ebx", "leal 4(%eax,%ebx,2), %ecx", "imull %ecx, %eax",
    "testl %eax, %eax", "movl %eax, %edx", "xchgl %eax, %ebx", "adcl %edx, %eax", "sbbl %ecx, %ebx",
]  # fmt: skip


def evaluated(text: str, before: Mapping[str, int]) -> int:
    """A formula of whole words, as Python has it; bits are taken out by hand."""
    text = re.sub(r"bit (\d+) of (\w+|\([^()]*\))", r"((\2 >> \1) & 1)", text)
    text = re.sub(r"(?<![=!<>])(\w[\w +*&^|~-]*?) (<|==|!=) (\w[\w +*&^|~-]*)", r"((\1) & M) \2 ((\3) & M)", text)
    text = text.replace("&&", "and").replace("||", "or").replace("!(", "not (")
    return int(eval(text, {"M": M}, dict(before)))


@pytest.mark.parametrize("text", PLAIN)
def test_the_formula_of_a_register_gives_what_a_run_gives(text: str) -> None:
    made = program(text + "\n")
    this = made.instruction(min(made.lines))
    formulas = {each.what: each.value for each in changes(this)}
    chance = random.Random(text)
    looked = 0
    for _ in range(40):
        registers = {name: chance.choice([0, 1, 7, M, 1 << 31, chance.randrange(1 << 32)]) for name in REGISTERS}
        flags = {name: chance.random() < 0.5 for name in FLAGS}
        state = Start(registers, flags, at=this.address).state(made)
        step(state, this)
        before = {**registers, **{name: int(value) for name, value in flags.items()}}
        for name in REGISTERS:
            formula = formulas.get(name, name)
            if "?" not in formula and ":" not in formula and "bits" not in formula:
                assert evaluated(formula, before) & M == state.registers[name], (name, formula)
                looked += 1
        if "ZF" in formulas and re.fullmatch(r"[\w +*&^|~-]+ == [\w +*&^|~-]+", formulas["ZF"]):
            assert bool(evaluated(formulas["ZF"], before)) == state.flag("ZF"), formulas["ZF"]
            looked += 1
    assert looked > 100
