"""A right function with loops is proved, and the report says why."""

from __future__ import annotations

import json

from tests.examining import TERMS, Examiner
from viva.core.report import Report
from viva.services.checking import check
from viva.services.examples import examples
from viva.services.registry import read_source, template
from viva.showing.outline import headline

UNIQUE = (
    "def f(xs: list[int]) -> list[int]:\n    r = []\n    for x in xs:\n"
    "        if x not in r:\n            r.append(x)\n    return r\n"
)
COUNTED = (
    "def f(xs):\n    r = []\n    i = 0\n    while i < len(xs):\n        if r.count(xs[i]) == 0:\n"
    "            r = r + [xs[i]]\n        i += 1\n    return r\n"
)


def test_a_right_loop_is_proved_and_the_report_carries_the_certificate(examine: Examiner) -> None:
    report = examine(UNIQUE, COUNTED)
    details = report.evidence.details
    assert report.verdict == "proved"
    assert json.loads(json.dumps(details["certificate"]))["version"] == 1
    assert any("are equal" in str(line) for line in details["invariant"])  # type: ignore[union-attr]
    assert headline(report).startswith("Right for every list of whole numbers: proved.")
    assert report.evidence.proof is not None
    assert report.evidence.proof.reasons[0].startswith("After k rounds of the loops: `r` of ")
    assert report.evidence.proof.beside is not None
    assert "4      while i < len(xs):" in report.evidence.proof.beside.rows[0][1]
    assert Report.from_json(report.to_json()) == report
    assert "every possible input" in report.evidence.method


def test_the_tour_shows_a_submission_that_is_proved_by_an_invariant() -> None:
    subject, asked = read_source(template("functions"))
    first = next(each for each in examples(asked) if each.right)
    proof = check(subject, asked, first.submission, TERMS).evidence.proof
    assert proof is not None
    assert "`found` of your program (line 3) and `best` of the model solution (line 7) are equal" in proof.reasons[0]
