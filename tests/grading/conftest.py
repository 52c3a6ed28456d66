from collections.abc import Callable
from pathlib import Path

import pytest

Fill = Callable[..., Path]


@pytest.fixture
def handed_in(tmp_path: Path) -> Fill:
    """A folder of submissions: file name to text."""

    def fill(**files: str) -> Path:
        folder = tmp_path / "handed-in"
        folder.mkdir(exist_ok=True)
        for name, text in files.items():
            (folder / f"{name}.txt").write_text(text)
        return folder

    return fill
