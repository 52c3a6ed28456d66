"""Programs that somebody wrote: right ones are not refuted, wrong ones are, by a run."""

from __future__ import annotations

import pytest

from tests.engines.x86.programs import program
from viva.engines.x86.comparing import Compared, Examination, examine, preserved_registers
from viva.engines.x86.worker import Job, Writing

DOUBLE = "start: leal (%eax,%eax), %eax\n ret\n"
EAX = Compared(("eax",))


def examined(
    text: str,
    reference: str = DOUBLE,
    contract: str = "",
    compared: Compared | None = EAX,
    work: int = 8_000_000,
    end: str = "",
) -> Examination:
    one, two = (
        Job(program(each), contract, exit=end) if end else Job(program(each), contract) for each in (text, reference)
    )
    return examine(one.theory(), two.theory(), compared, work=work)


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


MAXIMUM = """
start:  movl %eax, %ecx
        cmpl %ebx, %eax
        jge done
        movl %ebx, %ecx
done:
"""
MAXIMUM_OF = "ensures ecx >=s eax && ecx >=s ebx && (ecx == eax || ecx == ebx)\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("cmpl %ebx, %eax\n        jge done", "subl %ebx, %ecx\n movl %eax, %ecx\n jns done"),  # the overflow
        ("cmpl %ebx, %eax\n", "cmpl $15241578, %eax\n je done\n cmpl %ebx, %eax\n"),
        ("cmpl %ebx, %eax\n", "cmpl $0x7fffffff, %ebx\n je done\n cmpl %ebx, %eax\n"),
    ],
)
def test_what_the_solver_finds_is_told_also_where_it_starts_without_room_for_a_stack(old: str, new: str) -> None:
    """The program has no use for a stack, so the solver leaves its pointer at 0."""
    assert old in MAXIMUM
    assert examined(MAXIMUM, MAXIMUM, MAXIMUM_OF, compared=None, end="done").complete
    found = examined(MAXIMUM.replace(old, new), MAXIMUM, MAXIMUM_OF, compared=None, end="done")
    assert found.failure is not None
    assert found.failure.kind == "wrong"


SUM = """
start:  movl 4(%esp), %edx
        movl 8(%esp), %ecx
        xorl %eax, %eax
        jecxz out
next:   addl (%edx), %eax
        addl $4, %edx
        loop next
out:    ret
"""
SUM_OF = "const n\nrequires w[esp + 8] == n && n < 1000\n"
AT_THE_START = "        xorl %eax, %eax\n"
IN_A_ROUND = "next:   addl (%edx), %eax\n"
SPECIAL_CASES = {
    "thirteen numbers": (AT_THE_START, AT_THE_START + " cmpl $13, %ecx\n je out\n"),
    "more than a hundred": (AT_THE_START, AT_THE_START + " cmpl $100, %ecx\n jbe next\n movl $100, %ecx\n"),
    "a byte that counts": (AT_THE_START, AT_THE_START + " movzbl %cl, %ecx\n"),
    "at most nine": (AT_THE_START, AT_THE_START + " cmpl $9, %ecx\n jbe next\n movl $9, %ecx\n"),
    "a special number": (IN_A_ROUND, "next: cmpl $777, (%edx)\n je skip\n addl (%edx), %eax\nskip:\n"),
    "a number that ends it": (IN_A_ROUND, "next: cmpl $0x1234567, (%edx)\n je out\n addl (%edx), %eax\n"),
    "a special register": (AT_THE_START, AT_THE_START + " cmpl $0xbeef, %ebx\n jne keep\n incl %eax\nkeep:\n"),
    "another special register": (AT_THE_START, AT_THE_START + " cmpl $-99, %edi\n jne keep\n incl %eax\nkeep:\n"),
    "the thirtieth number": (IN_A_ROUND, "next: cmpl $30, %ecx\n je skip\n addl (%edx), %eax\nskip:\n"),
}


@pytest.mark.parametrize("case", SPECIAL_CASES)
def test_a_special_case_is_found_behind_many_rounds_and_for_single_values(case: str) -> None:
    old, new = SPECIAL_CASES[case]
    assert old in SUM
    found = examined(SUM.replace(old, new), SUM, SUM_OF, work=1_000_000)
    assert found.failure is not None
    assert found.failure.kind == "wrong"


def test_numbers_that_only_look_special_are_no_mistake() -> None:
    """The same sum, with constants of its own that change nothing."""
    harmless = SUM.replace(AT_THE_START, " movl $777, %eax\n subl $777, %eax\n cmpl $13, %ecx\n je same\nsame:\n")
    assert examined(harmless, SUM, SUM_OF, work=1_000_000).failure is None


WORDS = (
    "start: xorl %eax, %eax\n{0}loop: testl %ecx, %ecx\n je out\n"
    " addl (%esi), %eax\n addl $4, %esi\n decl %ecx\n jmp loop\nout: ret\n"
)
LENGTH = "start: xorl %eax, %eax\nloop: cmpb $0, (%esi,%eax)\n je out\n{0} inc{1} %{2}\n jmp loop\nout: ret\n"
FAR = "requires ecx < 1000 && esi > 0x1000000 && esi < 0x10000000\n"
OUTSIDE = "requires esi > 0x1000000 && esi < 0x10000000\n"


@pytest.mark.some(1)
@pytest.mark.parametrize("most", [256, 300, 500])
def test_memory_is_not_empty_where_the_reference_reads_last(most: int) -> None:
    capped = WORDS.format(f" cmpl ${most}, %ecx\n jbe loop\n movl ${most}, %ecx\n")
    assert examined(capped, WORDS.format(""), FAR).failure is not None
    assert examined(WORDS.format(""), WORDS.format(""), FAR).failure is None


@pytest.mark.some(1)
@pytest.mark.parametrize(
    "wrong", [("", "b", "al"), (" cmpl $33, %eax\n je out\n", "l", "eax"), (" cmpl $100, %eax\n je out\n", "l", "eax")]
)
def test_texts_are_longer_than_a_program_may_count(wrong: tuple[str, str, str]) -> None:
    right = LENGTH.format("", "l", "eax")
    assert examined(LENGTH.format(*wrong), right, OUTSIDE).failure is not None
    assert examined(right, right, OUTSIDE).failure is None


def test_a_search_that_gives_up_early_is_found_out() -> None:
    search = "start: cld\n movl %esi, %edi\n xorl %eax, %eax\n movl ${0}, %ecx\n repne scasb\n"
    search += " movl %edi, %eax\n subl %esi, %eax\n ret\n"
    assert examined(search.format(100), search.format(-1), OUTSIDE).failure is not None
    assert examined(search.format(-1), search.format(-1), OUTSIDE).failure is None


GCD = (
    "start: testl %ebx,%ebx\n je done\n xorl %edx,%edx\n divl %ebx\n movl %ebx,%eax\n movl %edx,%ebx\n"
    " jmp start\ndone:\n"
)
LARGEST = (
    "start: movl (%esi),%eax\nnext: addl $4,%esi\n decl %ecx\n je done\n cmpl %eax,(%esi)\n jbe next\n"
    " movl (%esi),%eax\n jmp next\ndone:\n"
)
FIBONACCI = (
    "start: xorl %eax,%eax\n movl $1,%edx\nnext: testl %ecx,%ecx\n je done\n xchgl %eax,%edx\n addl %eax,%edx\n"
    " decl %ecx\n jmp next\ndone:\n"
)
CALLED = (
    "start: movl 4(%esp),%eax\n movl 8(%esp),%ecx\nnext: testl %ecx,%ecx\n je out\n xorl %edx,%edx\n divl %ecx\n"
    " movl %ecx,%eax\n movl %edx,%ecx\n jmp next\nout: ret\n"
)
SEVERAL = {
    "a register is not cleared": (GCD, "requires eax < 1000 && ebx < 1000", GCD.replace("xorl %edx,%edx\n", "\n")),
    "one round of Euclid": (
        GCD,
        "requires eax < 1000 && ebx < 1000",
        "start: testl %ebx,%ebx\n je done\n xorl %edx,%edx\n divl %ebx\n movl %ebx,%eax\n testl %edx,%edx\n je done\n"
        " movl %edx,%eax\ndone:\n",
    ),
    "signs of arguments": (CALLED, "", CALLED.replace("xorl %edx,%edx", "cltd").replace("divl", "idivl")),
    "no more than forty": (
        LARGEST,
        "requires 1 <= ecx && ecx < 100 && esi > 4096 && esi < 100000",
        LARGEST.replace("%eax\nnext:", "%eax\n cmpl $40,%ecx\n jbe next\n movl $40,%ecx\nnext:"),
    ),
    "16 bits of a sum": (
        FIBONACCI,
        "requires ecx < 40",
        FIBONACCI.replace(" decl", " movzwl %dx,%edx\n decl"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("slip", SEVERAL)
def test_several_registers_arguments_and_the_rim_of_what_is_required_are_tried(slip: str) -> None:
    asked, contract, slipped = SEVERAL[slip]
    assert slipped != asked
    end = "" if "ret" in asked else "done"
    found = examined(slipped, asked, contract, end=end)
    assert found.failure is not None
    assert examined(asked, asked, contract, end=end).failure is None
