"""A small subject in `tests/plugin`, installed as a third party would install it."""

from pathlib import Path

import pytest

PLUGIN = Path(__file__).parent / "plugin"


@pytest.fixture
def echo_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PLUGIN))
    monkeypatch.setenv("PYTHONPATH", str(PLUGIN))


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
