"""The pytest plugin: a property is a test, and ordinary runs do not notice it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


def pytest_run(folder: Path, source: str, *options: str) -> str:
    (folder / "test_it.py").write_text(source)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=100, check=False)
    return done.stdout + done.stderr


def test_properties_are_tests_and_a_counterexample_is_shown(tmp_path: Path) -> None:
    said = pytest_run(
        tmp_path,
        "from viva.properties import equal, implies\n"
        "def prop_right(x: bool): return x or not x\n"
        "def prop_wrong(xs: list[int]): return equal(sorted(xs), xs)\n"
        "def prop_untyped(x): return True\n"
        "def prop_never(x: bool): return implies(False, True)\n"
        "def test_plain(): assert True\n",
    )
    assert "2 failed, 2 passed, 1 skipped" in said
    assert "xs = [0, -1]" in said and "[-1, 0] == [0, -1]" in said
    assert "the parameter 'x' has no type" in said


def test_a_module_without_viva_keeps_its_own_names(tmp_path: Path) -> None:
    said = pytest_run(tmp_path, "def prop_other(x): raise SystemExit\ndef test_plain(): assert True\n")
    assert "1 passed" in said and "failed" not in said


def test_the_number_of_tests_is_an_option(tmp_path: Path) -> None:
    source = "import viva.properties\nseen = []\ndef prop_count(x: int): seen.append(x); return len(seen) <= 25\n"
    assert "1 passed" in pytest_run(tmp_path, source, "--viva-tests", "20")


def test_nothing_of_viva_is_imported_before_it_is_needed(tmp_path: Path) -> None:
    said = pytest_run(
        tmp_path,
        "import sys\ndef test_plain(): assert not [m for m in sys.modules if m.startswith('viva.engines')]\n",
    )
    assert "1 passed" in said


RICH = """
import time
import pytest
from viva.properties import Model, command, equal, implies

@pytest.fixture
def offset():
    return 3

@pytest.mark.skip(reason="not now")
def prop_skipped(x: int): return False

@pytest.mark.xfail(strict=True)
def prop_expected_to_fail(x: int): return x < 5

@pytest.mark.parametrize("factor", [1, 2])
def prop_parametrised(factor, x: int): return x * factor == factor * x

def prop_with_fixture(offset, x: int): return x + offset > x

def prop_wrong(offset, x: int): return equal(x, min(x, offset))

def prop_asserts(xs: list[int]): assert sorted(xs) == sorted(xs[::-1])

class Counting(Model):
    def begin(self): self.real = self.wanted = 0
    @command
    def up(self): self.real, self.wanted = min(self.real + 1, 2), self.wanted + 1
    @command(when=lambda self: self.wanted > 0)
    def down(self):
        self.real, self.wanted = self.real - 1, self.wanted - 1
        return equal(self.real, self.wanted)

class TestGroup:
    def prop_method(self, x: bool): return x or not x

def prop_hangs(x: int):
    while x == 4: pass
    return True

def prop_slow(x: int): return sum(range(300_000)) > 0

def propagate(x): raise SystemExit
"""


@pytest.mark.thorough
def test_marks_fixtures_models_methods_and_limits_are_those_of_pytest(tmp_path: Path) -> None:
    said = pytest_run(tmp_path, RICH, "--viva-seconds", "0.4", "-rA", "-vv")
    for line in (
        "prop_skipped SKIPPED", "prop_expected_to_fail XFAIL", "prop_parametrised[1] PASSED",
        "prop_parametrised[2] PASSED", "prop_with_fixture PASSED", "prop_wrong FAILED", "prop_asserts PASSED",
        "Counting FAILED", "TestGroup::prop_method PASSED", "prop_hangs SKIPPED", "prop_slow SKIPPED",
    ):  # fmt: skip
        assert line in said, line
    assert "2 failed, 5 passed, 3 skipped, 1 xfailed" in said and "propagate" not in said


@pytest.mark.parametrize("on_ci", [False, True])
def test_a_counterexample_is_shown_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, on_ci: bool) -> None:
    monkeypatch.delenv("CI", raising=False)
    if on_ci:  # where pytest repeats whole messages in its summary
        monkeypatch.setenv("CI", "true")
    said = pytest_run(tmp_path, RICH, "-k", "prop_wrong")
    assert said.count("  x = 4") == 1 and said.count("4 == 3") == 1 and "viva/pytest_plugin" not in said
