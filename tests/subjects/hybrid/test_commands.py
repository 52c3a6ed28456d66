"""Commands of the subject, as a teacher types them."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

import viva
from viva.core.fault import Fault
from viva.subjects.hybrid.commands import candidates, errors

ROOT = Path(__file__).parents[3] / "exercises" / "hybrid"
TOO_HOT = "variables T = 25\nmode off\n T' = -1\n when T <= 18 go to on\nmode on\n T' = 2\n when T >= 21 go to off\n"


@pytest.fixture
def thermostat(tmp_path: Path) -> Path:
    return Path(shutil.copytree(ROOT / "thermostat", tmp_path / "thermostat"))


def results(folder: Path, thermostat: Path) -> None:
    """What `viva grade` leaves in its folder, of two students with one mistake."""
    report = viva.check(thermostat, viva.Submission.from_text(TOO_HOT, "a.hybrid"))
    rows = [json.dumps({"student": name, "error": None, **report.to_json()}) for name in ("ada", "grace")]
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
    assert "knows every" in left.output


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
    CliRunner().invoke(candidates, [str(thermostat), *rated], standalone_mode=False)
    text = (thermostat / "ratings.toml").read_text()
    assert text.count("[[candidate]]") == 3
    first = json.loads(
        CliRunner().invoke(candidates, [str(thermostat), "--count", "3", "--json"], standalone_mode=False).output
    )
    assert first[0]["values"] == listed[0]["values"], "what was approved comes first"
