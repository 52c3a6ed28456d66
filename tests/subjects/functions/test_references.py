"""Further references: they agree with the first, they are tried in order, and new ones are proposed, never taken."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.examining import Examiner, Viva
from viva.core.fault import Fault

from .conftest import exercise

LARGEST = "def f(xs: list[int]) -> int:\n    return max(xs)\n"
HUGE = 10**30  # nothing is proved equal to a program with such constants
OPAQUE = f"def f(xs: list[int]) -> int:\n    return max(xs) + {HUGE} - {HUGE}\n"
FROM_BEHIND = (
    "def f(xs):\n    best = xs[-1]\n    i = len(xs) - 1\n    while i >= 0:\n        if xs[i] > best:\n"
    "            best = xs[i]\n        i = i - 1\n    return best\n"
)
IN_ANOTHER_HABIT = (
    "def f(xs):\n    m = xs[len(xs) - 1]\n    for j in range(len(xs) - 1, -1, -1):\n        if m < xs[j]:\n"
    "            m = xs[j]\n    return m\n"
)
FEW = "search = 10\n"


def test_what_is_equal_to_a_further_reference_is_proved_and_the_chain_is_named(examine: Examiner) -> None:
    alone = examine(exercise(OPAQUE, settings=FEW), IN_ANOTHER_HABIT)
    asked = exercise(OPAQUE, settings=f'{FEW}references = ["one.py", "other.py"]\n', one=OPAQUE, other=FROM_BEHIND)
    helped = examine(asked, IN_ANOTHER_HABIT)
    assert alone.verdict == "passed"
    assert helped.verdict == "proved"
    assert helped.evidence.details["chain"] == ["reference.py", "other.py"]
    assert "`other.py`" in helped.evidence.covered
    assert helped.evidence.proof is not None
    assert "Line 4 of `other.py` does not go on for ever" in " ".join(helped.evidence.proof.reasons)


def test_a_further_reference_that_disagrees_is_a_fault_of_the_exercise(examine: Examiner) -> None:
    for other in (LARGEST.replace("max", "min"), LARGEST.replace("max(xs)", "xs[1]")):
        asked = exercise(LARGEST, settings=f'{FEW}references = ["other.py"]\n', other=other)
        with pytest.raises(Fault, match="this reference gives") as fault:
            examine(asked, LARGEST)
        assert fault.value.file == "other.py"


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ('references = ["missing.py"]\n', "missing.py"),
        ('references = ["other.py"]\n', "defines no function 'f'"),
        ('references = ["reference.py"]\n', "names a file twice"),
        ('references = "other.py"\n', "references"),
    ],
)
def test_bad_references_are_told_when_the_exercise_is_read(settings: str, problem: str) -> None:
    with pytest.raises(Fault, match=problem):
        exercise(LARGEST, settings=settings, other="def g(xs):\n    return 0\n")


@pytest.mark.thorough
def test_grading_proposes_what_would_carry_the_most_and_nothing_changes_until_it_is_added(
    tmp_path: Path, viva: Viva
) -> None:
    folder, handed_in, out = tmp_path / "largest", tmp_path / "in", tmp_path / "proposed"
    folder.mkdir()
    handed_in.mkdir()
    manifest = f'subject = "functions"\ntitle = "Largest"\n[functions]\nreference = "r.py"\nfunction = "f"\n{FEW}'
    (folder / "exercise.toml").write_text(manifest)
    (folder / "statement.md").write_text("The largest.")
    (folder / "r.py").write_text(OPAQUE)
    for student, program in {"ana": FROM_BEHIND, "ben": IN_ANOTHER_HABIT, "cyd": FROM_BEHIND}.items():
        (handed_in / f"{student}.py").write_text(program)
    call = ("grade", folder, handed_in, "--jobs", "1", "--propose-references", out, "--out")
    said = viva(*call, tmp_path / "first").out
    assert "reference-1.py would prove 3 submissions right" in said
    line = (out / "add-to-exercise.toml").read_text()
    assert tomllib.loads(line) == {"references": ["reference-1.py"]}
    assert _verdicts(tmp_path / "first") == ["passed"] * 3
    (folder / "exercise.toml").write_text(manifest + line)
    (folder / "reference-1.py").write_bytes((out / "reference-1.py").read_bytes())
    assert "there is nothing to propose" in viva(*call, tmp_path / "second").out
    assert _verdicts(tmp_path / "second") == ["proved"] * 3


def _verdicts(out: Path) -> list[str]:
    return [line.split(",")[3] for line in (out / "grades.csv").read_text().splitlines()[1:]]
