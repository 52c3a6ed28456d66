"""Slow is not wrong, nothing takes for ever, and all inputs prove something only of a program that is pure."""

import random
import time
from dataclasses import replace

import pytest

from tests.engines.dialogues.specs import random_spec
from tests.examining import Examiner
from viva.core.fault import Fault
from viva.core.report import Report
from viva.core.submission import Submission
from viva.core.terms import Budget, Terms
from viva.core.verdict import Verdict
from viva.engines.dialogues.model import Value
from viva.engines.dialogues.notations.symbols import parse
from viva.engines.dialogues.suites.finite import all_inputs, count_inputs
from viva.engines.dialogues.trials.slow import grows
from viva.engines.dialogues.wellformed import check as well_formed
from viva.services.checking import check
from viva.subjects.console.subject import Console

from .conftest import exercise

FEW = "[>n]^{0..60} [{n_C} >]"
FIBONACCI = "def f(n):\n    return n if n < 2 else f(n - 1) + f(n - 2)\nn = int(input())\nf({argument})\nprint(n)"
ALWAYS = "n = int(input())\nt = 0\nfor i in range(700000):\n    t += i\nprint(n)"


def examined_within(seconds: float, spec: str, program: str) -> tuple[Report, float]:
    begun = time.monotonic()
    terms = Terms(budget=Budget(seconds=seconds))
    report = check(Console(), exercise(spec), Submission.from_text(program, "submission.py"), terms)
    return report, time.monotonic() - begun


def test_a_program_whose_work_grows_is_not_refuted_for_what_it_does_not_finish(examine: Examiner) -> None:
    report = examine(FEW, FIBONACCI.format(argument="n"))
    assert report.verdict in (Verdict.PASSED, Verdict.UNDECIDED)
    assert report.to_json()["evidence"]["unfinished"] > 0  # type: ignore[index,call-overload,operator]


def test_a_program_that_is_slow_on_every_input_is_not_refuted(examine: Examiner) -> None:
    assert examine.verdict(FEW, ALWAYS) == Verdict.UNDECIDED


def test_a_run_without_an_end_among_quick_ones_refutes_and_both_numbers_are_told(examine: Examiner) -> None:
    report = examine(FEW, "n = int(input())\nx = 0\nwhile n == 7:\n    x += 1\nprint(n)")
    assert (report.verdict, report.reason) == (Verdict.REFUTED, "no_end")
    example = next(finding for finding in report.findings if finding.witness)
    assert example.witness
    assert example.witness.fields["inputs"] == ["7"]
    assert "5,000,000 steps. For the other inputs that were tried it ended at once." in example.text
    assert report.score is not None
    assert report.score > 0.5


def test_the_steps_of_a_run_without_an_end_are_written_as_the_locale_writes_numbers() -> None:
    endless = Submission.from_text("n = int(input())\nx = 0\nwhile n == 7:\n    x += 1\nprint(n)", "submission.py")
    report = check(Console(), exercise(FEW), endless, Terms(budget=Budget(seconds=300.0), locale="de"))
    example = next(finding for finding in report.findings if finding.witness)
    assert "Es ist nach 5.000.000 Schritten noch nicht am Ende." in example.text


def test_growth_explains_what_it_leads_to_and_nothing_else() -> None:
    square: dict[tuple[Value, ...], int] = {(n,): 5 + n * n for n in range(12)}
    assert grows((5000,), square)
    assert not grows((12,), square)
    assert grows((30,), {(n,): 2**n for n in range(14)})
    assert not grows((3,), {})
    assert grows(("x" * 4000,), {("x" * n,): n * n for n in range(12)})


@pytest.mark.some(1)
@pytest.mark.parametrize(
    "program",
    [
        "import time\nn = int(input())\nwhile True:\n    time.sleep(10)",
        "import threading\nn = int(input())\nthreading.Event().wait()",
        "n = int(input())\nprint(sum(range(10**12)))",
        "import re\nn = int(input())\nre.match('(a+)+$', 'a' * 40 + 'b')\nprint(n)",
        "import signal, os\nfor s in range(1, 65):\n    try:\n        signal.signal(s, signal.SIG_IGN)\n"
        "    except (OSError, ValueError):\n        pass\nn = int(input())\nwhile True:\n    9 ** 9 ** 6",
    ],
)
def test_no_attack_holds_a_check_longer_than_six_times_its_seconds(program: str) -> None:
    seconds = 2.0
    report, taken = examined_within(seconds, "[>n]^Z [{n_C} >]", program)
    assert taken < 6 * seconds
    assert report.verdict in (Verdict.UNDECIDED, Verdict.REFUTED)


PARITY = '[>x]^{1..6} ( [{"odd"} >] <mod(x_C, 2) = 0> [{"even"} >] )'
ODD = "print('odd' if int(input()) % 2 else 'even')"


@pytest.mark.parametrize(
    "line",
    [
        "import random\nrandom.random()",
        "import time\ntime.time()",
        "import os\nos.getcwd()",
        "open",
        "id(1)",
        "hash('a')",
        "from datetime import date\ndate.today()",
    ],
)
def test_what_may_depend_on_more_than_its_input_is_passed_and_not_proved(examine: Examiner, line: str) -> None:
    assert examine(PARITY, f"{line}\n{ODD}").verdict.right


def test_what_is_pure_is_proved(examine: Examiner) -> None:
    assert examine(PARITY, f"import math\nimport random\n{ODD}\nexit()").verdict == Verdict.PROVED


def test_inputs_without_a_test_leave_nothing_proved(examine: Examiner) -> None:
    """Of the predicate for 2 no example is found, so it has no test."""
    spec = "[>x]^{1, 2} [{some(v, v_C * v_C = x_C * 1000000000000 - 999999999999 * (2 - x_C))} >]"
    report = examine(spec, "x = int(input())\nprint(1 if x == 1 else 5)")
    assert report.verdict.right


@pytest.mark.thorough
def test_all_inputs_are_as_many_as_are_counted() -> None:
    randomness = random.Random(6)
    finite = 0
    for _ in range(1500):
        spec = random_spec(randomness, depth=2)
        try:
            well_formed(spec)
        except Fault:
            continue
        known = all_inputs(spec)
        if known is not None:
            finite += len(known) > 1
            assert count_inputs(spec) == len(known) == len(set(known))
    assert finite > 10
    assert count_inputs(parse("[>x]^{1..4} [>y]^{1..4}\\x_A [>b]^B [{x_C} >]")) == 4 * 3 * 2


def test_the_report_is_the_same_in_any_order(examine: Examiner) -> None:
    """What was examined before in the process has no part in it."""
    programs = [FIBONACCI.format(argument="min(n, 9)"), "while True:\n    input()"]
    first = [examine(FEW, program) for program in programs]
    second = [examine(FEW, program) for program in programs[::-1]][::-1]
    assert [replace(one, seconds=0.0) for one in first] == [replace(one, seconds=0.0) for one in second]
