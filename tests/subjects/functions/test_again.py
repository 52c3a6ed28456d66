"""The same submission gets the same report, whatever this process examined before."""

from dataclasses import replace

import pytest

from tests.examining import Examiner
from tests.subjects.functions.conftest import exercise
from viva.core.exercise import Exercise
from viva.core.report import Report

MIXED = """\
def f(n: int):
    if n < 50:
        return (i for i in range(n))
    return list(range(min(n, 300)))
"""
COUNTED = """\
calls = []

def few(f, n: int):
    calls.append(n)
    return len(calls) < 400 and f(n) == n
"""
CHANCE = """\
import random

def likely(f, n: int):
    return random.random() < 0.99 or f(n) != n
"""
PAIRS = """\
def equal(expected, actual, arguments):
    arguments[0].append(0)
    return expected == actual and len(arguments[0]) < 60
"""
SAME = "def f(n):\n    return n\n"
properties = 'properties = "properties.py"\n'

ASKED: dict[str, tuple[Exercise, str]] = {
    "iterators of a reference that gives lists too": (
        exercise(MIXED),
        "def f(n):\n    for i in range(min(n, 300)):\n        yield i\n",
    ),
    "variables of the properties": (exercise("", settings=properties, properties=COUNTED), SAME),
    "chance in the properties": (exercise("", settings=properties, properties=CHANCE), SAME),
    "an equality that changes the arguments": (
        exercise("def f(xs: list[int]):\n    return len(xs)\n", settings='equality = "equal.py"\n', equal=PAIRS),
        "def f(xs):\n    return len(xs)\n",
    ),
    "a search": (
        exercise("def f(a: int, b: int):\n    return a * a - b if a * b > 77 else b // 3\n"),
        "def f(a, b):\n    if a * b <= 77:\n        return b // 3\n    return a * a - b if b != 977 else 0\n",
    ),
}


def untimed(report: Report) -> Report:
    return replace(report, seconds=0.0)


@pytest.mark.some(2)
@pytest.mark.parametrize("name", ASKED)
def test_a_second_check_in_the_same_process_says_the_same(examine: Examiner, name: str) -> None:
    asked, answer = ASKED[name]
    first = untimed(examine(asked, answer))
    examine("def f(a: int):\n    return a + 1 if a > 10 else a - 1\n", "def f(a):\n    return a\n")
    assert untimed(examine(asked, answer)) == first
    if name.startswith("iterators"):
        assert first.verdict == "passed", first
