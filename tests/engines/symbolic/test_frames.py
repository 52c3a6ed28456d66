"""Frames: arguments to variables and back."""

import itertools

import pytest

from viva.engines.mining import Constants
from viva.engines.shapes import Choice, Either, Fixed, Many, Plain, Record, Shape, parse_shape, written_classes
from viva.engines.symbolic import Unfitting, fitting, heap, random_inputs
from viva.engines.symbolic.frames import Frame
from viva.languages.heap import read
from viva.languages.python.calls import equal
from viva.languages.values import write

CLASSES = written_classes({"Point": {"x": "int", "name": "str"}, "Node": {"value": "int", "next": "Node | None"}})
POINT = parse_shape("Point", CLASSES)


def test_arguments_come_back_from_their_variables() -> None:
    texts = [
        "int", "float", "str", "bool", "list[int]", "list[list[str]]", "dict[str, int]", "tuple[int, str]",
        "bool | None", "int | str | None", "Literal['x', 2, None]", "tuple[float, ...]",
        "list[tuple[str, int]]", "Point", "set[int]", "frozenset[int]", "Node", "list[Node | None]",
        "dict[str, list[int]] | list[bool | None]",
    ]  # fmt: skip
    shapes = [parse_shape(text, CLASSES) for text in texts]
    frame = Frame(tuple(shapes))
    kinds = set()
    for arguments in itertools.islice(random_inputs(shapes, Constants((5,), (0.5,), ("abc",)), 4), 200):
        values = frame.values(arguments)
        assert frame.arguments(values) == arguments
        assert all(frame.kind(name) is not None for name in values)
        kinds.add((arguments[8], type(arguments[-1])))
    assert {truth for truth, _ in kinds} == {True, False, None}
    assert {kind for _, kind in kinds} == {list, dict}


@pytest.mark.parametrize(
    ("shape", "value"),
    [
        (Plain("int"), True),
        (Plain("int", 0, 5), 6),
        (Plain("int"), "1"),
        (Plain("str"), 1),
        (Many("list", Plain("int")), (1,)),
        (Many("list", Plain("int")), [1, "a"]),
        (Fixed((Plain("int"),)), (1, 2)),
        (Choice((1, "a")), True),
        (Either((Plain("int"), Plain("none"))), "x"),
        (POINT, Record("Other", ())),
        (POINT, Record("Point", (("x", 1),))),
    ],
)
def test_what_has_another_shape_is_refused(shape: Shape, value: object) -> None:
    with pytest.raises(Unfitting):
        Frame((shape,)).values([value])


def test_a_frame_without_values_is_the_smallest_call_also_for_recursive_classes() -> None:
    frame = Frame((parse_shape("Node", CLASSES), parse_shape("list[Node]", CLASSES)))
    assert frame.arguments({}) == (Record("Node", (("value", 0), ("next", None))), [])
    assert frame.arguments({"0.next?": 1, "0.next.1.value": 7})[0] == Record(
        "Node", (("value", 0), ("next", Record("Node", (("value", 7), ("next", None)))))
    )


def test_values_that_have_no_variables_do_not_fit() -> None:
    assert not fitting(parse_shape("list[bytes]"))
    assert not fitting(Choice((0.5, 1.5)))
    assert not fitting(parse_shape("Node", written_classes({"Node": {"key": "bytes", "next": "Node | None"}})))
    assert fitting(parse_shape("dict[str, Node]", CLASSES))


def test_heaps_of_arguments_are_those_of_the_adapter() -> None:
    arguments = [1, "a", [1.5, None], {"k": (True,)}, {3}]
    assert equal(heap(arguments), read(write(arguments)), strict=True)
    made = heap([[Record("Point", (("x", 1), ("name", "n")))]])
    assert [node.kind for node in made.nodes] == ["list", "list", "object"]
    assert made.nodes[2].names == ("x", "name")
