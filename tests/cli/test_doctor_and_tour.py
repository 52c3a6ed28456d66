import json
import sys

import pytest

from tests.examining import Viva
from viva.core.isolation import Isolation
from viva.core.source import Source
from viva.sandbox.probe import Piece, Survey
from viva.services.registry import template

HALF = Survey(
    (
        Piece(
            "bubblewrap",
            False,
            "the program bwrap was not found",
            "no full isolation",
            "sudo apt-get install bubblewrap",
        ),
        Piece("seccomp", True, "a filter holds", "", ""),
    ),
    Isolation.LIMITED,
)


def test_the_doctor_says_what_is_missing_what_it_costs_and_how_to_get_it(
    viva: Viva, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viva.cli.commands.doctor.survey", lambda: HALF)
    call = viva("doctor")
    assert call.status == 0
    assert "Isolation is limited" in call.out
    assert "✗ no   bubblewrap  the program bwrap was not found" in call.out
    assert "Without it: no full isolation." in call.out
    assert "To get it: sudo apt-get install bubblewrap" in call.out
    assert "✓ yes  seccomp" in call.out


def test_the_doctor_speaks_json(viva: Viva, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("viva.cli.commands.doctor.survey", lambda: HALF)
    document = json.loads(viva("doctor", "--json").out)
    assert document["isolation"] == "limited"
    assert [piece["present"] for piece in document["sandbox"]] == [False, True]
    assert "echo" in [piece["name"] for piece in document["subjects"]]
    assert document["python"][0]["present"]


def test_the_doctor_names_an_extra_that_is_missing(viva: Viva, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("viva.cli.commands.doctor.survey", lambda: HALF)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    extras = {piece["name"]: piece for piece in json.loads(viva("doctor", "--json").out)["extras"]}
    assert (extras["signals"]["present"], extras["parquet"]["present"]) == (True, False)
    assert extras["parquet"]["remedy"] == "pip install 'viva[parquet]'"


def test_the_doctor_looks_at_this_machine(viva: Viva) -> None:
    call = viva("doctor", "--json")
    assert call.status == 0
    assert json.loads(call.out)["isolation"] in ("full", "limited", None)


def visit_echo_only(monkeypatch: pytest.MonkeyPatch, source: Source) -> None:
    monkeypatch.setattr("viva.cli.commands.tour.installed_entries", lambda group: {"echo": None})
    monkeypatch.setattr("viva.cli.commands.tour.template", lambda name: source)


def test_the_tour_shows_one_right_and_one_wrong_submission(viva: Viva, monkeypatch: pytest.MonkeyPatch) -> None:
    visit_echo_only(monkeypatch, template("echo"))
    call = viva("tour")
    assert call.status == 0
    assert "A submission that is right, examples/right/hello.txt:" in call.out
    assert "A submission that is wrong, examples/wrong/hallo.txt:" in call.out
    assert "Right, " in call.out
    assert "Not right yet" in call.out
    assert "1 subject visited; every submission came out as it should." in call.out


def test_the_tour_fails_where_something_comes_out_otherwise(viva: Viva, monkeypatch: pytest.MonkeyPatch) -> None:
    files = dict(template("echo").files) | {"examples/right/hello.txt": b"wrong"}
    visit_echo_only(monkeypatch, Source("template", files))
    call = viva("tour")
    assert call.status == 1
    assert "These did not come out as they should: echo examples/right/hello.txt" in call.out


def test_the_doctor_says_where_the_kernel_does_not_tell_who_waits(viva: Viva, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("viva.cli.commands.doctor.survey", lambda: HALF)
    for told in (True, False):
        monkeypatch.setattr("viva.cli.commands.doctor.waiting.is_told", lambda told=told: told)
        (piece,) = json.loads(viva("doctor", "--json").out)["load"]
        assert piece["present"] == told
    assert "the clock on the wall decides" in viva("doctor").out
