"""Small edits of programs: what the catalogue promises, and what comes back from the box."""

import ast
from collections import Counter
from pathlib import Path

import pytest

from viva.languages import python
from viva.languages.edits import Edit, Probe
from viva.languages.heap import read
from viva.languages.inside.vivabox.python.changing.edits import Source
from viva.languages.transcript import Write
from viva.languages.values import write
from viva.sandbox import Sandbox

PROGRAMS = sorted((Path(__file__).parents[2] / "exercises").glob("*/*/examples/*/*.py"))[::6]
LARGEST = """
def largest(numbers: list[int], other: int = 0) -> int:
    best = numbers[0]
    for number in numbers[1:]:
        if number < best and not number == other:
            best = number
    return best
"""


def piece(text: str, edit: Edit) -> str:
    lines = text.split("\n")[edit.line - 1 : edit.end_line]
    lines[-1] = lines[-1][: edit.end_column - 1]
    lines[0] = lines[0][edit.column - 1 :]
    return "\n".join(lines)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: f"{path.parts[-4]}-{path.stem}")
def test_an_edit_changes_the_program_at_its_place_and_none_comes_twice(path: Path) -> None:
    text = path.read_text("utf-8")
    try:
        source = Source(text)
    except SyntaxError:
        return  # the point of this example
    changed: list[str] = []
    for edit in source.edits((7,), ("hello",)):
        line, column, end_line, end_column = source.place(edit)
        told = Edit(0, edit.kind, line, column, end_line, end_column, "", edit.new)
        assert piece(text, told) == source.bytes[edit.begin : edit.end].decode()
        changed.append(source.changed(edit))
    assert text not in changed
    assert len(set(changed)) == len(changed)


def test_the_usual_slips_come_before_the_rarer_ones() -> None:
    kinds = [edit.kind for edit in Source(LARGEST).edits()]
    assert kinds.index("comparison") < kinds.index("name")
    assert Counter(kinds).keys() >= {"comparison", "constant", "negated", "index", "name", "statement_dropped"}


def test_what_stands_in_a_formatted_text_is_changed_there_or_not_at_all() -> None:
    text = 'def f(x):\n    return f"a{x + 1}b {x!r:>{3}}"\n'
    source = Source(text)
    changed = [ast.dump(ast.parse(source.changed(edit))) for edit in source.edits()]
    assert changed and ast.dump(ast.parse(text)) not in changed


@pytest.mark.parametrize(
    ("line", "slip"),
    [
        ("if number > best:", "if number < best:"),
        ("best = numbers[0]", "best = numbers[1]"),
        ("return best", "return best + 1"),
        ("for number in numbers[1:]:", "for number in numbers[2:]:"),
        ("best = number\n", "best = other\n"),
        ("    return best", "        return best"),
        ("    return best", "    print(best)"),
        ("    return best", "    return best.sort()"),
        ("            best = number\n", "            best += number\n"),
        ("if number > best", "while number > best"),
        ("if number > best", "if number > str(best)"),
        ("    best = numbers[0]\n", "    best = numbers[0] ** 1\n"),
    ],
)
def test_a_slip_is_undone_by_one_of_the_edits(line: str, slip: str) -> None:
    right = LARGEST.replace("number < best and not number == other", "number > best")
    assert line in right
    wrong = right.replace(line, slip)
    undone = {ast.dump(ast.parse(text)) for text in _parsing(Source(wrong))}
    assert ast.dump(ast.parse(right)) in undone


@pytest.mark.parametrize(
    ("right", "slip"),
    [
        ("balance = 500\nif int(input()) > balance:\n    print(balance)\n", ("> balance", "> 500")),
        ("def f(xs, n):\n    return [xs[i] for i in range(n)]\n", ("range(n)", "range(3)")),
    ],
)
def test_a_value_that_was_written_for_a_variable_becomes_the_variable(right: str, slip: tuple[str, str]) -> None:
    assert right in _parsing(Source(right.replace(*slip)))


def test_a_constant_does_not_become_what_it_is_compared_with() -> None:
    assert not any("x > x" in text for text in _parsing(Source("def f(x):\n    return x > 500\n")))


def _parsing(source: Source) -> list[str]:
    found = []
    for edit in source.edits():
        try:
            ast.parse(source.changed(edit))
        except SyntaxError:
            continue
        found.append(source.changed(edit))
    return found


def test_edited_programs_come_with_their_edit_and_run(sandbox: Sandbox) -> None:
    edited = python.mends.edited(sandbox, b"print(int(input()) + 1)\n", numbers=(5,), most=20)
    assert edited
    written = {}
    for one in edited:
        assert one.edit.old == piece("print(int(input()) + 1)\n", one.edit)
        transcript = python.runs.run_console(sandbox, one.program, ["3"])
        written[one.edit.new] = "".join(event.text for event in transcript.events if isinstance(event, Write))
    assert written["5"].strip() == "8"


def test_changed_functions_answer_and_one_that_ends_its_process_is_left_out(sandbox: Sandbox) -> None:
    source = "import os\ndef f(x):\n    if x > 100:\n        os._exit(1)\n    return x\n"
    changes = python.mends.small_changes(sandbox, source)
    with python.mends.tries(sandbox, source, "f", [Probe([3], read(write(4)))], steps=1000) as tries:
        answers = tries.answers([[change] for change in changes])
        said = {
            (source[: change.pieces[0].begin].count("\n"), change.pieces[0].new): answer
            for change, answer in zip(changes, answers, strict=True)
        }
        right = [change for change, answer in zip(changes, answers, strict=True) if answer == "1"]
        assert tries.passing([[], right[:1]]) == [False, True]
    assert said[4, "x + 1"] == "1"
    assert said[2, "x < 100"] == ""  # that one ended its process
    assert said[4, "x - 1"] not in ("1", "")


def test_what_is_broken_or_long_has_no_edits(sandbox: Sandbox) -> None:
    assert python.mends.edited(sandbox, b"print(") == []
    assert python.mends.edited(sandbox, b"x = 1\n" * 5000) == []
    assert python.mends.small_changes(sandbox, "print(") == []
