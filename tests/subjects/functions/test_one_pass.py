"""A check compiles what it needs once, and one check leaves nothing behind for the next."""

from typing import Any

import pytest

from tests.subjects.functions.conftest import Examiner, exercise, witness
from viva.core.json import Json
from viva.sandbox import Limits, Run, Sandbox

REFERENCE = "def f(n: int) -> int:\n    if n > 9:\n        return 9\n    return n\n"
PROGRAMS = {
    "proved": "def f(n):\n    return 9 if n > 9 else n\n",
    "passed": "def f(n):\n    while n > 9:\n        n = 9\n    return n\n",
    "refuted": "def f(n):\n    return min(n, 10)\n",
}


@pytest.mark.parametrize("verdict", PROGRAMS)
def test_no_program_is_compiled_twice_for_the_same_use(
    examine: Examiner, monkeypatch: pytest.MonkeyPatch, verdict: str
) -> None:
    asked = exercise(
        REFERENCE, settings='requires = "requires.py"\n', requires="def requires(n):\n    return n < 500\n"
    )
    jobs: list[tuple[str, str]] = []
    run = Sandbox.run

    def recorded(self: Sandbox, entry: str, job: Json, limits: Limits, *rest: Any) -> Run:
        if entry.endswith("compiling:run"):
            jobs.append((entry, str(job)))
        return run(self, entry, job, limits, *rest)

    monkeypatch.setattr(Sandbox, "run", recorded)
    assert examine(asked, PROGRAMS[verdict]).verdict.value == verdict
    assert len(jobs) == len(set(jobs))
    assert 5 <= len(jobs) <= 7


def test_a_generator_is_right_however_often_it_is_checked(examine: Examiner) -> None:
    asked = exercise("def f(n: int):\n    yield from range(n)\n")
    verdicts = [examine(asked, "def f(n):\n    return iter(range(n))\n").verdict.value for _ in range(2)]
    assert verdicts == ["passed", "passed"]


def test_what_is_wrong_only_on_the_inputs_that_measure_growth_is_refuted_with_a_witness(examine: Examiner) -> None:
    requires = "def requires(n):\n    return n in (1, 2, 3) or n > 15\n"
    asked = exercise("def f(n: int) -> int:\n    return n\n", settings='requires = "requires.py"\n', requires=requires)
    report = examine(asked, "def f(n):\n    return n if n != 2**8 else 0\n")
    assert (report.verdict.value, report.reason) == ("refuted", "wrong")
    assert witness(report).fields["input"] == [256]
