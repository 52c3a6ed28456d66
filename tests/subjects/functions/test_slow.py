"""Slow is not wrong, endless is; and what is told of either is true."""

import re

import pytest

from tests.examining import Examiner, told
from tests.subjects.functions.conftest import exercise
from viva.core.report import About
from viva.core.submission import Submission
from viva.core.terms import Budget, Terms
from viva.core.verdict import Verdict
from viva.services.checking import check
from viva.subjects.functions.subject import Functions

FIBONACCI = """\
def f(n: int) -> int:
    assert n >= 0
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a
"""
RECURSIVE = "def f(n):\n    return n if n < 2 else f(n - 1) + f(n - 2)\n"
TRIANGLE = "def f(n: int) -> int:\n    assert n >= 0\n    return n * (n - 1) // 2\n"
DISTANCE = """\
def f(a: str, b: str) -> int:
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        old, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            old, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, old + (x != y))
    return row[-1]
"""
NAIVE = """\
def f(a, b):
    if not a or not b:
        return len(a) + len(b)
    if a[0] == b[0]:
        return f(a[1:], b[1:])
    return 1 + min(f(a[1:], b), f(a, b[1:]), f(a[1:], b[1:]))
"""
SORTED = "def f(xs: list[int]) -> list[int]:\n    return sorted(xs)\n"
HANOI = "def f(n: int) -> int:\n    assert n >= 0\n    return 2**n - 1\n"
PRIME = """\
def f(n: int) -> bool:
    if n < 2:
        return False
    i = 2
    while i * i <= n:
        if n % i == 0:
            return False
        i += 1
    return True
"""


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("reference", "program"),
    [
        (FIBONACCI, RECURSIVE),
        (FIBONACCI, RECURSIVE.replace("def f(n):\n", "def f(n):\n    print('computing the number', n)\n")),
        (DISTANCE, NAIVE),
    ],
)
def test_what_is_right_but_slow_passes_and_is_told_to_be_slow(examine: Examiner, reference: str, program: str) -> None:
    report = examine(reference, program)
    assert report.verdict.right, report
    assert [finding for finding in report.findings if finding.about is About.QUALITY and "left out" in finding.text]
    assert not any("never ends" in finding.text for finding in report.findings)
    left_out = report.evidence.details["left_out"]
    assert isinstance(left_out, int) and left_out > 0


@pytest.mark.thorough
def test_what_is_too_slow_for_nearly_all_inputs_is_not_refuted_and_no_plain_pass(examine: Examiner) -> None:
    report = examine(HANOI, "def f(n):\n    return 0 if n == 0 else f(n - 1) + 1 + f(n - 1)\n")
    assert (report.verdict, report.reason) == (Verdict.UNDECIDED, "few_tests")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("reference", "program"),
    [
        (PRIME, "def f(n):\n    return n > 1 and all(n % i for i in range(2, n))\n"),
        (TRIANGLE, "def f(n):\n    t = 0\n    for i in range(n):\n        t += i\n    return t\n"),
    ],
)
def test_what_is_slow_for_large_numbers_or_long_lists_passes(examine: Examiner, reference: str, program: str) -> None:
    assert examine(reference, program).verdict.right


@pytest.mark.thorough
def test_an_exercise_may_refute_what_is_slow(examine: Examiner) -> None:
    report = examine(exercise(FIBONACCI, settings='too_slow = "refuted"\n'), RECURSIVE)
    assert (report.verdict, report.reason) == ("refuted", "too_slow")
    text = told(report, "example").text
    assert "1,000,000 steps" in text and "The model solution takes" in text and "never ends" not in text


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("reference", "program", "forever"),
    [
        (TRIANGLE, "def f(n):\n    while n:\n        n = n\n    return 0\n", True),
        (TRIANGLE, "def f(n):\n    i = 0\n    while i != n:\n        i += 2\n    return n * (n - 1) // 2\n", False),
        (
            SORTED,
            "def f(xs):\n    ys = []\n    while len(ys) != 1:\n        ys += [0, 0]\n    return sorted(xs)\n",
            False,
        ),
    ],
)
def test_steps_that_jump_refute_and_only_a_state_that_came_back_never_ends(
    examine: Examiner, reference: str, program: str, forever: bool
) -> None:
    report = examine(reference, program)
    assert (report.verdict, report.reason) == ("refuted", "no_end")
    text = told(report, "example").text
    assert "1,000,000 steps" in text and "The model solution takes" in text
    assert ("never ends" in text) is forever


@pytest.mark.thorough
def test_memory_that_grows_with_the_input_is_not_wrong_and_memory_that_jumps_is(examine: Examiner) -> None:
    table = "def f(n):\n    zeros = [0] * (n + 1)\n    return n * (n - 1) // 2\n"
    assert examine(TRIANGLE, table).verdict.right
    doubling = "def f(n):\n    s = 'a'\n    while n == 3:\n        s += s\n    return n * (n - 1) // 2\n"
    report = examine(TRIANGLE, doubling)
    assert (report.verdict, report.reason) == ("refuted", "memory_limit")


def test_where_the_clock_leaves_out_more_than_was_answered_nothing_is_passed(examine: Examiner) -> None:
    program = "def f(n):\n    if n > 6:\n        sum(range(10**12))\n    return n * (n - 1) // 2\n"
    terms = Terms(budget=Budget(seconds=2.0))
    report = check(Functions(), exercise(TRIANGLE), Submission.from_text(program, "f.py"), terms)
    assert report.verdict == "undecided", report


def test_sleep_costs_nothing_however_long(examine: Examiner) -> None:
    sleeper = "import time\ndef f(n):\n    time.sleep(1000)\n    return n * (n - 1) // 2\n"
    assert examine(TRIANGLE, sleeper).verdict == "passed"


def test_a_file_that_takes_long_to_load_is_not_wrong_unless_it_never_ends(examine: Examiner) -> None:
    work = "for i in range(1_500_000):\n    pass\ndef f(n):\n    return n * (n - 1) // 2\n"
    assert examine.verdict(TRIANGLE, work) == "undecided"
    assert examine(TRIANGLE, work.replace("for i in range(1_500_000)", "while True")).reason == "no_end"


LONGEST = """def f(words: list[str]) -> str:
    best = ""
    for word in words:
        if len(word) > len(best):
            best = word
    return best
"""


FOR_THE_EMPTY_LIST = "    while not words:\n        pass\n"
FOR_TWO_WORDS = "    n = len(words)\n    while n > 1:\n        n = 2\n"


@pytest.mark.parametrize(
    ("endless", "when", "most"),
    [
        (FOR_THE_EMPTY_LIST, "exactly when the list is empty", 0),
        (FOR_TWO_WORDS, "In 1 of 11 tests there is no answer.", 700),
    ],
)
def test_inputs_behind_one_without_an_answer_are_run_briefly(
    examine: Examiner, endless: str, when: str, most: int
) -> None:
    """They are larger, but no reason to think that they have none: each counts for what it gives."""
    report = examine(LONGEST, f"{LONGEST}\nright = f\ndef f(words):\n{endless}    return right(words)")
    assert report.reason == "no_end" and report.score is not None
    pattern = told(report, "pattern").text
    assert when in pattern
    not_run = re.search(r"(\d+) (?:other|more) tests? (?:was|were) not run to the end", pattern)
    assert 0 <= (int(not_run[1]) if not_run else 0) <= most
    assert (report.score > 0.5) is (most == 0)
