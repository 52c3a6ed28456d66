"""The session of QuickEval: chapter 3 of its paper in a real pseudo-terminal, the same from a pipe, and the tables."""

import json
import os
import pty
import select
import subprocess
import time
from pathlib import Path

import pytest

from tests.examining import VIVA

FIRST = """def is_sublist(sub: list[int], sup: list[int]) -> bool:
    if len(sup) < len(sub):
        return False
    if sub == [x for x, y in zip(sup, sub)]:
        return True
    return is_sublist(sub, sup[1:])
"""
SECOND = """def is_sublist(x: list[int], y: list[int]) -> bool:
    if x == []:
        return True
    if y == []:
        return False
    if check(x, y):
        return True
    return is_sublist(x, y[1:])


def check(x, y):
    if x == [] and y == []:
        return True
    if y == []:
        return False
    if x == []:
        return True
    if x[0] == y[0]:
        return check(x[1:], y[1:])
    return False
"""
PROMPT = "(h lists the commands)\r\n> "


@pytest.fixture
def assignments(tmp_path: Path) -> Path:
    (tmp_path / "assn1.py").write_text(FIRST)
    (tmp_path / "assn2.py").write_text(SECOND)
    return tmp_path


class Terminal:
    """A person at a terminal: types a line, reads until the next prompt."""

    def __init__(self, *arguments: object) -> None:
        self.master, slave = pty.openpty()
        command = [*VIVA, *map(str, arguments)]
        environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
        self.process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=environment)
        os.close(slave)
        self.greeting = self.until(PROMPT)

    def until(self, text: str) -> str:
        read = ""
        deadline = time.monotonic() + 120
        while text not in read:
            ready, _, _ = select.select([self.master], [], [], max(0.0, deadline - time.monotonic()))
            assert ready, f"no answer: {read!r}"
            read += os.read(self.master, 65536).decode("utf-8", "replace")
        return read

    def type(self, line: str) -> str:
        os.write(self.master, f"{line}\n".encode())
        return self.until(PROMPT)

    def leave(self) -> int:
        os.write(self.master, b"q\n")
        status = self.process.wait(timeout=60)
        os.close(self.master)
        return status


def test_chapter_three_in_a_terminal(assignments: Path) -> None:
    session = Terminal("explore", assignments / "assn1.py")
    shown = session.type("r is_sublist 4")
    assert shown.count("Input:  ") == 4 and "Parts of is_sublist that have not run yet" in shown
    assert "\x1b[30;43m" in shown  # yellow: not evaluated
    suite = session.type("d is_sublist")
    assert 1 <= suite.count("is_sublist ([") <= 4
    shown = session.type("i is_sublist [3,4] [1,2,3,4]")
    assert "Output: True" in shown
    assert "is_sublist ([3, 4]) ([1, 2, 3, 4])" in session.type("d")
    assert "Every part" in session.type("u")
    assert session.leave() == 0

    session = Terminal("explore", assignments / "assn2.py")
    shown = session.type("f is_sublist")
    assert "With the saved inputs:" in shown and "Input:  ([3, 4]) ([1, 2, 3, 4])" in shown
    assert "Parts of check that have not run yet" in shown
    shown = session.type("i is_sublist [] [1,2,3,4]")
    assert "Output: True" in shown
    assert "is_sublist ([]) ([1, 2, 3, 4])" in session.type("d is_sublist")
    completed = session.type("u ch\t")
    assert "has not run" in completed and "There is no function" not in completed
    assert session.leave() == 0
    history = (assignments / "explore" / ".history").read_text()
    assert "i is_sublist [] [1,2,3,4]" in history


def piped(lines: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [*VIVA, "explore", *map(str, arguments)]
    return subprocess.run(command, input=lines, capture_output=True, text=True, check=False, timeout=300)


def test_a_suite_grows_only_by_what_covers_something_new_and_can_be_undone(assignments: Path) -> None:
    tried = "i is_sublist [1] []\ni is_sublist [2] []\ni is_sublist [3,4] [1,2,3,4]\ni [9] [1,9]\n"
    commands = tried + "d\na\nw True\nm\nz\nz\nz\nd\nq\n"
    run = piped(commands, assignments / "assn1.py")
    assert run.returncode == 0, run.stdout + run.stderr
    kept = [line for line in run.stdout.split("\n") if line.startswith("is_sublist (")]
    assert kept[:2] == ["is_sublist ([1]) ([])", "is_sublist ([3, 4]) ([1, 2, 3, 4])"]
    assert "Remembered as right: is_sublist ([9]) ([1, 9]) gives True." in run.stdout
    assert "Remembered as wrong" in run.stdout
    assert kept[-2:] == kept[:2]


@pytest.mark.thorough
def test_an_accepted_output_becomes_the_expectation_for_the_next_submission(assignments: Path) -> None:
    piped("i is_sublist [5] [5]\na\nq\n", assignments / "assn1.py")
    (assignments / "assn3.py").write_text("def is_sublist(a: list[int], b: list[int]):\n    return False\n")
    run = piped("f is_sublist\n", assignments / "assn3.py")
    assert "Output: False   (True was right)" in run.stdout
    assert "Output: True   (as before, and that was right)" in piped("f is_sublist\n", assignments / "assn2.py").stdout


def test_the_search_covers_what_chance_does_not(tmp_path: Path) -> None:
    file = tmp_path / "rare.py"
    file.write_text("def f(n: int) -> str:\n    if n * 7 == 86415:\n        return 'rare'\n    return 'usual'\n")
    run = piped("g f\nu\n", file)
    assert "Input:  (12345)" in run.stdout and "Every part of f has run" in run.stdout


def test_a_wrong_command_is_told_and_the_session_goes_on(assignments: Path) -> None:
    run = piped("x\nr nothing\ni is_sublist [\nc\nh\n", assignments / "assn1.py")
    assert run.returncode == 2
    for text in ("There is no command x", "There is no function nothing", "cannot be read", "no model", "r [FUNCTION]"):
        assert text in run.stdout
    assert "Traceback" not in run.stderr


@pytest.mark.thorough
def test_a_folder_shows_which_submissions_needed_new_inputs(assignments: Path) -> None:
    first = json.loads(piped("", assignments, "is_sublist", "--json").stdout)
    assert [row["covered"] for row in first["submissions"]] == ["100 %", "100 %"]
    assert first["submissions"][0]["new"]
    again = json.loads(piped("", assignments, "is_sublist", "--json").stdout)
    assert [row["new"] for row in again["submissions"]] == [[], []]


def test_a_session_compares_with_the_model_solution(assignments: Path) -> None:
    exercise = Path(__file__).parents[2] / "exercises" / "functions" / "sublist"
    copied = assignments / "exercise"
    copied.mkdir()
    for name in ("exercise.toml", "statement.md", "reference.py"):
        (copied / name).write_bytes((exercise / name).read_bytes())
    file = assignments / "assn3.py"
    file.write_text("def is_sublist(sub, sup):\n    return all(x in sup for x in sub)\n")
    run = piped("i is_sublist [1,2] [2,1]\nc\n", file, "--exercise", copied)
    assert "the model solution gives False, this file True" in run.stdout
    assert (copied / "explore" / "is_sublist.json").is_file()


CLOCK = """class Clock:
    def __init__(self, hours: range(0, 24), minutes: range(0, 60)):
        self.hours = hours
        self.minutes = minutes

    def later(self, by: int) -> int:
        if self.minutes + by > 59:
            return self.hours + 1
        return self.hours


def noon(clock: Clock) -> bool:
    return clock.hours == 12 and clock.minutes == 0
"""


def explored(file: Path, commands: str, *options: object) -> subprocess.CompletedProcess[str]:
    command = [*VIVA, "explore", str(file), *map(str, options)]
    return subprocess.run(command, input=commands, capture_output=True, text=True, timeout=120, check=False)


def test_instances_and_methods_can_be_explored_and_are_found_again(tmp_path: Path) -> None:
    file = tmp_path / "clock.py"
    file.write_text(CLOCK)
    first = explored(file, "r Clock.later 3\ng\ni noon Clock(hours=12, minutes=0)\n")
    assert first.returncode == 0, first.stderr
    assert "Input:  (Clock(hours=12, minutes=0))\nOutput: True" in first.stdout
    assert "Every part of Clock.later has run" in first.stdout
    again = explored(file, "f Clock.later\nf noon\n")
    assert again.returncode == 0, again.stderr
    assert "Input:  (Clock(hours=12, minutes=0))\nOutput: True" in again.stdout


def test_the_model_is_compared_by_a_search_and_not_by_the_suite_alone(tmp_path: Path) -> None:
    (tmp_path / "exercise.toml").write_text('subject = "functions"\n[functions]\nreference = "r.py"\nfunction = "f"\n')
    (tmp_path / "r.py").write_text("def f(n: int) -> int:\n    return n + 1\n")
    (tmp_path / "answer.py").write_text("def f(n: int) -> int:\n    return 0 if n == 31416 else n + 1\n")
    compared = explored(tmp_path / "answer.py", "c\n", "f", "--exercise", tmp_path)
    assert "f (31416)" in compared.stdout, compared


def test_a_session_from_a_pipe_may_be_left_after_a_line_that_could_not_be_followed(tmp_path: Path) -> None:
    file = tmp_path / "f.py"
    file.write_text(FIRST)
    done = piped("foo bar\nq\n", file)
    assert done.returncode == 2
    assert "mistake in Viva" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("endless.py", "def f(x):\n    while x > 0:\n        x += 1\n    return x\n"),
        ("endless.js", "function f(x) {\n    while (x > 0) {\n        x += 1;\n    }\n    return x;\n}\n"),
    ],
)
def test_a_call_that_does_not_end_has_run_as_far_as_it_came(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    done = subprocess.run(
        [*VIVA, "explore", tmp_path / name], input="i f 1\nu\n", capture_output=True, text=True, check=True
    )
    listed = [line for line in done.stdout.splitlines() if line.startswith("line ")]
    assert listed[0] == "line 2: always true: x > 0"
    assert [line.partition(":")[0] for line in listed[1:]] == [f"line {4 if name.endswith('.py') else 5}"]
