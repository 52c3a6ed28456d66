"""Whatever is submitted, a check ends within six times its seconds on the wall, and seconds never refute."""

import time

import pytest

from tests.examining import TERMS
from tests.subjects.functions.conftest import exercise
from viva.core.submission import Submission
from viva.core.terms import Budget, Terms
from viva.services.checking import check
from viva.subjects.functions.subject import Functions

SECONDS = 1.0
TRIANGLE = "def f(n: int) -> int:\n    assert n >= 0\n    return n * (n - 1) // 2\n"
RIGHT = "    return n * (n - 1) // 2\n"

# What burns time, memory or patience in ways that take no steps, and the verdicts that may be given.
ATTACKS = {
    "one call of C": ("def f(n):\n    return sum(range(10**12))\n", "refuted"),
    "one call of C, once": ("def f(n):\n    if n == 4:\n        sum(range(10**12))\n" + RIGHT, "passed undecided"),
    "a long wait": ("import threading\ndef f(n):\n    threading.Event().wait()\n" + RIGHT, "refuted undecided"),
    "a sleep": ("import time\ndef f(n):\n    if n == 4:\n        time.sleep(1000)\n" + RIGHT, "passed undecided"),
    "a backtracking expression": (
        "import re\ndef f(n):\n    re.match('(a+)+$', 'a' * 60 + 'b')\n" + RIGHT,
        "refuted",
    ),
    "huge integers": ("def f(n):\n    x = 7\n    for _ in range(40):\n        x *= x\n" + RIGHT, "refuted"),
    "a bomb": (
        "import zlib\nD = zlib.compress(b'0' * 10**7)\ndef f(n):\n    x = [zlib.decompress(D) for _ in range(9999)]\n"
        + RIGHT,
        "undecided refuted",
    ),
    "threads": (
        "import threading\ndef w():\n    while True: pass\ndef f(n):\n    for _ in range(9):\n"
        "        threading.Thread(target=w, daemon=True).start()\n" + RIGHT,
        "undecided refuted passed",
    ),
    "signals to everyone": (
        "import os\ndef f(n):\n    for s in range(1, 65):\n        try:\n            os.kill(-1, s)\n"
        "        except OSError:\n            pass\n" + RIGHT,
        "undecided passed",
    ),
    "a stop": ("import os, signal\ndef f(n):\n    os.kill(os.getpid(), signal.SIGSTOP)\n" + RIGHT, "refuted undecided"),
    "work at loading": ("sum(range(10**12))\ndef f(n):\n" + RIGHT, "undecided"),
    "a deep value": (
        "def f(n):\n    x = []\n    for _ in range(50_000):\n        x = [x]\n    return x\n",
        "undecided refuted",
    ),
}


@pytest.fixture(scope="module", autouse=True)
def _known_suite() -> None:
    """So that the seconds of the attacks are spent on them."""
    assert check(Functions(), exercise(TRIANGLE), Submission.from_text(TRIANGLE, "f.py"), TERMS).verdict.right


@pytest.mark.some(4)
@pytest.mark.parametrize("name", ATTACKS)
def test_a_check_ends_in_time_whatever_is_submitted(name: str) -> None:
    program, verdicts = ATTACKS[name]
    began = time.monotonic()
    terms = Terms(budget=Budget(seconds=SECONDS))
    report = check(Functions(), exercise(TRIANGLE), Submission.from_text(program, "f.py"), terms)
    assert time.monotonic() - began < 6 * SECONDS
    assert report.verdict in verdicts.split(), report
