"""`viva generate console`: exercises made at random."""

import tomllib
from pathlib import Path

import pytest

from tests.examining import Viva

SUM = Path(__file__).parents[3] / "exercises" / "console" / "sum-of-n"


def test_what_is_generated_is_an_exercise_that_keeps_its_promises(viva: Viva, tmp_path: Path) -> None:
    folder = tmp_path / "task"
    assert viva("generate", "console", folder, "--difficulty", "2", "--seed", "3").out == f"{folder}\n"
    assert viva("test-exercise", folder).status == 0
    assert (folder / "statement.md").read_text("utf-8") in viva("show", folder).out + "\n"
    assert "Lies" in (folder / "statement.de.md").read_text("utf-8")
    assert sorted((folder / "tests").glob("*.in")) and (folder / "tests" / "runs.txt").is_file()
    again = tmp_path / "again"
    viva("generate", "console", again, "--difficulty", "2", "--seed", "3", "--language", "de")
    assert (again / "spec.txt").read_bytes() == (folder / "spec.txt").read_bytes()
    assert tomllib.loads((again / "exercise.toml").read_text("utf-8"))["statement"] == "statement.de.md"
    assert "Lies" in viva("show", again).out


def test_several_are_written_side_by_side_and_can_be_like_an_exercise(viva: Viva, tmp_path: Path) -> None:
    call = viva("generate", "console", tmp_path / "tasks", "--count", "2", "--like", SUM)
    assert call.status == 0
    for number in (1, 2):
        folder = tmp_path / "tasks" / f"tasks-{number}"
        assert "2 reads, nesting 1, 2 remembered, loops: counted" in (folder / "exercise.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--difficulty", "6"], "6 is not in the range"),
        (["--loops", "countd"], "did you mean 'counted'?"),
        (["--reads", "9"], "no task like this was found"),
        (["--clef", "bass"], "no such option"),
    ],
)
def test_what_cannot_be_made_is_told(viva: Viva, tmp_path: Path, options: list[str], said: str) -> None:
    call = viva("generate", "console", tmp_path / "task", *options)
    assert call.status == 2
    assert said in call.err.lower()
    assert not (tmp_path / "task").exists()


def test_what_can_be_generated_is_named(viva: Viva, tmp_path: Path) -> None:
    call = viva("generate", "consle", tmp_path / "task")
    assert call.status == 2
    assert "did you mean 'console'?" in call.err


@pytest.mark.thorough
def test_a_hundred_in_a_row_are_solved_and_told_from_a_mistake(viva: Viva, tmp_path: Path) -> None:
    assert viva("generate", "console", tmp_path / "tasks", "--count", "100").status == 0
    folders = sorted((tmp_path / "tasks").iterdir())
    assert len(folders) == len({(folder / "statement.md").read_text("utf-8") for folder in folders}) == 100
    for folder in folders:
        assert viva("check", folder, folder / "examples" / "right" / "solution.py").status == 0, folder
        wrong = folder / "examples" / "wrong" / "slip.py"
        assert not wrong.is_file() or viva("check", folder, wrong).status == 1, folder
