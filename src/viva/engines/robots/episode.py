"""One run of a plant under its controller, while formulas watch: it ends when all of them are decided."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from viva.engines.robots.arena import Arena
from viva.engines.signals import Monitor, Trace, noise, trace
from viva.engines.signals.model import signals

ROUNDS = 20  # of a controller, in a second
_SMALL_STEPS = 5  # of the plant, in a round

Controller = Callable[[Mapping[str, float]], Sequence[float]]
"""From what the sensors read to the commands; raises `Broken` where it gives none."""

STEPS = "steps"
"""The signal that says how much work the controller had in the round before."""


class Broken(Exception):
    """A controller that gives no commands. `what` is for whoever made the controller."""

    def __init__(self, what: object) -> None:
        self.what = what
        super().__init__(str(what))


@dataclass(frozen=True, slots=True)
class Episode:
    """`columns` hold all signals, commands and steps at each round. `broken` is what the controller failed with, at the
    last of the `times`, where it did; `told` is what its sensors had read then. `early`: everything was decided before
    the time was over."""

    arena: Arena
    seed: int
    times: Sequence[float]
    columns: Mapping[str, Sequence[float]]
    broken: object | None = None
    told: Mapping[str, float] = field(default_factory=dict)
    early: bool = False

    @property
    def end(self) -> float:
        return self.times[-1]

    def trace(self) -> Trace:
        return trace(list(self.times), {name: list(values) for name, values in self.columns.items()})


def run(
    arena: Arena,
    controller: Controller,
    watch: Sequence[Monitor] = (),
    *,
    seed: int = 0,
    uncertain: Mapping[str, float] | None = None,
    fatal: Sequence[Monitor] = (),
    steps: Callable[[], int] = lambda: 0,
) -> Episode:
    """Runs until all that watch have decided, one of the `fatal` among them is true, the time of the arena is over, or
    the controller breaks.

    `uncertain` signals are known to those who watch only up to so much (section 5.2 of the paper on monitoring), so
    what they find is an interval. `steps` says how many the controller needed in its last round. The same arena,
    controller and seed give the same run.
    """
    plant, disturbance = arena.plant_now(), arena.disturbance(seed)
    bounds = tuple(plant.commands.values())
    times: list[float] = []
    names = (
        *plant.signals,
        *(f"command_{name}" for name in plant.commands if f"command_{name}" not in plant.signals),
        STEPS,
    )
    columns: dict[str, list[float]] = {name: [] for name in names}
    given = (0.0,) * len(bounds)
    rounds = round(arena.seconds * ROUNDS)
    # Each is given what it speaks of and no more: there are thousands of samples.
    open_ones = [(each, signals(each.formula)) for each in watch]
    for number in range(rounds + 1):
        time, row = number / ROUNDS, plant.seen()
        for name, value in zip(plant.commands, given, strict=True):
            row[f"command_{name}"] = value
        row[STEPS] = float(steps())
        times.append(time)
        for name, column in columns.items():
            column.append(row[name])
        open_ones = [each for each in open_ones if not _pushed(*each, time, row, uncertain)]
        if watch and (not open_ones or any(each.interval.low > 0 for each in fatal)):
            return Episode(arena, seed, times, columns, early=number < rounds)
        if number == rounds:
            break
        told = disturbance.sensed(row, plant.sensors)
        try:
            given = tuple(_within(*pair) for pair in zip(controller(told), bounds, strict=True))
        except Broken as broken:
            return Episode(arena, seed, times, columns, broken.what, told)
        arriving = disturbance.arriving(given)
        for _ in range(_SMALL_STEPS):
            plant.advance(arriving, 1 / (ROUNDS * _SMALL_STEPS))
    for monitor, _ in open_ones:
        monitor.end()
    return Episode(arena, seed, times, columns)


def _pushed(
    monitor: Monitor,
    names: Sequence[str],
    time: float,
    row: Mapping[str, float],
    uncertain: Mapping[str, float] | None,
) -> bool:
    """Whether the formula is decided with this sample."""
    if uncertain and not uncertain.keys().isdisjoint(names):
        monitor.push(
            [time],
            **{
                name: noise([row[name] - uncertain[name]], [row[name] + uncertain[name]])
                if name in uncertain
                else [row[name]]
                for name in names
            },
        )
    else:
        monitor.push(time, **{name: row[name] for name in names})
    return monitor.decided


def _within(value: float, bounds: tuple[float, float]) -> float:
    if not math.isfinite(value):
        return 0.0
    return min(max(float(value), bounds[0]), bounds[1])
