"""Which inputs count: the precondition knows what the exercise defines, and nothing is passed on a handful of tests."""

import pytest

from tests.examining import Examiner, witness
from tests.subjects.functions.conftest import GROWING, SEARCHED, exercise
from viva.core.fault import Fault
from viva.core.verdict import Verdict

COUNT = """\
from typing import Optional
class Node:
    def __init__(self, key: int, left: Optional["Node"] = None, right: Optional["Node"] = None):
        self.key = key
        self.left = left
        self.right = right
def count(root: Optional[Node]) -> int:
    return 0 if root is None else 1 + count(root.left) + count(root.right)
"""
ALWAYS_99 = "def count(root):\n    return 99 if root else 0\n"


def test_a_precondition_knows_the_classes_of_the_exercise(examine: Examiner) -> None:
    asked = exercise(COUNT, "count", 'requires = "requires.py"\n', requires="def requires(root):\n    return True\n")
    report = examine(asked, ALWAYS_99)
    assert report.verdict is Verdict.REFUTED
    assert report.evidence.tests and report.evidence.tests > 100
    assert examine(asked, COUNT).verdict.right


def test_a_precondition_may_name_a_class_of_the_exercise(examine: Examiner) -> None:
    requires = "def requires(root):\n    return isinstance(root, Node) and root.left is None\n"
    asked = exercise(COUNT, "count", 'requires = "requires.py"\n', requires=requires)
    assert examine.verdict(asked, ALWAYS_99) is Verdict.REFUTED


@pytest.mark.parametrize("condition", ["isinstance(root, Nood)", "root.weight() > 0", "len(root, 1)"])
def test_a_precondition_that_cannot_be_asked_is_a_fault(examine: Examiner, condition: str) -> None:
    requires = f"def requires(root):\n    return root is not None and {condition}\n"
    asked = exercise(
        COUNT.replace("Optional[Node])", "Node)"), "count", 'requires = "requires.py"\n', requires=requires
    )
    with pytest.raises(Fault, match=r"precondition cannot be asked") as raised:
        examine(asked, COUNT)
    assert raised.value.file == "requires.py"


def test_a_precondition_that_fails_for_some_inputs_leaves_these_out(examine: Examiner) -> None:
    asked = exercise(
        "def f(xs: list[int]) -> int:\n    return max(xs)\n", settings='requires = "requires.py"\n',
        requires="def requires(xs):\n    return xs[0] > 0\n",
    )  # fmt: skip
    assert examine(asked, "def f(xs):\n    return max(xs)\n").verdict.right
    assert examine.verdict(asked, "def f(xs):\n    return xs[0]\n") is Verdict.REFUTED


def test_a_handful_of_tests_is_no_pass(examine: Examiner) -> None:
    right = "def f(n: int) -> str:\n    return ''.join(sorted(str(n)))\n"
    requires = "def requires(n):\n    return n in (3, 12345)\n"
    asked = exercise(right, settings='requires = "requires.py"\nexamples = [[12345]]\n', requires=requires)
    report = examine(asked, "def f(n):\n    return '%s' % ''.join(sorted(repr(n), key=ord))\n")
    assert (report.verdict, report.reason, report.score) == (Verdict.UNDECIDED, "few_tests", None)
    assert examine.verdict(asked, "def f(n):\n    return 'x'\n") is Verdict.REFUTED


def test_few_tests_are_enough_where_there_are_no_others(examine: Examiner) -> None:
    asked = exercise("def f(a: bool) -> bool:\n    return not a\n")
    assert examine(asked, "def f(a):\n    return a is False\n").verdict.right


def test_a_power_of_whole_numbers_is_whole(examine: Examiner) -> None:
    asked = exercise("def f(n: int) -> int:\n    return pow(n, 2)\n")
    report = examine(asked, "import math\n\n\ndef f(n):\n    return math.pow(n, 2)\n")
    assert report.verdict is Verdict.REFUTED
    assert witness(report).fields["input"] == [94906267]
    assert examine(asked, "def f(n):\n    return n * n\n").verdict.right


def test_who_is_more_exact_than_the_reference_is_not_wrong(examine: Examiner) -> None:
    asked = exercise("def f(n: int) -> int:\n    return int(n / 2)\n")
    assert examine(asked, "def f(n):\n    return abs(n) // 2 * (1 if n > 0 else -1)\n").verdict.right


def test_line_ends_of_windows_are_not_seen(examine_whole: Examiner) -> None:
    asked = "def f(n: int) -> int:\n    return n + 1\n"
    report = examine_whole(asked, "def f(n):\r\n    m = n\r\n    return m\r\n")
    assert report.verdict is Verdict.REFUTED
    assert not any("\r" in finding.text or "\\x0d" in finding.text for finding in report.findings)
    assert examine_whole(asked, "def f(n):\r\n    return 1 + n\r\n").verdict.right


@pytest.mark.parametrize(
    ("expected", "answer", "right"),
    [
        ("0.00", "-0.00", True),
        ("0.0 m", "-0.0 m", True),
        ("0.05", "-0.05", False),
        ("0.00", "-0.01", False),
        ("a0.0", "a-0.0", False),
    ],
)
def test_a_zero_in_a_text_has_no_sign(examine: Examiner, expected: str, answer: str, right: bool) -> None:
    asked = exercise(f"def f(a: bool) -> str:\n    return {expected!r} if a else 'x'\n")
    assert examine.verdict(asked, f"def f(a):\n    return {answer!r} if a else 'x'\n").right is right


def test_growth_is_not_claimed_beside_a_function_of_the_library(examine: Examiner) -> None:
    bubble = """\
def f(xs):
    xs = list(xs)
    for i in range(len(xs)):
        for j in range(len(xs) - 1):
            if xs[j] > xs[j + 1]:
                xs[j], xs[j + 1] = xs[j + 1], xs[j]
    return xs
"""
    asked = exercise("def f(xs: list[int]) -> list[int]:\n    return sorted(xs)\n", settings=SEARCHED + GROWING)
    report = examine(asked, bubble)
    assert report.verdict.right
    assert not any((finding.signature or "").startswith("growth") for finding in report.findings)


def test_a_report_has_one_count(examine: Examiner) -> None:
    """The tests of the evidence are those of the pattern, wherever the failure was found."""
    asked = exercise("def f(n: int) -> int:\n    return n\n", settings="growth = true\n")
    for wrong in ("n if n != 256 else 0", "n if n != 3 else 0", "n if n < 10**6 else 0"):
        report = examine(asked, f"def f(n):\n    return {wrong}\n")
        assert report.verdict is Verdict.REFUTED
        pattern = next(finding.text for finding in report.findings if finding.rung == "pattern")
        assert f"{report.evidence.failed} of {report.evidence.tests:,} test" in pattern, pattern
