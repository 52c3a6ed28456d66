"""Fixtures that several packages use; the plain functions they share are in `examining.py`.

A small subject in `tests/plugin` is installed as a third party would install it.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.examining import Call, Viva
from viva.cli.main import run
from viva.cli.plugins import plugins

PLUGIN = Path(__file__).parent / "plugin"
WITH_ECHO = ("cli", "core", "grading")
"""Packages whose tests all see the echo subject."""


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
