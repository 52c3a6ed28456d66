"""Structures in a line of text, both ways, and questions about them."""

import itertools

import pytest

from viva.engines.heaps.building.bounded_exhaustive import shapes
from viva.engines.heaps.comparing.canonical import form
from viva.engines.heaps.schemas.questions import Question, read_question, renumber
from viva.engines.heaps.view import Cell, View
from viva.engines.heaps.written import Unclear, nest, read, show
from viva.languages.heap import Heap

TREE = ("left", "right")
LIST = ("next",)


def made(shape: object, keys: tuple[object, ...], names: tuple[str, ...]) -> View:
    cells: list[Cell] = []

    def build(this: object) -> int | None:
        if this is None:
            return None
        number = len(cells)
        cells.append(Cell(None, ()))
        links = tuple(build(child) for child in this)  # type: ignore[attr-defined]
        cells[number] = Cell(keys[number], links)  # type: ignore[arg-type]
        return number

    root = build(shape)
    return View(names, (), tuple(cells), (("", root),))


@pytest.mark.parametrize("names", [LIST, TREE])
def test_what_is_shown_is_read_back_for_all_small_structures(names: tuple[str, ...]) -> None:
    seen = set()
    for nodes in range(5):
        for shape, keys in itertools.product(shapes(nodes, len(names)), ((3, -1, 2, 3), ("a", "None", "True", "-1"))):
            one = made(shape, keys, names)
            assert nest(read(show(one), names)) == nest(one)
            seen.add(show(one))
    assert len(seen) > (8 if names == LIST else 40)


@pytest.mark.parametrize(
    ("text", "names", "same"),
    [
        (" 1->2 ->3", LIST, "1 → 2 → 3"),
        ("[1, 2, 3]", LIST, "1 → 2 → 3"),
        ("1 -> 2 -> None", LIST, "1 → 2"),
        ("empty", LIST, "(empty)"),
        ("2( 1 ,3 )", TREE, "2(1, 3)"),
        ("2(_, 3(None, 4))", TREE, "2(-, 3(-, 4))"),
        ("2(,3)", TREE, "2(-, 3)"),
        ("-2(-3, -)", TREE, "-2(-3, -)"),
        ("2.0(1, 3)", TREE, "2(1, 3)"),
        ("'b'(\"a\", c)", TREE, "b(a, c)"),
        ("-", TREE, "(empty)"),
    ],
)
def test_people_may_write_it_in_other_ways(text: str, names: tuple[str, ...], same: str) -> None:
    assert nest(read(text, names)) == nest(read(same, names))


@pytest.mark.parametrize(
    ("text", "names", "kind", "column"),
    [
        ("2(1, 3", TREE, "close", 7),
        ("2(1, 3))", TREE, "more", 8),
        ("2(1)", TREE, "children", 3),
        ("2(1, 3, 4)", TREE, "children", 3),
        ("2(1, 3) 4", TREE, "more", 9),
        ("(1, 3)", TREE, "key", 1),
        ("1 → → 2", LIST, "key", 5),
        ("[1, 2", LIST, "close", 6),
        ("2(1; 3)", TREE, "sign", 4),
        ("1(" * 60, TREE, "deep", 83),
        ("1 " * 2000, LIST, "long", 1),
        ("9" * 100, LIST, "long", 1),
        ("<script>", TREE, "sign", 1),
    ],
)
def test_what_cannot_be_read_is_said_with_its_place(text: str, names: tuple[str, ...], kind: str, column: int) -> None:
    with pytest.raises(Unclear) as unclear:
        read(text, names)
    assert (unclear.value.kind, unclear.value.column) == (kind, column)


def test_questions_are_written_as_they_are_read_and_keep_their_order_with_other_keys() -> None:
    kinds = {"insert": ["key"], "merge": ["instance"], "reverse": []}
    for text in ("2(1, 3): insert(4)", "(empty): insert('a')", "2(1, -): merge(3(-, 4))", "1: reverse()"):
        question = read_question(text, TREE, kinds)
        assert question.written == text
    other = renumber(read_question("2(1, 3(2, -)): insert(2)", TREE, kinds), seed=5)
    keys = [cell.key for cell in other.before.cells]
    assert keys[0] == keys[3] == other.arguments[0]
    assert keys[1] < keys[0] < keys[2]  # type: ignore[operator]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("2(1, 3)", "call"),
        ("2(1, 3): insert", "call"),
        ("2: remove(1)", "method"),
        ("2: insert()", "arguments"),
        ("2: insert(1, 2)", "arguments"),
        ("2: insert(1 → 2)", "key"),
    ],
)
def test_unclear_questions_are_refused(text: str, kind: str) -> None:
    with pytest.raises(Unclear) as unclear:
        read_question(text, TREE, {"insert": ["key"]})
    assert unclear.value.kind == kind


def test_a_number_that_is_none_is_equal_to_itself() -> None:
    assert form(Heap(float("nan"), ())) == form(Heap(float("nan"), ()))
    assert Question("f", read("1", LIST)).written == "1: f()"
