"""`viva step`: the run of the example, in a terminal and as a page that carries everything it needs."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from viva.cli.commands.step import command

EXERCISES = Path(__file__).parents[2] / "exercises"
FILL = EXERCISES / "assembly/fill-with-zero"
WRONG = FILL / "examples/wrong/not-inductive.inv"


def step(*arguments: str | Path) -> tuple[int, str]:
    done = CliRunner().invoke(command, [*map(str, arguments)], standalone_mode=False, catch_exceptions=False)
    return done.return_value, done.output


def test_the_terminal_tells_the_steps_of_the_page(tmp_path: Path) -> None:
    status, told = step(FILL, WRONG)
    assert status == 1
    page = tmp_path / "run.html"
    step(FILL, WRONG, "-o", page)
    made = page.read_text("utf-8")
    steps = [line.partition(". ")[2] for line in told.split("\n") if line[:1].isdigit()]
    assert len(steps) == made.count("<li ") > 3
    assert "`incl %eax`" in steps[1]
    assert "<code>incl %eax</code>" in made


def test_pictures_are_shown_in_characters_where_they_are_asked_for() -> None:
    _, plain = step(FILL, WRONG)
    _, drawn = step(FILL, WRONG, "--pictures")
    assert "eax" in drawn
    assert len(drawn) > 2 * len(plain)


def test_json_has_the_witness_and_its_frames() -> None:
    _, told = step(FILL, WRONG, "--json")
    found = json.loads(told)
    assert found["kind"] == "obligation"
    assert len(found["frames"]["stills"]) == len(found["trace"]) + 1


def test_nothing_breaks_out_of_the_page(tmp_path: Path) -> None:
    bad = tmp_path / "answer.py"
    bad.write_text("n = int(input())\nprint('</script><b>`<i>`')\n")
    page = tmp_path / "run.html"
    step(EXERCISES / "console/average", bad, "-o", page)
    made = page.read_text("utf-8")
    assert "<b>" not in made
    assert "<i>" not in made
    assert made.count("</script>") <= 1


@pytest.mark.parametrize("right", ["examples/right/sum.inv"])
def test_a_right_answer_has_no_run_that_shows_a_mistake(right: str) -> None:
    found = next((FILL / "examples/right").iterdir()) if not (FILL / right).exists() else FILL / right
    status, told = step(FILL, found)
    assert status == 0
    assert "no run" in told
