"""Formulas that are equal on paper are never refuted; a real mistake beside each of them is."""

import re

import pytest

from tests.examining import Examiner
from tests.subjects.functions.conftest import exercise
from viva.core.verdict import Verdict

XS = "xs: list[float]"
PAIRS = {
    # name: (parameters, reference, equal on paper, a real mistake)
    "mean": (XS, "sum(xs) / len(xs)", "sum(x / len(xs) for x in xs) + 0 / len(xs)", "sum(xs) / (len(xs) + 1)"),
    "running mean": (
        XS,
        "sum(xs) / len(xs)",
        "\n    m = 0.0\n    for i, x in enumerate(xs):\n        m += (x - m) / (i + 1)\n    return m + 0 / len(xs)",
        "\n    m = 0.0\n    for i, x in enumerate(xs):\n        m += (x - m) / (i + 2)\n    return m + 0 / len(xs)",
    ),
    "variance": (
        XS,
        "sum((x - sum(xs) / len(xs)) ** 2 for x in xs) / len(xs)",
        "sum(x * x for x in xs) / len(xs) - (sum(xs) / len(xs)) ** 2",
        "sum(x * x for x in xs) / len(xs) - sum(xs) / len(xs)",
    ),
    "variance around the first": (
        XS,
        "sum((x - sum(xs) / len(xs)) ** 2 for x in xs) / len(xs)",
        "sum((x - xs[0]) ** 2 for x in xs) / len(xs) - (sum(x - xs[0] for x in xs) / len(xs)) ** 2",
        "sum((x - xs[0]) ** 2 for x in xs) / len(xs)",
    ),
    "deviation": (
        XS,
        "(sum((x - sum(xs) / len(xs)) ** 2 for x in xs) / len(xs)) ** 0.5",
        "abs(sum(x * x for x in xs) / len(xs) - (sum(xs) / len(xs)) ** 2) ** 0.5",
        "abs(sum(x * x for x in xs) / len(xs) - (sum(xs) / len(xs)) ** 2)",
    ),
    "horner": ("x: float", "2 * x**3 - 5 * x**2 + x - 7", "((2 * x - 5) * x + 1) * x - 7", "((2 * x - 5) * x + 1) * x"),
    "cube": ("x: float", "(x - 1) ** 3", "x**3 - 3 * x**2 + 3 * x - 1", "x**3 - 3 * x**2 + 3 * x + 1"),
    "product of lists": (
        XS,
        "__import__('math').prod(xs)",
        "__import__('functools').reduce(lambda a, b: a * b, reversed(xs), 1.0)",
        "__import__('functools').reduce(lambda a, b: a * b, xs[1:], 1.0)",
    ),
    "compound interest": (
        "capital: float, rate: float, years: Literal[0, 1, 2, 3, 10, 20, 39]",
        "capital * (1 + rate / 100) ** years",
        "\n    for _ in range(years):\n        capital += capital * rate / 100\n    return capital",
        "\n    for _ in range(years):\n        capital += capital * rate\n    return capital",
    ),
    "distance": (
        "a: float, b: float, c: float, d: float",
        "((a - c) ** 2 + (b - d) ** 2) ** 0.5",
        "__import__('math').hypot(c - a, d - b)",
        "abs(a - c) + abs(b - d)",
    ),
    "squared distance": ("a: float, b: float", "(a - b) ** 2", "a * a - 2 * a * b + b * b", "a * a - a * b + b * b"),
    "difference of squares": ("a: float, b: float", "a * a - b * b", "(a - b) * (a + b)", "(a - b) * (a - b)"),
    "larger root": (
        "a: float, b: float, c: float",
        "(-b + (b * b - 4 * a * c) ** 0.5) / (2 * a) if a > 0 and b * b >= 4 * a * c else 0.0",
        "-b / (2 * a) + ((b / (2 * a)) ** 2 - c / a) ** 0.5 if a > 0 and b * b >= 4 * a * c else 0.0",
        "(-b + (b * b - 4 * a * c) ** 0.5) / 2 * a if a > 0 and b * b >= 4 * a * c else 0.0",
    ),
    "both roots": (
        "a: float, b: float, c: float",
        "tuple(sorted(((-b - (b * b - 4 * a * c) ** 0.5) / (2 * a), (-b + (b * b - 4 * a * c) ** 0.5) / (2 * a))))"
        " if a and b * b >= 4 * a * c else (0.0, 0.0)",
        "(-b / a / 2 - max(0.0, (b / a) ** 2 / 4 - c / a) ** 0.5,"
        " -b / a / 2 + max(0.0, (b / a) ** 2 / 4 - c / a) ** 0.5)"
        " if a and b * b >= 4 * a * c else (0.0, 0.0)",
        "(-b / a / 2 - max(0.0, (b / a) ** 2 / 4 - c) ** 0.5, -b / a / 2 + max(0.0, (b / a) ** 2 / 4 - c) ** 0.5)"
        " if a and b * b >= 4 * a * c else (0.0, 0.0)",
    ),
    "root nearer to nothing": (
        "a: float, b: float, c: float",
        "min(((-b - (b * b - 4 * a * c) ** 0.5) / (2 * a), (-b + (b * b - 4 * a * c) ** 0.5) / (2 * a)), key=abs)"
        " if a and b and b * b >= 4 * a * c else 0.0",
        "min((-b / a / 2 - max(0.0, (b / a) ** 2 / 4 - c / a) ** 0.5, -b / a / 2 + max(0.0, (b / a) ** 2 / 4 - c / a)"
        " ** 0.5), key=abs) if a and b and b * b >= 4 * a * c else 0.0",
        "-b / a / 2 - max(0.0, (b / a) ** 2 / 4 - c / a) ** 0.5 if a and b and b * b >= 4 * a * c else 0.0",
    ),
    "crossing of two lines": (
        "m: float, b: float, k: float, c: float",
        "((c - b) / (m - k), m * ((c - b) / (m - k)) + b) if m != k else (0.0, 0.0)",
        "((c - b) / (m - k), (m * c - k * b) / (m - k)) if m != k else (0.0, 0.0)",
        "((c - b) / (m - k), (m * c + k * b) / (m - k)) if m != k else (0.0, 0.0)",
    ),
    "celsius": ("t: float", "(t - 32) * 5 / 9", "t / 1.8 - 160 / 9", "t / 1.8 - 32"),
    "there and back": ("t: float", "t", "((t * 9 / 5 + 32) - 32) * 5 / 9", "((t * 9 / 5 + 32) - 32) * 5 / 8"),
    "tenths": ("n: Literal[0, 1, 2, 3, 7, 10, 30, 100, 499]", "n / 10", "sum([0.1] * n)", "sum([0.1] * (n - 1))"),
    "telescope": (XS, "xs[-1] - xs[0]", "sum(b - a for a, b in zip(xs, xs[1:])) + 0 * xs[0]", "xs[0] - xs[-1]"),
    "dot product": (
        "xs: list[float], ys: list[float]",
        "sum(x * y for x, y in zip(xs, ys))",
        "sum(((x + y) ** 2 - (x - y) ** 2) / 4 for x, y in zip(xs, ys))",
        "sum(x * y for x, y in zip(xs, ys[1:]))",
    ),
    "harmonic": (
        "a: float, b: float",
        "2 / (1 / a + 1 / b) if a > 0 and b > 0 else 0.0",
        "2 * a * b / (a + b) if a > 0 and b > 0 else 0.0",
        "a * b / (a + b) if a > 0 and b > 0 else 0.0",
    ),
    "geometric sum": (
        "q: float, n: Literal[0, 1, 2, 3, 5, 8, 20]",
        "sum(q**i for i in range(n))",
        "float(n) if q == 1 else (1 - q**n) / (1 - q)",
        "float(n) if q == 1 else (1 - q ** (n + 1)) / (1 - q)",
    ),
    "heron": (
        "a: float, b: float",
        "a * b / 2 if a > 0 and b > 0 else 0.0",
        "\n    if a <= 0 or b <= 0:\n        return 0.0\n    c = (a * a + b * b) ** 0.5\n    s = (a + b + c) / 2\n"
        "    return max(0.0, s * (s - a) * (s - b) * (s - c)) ** 0.5",
        "\n    if a <= 0 or b <= 0:\n        return 0.0\n    c = (a * a + b * b) ** 0.5\n    s = a + b + c\n"
        "    return max(0.0, s * (s - a) * (s - b) * (s - c)) ** 0.5",
    ),
    "with and without tax": ("net: float", "net * 1.19", "net + net * 19 / 100", "net + net * 0.16"),
    "speed": ("km: float, minutes: float", "km / (minutes / 60)", "60 * km / minutes", "km / minutes"),
    "circle": ("r: float", "3.141592653589793 * r**2", "__import__('math').pi * r * r", "3.14 * r * r"),
    "weighted mean": (
        "a: float, b: float, t: float",
        "a + t * (b - a)",
        "(1 - t) * a + t * b",
        "(1 - t) * b + t * a",
    ),
    "logarithm": (
        "x: float",
        "__import__('math').log(x, 2)",
        "__import__('math').log2(x)",
        "__import__('math').log10(x)",
    ),
    "planck": ("f: float", "6.62607015e-34 * f", "f * 6.62607015e-34", "6.62607015e-33 * f"),
    "gravitation": ("a: float, b: float", "6.674e-11 * a * b", "a * (b * 6.674e-11)", "6.674e-11 * (a + b)"),
}


def _function(parameters: str, body: str, typed: bool = True) -> str:
    names = (
        parameters if typed else ", ".join(part.split(":")[0].strip() for part in re.split(r", (?=\w+:)", parameters))
    )
    head = ("from typing import Literal\n" if "Literal" in names else "") + f"def f({names})"
    return f"{head}:{body}\n" if body.startswith("\n") else f"{head}:\n    return {body}\n"


@pytest.mark.some(4)
@pytest.mark.parametrize("name", PAIRS)
def test_formulas_that_are_equal_on_paper(examine: Examiner, name: str) -> None:
    parameters, reference, equal, mistake = PAIRS[name]
    asked = exercise(_function(parameters, reference), settings="search = 60\ngrowth = false\n")
    for one, two in ((reference, equal), (equal, reference)):
        asked = exercise(_function(parameters, one), settings="search = 60\ngrowth = false\n")
        report = examine(asked, _function(parameters, two, typed=False))
        assert report.verdict.right, (one, two, [finding.text for finding in report.findings])
        assert examine(asked, _function(parameters, mistake, typed=False)).verdict is Verdict.REFUTED, (one, mistake)
