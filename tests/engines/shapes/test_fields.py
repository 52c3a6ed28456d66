"""Texts of numbers and signs, edges of the ranges in them, and sequences of the same atoms in other numbers."""

from viva.engines.mining import Constants
from viva.engines.shapes import holds, parse_shape
from viva.engines.shapes.fields import edge_rows, field_rows
from viva.engines.shapes.multisets import multiset_rows

TEXT, WHOLE, WORDS = parse_shape("str"), parse_shape("int"), parse_shape("list[str]")


def test_texts_are_made_of_the_signs_that_programs_mention() -> None:
    found = field_rows((TEXT, WHOLE), ("", 7), Constants(texts=(":", r"(\d+)-(\d+)")))
    assert {("1:1", 7), ("01:01:01", 7), ("0001-01-01", 7), ("1-1-1-1", 7)} <= {*found}
    assert field_rows((TEXT,), ("",), Constants(texts=("word",))) == []
    assert (["01:01"],) in field_rows((WORDS,), ([],), Constants(texts=(":",)))


def test_each_number_comes_to_each_edge_with_the_others_as_they_are_and_at_zero() -> None:
    found = {row[0] for row in edge_rows((TEXT,), [("01:01",), ("x",), ("07:45",)], (23, 59), 1000)}
    edges = ["00", "01", "22", "23", "24", "58", "59", "60"]
    assert {f"{edge}:{other}" for edge in edges for other in ("00", "01")} <= found
    assert {f"{other}:{edge}" for edge in edges for other in ("00", "01")} <= found
    assert {"1:01", "001:01"} <= found and not any("45" in str(text) for text in found)


def test_no_more_than_wanted_and_nothing_outside_of_the_shapes() -> None:
    found = edge_rows((WHOLE, TEXT), [(1, "1.1.1.1")], range(12), 50)
    assert 25 < len(found) <= 50 and all(row[0] == 1 and holds(TEXT, row[1]) for row in found)


def test_two_sequences_have_the_same_atoms_in_other_numbers() -> None:
    for shape, wanted in ((TEXT, ("aaab", "abbb")), (parse_shape("list[int]"), ([1, 1, 3, 3], [1, 2, 2, 3]))):
        found = multiset_rows((shape, WHOLE, shape), [(wanted[0], 5, wanted[0])], 1000)
        assert (wanted[0], 5, wanted[1]) in found
        assert all(len(str(one)) == len(str(two)) for one, _, two in found) and len(found) == len({*map(repr, found)})
    assert multiset_rows((TEXT, WHOLE), [("", 0)], 10) == []
