"""A right function with loops is proved, and the report says why."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.examining import Examiner
from viva.subjects.functions.commands import certify

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


@pytest.mark.parametrize(("program", "status"), [(COUNTED, 0), ("def f(xs):\n    return print(xs)\n", 3)])
def test_certify_writes_what_it_has_checked_again(tmp_path: Path, program: str, status: int) -> None:
    (tmp_path / "exercise.toml").write_text(
        'subject = "functions"\ntitle = "Unique"\nstatement = "s.md"\n[functions]\nreference = "r.py"\nfunction = "f"\n'
    )
    (tmp_path / "s.md").write_text("Remove what is there twice.")
    (tmp_path / "r.py").write_text(UNIQUE)
    (tmp_path / "program.py").write_text(program)
    file = tmp_path / "proof.json"
    run = CliRunner().invoke(certify, [str(tmp_path), str(tmp_path / "program.py"), str(file)], standalone_mode=False)
    assert run.return_value == status
    assert file.exists() is (status == 0)
