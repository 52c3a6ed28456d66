"""A flag for the teacher where a submission asks for what the sandbox stops, and never more than that."""

from pathlib import Path

import pytest

from tests.examining import Viva
from tests.grading.test_grade import rows
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.grading.reaching import flags
from viva.grading.row import signature_of
from viva.grading.worker import examine
from viva.services import checking
from viva.services.registry import read_exercise

REACHING = {
    "import os\nos.system('id')\n": "os.system",
    "from os import popen as p\np('id')\n": "os.popen",
    "__import__('os').system('id')\n": "system",
    "def f():\n    import subprocess\n": "subprocess",
    "from urllib.request import urlopen\n": "urllib.request",
    "import os\nos.execv('/bin/sh', [])\n": "os.execv",
}
HARMLESS = (
    "import os\nprint(os.path.join('a', 'b'), os.getcwd())\n",
    "system = 1\nprint(system)  # os.system\n",
    "print('import subprocess; os.system')\n",
    "import os\nos.system(\n",
)


@pytest.mark.parametrize(("source", "name"), REACHING.items())
def test_who_reaches_out_is_flagged_with_the_name(source: str, name: str) -> None:
    first = flags(Submission.from_text(source, "a.py"), None, "en")[0]
    assert f"`{name}`" in first.text and first.teacher


@pytest.mark.parametrize("source", HARMLESS)
def test_who_does_not_is_not_flagged(source: str) -> None:
    assert flags(Submission.from_text(source, "a.py"), None, "en") == ()


def test_a_flag_changes_no_mark_and_reaches_no_student(exercise: Path, tmp_path: Path, viva: Viva) -> None:
    subject, asked = read_exercise(exercise)
    for source in REACHING:
        handed_in = Submission.from_text(source, "a.py")
        plain = checking.examine(subject, asked, handed_in, Terms(attempt=None))
        report = examine(subject, asked, handed_in, Terms(attempt=1))
        assert (report.verdict, report.points, signature_of(report)) == (
            plain.verdict,
            plain.points,
            signature_of(plain),
        )
        assert any(each.teacher for each in report.findings)
    (tmp_path / "in").mkdir()
    (tmp_path / "in/anna.py").write_text("import os\nos.system('id')\n")
    viva("grade", exercise, tmp_path / "in", "--out", tmp_path / "out", "--attempt", "9", "--format", "gradescope")
    (row,) = rows(tmp_path / "out")
    assert any(each.get("teacher") for each in row["findings"])
    told = "The program asks for"
    assert told in (tmp_path / "out/index.html").read_text()
    for path in [*(tmp_path / "out/students").iterdir(), *(tmp_path / "out/gradescope").rglob("*.json")]:
        assert told not in path.read_text()
    assert told not in (tmp_path / "out/print.html").read_text()
