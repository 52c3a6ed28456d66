"""Procedures with a contract are shown once, by themselves; a call knows of them what it says and nothing more."""

from __future__ import annotations

import pytest

from tests.engines.x86.programs import program
from tests.engines.x86.runs import repeated
from viva.engines.x86.obligations.proving import Proof, prove
from viva.engines.x86.program import BadProgram
from viva.engines.x86.worker import Job

RECURSIVE = """
start:  movl $10, %eax
        call sum
        jmp done
sum:    testl %eax, %eax
        je base
        pushl %eax
        decl %eax
        call sum
        popl %edx
        addl %edx, %eax
base:   ret
done:   nop
"""
CONTRACT = "requires esp > 100000 && esp < 1000000\nensures eax == 55\n"
OF_SUM = (
    "sum: requires eax <= 1000 && esp > 8 * eax + 100 && esp < 1000000\n"
    "sum: ensures 2 * eax == old(eax) * (old(eax) + 1) && eax <= 1000000\n"
    "sum: decreases eax\n"
)
TWICE = """
start:  movl $3, %eax
        call f
        call f
        jmp done
f:      pushl %ebx
        movl %eax, %ebx
        leal (%ebx,%ebx,2), %eax
        popl %ebx
        ret
done:   nop
"""


def proof(text: str, contract: str, annotations: str, total: bool = False, work: int = 12_000_000) -> Proof:
    return prove(Job(program(text), contract, annotations, total=total).theory(), work)


def test_a_recursive_procedure_is_proved_by_its_contract() -> None:
    assert proof(RECURSIVE, CONTRACT, OF_SUM, total=True).complete


@pytest.mark.parametrize(
    ("text", "annotations"),
    [
        (RECURSIVE.replace("addl %edx", "subl %edx"), OF_SUM),
        (RECURSIVE, OF_SUM.replace("old(eax) + 1", "old(eax) + 2")),
        (RECURSIVE, OF_SUM.replace("eax <= 1000 ", "eax <= 5 ")),
    ],
)
def test_a_wrong_procedure_or_a_wrong_contract_is_not_proved(text: str, annotations: str) -> None:
    theory = Job(program(text), CONTRACT, annotations).theory()
    assert not prove(theory, 1_500_000, explaining=False).complete


def test_what_is_said_of_a_procedure_is_all_that_its_callers_know() -> None:
    contract = "requires esp > 100000 && esp < 1000000\nensures eax == 27 && ebx == old(ebx)\n"
    assert proof(TWICE, contract, "f: ensures eax == 3 * old(eax)\n").complete
    weak = proof(TWICE, contract, "f: requires eax < 100\nf: ensures eax >= old(eax)\n", work=3_000_000)
    assert not weak.complete
    failing = [each for each in weak.obligations if each.result != "proved"]
    assert any(each.result == "insufficient" and each.called for each in failing)


def test_a_contract_that_a_run_breaks_is_false() -> None:
    contract = "requires esp > 100000 && esp < 1000000\nensures true\n"
    found = proof(TWICE, contract, "f: requires eax == 3\nf: ensures eax == 9\n", work=3_000_000)
    (broken,) = [each for each in found.obligations if each.result == "false"]
    assert broken.key.what == "call"
    assert broken.replay is not None
    assert repeated(broken.replay, found.theory.program).state.registers["eax"] == 9
    wrong = proof(TWICE, contract, "f: ensures eax == 2 * old(eax)\n", work=3_000_000)
    assert "false" in {each.result for each in wrong.obligations if each.key.what == "returns"}


def test_a_procedure_cannot_be_proved_from_where_it_returns_to() -> None:
    """Nothing is known of its return address: a contract that speaks of it would be wrong at every call."""
    text = "start: call f\n jmp done\nf: movl (%esp), %eax\n ret\ndone: nop\n"
    apart = "requires esp > 100000 && esp < 1000000\nensures eax == 0xfffffff0\n"
    assert not proof(text, apart, "f: ensures eax == 0xfffffff0\n").complete


def test_what_is_never_called_has_no_contract() -> None:
    with pytest.raises(BadProgram) as told:
        Job(program("start: nop\nf: nop\ndone:\n"), "ensures true\n", "f: ensures true\n").theory()
    assert told.value.key == "not_called"


def test_where_everything_must_end_recursion_needs_a_measure() -> None:
    theory = Job(program(RECURSIVE), CONTRACT, OF_SUM.replace("sum: decreases eax\n", ""), total=True).theory()
    found = prove(theory, 3_000_000, explaining=False)
    assert any(each.key.what == "decreases" and each.result != "proved" for each in found.obligations)
