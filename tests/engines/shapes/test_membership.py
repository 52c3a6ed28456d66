"""Whatever makes, changes or shrinks values of a type stays inside of the type.

The law is tested with a reading of the annotation that is written apart from the one in Viva, over random types.
"""

import ast
import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from viva.engines.calls import Parameter, Question
from viva.engines.mining import sorted_out
from viva.engines.shapes import (
    Record,
    Shape,
    fit_value,
    holds,
    near,
    parse_shape,
    rows,
    smaller,
    steps_of,
    written_classes,
)
from viva.engines.shapes.corners import corners, large
from viva.engines.shapes.deep import deep_inputs
from viva.engines.shapes.long import HOW, double_row, long_inputs, scale_value
from viva.engines.symbolic.chance import frame_for, random_inputs
from viva.engines.symbolic.search import starts, typical

FIELDS = {
    "Node": ("int", "Node | None"),
    "Die": ("range(1, 7)",),
    "Tree": ("Tree | None", "range(10, 20)", "Tree | None"),
}
ATOMS = [
    "int", "str", "float", "bool", "None", "range(1, 7)", "range(-9, -3)", "range(1000, 5000)", "range(500000, 900000)",
    "range(10, 100, 7)", "Literal['a', 'b']", "Literal[3, 5, 'x']", "Node", "Die", "Tree",
]  # fmt: skip
HASHABLE = ["int", "str", "bool", "range(1, 7)", "range(-9, -3)", "Literal['a', 'b']", "tuple[range(3, 5), str]"]
CLASSES = written_classes(
    {
        "Node": {"value": "int", "next": "Node | None"},
        "Die": {"face": "range(1, 7)"},
        "Tree": {"left": "Tree | None", "key": "range(10, 20)", "right": "Tree | None"},
    }
)
HINTS = sorted_out([0, -1, 7, 6, 100, 10**6, 2.5, "a", "xyz", "1²"])


def annotation(chance: random.Random, depth: int) -> str:
    if depth == 0:
        return chance.choice(ATOMS)
    inner = [annotation(chance, depth - 1) for _ in range(3)]
    key = chance.choice(HASHABLE)
    return chance.choice(
        [
            *inner, f"list[{inner[0]}]", f"tuple[{inner[0]}, ...]", f"tuple[{inner[0]}, {inner[1]}]",
            f"dict[{key}, {inner[0]}]", f"set[{key}]", f"frozenset[{key}]", f"{inner[0]} | {inner[1]}",
        ]
    )  # fmt: skip


def belongs(text: str, value: Any) -> bool:
    return _belongs(ast.parse(text, mode="eval").body, value)


def _belongs(node: ast.expr, value: Any) -> bool:
    match node:
        case ast.BinOp(left=left, right=right):
            return _belongs(left, value) or _belongs(right, value)
        case ast.Constant(value=None):
            return value is None
        case ast.Name(id=name) if name in FIELDS:
            if type(value).__name__ != "Record" or value.name != name:
                return False
            contents = [item for _, item in value.fields]
            return len(contents) == len(FIELDS[name]) and all(map(belongs, FIELDS[name], contents))
        case ast.Name(id=name):
            return type(value).__name__ == name
        case ast.Call(args=arguments):
            return type(value) is int and value in range(*map(ast.literal_eval, arguments))
        case ast.Subscript(value=ast.Name(id="Literal"), slice=inside):
            options = inside.elts if isinstance(inside, ast.Tuple) else [inside]
            return any(repr(ast.literal_eval(option)) == repr(value) for option in options)
        case ast.Subscript(value=ast.Name(id="dict"), slice=ast.Tuple(elts=[key, content])):
            return type(value) is dict and all(_belongs(key, k) and _belongs(content, v) for k, v in value.items())
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=[element, ast.Constant(value=last)])) if (
            last is ...
        ):
            return type(value) is tuple and all(_belongs(element, item) for item in value)
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=parts)):
            return type(value) is tuple and len(parts) == len(value) and all(map(_belongs, parts, value))
        case ast.Subscript(value=ast.Name(id=kind), slice=element):
            return type(value).__name__ == kind and all(_belongs(element, item) for item in value)
    raise AssertionError(ast.dump(node))


def shape(text: str) -> Shape:
    return parse_shape(text, CLASSES)


def all_values(kind: Shape, chance: random.Random) -> Iterator[tuple[str, object]]:
    """All values of a shape that anyone proposes, with who does."""
    shapes = (kind,)
    small = rows(shapes, 30)
    yield from (("rows", row[0]) for row in small)
    drawn = list(islice(random_inputs(shapes, HINTS, chance.randrange(100)), 40))
    yield from (("random", row[0]) for row in drawn)
    yield from (("corners", row[0]) for row in corners(shapes, small[:3], 60))
    yield from (("large", row[0]) for group in large(shapes, small[:2]) for row in group)
    yield from (("deep", row[0]) for row in islice(deep_inputs(shapes, small[:2]), 20))
    yield from (("long", row[0]) for row in islice(long_inputs(shapes, small, small[:2]), 25))
    yield "typical", typical(shapes)[0]
    frame = frame_for(shapes, HINTS)
    for model in starts(frame, HINTS, small[:5]):
        yield "model", frame.arguments(model)[0]
        bigger = {name: value + 2 if name.endswith("#") else value for name, value in model.items()}
        yield "longer model", frame.arguments(bigger)[0]
    for row in [*small[-3:], *drawn[:6]]:
        yield from (("smaller", other[0]) for other in smaller(row, shapes, steps_of((7, 12)))[:40])
        yield from (("near", other[0]) for other in near(row, shapes)[:40])


@pytest.mark.parametrize("seed", range(36))
def test_nobody_proposes_a_value_outside_of_its_type(seed: int) -> None:
    chance = random.Random(seed)
    text = annotation(chance, 1 + seed % 3)
    kind = shape(text)
    for who, value in all_values(kind, chance):
        assert belongs(text, value), (who, text, value)
        assert holds(kind, value), (who, text, value)


@pytest.mark.parametrize("seed", range(20))
def test_the_guard_admits_a_value_exactly_if_the_annotation_does(seed: int) -> None:
    """Values are those of another type: whatever comes in, from wherever, the guard and the annotation agree."""
    chance = random.Random(f"guard {seed}")
    one, other = annotation(chance, 1 + seed % 2), annotation(chance, 1 + seed % 2)
    question = Question("f", (Parameter("x", shape(one)),))
    values = [row[0] for row in (*rows([shape(other)], 20), *islice(random_inputs([shape(other)], HINTS, seed), 30))]
    longer = [double_row((value,), how) for value in values[-6:] for how in HOW]
    for value in [*values, *(row[0] for row in longer if row), scale_value(shape(other), 5, chance)]:
        assert question.holds((value,)) == belongs(one, value), (one, value)


def test_an_example_is_taken_as_the_type_has_it() -> None:
    assert repr(fit_value(parse_shape("list[float]"), [1, 2.5])) == "[1.0, 2.5]"
    assert fit_value(parse_shape("tuple[int, str]"), [1, "a"]) == (1, "a")
    assert fit_value(parse_shape("dict[str, float] | None"), {"a": 1}) == {"a": 1.0}
    assert fit_value(parse_shape("int"), "1") == "1", "what does not fit stays, and the guard sees it"


def test_a_call_may_leave_out_what_has_a_default_and_nothing_else() -> None:
    parameters = (Parameter("x", parse_shape("int")), Parameter("y", parse_shape("range(1, 3)"), (2,)))
    question = Question("f", parameters)
    assert [question.holds(row) for row in ((), (1,), (1, 2), (1, 3), (1, 2, 2), ("a",))] == [
        False, True, True, False, False, False,
    ]  # fmt: skip
    assert question.filled((1,)) == (1, 2)


def test_of_an_instance_the_class_is_looked_at_and_of_a_record_its_fields() -> None:
    die = shape("Die")
    assert holds(die, Record("Die", (("face", 3),)))
    assert not holds(die, Record("Die", (("face", 7),)))
