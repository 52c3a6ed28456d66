"""`viva spec`: looking at a specification, turning it into another notation, running it."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from viva.core.fault import Fault
from viva.engines.dialogues.notations.readable import parse as parse_readable
from viva.engines.dialogues.notations.symbols import parse
from viva.subjects.console.commands import spec

COUNTDOWN = "[>n]^N ( [{eps, n_C - len(x_A)} >] [>x]^Z <len(x_A) = n_C> E )->E [{sum(x_A)} >]"


@pytest.fixture
def exercise(tmp_path: Path) -> Path:
    (tmp_path / "exercise.toml").write_text(
        'subject = "console"\n[console]\nspec = "spec.txt"\npython = "functions.py"\nfunctions = ["half", "len"]\n'
    )
    (tmp_path / "functions.py").write_text("def half(n: int) -> int:\n    return n // 2\n")
    (tmp_path / "spec.txt").write_text("read n: nat\nwrite half(n) | nothing\nwrite len(n.all)\n")
    return tmp_path


def call(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(spec, [str(argument) for argument in arguments], standalone_mode=False)
    if result.exception:
        raise result.exception
    return result.return_value, result.output


def test_a_specification_is_turned_into_another_notation(tmp_path: Path) -> None:
    file = tmp_path / "spec.sym"
    file.write_text(COUNTDOWN)
    status, shown = call(file, "--to", "txt")
    assert (status, parse_readable(shown)) == (0, parse(COUNTDOWN))
    assert call(file, "--to", "sym") == (0, f"{COUNTDOWN}\n")
    assert call(file, "--to", "python")[1].startswith("from viva.engines.dialogues.notations.builder import *")
    assert "Print the sum of all values read into `x`." in call(file, "--to", "english")[1]


def test_a_specification_is_run_on_given_inputs(tmp_path: Path) -> None:
    file = tmp_path / "spec.sym"
    file.write_text(COUNTDOWN)
    assert call(file, "--run", "2 5 3") == (0, "?2 !2 ?5 !1 ?3 !8 stop\n")
    status, shown = call(file, "--run", "1 4", "--all")
    assert status == 0
    assert shown.splitlines() == ["?1 !{ε, 1} ?4 !{4} stop", "?1 !1 ?4 !4 stop", "?1 ?4 !4 stop"]
    assert "it reads a whole number into `x`" in call(file, "--run", "2 5")[1]
    assert call(file, "--run", "-1")[0] == 1
    assert "Input 2 is b" in call(file, "--run", "1 b")[1]
    assert "ends after 1 input" in call(file, "--run", "0 1")[1]


def test_a_given_run_is_judged_and_told_where_it_goes_wrong(tmp_path: Path) -> None:
    file = tmp_path / "spec.sym"
    file.write_text(COUNTDOWN)
    for right in ("?2 ?5 ?3 !8", "?2 !2 ?5 !1 ?3 !8 stop", "?0 !0"):
        assert call(file, "--accepts", right) == (0, "Accepted: a right program may run like this.\n")
    for wrong, told in {
        "?2 ?5 ?3 !9": "After ?2 ?5 ?3 comes !8, not !9.",
        "?2 ?5": "After ?2 ?5 comes ?x, not stop.",
        "?2 !2 !7 ?5 !1 ?3 !8": "After ?2 !2 comes ?5, not !7.",
        "?0 !0 ?4": 'After ?0 !0 comes stop, not ?"4".',
        "!8": "At the beginning comes ?n, not !8.",
        "?-1 !0": "Input 1 is -1",
    }.items():
        status, shown = call(file, "--accepts", wrong)
        assert (status, told in shown) == (1, True), shown
    with pytest.raises(Fault, match=r"--accepts.*a run is written"):
        call(file, "--accepts", "2 5")


def test_every_run_that_is_listed_is_accepted_and_none_with_another_end(tmp_path: Path) -> None:
    file = tmp_path / "spec.sym"
    file.write_text(COUNTDOWN)
    for inputs in ("0", "1 4", "2 5 3", "3 -1 0 9"):
        for run in call(file, "--run", inputs, "--all")[1].splitlines()[1:]:
            assert call(file, "--accepts", run)[0] == 0
            assert call(file, "--accepts", run.replace(" stop", " !77 stop"))[0] == 1


def test_functions_of_the_exercise_are_known(exercise: Path) -> None:
    assert call(exercise, "--run", "7", "--all")[1].splitlines()[0] == "?7 !{1, 3 1} stop"
    assert call(exercise / "spec.txt", "--run", "7")[1] == "?7 !3 !1 stop\n"
    (exercise / "spec.txt").write_text("read n: nat\nwrite sum(n.all)\n")
    with pytest.raises(Fault, match="does not allow the function sum"):
        call(exercise)


def test_remarks_are_shown_and_change_the_status(exercise: Path) -> None:
    assert call(exercise)[0] == 0
    (exercise / "spec.txt").write_text("read n: nat\nif n < 0: write half(n)\n")
    status, shown = call(exercise)
    assert status == 1
    assert "spec.txt:2:4: the condition n < 0 never holds here" in shown


def played(file: Path, typed: str) -> tuple[int, list[str]]:
    result = CliRunner().invoke(spec, [str(file), "--play"], input=typed, standalone_mode=False)
    assert not result.exception
    return result.return_value, result.output.splitlines()


def test_a_specification_is_played_line_by_line_without_a_terminal_too(tmp_path: Path) -> None:
    file = tmp_path / "spec.txt"
    file.write_text('read n: 1..9 until valid\nread w: {"a", "b"}\nwrite f"{...}{n}"\nwrite w | nothing\n')
    status, shown = played(file, "12\n3\nc\nb\n")
    assert status == 0
    assert shown == [
        "Type a whole number from 1 to 9, for `n`:",
        "  (This value is not accepted. The program may print a message, and reads again.)",
        "Type a whole number from 1 to 9, for `n`:",
        'Type one of the values "a" or "b", for `w`:',
        "  (Such a value is never given here. Try another one.)",
        'Type one of the values "a" or "b", for `w`:',
        "  prints … 3",
        '  may print "b"',
        "The program ends here.",
    ]
    assert played(file, "3\n")[0] == 1


def test_tests_are_written_as_plain_files_that_the_model_answer_passes(tmp_path: Path) -> None:
    file = tmp_path / "spec.txt"
    file.write_text("read n: 0..2\nrepeat n:\n    read x: 1..3\nwrite sum(x.all)\n")
    folder = tmp_path / "tests"
    assert call(file, "--tests", folder) == (0, f"13 tests were written to {folder}.\n")
    assert sorted(path.name for path in folder.glob("*.in")) == [f"{number:02}.in" for number in range(1, 14)]
    for given in folder.glob("*.in"):
        first, *rest = map(int, given.read_text().split())
        assert first == len(rest)
        assert given.with_suffix(".out").read_text() == f"{sum(rest)}\n"
    assert (folder / "runs.txt").read_text().splitlines()[0] == "01: ?0 !{0} stop"
    with pytest.raises(Fault, match="not empty"):
        call(file, "--tests", folder)
