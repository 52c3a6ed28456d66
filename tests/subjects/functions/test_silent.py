"""Programs that never answer are told as such; those that start slowly, pause or are slow are not wrong for it."""

import pytest

from tests.examining import told
from tests.subjects.functions.conftest import exercise
from viva.core.report import Report
from viva.core.submission import Submission
from viva.core.terms import Budget, Terms
from viva.core.verdict import Verdict
from viva.services.checking import check
from viva.subjects.functions.subject import Functions

DOUBLE = "def f(n: int) -> int:\n    return n * 2\n"


def checked(program: str, seconds: float = 3.0) -> Report:
    terms = Terms(budget=Budget(seconds=seconds))
    return check(Functions(), exercise(DOUBLE), Submission.from_text(program, "submission.py"), terms)


@pytest.mark.some(3)
@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("def f(n):\n    a = [0]\n    while True:\n        a = a + a\n", "memory_limit"),
        ("import os\n\n\ndef f(n):\n    while True:\n        os.fork()\n", "process_limit"),
        ("def f(n):\n    while True:\n        print('x' * 1000)\n", "output_limit"),
        ("def f(n):\n    while True:\n        pass\n", "no_end"),
        ("def f(n):\n    a = [0] * 10**12\n    return n * 2\n", "memory_limit"),
        ("import re\n\n\ndef f(n):\n    re.match('(a+)+$', 'a' * 60 + 'b')\n    return n * 2\n", "time_limit"),
        ("def f(n):\n    big = 9 ** 9 ** 9\n    return n * 2\n", "time_limit"),
        ("import threading\n\n\ndef f(n):\n    threading.Event().wait()\n", "time_limit"),
        ("import time\n\n\ndef f(n):\n    while True:\n        time.sleep(1)\n", "time_limit"),
    ],
)
def test_what_never_answers_is_refuted_with_the_limit_and_an_input(program: str, reason: str) -> None:
    report = checked(program)
    assert (report.verdict, report.reason, report.score) == (Verdict.REFUTED, reason, 0.0)
    assert "f(0)" in told(report, "example").text
    assert all("Nothing wrong was found" not in finding.text for finding in report.findings)


@pytest.mark.some(2)
@pytest.mark.parametrize(
    "program",
    [
        "import time\n\n\ndef f(n):\n    time.sleep(3600)\n    return n * 2\n",
        "table = sum(range(3 * 10**6))\n\n\ndef f(n):\n    return n * 2\n",
        "def f(n):\n    if n == 0:\n        sum(range(10**8))\n    return n * 2\n",
        "def f(n):\n    sum(range(2 * 10**7))\n    return n * 2\n",
        "def f(n):\n    a = [0] * (n if n > 10**6 else 1)\n    return n * 2\n",
    ],
)
def test_what_answers_late_is_not_refuted(program: str) -> None:
    assert checked(program, seconds=4.0).verdict is not Verdict.REFUTED


@pytest.mark.parametrize(
    "program",
    [
        "import time\n\n\ndef f(n):\n    time.sleep(10**6)\n",
        "import threading\n\n\ndef f(n):\n    if n == 3:\n        threading.Event().wait(10**6)\n    return n\n",
    ],
)
def test_what_sleeps_and_is_wrong_is_shown_to_be_wrong(program: str) -> None:
    """Also where there is no time left for what needs another run."""
    report = checked(program, seconds=1.5)
    assert report.verdict is Verdict.REFUTED
    assert told(report, "hint").text
    assert told(report, "example").witness
