"""Trees and lists: each node above the middle of its children, a list from left to right.

A node may be one of the four kinds that a schema has: null, known without its data, known, and unexplored. What is
reached a second time is not drawn again: a small box says which node it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from viva.core.drawing import Drawing
from viva.core.records import dataclass
from viva.core.text.escape import visible_line
from viva.drawing.shapes import Arrow, Box, Circle, Emphasis, Label, Outline, Point, Shape, text_size
from viva.drawing.svg import bounds, picture

_RADIUS = 18.0
_SMALL = 5.0
_ACROSS = 24.0
_DOWN = 62.0
_BETWEEN = 56.0
_CAPTION = 30.0
_LONGEST = 32
_WIDEST = 900.0


class Kind(StrEnum):
    NODE = "node"
    NULL = "null"
    UNEXPLORED = "unexplored"
    AGAIN = "again"


@dataclass(frozen=True, slots=True)
class Node:
    """`below` are its children, each with the name of its link and a word that stands at the line, if there is one."""

    text: str = ""
    kind: Kind = Kind.NODE
    below: tuple[tuple[str, Node], ...] = ()
    emphasis: Emphasis = Emphasis.PLAIN
    at_line: str = ""
    """What is written at the line that leads here: that it may be longer, say."""


@dataclass(frozen=True, slots=True)
class Tree:
    """A caption and a root; `across`: a list, which goes from left to right."""

    caption: str
    root: Node
    across: bool = False


def draw(title: str, trees: Sequence[Tree], below: Sequence[str] = (), wrap: bool = False) -> Drawing:
    """Trees side by side, with their captions above them; lists one above the other. `below` is written under them.
    `wrap`: many trees go on in a new row, as words do."""
    shapes: list[Shape] = []
    across = bool(trees) and all(tree.across for tree in trees)
    at = 0.0
    down = deepest = 0.0
    for tree in trees:
        own = _list_shapes(tree.root) if tree.across else _tree_shapes(tree.root)
        left, top, width, height = bounds(own)
        room = max(width, text_size(tree.caption)[0])
        if across:
            shapes.append(Label((text_size(tree.caption)[0] / 2, at), tree.caption))
            shapes += _moved(own, -left, at + _CAPTION - top)
            at += height + _CAPTION + _BETWEEN / 2
        else:
            if wrap and at and at + room > _WIDEST:
                at, down = 0.0, deepest + _BETWEEN
            shapes.append(Label((at + room / 2, down), tree.caption))
            shapes += _moved(own, at + (room - width) / 2 - left, down + _CAPTION - top)
            at += room + _BETWEEN
            deepest = max(deepest, down + _CAPTION + height)
    if below:
        left, top, width, height = bounds(shapes)
        for number, line in enumerate(below):
            shapes.append(Label((left + max(width, text_size(line)[0]) / 2, top + height + 26.0 + number * 20.0), line))
    words = "\n\n".join(f"{tree.caption}\n{text(tree)}" for tree in trees)
    return picture(title, shapes, "\n".join([words, *below]))


def text(tree: Tree) -> str:
    """The twin in characters."""
    return _in_a_row(tree.root) if tree.across else "\n".join(_lines(tree.root))


def _label(node: Node) -> str:
    mark = {Emphasis.BAD: "*", Emphasis.GOOD: "+"}.get(node.emphasis, "")
    match node.kind:
        case Kind.NULL:
            return f"-{mark}"
        case Kind.UNEXPLORED:
            return "…"
        case Kind.AGAIN:
            return f"^{node.text}"
    return f"{_short(node.text)}{mark}"


def _short(label: str) -> str:
    plain = visible_line(label)
    return plain if len(plain) <= _LONGEST else f"{plain[: _LONGEST - 1]}…"


def _lines(node: Node) -> list[str]:
    found = [_label(node)]
    shown = [item for item in node.below if not (item[1].kind is Kind.NULL and _bare(node))]
    for number, (name, child) in enumerate(shown):
        last = number == len(shown) - 1
        corner, side = ("└─", "   ") if last else ("├─", "│  ")
        lead = f"{name} {child.at_line}".strip()
        below = _lines(child)
        found.append(f"{corner} {lead}: {below[0]}" if lead else f"{corner} {below[0]}")
        found += [f"{side}{line}" for line in below[1:]]
    return found


def _bare(node: Node) -> bool:
    """Whether a node has nothing below it, and should not: then what it lacks need not be said."""
    return all(child.kind is Kind.NULL and child.emphasis is Emphasis.PLAIN for _, child in node.below)


def _in_a_row(node: Node) -> str:
    found: list[str] = []
    now: Node | None = node
    while now is not None:
        lead = f"{now.at_line} " if now.at_line else ""
        found.append(lead + _label(now))
        now = now.below[0][1] if now.below else None
    return " → ".join(found)


def _list_shapes(node: Node) -> list[Shape]:
    shapes: list[Shape] = []
    x = 0.0
    before: Point | None = None
    now: Node | None = node
    while now is not None:
        label = _short(now.text)
        width = _width(now)
        centre = (x + width / 2, 0.0)
        if before is not None:
            shapes.append(Arrow((before, (x, 0.0)), text=now.at_line, emphasis=now.emphasis))
        shapes.append(_shape(now, centre, width, label, square=True))
        before = (x + width, 0.0)
        x += width + _BETWEEN
        now = now.below[0][1] if now.below else None
        if now is not None and now.at_line:
            x += text_size(now.at_line)[0]  # beside the word the arrow still shows
    return shapes


def _width(node: Node) -> float:
    if node.kind is Kind.NULL:
        return 2 * _SMALL
    return max(2 * _RADIUS, text_size(_short(node.text))[0] + 14)


def _shape(node: Node, centre: Point, width: float, label: str, square: bool = False) -> Shape:
    match node.kind:
        case Kind.NULL:
            return Circle(centre, _SMALL, "", emphasis=node.emphasis)
        case Kind.UNEXPLORED:
            return Box(centre, (2 * _RADIUS, 2 * _RADIUS), "", Outline.TRIANGLE, node.emphasis)
        case Kind.AGAIN:
            return Box(centre, (width, 1.4 * _RADIUS), label, Outline.RECTANGLE, Emphasis.FAINT)
    if square:
        return Box(centre, (width, 1.7 * _RADIUS), label, Outline.RECTANGLE, node.emphasis)
    if width <= 2 * _RADIUS:
        return Circle(centre, _RADIUS, label, emphasis=node.emphasis)
    return Box(centre, (width, 2 * _RADIUS), label, Outline.ROUNDED, node.emphasis)


@dataclass(frozen=True, slots=True)
class _Laid:
    """A subtree with its own left edge at 0: its shapes, its width, and where its root is."""

    shapes: list[Shape]
    width: float
    root: float


def _tree_shapes(node: Node) -> list[Shape]:
    return _laid(node).shapes


def _laid(node: Node) -> _Laid:
    own = _width(node)
    children = [_laid(child) for _, child in node.below]
    total = sum(child.width for child in children) + _ACROSS * max(0, len(children) - 1)
    if not children:
        return _Laid([_shape(node, (own / 2, 0.0), own, _short(node.text))], own, own / 2)
    shapes: list[Shape] = []
    # A word at a line stands between the rows: there it has to be free of both.
    down = _DOWN * (1.5 if any(child.at_line for _, child in node.below) else 1.0)
    starts = [sum(child.width + _ACROSS for child in children[:place]) for place in range(len(children))]
    roots = [start + laid.root for start, laid in zip(starts, children, strict=True)]
    # A wide node may reach further to the left than all that is below it.
    edge = max(0.0, own / 2 - (roots[0] + roots[-1]) / 2)
    for start, laid in zip(starts, children, strict=True):
        shapes += _moved(laid.shapes, edge + start, down)
    roots = [edge + root for root in roots]
    middle = (roots[0] + roots[-1]) / 2
    for (_, child), x in zip(node.below, roots, strict=True):
        tip = _SMALL if child.kind is Kind.NULL else _RADIUS
        shapes.append(
            Arrow(
                ((middle, _RADIUS * 0.6), (x, down - tip)),
                text=child.at_line,
                head=child.kind is Kind.AGAIN,
                emphasis=Emphasis.FAINT if child.at_line else child.emphasis,
            )
        )
    shapes.append(_shape(node, (middle, 0.0), own, _short(node.text)))
    width = max(edge + total, middle + own / 2)
    return _Laid(shapes, width, middle)


def _moved(shapes: Sequence[Shape], x: float, y: float) -> list[Shape]:
    moved: list[Shape] = []
    for shape in shapes:
        match shape:
            case Arrow(points=points, text=text, emphasis=emphasis, head=head, curved=curved):
                moved.append(Arrow(tuple((a + x, b + y) for a, b in points), text, emphasis, head, curved))
            case Circle(centre=(a, b), radius=radius, text=text, double=double, emphasis=emphasis):
                moved.append(Circle((a + x, b + y), radius, text, double, emphasis))
            case Box(centre=(a, b), size=size, text=text, outline=outline, emphasis=emphasis):
                moved.append(Box((a + x, b + y), size, text, outline, emphasis))
            case Label(centre=(a, b), text=text, emphasis=emphasis):
                moved.append(Label((a + x, b + y), text, emphasis))
    return moved
