# ruff: noqa: E501  a program that is handed in reads best on one line
"""What a verdict rests on: branches, paths, values made concrete, and inputs that are long."""

from typing import Any

import pytest

from tests.examining import Examiner, witness
from viva.engines.shapes.long import SIZES

from .conftest import GROWING, exercise

LARGEST = "def f(xs: list[int]) -> int:\n    return max(xs)\n"
LOOP = "def f(xs):\n    best = xs[0]\n    for x in xs:\n        if x > best:\n            best = x\n    return best\n"


def test_a_pass_says_branches_paths_and_what_was_lost(examine: Examiner) -> None:
    never = "    if best != best:\n        return 0\n"
    report = examine(
        LARGEST,
        LOOP.replace("    return best\n", never + "    return best\n") + "if __name__ == '__main__':\n    f([1])\n",
    )
    details = report.evidence.details
    assert report.verdict == "proved"
    assert (details["branches_taken"], details["branches"], details["branches_missed"]) == (5, 6, [6])
    assert "5 of the 6 branches of your program were taken" in report.evidence.covered
    assert (
        f"{details['paths']} paths were searched, of at most {details['path_bound']}, with lists up to 6"
        in report.evidence.covered
    )
    assert "concrete" not in report.evidence.covered and details["concretised"] == 0
    assert 0 < details["paths"] <= details["path_bound"]  # type: ignore[operator]


def test_what_is_made_concrete_is_told(examine: Examiner) -> None:
    reference = "def f(n: int) -> int:\n    return 2 ** n if 0 < n < 50 else 0\n"
    report = examine(reference, reference)
    lost = report.evidence.details["concretised"]
    assert isinstance(lost, int) and lost > 0
    assert f"{lost} values could not be followed" in report.evidence.covered


def test_an_exhausted_domain_tells_the_branches_too(examine: Examiner) -> None:
    asked = exercise("def f(n):\n    return n % 3\n", settings='types = { n = "range(0, 9)" }\n')
    report = examine(
        asked, "def f(n):\n    if n > 20:\n        return 0\n    while n > 2:\n        n -= 3\n    return n\n"
    )
    assert report.verdict == "proved"
    assert "3 of the 4 branches of your program were taken" in report.evidence.covered
    assert "path" not in report.evidence.covered


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("reference", "program", "least"),
    [
        (LARGEST, "def f(xs):\n    return max(xs) if len(xs) < 40 else 0\n", 40),
        ("def f(xs: list[int]) -> list[int]:\n    return sorted(xs)\n", "def f(xs):\n    return sorted(xs[:25]) + xs[25:]\n", 26),
        ("def f(s: str) -> str:\n    return s[::-1]\n", "def f(s):\n    return s[::-1] if len(s) < 60 else s\n", 60),
        ("def f(a: list[int], b: list[int]) -> int:\n    return sum(x * y for x, y in zip(a, b))\n", "def f(a, b):\n    return sum(a[i] * b[i] for i in range(min(len(a), len(b), 30)))\n", 62),
        ("def f(d: dict[str, int]) -> int:\n    return sum(d.values())\n", "def f(d):\n    return sum(list(d.values())[:25])\n", 26),
    ],
)  # fmt: skip
def test_a_function_wrong_only_on_long_inputs_is_refuted(
    examine: Examiner, reference: str, program: str, least: int
) -> None:
    report = examine(reference, program)
    assert (report.verdict, report.reason) == ("refuted", "wrong")
    given: Any = witness(report).fields["input"]
    assert least <= sum(len(value) for value in given) <= least + 8


def test_the_inputs_that_measure_growth_are_compared_too(examine: Examiner) -> None:
    asked = exercise(LARGEST, settings=GROWING)
    report = examine(asked, "def f(xs):\n    return max(xs) if len(xs) < 230 else max(xs) + 1\n")
    assert report.verdict == "refuted"
    given = witness(report).fields["input"]
    assert isinstance(given, list) and len(given[0]) == 230  # type: ignore[arg-type]
    assert (witness(report).fields["expected"], witness(report).fields["actual"]) == (0, 1)


def test_a_slow_function_is_not_wrong_on_long_inputs(examine: Examiner) -> None:
    slow = "def f(xs):\n    if len(xs) == 1:\n        return xs[0]\n    return f(xs[1:]) if f(xs[1:]) >= xs[0] else xs[0]\n"
    assert examine(LARGEST, slow).verdict.right


@pytest.mark.thorough
def test_long_inputs_keep_a_precondition(examine: Examiner) -> None:
    asked = exercise(
        "def f(xs: list[int], x: int) -> bool:\n    return x in xs\n",
        settings='requires = "requires.py"\n',
        requires="def requires(xs, x):\n    return xs == sorted(xs)\n",
    )
    search = "def f(xs, x):\n    low, high = 0, len(xs)\n    while low < high:\n        middle = (low + high) // 2\n        if xs[middle] < x:\n            low = middle + 1\n        else:\n            high = middle\n    return low < len(xs) and xs[low] == x\n"
    report = examine(asked, search)
    assert report.verdict.right
    assert report.evidence.details["long_inputs"] >= len(SIZES)  # type: ignore[operator]
    assert examine.verdict(asked, search.replace("len(xs)\n    while", "min(len(xs), 90)\n    while")) == "refuted"


@pytest.mark.parametrize(
    ("types", "lists", "texts"), [("int", False, False), ("list[int]", True, False), ("str", False, True), ("list[str]", True, True)]
)  # fmt: skip
def test_lists_and_texts_are_spoken_of_where_there_are_some(
    examine: Examiner, types: str, lists: bool, texts: bool
) -> None:
    report = examine(
        f"def f(x: {types}) -> int:\n    return 1 if x else 0\n", "def f(x):\n    return 0 if not x else 1\n"
    )
    covered = report.evidence.covered
    assert ("lists up to" in covered, "texts up to" in covered) == (lists, texts), covered
