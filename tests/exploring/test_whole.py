"""The session about a file as a whole: figures of all its functions, and the file as a program."""

import io
import json
from pathlib import Path

import pytest

from tests.examining import Viva
from viva.sandbox import Limits

pytestmark = pytest.mark.needs_bwrap
SHORT = Limits(cpu_seconds=0.5, output=64 << 20)
PROGRAM = """import itertools

def double(n: int) -> int:
    return 2 * n if n < 100 else 0

def stuck(n: int) -> int:
    if n > 2:
        return sum(itertools.count())
    return n

if __name__ == "__main__":
    print(double(int(input("n? "))))
"""
SCRIPT = """/** @param {number} n */
function stuck(n) {
    if (n > 2) return /^(a+)+$/.test("a".repeat(60) + "b");
    return n;
}
const rl = require("readline").createInterface({ input: process.stdin });
rl.on("line", (line) => console.log(line === "x" ? 1 : 2));
"""


def explored(viva: Viva, monkeypatch: pytest.MonkeyPatch, file: Path, commands: str, *more: object) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO(commands))
    return viva("explore", file, *more).out


@pytest.fixture
def program(tmp_path: Path) -> Path:
    file = tmp_path / "program.py"
    file.write_text(PROGRAM)
    return file


def test_all_functions_have_their_figures(viva: Viva, program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = explored(viva, monkeypatch, program, "i double 3\nt\nt double\n")
    assert "  0 % of conditions of if and loops (0 of 3), 1 always true, 2 never met\n" in said
    assert "double (3)" in said and "stuck (6)" in said
    assert "100 % of top-level declarations (1 of 1)" in said


def test_a_program_runs_on_lines_of_input(viva: Viva, program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = explored(viva, monkeypatch, program, 'p 4\np 200\nt double\np "4\np\n')
    assert "> n? \n< 4\n> 8\n" in said
    assert "100 % of conditions were true once and false once (1 of 1)" in said
    assert "cannot be read: No closing quotation" in said
    assert "(it asks for input, and there is no more)\nraises EOFError" in said


@pytest.mark.parametrize(("name", "text"), [("stuck.py", PROGRAM), ("stuck.js", SCRIPT)])
def test_a_call_that_is_ended_from_outside_has_run_as_far_as_it_came(
    viva: Viva, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str
) -> None:
    (tmp_path / name).write_text(text)
    monkeypatch.setattr("viva.exploring.session._LIMITS", SHORT)
    said = explored(viva, monkeypatch, tmp_path / name, "i stuck 3\nu stuck\n")
    assert "Output: time limit" in said
    assert "always true: n > 2" in said
    assert "has not run: n\n" in said
    assert said.count("has not run:") == 1


def test_a_script_runs_on_lines_of_input(viva: Viva, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "script.js").write_text(SCRIPT)
    said = explored(viva, monkeypatch, tmp_path / "script.js", "p x y\nt\n")
    assert "< x\n> 1\n< y\n> 2\n" in said
    assert "of conditions of if and loops (1 of 2), 1 never met" in said


def test_the_page_and_the_document_hold_all_functions(
    viva: Viva, program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = explored(viva, monkeypatch, program, "i double 3\n", "double", "--json", "--html", tmp_path / "page.html")
    document = json.loads(said)
    assert set(document["functions"]) == {"double", "stuck"}
    assert document["functions"]["double"]["conditions"] == {"both": 0, "true": 1, "false": 0, "never": 0}
    assert document["figures"]["top"] == {"reached": 1, "total": 2}
    page = (tmp_path / "page.html").read_text()
    assert 'href="#line-6">stuck</a>' in page and 'id="line-6"' in page
