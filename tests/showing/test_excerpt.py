"""The line that a place points at."""

from viva.core.where import Passage
from viva.showing.excerpt import excerpt


def test_the_caret_stands_below_its_character_also_after_tabs_and_wide_ones() -> None:
    files = {"a.py": "\tx = '你好' + y\n".encode()}
    found = excerpt(Passage("a.py", 1, 13, 1, 14), files)
    assert found is not None
    assert [piece.text for piece in found.pieces if piece.mark] == ["y"]
    assert found.signs == " " * 17 + "^"


def test_a_line_of_a_million_characters_is_cut_around_the_place() -> None:
    files = {"a.py": b"x" * 500_000 + b"HERE" + b"y" * 500_000}
    found = excerpt(Passage("a.py", 1, 500_001, 1, 500_005), files)
    assert found is not None
    assert [piece.text for piece in found.pieces if piece.mark] == ["HERE"]
    assert len(found.text) < 200


def test_a_place_outside_the_submission_has_no_line() -> None:
    assert excerpt(Passage("a.py", 9, 1), {"a.py": b"x"}) is None
    assert excerpt(Passage("b.py", 1, 1), {"a.py": b"x", "c.py": b"y"}) is None
    beyond = excerpt(Passage("a.py", 1, 99), {"a.py": b"x"})
    assert beyond is not None
    assert beyond.signs.strip() == "^"
