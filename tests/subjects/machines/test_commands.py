"""`viva machine`: other notations, flat machines, runs."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from viva.cli.main import run
from viva.core.fault import Fault
from viva.engines.machines import formats
from viva.subjects.machines.commands import machine

RADIO = Path(__file__).parents[3] / "exercises" / "machines" / "radio" / "problem.machine.txt"


def test_every_notation_is_written_from_every_other(tmp_path: Path) -> None:
    previous = RADIO
    for name in ("a.xml", "b.machine.json", "c.machine.txt"):
        result = CliRunner().invoke(machine, [str(previous), "-o", str(tmp_path / name)])
        assert result.exit_code == 0, result.output
        previous = tmp_path / name
    assert len(formats.read(previous.read_text("utf-8")).inputs) == 3


@pytest.mark.parametrize(("form", "part"), [("smv", "MODULE machine"), ("dot", "digraph"), ("text", '"On.FM.High"')])
def test_it_is_flattened_and_written(form: str, part: str) -> None:
    result = CliRunner().invoke(machine, [str(RADIO), "--to", form, "--flat"])
    assert part in result.output


def test_a_run_is_told_and_drawn(tmp_path: Path) -> None:
    result = CliRunner().invoke(machine, [str(RADIO), "--run", "power; band; up"])
    assert result.output.splitlines()[2] == "3. up -> tune  (On.FM.High)"
    for more in ([], ["--animated"]):
        out = tmp_path / f"run{len(more)}.svg"
        assert CliRunner().invoke(machine, [str(RADIO), "--run", "power; band", "-o", str(out), *more]).exit_code == 0
        assert ("<animate" in out.read_text("utf-8")) is bool(more)


@pytest.mark.parametrize("inputs", ["volume", "power = 3", "power;;; ="])
def test_inputs_that_are_none_are_told(inputs: str) -> None:
    result = CliRunner().invoke(machine, [str(RADIO), "--run", inputs])
    assert isinstance(result.exception, Fault)


def test_a_machine_outside_of_an_exercise_is_drawn_by_its_longer_ending(tmp_path: Path) -> None:
    made = tmp_path / "radio.machine.json"
    assert CliRunner().invoke(machine, [str(RADIO), "-o", str(made)]).exit_code == 0
    assert run(["draw", str(made), "-o", str(tmp_path / "radio.svg")]) == 0
    assert "preemptive" in (tmp_path / "radio.svg").read_text("utf-8")
