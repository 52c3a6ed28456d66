"""Of the edits that mend a program the smallest is told."""

import pytest

from viva.core.where import Passage
from viva.engines.edits import apply_edit, edit_clue, novelty, smallest
from viva.languages.edits import Edit


def edit(number: int, line: int, old: str, new: str) -> Edit:
    return Edit(number, "comparison", line, 1, line, 1 + len(old), old, new)


EDITS = [edit(0, 3, "x", "x + 17"), edit(1, 9, "a < b", "a <= b"), edit(2, 1, "a < b", "a + 1 < b")]


def identity(one: Edit) -> Edit:
    return one


def test_what_nobody_named_is_more_novel_than_a_turned_sign() -> None:
    assert novelty(EDITS[1]) < novelty(EDITS[2], {"1"}) < novelty(EDITS[0])
    assert novelty(EDITS[0], {"17"}) < novelty(EDITS[0])


@pytest.mark.parametrize("right", [{0, 1, 2}, {0, 1}, {1, 2}])
def test_the_least_novel_of_the_right_ones_is_taken(right: set[int]) -> None:
    found = smallest(EDITS, identity, 3, list, lambda one: one.number in right)
    assert found is not None
    assert found.number == 1


def test_the_nearest_are_looked_through_first_and_only_hopeful_ones_are_judged() -> None:
    seen: list[int] = []
    judged: list[int] = []

    def hopeful(near: object) -> list[Edit]:
        assert isinstance(near, list)
        seen.extend(one.number for one in near)
        return near[:1]

    def right(one: Edit) -> bool:
        judged.append(one.number)
        return True

    found = smallest(EDITS, identity, 9, hopeful, right)
    assert (seen, judged) == ([1, 0, 2], [1])
    assert found is EDITS[1]


def test_without_budget_nothing_is_said_to_mend() -> None:
    assert smallest(EDITS, identity, 1, list, lambda _: None) is None
    assert smallest(EDITS, identity, 1, list, lambda _: False) is None
    assert smallest(EDITS, identity, 1, list, lambda one: one.number == 0, tried=1) is None


def test_an_edit_is_made_at_its_place() -> None:
    text = "é = 1\nif a < b:\n    pass\n"
    assert apply_edit(text, Edit(0, "comparison", 2, 4, 2, 9, "a < b", "a <= b")) == "é = 1\nif a <= b:\n    pass\n"
    assert apply_edit(text, Edit(0, "swapped", 1, 5, 2, 3, "1\nif", "2")) == "é = 2 a < b:\n    pass\n"
    assert apply_edit(text, Edit(0, "added", 1, 1, 1, 1, "", "x\n")) == "x\n" + text


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("a < b", "a <= b", "Line 4: `a < b` → `a <= b`"),
        ("", "print(x)\n", "Line 4: put in `print(x)`"),
        ("print(x)", "pass", "Line 4: take out `print(x)`"),
        ("x\x1b[31m", "y", "Line 4: `x\\x1b[31m` → `y`"),
    ],
)
def test_an_edit_is_told_in_a_sentence_that_shows_no_control_signs(old: str, new: str, said: str) -> None:
    clue = edit_clue(edit(0, 4, old, new), f"\n\n\n{old}\n", "submission.py", "en")
    assert clue.text == said
    assert clue.where == Passage("submission.py", 4)


def test_a_piece_that_stands_twice_in_its_line_is_told_with_the_line() -> None:
    change = Edit(0, "name", 1, 12, 1, 16, "best", "number")
    assert (
        edit_clue(change, "    best = best\n", "submission.py", "en").text == "Line 1: `best = best` → `best = number`"
    )
