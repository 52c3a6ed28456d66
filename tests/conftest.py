"""A small subject in `tests/plugin`, installed as a third party would install it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from viva.cli.plugins import plugins

PLUGIN = Path(__file__).parent / "plugin"


@pytest.fixture
def echo_is_installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(PLUGIN))
    monkeypatch.setenv("PYTHONPATH", str(PLUGIN))
    plugins.cache_clear()
    yield
    plugins.cache_clear()


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
