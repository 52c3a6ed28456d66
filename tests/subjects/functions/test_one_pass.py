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


@pytest.fixture
def compilations(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Whatever is compiled from now on, and for what."""
    jobs: list[tuple[str, str]] = []
    run = Sandbox.run

    def recorded(self: Sandbox, entry: str, job: Json, limits: Limits, *rest: Any) -> Run:
        if entry.endswith("compiling:run"):
            jobs.append((entry, str(job)))
        return run(self, entry, job, limits, *rest)

    monkeypatch.setattr(Sandbox, "run", recorded)
    return jobs


def compiled(jobs: list[tuple[str, str]], *sources: str) -> int:
    given = [base64.b64encode(text.encode()).decode() for text in sources]
    return sum(any(source in job for source in given) for _, job in jobs)


@pytest.mark.parametrize("verdict", PROGRAMS)
def test_no_program_is_compiled_twice_for_the_same_use(
    examine: Examiner, compilations: list[tuple[str, str]], verdict: str
) -> None:
    reference, requires = (f"{text}# for what is {verdict}\n" for text in (REFERENCE, REQUIRES))  # not known yet
    asked = exercise(reference, settings='requires = "requires.py"\n', requires=requires)
    assert examine(asked, PROGRAMS[verdict]).verdict.value == verdict
    assert len(compilations) == len(set(compilations))
    # Programs with an edit, of which one may mend the submission, are programs of their own.
    assert 4 <= compiled(compilations, reference, requires, PROGRAMS[verdict]) <= 7


def test_what_the_teacher_wrote_is_compiled_for_one_submission_and_not_for_the_next(
    examine: Examiner, compilations: list[tuple[str, str]]
) -> None:
    reference, requires = (f"{text}# for all\n" for text in (REFERENCE, REQUIRES))
    asked = exercise(reference, settings='requires = "requires.py"\n', requires=requires)
    first = examine(asked, PROGRAMS["proved"])
    assert compiled(compilations, reference, requires) > 0
    compilations.clear()
    second = examine(asked, PROGRAMS["proved"])
    assert compiled(compilations, reference, requires) == 0
    assert compiled(compilations, PROGRAMS["proved"]) > 0
    assert (first.verdict, first.evidence, first.findings) == (second.verdict, second.evidence, second.findings)


def test_what_is_wrong_only_on_the_inputs_that_measure_growth_is_refuted_with_a_witness(examine: Examiner) -> None:
    requires = "def requires(n):\n    return n in (1, 2, 3) or n > 15\n"
    settings = GROWING + 'requires = "requires.py"\n'
    asked = exercise("def f(n: int) -> int:\n    return n\n", settings=settings, requires=requires)
    report = examine(asked, "def f(n):\n    return n if n != 2**8 else 0\n")
    assert (report.verdict.value, report.reason) == ("refuted", "wrong")
    assert witness(report).fields["input"] == [256]
