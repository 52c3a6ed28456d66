# ruff: noqa: E501  a program that is handed in reads best on one line
"""A right submission is never refuted, every witness replays, and variants differ."""

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from tests.examining import TERMS, Examiner, witness
from viva.core.exercise import Exercise
from viva.core.source import Source
from viva.core.submission import Submission
from viva.services.checking import check
from viva.subjects.functions.model import Task
from viva.subjects.functions.subject import Functions

from .conftest import exercise

REWRITTEN = {
    "def f(n: int) -> int:\n    return sum(int(d) for d in str(abs(n)))\n": [
        "def f(n):\n    n = abs(n)\n    total = 0\n    while n:\n        n, d = divmod(n, 10)\n        total += d\n    return total\n",
        "def f(n):\n    n = abs(n)\n    return n if n < 10 else n % 10 + f(n // 10)\n",
    ],
    "def f(s: str) -> bool:\n    return s == s[::-1]\n": [
        "def f(s):\n    i, j = 0, len(s) - 1\n    while i < j:\n        if s[i] != s[j]:\n            return False\n        i += 1\n        j -= 1\n    return True\n",
        "def f(s):\n    return len(s) < 2 or (s[0] == s[-1] and f(s[1:-1]))\n",
    ],
    "def f(xs: list[float]) -> float:\n    return sum(xs) / len(xs)\n": [
        "def f(xs):\n    mean = 0\n    for n, x in enumerate(xs, 1):\n        mean += (x - mean) / n\n    return mean\n",
        "import statistics\ndef f(xs):\n    return statistics.mean(xs)\n",
    ],
    "def f(xs: list[int], ys: list[int]) -> list[int]:\n    return sorted(set(xs) & set(ys))\n": [
        "def f(xs, ys):\n    out = []\n    for x in xs:\n        if x in ys and x not in out:\n            out.append(x)\n    out.sort()\n    return out\n",
    ],
    "def f(words: list[str]) -> dict[int, list[str]]:\n    d = {}\n    for w in words:\n        d.setdefault(len(w), []).append(w)\n    return d\n": [
        "from collections import defaultdict\ndef f(words):\n    d = defaultdict(list)\n    for w in words:\n        d[len(w)].append(w)\n    return d\n",
    ],
    "def f(a: int, b: int) -> int:\n    while b:\n        a, b = b, a % b\n    return abs(a)\n": [
        "import math\ndef f(a, b):\n    return math.gcd(a, b)\n",
    ],
    "def f(x: int | None, ys: tuple[int, ...]) -> int:\n    return len(ys) if x is None else ys.count(x)\n": [
        "def f(x, ys):\n    return sum(1 for y in ys if x is None or x == y)\n",
    ],
}  # fmt: skip


@pytest.mark.thorough
@pytest.mark.parametrize("reference", REWRITTEN, ids=range(len(REWRITTEN)))
def test_a_right_rewriting_is_never_refuted(examine: Examiner, reference: str) -> None:
    made = exercise(reference)
    for program in REWRITTEN[reference]:
        report = examine(made, program)
        assert report.verdict.right, (program, [finding.text for finding in report.findings])


def test_of_plain_text_nothing_is_asked_about_letters_that_nobody_spoke_of(examine: Examiner) -> None:
    reference = "def f(s: str) -> str:\n    return s.upper()\n"
    program = "def f(s):\n    return ''.join(chr(ord(c) - 32) if 'a' <= c <= 'z' else c for c in s)\n"
    plain = 'letters = "ascii"\n'
    assert examine(exercise(reference, settings=plain), program).verdict.right
    german = "def f(s: str) -> str:\n    return s.replace('ß', 'ss').upper()\n"
    assert examine.verdict(exercise(german, settings=plain), program) == "refuted"
    assert examine.verdict(reference, program) == "refuted", "any text has letters beyond ASCII"


@pytest.mark.parametrize("result", ["bool", "int"])
def test_two_texts_are_asked_about_that_are_the_same_but_for_their_letters(examine: Examiner, result: str) -> None:
    """Neither is unusual by itself, and hardly ever are two of a kind drawn."""
    answer = "same" if result == "bool" else "n if same else 0"
    program = f"def f(a: str, b: str, n: int) -> {result}:\n    same = LEFT == RIGHT\n    return {answer}\n"

    def comparing(how: str) -> str:
        return program.replace("LEFT", how.format("a")).replace("RIGHT", how.format("b"))

    folded = comparing("{}.casefold()")
    assert examine.verdict(folded, comparing("{}.upper()")) == "passed"
    assert examine.verdict(folded, comparing("{}.lower()")) == "refuted"
    counted = comparing("sorted({})")
    assert examine.verdict(counted, comparing("(len({0}), set({0}))")) == "refuted"


def run(source: str, arguments: list[Any]) -> Any:
    namespace: dict[str, Any] = {}
    exec(source, namespace)
    return namespace["f"](*json.loads(json.dumps(arguments)))


FAULTY = [
    ("def f(n: int) -> int:\n    return n if n < 1000 else n - 1000\n", ("< 1000", "<= 1000")),
    ("def f(s: str) -> str:\n    return s.strip().lower()\n", (".lower()", "")),
    ("def f(xs: list[int]) -> int:\n    return max(xs) - min(xs)\n", ("min(xs)", "xs[0]")),
    ("def f(a: int, b: int, c: int) -> bool:\n    return a < b < c\n", ("b < c", "b <= c")),
    ("def f(xs: list[str]) -> str:\n    return ','.join(x for x in xs if x)\n", (" if x)", ")")),
    ("def f(t: tuple[int, str]) -> str:\n    return t[1] * max(t[0], 0)\n", ("max(t[0], 0)", "abs(t[0])")),
    ("def f(d: dict[str, int], k: str) -> int:\n    return d.get(k, -1)\n", ("-1", "0")),
]  # fmt: skip


@pytest.mark.some(2)
@pytest.mark.parametrize(("reference", "fault"), FAULTY, ids=range(len(FAULTY)))
def test_every_witness_replays(examine: Examiner, reference: str, fault: tuple[str, str]) -> None:
    program = reference.replace(*fault)
    report = examine(reference, program)
    assert report.verdict == "refuted"
    fields = witness(report).fields
    arguments = fields["input"]
    assert isinstance(arguments, list)
    assert run(reference, arguments) == fields["expected"]
    assert run(program, arguments) == fields["actual"]
    assert fields["expected"] != fields["actual"]


@pytest.mark.thorough
def test_variants_differ_in_behaviour_and_fill_their_statement() -> None:
    folder = Path(__file__).parents[3] / "exercises" / "functions" / "count-above"
    subject = Functions()
    asked = subject.read(Source.from_folder(folder))
    assert "greater than 10" in asked.statement
    found = list(itertools.islice(subject.vary(asked, 3), 4))
    assert len(found) == 4 and len({variant.name for variant in found}) == 4
    for variant in found:
        assert "{" not in variant.statement and "{" not in _reference(variant)
        again = subject.read(variant.source)
        assert _reference(again) == _reference(variant)
    answers = [subject.solve(variant) for variant in found]
    assert check(subject, found[0], answers[0], TERMS).verdict.right
    assert check(subject, found[0], answers[1], TERMS).verdict == "refuted"
    original = Submission.from_text(_reference(asked), "submission.py")
    assert check(subject, found[1], original, TERMS).verdict == "refuted"


def test_pictures_have_a_twin_in_words(examine: Examiner) -> None:
    made = exercise("def f(n: int) -> int:\n    return abs(n)\n")
    assert "->" in Functions().draw(made).text
    report = examine(made, "def f(n):\n    return n\n")
    drawing = Functions().draw(made, witness(report))
    assert "expected: 1" in drawing.text and drawing.svg.startswith("<svg")
    assert "def f" in Functions().draw(made, Submission.from_text("def f(n):\n    return n\n", "f.py")).text


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("reference", "smallest"),
    [
        ("def f(x: int) -> int:\n    return 2 if x % 97 == 5 and x % 89 == 3 else 1\n", [2139]),
        ("def f(x: int) -> int:\n    return 2 if x > 5000 and x % 13 == 4 else 1\n", [5009]),
        ("def f(x: int) -> int:\n    return 2 if x * x > 123456789 else 1\n", [11112]),
        ("def f(xs: list[int]) -> int:\n    return 2 if any(x % 60 == 17 and x > 300 for x in xs) else 1\n", [[317]]),
    ],
)  # fmt: skip
def test_a_witness_has_the_smallest_numbers(examine: Examiner, reference: str, smallest: list[Any]) -> None:
    report = examine(reference, "def f(x):\n    return 1\n")
    assert witness(report).fields["input"] == smallest


def _reference(exercise: Exercise) -> str:
    reference = exercise.task_as(Task).question.reference
    assert reference is not None
    return reference.text
