"""What an exercise may allow beyond its specification, and a word for each outcome."""

import pytest

from tests.examining import Examiner
from viva.core.ladder import Rung
from viva.core.report import Report
from viva.core.verdict import Verdict
from viva.subjects.console.subject import Console

from .conftest import exercise

SUM = "[>n]^{0..9} ( [>x]^Z <len(x_A) = n_C> E )->E [{sum(x_A)} >]"
TURNS = "[>a]^Z [{a_C} >] [>b]^Z [{b_C} >]"


def examined(spec: str, program: str, settings: str = "") -> Report:
    return Examiner(Console(), exercise)(exercise(spec, settings), program)


def verdict(spec: str, program: str, settings: str = "") -> Verdict:
    return Examiner(Console(), exercise).verdict(exercise(spec, settings), program)


def outcome(report: Report) -> object:
    shown = next(finding for finding in report.findings if finding.rung == Rung.EXAMPLE)
    assert shown.witness
    return shown.witness.fields["outcome"]


@pytest.mark.some(4)
@pytest.mark.parametrize(
    ("program", "reason", "word"),
    [
        ("n = int(input())\nprint(sum(int(input()) for _ in range(n)) + 1)", "wrong", "wrong_output"),
        ("n = int(input())\nprint('%2d x' % sum(int(input()) for _ in range(n)))", "wrong", "wrong_output"),
        ("n = int(input())\nt = sum(int(input()) for _ in range(n))\nprint(*str(t))", "wrong", "white_space"),
        ("n = int(input())\nprint(sum(int(input()) for _ in range(n)))\nprint('bye')", "wrong", "extra_output"),
        ("n = int(input())\nprint(sum(int(input()) for _ in range(n - 1)))", "wrong", "reads_too_little"),
        ("n = int(input())\nprint(sum(int(input()) for _ in range(n + 1)))", "unexpected_read", "reads_past_the_end"),
        ("n = int(input())\nt = sum(int(input()) for _ in range(n))", "no_output", "missing_output"),
        ("n = int(input())\nwhile True:\n    pass", "no_end", "step_limit"),
        ("n = int(input())\nprint(sum(int(input()) for _ in range(n)) // (n - 3))", "wrong", "wrong_output"),
        ("n = int(input())\nprint(0 if n == 0 else [][n])", "crash", "crash"),
    ],
)
def test_each_outcome_has_its_word(program: str, reason: str, word: str) -> None:
    report = examined(SUM, program)
    assert (report.verdict, report.reason, outcome(report)) == (Verdict.REFUTED, reason, word)


def test_reading_ahead_is_told_from_not_writing_at_all() -> None:
    ahead = examined(TURNS, "a, b = input(), input()\nprint(a)\nprint(b)")
    assert (ahead.reason, outcome(ahead)) == ("no_output", "reads_ahead")
    never = examined(TURNS, "a, b = input(), input()\nprint(b)")
    assert outcome(never) == "missing_output" or int(str(never.evidence.tests)) > 0
    at_once = examined(TURNS, "import sys\nfor line in sys.stdin.read().split():\n    print(line)")
    assert outcome(at_once) == "reads_ahead"


@pytest.mark.thorough
def test_a_program_that_reads_all_at_once_is_right_where_that_is_declared() -> None:
    at_once = "import sys\nn, *xs = map(int, sys.stdin.read().split())\nprint(sum(xs))"
    by_line = "import sys\nlines = [int(line) for line in sys.stdin]\nprint(sum(lines[1:]))"
    plain = "n = int(input('n? '))\nprint(sum(int(input()) for _ in range(n)))"
    for program in (at_once, by_line, plain):
        assert verdict(SUM, program, "batch = true").right
    assert verdict(SUM, at_once) == Verdict.REFUTED
    for wrong in (
        at_once.replace("sum(xs)", "sum(xs[1:])"),
        at_once + "\nprint('bye')",
        "import sys\nsys.stdin.read()",
    ):
        assert verdict(SUM, wrong, "batch = true") == Verdict.REFUTED
    broken = "while True:\n    input()"
    assert verdict(SUM, broken, "batch = true") == Verdict.REFUTED


def test_prompts_may_be_free() -> None:
    asking = (
        "print('How many?')\nn = int(input())\nt = 0\n"
        "for _ in range(n):\n    print('Next:')\n    t += int(input())\nprint(t)"
    )
    assert verdict(SUM, asking) == Verdict.REFUTED
    assert verdict(SUM, asking, 'prompts = "any"').right
    assert verdict(SUM, asking + "\nprint('bye')", 'prompts = "any"') == Verdict.REFUTED
    late = TURNS
    assert verdict(late, "a = input()\nb = input()\nprint(a)\nprint(b)", 'prompts = "any"') == Verdict.REFUTED


def test_text_around_what_is_due_may_be_free_but_a_number_stands_whole() -> None:
    dressed = "n = int(input())\nprint('The sum is', sum(int(input()) for _ in range(n)), 'in all.')"
    assert verdict(SUM, dressed) == Verdict.REFUTED
    assert verdict(SUM, dressed, 'around = "any"').right
    hidden = "n = int(input())\nprint('1' + str(sum(int(input()) for _ in range(n))))"
    assert verdict(SUM, hidden, 'around = "any"') == Verdict.REFUTED


def test_a_program_that_counts_up_to_its_input_is_not_too_slow_for_numbers_nobody_meant() -> None:
    report = examined("[>n]^N [{n_C * (n_C + 1)} >]", "n = int(input())\nprint(2 * sum(i for i in range(n + 1)))")
    assert report.verdict.right
    assert report.to_json()["evidence"]["unfinished"] > 0  # type: ignore[index,call-overload,operator]


def test_all_inputs_make_a_proof() -> None:
    spec = '[>x]^{1..6} ( [{"odd"} >] <mod(x_C, 2) = 0> [{"even"} >] )'
    right = "print('odd' if int(input()) % 2 else 'even')"
    assert verdict(spec, right) == Verdict.PROVED
    assert verdict(spec, right.replace("% 2", "in (1, 3)")) == Verdict.REFUTED
