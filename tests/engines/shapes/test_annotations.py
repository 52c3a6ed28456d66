"""Where shapes come from: annotations, text, examples; and tables of classes that mention themselves."""

import pytest

from tests.engines.shapes.structures import CLASSES
from viva.core.fault import Fault
from viva.engines.shapes import (
    Choice,
    Either,
    Fixed,
    Instance,
    Many,
    Plain,
    Shape,
    Table,
    Unknown,
    parse_shape,
    read_classes,
    read_shape,
    shape_of,
)

INT, TEXT, NONE = Plain("int"), Plain("str"), Plain("none")


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("int", INT),
        ("range(3, 8)", Plain("int", 3, 7)),
        ("range(0, 9, 3)", Choice((0, 3, 6))),
        ("list[str]", Many("list", TEXT)),
        ("List[List[int]]", Many("list", Many("list", INT))),
        ("dict[str, float]", Table(TEXT, Plain("float"))),
        ("tuple[int, bool]", Fixed((INT, Plain("bool")))),
        ("tuple[int, ...]", Many("tuple", INT)),
        ("int | None", Either((INT, NONE))),
        ("typing.Optional[str]", Either((TEXT, NONE))),
        ("Union[int, str, None]", Either((INT, TEXT, NONE))),
        ("Literal['a', 3, None]", Choice(("a", 3, None))),
        ("'list[int]'", Many("list", INT)),
        ("Circle", Instance("Circle", CLASSES)),
        ("list[Circle]", Many("list", Instance("Circle", CLASSES))),
    ],
)
def test_text_names_shapes(text: str, shape: Shape) -> None:
    assert parse_shape(text, CLASSES) == shape


@pytest.mark.parametrize("text", ["", "Callable[[int], int]", "1 +", "foo", "dict[int]", "lambda: 0", "(" * 500])
def test_other_text_is_refused_with_a_remedy(text: str) -> None:
    with pytest.raises(Fault, match="no type that Viva can make values of") as refused:
        parse_shape(text)
    assert refused.value.remedy


def test_a_class_that_mentions_itself_has_a_finite_description() -> None:
    node = parse_shape("Node", CLASSES)
    assert isinstance(node, Instance)
    assert node.recursive
    assert dict(node.fields)["next"] == Either((NONE, node))
    assert node == parse_shape("Node", CLASSES)
    assert hash(node) == hash(parse_shape("Node", CLASSES))
    assert repr(node) == "Instance(name='Node')"


def test_tables_are_equal_if_they_declare_the_same() -> None:
    again = read_classes(dict(CLASSES.declared))
    assert parse_shape("Tree", again) == parse_shape("Tree", CLASSES)
    assert parse_shape("Node", read_classes({"Node": (("value", ["int"]),)})) != parse_shape("Node", CLASSES)


def test_recursion_is_seen_through_lists_and_other_classes() -> None:
    assert CLASSES.recursive == {"Node", "Tree", "Rose", "Sum", "Door", "Room"}


def test_classes_without_values_are_left_out_and_alternatives_without_values_too() -> None:
    assert {"Endless", "Strange"}.isdisjoint(CLASSES.fields)
    assert CLASSES.fields["Holder"] == (("held", Plain("bool")),)
    for name in ("Endless", "Strange"):
        with pytest.raises(Unknown):
            read_shape(["name", name], CLASSES)


def test_the_first_alternative_of_a_recursive_choice_ends() -> None:
    left = dict(CLASSES.fields["Sum"])["left"]
    assert isinstance(left, Either)
    assert [part.name for part in left.alternatives if isinstance(part, Instance)] == ["Number", "Sum"]


@pytest.mark.parametrize(
    ("values", "shape"),
    [
        ([1, 2], INT),
        ([1, 2.5], Plain("float")),
        ([[1], []], Many("list", INT)),
        ([(1, "a"), (2, "b")], Fixed((INT, TEXT))),
        ([(1,), (1, 2)], Many("tuple", INT)),
        ([{"a": 1}], Table(TEXT, INT)),
        ([None, 1], Either((INT, NONE))),
    ],
)
def test_examples_have_a_narrowest_shape(values: list[object], shape: Shape) -> None:
    assert shape_of(values) == shape


def test_things_have_no_shape() -> None:
    with pytest.raises(Unknown):
        shape_of([object()])
