"""Pictures of hybrid systems: the automaton with its equations, and traces over time with the modes below."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from fractions import Fraction
from itertools import combinations

from viva.core.drawing import Drawing
from viva.core.records import dataclass
from viva.core.text.escape import clip, visible_line
from viva.drawing import graph, plot
from viva.drawing.graph import Edge, Graph, Node
from viva.drawing.shapes import Emphasis
from viva.engines.hybrid.curves import Number
from viva.engines.hybrid.expressions import show_affine, show_assignments, show_condition
from viva.engines.hybrid.model import ONE, TRUE, ZERO, System, constant, variable
from viva.engines.hybrid.polyhedra import Polyhedron, Row, TooLarge
from viva.engines.hybrid.reaching import Reach, Stretch
from viva.engines.hybrid.running import Piece
from viva.engines.hybrid.summary import Summary

MOST_MODES, MOST_ARROWS = 40, 120
_BEND = 24  # points on a curve of one piece
_MOST_POINTS = 4000


@dataclass(frozen=True, slots=True)
class Marks:
    """What to point at, by automaton and number: in `bad` and `good` modes and transitions."""

    bad_modes: Collection[tuple[int, int]] = ()
    bad_transitions: Collection[tuple[int, int]] = ()
    faint_modes: Collection[tuple[int, int]] = ()
    good_modes: Collection[tuple[int, int]] = ()
    good_transitions: Collection[tuple[int, int]] = ()


def draw(system: System, title: str, marks: Marks | None = None) -> Drawing:
    return graph.draw(graph.fit_to_width(graph_of(system, marks or Marks())), title)


def graph_of(system: System, marks: Marks) -> Graph:
    modes = sum(len(each.modes) for each in system.automata)
    arrows = sum(len(each.transitions) for each in system.automata)
    if modes > MOST_MODES or arrows > MOST_ARROWS:
        return Graph((Node("all", f"{modes:,} modes and {arrows:,} transitions\nare too many for a picture"),))
    names = system.names
    nodes, edges = [], []
    for number, automaton in enumerate(system.automata):
        for index, mode in enumerate(automaton.modes):
            lines = [clip(visible_line(mode.name), 32)]
            lines += [clip(f"{names[at]}' = {show_affine(rate, names)}", 40) for at, rate in mode.flow]
            if mode.invariant != TRUE:
                lines.append(clip(f"stay while {show_condition(mode.invariant, names)}", 40))
            key = (number, index)
            emphasis = (
                Emphasis.BAD
                if key in marks.bad_modes
                else Emphasis.GOOD
                if key in marks.good_modes
                else Emphasis.FAINT
                if key in marks.faint_modes
                else Emphasis.PLAIN
            )
            start = automaton.initial == index
            nodes.append(Node(f"{number}.{index}", "\n".join(lines), start=start, emphasis=emphasis))
        for index, each in enumerate(automaton.transitions):
            text = [clip(show_condition(each.guard, names), 40)]
            if each.reset:
                text.append(clip(show_assignments(each.reset, names), 40))
            emphasis = (
                Emphasis.BAD
                if (number, index) in marks.bad_transitions
                else Emphasis.GOOD
                if (number, index) in marks.good_transitions
                else Emphasis.PLAIN
            )
            edges.append(Edge(f"{number}.{each.source}", f"{number}.{each.target}", "\n".join(text), emphasis))
    return Graph(tuple(nodes), tuple(edges))


def line_of(pieces: Sequence[Piece], index: int, stop: Number) -> tuple[list[float], list[float]]:
    """The points of one variable up to a time; a jump is a pair of points."""
    xs: list[float] = []
    ys: list[float] = []
    for piece in pieces:
        end = stop if piece.end is None else min(piece.end, stop)
        if end <= piece.start or len(xs) > _MOST_POINTS:
            continue
        curve, lasts = piece.flow.curve(index, piece.start * 0)
        bends = 1 if lasts is None and len(curve) <= 2 else _BEND
        width = end - piece.start
        for step in range(bends + 1):
            at = width * step / bends
            xs.append(float(piece.start + at))
            ys.append(float(piece.flow.values(at)[index]))
    return xs, ys


def modes_of(system: System, pieces: Sequence[Piece], stop: Number) -> tuple[tuple[float, float, str], ...]:
    found: list[tuple[float, float, str]] = []
    for piece in pieces:
        end = float(stop if piece.end is None else min(piece.end, stop))
        text = " ".join(visible_line(name) for name in system.mode_names(piece.modes))
        if end > float(piece.start):
            found.append((float(piece.start), end, clip(text, 24)))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Labels:
    """The words of a picture: its title, its twin in words, and what stands below the axis of time."""

    title: str
    words: str
    axis: str


def traces(
    shown: Sequence[tuple[str, System, Summary]],
    outputs: Sequence[str],
    stop: Number,
    labels: Labels,
    band: float = 0.0,
    *,
    moments: tuple[plot.Moment, ...] = (),
) -> Drawing:
    """The outputs of systems over time, and their modes below. Around the first system's lines lies a band of the
    threshold, outside of which others differ."""
    panels = []
    for name in outputs:
        items: list[plot.Item] = []
        for number, (label, system, summary) in enumerate(shown):
            xs, ys = line_of(summary.pieces, system.position(name), stop)
            if not xs:
                continue
            if number == 0 and band > 0:
                items.append(plot.Band(xs, [y - band for y in ys], [y + band for y in ys]))
            items.append(plot.Line(xs, ys, label))
        panels.append(plot.Panel(name, tuple(items), 130.0 if len(outputs) < 3 else 90.0))
    bars = tuple(plot.Bar(label, modes_of(system, summary.pieces, stop)) for label, system, summary in shown)
    panels.append(plot.Panel("", bars, 24.0 * len(bars)))
    return plot.draw(plot.Plot(tuple(panels), 0.0, float(stop), labels.axis, moments), labels.title, labels.words)


def plane(system: System, found: Reach, across: str, up: str, labels: Labels) -> Drawing:
    """What is reached in the plane of two variables; what goes on for ever is cut at a frame around the rest."""
    places = [system.position(across), system.position(up)]
    shapes = [tube for stretch in found.stretches if (tube := _shadow(stretch, places)) is not None]
    points = [point for shape in shapes for point in corners(shape)]
    spans = [(min(each), max(each)) for each in zip(*points, strict=True)] or [(Fraction(0), Fraction(1))] * 2
    frame = [(low - (high - low or 1) / 4, high + (high - low or 1) / 4) for low, high in spans]
    regions: list[plot.Item] = []
    for shape in shapes:
        rows = [Row(variable(index).plus(constant(-low))) for index, (low, _) in enumerate(frame)]
        rows += [Row(constant(high).plus(variable(index), -ONE)) for index, (_, high) in enumerate(frame)]
        found_points = corners(shape.where(*rows))
        if found_points:
            xs, ys = ([float(each) for each in axis] for axis in zip(*_around(found_points), strict=True))
            regions.append(plot.Region(xs, ys))
    panel = plot.Panel(up, tuple(regions), 320.0)
    return plot.draw(plot.Plot((panel,), float(frame[0][0]), float(frame[0][1]), across), labels.title, labels.words)


def _shadow(stretch: Stretch, places: Sequence[int]) -> Polyhedron | None:
    """The values of two variables in a stretch."""
    try:
        chosen = Stretch(
            stretch.modes,
            stretch.domain,
            tuple(stretch.values[at] for at in places),
            tuple(stretch.rates[at] for at in places),
            stretch.lasts,
        )
        return chosen.tube()
    except TooLarge:
        return None


def corners(shape: Polyhedron) -> list[tuple[Fraction, Fraction]]:
    """The corners of a polygon: where two edges meet and all rows hold, edges among them that are no longer strict."""
    rows = [row.left for row in shape.rows]
    found: dict[tuple[Fraction, Fraction], None] = {}
    for one, other in combinations(rows, 2):
        (a, b), (c, d) = ([dict(row.terms).get(index, ZERO) for index in (0, 1)] for row in (one, other))
        determinant = a * d - b * c
        if determinant:
            point = (
                (b * other.constant - d * one.constant) / determinant,
                (c * one.constant - a * other.constant) / determinant,
            )
            if all(row.at(point) >= 0 for row in rows):
                found[point] = None
    return list(found)


def _around(points: list[tuple[Fraction, Fraction]]) -> list[tuple[float, float]]:
    """In the order in which they lie around their middle."""
    middle = [float(sum(axis)) / len(points) for axis in zip(*points, strict=True)]
    plain = [(float(x), float(y)) for x, y in points]
    return sorted(plain, key=lambda point: math.atan2(point[1] - middle[1], point[0] - middle[0]))
