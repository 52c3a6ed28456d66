"""An automaton as a graph: circles, a start arrow, double circles, and one legible arrow for all labels of an edge."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from viva.core.drawing import Drawing
from viva.core.records import dataclass
from viva.core.text.escape import clip, visible_line
from viva.drawing import graph
from viva.drawing.graph import Edge, Graph, Node, strongest
from viva.drawing.shapes import Emphasis, Label, Outline, Shape, text_size
from viva.drawing.svg import picture
from viva.engines.automata.formats import table
from viva.engines.automata.machine import Machine

MOST_STATES = 60
MOST_ARROWS = 240
_NAME = 24
_LABELS = 6


@dataclass(frozen=True, slots=True)
class Marks:
    """What to point at: states and edges (source, letter, target), good ones and bad ones."""

    good_states: Collection[int] = ()
    bad_states: Collection[int] = ()
    good_edges: Collection[tuple[int, str, int]] = ()
    bad_edges: Collection[tuple[int, str, int]] = ()

    def state(self, state: int) -> Emphasis:
        if state in self.bad_states:
            return Emphasis.BAD
        return Emphasis.GOOD if state in self.good_states else Emphasis.PLAIN

    def edge(self, source: int, label: str, target: int) -> Emphasis:
        if (source, label, target) in self.bad_edges:
            return Emphasis.BAD
        return Emphasis.GOOD if (source, label, target) in self.good_edges else Emphasis.PLAIN


def draw(given: Machine, title: str, marks: Marks | None = None, note: str = "") -> Drawing:
    """The picture, and as its twin in text the table of moves with what is marked."""
    return picture(title, shapes_of(given, marks or Marks()), text_of(given, marks or Marks(), note))


def text_of(given: Machine, marks: Marks, note: str = "") -> str:
    names = [visible_line(name) for name in given.names]
    short = replace(given, edges=tuple(edge for edge in given.edges if len(edge.label) <= 1))
    parts = [note] if note else []
    if len(names) <= MOST_STATES:
        parts.append(table.write(replace(short, names=tuple(names))).rstrip("\n"))
        long = [edge for edge in given.edges if len(edge.label) > 1]
        parts += [f"{names[edge.source]} -{visible_line(edge.label)}-> {names[edge.target]}" for edge in long]
    else:
        parts.append(f"{len(names):,} states; at most {MOST_STATES} are drawn")
    for word, states, edges in (("!", marks.bad_states, marks.bad_edges), ("+", marks.good_states, marks.good_edges)):
        parts += [f"{word} {names[state]}" for state in sorted(states)]
        parts += [
            f"{word} {names[source]} -{visible_line(label) or 'ε'}-> {names[target]}"
            for source, label, target in sorted(edges)
        ]
    return "\n".join(parts)


def shapes_of(given: Machine, marks: Marks, left: float = 0.0, top: float = 0.0) -> list[Shape]:
    """The shapes with the whole picture's corner at (left, top). Large automata get a single sentence."""
    too_large = _too_large(given)
    if too_large:
        return [Label((left + text_size(too_large)[0] / 2, top + 20), too_large)]
    return graph.shapes_of(graph.fit_to_width(graph_of(given, marks)), (left, top))


def graph_of(given: Machine, marks: Marks) -> Graph:
    """One node for each state, by its number, and one edge for all labels between two states."""
    nodes = tuple(
        Node(
            str(state),
            _wrapped(visible_line(name)),
            Outline.CIRCLE,
            state in given.starts,
            state in given.accepting,
            marks.state(state),
        )
        for state, name in enumerate(given.names)
    )
    edges = []
    for (source, target), labels in _merged(given).items():
        emphases = [marks.edge(source, label, target) for label in labels]
        edges.append(Edge(str(source), str(target), _label(labels), strongest(emphases)))
    return Graph(nodes, tuple(edges))


def _merged(given: Machine) -> dict[tuple[int, int], list[str]]:
    merged: dict[tuple[int, int], list[str]] = {}
    for edge in given.edges:
        merged.setdefault((edge.source, edge.target), []).append(edge.label)
    return merged


def _too_large(given: Machine) -> str:
    """What is told of an automaton instead of its picture, or nothing where it can be drawn."""
    if len(given.names) > MOST_STATES:
        return f"{len(given.names):,} states; at most {MOST_STATES} are drawn"
    arrows = len(_merged(given))
    return f"{arrows:,} arrows; at most {MOST_ARROWS} are drawn" if arrows > MOST_ARROWS else ""


def _label(labels: list[str]) -> str:
    shown = [visible_line(label) or "ε" for label in labels]
    if len(shown) <= _LABELS:
        return ",".join(shown)
    return ",".join([*shown[: _LABELS - 1], f"… ({len(shown)})"])


def _wrapped(name: str) -> str:
    """A name in lines: a set of states breaks after its commas."""
    name = clip(name, 60)
    if len(name) <= 9:
        return name
    lines = [""]
    for piece in name.replace(",", ",\0").split("\0"):
        if lines[-1] and len(lines[-1]) + len(piece) > 9:
            lines.append("")
        lines[-1] += piece
    return "\n".join(clip(line, _NAME) for line in lines)
