"""The pytest plugin: a property is a test, and ordinary runs do not notice it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


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
