from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from viva.cli.main import run


@dataclass(frozen=True)
class Call:
    status: int
    out: str
    err: str


Viva = Callable[..., Call]


@pytest.fixture
def viva(capsys: pytest.CaptureFixture[str]) -> Viva:
    """Calls the command line in this process."""

    def call(*arguments: str | Path) -> Call:
        status = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Call(status, captured.out, captured.err)

    return call


@pytest.fixture
def submission(tmp_path: Path) -> Callable[[str], Path]:
    """A file with this text."""

    def write(text: str) -> Path:
        file = tmp_path / "submission.txt"
        file.write_text(text, encoding="utf-8")
        return file

    return write


@pytest.fixture(autouse=True)
def _echo(echo_is_installed: None) -> None:
    """Every test here sees the echo subject."""
