"""Runs that were recorded are judged as if the controller had just driven."""

import csv
import json
from pathlib import Path

from tests.examining import Viva

ROOT = Path(__file__).parents[3]
LAB, CLASS = ROOT / "exercises/labs/keep-a-level", ROOT / "docs/labs/class"


def test_a_trace_is_judged_as_the_run_that_it_is_of(viva: Viva, tmp_path: Path) -> None:
    weak = LAB / "examples/wrong/weak.py"
    driven = json.loads(viva("runs", LAB, weak, "--out", tmp_path / "kept", "--json").out)
    again = json.loads(viva("runs", LAB, tmp_path / "kept", "--json").out)
    assert driven == again
    assert {row["arena"] for row in driven} == {"morning", "slow-pump"}


def test_the_class_of_the_documentation_gets_its_points(viva: Viva, tmp_path: Path) -> None:
    viva("runs", LAB, CLASS, "--grades", tmp_path / "grades.csv")
    rows = list(csv.DictReader((tmp_path / "grades.csv").open()))
    assert [(row["student"], row["missed"], row["faults"]) for row in rows] == [
        ("ada", "", ""),
        ("ben", "fills keeps", "too-low"),
        ("cleo", "keeps", "gives-up"),
    ]
    points = [float(row["points"]) for row in rows]
    assert points[0] == 10 and 0 < points[1] < points[2] < 10


def test_faults_are_counted_against_goals_in_each_arena(viva: Viva) -> None:
    tables = json.loads(viva("runs", LAB, CLASS, "--table", "--json").out)["tables"]
    assert [(row["fault"], row["runs"], row["missed"]["fills"]) for row in tables["morning"]] == [
        ("too-low", 1, 1),
        ("gives-up", 1, 0),
        (None, 1, 0),
    ]


def test_a_trace_that_ends_too_early_misses_what_is_open(viva: Viva, tmp_path: Path) -> None:
    whole = (CLASS / "ada-morning.csv").read_text().splitlines()
    (tmp_path / "ada-morning.csv").write_text("\n".join(whole[:60]) + "\n")
    row = json.loads(viva("runs", LAB, tmp_path / "ada-morning.csv", "--json").out)[0]
    assert row["missed"] == ["keeps", "dry-floor", "saves"]
    assert row["faults"] == []


def test_who_has_no_run_in_an_arena_gets_no_points_and_is_named(viva: Viva, tmp_path: Path) -> None:
    viva("runs", LAB, CLASS / "ada-morning.csv", "--grades", tmp_path / "grades.csv")
    (row,) = csv.DictReader((tmp_path / "grades.csv").open())
    assert (row["points"], row["arenas without a run"]) == ("0.00", "slow-pump")


def test_a_trace_of_no_arena_is_told(viva: Viva, tmp_path: Path) -> None:
    (tmp_path / "ada.csv").write_text("time,level\n0,1\n")
    said = viva("runs", LAB, tmp_path / "ada.csv")
    assert said.status == 2 and "STUDENT-ARENA.csv, with morning, slow-pump" in said.err
    (tmp_path / "ada-morning.csv").write_text("time,level\n0,1\n")
    assert "no signal `energy`" in viva("runs", LAB, tmp_path / "ada-morning.csv").err


def test_a_trace_that_begins_late_or_has_holes_misses_everything(viva: Viva, tmp_path: Path) -> None:
    head, *samples = (CLASS / "ada-morning.csv").read_text().splitlines()
    for kept in (samples[50:], samples[-1:], [samples[0], samples[-1]], samples[:20] + samples[40:]):
        (tmp_path / "ada-morning.csv").write_text("\n".join([head, *kept]) + "\n")
        row = json.loads(viva("runs", LAB, tmp_path / "ada-morning.csv", "--json").out)[0]
        assert row["missed"] == ["fills", "keeps", "dry-floor", "saves"]


def test_a_name_in_the_grades_is_no_formula(viva: Viva, tmp_path: Path) -> None:
    for arena in ("morning", "slow-pump"):
        (tmp_path / f"=1+1-{arena}.csv").write_text((CLASS / f"ada-{arena}.csv").read_text())
    viva("runs", LAB, tmp_path, "--grades", tmp_path / "grades.out")
    (row,) = csv.DictReader((tmp_path / "grades.out").open())
    assert not row["student"].startswith("=") and row["student"].endswith("=1+1")
