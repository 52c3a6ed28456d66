"""`viva convert`: whichever kind of model a file is."""

from pathlib import Path

import pytest

from tests.examining import Viva

EXERCISES = Path(__file__).parents[2] / "exercises"
THERMOSTAT = EXERCISES / "hybrid" / "thermostat"


def test_a_system_drawn_in_ptolemy_becomes_one_of_spaceex_with_its_configuration(viva: Viva, tmp_path: Path) -> None:
    made = tmp_path / "model.xml"
    assert viva("convert", THERMOSTAT / "examples" / "right" / "ptolemy.xml", "-o", made, "--horizon", "60").status == 0
    assert "time-horizon = 60" in made.with_suffix(".cfg").read_text()
    assert "<sspaceex" in made.read_text()
    handed_in = tmp_path / "in"
    handed_in.mkdir()
    for file in (made, made.with_suffix(".cfg")):
        (handed_in / file.name).write_bytes(file.read_bytes())
    assert viva("check", THERMOSTAT, handed_in).status == 0
    assert "when T <= 18 go to on" in viva("convert", made).out, "its configuration lies beside it"


def test_a_pair_is_written_with_what_is_forbidden(viva: Viva, tmp_path: Path) -> None:
    wrong, right = THERMOSTAT / "examples" / "wrong" / "sign.hybrid", THERMOSTAT / "thermostat.hybrid.json"
    assert viva("convert", wrong, "--against", right, "-o", tmp_path / "pair.xml", "--threshold", "0.25").status == 0
    settings = (tmp_path / "pair.cfg").read_text()
    assert 'forbidden = "T_given - T_asked >= 0.25 | T_asked - T_given >= 0.25"' in settings
    assert "loc(a1) == off & loc(a2) == off" in settings


def test_other_models_are_left_to_the_commands_of_their_kind(viva: Viva, tmp_path: Path) -> None:
    machine = viva("convert", EXERCISES / "machines" / "lamp-from-ptolemy" / "problem.xml", "--to", "json")
    assert machine.out.startswith("{")
    (tmp_path / "l.mosel").write_text("endWt('ab')")
    assert "digraph" in viva("convert", tmp_path / "l.mosel", "--to", "dot", "--alphabet", "ab").out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--horizon", "soon"], "--horizon"),
        (["--horizon", "0"], "must be above 0"),
        (["--to", "moml"], "no notation for hybrid systems"),
        (["--minimal"], "has no part in writing a hybrid system"),
        (["--threshold", "1"], "name the other one with --against"),
        (["--against", str(EXERCISES / "hybrid" / "ring" / "ring.hybrid.json")], "no output in common"),
        (["--against", str(THERMOSTAT / "thermostat.hybrid.json"), "-o", "a.json"], "only SpaceEx"),
    ],
)
def test_what_cannot_be_done_is_told(viva: Viva, options: list[str], said: str) -> None:
    call = viva("convert", THERMOSTAT / "thermostat.hybrid.json", *options)
    assert (call.status, said in call.err) == (2, True), call.err


def test_what_comes_from_outside_has_no_place_in_a_pair(viva: Viva) -> None:
    ring = EXERCISES / "hybrid" / "ring" / "ring.hybrid.json"
    call = viva("convert", ring, "--against", ring)
    assert (call.status, "no inputs from outside" in call.err) == (2, True), call.err
