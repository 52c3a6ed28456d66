"""`viva runs` keeps what controllers did, and `viva mine` makes the formula of a fault of it."""

import json
from pathlib import Path

import pytest

from tests.examining import Viva

LAB = Path(__file__).parents[3] / "exercises" / "labs" / "wall-recovery"


@pytest.mark.thorough
def test_a_fault_is_mined_from_runs_that_have_it_and_runs_that_do_not(viva: Viva, tmp_path: Path) -> None:
    wrong = LAB / "examples" / "wrong"
    faulty = viva("runs", LAB, wrong / "pushes-on.py", "--out", tmp_path / "faulty")
    assert faulty.status == 0
    assert faulty.out.startswith(
        "pushes-on in straight: 40 s, missed: recover, away. Known faults that show: pushes-on"
    )
    right = LAB / "examples" / "right" / "four-states.machine.txt"
    others = viva("runs", LAB, right, wrong / "quarter-turn-back.py", "--out", tmp_path / "others", "--json")
    rows = json.loads(others.out)
    assert [(row["controller"], row["missed"], row["faults"]) for row in rows[1:3]] == [
        ("four-states.machine", [], []),
        ("quarter-turn-back", ["away"], ["hits-again"]),
    ]
    sides = ("--good", tmp_path / "faulty", "--bad", tmp_path / "others")
    mined = viva("mine", "F[0,20] (G[0,tau] clearance < 0.005)", "--range", "tau=0.2..15", *sides, "--json")
    assert mined.status == 0, mined.err
    assert 0.5 < json.loads(mined.out)["values"]["tau"] < 15


def test_what_is_no_lab_or_no_controller_is_told(viva: Viva, tmp_path: Path) -> None:
    other = LAB.parents[1] / "console" / "sum-of-n"
    assert "this exercise is no lab" in viva("runs", other, LAB / "controller.py").err
    broken = tmp_path / "broken.py"
    broken.write_text("def step(:\n")
    said = viva("runs", LAB, broken)
    assert said.status == 2 and "this is no controller" in said.err and "broken.py" in said.err
