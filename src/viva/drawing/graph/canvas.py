"""A graph as shapes, and as words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace

from viva.core.drawing import Drawing
from viva.core.records import dataclass
from viva.core.text.escape import visible_line
from viva.drawing.graph import curves
from viva.drawing.graph.curves import Curve
from viva.drawing.graph.model import Direction, Edge, Graph, Node
from viva.drawing.graph.orders import Plan, arrange_levels
from viva.drawing.graph.places import Block, Placing
from viva.drawing.graph.sizes import Size, common_radius
from viva.drawing.shapes import Arrow, Box, Circle, Emphasis, Frame, Label, Outline, Point, Shape
from viva.drawing.svg import bounds, picture


def draw(graph: Graph, title: str, text: str | None = None) -> Drawing:
    """The picture; its twin is `text`, or the graph in words."""
    return picture(title, shapes_of(graph), words(graph) if text is None else text)


def shapes_of(graph: Graph, corner: Point = (0.0, 0.0)) -> list[Shape]:
    """The shapes, with the upper left corner of the whole at this point; the same graph always gives the same ones."""
    return _laid_out(graph, corner).shapes()


NARROW = 310.0
"""What a small telephone shows of a picture without moving it sideways."""


def fit_to_width(graph: Graph) -> Graph:
    """The graph, turned to go down where it is too wide for a telephone and is much narrower so."""
    return _fitted(graph, NARROW, 0.6).plan.graph


def _fitted(graph: Graph, room: float, share: float) -> _Canvas:
    found = _laid_out(graph, (0.0, 0.0))
    if graph.direction is Direction.DOWN:
        return found
    width = bounds(found.shapes())[2]
    if width <= room:
        return found
    turned = _laid_out(replace(graph, direction=Direction.DOWN), (0.0, 0.0))
    return turned if bounds(turned.shapes())[2] <= max(room, share * width) else found


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything lies, for programs that draw it themselves: nodes by name, the title of one with others inside
    too, edges by number. A line goes in cubic pieces, as an `Arrow` does. All loops of a node are one line, that of the
    first, and its label has room for the texts of all."""

    direction: Direction
    centres: dict[str, Point]
    sizes: dict[str, Point]
    titles: dict[str, Point]
    lines: dict[int, tuple[Point, ...]]
    labels: dict[int, Point]


def layout(graph: Graph, room: float | None = None, share: float = 1.0) -> Layout:
    """With `room` the graph is turned to go down where it is wider than that and fits so, or has at most this share of
    its width."""
    found = _laid_out(graph, (0.0, 0.0)) if room is None else _fitted(graph, room, share)
    return found.layout()


def _laid_out(graph: Graph, corner: Point) -> _Canvas:
    plan = Plan(graph)
    level = arrange_levels(plan, None, graph.nodes)
    canvas = _Canvas(plan, corner)
    canvas.put(Placing(plan, level, common_radius(graph.walk())).placed(), None, graph.nodes, (0.0, 0.0))
    return canvas


_MARKS = {Emphasis.BAD: "! ", Emphasis.GOOD: "+ ", Emphasis.FAINT: "~ ", Emphasis.PLAIN: ""}
_STRONGEST = (Emphasis.BAD, Emphasis.GOOD, Emphasis.PLAIN, Emphasis.FAINT)


def words(graph: Graph) -> str:
    """Each node with the edges that leave it; what lies inside a node is indented. `!`, `+` and `~` stand before what
    is marked as bad, good and faint."""
    leaving: dict[str, list[Edge]] = {}
    for edge in graph.edges:
        leaving.setdefault(edge.source, []).append(edge)
    names = {node.name: _said(node) for node in graph.walk()}
    return "\n".join(_lines(graph.nodes, leaving, names, ""))


def _lines(nodes: Sequence[Node], leaving: dict[str, list[Edge]], names: dict[str, str], indent: str) -> list[str]:
    found = []
    for node in nodes:
        roles = ", ".join(word for word, is_so in (("start", node.start), ("accepting", node.double)) if is_so)
        found.append(f"{indent}{_MARKS[node.emphasis]}{names[node.name]}{roles and f' ({roles})'}")
        for edge in leaving.get(node.name, ()):
            found.append(f"{indent}  {_MARKS[edge.emphasis]}-{_one_line(edge.text)}-> {names[edge.target]}")
        found += _lines(node.inside, leaving, names, indent + "    ")
    return found


def _said(node: Node) -> str:
    return _one_line(node.text) or visible_line(node.name)


def _one_line(text: str) -> str:
    return visible_line(" ".join(text.split("\n")))


def strongest(marks: Sequence[Emphasis]) -> Emphasis:
    """What to show where one line stands for several."""
    return next(each for each in _STRONGEST if each in marks)


@dataclass(slots=True)
class _Canvas:
    """Collects the blocks of all levels at their places in the picture."""

    plan: Plan
    corner: Point
    frames: list[Shape] = field(default_factory=list)
    nodes: list[Shape] = field(default_factory=list)
    lines: dict[int, Curve] = field(default_factory=dict)
    stubs: list[Curve] = field(default_factory=list)
    labels: list[Shape] = field(default_factory=list)
    centres: dict[str, Point] = field(default_factory=dict)
    sizes: dict[str, Point] = field(default_factory=dict)
    titles: dict[str, Point] = field(default_factory=dict)
    label_places: dict[int, Point] = field(default_factory=dict)

    def put(self, block: Block, owner: Node | None, nodes: Sequence[Node], at: Point) -> None:
        for number, curve in block.curves.items():
            edge, piece = self.plan.graph.edges[number], curves.moved(curve, *at)
            known = self.lines.get(number)
            if known is None:
                self.lines[number] = piece
            elif owner is not None and owner.name in self.plan.paths[edge.source]:
                self.lines[number] = piece + known[1:]
            else:
                self.lines[number] = known + piece[1:]
        for number, place in block.labels.items():
            edge = self.plan.graph.edges[number]
            text, emphasis = edge.text, edge.emphasis
            if edge.source == edge.target:
                loops = [self.plan.graph.edges[each] for each in self.plan.loops[edge.source]]
                text = "\n".join(loop.text for loop in loops if loop.text)
                emphasis = strongest([loop.emphasis for loop in loops])
            if text:
                self.label_places[number] = self._point(place, at)
                self.labels.append(Label(self.label_places[number], text, emphasis))
        self.stubs += [curves.moved(curve, *at) for curve in block.stubs]
        for number, (node, place, size) in enumerate(zip(nodes, block.centres, block.sizes, strict=True)):
            centre = self.centres[node.name] = self._point(place, at)
            self.sizes[node.name] = (size.width, size.height)
            inner = block.inner.get(number)
            if inner is None:
                self._add_leaf(node, centre, size)
                continue
            self._add_frame(node, centre, size)
            corner = (at[0] + place[0] - size.along, at[1] + place[1] - size.across)
            if inner.title is not None:
                self.titles[node.name] = self._point(inner.title, corner)
                self.labels.append(Label(self.titles[node.name], node.text, node.emphasis))
            self.put(inner, node, node.inside, corner)

    def _point(self, place: Point, at: Point = (0.0, 0.0)) -> Point:
        along, across = place[0] + at[0], place[1] + at[1]
        x, y = (along, across) if self.plan.graph.direction is Direction.RIGHT else (across, along)
        return x + self.corner[0], y + self.corner[1]

    def _add_leaf(self, node: Node, centre: Point, size: Size) -> None:
        if size.outline is Outline.CIRCLE:
            self.nodes.append(Circle(centre, size.along, node.text, node.double, node.emphasis))
            return
        self.nodes.append(Box(centre, (size.width, size.height), node.text, size.outline, node.emphasis))
        if node.double:
            inner = (size.width - 8, size.height - 8)
            self.nodes[-1] = Box(centre, (size.width, size.height), "", size.outline, node.emphasis)
            self.nodes.append(Box(centre, inner, node.text, size.outline, node.emphasis))

    def _add_frame(self, node: Node, centre: Point, size: Size) -> None:
        self.frames.append(Frame(centre, (size.width, size.height), node.emphasis))
        if node.double:
            self.frames.append(Frame(centre, (size.width - 8, size.height - 8), node.emphasis))

    def layout(self) -> Layout:
        lines = {number: tuple(map(self._point, line)) for number, line in self.lines.items()}
        return Layout(self.plan.graph.direction, self.centres, self.sizes, self.titles, lines, self.label_places)

    def shapes(self) -> list[Shape]:
        found: list[Shape] = [*self.frames]
        for number in sorted(self.lines):
            emphasis = self.plan.graph.edges[number].emphasis
            loops = self.plan.loops.get(self.plan.graph.edges[number].source, ())
            if number in loops:
                emphasis = strongest([self.plan.graph.edges[each].emphasis for each in loops])
            points = tuple(self._point(place) for place in self.lines[number])
            found.append(Arrow(points, emphasis=emphasis, curved=True))
        found += [Arrow(tuple(self._point(place) for place in stub), curved=True) for stub in self.stubs]
        return [*found, *self.nodes, *self.labels]
