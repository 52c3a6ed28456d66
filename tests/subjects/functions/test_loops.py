"""A right function with loops is proved, and the report says why."""

from __future__ import annotations

import json

from tests.examining import Examiner
from viva.core.report import Report
from viva.showing.outline import headline

from .conftest import exercise

UNIQUE = (
    "def f(xs: list[int]) -> list[int]:\n    r = []\n    for x in xs:\n"
    "        if x not in r:\n            r.append(x)\n    return r\n"
)
COUNTED = (
    "def f(xs):\n    r = []\n    i = 0\n    while i < len(xs):\n        if r.count(xs[i]) == 0:\n"
    "            r = r + [xs[i]]\n        i += 1\n    return r\n"
)
BACKWARDS = "def f(xs):\n    r = []\n    for i in range(len(xs)):\n        r = r + [xs[-1 - i]]\n    return r\n"


def test_a_right_loop_is_proved_and_the_report_carries_the_certificate(examine: Examiner) -> None:
    report = examine(UNIQUE, COUNTED)
    details = report.evidence.details
    assert report.verdict == "proved"
    assert json.loads(json.dumps(details["certificate"]))["version"] == 1
    assert any("are equal" in str(line) for line in details["invariant"])  # type: ignore[union-attr]
    assert headline(report).startswith("Right for every list of whole numbers: proved.")
    assert report.evidence.proof is not None
    assert report.evidence.proof.reasons[0].startswith("After k rounds of the loops: `r` of your program (line 4) and")
    assert report.evidence.proof.beside is not None
    assert "4      while i < len(xs):" in report.evidence.proof.beside.rows[0][1]
    assert Report.from_json(report.to_json()) == report
    assert "every possible input" in report.evidence.method


def test_a_further_reference_carries_what_works_in_another_order(examine: Examiner) -> None:
    reference = "def f(xs: list[int]) -> list[int]:\n    return xs[::-1]\n"
    alone = examine(exercise(reference), BACKWARDS.replace("r + [xs[-1 - i]]", "r + [xs[len(xs) - 1 - i]]"))
    helped = examine(
        exercise(reference, settings='references = ["other.py"]\n', other=BACKWARDS),
        BACKWARDS.replace("r + [xs[-1 - i]]", "r + [xs[len(xs) - 1 - i]]"),
    )
    assert alone.verdict.right
    assert helped.verdict == "proved"
    assert helped.evidence.details["equal_to"] in ("other.py", "reference.py")
