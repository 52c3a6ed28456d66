"""Benchmarks are code too: the quick form of each of them still runs, and rows come out."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench"
STUDENTS = Path(os.environ.get("VIVA_STUDENT_PROGRAMS", BENCH.parents[1] / "shared/data/student-programs"))
HEAD = 3  # lines before the first row: the machine, an empty one, the names of the columns
EVERY_RUN = (
    "assembly",
    "automata",
    "checks",
    "examples",
    "functions",
    "harmony",
    "hybrid",
    "places",
    "proofs",
    "properties",
    "python",
)
"""Less than fifteen seconds of the processor together."""
THOROUGH = (
    "alike", "assistant", "console", "console_proofs", "console_random", "faults", "labs", "machines", "proof_misses",
    "repair", "signals", "structures", "translation_errors", "haskell", "languages", "web", "javascript",
    "editors", "scale",
)  # fmt: skip


def rows(name: str) -> list[str]:
    told = subprocess.run(
        [sys.executable, "measure.py", name],
        cwd=BENCH,
        env={**os.environ, "VIVA_BENCH_QUICK": "1"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    return told.stdout.splitlines()[HEAD:]


@pytest.mark.parametrize(
    "name",
    [
        *EVERY_RUN,
        pytest.param("drawing", marks=pytest.mark.needs_dot),
        pytest.param("sandbox", marks=[pytest.mark.needs_bwrap, pytest.mark.needs_gcc, pytest.mark.needs_node]),
        pytest.param("haskell", marks=[pytest.mark.thorough, pytest.mark.needs_bwrap, pytest.mark.needs_ghc]),
        *(pytest.param(name, marks=pytest.mark.thorough) for name in THOROUGH),
    ],
)
def test_the_quick_form_gives_rows(name: str) -> None:
    assert rows(name)


@pytest.mark.thorough
@pytest.mark.skipif(not STUDENTS.is_dir(), reason="needs the programs of students, which are not in the repository")
@pytest.mark.parametrize("name", ["policy", "truth"])
def test_the_quick_form_on_programs_of_students_gives_rows(name: str) -> None:
    assert rows(name)


def test_every_benchmark_has_a_quick_form() -> None:
    parts = {"automata_comparison", "automata_logic"}  # of `automata`
    found = {path.stem for path in BENCH.glob("*.py") if "\ndef rows(" in path.read_text("utf-8")}
    assert found - parts == {*EVERY_RUN, *THOROUGH, "drawing", "policy", "sandbox", "truth"}
