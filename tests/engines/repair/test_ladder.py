"""No rung gives away the next: what a repair brings in is first told on the rung `fix`."""

import re

import pytest

from tests.examining import Examiner
from tests.subjects.functions.conftest import exercise
from viva.core.ladder import Rung
from viva.subjects.functions.subject import Functions

REFERENCE = """def f(xs: list[int]) -> list[int]:
    found = []
    for x in xs:
        if x not in found:
            found.append(x)
    return found
"""


@pytest.mark.thorough
@pytest.mark.parametrize(
    "wrong",
    [
        REFERENCE.replace("not in", "in"),
        REFERENCE.replace("found = []", "found = [xs[0]]"),
        REFERENCE.replace("x not in found", "xs not in found").replace("append(x)", "append(xs)"),
        "def f(xs):\n    return list(set(xs))\n",
        "def f(xs):\n    for x in xs:\n        if xs.count(x) > 1:\n            xs.remove(x)\n    return xs\n",
        "def f(xs)\n    return xs\n",
    ],
)
def test_nothing_new_is_told_below_the_fix(wrong: str) -> None:
    report = Examiner(Functions(), exercise, rung=Rung.FIX)(exercise(REFERENCE), wrong)
    fix = next(finding for finding in report.findings if finding.rung is Rung.FIX)
    added = [line[1:] for line in _diff(fix.witness.fields if fix.witness else {}) if line.startswith("+")]
    new = {piece for line in added for piece in re.findall(r"\S.*\S", line)} - {
        line.strip() for line in wrong.split("\n")
    }
    assert new
    below = [finding for finding in report.findings if finding.rung is not None and finding.rung is not Rung.FIX]
    for finding in below:
        assert not any(piece in finding.text for piece in new), finding.text
    for finding in report.findings:
        if finding.rung in (Rung.HINT, Rung.PATTERN):
            assert not re.search(r"\bline \d", finding.text), finding.text


def _diff(fields: object) -> list[str]:
    assert isinstance(fields, dict)
    return str(fields["diff"]).split("\n")
