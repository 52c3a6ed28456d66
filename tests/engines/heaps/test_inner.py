"""Where structures that look alike differ."""

from viva.engines.heaps.comparing.inner import Inner, Lead, inner_differences
from viva.engines.heaps.view import Cell, View

FIELDS = frozenset({"prev", "height", "tail", "size"})


def row(back: tuple[int | None, ...], tail: int | None = 1, size: int = 2, height: int = 1) -> View:
    cells = (Cell(7, (1,), back[:1], (("height", height),)), Cell(8, (None,), back[1:2], (("height", 1),)))
    return View(
        ("next",), ("prev",), (*cells, Cell(7, (1,), (None,))), (("head", 0), ("tail", tail)), (("size", size),)
    )


RIGHT = row((None, 0))


def test_nothing_is_told_where_nothing_differs() -> None:
    assert inner_differences(RIGHT, RIGHT, FIELDS) == []


def test_a_link_back_that_leads_elsewhere_is_told_with_where_it_should_lead() -> None:
    assert inner_differences(RIGHT, row((None, None)), FIELDS) == [Inner(1, 8, "prev", True, Lead(7), None)]
    # A node that was taken out has the same key, and is another one.
    assert inner_differences(RIGHT, row((None, 2)), FIELDS) == [Inner(1, 8, "prev", True, Lead(7), Lead(7, other=True))]


def test_data_of_nodes_and_of_the_container_are_told() -> None:
    assert inner_differences(RIGHT, row((None, 0), height=3), FIELDS) == [Inner(0, 7, "height", False, 1, 3)]
    assert inner_differences(RIGHT, row((None, 0), size=5), FIELDS) == [Inner(None, None, "size", False, 2, 5)]
    assert inner_differences(RIGHT, row((None, 0), tail=0), FIELDS) == [
        Inner(None, None, "tail", True, Lead(8), Lead(7))
    ]


def test_what_does_not_count_or_looks_otherwise_is_not_told() -> None:
    assert inner_differences(RIGHT, row((None, 0), size=5), frozenset({"prev"})) == []
    shorter = View(("next",), ("prev",), (Cell(7, (None,), (None,)),), (("head", 0), ("tail", 0)))
    assert inner_differences(RIGHT, shorter, FIELDS) == []
