"""Each invariant of the library holds of what has it and not of what lacks it, however broken."""

import pytest

from viva.engines.heaps.invariants import LIBRARY
from viva.engines.heaps.view import Cell, View


def tree(*cells: tuple[int, int | None, int | None], marks: tuple[str, ...] = ()) -> View:
    made = tuple(
        Cell(key, (left, right), (), (("color", marks[number]),) if marks else ())
        for number, (key, left, right) in enumerate(cells)
    )
    return View(("left", "right"), (), made, (("root", 0 if cells else None),))


def row(*keys: int, back: bool = False, loop: int | None = None) -> View:
    last = len(keys) - 1
    made = tuple(
        Cell(key, (number + 1 if number < last else loop,), (number - 1 if number else None,) if back else ())
        for number, key in enumerate(keys)
    )
    return View(("next",), ("prev",) if back else (), made, (("head", 0 if keys else None),))


def array(*keys: int) -> View:
    cells = tuple(Cell(key, (number + 1 if number + 1 < len(keys) else None,)) for number, key in enumerate(keys))
    return View(("next",), (), cells, (("items", 0 if keys else None),), array=True)


def forest(*parents: int) -> View:
    cells = tuple(Cell(number, (parent,)) for number, parent in enumerate(parents))
    return View(("parent",), (), cells, (("", 0),))


BALANCED = tree((4, 1, 2), (2, 3, None), (6, None, None), (1, None, None))
CHAIN = tree((1, None, 1), (2, None, 2), (3, None, None))
SHARED = tree((2, 1, 1), (1, None, None))


@pytest.mark.parametrize(
    ("name", "yes", "no"),
    [
        ("acyclic", SHARED, row(1, 2, loop=0)),
        ("tree", BALANCED, SHARED),
        ("doubly linked", row(1, 2, 3, back=True), View(("next",), ("prev",), (Cell(1, (None,), (0,)),), (("h", 0),))),
        ("search tree, duplicates left", tree((2, 1, None), (2, None, None)), tree((2, None, 1), (2, None, None))),
        ("search tree, duplicates right", tree((2, None, 1), (2, None, None)), tree((2, 1, None), (2, None, None))),
        ("search tree, duplicates forbidden", BALANCED, tree((2, 1, None), (2, None, None))),
        ("search tree, duplicates forbidden", BALANCED, tree((3, 1, None), (1, None, 2), (4, None, None))),
        ("min-heap", array(1, 3, 2, 4), array(1, 3, 2, 2)),
        ("max-heap", tree((3, 1, 2), (1, None, None), (2, None, None)), tree((3, 1, None), (4, None, None))),
        ("avl", BALANCED, CHAIN),
        (
            "red-black",
            tree((2, 1, 2), (1, None, None), (3, None, None), marks=("black", "red", "red")),
            tree((2, 1, None), (1, None, None), marks=("black", "black")),
        ),
        ("sorted list", row(1, 2, 2), row(2, 1)),
        ("sorted list without duplicates", row(1, 2), row(1, 1)),
        ("union-find", forest(1, 2, 2), forest(1, 2, 0)),
    ],
)
def test_it_holds_where_it_should_and_not_elsewhere(name: str, yes: View, no: View) -> None:
    assert LIBRARY[name](yes)
    assert not LIBRARY[name](no)


@pytest.mark.parametrize("name", LIBRARY)
@pytest.mark.parametrize("view", [row(1, 2, loop=0), SHARED, tree((1, 0, 0)), row(), array(), tree()])
def test_whatever_is_handed_back_gets_an_answer(name: str, view: View) -> None:
    assert LIBRARY[name](view) in (True, False)
