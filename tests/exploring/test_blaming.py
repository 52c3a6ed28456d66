"""The loop in which somebody says that a line is fine: for Python and JavaScript, and as a law of the engine."""

import random
import subprocess
from pathlib import Path

import pytest

from tests.examining import VIVA
from viva.engines.faults import Counts, Run, Spectrum, jaccard, ochiai, rerank, tarantula

PYTHON = """def largest(xs: list[int]) -> int:
    best = 0
    for x in xs:
        if x > best:
            best = x
    return best
"""
JAVASCRIPT = """/** @param {number[]} xs */
function largest(xs) {
  let best = 0;
  for (const x of xs) {
    if (x > best) best = x;
  }
  return best;
}
"""
COMMANDS = "i largest [1, 2]\na\ni largest [-1]\nw -1\nb\no {fine}\nb predicates tarantula\nb functions jaccard\n"


@pytest.fixture(scope="module", params=["py", "js"])
def said(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    loop = {"py": "3", "js": "4"}[request.param]
    file: Path = tmp_path_factory.mktemp("blaming") / f"largest.{request.param}"
    file.write_text(PYTHON if request.param == "py" else JAVASCRIPT)
    done = subprocess.run(
        [*VIVA, "explore", file], input=COMMANDS.format(fine=loop), capture_output=True, text=True, check=True
    )
    return done.stdout.split("Where wrong runs stand out ")[1:]


def test_runs_that_a_person_called_wrong_have_places(said: list[str]) -> None:
    assert said[0].startswith("(ochiai)")
    assert "best = 0" in said[0]


def test_a_line_that_is_fine_does_not_come_back(said: list[str]) -> None:
    loop = next(line for line in said[0].splitlines() if " for " in line)
    assert loop.partition(" (")[0] not in said[1]
    assert "best = 0" in said[1]


def test_predicates_and_functions_are_ranked_by_other_formulas(said: list[str]) -> None:
    assert said[2].startswith("(tarantula)")
    assert ", false)" in said[2]
    assert "largest)" in said[3]


def test_nothing_is_blamed_where_nothing_is_known_to_be_wrong(tmp_path: Path) -> None:
    file = tmp_path / "largest.js"
    file.write_text(JAVASCRIPT)
    done = subprocess.run(
        [*VIVA, "explore", file], input="i largest [1]\nb\n", capture_output=True, text=True, check=True
    )
    assert "No wrong run is known" in done.stdout


def test_the_formulas_are_those_of_the_paper() -> None:
    counts = Counts(failed=3, passed=2, missed_failed=1, missed_passed=6)
    assert tarantula(counts) == pytest.approx((3 / 4) / (3 / 4 + 2 / 8))
    assert ochiai(counts) == pytest.approx(3 / (4 * 5) ** 0.5)
    assert jaccard(counts) == pytest.approx(3 / 6)


def test_saying_what_is_fine_one_by_one_ends_at_the_fault() -> None:
    """Whatever the runs: what is fine never comes back, and who goes down the list finds the fault."""
    chance = random.Random(1)
    for _ in range(200):
        elements = range(8)
        fault = chance.choice(elements)
        runs = []
        for _ in range(12):
            covered = frozenset(chance.sample(elements, 4))
            runs.append(Run(not (fault in covered and chance.random() < 0.7), covered))
        spectrum = Spectrum.of(elements, [*runs, Run(False, frozenset({fault, (fault + 1) % 8}))])
        fine: list[int] = []
        while (first := rerank(spectrum, fine, away={0: {1: 1}}).ranked[0].element) != fault:
            assert first not in fine
            fine.append(first)
        assert len(fine) < 8
