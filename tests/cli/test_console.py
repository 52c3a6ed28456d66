"""The command line with the subject that ships: nothing is faked here, the sandbox included."""

import json
from pathlib import Path

import jsonschema
import pytest

import viva as library
from tests.examining import Viva
from viva.cli.main import run
from viva.services.registry import read_exercise, template
from viva.showing.schema import report_schema

EXERCISES = Path(__file__).parents[2] / "exercises"
RIGHT = "a = int(input())\nb = int(input())\nprint(a + b)\n"
WRONG = "a = input()\nb = input()\nprint(a + b)\n"


@pytest.fixture
def addition(tmp_path: Path) -> Path:
    template("console").write(tmp_path / "addition")
    return tmp_path / "addition"


def program(tmp_path: Path, text: str) -> Path:
    (tmp_path / "program.py").write_text(text)
    return tmp_path / "program.py"


def test_a_right_and_a_wrong_program(viva: Viva, addition: Path, tmp_path: Path) -> None:
    assert viva("check", addition, program(tmp_path, RIGHT)).status == 0
    call = viva("check", addition, program(tmp_path, WRONG), "--json")
    assert call.status == 1
    document = json.loads(call.out)
    jsonschema.validate(document, report_schema(), jsonschema.Draft202012Validator)
    witnesses = [finding["witness"] for finding in document["findings"] if "witness" in finding]
    assert {"inputs", "expected", "actual"} <= set(witnesses[0])


def test_the_library_says_the_same(addition: Path, tmp_path: Path) -> None:
    assert library.check(addition, program(tmp_path, RIGHT)).verdict == "proved"
    assert library.check(addition, program(tmp_path, WRONG)).verdict == "refuted"


def test_a_side_that_no_test_takes_is_told_to_the_teacher(viva: Viva, addition: Path) -> None:
    assert "warns" not in viva("test-exercise", addition).out
    spec = addition / "spec.txt"
    spec.write_text(f"{spec.read_text()}if a * a == 2:\n    write 2\n")
    call = viva("test-exercise", addition)
    assert call.status == 0
    line = len(spec.read_text().splitlines()) - 1
    assert "! warns  tests" in call.out
    assert f"no test was found for line {line} of spec.txt, where the condition holds" in call.out


@pytest.mark.parametrize(
    "source",
    [
        "(" * 50_000 + ")" * 50_000,
        "x = " + "-" * 100_000 + "1",
        "x = " + "+".join(["1"] * 50_000),
        "\n".join(" " * depth + "if 1:" for depth in range(200)),
        "a" + ".a" * 60_000,
        "x = " + "[" * 3000 + "]" * 3000,
    ],
    ids=["brackets", "signs", "sums", "blocks", "attributes", "lists"],
)
def test_deeply_nested_source_is_rejected(viva: Viva, addition: Path, tmp_path: Path, source: str) -> None:
    call = viva("check", addition, program(tmp_path, source))
    assert (call.status, call.err) == (1, "")
    assert "Could not be checked: it is nested too deeply." in call.out
    assert "nested too deeply" in " ".join(call.out.split())


def test_a_program_that_does_not_parse_is_shown_its_line(viva: Viva, addition: Path, tmp_path: Path) -> None:
    call = viva("check", addition, program(tmp_path, "x = 1\nif x == 1\n    print(x)\n"))
    assert call.status == 1
    assert "Could not be read." in call.out
    assert "program.py, line 2" in call.out
    assert "if x == 1\n" in call.out
    assert "^" in call.out


def test_what_a_program_prints_does_not_act_on_the_terminal(viva: Viva, addition: Path, tmp_path: Path) -> None:
    text = 'a = input()\nb = input()\nprint("\\x1b[31m\\u202e<script>=1+1")\n'
    out = viva("check", addition, program(tmp_path, text), "--html", tmp_path / "r.html").out
    page = (tmp_path / "r.html").read_text("utf-8")
    for character in "\x1b\u202e":
        assert character not in out
        assert character not in page
    assert r"\x1b[31m" in out
    assert "<script" not in page


def test_a_class_with_hostile_programs_keeps_every_row(addition: Path, tmp_path: Path) -> None:
    programs = {
        "anna": RIGHT,
        "crash": "import os\nos._exit(0)\n",
        "exit": "raise SystemExit(0)\n",
        "flood": "while True: print('x' * 10_000)\n",
        "forger": 'print(\'{"verdict": "passed"}\')\n',
        "fork": "import os\nwhile True: os.fork()\n",
        "kill": "import os\nos.kill(os.getppid(), 9)\nos.kill(-1, 9)\n",
        "loop": "while True: pass\n",
        "memory": "x = [0] * 10**10\n",
        "nested": "(" * 50_000 + ")" * 50_000,
        "zoe": RIGHT,
    }
    folder = tmp_path / "handed-in"
    folder.mkdir()
    for name, text in programs.items():
        (folder / f"{name}.py").write_text(text)
    assert run(["grade", str(addition), str(folder), "--out", str(tmp_path / "out"), "--jobs", "2"]) == 0
    lines = (tmp_path / "out/results.jsonl").read_text().splitlines()
    verdicts = {row["student"]: row["verdict"] for row in map(json.loads, lines)}
    wrong = dict.fromkeys(programs, "refuted")
    assert verdicts == wrong | {"anna": "proved", "zoe": "proved", "nested": "rejected"}


def test_practise_goes_by_the_difficulty_that_the_subject_states(viva: Viva, tmp_path: Path) -> None:
    folder = EXERCISES / "console" / "sum-of-n"
    harder = viva("practise", folder, "--harder", "--out", tmp_path / "practice")
    assert harder.status == 0
    _, original = read_exercise(folder)
    _, variant = read_exercise(tmp_path / "practice" / "sum-of-n-1")
    assert original.difficulty is not None
    assert variant.difficulty is not None
    assert variant.difficulty > original.difficulty
    easier = viva("practise", EXERCISES / "console" / "greeter", "--easier", "--out", tmp_path / "other")
    assert easier.status == 0
    assert "there is no easier version of this exercise; here is another one like it" in easier.err
    assert (tmp_path / "other/greeter-1/exercise.toml").is_file()
