"""The tutorial typed as it is written: its commands work, and what it shows is what comes out."""

import shlex
from pathlib import Path

import pytest

from tests.examining import Viva
from tests.tutorials import DOCS, blocks, shown

PAGE = (DOCS / "automata.md").read_text("utf-8")
BLOCKS = blocks("automata.md")
SHIPPED = DOCS.parent / "exercises"


def test_the_tutorial_works_as_it_is_written(viva: Viva, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("exercises").symlink_to(SHIPPED)
    tutorial = PAGE.index("## The table")
    begun, manifest, table, checked, further = [text for text in BLOCKS if PAGE.index(text) < tutorial]
    for line in begun.splitlines():
        assert viva(*shlex.split(line)[1:]).status == 0, line
    assert manifest.strip() in Path("my-exercise/exercise.toml").read_text("utf-8")
    ((command, expected),) = shown(checked)
    answer = Path(shlex.split(command)[-1]).read_text("utf-8")
    assert [row.split() for row in table.splitlines()] == [row.split() for row in answer.splitlines()]
    output = viva(*shlex.split(command)[1:]).out
    pieces = [piece.strip() for piece in expected.split("\n\n")]
    place = 0
    for piece in pieces:  # here without the drawings, which stand between
        assert " ".join(piece.split()) in " ".join(output.split()), piece
        first = piece.splitlines()[0]
        assert output.index(first, place) >= place
        place = output.index(first, place)
    for line in further.splitlines():
        assert viva(*shlex.split(line)[1:]).status == 0, line
    for name in ("model.txt", "both.svg", "model.svg", "asked.jff"):
        assert Path(name).read_text("utf-8").strip(), name
    assert len(list(Path("variants").iterdir())) == 3
