"""Levels, layers and orders, from outside in: what lies beside what, before anything has a coordinate.

A level holds the nodes inside one node, or those of the whole graph. An edge between nodes of different levels belongs
to the level that both lie in, and passes the borders of the others through gates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from itertools import pairwise

from viva.core.records import dataclass
from viva.drawing.graph.crossings import reduce_crossings
from viva.drawing.graph.layers import assign_layers, edges_to_reverse
from viva.drawing.graph.model import Direction, Graph, Node

STUB = -1  # stands for an edge: the arrow into a start
_BORDER = -1


@dataclass(slots=True)
class Link:
    """An edge on one level, from the item in the earlier layer to that in the later one.

    `chain` are the items it passes, from layer `first` on, with its ends. `forward` says that the edge points that
    way. One that `wraps` leads back around both nodes: its chain are lanes only, the first beside `upper`, the last
    beside `lower`.
    """

    edge: int
    upper: int
    lower: int
    forward: bool
    first: int = 0
    wraps: bool = False
    chain: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Level:
    """Items are the nodes by their number, then lanes, gates and the title. `layers` are their orders."""

    owner: Node | None
    nodes: Sequence[Node]
    inner: dict[int, Level] = field(default_factory=dict)
    links: list[Link] = field(default_factory=list)
    layers: list[list[int]] = field(default_factory=list)
    gates: dict[int, int] = field(default_factory=dict)  # the item of each edge that passes or ends at the border
    title: int | None = None
    items: int = 0

    def item(self, layer: int) -> int:
        self.layers[layer].append(self.items)
        self.items += 1
        return self.items - 1


class Plan:
    """Where each node lies in the hierarchy, and on which level each edge is drawn."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.paths: dict[str, tuple[str, ...]] = {}
        self._find_paths(graph.nodes, ())
        self.edges_at: dict[str, list[int]] = {}  # by the name of the node a level is in
        self.loops: dict[str, list[int]] = {}
        for number, edge in enumerate(graph.edges):
            if edge.source == edge.target:
                self.loops.setdefault(edge.source, []).append(number)
                continue
            same = 0
            for one, other in zip(self.paths[edge.source], self.paths[edge.target], strict=False):
                if one != other:
                    break
                same += 1
            self.edges_at.setdefault(self.paths[edge.source][same - 1] if same else "", []).append(number)

    def _find_paths(self, nodes: Sequence[Node], path: tuple[str, ...]) -> None:
        for node in nodes:
            self.paths[node.name] = (*path, node.name)
            self._find_paths(node.inside, (*path, node.name))

    def level_edges(self, owner: Node | None) -> list[int]:
        return self.edges_at.get(owner.name if owner else "", [])

    def end(self, owner: Node | None, numbers: dict[str, int], edge: int, at_source: bool) -> int:
        """The node of a level in which an end of an edge lies, or the border."""
        one = self.graph.edges[edge]
        path = self.paths[one.source if at_source else one.target]
        depth = len(self.paths[owner.name]) if owner else 0
        outside = len(path) <= depth or (owner is not None and path[depth - 1] != owner.name)
        return _BORDER if outside else numbers[path[depth]]


def arrange_levels(
    plan: Plan, owner: Node | None, nodes: Sequence[Node], entering: Sequence[int] = (), leaving: Sequence[int] = ()
) -> Level:
    """The level with all levels inside. The edges at its borders come in the order of the level around it."""
    numbers = {node.name: number for number, node in enumerate(nodes)}
    own = [
        (edge, plan.end(owner, numbers, edge, True), plan.end(owner, numbers, edge, False))
        for edge in plan.level_edges(owner)
    ]
    plain = [(edge, a, b) for edge, a, b in own if _BORDER not in (a, b)]
    starts = [number for number, node in enumerate(nodes) if node.start]
    level = Level(owner, nodes, items=len(nodes))
    for (edge, a, b), back in zip(
        plain, edges_to_reverse(len(nodes), [(a, b) for _, a, b in plain], starts), strict=True
    ):
        wraps = back and plan.graph.around and not nodes[a].inside and not nodes[b].inside
        level.links.append(Link(edge, b if back else a, a if back else b, not back, wraps=wraps))
    ranks = assign_layers(len(nodes), [(link.upper, link.lower) for link in level.links])
    entering = [*entering, *(edge for edge, a, _ in own if a == _BORDER)]
    leaving = [*leaving, *(edge for edge, _, b in own if b == _BORDER)]
    titled = owner is not None and owner.text != "" and plan.graph.direction is Direction.DOWN
    first, count = int(bool(entering) or titled), max(ranks, default=-1) + 1
    ranks = [rank + first for rank in ranks]
    level.layers = [[] for _ in range(first + count + bool(leaving))]
    for number, rank in enumerate(ranks):
        level.layers[rank].append(number)
    level.title = level.item(0) if titled else None
    joins: list[tuple[int, int]] = []  # only while the order is found
    turns: list[int] = []
    for link in level.links:
        upper, lower = ranks[link.upper], ranks[link.lower]
        if link.wraps:
            _run(level, link, (level.item(upper), level.item(lower)), upper, lower)
            for layer, one, other in ((upper - 1, link.upper, link.chain[0]), (lower + 1, link.lower, link.chain[-1])):
                if first <= layer < first + count:
                    turns.append(level.item(layer))
                    joins += [(turns[-1], end) if layer < upper else (end, turns[-1]) for end in (one, other)]
        else:
            _run(level, link, (link.upper, link.lower), upper, lower)
    for edges, layer in ((entering, 0), (leaving, len(level.layers) - 1)):
        for edge in edges:
            gate = level.gates[edge] = level.item(layer)
            if edge == STUB:
                continue
            source, target = (plan.end(owner, numbers, edge, at_source) for at_source in (True, False))
            inside = max(source, target)
            if inside == _BORDER:
                continue  # the edge ends at the border itself
            if layer == 0:
                link = Link(edge, gate, inside, source == _BORDER)
                _run(level, link, (gate, inside), 0, ranks[inside])
            else:
                link = Link(edge, inside, gate, target == _BORDER)
                _run(level, link, (inside, gate), ranks[inside], layer)
            level.links.append(link)
    _find_orders(level, joins, turns, ({0} if first else set()) | ({len(level.layers) - 1} if leaving else set()))
    position = positions(level.layers, level.items)
    for number, node in enumerate(nodes):
        if node.inside:
            befores = [(position[link.chain[-2]], link.edge) for link in level.links if link.chain[-1] == number]
            afters = [(position[link.chain[1]], link.edge) for link in level.links if link.chain[0] == number]
            entering, leaving = ([edge for _, edge in sorted(side)] for side in (befores, afters))
            level.inner[number] = arrange_levels(plan, node, node.inside, with_stub(node, entering), leaving)
    return level


def with_stub(node: Node, edges: list[int]) -> list[int]:
    """The edges that end where others enter a node; the arrow into a start is in the middle."""
    half = len(edges) // 2
    return [*edges[:half], STUB, *edges[half:]] if node.start else edges


def positions(layers: Sequence[Sequence[int]], items: int) -> list[int]:
    """The place of each item in its layer."""
    found = [0] * items
    for layer in layers:
        for place, item in enumerate(layer):
            found[item] = place
    return found


def neighbours(links: Sequence[Link], items: int) -> tuple[list[list[int]], list[list[int]]]:
    """Of each item, those in the layer before and those in the layer after."""
    up: list[list[int]] = [[] for _ in range(items)]
    down: list[list[int]] = [[] for _ in range(items)]
    for link in links:
        for one, other in pairwise(link.chain):
            down[one].append(other)
            up[other].append(one)
    return up, down


def _run(level: Level, link: Link, ends: tuple[int, int], start: int, end: int) -> None:
    link.first = start
    link.chain = [ends[0], *(level.item(layer) for layer in range(start + 1, end)), ends[1]]


def _find_orders(level: Level, joins: Sequence[tuple[int, int]], turns: Sequence[int], fixed: set[int]) -> None:
    """Edges that wrap turn in points of the layers around, so that what they cross there is counted."""
    up, down = neighbours(level.links, level.items)
    for upper, lower in joins:
        down[upper].append(lower)
        up[lower].append(upper)
    left_out = set(turns)
    found = reduce_crossings(level.layers, up, down, fixed)
    level.layers = [[item for item in layer if item not in left_out] for layer in found]
