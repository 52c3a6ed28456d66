# ruff: noqa: E501  a program that is handed in reads best on one line
"""Submissions that cannot be examined, or that try to get away with something: each a clear finding."""

import pytest

from tests.examining import Examiner, told, witness
from viva.showing.outline import outline

from .conftest import exercise

ADD = "def f(a: int, b: int) -> int:\n    return a + b\n"
SUM = "def f(xs: list[int]) -> int:\n    return sum(xs)\n"


@pytest.mark.parametrize(
    ("program", "reason", "text"),
    [
        ("def g(a, b):\n    return a + b\n", "missing_function", "It has: g"),
        ("class f:\n    pass\n", "type_error", "is a class"),
        ("def f(a):\n    return a\n", "type_error", "called with 2 arguments"),
        ("def f(a, b, c):\n    return a\n", "type_error", "yours is `f(a, b, c)`"),
        ("async def f(a, b):\n    return a + b\n", "type_error", "async"),
        ("class Sum:\n    def f(self, a, b):\n        return a + b\n", "missing_function", "method of the class"),
        ("x = 1\n", "missing_function", "def f(a, b):"),
        ("def f(a, b)\n    return a + b\n", "syntax_error", ":"),
        ("def f(a, b):\n    if a = b:\n        return a\n    return b\n", "syntax_error", "=="),
        ("def f(a, b):\n    return (a + b\n", "syntax_error", "("),
        ("def f(a, b):\n\tif a:\n        return a\n", "syntax_error", "line"),
        ("", "empty", ""),
        ("import random\ndef f(a, b):\n    return a + b + random.choice([0, 0, 1])\n", "inconsistent", "two different"),
        ("seen = []\ndef f(a, b):\n    seen.append(a)\n    return a + b + (len(seen) > 40)\n", "inconsistent", "twice"),
    ],
)  # fmt: skip
def test_what_cannot_be_examined_is_rejected_with_a_reason(
    examine: Examiner, program: str, reason: str, text: str
) -> None:
    report = examine(ADD, program)
    assert (report.verdict, report.reason, report.score) == ("rejected", reason, 0.0)
    assert any(text in finding.text for finding in report.findings)


@pytest.mark.some(3)
@pytest.mark.parametrize(
    ("program", "reason", "text"),
    [
        ("n = int(input())\ndef f(a, b):\n    return a + b\n", "unexpected_read", "while the file is loaded"),
        ("def f(a, b):\n    return int(input())\n", "unexpected_read", "asks for input"),
        ("import helper\ndef f(a, b):\n    return a + b\n", "crash", "helper"),
        ("def f(a, b):\n    print(a + b)\n", "wrong", "This call prints"),
        ("def f(a, b):\n    a + b\n", "wrong", "No `return` gives back a value"),
        ("def f(a, b):\n    yield a + b\n", "wrong", "loop over"),
        ("def f(a, b):\n    return [0] * 3_000_000\n", "unserialisable", "too large"),
        ("def f(a, b):\n    return str(a + b)\n", "wrong", "but as a text"),
        ("def f(a, b):\n    return f(a, b)\n", "recursion_limit", "calls itself too often"),
        ("def f(a, b):\n    raise SystemExit\n", "no_result", "The program exits"),
        ("import os\ndef f(a, b):\n    os._exit(0)\n", "no_result", "The program exits"),
        ("def f(a, b):\n    while True:\n        print('x' * 1000)\n", "output_limit", "prints more"),
        ("sum = 3\ndef f(a, b):\n    return sum([a, b])\n", "crash", "Python's function `sum` cannot be called any more"),
        ("def f(a, b):\n    return lambda: a + b\n", "wrong", "function"),
    ],
)  # fmt: skip
def test_what_goes_wrong_while_it_runs_is_refuted_with_a_witness(
    examine: Examiner, program: str, reason: str, text: str
) -> None:
    report = examine(ADD, program)
    assert (report.verdict, report.reason) == ("refuted", reason)
    assert witness(report).fields["input"] == [0, 0]
    assert any(text in finding.text for finding in report.findings), [finding.text for finding in report.findings]


@pytest.mark.some(2)
@pytest.mark.parametrize(
    "program",
    [
        "import os\ndef f(xs):\n    os._exit(0)\n",
        "def f(xs):\n    raise SystemExit\n",
        "def f(xs):\n    return 3 ** (10 ** 5) + sum(xs)\n",
        "def f(xs):\n    return [sum(xs)] * 20_000\n",
    ],
)
def test_a_costly_answer_is_asked_for_a_few_times_only(examine: Examiner, program: str) -> None:
    report = examine(SUM, program)
    assert (report.verdict, report.score) == ("refuted", 0.0)
    assert report.evidence.tests == report.evidence.failed == 4


def test_a_costly_answer_in_one_class_leaves_the_others_their_points(examine: Examiner) -> None:
    """Two of three classes are right; one of them a constant would have too."""
    reference = "def f(n: int) -> str:\n    if n < 0:\n        return 'below'\n    if n == 7:\n        return 'seven'\n    return 'other'\n"
    report = examine(reference, "import os\n" + reference.replace("return 'below'", "os._exit(0)"))
    assert (report.verdict, report.reason, report.score) == ("refuted", "no_result", 0.5)
    assert report.evidence.failed == 4


@pytest.mark.some(2)
@pytest.mark.parametrize(
    "program",
    [
        # objects that are equal to everything
        "class Yes:\n    def __eq__(self, other): return True\n    __hash__ = None\ndef f(xs): return Yes()\n",
        "class Yes(int):\n    def __eq__(self, other): return True\n    def __hash__(self): return 0\ndef f(xs): return Yes(7)\n",
        "class Yes(float):\n    def __eq__(self, other): return True\n    def __hash__(self): return 0\ndef f(xs): return Yes('nan')\n",
        # patched builtins
        "import builtins\nbuiltins.sum = lambda xs: 0\ndef f(xs): return sum(xs)\n",
        "import builtins\nbuiltins.isinstance = lambda *a: True\nbuiltins.type = lambda *a: int\ndef f(xs): return 'x'\n",
        # the machinery of the box
        "import sys\ndef f(xs):\n    frame = sys._getframe()\n    while frame:\n        for value in list(frame.f_locals.values()):\n            if hasattr(value, 'send'):\n                value.send({'value': {'root': 0, 'nodes': []}, 'steps': 1, 'written': '', 'calls': {}, 'read': []})\n        frame = frame.f_back\n    return 0\n",
        # a reference that is not there
        "def f(xs):\n    try:\n        from reference import f as g\n    except ImportError:\n        return None\n    return g(xs)\n",
        "def f(xs):\n    import os\n    return sum('reference' in name for name in os.listdir('.') + os.listdir('/tmp'))\n",
        # the arguments changed, and a result that changes later
        "def f(xs):\n    xs.clear()\n    return sum(xs)\n",
        "class Sneaky(list):\n    def __iter__(self): return iter([1])\ndef f(xs): return Sneaky([len(xs)])\n",
        "import atexit, os\ndef f(xs):\n    os.write(1, b'{\"value\": 0}')\n    return None\n",
    ],
)  # fmt: skip
def test_no_attack_makes_a_wrong_function_right(examine: Examiner, program: str) -> None:
    report = examine(SUM, program)
    assert report.verdict in ("refuted", "rejected"), report.evidence


def test_nothing_out_of_a_submission_reaches_a_person_raw(examine: Examiner) -> None:
    report = examine(
        "def f(s: str) -> str:\n    return s\n", 'def f(s):\n    raise ValueError("\\x1b[31m\\u202e" + s)\n'
    )
    for finding in report.findings:
        assert "\x1b" not in finding.text and "\u202e" not in finding.text


def test_what_is_forbidden_is_rejected_and_its_behaviour_told(examine: Examiner) -> None:
    settings = '[functions.forbid]\nfunctions = ["sum"]\nsyntax = ["while", "recursion"]\nmodules = ["math"]\n'
    asked = exercise(SUM, settings=settings, examples="")
    right = "def f(xs):\n    total = 0\n    for x in xs:\n        total += x\n    return total\n"
    assert examine(asked, right).verdict.right
    for program, text in (
        ("def f(xs):\n    return sum(xs)\n", "`sum`"),
        ("add = sum\ndef f(xs):\n    return add(xs)\n", "`sum`"),
        ("def f(xs):\n    return getattr(__builtins__, 'su' + 'm')(xs)\n", "sum"),
        ("def f(xs):\n    return eval('su' + 'm(xs)')\n", "eval"),
        ("def f(xs):\n    return xs[0] + f(xs[1:]) if xs else 0\n", "recursion"),
        (
            "from math import floor\ndef f(xs):\n    t = 0\n    for x in xs:\n        t += floor(x)\n    return t\n",
            "math",
        ),
        ("def f(xs):\n    t = 0\n    while xs:\n        t += xs.pop()\n    return t\n", "while"),
    ):
        report = examine(asked, program)
        assert (report.verdict, report.reason, report.score) == ("rejected", "forbidden", 0.0), program
        assert any(text in finding.text for finding in report.findings), program
        assert "it does what is asked" in report.evidence.covered
    own = "def sum(xs):\n    t = 0\n    for x in xs:\n        t += x\n    return t\ndef f(xs):\n    return sum(xs)\n"
    variable = "def f(xs):\n    sum = 0\n    for x in xs:\n        sum = sum + x\n    return sum\n"
    for program in (own, variable):
        assert examine(asked, program).verdict.right


def test_the_endless_recursion_shows_its_calls(examine: Examiner) -> None:
    report = examine("def f(n: int) -> int:\n    return n\n", "def f(n):\n    return f(n)\n")
    assert "f(n = 0)" in told(report, "example").text and "never ends" in told(report, "example").text


def test_what_ends_the_file_while_it_is_loaded_is_told_by_its_name(examine: Examiner) -> None:
    report = examine(ADD, "import os\nwhile True:\n    os.fork()\ndef f(a, b):\n    return a + b\n")
    assert (report.verdict, report.reason, report.score) == ("undecided", "process_limit", None)
    assert "starts more and more processes while it is loaded" in report.findings[0].text
    assert outline(report).counts in ("", "1 test run.")
