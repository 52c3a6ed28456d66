"""Checks of annotations and programs as a student meets them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import viva
from viva.core.fault import Fault
from viva.core.ladder import Rung
from viva.core.report import Report
from viva.core.source import Source
from viva.services.registry import read_source

EXERCISES = Path(__file__).parents[3] / "exercises" / "assembly"


def check(exercise: str, text: str, file: str = "answer.inv") -> Report:
    return viva.check(EXERCISES / exercise, viva.Submission.from_text(text, file))


def text_of(report: Report, rung: Rung) -> str:
    return next(finding.text for finding in report.findings if finding.rung is rung)


def test_the_obligations_are_the_parts_of_a_report() -> None:
    report = check("fill-with-zero", "loop: invariant eax + ecx == 20\nloop: invariant ecx >= 5\n")
    assert report.reason == "false_annotation"
    assert [part.verdict for part in report.parts].count(viva.Verdict.PROVED) >= 2
    assert {part.reason for part in report.parts if part.verdict is viva.Verdict.REFUTED} >= {"false_annotation"}
    assert json.loads(json.dumps(report.to_json()))["parts"]


@pytest.mark.thorough
def test_a_hint_names_neither_numbers_nor_lines_of_the_run() -> None:
    report = check("fill-with-zero", "loop: invariant eax <= 20\n")
    assert not any(letter.isdigit() for letter in text_of(report, Rung.HINT))
    assert "false" not in text_of(report, Rung.PATTERN)


@pytest.mark.thorough
def test_the_same_submission_gets_the_same_report() -> None:
    one, two = (check("fill-with-zero", "loop: invariant eax <= 20\n").to_json() for _ in range(2))
    for report in (one, two):
        report["seconds"] = 0
        for part in report["parts"]:  # type: ignore[union-attr]
            part["seconds"] = 0  # type: ignore[index, call-overload]
    assert one == two


@pytest.mark.parametrize(
    ("text", "reason", "part"),
    [
        ("nowhere: invariant eax == 0\n", "syntax_error", "no label `nowhere`"),
        ("done: invariant eax == 0\n", "syntax_error", "no loop that begins"),
        ("requires eax == 0\n", "forbidden", "belongs to the exercise"),
        ("ensures eax == 0\n", "forbidden", "belongs to the exercise"),
        ("const k\n", "forbidden", "belongs to the exercise"),
        ("loop: invariant eax ==\n", "syntax_error", "Expected a register"),
        ("loop: invariant \x1b[31m\n", "syntax_error", "means nothing"),
        ("<script>alert(1)</script>\n", "syntax_error", "begins with a label"),
    ],
)
def test_what_cannot_be_examined_is_told(text: str, reason: str, part: str) -> None:
    report = check("fill-with-zero", text)
    assert (report.verdict, report.reason) == (viva.Verdict.REJECTED, reason)
    assert part in report.findings[0].text


@pytest.mark.thorough
def test_a_quantifier_without_range_and_mixed_sizes_are_allowed_with_a_word() -> None:
    report = check("fill-with-zero", "loop: invariant eax + ecx == 20 && al <= eax\nloop: invariant forall x. x == x\n")
    assert {"no_range", "sizes"} <= {finding.signature for finding in report.findings}


def test_assuming_what_is_false_proves_nothing() -> None:
    report = check("copy-bytes", "loop: invariant false\n")
    assert report.reason == "false_annotation"
    report = check("copy-bytes", "done: assert false\nloop: invariant true\n")
    assert report.verdict is viva.Verdict.REFUTED


def source(program: str, contract: str, more: str = "") -> Source:
    manifest = f'subject = "assembly"\n[assembly]\nprogram = "program.s"\ncontract = "contract.inv"\n{more}'
    return Source(
        "own", {"exercise.toml": manifest.encode(), "program.s": program.encode(), "contract.inv": contract.encode()}
    )


@pytest.mark.parametrize(
    ("program", "contract", "file", "part"),
    [
        ("start: mov %eax\ndone:\n", "ensures true\n", "program.s", "assembler"),
        ("start: cpuid\ndone:\n", "ensures true\n", "program.s", "cpuid"),
        ("start: nop\ndone:\n", "ensures eax\n", "contract.inv", "true or false"),
        ("start: nop\ndone:\n", "loop: invariant true\n", "contract.inv", "no label"),
        ("main: nop\ndone:\n", "ensures true\n", "program.s", "no label `start`"),
    ],
)
def test_a_teacher_s_mistake_is_a_fault_with_its_file(program: str, contract: str, file: str, part: str) -> None:
    with pytest.raises(Fault) as told:
        read_source(source(program, contract))
    assert told.value.file == file
    assert part in str(told.value)


def test_a_program_without_its_property_is_a_fault_and_no_grade() -> None:
    subject, exercise = read_source(source("start: movl $1, %eax\ndone:\n", "ensures eax == 2\n"))
    with pytest.raises(Fault, match="does not have the property"):
        subject.check(exercise, viva.Submission.from_text("done: assert true\n", "a.inv"), viva.Terms(locale="en"))


def test_a_variant_is_right_with_its_solution_and_wrong_with_the_old_one() -> None:
    subject, exercise = read_source(Source.from_folder(EXERCISES / "fill-with-zero"))
    variant = next(subject.vary(exercise, 3))
    solution = subject.solve(variant)
    assert subject.check(variant, solution, viva.Terms(locale="en")).verdict is viva.Verdict.PROVED
    assert variant.task != exercise.task


def test_programs_that_are_written_keep_to_the_rules() -> None:
    endless = check("write-maximum", "start: jmp start\ndone:\n", "a.s")
    assert endless.reason == "no_end"
    crash = check("write-maximum", "start: xorl %edx, %edx\n divl %edx\ndone:\n", "a.s")
    assert crash.reason == "crash"
    other = check("write-maximum", "start: cpuid\ndone:\n", "a.s")
    assert (other.verdict, other.reason) == (viva.Verdict.REJECTED, "unsupported")


def test_what_the_contract_requires_must_be_possible() -> None:
    subject, exercise = read_source(source("start: movl $1, %eax\ndone:\n", "requires ecx < 0\nensures eax == 2\n"))
    with pytest.raises(Fault, match="no run can start") as told:
        subject.check(exercise, viva.Submission.from_text("done: assert true\n", "a.inv"), viva.Terms(locale="en"))
    assert told.value.file == "contract.inv"
    task = "task = 'write'\n"
    subject, exercise = read_source(source("start: nop\ndone:\n", "requires ecx < 0\nensures eax == 2\n", task))
    with pytest.raises(Fault, match="no run can start"):
        subject.check(exercise, viva.Submission.from_text("start: nop\ndone:\n", "a.s"), viva.Terms(locale="en"))


def test_it_is_said_where_writes_are_taken_to_stay_off_the_code() -> None:
    report = check("length-of-text", "loop: invariant forall i. i < eax => b[esi + i] != 0\n")
    assert report.evidence.details["taken_to_write_elsewhere"] == []
    text = "start: movb $1, (%edi)\nloop: decl %ecx\n jne loop\ndone:\n"
    subject, exercise = read_source(source(text, "ensures b[edi] == 1\n"))
    told = viva.Submission.from_text("loop: invariant true\n", "a.inv")
    report = subject.check(exercise, told, viva.Terms(locale="en"))
    assert report.verdict is viva.Verdict.PROVED
    assert report.evidence.details["taken_to_write_elsewhere"] == ["start"]
    assert "does not write into the program itself" in report.findings[0].text
    assert "own instructions" in report.evidence.covered
    wrong = viva.Submission.from_text("loop: invariant ecx == 0\n", "a.inv")
    report = subject.check(exercise, wrong, viva.Terms(locale="en"))
    assert report.verdict is viva.Verdict.REFUTED
    assert not any("into the program itself" in finding.text for finding in report.findings), "nothing was proved"


def test_a_program_that_changes_itself_is_not_examined() -> None:
    report = check("write-maximum", "start: movb $0x90, start\n movl %ebx, %eax\ndone:\n", "a.s")
    assert report.verdict is viva.Verdict.REJECTED
    assert "own instructions" in report.findings[0].text


@pytest.mark.thorough
def test_a_loop_without_a_measure_is_told_without_a_gap_in_the_sentence() -> None:
    solution = (EXERCISES / "product-by-counting" / "solution.inv").read_text()
    report = check("product-by-counting", solution.partition("outer: decreases")[0])
    told = text_of(report, Rung.EXAMPLE)
    assert "nothing is given that got smaller" in told
    assert "``" not in told


@pytest.mark.thorough
def test_runs_that_had_not_ended_are_told() -> None:
    report = check("write-maximum", "start: incl %eax\n jmp start\n", "answer.s")
    assert report.verdict is viva.Verdict.UNDECIDED
    assert "had not come to its end after 30,000 instructions" in report.findings[0].text


@pytest.mark.parametrize(
    ("exercise", "program", "place"),
    [
        ("write-sum", "endless", "Look at `jne next`"),
        ("write-sum", "forgets-ebx", "`ebx` gets its last value from `movl 4(%esp), %ebx`"),
        ("write-sum", "never-none", "`eax` gets its last value from `addl (%edx), %eax`"),
        ("write-maximum", "without-sign", None),  # which of three registers is wrong is not known
        ("write-maximum", "spoils-eax", None),
    ],
)
def test_a_place_is_told_only_where_it_is_known_what_is_wrong(exercise: str, program: str, place: str | None) -> None:
    text = (EXERCISES / exercise / "examples" / "wrong" / f"{program}.s").read_text()
    report = check(exercise, text, "answer.s")
    told = [finding.text for finding in report.findings if finding.rung is Rung.PLACE]
    assert [each.startswith(place) for each in told] == [True] if place else told == []


def test_the_place_of_a_result_that_nothing_wrote_is_not_told() -> None:
    subject, exercise = read_source(
        source("start: movl %ebx, %eax\ndone:\n", "ensures eax == ebx\n", "task = 'write'\n")
    )
    report = subject.check(exercise, viva.Submission.from_text("start: nop\ndone:\n", "a.s"), viva.Terms(locale="en"))
    assert report.verdict is viva.Verdict.REFUTED
    assert not [finding for finding in report.findings if finding.rung is Rung.PLACE]
    subject, exercise = read_source(
        source("start: movl $7, %eax\ndone:\n", "ensures eax == 7\n", "task = 'write'\nresults = ['eax']\n")
    )
    told = viva.Submission.from_text("start: movl $8, %eax\n nop\n nop\ndone:\n", "a.s")
    report = subject.check(exercise, told, viva.Terms(locale="en"))
    assert text_of(report, Rung.PLACE).startswith("`eax` gets its last value from `movl $8, %eax`")
