"""Trees and lists: nothing lies on anything else, and the twin in characters says the same."""

import itertools

import pytest

from viva.drawing import tree
from viva.drawing.shapes import Box, Circle, Emphasis, text_size
from viva.drawing.tree import Kind, Node, Tree

NOTHING = Node("", Kind.NULL)


def grown(keys: list[str]) -> Node:
    """A search tree."""
    if not keys:
        return NOTHING
    first, *rest = keys
    below = [[key for key in rest if key < first], [key for key in rest if key >= first]]
    return Node(first, below=tuple(zip(("left", "right"), map(grown, below), strict=True)))


def boxes(node: Node) -> list[tuple[float, float, float, float]]:
    found = []
    for shape in tree._tree_shapes(node):
        if isinstance(shape, Circle):
            (x, y), r = shape.centre, shape.radius
            found.append((x - r, y - r, x + r, y + r))
        elif isinstance(shape, Box):
            (x, y), (width, height) = shape.centre, shape.size
            found.append((x - width / 2, y - height / 2, x + width / 2, y + height / 2))
    return found


@pytest.mark.parametrize(
    "keys",
    [
        ["5"],
        ["5", "3"],
        list("84c26ae13579bdf"),
        list("12345678"),
        ["a rather long text as a key", "another long text", "zebra crossing", "middle"],
        ["m", "a text that is long", "z", "a", "another text that is long"],
    ],
)
def test_no_node_lies_on_another_and_none_begins_left_of_the_picture(keys: list[str]) -> None:
    found = boxes(grown(keys))
    assert min(left for left, _, _, _ in found) >= 0
    for one, two in itertools.combinations(found, 2):
        apart = one[2] <= two[0] or two[2] <= one[0] or one[3] <= two[1] or two[3] <= one[1]
        assert apart, (one, two)


def test_what_is_missing_is_marked_in_characters_too() -> None:
    gone = Node("", Kind.NULL, emphasis=Emphasis.BAD)
    assert tree.text(Tree("", Node("2", below=(("left", gone), ("right", NOTHING))))) == "2\n├─ left: -*\n└─ right: -"
    assert tree.text(Tree("", Node("1", below=(("next", gone),)), across=True)) == "1 → -*"
    assert tree.text(Tree("", Node("2", below=(("left", NOTHING), ("right", NOTHING))))) == "2"


def test_wide_trees_go_on_in_a_new_row() -> None:
    wide = [Tree("before", grown(list("84c26ae13579bdf"))) for _ in range(3)]
    side_by_side, wrapped = tree.draw("x", wide), tree.draw("x", wide, wrap=True)

    def width(svg: str) -> float:
        return float(svg.partition('width="')[2].partition('"')[0])

    assert width(wrapped.svg) < width(side_by_side.svg) / 2
    assert wrapped.text == side_by_side.text


def test_beside_a_word_at_the_line_of_a_list_the_arrow_still_shows() -> None:
    word = "then next …"
    later = Node("B", at_line=word)
    first, second = (
        shape for shape in tree._list_shapes(Node("A", below=(("next", later),))) if isinstance(shape, Box)
    )
    gap = second.centre[0] - second.size[0] / 2 - first.centre[0] - first.size[0] / 2
    assert gap >= text_size(word)[0] + 40
