"""Fixtures that several packages use; the plain functions they share are in `examining.py`.

A small subject in `tests/plugin` is installed as a third party would install it.
"""

import functools
import gc
import os
import shutil
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.evidence import EVIDENCE
from tests.examining import Call, Viva
from viva.cli.main import run
from viva.cli.plugins import plugins
from viva.core.report import Report
from viva.services import checking

PLUGIN = Path(__file__).parent / "plugin"
WITH_ECHO = ("cli", "core", "grading", "services")
"""Packages whose tests all see the echo subject."""

# Where Python is told to write no bytecode, each worker of each run would look through all assertions of all tests
# anew, which is half of its start, and each process that a test starts would compile what was changed.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_configure(config: pytest.Config) -> None:
    """All workers of a run keep suites in one folder, which is empty before: what one has searched for the others find,
    and nothing hangs on what an earlier run has left behind."""
    gc.set_threshold(50_000, 20, 50)
    if not hasattr(config, "workerinput"):
        folder = tempfile.mkdtemp(prefix="viva-tests-")
        os.environ["XDG_CACHE_HOME"] = folder
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


def pytest_collection_finish() -> None:
    """The many thousand tests live until the end: the collector need not go through them again and again."""
    gc.collect()
    gc.freeze()


LEFT_OUT = "left out: "
WITHOUT = {
    "needs_ghc": ("ghc", f"{LEFT_OUT}there is no Haskell compiler here (scripts/setup haskell)"),
    "needs_chromium": ("chromium", f"{LEFT_OUT}there is no Chromium here (Debian: chromium)"),
    "needs_postgresql": ("pg_ctlcluster", f"{LEFT_OUT}there is no PostgreSQL here (Debian: postgresql)"),
}
"""What tests need that not every machine has: the program, and why they are left out without it."""


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What is left out is counted by its reason, and not told as passed."""
    why = Counter(str(one.longrepr[-1]) for one in terminalreporter.stats.get("skipped", []))
    for reason, number in sorted(why.items()):
        if LEFT_OUT in reason:
            terminalreporter.write_line(f"{number} tests {reason.removeprefix('Skipped: ')}")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of a test with many cases, `some(n)` takes n of them into every run, spread over those that are not
    thorough already; the others are thorough then. What needs a program that is not there is left out."""
    for need, (program, reason) in WITHOUT.items():
        if shutil.which(program) is None:
            for item in items:
                if item.get_closest_marker(need):
                    item.add_marker(pytest.mark.skip(reason=reason))
    cases = defaultdict[tuple[Path, str], list[pytest.Item]](list)
    for item in items:
        if item.get_closest_marker("some") and not item.get_closest_marker("thorough"):
            cases[item.path, getattr(item, "originalname", item.name)].append(item)
    for alike in cases.values():
        marker = alike[0].get_closest_marker("some")
        assert marker is not None
        (number,) = marker.args
        chosen = {place * len(alike) // number for place in range(number)}
        for place, item in enumerate(alike):
            if place not in chosen:
                item.add_marker(pytest.mark.thorough)


@pytest.fixture
def echo_is_installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(PLUGIN))
    monkeypatch.setenv("PYTHONPATH", str(PLUGIN))
    plugins.cache_clear()
    yield
    plugins.cache_clear()


@pytest.fixture(autouse=True)
def _echo(request: pytest.FixtureRequest) -> None:
    if request.path.relative_to(Path(__file__).parent).parts[0] in WITH_ECHO:
        request.getfixturevalue("echo_is_installed")


@pytest.fixture(autouse=True)
def _all_evidence_is_documented(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a test checks: every key of the evidence stands in docs/library.md."""
    examined = checking._examined

    @functools.wraps(examined)
    def looked_at(*arguments: Any) -> Report:
        report = examined(*arguments)
        for each in (report, *report.parts):
            known = EVIDENCE.get(each.subject, frozenset(each.evidence.details))
            assert set(each.evidence.details) <= known, f"docs/library.md does not know them: {each.evidence.details}"
        return report

    monkeypatch.setattr(checking, "_examined", looked_at)


@pytest.fixture
def exercise(tmp_path: Path) -> Path:
    """A folder with the echo exercise: say hello."""
    folder = tmp_path / "say-hello"
    folder.mkdir()
    (folder / "exercise.toml").write_text(
        'subject = "echo"\ntitle = "Say hello"\npoints = 4\n\n[echo]\nsay = "hello"\n'
    )
    (folder / "statement.md").write_text("Hand in a file that says hello.\n")
    return folder


@pytest.fixture
def viva(capsys: pytest.CaptureFixture[str]) -> Viva:
    """Calls the command line in this process."""

    def call(*arguments: str | Path) -> Call:
        status = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Call(status, captured.out, captured.err)

    return call
