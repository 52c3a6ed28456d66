"""An automaton as shapes: circles, a start arrow, double circles, and one legible arrow for all labels of an edge."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from itertools import pairwise

from viva.core.drawing import Drawing
from viva.core.escape import clipped, visible_line
from viva.drawing.shapes import Arrow, Circle, Emphasis, Label, Point, Shape, text_size
from viva.drawing.svg import picture
from viva.engines.automata.formats import table
from viva.engines.automata.layout import COLUMN, ROW, layout
from viva.engines.automata.machine import Machine

MOST_STATES = 60
_SMALLEST = 22.0
_STEPS = 14
_NAME = 24
_LABELS = 6

Box = tuple[float, float, float, float]  # left, right, top, bottom


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
    if len(given.names) > MOST_STATES:
        text = f"{len(given.names):,} states; at most {MOST_STATES} are drawn"
        return [Label((left + text_size(text)[0] / 2, top + 20), text)]
    names = [_wrapped(visible_line(name)) for name in given.names]
    radius = max([_SMALLEST, *(math.hypot(*text_size(name)) / 2 + 5 for name in names)])
    merged: dict[tuple[int, int], list[str]] = {}
    for edge in given.edges:
        merged.setdefault((edge.source, edge.target), []).append(edge.label)
    longest = max((text_size(_label(labels))[0] for labels in merged.values()), default=0.0)
    plan = layout(given, max(COLUMN, 2 * radius + longest + 46), max(ROW, 2 * radius + 62))
    low = (min((x for x, _ in plan.places), default=0.0), min((y for _, y in plan.places), default=0.0))
    shift = (left - low[0] + radius + 50, top - low[1] + radius + 60)
    places = [(x + shift[0], y + shift[1]) for x, y in plan.places]
    canvas = _Canvas([(place, radius + 2) for place in places])
    shapes: list[Shape] = []
    for state, name in enumerate(names):
        shapes.append(Circle(places[state], radius, name, state in given.accepting, marks.state(state)))
    for start in given.starts:
        x, y = places[start]
        shapes.append(Arrow(((x - radius - 34, y), (x - radius, y))))
    routes: dict[tuple[int, int], list[Point]] = {}
    for source, target in merged:
        way = [(x + shift[0], y + shift[1]) for x, y in plan.ways.get((source, target), ())]
        routes[source, target] = _route(places[source], places[target], radius, way, (target, source) in merged)
    canvas.lines = [_line(points) for points in routes.values()]
    for number, ((source, target), labels) in enumerate(merged.items()):
        emphases = [marks.edge(source, label, target) for label in labels]
        emphasis = next((each for each in (Emphasis.BAD, Emphasis.GOOD) if each in emphases), Emphasis.PLAIN)
        points = routes[source, target]
        shapes.append(Arrow(tuple(points), emphasis=emphasis))
        text = _label(labels)
        shapes.append(Label(canvas.spot(points, text, source == target, number), text, emphasis))
    return shapes


def _label(labels: list[str]) -> str:
    shown = [visible_line(label) or "ε" for label in labels]
    if len(shown) <= _LABELS:
        return ",".join(shown)
    return ",".join([*shown[: _LABELS - 1], f"… ({len(shown)})"])


def _wrapped(name: str) -> str:
    """A name in lines: a set of states breaks after its commas."""
    name = clipped(name, 60)
    if len(name) <= 9:
        return name
    lines = [""]
    for piece in name.replace(",", ",\0").split("\0"):
        if lines[-1] and len(lines[-1]) + len(piece) > 9:
            lines.append("")
        lines[-1] += piece
    return "\n".join(clipped(line, _NAME) for line in lines)


def _route(start: Point, end: Point, radius: float, way: list[Point], both: bool) -> list[Point]:
    """The points of an arrow from outline to outline: a loop, a line, an arc, or a curve through its waypoints."""
    if start == end:
        x, y = start
        spread = math.radians(28)
        height = radius + 34
        first = (x - math.sin(spread) * radius, y - math.cos(spread) * radius)
        last = (x + math.sin(spread) * radius, y - math.cos(spread) * radius)
        return _cubic(first, (x - radius * 0.9, y - height - 8), (x + radius * 0.9, y - height - 8), last)
    if way:
        knots = [start, *way, end]
        return _trimmed(_spline(knots), start, end, radius)
    (ax, ay), (bx, by) = start, end
    length = math.hypot(bx - ax, by - ay)
    same_column = abs(ax - bx) < 1
    if not both and not (same_column and length > ROW * 1.2):
        return _trimmed([start, end], start, end, radius)
    bulge = min(0.5 * length, 26.0) if not same_column else min(0.32 * length, 90.0)
    normal = (-(by - ay) / length, (bx - ax) / length)
    control = ((ax + bx) / 2 - normal[0] * bulge * 2, (ay + by) / 2 - normal[1] * bulge * 2)
    return _trimmed(_cubic(start, control, control, end), start, end, radius)


def _cubic(a: Point, b: Point, c: Point, d: Point) -> list[Point]:
    points = []
    for step in range(_STEPS + 1):
        t = step / _STEPS
        weights = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3)
        points.append(
            (
                sum(weight * point[0] for weight, point in zip(weights, (a, b, c, d), strict=True)),
                sum(weight * point[1] for weight, point in zip(weights, (a, b, c, d), strict=True)),
            )
        )
    return points


def _spline(knots: list[Point]) -> list[Point]:
    """A smooth curve through all knots (Catmull and Rom)."""
    padded = [knots[0], *knots, knots[-1]]
    points: list[Point] = []
    for p, q, r, s in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        first = (q[0] + (r[0] - p[0]) / 6, q[1] + (r[1] - p[1]) / 6)
        second = (r[0] - (s[0] - q[0]) / 6, r[1] - (s[1] - q[1]) / 6)
        points += _cubic(q, first, second, r)[1 if points else 0 :]
    return points


def _trimmed(points: list[Point], start: Point, end: Point, radius: float) -> list[Point]:
    """Cut at the two outlines."""
    inside = [math.dist(point, start) < radius for point in points]
    first = max((index for index, is_inside in enumerate(inside) if is_inside), default=0)
    last = min(
        (index for index, point in enumerate(points) if index > first and math.dist(point, end) < radius),
        default=len(points) - 1,
    )
    middle = points[first + 1 : last]
    head = _towards(start, points[first + 1] if first + 1 < len(points) else end, radius)
    tail = _towards(end, middle[-1] if middle else head, radius)
    return [head, *middle, tail]


def _towards(centre: Point, other: Point, radius: float) -> Point:
    distance = math.dist(centre, other) or 1.0
    return (
        centre[0] + (other[0] - centre[0]) / distance * radius,
        centre[1] + (other[1] - centre[1]) / distance * radius,
    )


@dataclass(slots=True)
class _Canvas:
    """Where labels may go: beside their line, off the states and off each other."""

    circles: list[tuple[Point, float]]
    labels: list[tuple[Point, Point]] = field(default_factory=list)
    lines: list[tuple[list[Point], Box]] = field(default_factory=list)

    def spot(self, points: list[Point], text: str, loop: bool, own: int) -> Point:
        """`own` is the number of the line the label belongs to, which it may be near."""
        width, height = text_size(text)
        if loop:
            top = min(points, key=lambda point: point[1])
            candidates = [(top[0], top[1] - height / 2 - 1), (top[0] + width / 2 + 12, top[1] + 4)]
        else:
            candidates = []
            for part in (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74):
                (x, y), (dx, dy) = _along(points, part)
                reach = abs(dy) * (width / 2 + 5) + abs(dx) * (height / 2 + 3)
                candidates += [(x + dy * reach, y - dx * reach), (x - dy * reach, y + dx * reach)]
        best = min(
            range(len(candidates)), key=lambda index: (self._overlap(candidates[index], width, height, own), index)
        )
        self.labels.append((candidates[best], (width, height)))
        return candidates[best]

    def _overlap(self, centre: Point, width: float, height: float, own: int) -> float:
        total = 0.0
        left, right, top, bottom = _box(centre, width + 2, height)
        for number, (line, (line_left, line_right, line_top, line_bottom)) in enumerate(self.lines):
            if line_right < left or line_left > right or line_bottom < top or line_top > bottom:
                continue
            inside = sum(left < x < right and top < y < bottom for x, y in line)
            total += (5 if number == own else 12) * inside
        for (x, y), (other_width, other_height) in self.labels:
            across = (width + other_width) / 2 - abs(x - centre[0])
            along = (height + other_height) / 2 - abs(y - centre[1])
            total += max(0.0, across) * max(0.0, along)
        for (x, y), radius in self.circles:
            near = (max(abs(x - centre[0]) - width / 2, 0.0), max(abs(y - centre[1]) - height / 2, 0.0))
            total += max(0.0, radius - math.hypot(*near)) * 20
        return round(total, 3)


def _box(centre: Point, width: float, height: float) -> Box:
    return centre[0] - width / 2, centre[0] + width / 2, centre[1] - height / 2, centre[1] + height / 2


def _line(points: list[Point]) -> tuple[list[Point], Box]:
    """Points along a line, close enough that a label on it hides one, and the box around them."""
    found: list[Point] = []
    for (ax, ay), (bx, by) in pairwise(points):
        steps = max(1, int(math.dist((ax, ay), (bx, by)) / 6))
        found += [(ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps) for step in range(steps)]
    xs, ys = [x for x, _ in found], [y for _, y in found]
    return found, (min(xs), max(xs), min(ys), max(ys))


def _along(points: list[Point], part: float) -> tuple[Point, Point]:
    """The point at this part of a line, and the direction there."""
    lengths = [math.dist(a, b) for a, b in itertools.pairwise(points)]
    left = sum(lengths) * part
    for (a, b), length in zip(itertools.pairwise(points), lengths, strict=True):
        if left <= length and length > 0:
            share = left / length
            return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share), (
                (b[0] - a[0]) / length,
                (b[1] - a[1]) / length,
            )
        left -= length
    return points[-1], (1.0, 0.0)
