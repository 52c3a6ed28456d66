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


def test_a_run_in_a_file_is_drawn(tmp_path: Path) -> None:
    exercise = RADIO.parent
    plain = tmp_path / "a.run.txt"
    plain.write_text("power  # on\nband\n-\nup\n", "utf-8")
    report = tmp_path / "b.run.json"
    report.write_text('{"findings": [{"witness": {"inputs": [{"power": true}, {}, {"band": true}]}}]}', "utf-8")
    for file in (plain, report):
        out = tmp_path / f"{file.name}.svg"
        assert run(["draw", str(exercise), str(file), "-o", str(out)]) == 0
        assert "<animate" in out.read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "content", "part"),
    [
        ("a.run.txt", "power\nvolume\n", "volume"),
        ("a.run.txt", "# none\n", "no reaction"),
        ("a.run.txt", "power = 3\n", "cannot have"),
        ("a.run.json", '[{"power": 1.5}]', "cannot have"),
        ("a.run.json", '{"findings": []}', "a list of inputs"),
        ("a.run.json", "[[]]", "reaction 1"),
    ],
)
def test_a_run_that_cannot_be_read_is_told(
    name: str, content: str, part: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / name).write_text(content, "utf-8")
    assert run(["draw", str(RADIO.parent), str(tmp_path / name)]) != 0
    told = capsys.readouterr()
    assert part in told.out + told.err


SIGNALS = '{"inputs": [{"name": "a"}, {"name": "b"}], "outputs": [{"name": "x"}, {"name": "y"}], "machine": '


def single(guard: str, more: str = "") -> str:
    states = '[{"name": "S", "initial": true}, {"name": "T"}]'
    step = f'{{"from": "S", "to": "S", "guard": "{guard}", "output": "x"}}'
    return f'{SIGNALS}{{"kind": "fsm", "states": {states}, "transitions": [{step}{more}]}}}}'


def row(first: str, second: str) -> str:
    parts = [
        f'{{"name": "{name}", "machine": {{"states": [{{"name": "S", "initial": true}}], "transitions": [{step}]}}}}'
        for name, step in (("P", first), ("Q", second))
    ]
    return f'{SIGNALS}{{"kind": "cascade", "parts": [{", ".join(parts)}]}}}}'


FED = '{"from": "S", "to": "S", "guard": "m", "output": "x"}', '{"from": "S", "to": "S", "guard": "x", "output": "m"}'


@pytest.mark.parametrize(
    ("name", "content", "status", "parts"),
    [
        ("guard.machine.json", single("a & ("), 1, ["column 6", "transitions[0]"]),
        ("undeclared.machine.json", single("aa"), 1, ["no signal or variable is called 'aa'", "did you mean"]),
        ("type.machine.json", single("a < 3"), 1, ["cannot be compared"]),
        ("cycle.machine.json", row(*FED), 1, ["feedback is not supported"]),
        ("both.machine.json", single("a", ', {"from": "S", "to": "T", "guard": "b"}'), 1, ["at once", "inputs: a, b"]),
        ("no-way.machine.json", single("a"), 1, ["No transition leads to the state `T`"]),
        ("entities.xml", "<!DOCTYPE e [<!ENTITY a 'b'>]><entity name='&a;'/>", 1, ["entities"]),
        ("other.xml", "<scxml/>", 1, ["SCXML", ".machine.txt"]),
        ("future.xml", "<entity name='M' class='ptolemy.actor.TypedCompositeActor'/>", 1, ["no modal model"]),
        ("line.machine.txt", "input a\nmachine {\n  initial S\n  S -> S: a &&& b\n}", 1, ["line 4", "S -> S"]),
    ],
)
def test_bad_input_is_told_on_the_command_line(
    name: str, content: str, status: int, parts: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / name).write_text(content, "utf-8")
    assert run(["check", str(RADIO.parents[1] / "two-switches"), str(tmp_path / name)]) == status
    told = capsys.readouterr()
    for part in parts:
        assert part in " ".join((told.out + told.err).split()), told
