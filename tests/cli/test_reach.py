"""`viva reach`: modes and bounds of a hybrid system, and one clear sentence for what cannot be followed."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from viva.cli.commands.models.reach import command as reach
from viva.core.fault import Fault


def test_reach_tells_modes_and_bounds_and_draws(tmp_path: Path) -> None:
    file = tmp_path / "tanks.hybrid"
    file.write_text("variables x = [7, 9], y = 8\nmode a\n x' = 1\n y' = -1\n when y <= 5 go to b\nmode b\nmode c\n")
    drawn = tmp_path / "tanks.svg"
    told = CliRunner().invoke(reach, [str(file), "--plane", "x", "y", "-o", str(drawn)], standalone_mode=False)
    assert "For all time:" in told.output and "c: never reached" in told.output
    assert "everywhere: x in [7, 12], y in [5, 8]" in told.output
    assert drawn.read_text().startswith("<svg")
    data = json.loads(CliRunner().invoke(reach, [str(file), "--json"], standalone_mode=False).output)
    assert data["unreached"] == ["c"] and data["bounds"]["x"] == [7.0, 12.0]


@pytest.mark.parametrize("text", ["variables x\nevent e\nmode a\n x' = x\n", "nonsense"])
def test_reach_says_what_it_cannot_follow(text: str, tmp_path: Path) -> None:
    file = tmp_path / "model.hybrid"
    file.write_text(text)
    assert isinstance(CliRunner().invoke(reach, [str(file)], standalone_mode=False).exception, Fault)
