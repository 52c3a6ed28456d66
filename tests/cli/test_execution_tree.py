"""`viva execution-tree` of functions; `tests/subjects/structures/test_commands.py` has those of methods."""

from pathlib import Path

from tests.examining import Viva

ROOT = Path(__file__).parents[2]
MINIMUM = ROOT / "docs/papers/minimum.py"


def test_the_papers_program_has_a_dead_line_and_a_way_that_cannot_be_gone(viva: Viva) -> None:
    said = viva("execution-tree", MINIMUM).out
    assert "3: b < a" in said
    assert "cannot be" in said
    assert said.splitlines()[-1] == "No input reaches these lines: 6."


def test_the_reference_of_an_exercise_and_a_file_with_its_types(viva: Viva, tmp_path: Path) -> None:
    exercise = ROOT / "exercises/functions/leap-year"
    assert "2: year % 400 == 0" in viva("execution-tree", exercise).out
    (tmp_path / "mine.py").write_text("def is_leap(year):\n    return year % 4 == 0\n")
    said = viva("execution-tree", exercise, "--file", tmp_path / "mine.py").out
    assert "2: year % 4 == 0" in said
    assert "400" not in said


def test_a_function_in_javascript(viva: Viva, tmp_path: Path) -> None:
    (tmp_path / "least.js").write_text("function least(a, b) {\n  return a < b ? a : b;\n}\n")
    said = viva("execution-tree", tmp_path / "least.js").out
    assert "a < b" in said
    assert "a >= b" in said


def test_lines_are_not_called_dead_where_paths_were_left_out(viva: Viva, tmp_path: Path) -> None:
    (tmp_path / "far.py").write_text(
        "def far(n: int):\n    i = 0\n    while i < n:\n        i += 1\n"
        "    if i > 90:\n        return 1\n    return 0\n"
    )
    assert "No path" not in viva("execution-tree", tmp_path / "far.py").out


def test_what_cannot_be_followed_is_said(viva: Viva, tmp_path: Path) -> None:
    assert "the file defines no function 'maximum'" in viva("execution-tree", MINIMUM, "--function", "maximum").err
    assert "neither for a function" in viva("execution-tree", ROOT / "exercises/automata/no-101").err
