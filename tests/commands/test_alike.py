"""All installed commands look and behave alike, whoever brings them: the command line or a subject."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from tests.examining import Viva
from viva.cli.main import SECTIONS
from viva.cli.plugins import load, plugins

ROOT = Path(__file__).parents[2]
VIVA = Path(sys.executable).parent / "viva"
PLUG_INS = [name for name, plugin in plugins().items() if plugin.subject]
COMMANDS = [name for commands in SECTIONS.values() for name in commands] + PLUG_INS
FORMULA = "G x > 0"
TRACE = "time,x\n0,1\n1,2\n"
PROPERTY = "def prop_größe(x: bool) -> bool:\n    return x or not x\n"
PROGRAM = 'def grüße(n: int) -> str:\n    return "grün" if n > 0 else "ß"\n'
THERMOSTAT = ROOT / "exercises/hybrid/thermostat"
FILL = ROOT / "exercises/assembly/fill-with-zero"
WRONG = next(path.name for path in sorted((FILL / "examples/wrong").iterdir()) if path.suffix == ".inv")
SUM = ROOT / "exercises/console/sum-of-n"
LAB = ROOT / "exercises/labs/keep-a-level"
# For each command that is given a file: its arguments, where FILE is the file that is not there.
GIVEN_A_FILE = {
    "check": ["FILE", "FILE"],
    "grade": ["FILE", "FILE", "--out", "results"],
    "practise": ["FILE"],
    "test-exercise": ["FILE"],
    "preview": ["FILE", "FILE"],
    "vary": ["FILE", "--out", "variants"],
    "show": ["FILE"],
    "solve": ["FILE"],
    "draw": ["FILE"],
    "animate": ["FILE", "1: insert(2)"],
    "audit": ["FILE", "FILE"],
    "automaton": ["FILE"],
    "candidates": ["FILE"],
    "certify": ["FILE", "FILE", "certificate.json"],
    "compare-techniques": ["FILE"],
    "convert": ["FILE"],
    "errors": ["FILE"],
    "execution-tree": ["FILE"],
    "explore": ["FILE"],
    "machine": ["FILE"],
    "mine": ["G x > a", "--range", "a=0..9", "--good", "FILE"],
    "questions": ["FILE"],
    "reach": ["FILE"],
    "runs": ["FILE", "FILE"],
    "schemas": ["FILE"],
    "step": ["FILE", "FILE"],
    "monitor": [FORMULA, "FILE"],
    "spec": ["FILE"],
    "worksheet": ["FILE", "--out", "sheet.html"],
    "test": ["FILE"],
}
WITHOUT_A_FILE = {
    "new",
    "tour",
    "doctor",
    "schema",
    "completion",
    "exercises",
    "generate",
    "instruction",
    "keys",
    "worker",
}
# For each command with --json: its arguments; the files are written before.
WITH_JSON: dict[str, list[str | Path]] = {
    "check": [SUM, SUM / "examples/right/accumulator.py", "--json"],
    "candidates": [THERMOSTAT, "--count", "1", "--json"],
    "compare-techniques": [ROOT / "exercises/structures/list-reverse", "--nodes", "1", "--json"],
    "doctor": ["--json"],
    "errors": [THERMOSTAT, "--from", "graded", "--json"],
    "explore": ["grüße.py", "grüße", "--json"],
    "instruction": ["addl %edx, %eax", "--json"],
    "keys": ["C", "Am", "D7", "G", "--json"],
    "mine": ["G x > a", "--range", "a=0..9", "--good", "trace.csv", "--strictest", "--json"],
    "monitor": [FORMULA, "trace.csv", "--online", "--json"],
    "reach": [THERMOSTAT / "examples/wrong/sign.hybrid", "--json"],
    "runs": [LAB, LAB / "examples/wrong/divides.py", "--json"],
    "step": [FILL, FILL / "examples/wrong" / WRONG, "--json"],
    "test": ["module.py", "--json"],
}
STATUS = {"step": 1}  # it shows what is wrong


def call(
    folder: Path, *arguments: str | Path, stdin: str = "", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    (folder / "graded").mkdir(exist_ok=True)
    (folder / "graded" / "results.jsonl").touch()
    (folder / "trace.csv").write_text(TRACE)
    (folder / "module.py").write_text(PROPERTY)
    (folder / "grüße.py").write_text(PROGRAM)
    return subprocess.run(
        [VIVA, *map(str, arguments)],
        cwd=folder,
        input=stdin.encode(),
        capture_output=True,
        timeout=100,
        check=False,
        env=os.environ | environment,
    )


def options_of(name: str) -> dict[str, click.Parameter]:
    loaded = load(name)
    assert loaded is not None
    return {option: each for each in loaded.params for option in each.opts}


def test_every_command_is_looked_at_here() -> None:
    assert {"automaton", "certify", "spec"} <= set(PLUG_INS)
    assert set(COMMANDS) == set(GIVEN_A_FILE) | WITHOUT_A_FILE
    assert {name for name in PLUG_INS if "--json" in options_of(name)} == set(WITH_JSON) & set(PLUG_INS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_help_has_the_same_look(name: str, viva: Viva) -> None:
    said = viva(name, "--help").out
    usage, sentence = said.split("\n\n")[:2]
    assert usage.startswith(f"Usage: viva {name} ")
    assert re.match(r"  [A-Z]", sentence)
    assert f"\n  Example:\n    viva {name}" in said or re.search(rf"\n  Example:\n    .*\| viva {name}", said)
    assert "\n  -h, --help" in said
    assert max(map(len, said.splitlines())) <= 100


@pytest.mark.parametrize("name", GIVEN_A_FILE)
def test_a_missing_file_is_named_in_one_sentence_and_exits_with_2(
    name: str, viva: Viva, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = viva(name, *(each.replace("FILE", "missing.py") for each in GIVEN_A_FILE[name]))
    assert "there is no such" in done.err
    assert done.status == 2
    assert done.out == ""
    assert done.err.startswith("viva: missing.py: ")
    assert done.err.count("\n") == 1


@pytest.mark.some(6)
@pytest.mark.parametrize("name", WITH_JSON)
def test_json_is_one_value_and_nothing_else_wherever_it_is_read(name: str, tmp_path: Path) -> None:
    """In an encoding without umlauts, JSON must still be JSON: an escape that only Python knows would break it."""
    done = call(tmp_path, name, *WITH_JSON[name], stdin="r 3\n", PYTHONIOENCODING="ascii")
    assert done.returncode == STATUS.get(name, 0), done.stderr
    assert isinstance(json.loads(done.stdout.decode("ascii")), dict | list)
    assert done.stderr == b""


@pytest.mark.parametrize("name", ["explore", "keys", "monitor"])
def test_a_full_disk_is_one_sentence(name: str, tmp_path: Path) -> None:
    call(tmp_path, "--version")
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [VIVA, name, *map(str, WITH_JSON[name])],
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "viva: standard output cannot be written: no space left on device\n"


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("convert", ["module.py", "--to", "jsn"], "did you mean 'json'?"),
        ("monitor", [FORMULA, "trace.csv", "--semantics", "linaer"], "did you mean 'linear'?"),
        ("spec", [SUM, "--to", "englisch"], "did you mean 'english'?"),
        ("test", ["module.py", "--seconds", "0"], "not a number of seconds above 0"),
    ],
)
def test_a_wrong_option_is_answered_as_everywhere(
    name: str, arguments: list[str | Path], said: str, tmp_path: Path
) -> None:
    done = call(tmp_path, name, *arguments)
    assert done.returncode == 2
    assert said in done.stderr.decode()
    assert f"`viva {name} --help` shows how it is used" in done.stderr.decode()
