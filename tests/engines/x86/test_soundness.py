"""What must not be proved: properties of nothing, of programs that change themselves, of jumps that nobody followed."""

from __future__ import annotations

import pytest

from tests.engines.x86.programs import FIGURE_4, program
from viva.engines.x86.obligations.proving import Proof, prove
from viva.engines.x86.program import BadProgram
from viva.engines.x86.worker import Job

APART = "requires esp > 1000 && esp < 100000\n"


def proof(text: str, contract: str, annotations: str = "", work: int = 6_000_000) -> Proof:
    return prove(Job(program(text), contract, annotations).theory(), work)


def test_a_proof_from_contradicting_requires_is_said_to_be_one() -> None:
    assert proof("start: nop\ndone:\n", "requires eax < 0\nensures eax == 7\n").void == "start"
    quantified = "requires forall x. b[x] == 1\nrequires b[eax] == 2\nensures eax == 7\n"
    assert proof("start: nop\ndone:\n", quantified).void == "start"
    assert proof("start: movl $7, %eax\ndone:\n", "requires ecx > 4\nensures eax == 7\n").void == ""


def test_a_property_of_an_exit_that_no_run_reaches_is_said_to_be_one() -> None:
    text = "start: movl $1, %eax\nloop: testl %eax, %eax\n jne loop\ndone:\n"
    found = proof(text, "ensures eax == 7\n", "loop: invariant eax == 1\n")
    assert found.complete
    assert found.void == "exit"


def test_what_makes_everything_follow_is_caught_where_it_enters() -> None:
    for lines in ("1: invariant false\n", "1: invariant eax < 0\n", "1: assert false\n1: invariant true\n"):
        found = prove(FIGURE_4.job(lines).theory(), 6_000_000)
        assert not found.complete
        assert "false" in {each.result for each in found.obligations}


@pytest.mark.parametrize(
    "text",
    [
        "start: movb $0x90, start\n movl $5, %eax\ndone:\n",
        "start: movl $start, %edi\n movb $0, 2(%edi)\n movl $5, %eax\ndone:\n",
        "start: movl $start, %edi\n andl $3, %ecx\n movb $0, (%edi,%ecx)\n movl $5, %eax\ndone:\n",
        "start: movl $start + 8, %esp\n pushl $0\n movl $5, %eax\ndone:\n",
    ],
)
def test_a_program_that_surely_changes_itself_is_refused(text: str) -> None:
    with pytest.raises(BadProgram) as told:
        proof(text, "ensures eax == 5\n")
    assert told.value.key == "writes_code"


def test_writes_are_shown_to_stay_off_the_code_or_it_is_said_which_are_trusted() -> None:
    text = "start: movb $1, (%edi)\n movl $5, %eax\ndone:\n"
    found = proof(text, "ensures eax == 5\n")
    assert (found.complete, found.trusted) == (True, frozenset((found.theory.start,)))
    assert proof(text, "requires edi < 1000\nensures eax == 5\n").trusted == frozenset()
    bounded = FIGURE_4.annotations + "1: invariant 1 <= ecx && ecx <= 10\n"
    assert prove(FIGURE_4.job(bounded).theory()).trusted == frozenset()


def test_a_measure_counts_also_where_the_loop_is_walked_round_by_round() -> None:
    assert prove(FIGURE_4.job("1: decreases ecx\n").theory()).complete
    found = prove(FIGURE_4.job("1: decreases eax\n").theory())
    (wrong,) = [each for each in found.obligations if each.result != "proved"]
    assert (wrong.key.what, wrong.result) == ("decreases", "false")


def test_what_a_computed_call_writes_counts_in_a_loop_although_another_call_named_it() -> None:
    text = """
start:  call f
loop:   movl $f, %eax
        call *%eax
        decl %ecx
        jne loop
        jmp done
f:      incl %ebx
        ret
done:   nop
"""
    assert not proof(text, APART + "ensures ebx == old(ebx) + 2\n", "loop: invariant true\n").complete
    assert proof(text, APART + "ensures ecx == 0\n", "loop: invariant true\n").complete


def test_a_loop_that_only_a_computed_jump_leads_to_can_be_annotated() -> None:
    text = "start: jmp *%eax\nloop: decl %ecx\n jne loop\ndone:\n"
    assert proof(text, "requires eax == loop\nensures ecx == 0\n", "loop: invariant true\n").complete
    with pytest.raises(BadProgram) as told:
        proof(text, "requires eax == loop\nensures ecx == 0\n", "start: invariant true\n")
    assert told.value.key == "not_a_loop"


@pytest.mark.parametrize("value", ["there + 1", "0x1234"])
def test_a_jump_into_the_middle_of_an_instruction_or_out_of_the_code_is_not_followed(value: str) -> None:
    text = "start: testl %ebx, %ebx\n je there\n jmp *%eax\nthere: movl $5, %ecx\n decl %ecx\ndone:\n"
    found = proof(text, f"requires eax == {value} || eax == there\nensures true\n")
    (target,) = [each for each in found.obligations if each.result != "proved"]
    assert (target.key.what, target.result) == ("target", "false")


def test_data_of_the_program_are_in_every_run_that_is_told() -> None:
    """Only some bytes of a large table are known to a proof; a run that needs others to be wrong is no run."""
    text = """
start:  movb table + 1000, %al
        jmp done
        .data
table:  .fill 600, 1, 7
        .fill 600, 1, 9
        .text
done:   nop
"""
    found = proof(text, "ensures al == 9\n")
    assert "false" not in {each.result for each in found.obligations}
    wrong = proof(text, "ensures al == 7\n")
    assert "false" in {each.result for each in wrong.obligations}
