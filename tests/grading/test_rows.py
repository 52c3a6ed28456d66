"""What is in a row for the teacher, and not on the page for the student."""

import json
from pathlib import Path

from viva.cli.main import run

EXERCISE = Path(__file__).parents[2] / "exercises/automata/ends-in-00"


def test_a_row_has_the_fix_and_the_page_for_the_student_has_not(tmp_path: Path) -> None:
    (tmp_path / "handed-in").mkdir()
    wrong = (EXERCISE / "examples/wrong/forgets.txt").read_bytes()
    (tmp_path / "handed-in/anna.txt").write_bytes(wrong)
    out = tmp_path / "out"
    assert run(["grade", str(EXERCISE), str(tmp_path / "handed-in"), "--out", str(out), "--jobs", "1"]) == 0
    (row,) = [json.loads(line) for line in (out / "results.jsonl").read_text("utf-8").splitlines()]
    (fix,) = [finding["text"] for finding in row["findings"] if finding["rung"] == "fix"]
    assert "instead of `q0`" in fix
    (page,) = (out / "students").rglob("*.html")
    assert "instead of" not in page.read_text("utf-8")
