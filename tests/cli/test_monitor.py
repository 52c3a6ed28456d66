"""`viva monitor`: answers, exit status, and one clear sentence for whatever is wrong."""

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.examining import VIVA, Viva, one_sentence

Write = Callable[[str, str], Path]
CSV = "time,x,y\n0,1,0\n1,2,1\n2,3,0\n3,0.5,1\n4,-1,2\n"


@pytest.fixture
def file(tmp_path: Path) -> Write:
    """A file of that name with that text."""

    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_bytes(text.encode())
        return path

    return write


@pytest.mark.parametrize(
    ("formula", "status", "answer"),
    [
        ("F[0,2] x > 2.5", 0, {"robustness": 0.5, "verdict": "true"}),
        ("G[0,4] x > 0", 1, {"robustness": -1.0, "verdict": "false"}),
        ("G[0,1] x > 1", 3, {"robustness": 0.0, "verdict": "zero"}),
        ("G[9,10] x > 1", 0, {"robustness": "inf", "verdict": "true", "so_far": True}),
        ("F[9,10] x > 1", 1, {"robustness": "-inf", "verdict": "false", "so_far": True}),
        ("x < 1", 3, {"robustness": 0.0, "verdict": "zero"}),
    ],
)
def test_whole_traces(viva: Viva, file: Write, formula: str, status: int, answer: dict[str, object]) -> None:
    call = viva("monitor", formula, file("t.csv", CSV), "--json")
    assert (call.status, json.loads(call.out), call.err) == (status, answer, "")
    assert "-0.0" not in call.out


def test_online(viva: Viva, file: Write) -> None:
    call = viva("monitor", "G[0,3] x > 0", file("t.csv", CSV), "--json", "--online")
    assert json.loads(call.out) == {
        "robustness": 0.5,
        "verdict": "true",
        "intervals": [["-inf", 1.0], ["-inf", 1.0], ["-inf", 1.0], [0.5, 0.5], [0.5, 0.5]],
        "decided_at": 3.0,
        "concrete_at": 3.0,
    }
    call = viva("monitor", "G[0,30] x > 0", file("t.csv", CSV), "--json", "--online")
    assert json.loads(call.out)["decided_at"] == 4.0
    assert json.loads(call.out)["concrete_at"] is None
    call = viva("monitor", "G[0,30] x > -5", file("t.csv", CSV), "--json", "--online")
    assert (call.status, json.loads(call.out)["decided_at"]) == (0, None)


def test_online_stops_at_the_decision(viva: Viva, file: Write) -> None:
    call = viva("monitor", "F[0,30] x > 1", file("t.csv", CSV), "--json", "--online", "--stop")
    assert json.loads(call.out) == {
        "robustness": [1.0, "inf"],
        "verdict": "true",
        "intervals": [[0.0, "inf"], [1.0, "inf"]],
        "decided_at": 1.0,
        "concrete_at": None,
    }


def test_rolling(viva: Viva, file: Write) -> None:
    call = viva("monitor", "F[0,2] x > 0", file("t.csv", CSV), "--rolling")
    assert (call.status, call.out) == (0, "time,robustness\n0,3\n1,3\n2,3\n3,0.5\n4,-1\n")
    call = viva("monitor", "F[0,2] x > 0", file("t.csv", CSV), "--rolling", "--json", "--semantics", "hold")
    assert json.loads(call.out) == {"robustness": [[0, 3], [1, 3], [2, 3], [3, 0.5], [4, -1]]}
    assert one_sentence(viva("monitor", "F x > 0", file("t.csv", CSV), "--rolling"), "without end", "--rolling")
    assert one_sentence(viva("monitor", "x > 0", file("t.csv", CSV), "--rolling", "--online"), "goes without")


def test_the_picture_of_an_online_run_shows_what_was_still_possible(viva: Viva, file: Write, tmp_path: Path) -> None:
    viva("monitor", "G[0,3] x > 0", file("t.csv", CSV), "--online", "--plot", tmp_path / "a.svg")
    picture = (tmp_path / "a.svg").read_text("utf-8")
    assert "what the robustness can still be" in picture
    assert "after 0: partial, from -inf to 1" in picture
    assert "after 3: value, from 0.5 to 0.5" in picture
    viva("monitor", "G[0,3] x > 0", file("t.csv", CSV), "--plot", tmp_path / "a.svg")
    assert "can still be" not in (tmp_path / "a.svg").read_text("utf-8")


def test_the_words_for_people(viva: Viva, file: Write) -> None:
    call = viva("monitor", "G[0,4] x > 0", file("t.csv", CSV))
    assert call.out == (
        "false, robustness -1\nWhat decides:\n  G[0,4] x > 0  -1 at 0  worst at 4\n    x > 0       -1 at 4  x = -1\n"
    )
    call = viva("monitor", "G[0,9] x > 0", file("t.csv", CSV), "--online")
    assert "decided at 4 (sample 5 of 5), false" in call.out


def test_files_of_formulas_json_and_linear(viva: Viva, file: Write) -> None:
    rules = file("rules.stl", "param limit = 2 # metres\nhigh := x > limit\nlow := not high\nF[0,4] high\n")
    samples = file("t.json", '{"time": [0, 1], "x": [-1, 1]}')
    assert json.loads(viva("monitor", rules, samples, "--json").out)["robustness"] == -1.0
    assert json.loads(viva("monitor", rules, samples, "--json", "-p", "limit=0.5").out)["robustness"] == 0.5
    assert json.loads(viva("monitor", rules, samples, "--json", "--formula", "low").out)["robustness"] == 3.0
    call = viva("monitor", "F[0,1] abs(x) < 1", samples, "--json", "--semantics", "linear")
    assert json.loads(call.out)["robustness"] == 1.0
    call = viva("monitor", "F[0,1] abs(x) < 1", samples, "--json", "--semantics", "linear", "--online")
    assert json.loads(call.out)["intervals"] == [[0.0, "inf"], [1.0, 1.0]]
    assert (
        json.loads(viva("monitor", "F[5,6] x > 0", samples, "--json", "--extend", "constant").out)["robustness"] == 1.0
    )


def test_parquet(viva: Viva, tmp_path: Path) -> None:
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    table = pyarrow.table({"time": [0.0, 1.0], "x": [1.0, 2.0], "name": ["a", "b"], "z": [1.0, None]})
    parquet.write_table(table, tmp_path / "t.parquet")
    assert json.loads(viva("monitor", "G x > 0", tmp_path / "t.parquet", "--json").out)["robustness"] == 1.0
    assert "found string" in viva("monitor", "name > 0", tmp_path / "t.parquet").err
    assert "row 1 is missing" in viva("monitor", "z > 0", tmp_path / "t.parquet").err
    (tmp_path / "bad.parquet").write_bytes(b"no")
    assert "Parquet" in viva("monitor", "x > 0", tmp_path / "bad.parquet").err


def test_standard_input(viva: Viva, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(CSV.encode())))
    assert json.loads(viva("monitor", "G[0,4] x > 0", "--json").out)["robustness"] == -1.0


def test_a_stream_is_answered_before_it_ends() -> None:
    """The process that sends samples waits for the verdict before it would send more."""
    command = [*VIVA, "monitor", "G[0,9] x > 0", "-"]
    with subprocess.Popen(
        [*command, "--online", "--stop"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as watching:
        assert watching.stdin and watching.stdout
        watching.stdin.write("time,x\n0,1\n1,-1\n")
        watching.stdin.flush()
        assert "decided at 1" in watching.stdout.read()
        assert watching.wait(60) == 1


@pytest.mark.parametrize(
    ("formula", "words"),
    [
        ("G[0,3 x > 0", ["formula:1:7", "expected ']'"]),
        ("z > 0", ["no signal `z`", "there is x, y"]),
        ("G[3,1] x > 0", ["formula:1:5", "[1,3]"]),
        ("G[-3,1] x > 0", ["formula:1:3", "before 0"]),
        ("rules.stl", ["rules.stl", "no such file"]),
        ("", ["no formula"]),
        ("x > 0 \x1b[31m", ["formula:1:7", "\\x1b"]),
        ("x" * 5000, ["expected a comparison"]),
    ],
)
def test_wrong_formulas(viva: Viva, file: Write, formula: str, words: list[str]) -> None:
    assert one_sentence(viva("monitor", formula, file("t.csv", CSV)), *words)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("t.csv", "", ["t.csv", "empty"]),
        ("t.csv", "time,x\n", ["no samples"]),
        ("t.csv", "when,x\n0,1\n", ["t.csv:1", "`time`", "--time COLUMN"]),
        ("t.csv", "time,x,x\n0,1,1\n", ["`x` occurs twice"]),
        ("t.csv", "time,x\n0,1\n1,2\n1,3\n", ["t.csv:4", "time 1 occurs twice"]),
        ("t.csv", "time,x\n0,1\n2,2\n1,3\n", ["t.csv:4", "goes back from 2 to 1"]),
        ("t.csv", "time,x\n0,1\n1,\n", ["t.csv:3", "missing", "column `x` (row 2"]),
        ("t.csv", "time,x\n0,1\n1,nan\n", ["t.csv:3", "missing"]),
        ("t.csv", "time,x\n0,1\n1,inf\n", ["t.csv:3", "finite"]),
        ("t.csv", "time,x\n0,1\n\n1,fast\n", ["t.csv:4", "expected a number", "found 'fast'"]),
        ("t.csv", "time,x\n0,1\n1,2,3\n", ["t.csv:3", "3 values", "2 columns"]),
        ("t.csv", "time,x\nzero,1\n", ["t.csv:2", "column `time`"]),
        ("t.csv", "time,speed\n0,1\n", ["no signal `x`", "speed"]),
        ("t.json", '{"time": [0, 1]', ["t.json:1:", "not JSON"]),
        ("t.json", "[1, 2]", ["object of lists"]),
        ("t.json", '{"x": [1]}', ["`time`"]),
        ("t.json", '{"time": [0, 1], "x": [1]}', ['"x" has 1 values']),
        ("t.json", '{"time": [0, 1], "x": [1, null]}', ['value 1 of "x" is missing']),
        ("t.json", '{"time": [0, 1], "x": [1, "a"]}', ['place 1 of "x"']),
        ("t.json", '{"time": [1, 0], "x": [1, 2]}', ["goes back"]),
        ("t.json", '{"time": [], "x": []}', ["no samples"]),
        ("t.json", "[" * 100_000, ["t.json"]),
    ],
)
def test_wrong_traces(viva: Viva, file: Write, name: str, text: str, words: list[str]) -> None:
    assert one_sentence(viva("monitor", "x > 0", file(name, text)), *words)


def test_wrong_calls(viva: Viva, file: Write, tmp_path: Path) -> None:
    samples = file("t.csv", CSV)
    assert one_sentence(viva("monitor", "x > 0", tmp_path / "none.csv"), "none.csv", "no such file")
    assert one_sentence(viva("monitor", "x > 0", tmp_path), "directory")
    assert one_sentence(viva("monitor", "x > 0", samples, "--semantics", "lines"), "did you mean 'linear'")
    assert one_sentence(viva("monitor", "x > 0", samples, "--extend", "zero"), "constant")
    assert one_sentence(viva("monitor", "O x > 0", samples, "--extend", "constant"), "H, O, S")
    assert one_sentence(viva("monitor", "x > 0", samples, "-p", "limit"), "--param limit=3.5")
    assert one_sentence(viva("monitor", "x > 0", samples, "-p", "limit=3"), "no parameter 'limit'")
    assert one_sentence(viva("monitor", "x * y > 0", samples, "--semantics", "linear"), "`x * y`")
    assert one_sentence(viva("monitor", "x > 0", samples, "--stop"), "--online")
    call = viva("monitor", "x > 0", samples, "--plot", tmp_path / "no" / "a.svg")
    assert (call.status, "cannot be written" in call.err) == (2, True)


def test_columns_nobody_asks_for_may_hold_anything(viva: Viva, file: Write) -> None:
    samples = file("t.csv", 'time;x;"event, if any"\r\n0;1;started\r\n1;2;\r\n\r\n')
    assert json.loads(viva("monitor", "G x > 0", samples, "--json").out)["robustness"] == 1.0


def test_noisy_columns(viva: Viva, file: Write) -> None:
    samples = file("t.csv", "time,x.lo,x.hi\n0,1,2\n1,-1,3\n")
    call = viva("monitor", "G x > 0", samples, "--json")
    assert (call.status, json.loads(call.out)) == (3, {"robustness": [-1.0, 2.0], "verdict": "unknown"})
    call = viva("monitor", "G x > 0", samples)
    assert call.out.splitlines()[0] == "unknown, robustness between -1 and 2"
    assert call.out.splitlines()[-1].endswith("x in [-1, 3]")
    call = viva("monitor", "G x > -4", file("t.json", '{"time": [0, 1], "x": [1, [2, 3]]}'), "--json")
    assert json.loads(call.out) == {"robustness": 5.0, "verdict": "true", "so_far": True}


def test_without_numpy_the_extra_is_named(tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text("raise ModuleNotFoundError('No module named numpy', name='numpy')")
    call = subprocess.run(
        [*VIVA, "monitor", "x > 0", "t.csv"],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(tmp_path)},
        check=False,
    )
    assert call.returncode == 2
    assert call.stderr == "viva: monitoring signals needs NumPy; pip install 'viva[signals]'\n"
