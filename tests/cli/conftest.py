from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def submission(tmp_path: Path) -> Callable[[str], Path]:
    """A file with this text."""

    def write(text: str) -> Path:
        file = tmp_path / "submission.txt"
        file.write_text(text, encoding="utf-8")
        return file

    return write
