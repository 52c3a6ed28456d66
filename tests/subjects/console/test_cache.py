"""Suites on disk: found again, and never believed when they are damaged."""

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from viva.engines.dialogues.model import Values
from viva.engines.dialogues.notations.symbols import parse
from viva.engines.dialogues.suites.cases import figures, restored
from viva.engines.dialogues.suites.suite import suite
from viva.subjects.console import cache
from viva.subjects.console.examine import cached_suite, stored_suite

SPEC = parse("[>x]^Z ( [{0} >] <x_C > 4711> [{1} >] )")


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    stored_suite.cache_clear()


def files() -> list[Path]:
    return sorted(cache.folder().iterdir())


def test_what_is_kept_is_found_again() -> None:
    assert cache.load(SPEC, 0) is None
    made = cached_suite(SPEC, 0)
    known = cache.load(SPEC, 0)
    assert known is not None
    assert restored(SPEC, *known) == made == suite(SPEC, 0)
    assert cache.load(SPEC, 1) is None, "another seed has another suite"
    assert len(files()) == 1


def test_decimals_and_truth_values_are_kept_as_they_are() -> None:
    inputs: list[Values] = [(True, 3, "x"), (Fraction(1, 4), False, -(2**70))]
    cache.save(SPEC, 0, inputs, {"tests": 2})
    assert cache.load(SPEC, 0) == (inputs, {"tests": 2})
    found = cache.load(SPEC, 0)
    assert found
    assert [type(value) for value in found[0][0]] == [bool, int, str]


@pytest.mark.parametrize(
    "damage",
    [
        "", "{", "[]", "null", '{"tests": 3}', '{"tests": [["x"]], "figures": {}, "sum": "no"}', "[" * 100_000,
        '{"tests": [[{"decimal": "1/0"}]], "figures": {}}', "\x00",
    ],
)  # fmt: skip
def test_a_damaged_file_is_as_good_as_none(damage: str) -> None:
    cached_suite(SPEC, 0)
    files()[0].write_text(damage)
    assert cache.load(SPEC, 0) is None


def test_a_file_with_tests_left_out_is_not_taken_for_a_suite() -> None:
    made = cached_suite(SPEC, 0)
    data = json.loads(files()[0].read_text())
    data["tests"] = data["tests"][1:]
    data["sum"] = cache.hash_of(data["tests"])
    files()[0].write_text(json.dumps(data))
    stored_suite.cache_clear()
    assert cached_suite(SPEC, 0) == made
    assert figures(made)["tests"] == len(made.tests)


def test_where_nothing_can_be_written_nothing_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    cache.save(SPEC, 0, [(1,)], {"tests": 1})
    assert cache.load(SPEC, 0) is None


COSTLY = {
    "z3", "jinja2", "difflib", "importlib.metadata", "concurrent.futures", "viva.languages.python.calls",
    "viva.engines.dialogues.suites.suite", "viva.subjects.console.explain", "viva.engines.dialogues.notations.builder",
}  # fmt: skip


def test_a_check_with_a_stored_suite_loads_nothing_costly() -> None:
    exercise = Path(__file__).parents[3] / "exercises" / "console" / "sum-of-n"
    program = sorted((exercise / "examples" / "right").iterdir())[0]
    check = f"viva.check({str(exercise)!r}, {str(program)!r})"
    code = f"import sys, viva; {check}; print(*sorted(set(sys.modules) & {COSTLY!r}))"
    loaded = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
        for _ in range(2)
    ]
    assert "z3" in loaded[0]
    assert loaded[1] == []
