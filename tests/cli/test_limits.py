"""Every command that takes seconds ends with a sentence and its status, however few they are."""

from pathlib import Path

import pytest

from tests.examining import Viva
from viva.services.examples import examples
from viva.services.registry import read_source, template

SUBJECTS = ("assembly", "automata", "console", "functions", "harmony", "hybrid", "labs", "machines", "structures")


@pytest.mark.some(6)
@pytest.mark.parametrize("seconds", ["1e-5", "0.01", "0.1"])
@pytest.mark.parametrize("name", SUBJECTS)
def test_no_command_ends_in_a_traceback_for_want_of_time(name: str, seconds: str, tmp_path: Path, viva: Viva) -> None:
    source = template(name)
    _, exercise = read_source(source)
    asked, handed_in = tmp_path / "asked", tmp_path / "handed-in"
    source.write(asked)
    wrong = next(each for each in examples(exercise) if "/wrong/" in each.path)
    handed_in.mkdir()
    ((file, content),) = wrong.submission.files.items()
    (handed_in / file).write_bytes(content)
    statuses = {
        ("check", asked, handed_in / file): {1, 3},
        ("check", asked, handed_in / file, "--json"): {1, 3},
        ("preview", asked, handed_in / file): {0},
        ("grade", asked, handed_in, "--out", tmp_path / "out", "--jobs", "1"): {0},
        ("test-exercise", asked): {0, 1},
    }
    for call, expected in statuses.items():
        told = viva(*call, "--seconds", seconds)
        assert told.status in expected, (call, told)
        assert told.out.strip()
        assert "Traceback" not in told.out + told.err
        assert "mistake in Viva" not in told.out + told.err
