"""Where a plant stands and what disturbs it, as a TOML file says; and the same with other settings.

Every arena may hold, besides the tables of its plant:

    seconds = 60                       # how long a run is
    [noise]                            # a sensor reads up to so much too high or too low
    ax = 0.2
    [bias]                             # and always so much too high
    [stuck]                            # whatever happens, the sensor reads this
    bump_l = 1
    [gain]                             # what becomes of a command: a wheel that turns too slowly
    left = 0.9
    [link]                             # between the controller and the plant
    latency = 2                        # a command takes effect so many rounds later
    dropped = 0.1                      # so often it is lost, and the last one stays
    [ranges]                           # settings of this file that may be anything from one number to the other
    "start.heading" = [60, 120]
"""

from __future__ import annotations

import copy
import math
import random
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.core.table import Table, read_toml, suggestion
from viva.engines.robots.geometry import read_finite
from viva.engines.robots.plant import Plant
from viva.engines.robots.plants import PLANTS

_LONGEST = 600.0
_MOST_LATENCY = 100


@dataclass(frozen=True, slots=True)
class Setting:
    """A number in the file of an arena, by its way down the tables, and between what it may lie."""

    path: str
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Arena:
    """`values` are those of the file, with the changes that were made to them. `settings` may still be changed."""

    plant: str
    name: str
    text: str
    values: Mapping[str, object]
    seconds: float
    settings: tuple[Setting, ...] = ()

    def table(self) -> Table:
        return Table(self.values, self.text, self.name)

    def plant_now(self) -> Plant:
        """A plant at the start of a run."""
        return PLANTS[self.plant](self.table())

    def disturbance(self, seed: int) -> Disturbance:
        plant = PLANTS[self.plant]
        return _disturbance(self.table(), plant.sensors, tuple(plant.commands), seed)

    @property
    def by_chance(self) -> bool:
        """Whether another seed may give another run."""
        link = self.values.get("link", {})
        return bool(self.values.get("noise")) or (isinstance(link, dict) and bool(link.get("dropped")))

    def setting(self, path: str) -> float:
        """What the file says."""
        holder, key = _held(self.values, path, self.name)
        return float(cast(float, holder[key]))

    def with_settings(self, changed: Mapping[str, float]) -> Arena:
        """The arena with other numbers. Raises Fault where it makes no sense with them."""
        values = copy.deepcopy(dict(self.values))
        for path, value in changed.items():
            holder, key = _held(values, path, self.name)
            holder[key] = value
        made = replace(self, values=values)
        made.plant_now()
        return made


def arena_from(plant: str, text: str, name: str) -> Arena:
    """Reads an arena, and raises Fault where a plant cannot be set up in it."""
    if plant not in PLANTS:
        raise Fault(f"there is no plant {plant!r}", remedy=suggestion(plant, tuple(PLANTS)))
    table = read_toml(text, name)
    seconds = read_finite(table, "seconds", 60.0, 0.1, _LONGEST)
    kind = PLANTS[plant]
    kind(table)
    _disturbance(table, kind.sensors, tuple(kind.commands), 0)
    settings = tuple(_setting(table.table("ranges"), path) for path in table.table("ranges").values)
    table.finish()
    return Arena(plant, name, text, table.values, seconds, settings)


def _setting(table: Table, path: str) -> Setting:
    value = table.value(path)
    if (
        not isinstance(value, list)
        or len(value) != 2
        or not all(isinstance(end, int | float) and not isinstance(end, bool) and math.isfinite(end) for end in value)
        or value[0] >= value[1]
    ):
        raise table.fault(path, "must be two numbers, the lower one first", "write it as [60, 120]")
    values = copy.deepcopy(read_toml(table.text, table.file).values)
    holder, key = _held(values, path, table.file)
    if not isinstance(holder[key], int | float):
        raise table.fault(path, "is no number in this file")
    return Setting(path, float(value[0]), float(value[1]))


def _held(values: Mapping[str, object], path: str, file: str) -> tuple[dict[str, object], str]:
    """The table in which a path ends, and the last word of the path; rows of a list count from 0."""
    *way, last = path.split(".")
    inside: object = values
    for word in way:
        if isinstance(inside, list) and word.isdecimal() and int(word) < len(inside):
            inside = inside[int(word)]
        elif isinstance(inside, dict) and word in inside:
            inside = inside[word]
        else:
            inside = None
    if isinstance(inside, list) and last.isdecimal() and int(last) < len(inside):
        return cast("dict[str, object]", inside), cast(str, int(last))
    if not isinstance(inside, dict) or last not in inside:
        raise Fault(
            f"`{path}` in [ranges] leads to nothing", file, remedy='name a number of this file, such as "start.heading"'
        )
    return inside, last


@dataclass(slots=True)
class Disturbance:
    """What happens to values on their way between the plant and its controller, in one run."""

    chance: random.Random
    noise: Mapping[str, float]
    bias: Mapping[str, float]
    stuck: Mapping[str, float]
    gain: tuple[float, ...]
    dropped: float
    waiting: deque[tuple[float, ...]]
    last: tuple[float, ...]

    def sensed(self, exact: Mapping[str, float], sensors: Sequence[str]) -> dict[str, float]:
        found = {}
        for name in sensors:
            value = exact[name] + self.bias.get(name, 0.0)
            if bound := self.noise.get(name):
                value += self.chance.uniform(-bound, bound)
            found[name] = self.stuck.get(name, value)
        return found

    def arriving(self, commands: tuple[float, ...]) -> tuple[float, ...]:
        """What the plant is told now."""
        self.waiting.append(commands)
        arrived = self.waiting.popleft()
        if not self.dropped or self.chance.random() >= self.dropped:
            self.last = tuple(value * gain for value, gain in zip(arrived, self.gain, strict=True))
        return self.last


def _disturbance(table: Table, sensors: Sequence[str], commands: Sequence[str], seed: int) -> Disturbance:
    link = table.table("link")
    latency = link.integer("latency", 0)
    if not 0 <= latency <= _MOST_LATENCY:
        raise link.fault("latency", f"cannot be {latency}", f"it is a number of rounds up to {_MOST_LATENCY}")
    dropped = read_finite(link, "dropped", 0.0, 0.0, 1.0)
    link.finish()
    gain = _numbers(table.table("gain"), commands)
    still = (0.0,) * len(commands)
    return Disturbance(
        random.Random(seed),
        _numbers(table.table("noise"), sensors),
        _numbers(table.table("bias"), sensors),
        _numbers(table.table("stuck"), sensors),
        tuple(gain.get(name, 1.0) for name in commands),
        dropped,
        deque([still] * latency),
        still,
    )


def _numbers(table: Table, names: Sequence[str]) -> dict[str, float]:
    for name in table.values:
        if name not in names:
            raise table.fault(name, "is nothing this plant has", suggestion(name, names))
    return {name: read_finite(table, name, 0.0) for name in table.values}
