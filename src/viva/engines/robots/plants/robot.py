"""A robot on two driven wheels, round, with bumpers, a tilt sensor and eyes for cliffs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import ClassVar

from viva.core.table import Table
from viva.engines.robots.geometry import Stretch, read_finite
from viva.engines.robots.terrain import G, Round, read_ground

_TOUCH = 0.002  # metres: as near as this is contact
_FRONT = math.radians(15)  # both bumpers feel what is as straight ahead as this
_SIDE = math.radians(90)
_STEP = 0.04  # metres: a higher edge is a wall from below and a fall from above
_EYES = math.radians(30)


class Robot:
    """Speeds of wheels in metres per second, angles in radians (0 looks along x, a quarter turn to the left along y).

    A wheel changes its speed by `slew` at most. Against a wall the robot slides along it. `distance` and `angle` are
    what its wheels have counted since the start (`th` is counted on too, `facing_x` and `facing_y` are its cosine and
    sine), the accelerometer feels what it drives and how it is tilted. Who
    drives over an edge has `fallen` and stays there.
    """

    commands: ClassVar[Mapping[str, tuple[float, float]]] = {"left": (-0.5, 0.5), "right": (-0.5, 0.5)}
    sensors: ClassVar[tuple[str, ...]] = ("bump_l", "bump_r", "cliff_l", "cliff_r", "ax", "ay", "distance", "angle")
    signals: ClassVar[tuple[str, ...]] = (
        *sensors, "x", "y", "z", "th", "facing_x", "facing_y", "pitch",
        "roll", "vl", "vr", "fallen", "energy", "clearance", "goal_distance",
    )  # fmt: skip

    def __init__(self, table: Table) -> None:
        robot = table.table("robot")
        self.radius = read_finite(robot, "radius", 0.17, 0.01, 10.0)
        self.track = read_finite(robot, "track", 0.26, 0.01, 10.0)
        self.slew = read_finite(robot, "slew", 1.0, 0.01, 100.0)
        robot.finish()
        self.ground = read_ground(table, self.radius)
        self.x, self.y = self.ground.start
        self.th = self.ground.heading
        self.vl = self.vr = self.acceleration = self.distance = self.angle = self.energy = 0.0
        self.fallen = False
        self._free = 0.0  # how far it may go before a wall can be reached
        self._contacts: list[tuple[float, float]] = []  # points of walls that touch it
        self._edge: tuple[float, float] | None = None  # and of an edge that is too high

    def advance(self, commands: Sequence[float], seconds: float) -> None:
        if self.fallen:
            return
        before = (self.vl + self.vr) / 2
        most = self.slew * seconds
        self.vl += min(max(commands[0] - self.vl, -most), most)
        self.vr += min(max(commands[1] - self.vr, -most), most)
        speed, turn = (self.vl + self.vr) / 2, (self.vr - self.vl) / self.track
        self.acceleration = (speed - before) / seconds
        self.distance += speed * seconds
        self.angle += turn * seconds
        self.energy += (abs(self.vl) + abs(self.vr)) / 2 * seconds
        middle = self.th + turn * seconds / 2
        self.th += turn * seconds
        self._move(speed * seconds * math.cos(middle), speed * seconds * math.sin(middle))

    def _move(self, dx: float, dy: float) -> None:
        x, y = self.x + dx, self.y + dy
        self._edge = None
        self._free -= math.hypot(dx, dy)
        if self._free <= 0.0:
            x, y = self._pushed_back(x, y)
        if self.ground.surfaces:
            rise = self.ground.height(x, y) - self.ground.height(self.x, self.y)
            if rise > _STEP:  # an edge from below
                ahead = self.radius / (math.hypot(dx, dy) or 1.0)
                self._edge = (self.x + dx * ahead, self.y + dy * ahead)
                return
            self.fallen = rise < -_STEP
        self.fallen = self.fallen or (bool(self.ground.cliffs) and self.ground.is_cliff(x, y))
        self.x, self.y = x, y
        if self.fallen:
            self.vl = self.vr = self.acceleration = 0.0

    def _pushed_back(self, x: float, y: float) -> tuple[float, float]:
        """Where it comes to stand: nowhere nearer to anything than its radius."""
        self._contacts = []
        things: tuple[Stretch | Round, ...] = (*self.ground.walls, *self.ground.obstacles)
        for _ in range(3):  # out of one wall may be into another, as in a corner
            moved = False
            for thing in things:
                px, py = thing.nearest(x, y)
                distance = math.hypot(x - px, y - py)
                if distance < self.radius and distance > 0.0:
                    x, y = px + (x - px) / distance * self.radius, py + (y - py) / distance * self.radius
                    moved = True
            if not moved:
                break
        else:
            if self.ground.clearance(x, y) < self.radius - _TOUCH:
                x, y = self.x, self.y  # wedged in
        for thing in things:
            px, py = thing.nearest(x, y)
            if math.hypot(x - px, y - py) <= self.radius + _TOUCH:
                self._contacts.append((px, py))
        self._free = self.ground.clearance(x, y) - self.radius - _TOUCH
        return x, y

    def _bumpers(self) -> tuple[float, float]:
        left = right = 0.0
        for x, y in (*self._contacts, self._edge) if self._edge else self._contacts:
            off = math.remainder(math.atan2(y - self.y, x - self.x) - self.th, math.tau)
            left = 1.0 if -_FRONT <= off <= _SIDE else left
            right = 1.0 if -_SIDE <= off <= _FRONT else right
        return left, right

    def _eye(self, side: float) -> float:
        """Whether the ground is far below, where the rim is."""
        if self.ground.is_flat:
            return 0.0
        x = self.x + self.radius * math.cos(self.th + side)
        y = self.y + self.radius * math.sin(self.th + side)
        below = self.ground.height(x, y) < self.ground.height(self.x, self.y) - _STEP
        return 1.0 if below or self.ground.is_cliff(x, y) else 0.0

    def seen(self) -> dict[str, float]:
        rising_x, rising_y = self.ground.inclination(self.x, self.y)
        cosine, sine = math.cos(self.th), math.sin(self.th)
        pitch = math.atan(rising_x * cosine + rising_y * sine)
        roll = math.atan(rising_y * cosine - rising_x * sine)
        left, right = self._bumpers()
        goal = self.ground.goal
        return {
            "bump_l": left,
            "bump_r": right,
            "cliff_l": self._eye(_EYES),
            "cliff_r": self._eye(-_EYES),
            "ax": self.acceleration + G * math.sin(pitch),
            "ay": G * math.sin(roll),
            "distance": self.distance,
            "angle": self.angle,
            "x": self.x,
            "y": self.y,
            "z": self.ground.height(self.x, self.y),
            "th": self.th,
            "facing_x": cosine,
            "facing_y": sine,
            "pitch": pitch,
            "roll": roll,
            "vl": self.vl,
            "vr": self.vr,
            "fallen": 1.0 if self.fallen else 0.0,
            "energy": self.energy,
            "clearance": min(self.ground.clearance(self.x, self.y) - self.radius, 1e3),
            "goal_distance": math.hypot(self.x - goal.at[0], self.y - goal.at[1]) - goal.radius if goal else 1e3,
        }
