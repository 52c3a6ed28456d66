"""Laws of drawn graphs: whatever the graph, nothing lies on anything else, and every line ends where it should."""

from itertools import combinations
from math import dist
from random import Random
from xml.etree import ElementTree

import pytest

from tests.drawing.geometry import (
    Box,
    Line,
    Point,
    apart,
    around,
    crossings,
    crossings_of,
    evened,
    ink,
    lines_of,
    merged,
    overlapping,
    struck,
    text_box,
)
from tests.drawing.seen import by_dot, by_us
from viva.drawing.graph import Direction, Edge, Graph, Node, draw, layout, shapes_of, words
from viva.drawing.shapes import Arrow, Circle, Emphasis, Frame, Label, Outline, Shape
from viva.drawing.shapes import Box as Leaf

OUTLINES = [Outline.ROUNDED, Outline.RECTANGLE, Outline.SLANTED, Outline.DIAMOND]


def random_graph(randomness: Random, states: int, letters: int) -> Graph:
    """As an automaton: circles, one edge for all labels between two of them, loops and edges back."""
    labels: dict[tuple[int, int], list[str]] = {}
    for state in range(states):
        for letter in "abc"[:letters]:
            labels.setdefault((state, randomness.randrange(states)), []).append(letter)
    nodes = tuple(Node(str(state), f"q{state}", Outline.CIRCLE, start=state == 0) for state in range(states))
    return Graph(nodes, tuple(Edge(str(a), str(b), ",".join(each)) for (a, b), each in labels.items()))


def random_chart(randomness: Random, size: int) -> Graph:
    """Boxes of all outlines, forward edges, and some back around the nodes."""
    nodes = tuple(
        Node(str(n), f"step {n}" * randomness.randint(1, 2), randomness.choice(OUTLINES)) for n in range(size)
    )
    edges = [Edge(str(n), str(n + 1), randomness.choice(["", "yes"])) for n in range(size - 1)]
    for _ in range(size // 3):
        one, other = randomness.randrange(size), randomness.randrange(size)
        edges.append(Edge(str(one), str(other), randomness.choice(["", "no"])))
    return Graph(nodes, tuple(edges), Direction.DOWN, around=True)


def random_nested(randomness: Random) -> Graph:
    """Nodes in nodes up to three deep, with edges between any two of them."""
    names: list[str] = []

    def nodes(depth: int) -> tuple[Node, ...]:
        found = []
        for _ in range(randomness.randint(1, 3)):
            names.append(f"n{len(names)}")
            name = names[-1]
            inside = nodes(depth - 1) if depth and randomness.random() < 0.6 else ()
            outline = Outline.CIRCLE if randomness.random() < 0.3 else Outline.ROUNDED
            found.append(Node(name, name, outline, start=randomness.random() < 0.3, inside=inside))
        return tuple(found)

    whole = nodes(2)
    pairs = {(randomness.choice(names), randomness.choice(names)) for _ in range(len(names))}
    direction = randomness.choice(list(Direction))
    return Graph(whole, tuple(Edge(a, b, randomness.choice(["", "go"])) for a, b in sorted(pairs)), direction)


GRAPHS = [
    *(random_graph(Random(seed), 4 + seed, 2 + seed % 2) for seed in range(0, 14, 2)),
    *(random_chart(Random(seed), 5 + seed) for seed in range(0, 14, 2)),
    *(random_nested(Random(seed)) for seed in range(12)),
]


def outline_box(shape: Leaf | Circle | Frame) -> Box:
    x, y = shape.centre
    width, height = (2 * shape.radius,) * 2 if isinstance(shape, Circle) else shape.size
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def leaves(shapes: list[Shape]) -> list[Leaf | Circle]:
    return [shape for shape in shapes if isinstance(shape, Leaf | Circle)]


def labels(shapes: list[Shape]) -> list[Box]:
    return [text_box(shape.centre, shape.text) for shape in shapes if isinstance(shape, Label)]


def inside(point: Point, shape: Leaf | Circle, by: float) -> bool:
    """Whether a point lies in a node, deeper than `by`."""
    (x, y), (cx, cy) = point, shape.centre
    if isinstance(shape, Circle):
        return dist(point, shape.centre) < shape.radius - by
    width, height = shape.size[0] / 2, shape.size[1] / 2
    across, along = abs(x - cx), abs(y - cy)
    match shape.outline:
        case Outline.DIAMOND:
            return across / width + along / height < 1 - by / min(width, height)
        case Outline.SLANTED:
            across = abs(x - cx + height / 2 * (y - cy) / height)
        case Outline.ROUNDED:
            beyond = max(0.0, across - (width - height))
            return across < width and (beyond**2 + along**2) ** 0.5 < height - by
    return across < width - by and along < height - by


@pytest.mark.parametrize("graph", GRAPHS, ids=range(len(GRAPHS)))
def test_nothing_lies_on_anything_else(graph: Graph) -> None:
    shapes = shapes_of(graph)
    lines, texts = lines_of(shapes), labels(shapes)
    assert merged(lines) == []
    assert overlapping(texts) == []
    assert [text for text in texts for line in lines if struck(ink(text), line)] == []
    for one, other in combinations(leaves(shapes), 2):
        assert apart(outline_box(one), outline_box(other), -0.5)
    for shape in leaves(shapes):
        assert all(apart(text, outline_box(shape), -0.5) for text in texts)
        for line in lines:
            assert not any(inside(point, shape, 2.0) for point in evened(line)), (shape, line[0], line[-1])


@pytest.mark.parametrize("graph", GRAPHS, ids=range(len(GRAPHS)))
def test_every_line_begins_and_ends_at_its_nodes(graph: Graph) -> None:
    """Loops of one node are one line, so each pair of nodes is looked up by name."""
    shapes = shapes_of(graph)
    places = layout(graph).centres
    boxes = {shape.centre: outline_box(shape) for shape in shapes if isinstance(shape, Leaf | Circle | Frame)}
    arrows = lines_of(shapes)
    loops = {edge.source for edge in graph.edges if edge.source == edge.target}
    drawn = [edge for edge in graph.edges if edge.source != edge.target] + [Edge(name, name) for name in loops]
    ends = sorted((edge.source, edge.target) for edge in drawn)
    assert len(arrows) == len(drawn) + sum(node.start for node in graph.walk())
    found = []
    for line in arrows[: len(drawn)]:
        touched = [
            {name for name, centre in places.items() if _on_border(point, boxes[centre])}
            for point in (line[0], line[-1])
        ]
        found.append(touched)
    for source, target in ends:
        match = next(number for number, (one, other) in enumerate(found) if source in one and target in other)
        del found[match]
    assert found == []


def _on_border(point: Point, box: Box) -> bool:
    """On the box around an outline or inside of it, but not outside."""
    return box[0] - 8 <= point[0] <= box[2] + 8 and box[1] - 1 <= point[1] <= box[3] + 1


@pytest.mark.parametrize("graph", GRAPHS, ids=range(len(GRAPHS)))
def test_a_loop_touches_no_other_line(graph: Graph) -> None:
    lines = lines_of(shapes_of(graph))
    for number, loop in enumerate(lines):
        if dist(loop[0], loop[-1]) < 30 and around(loop)[2] - around(loop)[0] < 60:
            assert not any(crossings_of(loop, line) for other, line in enumerate(lines) if other != number)


@pytest.mark.parametrize("seed", range(12))
def test_nested_nodes_lie_in_their_parents(seed: int) -> None:
    graph = random_nested(Random(seed))
    places = layout(graph).centres
    boxes = {s.centre: outline_box(s) for s in shapes_of(graph) if isinstance(s, Leaf | Circle | Frame)}

    def check(nodes: tuple[Node, ...], parent: Box | None) -> None:
        for one, other in combinations(nodes, 2):
            assert apart(boxes[places[one.name]], boxes[places[other.name]])
        for node in nodes:
            box = boxes[places[node.name]]
            if parent is not None:
                assert parent[0] < box[0] and parent[1] < box[1] and box[2] < parent[2] and box[3] < parent[3]
            check(node.inside, box)

    check(graph.nodes, None)


@pytest.mark.parametrize("graph", GRAPHS[::3], ids=range(len(GRAPHS[::3])))
def test_the_same_graph_gives_the_same_picture(graph: Graph) -> None:
    again = Graph(graph.nodes, graph.edges, graph.direction, graph.around)
    assert draw(graph, "t") == draw(again, "t")


def test_a_chain_is_straight_and_a_tree_has_no_crossing() -> None:
    chain = Graph(tuple(Node(str(n), str(n)) for n in range(5)), tuple(Edge(str(n), str(n + 1)) for n in range(4)))
    assert len({round(y, 3) for _, y in layout(chain).centres.values()}) == 1
    randomness = Random(4)
    edges = tuple(Edge(str(randomness.randrange(n)), str(n)) for n in range(1, 30))
    tree = Graph(tuple(Node(str(n), str(n)) for n in range(30)), edges, Direction.DOWN)
    assert crossings(lines_of(shapes_of(tree))) == 0


def test_a_long_edge_back_does_not_zigzag() -> None:
    nodes = tuple(Node(str(n), str(n), Outline.CIRCLE, start=n == 0) for n in range(8))
    edges = (*(Edge(str(n), str(n + 1), "a") for n in range(7)), Edge("7", "0", "back"))
    back = lines_of(shapes_of(Graph(nodes, edges)))[7]
    heights = [round(y, 2) for _, y in back]
    turns = sum((b - a) * (c - b) < 0 for a, b, c in _changes(heights))
    assert turns <= 1
    assert heights.count(max(heights, key=heights.count)) > len(heights) / 3


def _changes(values: list[float]) -> list[tuple[float, float, float]]:
    kept = [value for number, value in enumerate(values) if number == 0 or value != values[number - 1]]
    return list(zip(kept, kept[1:], kept[2:], strict=False))


def test_edges_around_leave_below_and_enter_above() -> None:
    nodes = tuple(Node(name, name, Outline.RECTANGLE) for name in ("a", "b", "c"))
    graph = Graph(nodes, (Edge("a", "b"), Edge("b", "c"), Edge("c", "a")), Direction.DOWN, around=True)
    back = lines_of(shapes_of(graph))[2]
    places = layout(graph).centres
    assert back[0][1] > places["c"][1] and back[-1][1] < places["a"][1]


@pytest.mark.needs_dot
def test_there_are_hardly_more_crossings_than_dot_draws() -> None:
    graphs = [random_graph(Random(100 + seed), 6 + 2 * seed, 2) for seed in range(6)]
    assert sum(crossings(by_us(graph).lines) for graph in graphs) <= 1.2 * sum(
        crossings(by_dot(graph).lines) for graph in graphs
    )


ATTACK = "</text><script>alert(1)</script>\x1b[31m\u202e\"'&]]>"


@pytest.mark.parametrize("text", ["", "two\nlines", ATTACK, "\0", "\ud800"])
def test_labels_and_names_may_say_anything(text: str) -> None:
    nodes = (Node("a", text, inside=(Node(f"b{text}", text),)), Node(f"c{text}", text, double=True, start=True))
    graph = Graph(nodes, (Edge("a", f"c{text}", text), Edge(f"b{text}", f"c{text}", text), Edge("a", "a", text)))
    drawing = draw(graph, text)
    names = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(drawing.svg.encode()).iter()}
    assert names <= {"svg", "title", "desc", "style", "rect", "g", "path", "circle", "text"}
    assert not {"\x1b", "\u202e"} & set(drawing.text)


def test_an_empty_graph_is_a_picture() -> None:
    assert ElementTree.fromstring(draw(Graph(()), "nothing").svg).tag.endswith("svg")


def test_a_graph_says_in_words_what_it_shows() -> None:
    inner = (Node("x", start=True), Node("y", double=True, emphasis=Emphasis.BAD))
    graph = Graph(
        (Node("m", "machine", inside=inner), Node("z")), (Edge("x", "y", "go"), Edge("m", "z", "", Emphasis.GOOD))
    )
    assert words(graph).split("\n") == [
        "machine",
        "  + --> z",
        "    x (start)",
        "      -go-> y",
        "    ! y (accepting)",
        "z",
    ]


def test_what_is_marked_is_drawn_so() -> None:
    graph = Graph((Node("a", emphasis=Emphasis.GOOD), Node("b")), (Edge("a", "b", "x", Emphasis.BAD),))
    shapes = shapes_of(graph)
    assert [shape.emphasis for shape in shapes if isinstance(shape, Arrow)] == [Emphasis.BAD]
    assert [shape.emphasis for shape in shapes if isinstance(shape, Leaf)] == [Emphasis.GOOD, Emphasis.PLAIN]


def test_names_must_be_known_and_unique() -> None:
    with pytest.raises(ValueError, match="two nodes are named 'a'"):
        Graph((Node("a"), Node("b", inside=(Node("a"),))))
    with pytest.raises(ValueError, match="no node has that name"):
        Graph((Node("a"),), (Edge("a", "c"),))


Lines = list[Line]
