"""Start reading here: a graph to draw, as values. It says what there is and what to point at, not where it lies."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from viva.core.records import dataclass
from viva.drawing.shapes import Emphasis, Outline


class Direction(StrEnum):
    RIGHT = "right"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class Node:
    """`name` is what edges call it, `text` what is written in it: its label, or its title where nodes are `inside`.

    A `start` has an arrow from nowhere, a `double` outline marks what accepts.
    """

    name: str
    text: str = ""
    outline: Outline = Outline.ROUNDED
    start: bool = False
    double: bool = False
    emphasis: Emphasis = Emphasis.PLAIN
    inside: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Edge:
    """An arrow. One that goes back `around` leaves a node where forward edges leave, and enters where they enter."""

    source: str
    target: str
    text: str = ""
    emphasis: Emphasis = Emphasis.PLAIN


@dataclass(frozen=True, slots=True)
class Graph:
    """Names are unique, also among nested nodes. `around`: edges that lead back run round the nodes, as in a flow
    chart; otherwise they take the shortest way, as in the picture of an automaton."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...] = ()
    direction: Direction = Direction.RIGHT
    around: bool = False

    def __post_init__(self) -> None:
        names = [node.name for node in self.walk()]
        known = set(names)
        if len(known) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise ValueError(f"two nodes are named {twice!r}; give every node a name of its own")
        for edge in self.edges:
            for end in (edge.source, edge.target):
                if end not in known:
                    raise ValueError(f"an edge ends at {end!r}, and no node has that name")

    def walk(self) -> Iterator[Node]:
        """Every node, a nested one after the one it lies in."""
        return _walk(self.nodes)


def _walk(nodes: tuple[Node, ...]) -> Iterator[Node]:
    for node in nodes:
        yield node
        yield from _walk(node.inside)
