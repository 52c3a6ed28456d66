"""A right answer stays one with the line ends of Windows, and with those of a very old Mac."""

from pathlib import Path

import pytest

from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.services.checking import check
from viva.services.registry import read_exercise

EXERCISES = Path(__file__).parents[2] / "exercises"
ANSWERS = (
    "assembly/write-sum/examples/right/backwards.s",
    "assembly/find-a-byte/examples/right",
    "automata/exactly-two/examples/right",
    "console/sum-of-n/examples/right/accumulator.py",
    "functions/gcd-either/examples/right/euclid.js",
    "functions/gcd-either/examples/right/euclid.py",
    "harmony/bass-clef/examples/right",
    "hybrid/heater-numbers/examples/right",
    "labs/wall-recovery/examples/right",
    "machines/washing-machine/examples/right",
    "structures/dlist-js/examples/right",
)


def file_of(answer: str) -> Path:
    path = EXERCISES / answer
    return path if path.is_file() else min(each for each in path.iterdir() if each.suffix != ".toml")


@pytest.mark.parametrize("answer", ANSWERS)
@pytest.mark.parametrize("ends", ["\r\n", pytest.param("\r", marks=pytest.mark.thorough)], ids=["windows", "old mac"])
def test_a_right_answer_is_right_with_other_line_ends(answer: str, ends: str) -> None:
    file = file_of(answer)
    subject, exercise = read_exercise(EXERCISES / "/".join(answer.split("/")[:2]))
    content = file.read_bytes().replace(b"\n", ends.encode())
    assert ends.encode() in content
    report = check(subject, exercise, Submission(file.name, {file.name: content}), Terms())
    assert report.verdict.right, [each.text for each in report.findings]
