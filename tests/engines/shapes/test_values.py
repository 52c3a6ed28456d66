"""Values of shapes: how many there are, all of them by size, made by their classes and read back."""

import itertools

import pytest

from tests.engines.shapes.structures import CLASSES, Account, Node, make
from viva.engines.shapes import (
    Record,
    as_records,
    count,
    holds,
    make_values,
    parse_shape,
    rows,
    shape_of,
    size,
    unshare,
    written_classes,
)
from viva.engines.shapes.corners import corners
from viva.engines.shapes.long import long_inputs
from viva.engines.shapes.making import Hidden
from viva.engines.shapes.spaces import space_of_shape
from viva.engines.shapes.usual import spoken_letters, usual

FINITE = [
    "bool", "None", "range(0, 5)", "Literal['a', 'b', 3]", "bool | None", "tuple[bool, range(0, 3)]",
    "set[bool]", "frozenset[Literal[1, 2, 3]]", "tuple[bool | None, set[Literal['x', 'y']]]", "Holder", "Circle | bool",
    "dict[bool, bool]", "dict[Literal['a', 'b', 'c'], bool | None]",
]  # fmt: skip
SMALL = written_classes({"Circle": {"radius": "range(0, 4)"}, "Holder": {"held": "bool", "kind": "Literal['a', 'b']"}})
ENDLESS = ["int", "str", "list[bool]", "dict[bool, int]", "Node", "Tree", "Rose", "Sum", "Room", "Chain", "Circle"]


@pytest.mark.parametrize("text", FINITE)
def test_finite_shapes_have_as_many_values_as_are_counted(text: str) -> None:
    shape = parse_shape(text, SMALL)
    number = count(shape)
    assert number is not None
    values = [row[0] for row in rows([shape], number + 10)]
    assert len(values) == number
    assert len({repr(value) for value in values}) == number
    assert all(holds(shape, value) for value in values)


@pytest.mark.parametrize("text", ENDLESS)
def test_other_shapes_have_no_number_and_no_value_twice(text: str) -> None:
    shape = parse_shape(text, CLASSES)
    assert count(shape) is None
    values = [row[0] for row in rows([shape], 300)]
    assert len({repr(value) for value in values}) == 300
    assert all(holds(shape, value) for value in values)


def test_classes_that_mention_themselves_are_enumerated_by_size() -> None:
    space = space_of_shape(
        parse_shape("Tree", written_classes({"Tree": {"left": "Tree | None", "right": "Tree | None"}}))
    )
    catalan = [space.card(nodes) for nodes in range(1, 8)]
    assert catalan == [1, 2, 5, 14, 42, 132, 429]


def test_classes_with_different_fields_are_told_apart() -> None:
    shape = parse_shape("Circle | Box", CLASSES)
    values = [value for (value,) in rows([shape], 40)]
    assert {value.name for value in values if isinstance(value, Record)} == {"Circle", "Box"}
    assert all(holds(shape, value) for value in values)
    assert not holds(shape, Record("Circle", (("radius", 1), ("height", 1))))
    assert not holds(shape, Record("Box", (("radius", 1), ("height", 1))))


@pytest.mark.parametrize("text", ["Node", "Tree", "list[Node]", "tuple[Tree, int]", "dict[str, Node | None]"])
def test_what_was_made_is_read_back(text: str) -> None:
    shape = parse_shape(text, CLASSES)
    for (value,) in rows([shape], 200):
        instance = make_values(value, make)
        assert as_records(shape, instance) == value
        assert size(instance) == size(value)


def test_an_instance_that_keeps_something_else_cannot_be_read_back() -> None:
    with pytest.raises(Hidden):
        as_records(parse_shape("Account", written_classes({"Account": {"balance": "int"}})), Account(3))


def test_an_instance_that_holds_itself_cannot_be_read_back_but_has_a_size() -> None:
    first = Node(1, None)
    first.next = Node(2, first)
    with pytest.raises(Hidden):
        as_records(parse_shape("Node", CLASSES), first)
    assert size(first) == (2, 3.0, 0)


def test_values_that_a_class_refuses_are_left_out() -> None:
    shape = parse_shape("Account", written_classes({"Account": {"balance": "range(-3, 4)"}}))
    found = [value for (value,) in rows([shape], 100, make)]
    assert sorted(value.cents for value in found if isinstance(value, Account)) == [0, 100, 200, 300]


def test_unusual_letters_and_numbers_are_seen_inside_instances() -> None:
    assert usual((Node(1, None),), frozenset())
    assert not usual(([{"a": ("é",)}],), frozenset())
    assert usual(("é",), spoken_letters(["naïve café"]))
    assert not usual((Record("Point", (("x", float("nan")),)),), frozenset())
    looped = Node(1, None)
    looped.next = looped
    assert usual((looped,), frozenset())


def test_long_inputs_have_the_shapes_and_beside_them_the_arguments_of_a_base() -> None:
    shapes = [parse_shape(text, CLASSES) for text in ("list[int]", "Node")]
    node = Node(1, None)
    found = list(itertools.islice(long_inputs(shapes, [([1, 2], node)], [([1], node)]), 100))
    assert {len(row[0]) for row in found if isinstance(row[0], list)} == {20, 50, 100, 200}
    assert all(row[1] is node for row in found)


@pytest.mark.parametrize("text", ["int", "list[str]", "dict[str, list[int]]", "tuple[int, bool]", "set[int]"])
def test_the_shape_of_values_holds_them(text: str) -> None:
    values = [row[0] for row in rows([parse_shape(text)], 60)]
    assert all(holds(shape_of(values), value) for value in values)


def test_values_that_are_unshared_have_no_instance_twice_and_keep_what_instances_hold() -> None:
    node = Node(1, None)
    row = unshare(([node, node, Node(2, node)], {"a": node}, node))
    again = unshare(row)
    met = [*row[0], *row[1].values(), row[2]]  # type: ignore[attr-defined,misc]
    assert len(set(map(id, met))) == len(met) == 5
    assert met[2].next is node, "what is inside of one is its own affair"
    assert [id(each) for each in again[0]] == [id(each) for each in row[0]]  # type: ignore[attr-defined]


def test_a_century_that_is_no_leap_year_is_tried_after_february() -> None:
    shapes = [parse_shape(text, CLASSES) for text in ("range(1583, 2600)", "range(1, 13)", "range(1, 32)")]
    found = corners(shapes, [(1583, 1, 1)], 200)
    assert all(all(map(holds, shapes, row)) for row in found)
    later = {row[0] for row in found if isinstance(row[1], int) and row[1] > 2}
    assert {1584, 1900, 2000, 2048, 2598} <= later


def test_lists_of_several_types_have_what_some_take_for_the_same() -> None:
    shapes = [parse_shape("list[int | str]")]
    found = [row[0] for row in corners(shapes, [([],)], 200)]
    assert [1, "1"] in found and ["0", 0] in found
    assert all(type(item) in (int, str) for items in found if isinstance(items, list) for item in items)
    assert [[1, "1"]] not in [list(row) for row in corners([parse_shape("list[int]")], [([],)], 200)]
