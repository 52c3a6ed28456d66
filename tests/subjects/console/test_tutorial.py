"""The tutorial typed as it is written: what it shows is what comes out."""

import shlex
from pathlib import Path

import pytest

from tests.examining import Viva
from tests.tutorials import blocks, fits, shown

BLOCKS = blocks("console-tutorial.md")


def block(beginning: str) -> str:
    return next(text for text in BLOCKS if text.startswith(beginning))


def test_the_tutorial_works_as_it_is_written(viva: Viva, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert viva("new", "console", "shop").status == 0
    shop = tmp_path / "shop"
    settings = block("[console]").strip()
    assert settings in (shop / "exercise.toml").read_text("utf-8")
    (shop / "spec.txt").write_text(block("# Prices"), "utf-8")
    (shop / "statement.md").write_text(block("Read the prices"), "utf-8")
    for example in shop.glob("examples/*/*"):
        example.unlink()
    programs = [text for text in BLOCKS if text.startswith("total = 0\nwhile (price")]
    for name, program in zip(("more-than", "rounds"), programs, strict=True):
        (shop / "examples" / "wrong" / f"{name}.py").write_text(program, "utf-8")
    calls = [call for text in BLOCKS if text.startswith("$ ") for call in shown(text)]
    assert len(calls) == 7
    for command, expected in calls:
        program, *arguments = shlex.split(command)
        output = viva(*arguments).out if program == "viva" else (tmp_path / arguments[0]).read_text("utf-8")
        assert fits(output, expected), (command, output)
