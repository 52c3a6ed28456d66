"""What was asked for and what came never look alike."""

import pytest

from viva.core.report import Comparison
from viva.core.texts import catalogue
from viva.showing.comparing import visible_comparison


def shown(asked: str, came: str) -> Comparison:
    table = Comparison("Look:", ("call", "expected", "yours"), (("f(1)", asked, came),))
    return visible_comparison(table, catalogue("viva.showing", "en").say)


@pytest.mark.parametrize(
    ("asked", "came"), [("a b", "a  b"), ("a", "a "), ("a\nb", "a b"), ("a\tb", "a b"), ("", "\n")]
)
def test_texts_that_differ_only_in_blanks_do_not_look_alike(asked: str, came: str) -> None:
    table = shown(asked, came)
    assert table.rows[0][0] == "f(1)"
    assert table.rows[0][1] != table.rows[0][2]
    assert "Only spaces" in table.note


def test_blanks_are_left_alone_where_more_differs() -> None:
    assert shown("a b", "a c").rows == (("f(1)", "a b", "a c"),)
    assert shown("a b", "a b").note == ""


def test_long_cells_are_cut_around_the_first_difference() -> None:
    same = "line of output\n" * 500
    (_, asked, came), *_ = shown(same + "left" + same, same + "right" + same).rows
    assert "left" in asked and "right" in came
    assert "characters before" in asked and "characters after" in asked
    assert len(came) < 2000
