"""A car that follows another one on a straight road."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from viva.core.table import Table
from viva.engines.robots.geometry import read_finite

_CALM = 1.5  # metres per second squared: how the car in front changes its speed, unless its line says otherwise


class Car:
    """The command is an acceleration. The car in front drives at `speed` and changes it as each [[lead]] says. After a
    crash both stand."""

    commands: ClassVar[Mapping[str, tuple[float, float]]] = {"acceleration": (-6.0, 3.0)}
    sensors: ClassVar[tuple[str, ...]] = ("gap", "speed", "closing")
    signals: ClassVar[tuple[str, ...]] = (
        *sensors,
        "lead_speed",
        "acceleration",
        "headway",
        "crashed",
        "energy",
        "travelled",
    )

    def __init__(self, table: Table) -> None:
        car, lead = table.table("car"), table.table("front")
        self.gap = read_finite(car, "gap", 30.0, 0.1)
        self.speed = read_finite(car, "speed", 15.0, 0.0, 100.0)
        self.lag = read_finite(car, "lag", 0.2, 0.0, 10.0)  # seconds in which the engine follows the pedal
        car.finish()
        self.lead_speed = self.wanted = read_finite(lead, "speed", 15.0, 0.0, 100.0)
        lead.finish()
        self.plan = []
        for change in table.tables("lead"):
            at = read_finite(change, "at", 0.0, 0.0)
            speed = read_finite(change, "speed", 0.0, 0.0, 100.0)
            self.plan.append((at, speed, read_finite(change, "rate", _CALM, 0.01, 10.0)))
            change.finish()
        self.plan.sort()
        self.rate = _CALM
        self.time = self.acceleration = self.crashed = self.energy = self.travelled = 0.0

    def advance(self, commands: Sequence[float], seconds: float) -> None:
        while self.plan and self.plan[0][0] <= self.time + 1e-9:
            _, self.wanted, self.rate = self.plan.pop(0)
        self.time += seconds
        if self.crashed:
            return
        most = self.rate * seconds
        self.lead_speed += min(max(self.wanted - self.lead_speed, -most), most)
        share = 1.0 if self.lag == 0.0 else min(1.0, seconds / self.lag)
        self.acceleration += (commands[0] - self.acceleration) * share
        self.speed = max(0.0, self.speed + self.acceleration * seconds)
        self.gap += (self.lead_speed - self.speed) * seconds
        self.travelled += self.speed * seconds
        self.energy += max(0.0, self.acceleration) * self.speed * seconds
        if self.gap <= 0.0:
            self.gap = self.speed = self.lead_speed = self.acceleration = 0.0
            self.crashed = 1.0

    def seen(self) -> dict[str, float]:
        return {
            "gap": self.gap,
            "speed": self.speed,
            "closing": self.speed - self.lead_speed,
            "lead_speed": self.lead_speed,
            "acceleration": self.acceleration,
            "headway": min(self.gap / max(self.speed, 0.1), 60.0),
            "crashed": self.crashed,
            "energy": self.energy,
            "travelled": self.travelled,
        }
