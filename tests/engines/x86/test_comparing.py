"""Programs that somebody wrote: right ones are not refuted, wrong ones are, by a run."""

from __future__ import annotations

import pytest

from tests.engines.x86.programs import program
from viva.engines.x86.comparing import Compared, Examination, examine, preserved_registers
from viva.engines.x86.worker import Job, Writing

DOUBLE = "start: leal (%eax,%eax), %eax\n ret\n"
EAX = Compared(("eax",))


def examined(text: str, reference: str = DOUBLE, contract: str = "", compared: Compared | None = EAX) -> Examination:
    one, two = Job(program(text), contract), Job(program(reference), contract)
    return examine(one.theory(), two.theory(), compared, work=8_000_000)


def test_equal_programs_without_loops_are_proved_equal() -> None:
    found = examined("start: pushl %ebx\n movl %eax, %ebx\n addl %ebx, %eax\n popl %ebx\n ret\n")
    assert (found.failure, found.complete) == (None, True)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("start: shll $2, %eax\n ret\n", "wrong"),
        ("start: cmpl $12345, %eax\n je out\n addl %eax, %eax\nout: ret\n", "wrong"),
        ("start: xorl %ecx, %ecx\n xorl %edx, %edx\n divl %ecx\n ret\n", "crash"),
        ("start: jmp start\n", "no_end"),
    ],
)
def test_a_wrong_program_is_told_by_a_run(text: str, kind: str) -> None:
    found = examined(text)
    assert found.failure is not None
    assert found.failure.kind == kind
    if kind == "wrong":
        assert found.failure.expected != found.failure.actual


def test_the_stack_belongs_to_who_is_called() -> None:
    """It reads through a pointer that may lead to where the stack will be: that is no mistake of who uses the stack."""
    reference = "start: movl (%edx), %eax\n ret\n"
    found = examined("start: pushl %ebx\n movl (%edx), %ebx\n movl %ebx, %eax\n popl %ebx\n ret\n", reference)
    assert found.failure is None


def test_registers_that_must_be_kept_are_looked_at() -> None:
    job = Job(program("start: movl %eax, %ebx\n addl %ebx, %eax\n ret\n"), "")
    writing = Writing(job, Job(program(DOUBLE), ""), EAX, ("ebx", "esp"))
    found = examine(writing.theory(), writing.reference.theory(), EAX, work=8_000_000)
    assert found.failure is not None
    assert found.failure.line in preserved_registers(("ebx",), writing.theory())


def test_a_contract_is_enough() -> None:
    contract = "ensures eax == 2 * old(eax)\n"
    assert examined(DOUBLE, contract=contract, compared=None).complete
    wrong = examined("start: addl $2, %eax\n ret\n", contract=contract, compared=None)
    assert wrong.failure is not None
