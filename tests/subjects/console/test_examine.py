"""Whole checks, in the sandbox: verdicts, reasons, witnesses."""

import json
import re

import pytest

from tests.examining import Examiner
from tests.subjects.console.conftest import exercise
from viva.core.ladder import Rung
from viva.core.report import Finding, Report
from viva.core.submission import Submission
from viva.core.terms import Budget, Terms
from viva.core.verdict import Verdict
from viva.services.checking import check
from viva.subjects.console.subject import Console

SUM = "[>n]^N ( [>x]^Z <len(x_A) = n_C> E )->E [{sum(x_A)} >]"
SMALL = "[>n]^{0..3} ( [>x]^{-1..2} <len(x_A) = n_C> E )->E [{sum(x_A)} >]"
ECHO = "[>x]^Z [{x_C} >]"


def example(report: Report) -> Finding:
    return next(finding for finding in report.findings if finding.rung == Rung.EXAMPLE)


def fields(report: Report) -> dict[str, object]:
    witness = example(report).witness
    assert witness
    return dict(witness.fields)


@pytest.mark.parametrize(
    "program",
    [
        "n = int(input())\nprint(sum(int(input()) for _ in range(n)))",
        "n = int(input('n? '))\ntotal = 0\nfor i in range(n):\n    total += int(input(f'{i}: '))\nprint(total)",
        "import sys\nn = int(sys.stdin.readline())\nt = 0\nwhile n:\n    t += int(sys.stdin.readline())\n    n -= 1\n"
        "sys.stdout.write(str(t))\nsys.exit()",
        "n = int(input())\nt = sum([int(input()) for _ in range(n)])\nfor digit in str(t):\n    print(digit, end='')",
        "n = int(input())\nprint()\nprint(' ', sum([int(input()) for _ in range(n)]), '\\n')",
        "def main():\n    n = int(input())\n    print(sum([int(input()) for _ in range(n)]))\n\n"
        "if __name__ == '__main__':\n    main()",
    ],
)
def test_a_right_program_passes_however_it_reads_and_writes(examine: Examiner, program: str) -> None:
    report = examine(SUM, program)
    assert report.verdict.right
    assert report.score == 1.0
    assert report.reason is None
    assert report.evidence.tests
    assert report.evidence.tests >= 20
    assert "2 of 2 sides of the specification's branches taken" in report.evidence.covered


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("notation", "program", "outcome"),
    [
        (
            SUM,
            "n = int(input())\nprint(sum([int(input()) for _ in range(n)][:-1]))",
            ("wrong", ["1", "1"], "?1 ?1 !0 stop"),
        ),
        (SUM, "n = int(input())\nprint(sum(int(input()) for _ in range(n - 1)))", ("wrong", ["1", "0"], "?1 !0 stop")),
        (SUM, "n = int(input())\nprint(sum(int(input()) for _ in range(n + 1)))", ("unexpected_read", ["0"], "?0 ?")),
        (SUM, "n = int(input())\nt = sum(int(input()) for _ in range(n))", ("no_output", ["0"], "?0 stop")),
        (ECHO, "x = int(input())\nprint(x)\nprint(x)", ("wrong", ["0"], "?0 !0 !0 stop")),
        (ECHO, "x = int(input())\n1 // x\nprint(x)", ("crash", ["0"], "?0 crash")),
        (ECHO, "print(1 // int(input()))", ("wrong", ["2"], "?2 !0 stop")),
        (ECHO, "x = int(input())\nwhile True:\n    x += 1", ("no_end", ["0"], "?0 step_limit")),
        (ECHO, "def f(x):\n    return f(x)\nf(int(input()))", ("recursion_limit", ["0"], "?0 recursion_limit")),
        (ECHO, "x = input()\nwhile True:\n    print(x * 100000)", ("output_limit", ["0"], None)),
        (ECHO, "print(float(input()))", ("wrong", ["0"], '?0 !"0.0" stop')),
        (ECHO, "print('Result:', input())", ("wrong", ["0"], '?0 !"Result: 0" stop')),
        (ECHO, "import sys\nprint(sum(map(int, sys.stdin)))", ("unexpected_read", ["0"], "?0 ?")),
        (
            ECHO,
            "try:\n    print(input())\n    input()\nexcept EOFError:\n    pass",
            ("unexpected_read", ["0"], "?0 !0 ?"),
        ),
        (
            "[>a]^Z [{a_C} >] [>b]^Z [{b_C} >]",
            "a, b = input(), input()\nprint(a)\nprint(b)",
            ("no_output", ["0", "0"], None),
        ),
    ],
)
def test_a_wrong_program_is_refuted_with_its_smallest_run(
    examine: Examiner, notation: str, program: str, outcome: tuple[str, list[str], str | None]
) -> None:
    reason, inputs, actual = outcome
    report = examine(notation, program)
    assert (report.verdict, report.reason) == (Verdict.REFUTED, reason)
    assert report.score is not None
    assert report.score < 1.0
    assert fields(report)["inputs"] == inputs
    if actual is not None:
        assert fields(report)["actual"] == actual


def test_the_findings_climb_the_ladder_and_a_hint_gives_nothing_away(examine_whole: Examiner) -> None:
    report = examine_whole("[>x]^Z [{x_C + 4711} >]", "x = int(input())\ny = x\nprint(y + 4710)")
    hint, pattern, shown, place, step, fix = report.findings
    assert [finding.rung for finding in (hint, pattern, shown, place, fix)] == list(Rung)[1:]
    assert step.rung == Rung.PLACE
    assert "as if the task said “Print `x` plus 4710.” instead of “Print `x` plus 4711.”" in step.text
    assert not re.search(r"\d", pattern.text), "no value"
    assert fix.text == "Line 3: `4710` → `4711`"
    assert not any(character.isdigit() for character in hint.text)
    assert shown.comparison
    assert shown.comparison.rows == (("reads 0", "reads 0"), ("prints 4711", "prints 4710"), ("ends", "ends"))
    assert shown.comparison.here == 1
    assert fields(report) == {
        "inputs": ["0"], "expected": "?0 !{4711} stop", "actual": "?0 !4710 stop", "outcome": "wrong_output",
    }  # fmt: skip
    assert shown.drawing is None, "the flow chart would show a student what the specification says"
    assert place.where
    assert json.loads(json.dumps(report.to_json()))["findings"][3]["where"]["line"] == 3


@pytest.mark.thorough
def test_equal_mistakes_have_equal_signatures_and_different_ones_have_not(examine: Examiner) -> None:
    """However they are written, and whatever prompts they show."""
    forgets_the_last = [
        "n = int(input())\nprint(sum([int(input()) for _ in range(n)][:-1]))",
        "n = int(input('How many? '))\nt = x = 0\nwhile n:\n    t += x\n    x = int(input('> '))\n    n -= 1\nprint(t)",
    ]
    others = [
        "n = int(input())\nt = 0\nfor i in range(n):\n    x = int(input())\n    if i:\n        t += x\nprint(t)",
        "n = int(input())\nprint(sum(int(input()) for _ in range(n - 1)))",
        "n = int(input())\nprint(sum(abs(int(input())) for _ in range(n)))",
        "n = int(input())\nprint(max([int(input()) for _ in range(n)], default=0))",
        "n = int(input())\nprint('Sum:', sum(int(input()) for _ in range(n)))",
        "n = int(input())\nt = 1\nfor i in range(n):\n    t *= int(input())\nprint(t)",
    ]
    first, second, *rest = [example(examine(SMALL, program)).signature for program in (*forgets_the_last, *others)]
    assert first == second
    assert len({first, *rest}) == 1 + len(others)


@pytest.mark.thorough
def test_the_same_terms_give_the_same_report(examine: Examiner) -> None:
    program = "n = int(input())\nprint(abs(sum(int(input()) for _ in range(n))))"
    first, second = (examine(SUM, program, seed=5).to_json() for _ in range(2))
    assert {**first, "seconds": 0} == {**second, "seconds": 0}


def test_a_program_that_depends_on_chance_is_rejected_as_inconsistent(examine: Examiner) -> None:
    report = examine(ECHO, "import os\ninput()\nprint(os.urandom(8).hex())")
    assert (report.verdict, report.reason) == (Verdict.REJECTED, "inconsistent")
    assert "First run" in report.findings[0].text


@pytest.mark.parametrize(
    ("program", "reason", "line"),
    [
        ("x = int(input()\nprint(x)", "syntax_error", 1),
        ("if True\n    print(1)", "syntax_error", 1),
        ("  \n# nothing\n", "empty", None),
    ],
)
def test_a_program_that_cannot_be_read_is_rejected_with_an_explanation(
    examine: Examiner, program: str, reason: str, line: int | None
) -> None:
    report = examine(ECHO, program)
    assert (report.verdict, report.reason) == (Verdict.REJECTED, reason)
    assert report.findings[0].text
    if line:
        assert report.findings[0].where
        assert report.to_json()["findings"][0]["where"]["line"] == line  # type: ignore[index,call-overload]


def test_values_that_are_asked_for_again_are_tried(examine: Examiner) -> None:
    notation = "[>x]^{1..3}@until [{x_C} >]"
    careful = "x = int(input())\nwhile not 1 <= x <= 3:\n    print('again')\n    x = int(input())\nprint(x)"
    assert examine(notation, careful).verdict.right
    report = examine(notation, "print(int(input()))")
    assert report.verdict == Verdict.REFUTED
    assert fields(report)["inputs"] == ["0", "1"]


def test_the_constant_at_which_a_specification_changes_its_mind_is_tried(examine: Examiner) -> None:
    notation = "[>x]^Z ( [{0} >] <x_C > 4711> [{1} >] )"
    assert examine(notation, "print(int(int(input()) > 4711))").verdict.right
    assert fields(examine(notation, "print(int(int(input()) >= 4711))"))["inputs"] == ["4711"]


@pytest.mark.thorough
def test_a_counterexample_shrinks_to_the_constants_of_the_specification(examine: Examiner) -> None:
    notation = "( [>x]^Z <count_gt(x_A, 99) = 2> E )->E [{back(x_A, 1)} >]"
    program = "x = []\nwhile sum(v >= 99 for v in x) < 2:\n    x.append(int(input()))\nprint(x[-2])"
    assert fields(examine(notation, program))["inputs"] == ["99", "100", "100"]


def test_texts_are_given_without_blanks_at_their_ends(examine: Examiner) -> None:
    greeting = '[>name]^S [{"Hello, " ++ name_C ++ "!"} >]'
    tidy = "name = input().strip()\nprint(f'Hello, {name}!')"
    assert examine(greeting, tidy).verdict.right
    assert examine("[>name]^S [{len(name_C)} >]", "print(len(input().strip()))").verdict.right
    report = examine(greeting, "print('Hello', input())")
    assert fields(report)["inputs"] == ["a"]


def test_a_side_that_no_test_takes_is_in_the_sentence_of_the_verdict(examine: Examiner) -> None:
    report = examine("[>x]^Z\n( [{1} >] <x_C * x_C = 2> [{2} >] )", "input()\nprint(1)")
    assert report.verdict.right
    assert report.evidence.details["untaken"] == ["line 2 of spec.sym, where the condition holds"]
    assert "no test was found for this: line 2 of spec.sym" in report.evidence.covered
    whole = examine("[>x]^Z\n( [{1} >] <x_C > 2> [{2} >] )", "print(2 if int(input()) > 2 else 1)")
    assert whole.evidence.details["untaken"] == []
    assert "no test was found" not in whole.evidence.covered


def test_an_empty_line_is_a_text_like_any_other(examine: Examiner) -> None:
    greeting = '[>name]^S [{"Hello, " ++ name_C ++ "!"} >]'
    asks_again = "name = input()\nwhile not name:\n    name = input()\nprint(f'Hello, {name}!')"
    report = examine(greeting, asks_again)
    assert report.verdict == Verdict.REFUTED
    assert fields(report)["inputs"] == [""]
    blank = asks_again.replace("not name", "name.isspace()").replace("!", "")
    assert fields(examine('[>name]^S [{"Hello, " ++ name_C} >]', blank))["inputs"] == [" "]


@pytest.mark.thorough
def test_a_sum_that_no_random_walk_hits_is_still_tested(examine: Examiner) -> None:
    notation = "( [>x]^Z <sum(x_A) = 1000000> E )->E [{len(x_A)} >]"
    right = "t = n = 0\nwhile t != 1000000:\n    t += int(input())\n    n += 1\nprint(n)"
    assert examine(notation, right).verdict.right
    assert examine.verdict(notation, right.replace("!=", "<")) == Verdict.REFUTED


@pytest.mark.thorough
def test_where_the_time_was_too_short_to_make_a_test_nothing_is_decided() -> None:
    """With all the time there is, the specification is found fault with (`test_teachers.py`)."""
    asked, answer = exercise("[>n]^Z ( [>x]^{3..5} <sum(x_A) = 2> E )->E"), Submission.from_text("input()", "a.py")
    report = check(Console(), asked, answer, Terms(budget=Budget(seconds=5.0)))
    assert (report.verdict, report.score, report.evidence.tests) == (Verdict.UNDECIDED, None, 0)
    assert [finding.signature for finding in report.findings] == ["no_tests"]


BILLION = "( [>x]^Z <sum(x_A) = 1000000000> E )->E"


def test_a_program_that_is_stuck_before_it_reads_is_not_excused_as_slow(examine: Examiner) -> None:
    assert examine(BILLION, "while True:\n    pass").reason == "no_end"


def test_a_program_too_slow_for_all_tests_is_not_called_right(examine: Examiner) -> None:
    program = "s = 0\nwhile s != 10**9:\n    s += int(input())\nwhile s:\n    s -= 1"
    report = examine(BILLION, program)
    assert (report.verdict, report.reason) == (Verdict.UNDECIDED, "budget")


def test_a_mirrored_condition_is_met(examine: Examiner) -> None:
    program = "s = 0\nwhile abs(s) != 10**9:\n    s += int(input())"
    assert examine.verdict(BILLION, program) == Verdict.REFUTED


GUESSES = (
    '( [>g]^{a, b, c, d, e, z} ( ( 0 <len(g_A) = 7> [{"lost"} >] E ) '
    '<in("a", g_A) and in("b", g_A) and in("c", g_A) and in("d", g_A)> [{"won"} >] E ) )->E'
)
GUESSING = """
seen = set()
for _ in range(7):
    seen.add(input())
    if seen >= set({needed!r}):
        print("won")
        break
else:
    print("lost")
"""


@pytest.mark.some(2)
@pytest.mark.parametrize("needed", ["abc", "abd", "acd", "bcd"])
def test_each_of_many_conditions_is_the_only_one_that_fails(examine: Examiner, needed: str) -> None:
    assert examine(GUESSES, GUESSING.format(needed="abcd")).verdict.right
    assert examine.verdict(GUESSES, GUESSING.format(needed=needed)) == Verdict.REFUTED


@pytest.mark.thorough
def test_two_conditions_that_hold_at_once_are_met(examine: Examiner) -> None:
    """The order in which a program asks shows only there: all letters are found by the last guess."""
    program = """
seen = set()
for tries in range(1, 8):
    seen.add(input())
    if tries == 7:
        print("lost")
    elif seen >= set("abcd"):
        print("won")
        break
"""
    assert examine(GUESSES, GUESSING.format(needed="abcd")).verdict.right
    assert {examine.verdict(GUESSES, program, seed=seed) for seed in range(3)} == {Verdict.REFUTED}  # no luck needed
