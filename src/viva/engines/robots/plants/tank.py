"""A water tank with a pump, from which people take water."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import ClassVar

from viva.core.table import Table
from viva.engines.robots.geometry import read_finite


class Tank:
    """The pump brings `inflow` litres a second at most. Water leaves through a drain, faster the higher it stands
    (Torricelli's law), and by what people take: each [[demand]] from one time to another. What comes above the rim is
    `spilled`."""

    commands: ClassVar[Mapping[str, tuple[float, float]]] = {"pump": (0.0, 1.0)}
    sensors: ClassVar[tuple[str, ...]] = ("level", "pump")
    signals: ClassVar[tuple[str, ...]] = (*sensors, "outflow", "spilled", "energy")

    def __init__(self, table: Table) -> None:
        tank = table.table("tank")
        self.area = read_finite(tank, "area", 20.0, 0.1)  # litres for a decimetre
        self.height = read_finite(tank, "height", 10.0, 0.1)  # decimetres, as all levels
        self.inflow = read_finite(tank, "inflow", 12.0, 0.0)
        self.drain = read_finite(tank, "drain", 1.0, 0.0)
        self.lag = read_finite(tank, "lag", 0.5, 0.0, 100.0)  # seconds in which the pump follows its command
        self.level = read_finite(tank, "level", 2.0, 0.0, self.height)
        tank.finish()
        self.demands = []
        for demand in table.tables("demand"):
            since = read_finite(demand, "from", 0.0, 0.0)
            until = read_finite(demand, "to", 1e6, 0.0)
            if until <= since:
                raise demand.fault("to", f"cannot be {until:g}", f"it comes after `from`, which is {since:g}")
            self.demands.append((since, until, read_finite(demand, "flow", 0.0, 0.0)))
            demand.finish()
        self.time = self.pump = self.outflow = self.spilled = self.energy = 0.0

    def advance(self, commands: Sequence[float], seconds: float) -> None:
        share = 1.0 if self.lag == 0.0 else 1.0 - math.exp(-seconds / self.lag)
        self.pump += (commands[0] - self.pump) * share
        taken = sum(flow for since, until, flow in self.demands if since <= self.time < until)
        self.outflow = self.drain * math.sqrt(self.level) + (taken if self.level > 0.0 else 0.0)
        level = self.level + (self.pump * self.inflow - self.outflow) * seconds / self.area
        if level > self.height:
            self.spilled += (level - self.height) * self.area
        self.level = min(max(level, 0.0), self.height)
        self.energy += self.pump * seconds
        self.time += seconds

    def seen(self) -> dict[str, float]:
        return {
            "level": self.level,
            "pump": self.pump,
            "outflow": self.outflow,
            "spilled": self.spilled,
            "energy": self.energy,
        }
