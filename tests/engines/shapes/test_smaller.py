"""Smaller values, larger neighbours, and what can be asked of a value."""

import pytest

from tests.engines.shapes.structures import CLASSES, Account, Node, Tree, make
from viva.engines.shapes import (
    Record,
    Row,
    Shape,
    as_records,
    holds,
    make_values,
    near,
    parse_shape,
    rows,
    size,
    smaller,
)
from viva.engines.shapes import written_classes as classes
from viva.engines.shapes.features import depth, features, nodes, relations

SHAPES = ["int", "str", "list[int]", "dict[str, int]", "set[int]", "Node", "Tree", "Rose", "list[Node]", "Sum", "Chain"]


@pytest.mark.parametrize("text", SHAPES)
def test_what_is_smaller_has_the_shape_and_less_size(text: str) -> None:
    shape = parse_shape(text, CLASSES)
    for row in rows([shape], 120)[::7]:
        for candidate in smaller(row, (shape,)):
            assert holds(shape, candidate[0])
            assert size(list(candidate)) < size(list(row))
        assert all(holds(shape, candidate[0]) for candidate in near(row, (shape,)))


def _chain(*values: int) -> Node | None:
    node = None
    for value in reversed(values):
        node = Node(value, node)
    return node


def _smallest(shape: Shape, value: object, fails: object) -> object:
    """Made smaller as long as it fails, as an examination does."""
    row: Row = (value,)
    while True:
        found = [candidate for candidate in smaller(row, (shape,), make=make) if fails(candidate[0])]  # type: ignore[operator]
        if not found:
            return row[0]
        row = found[0]


def _values(node: Node | None) -> list[int]:
    return [] if node is None else [node.value, *_values(node.next)]


def test_a_chain_is_made_shorter_and_its_values_smaller() -> None:
    shape = parse_shape("Node", CLASSES)
    found = _smallest(shape, _chain(5, -7, 30, 4, 12), lambda node: any(value > 10 for value in _values(node)))
    assert isinstance(found, Node)
    assert _values(found) == [11]


def test_a_node_is_taken_out_of_the_middle() -> None:
    shape = parse_shape("Node", CLASSES)
    found = _smallest(shape, _chain(9, 1, 2, 9, 3), lambda node: _values(node).count(9) == 2)
    assert isinstance(found, Node)
    assert _values(found) == [9, 9]


def test_a_tree_that_hides_its_fields_is_made_smaller_by_its_class() -> None:
    shape = parse_shape("Tree", CLASSES)
    big = Tree(4, Tree(2, Tree(1, None, None), Tree(3, None, None)), Tree(6, None, Tree(7, None, None)))
    found = _smallest(shape, big, lambda tree: nodes(tree, frozenset({"Tree"})) >= 2)
    assert nodes(found, frozenset({"Tree"})) == 2
    assert size(found) == (2, 0.0, 0)


def test_an_instance_that_keeps_something_else_stays_as_it_is() -> None:
    shape = parse_shape("Account", classes({"Account": {"balance": "int"}}))
    account = Account(30)
    found = smaller((account, 5), (shape, parse_shape("int")), make=make)
    assert found
    assert all(row[0] is account for row in found)


def test_numbers_keep_their_rest() -> None:
    assert (2,) in smaller((702,), (parse_shape("int"),), [7])


def test_nodes_and_levels_are_counted_of_records_and_of_instances() -> None:
    shape, names = parse_shape("Tree", CLASSES), frozenset({"Tree"})
    tree = Tree(4, Tree(2, Tree(1, None, None), None), Tree(6, None, None))
    for value in (tree, as_records(shape, tree)):
        assert (nodes(value, names), depth(value, names)) == (4, 3)
    assert (nodes(None, names), depth(None, names)) == (0, 0)


@pytest.mark.parametrize(
    ("text", "value", "keys"),
    [
        ("Tree | None", None, {"none"}),
        ("Tree", Tree(1, None, None), {"one_node"}),
        ("Tree", Tree(1, None, Tree(2, Tree(3, None, None), None)), {"several_nodes", "deep", "chain"}),
        ("Tree", Tree(1, Tree(0, None, None), Tree(2, None, None)), {"several_nodes"}),
        ("Chain", Record("Chain", (("first", None),)), {"no_node"}),
        ("Sum | Number", Record("Number", (("value", 1),)), {"one_node"}),
        ("int", 0, {"zero", "even", "one_digit", "not_positive", "not_negative"}),
        ("list[int]", [], {"empty", "no_positive", "no_even", "no_odd"}),
    ],
)
def test_features_hold_of_values(text: str, value: object, keys: set[str]) -> None:
    assert {feature.key for feature in features(parse_shape(text, CLASSES)) if feature.holds(value)} == keys


def test_features_do_not_hold_of_what_has_another_shape() -> None:
    for text in ("int", "str", "list[int]"):
        assert not any(feature.holds(object()) for feature in features(parse_shape(text)))


def test_relations_hold_of_two_values() -> None:
    found = relations(parse_shape("list[int]"), parse_shape("int"))
    held = {feature.key for feature in found if feature.holds([1], 1)}
    assert held == {"contains", "contains_first", "contains_last", "some_not_below", "beyond", "length"}


def test_records_and_instances_are_made_smaller_alike() -> None:
    shape = parse_shape("Node", CLASSES)
    chain = _chain(3, 8)
    of_records = [make_values(row[0], make) for row in smaller((as_records(shape, chain),), (shape,))]
    of_instances = [row[0] for row in smaller((chain,), (shape,), make=make)]
    assert [as_records(shape, value) for value in of_records] == [as_records(shape, value) for value in of_instances]
