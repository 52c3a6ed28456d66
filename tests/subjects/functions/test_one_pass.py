"""A check compiles what it needs once, and goes one way."""

import base64
from typing import Any

import pytest

from tests.examining import Examiner, witness
from viva.core.json import Json
from viva.sandbox import Limits, Run, Sandbox

from .conftest import GROWING, exercise

REFERENCE = "def f(n: int) -> int:\n    if n > 9:\n        return 9\n    return n\n"
REQUIRES = "def requires(n):\n    return n < 500\n"
PROGRAMS = {
    "proved": "def f(n):\n    return 9 if n > 9 else n\n",
    "passed": "def f(n):\n    while n > 9:\n        n = int(str(9))\n    return n\n",
    "refuted": "def f(n):\n    return min(n, 10)\n",
}


@pytest.mark.parametrize("verdict", PROGRAMS)
def test_no_program_is_compiled_twice_for_the_same_use(
    examine: Examiner, monkeypatch: pytest.MonkeyPatch, verdict: str
) -> None:
    asked = exercise(REFERENCE, settings='requires = "requires.py"\n', requires=REQUIRES)
    jobs: list[tuple[str, str]] = []
    run = Sandbox.run

    def recorded(self: Sandbox, entry: str, job: Json, limits: Limits, *rest: Any) -> Run:
        if entry.endswith("compiling:run"):
            jobs.append((entry, str(job)))
        return run(self, entry, job, limits, *rest)

    monkeypatch.setattr(Sandbox, "run", recorded)
    assert examine(asked, PROGRAMS[verdict]).verdict.value == verdict
    assert len(jobs) == len(set(jobs))
    # Programs with an edit, of which one may mend the submission, are programs of their own.
    given = [base64.b64encode(text.encode()).decode() for text in (REFERENCE, REQUIRES, PROGRAMS[verdict])]
    assert 4 <= sum(any(source in job for source in given) for _, job in jobs) <= 7


def test_what_is_wrong_only_on_the_inputs_that_measure_growth_is_refuted_with_a_witness(examine: Examiner) -> None:
    requires = "def requires(n):\n    return n in (1, 2, 3) or n > 15\n"
    settings = GROWING + 'requires = "requires.py"\n'
    asked = exercise("def f(n: int) -> int:\n    return n\n", settings=settings, requires=requires)
    report = examine(asked, "def f(n):\n    return n if n != 2**8 else 0\n")
    assert (report.verdict.value, report.reason) == ("refuted", "wrong")
    assert witness(report).fields["input"] == [256]
