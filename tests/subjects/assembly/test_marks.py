"""No marks without work: what an empty file says, what holds anyway and what is false are worth nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

import viva
from viva.core.fault import Fault
from viva.core.source import Source
from viva.services.registry import read_source

EXERCISES = Path(__file__).parents[3] / "exercises" / "assembly"
LOOPS = {
    folder.name: sorted(
        {
            line.partition(":")[0]
            for line in (folder / "solution.inv").read_text().splitlines()
            if line.partition(":")[2].strip().startswith("invariant")
        }
    )
    for folder in sorted(EXERCISES.iterdir())
    if (folder / "solution.inv").exists()
}
NOTHING = {"empty": "", "comment": "# I have nothing to say.\n", "blank": "\n\n  \n"}
LAZY = {
    "true": "{loop}: invariant true\n",
    "the same": "{loop}: invariant eax == eax && b[esi] <= 255\n",
    "many": "{loop}: invariant 0 <= ecx\n{loop}: invariant edx <= 0xffffffff\n{loop}: invariant true => true\n",
    "false": "{loop}: invariant false\n",
    "hidden": "{loop}: invariant eax == 3 && eax == 4\n{loop}: assert false\n",
    "nowhere": "{loop}: invariant forall x. x < eax => x > eax\n",
}


def test_there_are_loops_to_say_nothing_about() -> None:
    assert len(LOOPS) >= 10
    assert all(LOOPS.values())


@pytest.mark.parametrize("said", NOTHING)
@pytest.mark.parametrize("name", LOOPS)
@pytest.mark.some(1)
def test_who_says_nothing_gets_nothing_and_is_told_the_loop(name: str, said: str) -> None:
    report = viva.check(EXERCISES / name, viva.Submission.from_text(NOTHING[said], "answer.inv"), attempt=1)
    assert report.verdict is viva.Verdict.REFUTED
    assert report.score == 0.0
    assert any(f"`{loop}`" in report.findings[0].text for loop in LOOPS[name])


@pytest.mark.parametrize("said", LAZY)
@pytest.mark.parametrize("name", LOOPS)
@pytest.mark.some(1)
def test_what_holds_anyway_and_what_is_false_are_worth_nothing(name: str, said: str) -> None:
    text = "".join(LAZY[said].format(loop=loop) for loop in LOOPS[name])
    report = viva.check(EXERCISES / name, viva.Submission.from_text(text, "answer.inv"), attempt=1)
    assert not report.verdict.right
    assert report.score in (0.0, None)


@pytest.mark.parametrize("name", LOOPS)
@pytest.mark.some(4)
def test_who_copies_the_contract_gets_little(name: str) -> None:
    lines = (EXERCISES / name / "contract.inv").read_text().splitlines()
    copied = [line.partition("ensures")[2] for line in lines if line.strip().startswith("ensures")]
    text = "".join(f"{loop}: invariant {each}\n" for loop in LOOPS[name] for each in copied)
    report = viva.check(EXERCISES / name, viva.Submission.from_text(text, "answer.inv"), attempt=1)
    assert report.verdict is viva.Verdict.REFUTED
    assert report.score is not None and report.score <= 0.2


def test_one_of_two_facts_is_worth_half_and_a_false_line_beside_it_less() -> None:
    def score(text: str) -> float | None:
        submission = viva.Submission.from_text(text, "answer.inv")
        return viva.check(EXERCISES / "fill-with-zero", submission, attempt=1).score

    sums, zeros = "eax + ecx == 20", "forall x. 10 <= x && x < eax => b[x] == 0"
    assert score(f"loop: invariant {sums}\n") == 0.5
    assert score(f"loop: invariant {sums} && eax == eax\nloop: invariant ecx == 20 - eax\n") == 0.5
    assert score(f"loop: invariant {sums}\nloop: invariant eax == 10\n") == pytest.approx(1 / 3, abs=0.01)
    assert score(f"loop: invariant {sums}\nloop: invariant {zeros}\nloop: invariant eax < 19\n") < 1.0  # type: ignore[operator]


def exercise(**changed: str) -> Source:
    files = {
        "exercise.toml": 'subject = "assembly"\ntitle = "T"\n\n[assembly]\nprogram = "p.s"\ncontract = "c.inv"\n',
        "p.s": "start: movl $3, %ecx\n xorl %eax, %eax\nloop: incl %eax\n decl %ecx\n jne loop\ndone:\n",
        "c.inv": "ensures eax == 3\n",
        "statement.md": "Prove it.",
    }
    return Source("t", {file: text.encode() for file, text in (files | changed).items()})


@pytest.mark.some(2)
@pytest.mark.parametrize("text", ["", "# nothing\n", "start: assert true\n", "loop: assert ecx <= 3\n"])
def test_a_property_that_needs_no_annotation_is_a_fault_of_the_exercise(text: str) -> None:
    _, made = read_source(exercise())
    with pytest.raises(Fault, match="without a single annotation") as told:
        viva.check(made, viva.Submission.from_text(text, "answer.inv"))
    assert "unrolled = false" in str(told.value)
    plain = exercise(**{"p.s": "start: movl $3, %eax\ndone:\n"})
    with pytest.raises(Fault, match="without a single annotation"):
        viva.check(read_source(plain)[1], viva.Submission.from_text(text.partition("loop")[0], "answer.inv"))


def test_a_loop_that_is_short_needs_an_invariant_where_the_exercise_says_so() -> None:
    manifest = exercise().files["exercise.toml"].decode() + "unrolled = false\n"
    _, made = read_source(exercise(**{"exercise.toml": manifest}))
    empty = viva.check(made, viva.Submission.from_text("", "answer.inv"))
    assert (empty.verdict, empty.reason, empty.score) == (viva.Verdict.REFUTED, "insufficient", 0.0)
    right = viva.check(made, viva.Submission.from_text("loop: invariant eax + ecx == 3\n", "answer.inv"))
    assert right.verdict is viva.Verdict.PROVED


FAULTS = {
    "a false property": ({"c.inv": "ensures eax == 4\n"}, "does not have the property"),
    "a false property behind a loop": (
        {
            "p.s": "start: xorl %eax, %eax\nloop: incl %eax\n cmpl $3, %eax\n jne loop\ndone:\n",
            "c.inv": "ensures eax == 4\n",
        },
        "does not have the property",
    ),
    "a start that cannot be": ({"c.inv": "requires eax < 0\nensures eax == 3\n"}, "no run can start"),
    "an exit that is not reached": (
        {"p.s": "start: movl $1, %eax\nloop: testl %eax, %eax\n jne loop\ndone:\n", "c.inv": "ensures eax == 7\n"},
        "comes to its end",
    ),
    "a jump to nowhere": (
        {
            "p.s": "start: testl %ebx, %ebx\n je there\n jmp *%eax\nthere: movl $3, %eax\n"
            "loop: decl %ecx\n jne loop\ndone:\n"
        },
        "no instruction",
    ),
}


@pytest.mark.parametrize("case", FAULTS)
@pytest.mark.parametrize("said", ["", "loop: invariant true\n", "loop: invariant eax == 1\n"])
@pytest.mark.some(4)
def test_a_fault_of_the_exercise_is_never_a_grade(case: str, said: str) -> None:
    """Whatever is handed in: where there is a report at all, it gives no marks and no praise."""
    changed, told = FAULTS[case]
    _, made = read_source(exercise(**changed))
    try:
        report = viva.check(made, viva.Submission.from_text(said, "answer.inv"))
    except Fault as fault:
        assert told in str(fault)
    else:
        assert not report.verdict.right
        assert not report.score
        assert said or case == "an exit that is not reached"  # there the empty file is told to say something first


def test_a_label_of_a_program_may_have_the_name_of_a_constant_of_the_contract() -> None:
    """Whoever writes a program is not told how the contract calls what it speaks of."""
    right = (EXERCISES / "write-sum" / "program.s").read_text().replace("next", "n")
    for text, verdict in ((right, viva.Verdict.PASSED), (right.replace("$4, %edx", "$1, %edx"), viva.Verdict.REFUTED)):
        report = viva.check(EXERCISES / "write-sum", viva.Submission.from_text(text, "answer.s"), attempt=1)
        assert report.verdict is verdict
