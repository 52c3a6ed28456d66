"""Shapes: what annotations name, and arguments to variables and back."""

import itertools

import pytest

from viva.engines.symbolic import Hints, Instance, Record, Unfitting, heap, parse, random_inputs
from viva.engines.symbolic.shapes import (
    DictOf,
    Floating,
    Frame,
    Integer,
    ListOf,
    Literal,
    ManyOf,
    Nothing,
    OneOf,
    Shape,
    Text,
    Truth,
    TupleOf,
)
from viva.languages.heap import read
from viva.languages.python import equal
from viva.languages.values import write

POINT = Instance("Point", (("x", Integer()), ("name", Text())))


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("int", Integer()),
        ("list[str]", ListOf(Text())),
        ("List[List[int]]", ListOf(ListOf(Integer()))),
        ("dict[str, float]", DictOf(Text(), Floating())),
        ("tuple[int, bool]", TupleOf((Integer(), Truth()))),
        ("tuple[int, ...]", ManyOf(Integer())),
        ("int | None", OneOf((Integer(), Nothing()))),
        ("typing.Optional[str]", OneOf((Text(), Nothing()))),
        ("Union[int, str, None]", OneOf((Integer(), Text(), Nothing()))),
        ("Literal['a', 3, None]", Literal(("a", 3, None))),
        ("'list[int]'", ListOf(Integer())),
        ("Point", POINT),
        ("list[Point]", ListOf(POINT)),
    ],
)
def test_annotations_name_shapes(text: str, shape: Shape) -> None:
    assert parse(text, {"Point": POINT}) == shape


@pytest.mark.parametrize("text", ["", "Callable[[int], int]", "1 +", "foo", "dict[int]", "lambda: 0", "(" * 500])
def test_other_annotations_are_refused(text: str) -> None:
    with pytest.raises(Unfitting):
        parse(text)


def test_arguments_come_back_from_their_variables() -> None:
    texts = [
        "int", "float", "str", "bool", "list[int]", "list[list[str]]", "dict[str, int]", "tuple[int, str]",
        "bool | None", "int | str | None", "Literal['x', 2, None]", "tuple[float, ...]",
        "list[tuple[str, int]]", "Point", "set[int]",
        "dict[str, list[int]] | list[bool | None]",
    ]  # fmt: skip
    shapes = [parse(text, {"Point": POINT}) for text in texts]
    frame = Frame(tuple(shapes))
    kinds = set()
    for arguments in itertools.islice(random_inputs(shapes, Hints((5,), (0.5,), ("abc",)), 4), 200):
        values = frame.values(arguments)
        assert frame.arguments(values) == arguments
        assert all(frame.kind(name) is not None for name in values)
        kinds.add((arguments[8], type(arguments[15])))
    assert {truth for truth, _ in kinds} == {True, False, None}
    assert {kind for _, kind in kinds} == {list, dict}


@pytest.mark.parametrize(
    ("shape", "value"),
    [
        (Integer(), True),
        (Integer(0, 5), 6),
        (Integer(), "1"),
        (Text(), 1),
        (ListOf(Integer()), (1,)),
        (ListOf(Integer()), [1, "a"]),
        (TupleOf((Integer(),)), (1, 2)),
        (Literal((1, "a")), True),
        (OneOf((Integer(), Nothing())), "x"),
        (POINT, Record("Other", ())),
        (POINT, Record("Point", (("x", 1),))),
    ],
)
def test_what_has_another_shape_is_refused(shape: Shape, value: object) -> None:
    with pytest.raises(Unfitting):
        Frame((shape,)).values([value])


def test_heaps_of_arguments_are_those_of_the_adapter() -> None:
    arguments = [1, "a", [1.5, None], {"k": (True,)}, {3}]
    assert equal(heap(arguments), read(write(arguments)), strict=True)
    made = heap([[Record("Point", (("x", 1), ("name", "n")))]])
    assert [node.kind for node in made.nodes] == ["list", "list", "object"]
    assert made.nodes[2].names == ("x", "name")
