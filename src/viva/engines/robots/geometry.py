"""Points, stretches and boxes in the plane."""

from __future__ import annotations

import math

from viva.core.records import dataclass
from viva.core.table import Table

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Stretch:
    """A straight wall between two points."""

    start: Point
    end: Point

    def nearest(self, x: float, y: float) -> Point:
        (ax, ay), (bx, by) = self.start, self.end
        dx, dy = bx - ax, by - ay
        length = dx * dx + dy * dy
        share = ((x - ax) * dx + (y - ay) * dy) / length if length else 0.0
        share = 0.0 if share < 0.0 else min(share, 1.0)
        return ax + share * dx, ay + share * dy

    def crosses(self, other: Stretch) -> bool:
        """Whether the two have a point in common that is no end of both."""
        if {self.start, self.end} & {other.start, other.end}:
            return _parallel(self, other) and _overlap(self, other)
        one, two = _side(self, other.start), _side(self, other.end)
        three, four = _side(other, self.start), _side(other, self.end)
        if one == two == three == four == 0.0:
            return _overlap(self, other)
        return one * two < 0 and three * four < 0


@dataclass(frozen=True, slots=True)
class Box:
    left: float
    bottom: float
    right: float
    top: float

    def holds(self, x: float, y: float) -> bool:
        return self.left <= x <= self.right and self.bottom <= y <= self.top


def _side(line: Stretch, point: Point) -> float:
    (ax, ay), (bx, by) = line.start, line.end
    return (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)


def _parallel(one: Stretch, two: Stretch) -> bool:
    return _side(one, two.start) == 0.0 == _side(one, two.end)


def _overlap(one: Stretch, two: Stretch) -> bool:
    """Whether two stretches on one line share more than a point."""
    across = 0 if one.start[0] != one.end[0] else 1
    first, second = sorted((one.start[across], one.end[across])), sorted((two.start[across], two.end[across]))
    return max(first[0], second[0]) < min(first[1], second[1])


def read_point(table: Table, key: str) -> Point:
    value = table.value(key)
    if value is None:
        raise table.fault(key, "is missing", "it is a point, such as [1.5, 2]")
    if not isinstance(value, list) or len(value) != 2 or not all(_is_number(part) for part in value):
        raise table.fault(key, "must be a point", "write it as [1.5, 2]")
    return float(value[0]), float(value[1])


def read_box(table: Table) -> Box:
    """Between two corners."""
    (ax, ay), (bx, by) = read_point(table, "from"), read_point(table, "to")
    if ax == bx or ay == by:
        raise table.fault("to", "must be the corner across from `from`", "the box has no area")
    return Box(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))


def read_finite(table: Table, key: str, default: float, least: float = -1e6, most: float = 1e6) -> float:
    value = table.number(key, default)
    if not least <= value <= most:
        raise table.fault(key, f"cannot be {value:g}", f"it is from {least:g} to {most:g}")
    return value


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and abs(value) <= 1e6
