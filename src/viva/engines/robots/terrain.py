"""What a robot drives on and against: walls, round obstacles, ramps, platforms, cliffs, start and goal."""

from __future__ import annotations

import math
from itertools import combinations
from typing import TypeVar

from viva.core.records import dataclass
from viva.core.table import Table
from viva.engines.robots.geometry import Box, Point, Stretch, read_box, read_finite, read_point

Thing = TypeVar("Thing")
G = 9.81
_DIRECTIONS = {0: (1.0, 0.0), 90: (0.0, 1.0), 180: (-1.0, 0.0), 270: (0.0, -1.0)}
_MOST = 200  # things of a kind in one arena
_STEEPEST = 1.0


@dataclass(frozen=True, slots=True)
class Round:
    at: Point
    radius: float

    def nearest(self, x: float, y: float) -> Point:
        """A point of its rim; of its middle, any."""
        dx, dy = x - self.at[0], y - self.at[1]
        distance = math.hypot(dx, dy) or 1e-9
        return self.at[0] + dx / distance * self.radius, self.at[1] + dy / distance * self.radius


@dataclass(frozen=True, slots=True)
class Surface:
    """A part of the ground that lies higher: level, or rising by `slope` in one direction."""

    box: Box
    base: float
    slope: float = 0.0
    towards: Point = (0.0, 0.0)

    def height(self, x: float, y: float) -> float:
        dx, dy = self.towards
        from_x = self.box.left if dx > 0 else self.box.right
        from_y = self.box.bottom if dy > 0 else self.box.top
        return self.base + self.slope * (dx * (x - from_x) + dy * (y - from_y))


@dataclass(frozen=True, slots=True)
class Ground:
    start: Point
    heading: float  # radians
    goal: Round | None
    walls: tuple[Stretch, ...]
    obstacles: tuple[Round, ...]
    surfaces: tuple[Surface, ...]
    cliffs: tuple[Box, ...]

    @property
    def is_flat(self) -> bool:
        return not self.surfaces and not self.cliffs

    def surface(self, x: float, y: float) -> Surface | None:
        """The one on top: later ones lie on earlier ones."""
        return next((surface for surface in reversed(self.surfaces) if surface.box.holds(x, y)), None)

    def height(self, x: float, y: float) -> float:
        surface = self.surface(x, y)
        return surface.height(x, y) if surface else 0.0

    def inclination(self, x: float, y: float) -> Point:
        surface = self.surface(x, y)
        if surface is None:
            return 0.0, 0.0
        return surface.slope * surface.towards[0], surface.slope * surface.towards[1]

    def is_cliff(self, x: float, y: float) -> bool:
        return any(box.holds(x, y) for box in self.cliffs)

    def clearance(self, x: float, y: float) -> float:
        """How far the nearest wall or obstacle is, from the point; negative inside of an obstacle."""
        nearest = math.inf
        for wall in self.walls:
            px, py = wall.nearest(x, y)
            nearest = min(nearest, math.hypot(x - px, y - py))
        for each in self.obstacles:
            nearest = min(nearest, math.hypot(x - each.at[0], y - each.at[1]) - each.radius)
        return nearest


def read_ground(table: Table, radius: float) -> Ground:
    """From the tables of an arena, for a robot of this radius."""
    start = table.table("start")
    at = (read_finite(start, "x", 0.0), read_finite(start, "y", 0.0))
    heading = math.radians(read_finite(start, "heading", 90.0))
    start.finish()
    ground = Ground(
        at,
        heading,
        _goal(table),
        _walls(table),
        tuple(_round(row) for row in _rows(table, "obstacle")),
        _surfaces(table),
        tuple(_finished(read_box(row), row) for row in _rows(table, "cliff")),
    )
    if ground.clearance(*at) < radius:
        raise start.fault("x", "stands too near to a wall or an obstacle", f"a robot has a radius of {radius:g}")
    if ground.is_cliff(*at):
        raise start.fault("x", "stands on a cliff")
    return ground


def _goal(table: Table) -> Round | None:
    goal = table.table("goal")
    if not table.has("goal"):
        return None
    for key in ("x", "y"):
        goal.number(key)  # has to be there
    at = (read_finite(goal, "x", 0.0), read_finite(goal, "y", 0.0))
    found = Round(at, read_finite(goal, "radius", 0.3, 0.01))
    goal.finish()
    return found


def _walls(table: Table) -> tuple[Stretch, ...]:
    rows = _rows(table, "wall")
    walls = []
    for row in rows:
        wall = Stretch(read_point(row, "from"), read_point(row, "to"))
        if wall.start == wall.end:
            raise row.fault("to", "is where `from` is", "a wall has two ends")
        walls.append(_finished(wall, row))
    for one, two in combinations(walls, 2):
        if one.crosses(two):
            ends = " and ".join(f"{wall.start} to {wall.end}" for wall in (one, two))
            raise table.fault("wall", f"has two walls that overlap: {ends}", "let them meet in a corner")
    return tuple(walls)


def _surfaces(table: Table) -> tuple[Surface, ...]:
    found = []
    for row in _rows(table, "ramp"):
        box, base = read_box(row), read_finite(row, "base", 0.0, 0.0)
        towards = round(read_finite(row, "towards", 90.0))
        if towards not in _DIRECTIONS:
            raise row.fault("towards", f"cannot be {towards}", "a ramp rises towards 0, 90, 180 or 270 degrees")
        rise = read_finite(row, "rise", 0.5)
        length = box.right - box.left if towards in (0, 180) else box.top - box.bottom
        if abs(rise / length) > _STEEPEST:
            raise row.fault("rise", f"cannot be {rise:g} on {length:g}", "nothing climbs more than its own length")
        found.append(_finished(Surface(box, base, rise / length, _DIRECTIONS[towards]), row))
    for row in _rows(table, "platform"):
        found.append(_finished(Surface(read_box(row), read_finite(row, "height", 0.5)), row))
    return tuple(found)


def _round(row: Table) -> Round:
    return _finished(Round(read_point(row, "at"), read_finite(row, "radius", 0.2, 0.01)), row)


def _rows(table: Table, key: str) -> tuple[Table, ...]:
    rows = table.tables(key)
    if len(rows) > _MOST:
        raise table.fault(key, f"cannot be there {len(rows)} times", f"{_MOST} are the most")
    return rows


def _finished(thing: Thing, row: Table) -> Thing:
    row.finish()
    return thing
