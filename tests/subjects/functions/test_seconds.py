"""The seconds of a check are for the submission: what the exercise costs, or a proof, is not taken from them."""

import time
from typing import Any

import pytest

from tests.subjects.functions.conftest import exercise
from viva.core.submission import Submission
from viva.core.terms import Budget, Meter, Terms
from viva.core.verdict import Verdict
from viva.engines.calls.proving import grounds
from viva.services.checking import check
from viva.subjects.functions import suite
from viva.subjects.functions.subject import Functions

PAIRS = """
def f(n: int) -> list[tuple[int, int]]:
    pairs = []
    for a in range(n):
        for b in range(a):
            pairs.append((a, b))
    return pairs
"""
TOTAL = "def f(xs: list[int]) -> int:\n    t = 0\n    for x in xs:\n        t += x\n    return t\n"
SUM = Submission.from_text("def f(xs):\n    return sum(xs)\n", "submission.py")


@pytest.mark.parametrize(("module", "name"), [(suite, "suite"), (grounds, "prove_equal")])
def test_a_slow_suite_or_proof_costs_no_verdict(module: Any, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if each took twelve seconds of the ten that there are."""
    asked = exercise(TOTAL)
    expected = check(Functions(), asked, SUM, Terms())
    monkeypatch.setattr(suite, "_suites", type(suite._suites)())
    real, now = getattr(module, name), time.process_time
    late = 0.0

    def slowly(*given: Any, **named: Any) -> Any:
        nonlocal late
        found = real(*given, **named)
        late += 12.0
        return found

    monkeypatch.setattr(module, name, slowly)
    monkeypatch.setattr("viva.core.terms.time.process_time", lambda: now() + late)
    found = check(Functions(), asked, SUM, Terms())
    assert late >= 12.0
    assert (found.verdict, found.evidence) == (expected.verdict, expected.evidence)


def test_a_reference_with_large_answers_leaves_time_for_the_submission(monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[float] = []
    charge = Meter.charge

    def watched(meter: Meter, *given: Any) -> None:
        left.append(meter.processor_left)
        charge(meter, *given)

    monkeypatch.setattr(Meter, "charge", watched)
    monkeypatch.setattr(suite, "_suites", type(suite._suites)())
    text = "def f(n):\n    return [(a, b) for a in range(n) for b in range(a)]\n"
    report = check(
        Functions(),
        exercise(PAIRS, settings="growth = false\n"),
        Submission.from_text(text, "submission.py"),
        Terms(Budget(seconds=300.0)),
    )
    assert report.verdict is Verdict.PROVED
    assert left[-1] > 290.0
