"""Linked structures as arguments of functions: one input for each path, with survivors where nobody looked."""

from collections.abc import Iterator

import pytest

from tests.engines.heaps.samples import ORDERED
from viva.engines.heaps.building.arguments import Lazy, lazy
from viva.engines.heaps.schemas.lazy_initialization import Guard, compile_lazily
from viva.engines.shapes import Record, Row, parse_shape, written_classes
from viva.languages import python
from viva.sandbox import Sandbox

CLASSES = written_classes(
    {
        "Node": {"key": "int", "left": "Node | None", "right": "Node | None"},
        "Cell": {"value": "int", "count": "int", "next": "Cell | None"},
        "Word": {"text": "str", "next": "Word | None"},
    }
)
NODE = """
class Node:
    def __init__(self, key, left=None, right=None):
        self.key, self.left, self.right = key, left, right
"""
CELL = """
class Cell:
    def __init__(self, value, count, next):
        self.value, self.count, self.next = value, count, next
"""
INSERT = (
    NODE
    + """
def insert(tree, key):
    if tree is None:
        return Node(key)
    if key < tree.key:
        tree.left = insert(tree.left, key)
    elif key > tree.key:
        tree.right = insert(tree.right, key)
    return tree
"""
)
IN_ORDER = NODE + ORDERED


def following(function: str, *types: str) -> Lazy:
    found = lazy(function, [parse_shape(text, CLASSES) for text in types])
    assert found is not None
    return found


def inputs(sandbox: Sandbox, of: Lazy, source: str, requires: str = "") -> list[Row]:
    program, condition = (
        compile_lazily(python, sandbox, source.encode()),
        compile_lazily(python, sandbox, requires.encode(), counted=False),
    )
    assert program is not None and condition is not None
    return list(of.inputs(sandbox, program, Guard(condition, "requires") if requires else None))


def field(value: object, name: str) -> object:
    assert isinstance(value, Record)
    return dict(value.fields)[name]


def keys(tree: object) -> Iterator[object]:
    """From the left to the right."""
    if tree is not None:
        yield from keys(field(tree, "left"))
        yield field(tree, "key")
        yield from keys(field(tree, "right"))


def height(tree: object) -> int:
    return 0 if tree is None else 1 + max(height(field(tree, "left")), height(field(tree, "right")))


def test_what_a_path_never_looks_at_is_there_and_like_nothing_else(sandbox: Sandbox) -> None:
    found = inputs(sandbox, following("insert", "Node | None", "int"), INSERT)
    to_the_left = [tree for tree, key in found if tree is not None and list(keys(tree))[:-1] == [key + 1]]  # type: ignore[operator]
    assert to_the_left  # the way leads to the left, where nothing is; what is on the right must survive
    assert all(len(set(keys(tree))) == 2 for tree in to_the_left)
    assert max(height(tree) for tree, _ in found) >= 6


def test_a_precondition_holds_of_every_input_that_is_made_for_it(sandbox: Sandbox) -> None:
    of = following("insert", "Node | None", "int")
    guarded = inputs(sandbox, of, INSERT, IN_ORDER)
    assert len(guarded) > 100
    for tree, _ in guarded:
        order = list(keys(tree))
        assert order == sorted(set(order))  # type: ignore[type-var]  # numbers
    assert max(height(tree) for tree, _ in guarded) >= 5


def test_two_numbers_in_a_node_are_followed_both(sandbox: Sandbox) -> None:
    source = (
        CELL
        + """
def total(cells, least):
    found = 0
    while cells is not None:
        if cells.count > least:
            found += cells.value
        cells = cells.next
    return found
"""
    )
    found = inputs(sandbox, following("total", "Cell | None", "int"), source)
    more = {field(cells, "count") > least for cells, least in found if cells is not None}  # type: ignore[operator]
    assert more == {True, False}


def test_keys_that_are_added_up_and_divided_are_solved(sandbox: Sandbox) -> None:
    source = (
        CELL
        + """
def special(cells, total):
    return cells.next is not None and cells.value + cells.next.value * 3 == total and cells.value % 7 == 5
"""
    )
    found = inputs(sandbox, following("special", "Cell", "int"), source)
    hit = [
        (cells, total)
        for cells, total in found
        if (then := field(cells, "next")) is not None
        and field(cells, "value") + field(then, "value") * 3 == total  # type: ignore[operator]
        and field(cells, "value") % 7 == 5  # type: ignore[operator]
    ]
    assert hit


@pytest.mark.parametrize(
    "types", [("list[int]",), ("Word | None",), ("Node | None", "Cell | None"), ("Node | None", "str")]
)
def test_other_arguments_are_left_to_others(types: tuple[str, ...]) -> None:
    assert lazy("f", [parse_shape(text, CLASSES) for text in types]) is None
