"""The tutorial typed as it is written: what it shows is what comes out."""

import shlex
from pathlib import Path

import pytest

from tests.examining import Viva
from tests.tutorials import blocks, shown

BLOCKS = blocks("functions-tutorial.md")


def test_the_tutorial_works_as_it_is_written(viva: Viva, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a preview all that is shown of it comes in this order; of a check what is shown is the beginning."""
    monkeypatch.chdir(tmp_path)
    made, reference, mine, *told, fix, mended = BLOCKS
    ((command, expected),) = shown(made)
    call = viva(*shlex.split(command)[1:])
    assert call.status == 0 and call.out == expected
    assert (tmp_path / "largest" / "reference.py").read_text("utf-8").strip() == reference.strip()
    Path("mine.py").write_text(mine, "utf-8")
    ((command, first),) = shown(told[0])
    preview = _unwrapped(viva(*shlex.split(command)[1:]).out)
    place = 0
    for text in (first, *told[1:]):
        piece = _unwrapped(text)
        assert piece in preview[place:], piece
        place = preview.index(piece, place)
    ((command, expected),) = shown(fix)
    assert _unwrapped(expected) in _unwrapped(viva(*shlex.split(command)[1:]).out)
    Path("mine.py").write_text(mine.replace("best = 0", "best = numbers[0]"), "utf-8")
    ((command, expected),) = shown(mended)
    assert viva(*shlex.split(command)[1:]).out.startswith(expected)


def _unwrapped(text: str) -> str:
    """A page breaks long lines."""
    return " ".join(text.split())
