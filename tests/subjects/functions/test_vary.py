"""Variants are really different, or left out because they are really equal."""

import pytest

from viva.subjects.functions.vary import _Kept as Kept

from .conftest import exercise

UNIQUE = (
    "def f(xs: list[int]) -> list[int]:\n    r = []\n    for x in xs:\n"
    "        if x not in r:\n            r.append(x)\n    return r\n"
)
FEW = "search = 10\n"


@pytest.mark.thorough
def test_two_references_are_told_apart_by_an_input_or_proved_equal() -> None:
    added, all_but = UNIQUE.replace("r.append(x)", "r = r + [x]"), UNIQUE.replace("not in r", "not in [0]")
    one, same, other = (Kept(exercise(reference, settings=FEW)) for reference in (UNIQUE, added, all_but))
    assert one.is_equal_to(same)
    assert not one.differs(same)
    assert one.differs(other)
    assert not one.is_equal_to(other)
