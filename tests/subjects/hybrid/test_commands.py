"""Commands of the subject, as a teacher types them."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

import viva
from viva.cli.commands.classes.errors import command as errors
from viva.core.fault import Fault
from viva.grading.row import Row
from viva.subjects.hybrid.commands import candidates

ROOT = Path(__file__).parents[3] / "exercises" / "hybrid"
TOO_HOT = "variables T = 25\nmode off\n T' = -1\n when T <= 18 go to on\nmode on\n T' = 2\n when T >= 21 go to off\n"


@pytest.fixture
def thermostat(tmp_path: Path) -> Path:
    return Path(shutil.copytree(ROOT / "thermostat", tmp_path / "thermostat"))


def results(folder: Path, thermostat: Path) -> None:
    """What `viva grade` leaves in its folder, of two students with one mistake."""
    report = viva.check(thermostat, viva.Submission.from_text(TOO_HOT, "a.hybrid"))
    given = (report.exercise, report.title, 10, "a.hybrid", "", 0, report, None)
    rows = [json.dumps(Row(name, *given).to_json()) for name in ("ada", "grace")]
    (folder / "results.jsonl").write_text("\n".join(rows) + "\n")


def test_unknown_mistakes_are_clustered_and_a_text_can_be_added(thermostat: Path, tmp_path: Path) -> None:
    results(tmp_path, thermostat)
    told = CliRunner().invoke(errors, [str(thermostat), "--from", str(tmp_path)], standalone_mode=False)
    assert told.output.startswith("1. 2 × T:out") and "ada, grace" in told.output
    added = ["--add", "1", "--text", "It begins too warm."]
    CliRunner().invoke(errors, [str(thermostat), "--from", str(tmp_path), *added], standalone_mode=False)
    again = viva.check(thermostat, viva.Submission.from_text(TOO_HOT, "a.hybrid"))
    assert again.evidence.details["matched"] is True
    assert any("It begins too warm." in finding.text for finding in again.findings)
    results(tmp_path, thermostat)
    left = CliRunner().invoke(errors, [str(thermostat), "--from", str(tmp_path)], standalone_mode=False)
    assert "There is a text for every mistake." in left.output


def test_results_that_are_not_there_are_a_fault(thermostat: Path, tmp_path: Path) -> None:
    found = CliRunner().invoke(errors, [str(thermostat), "--from", str(tmp_path)], standalone_mode=False)
    assert isinstance(found.exception, Fault)
    found = CliRunner().invoke(errors, [str(thermostat)], standalone_mode=False)
    assert isinstance(found.exception, Fault)


def test_candidates_are_listed_with_reasons_and_can_be_rated(thermostat: Path) -> None:
    told = CliRunner().invoke(candidates, [str(thermostat), "--count", "8", "--json"], standalone_mode=False)
    listed = json.loads(told.output)
    assert len(listed) == 8 and any(each["objections"] for each in listed)
    rated = ["--count", "8", "--approve", "1", "--reject", "2", "--rate", "3=0.7"]
    approved = CliRunner().invoke(candidates, [str(thermostat), *rated], standalone_mode=False).output
    assert all(f"{name} = {value}" in approved.splitlines()[0] for name, value in listed[0]["values"].items())
    text = (thermostat / "ratings.toml").read_text()
    assert text.count("[[candidate]]") == 3
    first = json.loads(
        CliRunner().invoke(candidates, [str(thermostat), "--count", "3", "--json"], standalone_mode=False).output
    )
    assert first[0]["values"] == listed[0]["values"], "what was approved comes first"


PAPER = """
[hybrid.vary]
start = { from = 15, to = 25 }
up = { from = -3, to = 7 }
down = { from = -4, to = 6 }
t_on = { from = 13, to = 23 }
t_off = { from = 16, to = 26 }
band = 0
"""


def test_a_sweep_of_the_paper_discards_what_it_discards_and_for_its_reasons(tmp_path: Path) -> None:
    """Section 7: one parameter at a time through the ranges of its table."""
    folder = tmp_path / "heater"
    shutil.copytree(ROOT / "heater-numbers", folder)
    text = (folder / "exercise.toml").read_text()
    before, _, after = text.partition("[hybrid.vary]")
    (folder / "exercise.toml").write_text(before + PAPER + after[after.index("[[hybrid.questions]]") :])
    told = CliRunner().invoke(candidates, [str(folder), "--sweep", "--json"], standalone_mode=False)
    listed = json.loads(told.output)
    own = {"start": "22", "up": "0.2", "down": "0.1", "t_on": "20", "t_off": "24"}
    changed = [{name: value for name, value in each["values"].items() if value != own[name]} for each in listed]
    assert all(len(each) == 1 for each in changed)
    kinds = {next(iter(each.items())): {one["kind"] for one in found["objections"]}
             for each, found in zip(changed, listed, strict=True)}  # fmt: skip
    assert "unreached" in kinds["down", "0"], "the rate of decrease becomes 0"
    assert "bounds" in kinds["up", "-1"], "the rate of increase is negative"
    assert kinds["t_off", "19"] & {"bounds", "unreached", "ends"}, "t_on is above t_off"
    assert kinds["up", "0"] & {"bounds", "untaken"}, "the rate of increase becomes 0"
    assert not kinds["start", "23"]
    assert not kinds["up", "3"]
