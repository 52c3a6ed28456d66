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
def file(tmp_path: Path) -> Callable[[str, str], Path]:
    """A file of that name with that text."""

    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_bytes(text.encode())
        return path

    return write
