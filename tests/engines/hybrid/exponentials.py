"""Affine systems by matrix exponentials: a second way to run them, which shares nothing with the engine.

The step of a grid is one matrix; where a guard holds at the end of a step, its first instant is bisected. What a grid
could step over, or what two guards do at once, is not decided here: `Unclear`.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from viva.engines.hybrid import System, formats

Vector = NDArray[np.float64]
_GRID = 0.005
_CLEAR = 1e-3


class Unclear(Exception):
    """Two guards hold at nearly the same instant, one is only just missed, or values grow beyond sense."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """Taken as soon as `sign * (x[index] - limit)` is not negative."""

    index: int
    sign: int
    limit: float
    target: int
    reset: tuple[tuple[int, str, float], ...] = ()  # of a variable: `becomes` a number, or has one `added`


@dataclass(frozen=True, slots=True)
class Plant:
    """For each mode the matrix and the constants; `arrows` by mode."""

    start: tuple[float, ...]
    modes: tuple[tuple[tuple[tuple[float, ...], ...], tuple[float, ...]], ...]
    arrows: tuple[tuple[Arrow, ...], ...]

    def system(self) -> System:
        """The same as the engine reads it."""
        names = ["x", "y", "z"][: len(self.start)]
        lines = ["variables " + ", ".join(f"{n} = {v}" for n, v in zip(names, self.start, strict=True))]
        for number, ((matrix, constants), arrows) in enumerate(zip(self.modes, self.arrows, strict=True)):
            lines.append(f"mode m{number}")
            for name, row, constant in zip(names, matrix, constants, strict=True):
                terms = " ".join(
                    f"{'-' if f < 0 else '+'} {abs(f)} * {n}" for f, n in zip(row, names, strict=True) if f
                )
                lines.append(f"  {name}' = {constant} {terms}")
            for each in arrows:
                reset = "".join(
                    f", {names[i]} := " + (f"{v}" if how == "becomes" else f"{names[i]} + {v}".replace("+ -", "- "))
                    for i, how, v in each.reset
                )
                sign = ">=" if each.sign > 0 else "<="
                lines.append(f"  when {names[each.index]} {sign} {each.limit} go to m{each.target}{reset}")
        return formats.read("\n".join(lines))


@dataclass(slots=True)
class Run:
    """The stretches of a run: when each begins, in which mode, from which values."""

    plant: Plant
    stretches: list[tuple[float, int, Vector]] = field(default_factory=list)

    def at(self, times: Vector) -> Vector:
        """The values at ascending times, one row for each."""
        found = np.empty((len(times), len(self.plant.start)))
        begins = np.array([each[0] for each in self.stretches])
        for row, time in enumerate(times):
            begun, mode, values = self.stretches[int(np.searchsorted(begins, time, side="right")) - 1]
            found[row] = moved(self.plant, mode, values, time - begun)
        return found

    @property
    def jumps(self) -> list[float]:
        return [each[0] for each in self.stretches[1:]]


def exponential(matrix: Vector) -> Vector:
    """Scaling and squaring of a Taylor series."""
    halvings = max(0, int(np.ceil(np.log2(max(np.abs(matrix).sum(axis=1).max(), 1e-300)))) + 4)
    small = matrix / 2.0**halvings
    term = total = np.eye(len(matrix))
    for order in range(1, 18):
        term = term @ small / order
        total = total + term
    for _ in range(halvings):
        total = total @ total
    return total


def moved(plant: Plant, mode: int, values: Vector, time: float) -> Vector:
    matrix, constants = plant.modes[mode]
    size = len(values)
    whole = np.zeros((size + 1, size + 1))
    whole[:size, :size] = np.array(matrix) * time
    whole[:size, size] = np.array(constants) * time
    result: Vector = (exponential(whole) @ np.append(values, 1.0))[:size]
    return result


def run(plant: Plant, horizon: float) -> Run:
    mode, time, values = 0, 0.0, np.array(plant.start, dtype=float)
    found = Run(plant, [])
    size = len(values)
    while True:
        for _ in range(20):
            enabled = [each for each in plant.arrows[mode] if each.sign * (values[each.index] - each.limit) >= -1e-12]
            near = [each for each in plant.arrows[mode] if abs(values[each.index] - each.limit) < _CLEAR]
            if len(enabled) > 1 or len(near) > len(enabled):
                raise Unclear
            if not enabled:
                break
            mode, values = _taken(enabled[0], values)
        else:
            raise Unclear
        found.stretches.append((time, mode, values))
        whole = np.zeros((size + 1, size + 1))
        whole[:size, :size], whole[:size, size] = np.array(plant.modes[mode][0]), np.array(plant.modes[mode][1])
        step = exponential(whole * _GRID)
        begun, here = time, np.append(values, 1.0)
        count = 0
        last: dict[Arrow, float] = {}
        while True:
            if time >= horizon:
                return found
            following = step @ here
            if not np.abs(following).max() < 1e8:
                raise Unclear
            gaps = {each: each.sign * (following[each.index] - each.limit) for each in plant.arrows[mode]}
            due = [each for each, gap in gaps.items() if gap >= 0]
            if due:
                break
            if any(-_CLEAR < gap < last.get(each, gap) for each, gap in gaps.items()):
                raise Unclear  # it turns away from the guard just before it
            last = gaps
            count += 1
            time, here = begun + count * _GRID, following
        instants = sorted((_instant(plant, mode, here[:size], each), number) for number, each in enumerate(due))
        if len(instants) > 1 and instants[1][0] - instants[0][0] < _CLEAR:
            raise Unclear
        after, number = instants[0]
        if time + after >= horizon:
            return found
        mode, values = _taken(due[number], moved(plant, mode, here[:size], after))
        time += after
        if len(found.stretches) > 200:
            raise Unclear


def _instant(plant: Plant, mode: int, values: Vector, arrow: Arrow) -> float:
    low, high = 0.0, _GRID
    for _ in range(45):
        middle = (low + high) / 2
        if arrow.sign * (moved(plant, mode, values, middle)[arrow.index] - arrow.limit) >= 0:
            high = middle
        else:
            low = middle
    return high


def _taken(arrow: Arrow, values: Vector) -> tuple[int, Vector]:
    after = values.copy()
    for index, how, value in arrow.reset:
        after[index] = value if how == "becomes" else values[index] + value
    return arrow.target, after


def random_plant(chance: random.Random) -> Plant:
    """Two or three modes around each other, so that most of them jump."""
    size = chance.choice([1, 2, 2, 3])
    count = chance.choice([1, 2, 2, 3])

    def number(most: float, grain: int = 10) -> float:
        return round(chance.uniform(-most, most) * grain) / grain

    modes, arrows = [], []
    for _ in range(count):
        matrix = tuple(tuple(number(0.9) if chance.random() < 0.7 else 0.0 for _ in range(size)) for _ in range(size))
        modes.append((matrix, tuple(number(3) for _ in range(size))))
        leaving = []
        for _ in range(chance.choice([1, 1, 2]) if count > 1 else chance.choice([0, 1])):
            reset = tuple(
                (index, chance.choice(["becomes", "added"]), number(2))
                for index in range(size)
                if chance.random() < 0.4
            )
            target = chance.randrange(count)
            limit = number(4, chance.choice([1, 10]))
            leaving.append(Arrow(chance.randrange(size), chance.choice([-1, 1]), limit, target, reset))
        arrows.append(tuple(leaving))
    return Plant(tuple(number(2) for _ in range(size)), tuple(modes), tuple(arrows))


def slightly_other(plant: Plant, chance: random.Random) -> Plant:
    """One number changed: a factor, a constant, a limit, a start or a reset."""
    by = chance.choice([-0.5, -0.1, -0.01, 0.01, 0.1, 0.5])
    start, modes, arrows = list(plant.start), list(plant.modes), [list(each) for each in plant.arrows]
    mode = chance.randrange(len(modes))
    index = chance.randrange(len(start))
    kind = chance.choice(["factor", "constant", "limit", "start", "reset", "same"])
    if kind == "factor":
        matrix = [list(row) for row in plant.modes[mode][0]]
        column = chance.randrange(len(start))
        matrix[index][column] = round(matrix[index][column] + by, 6)
        modes[mode] = tuple(map(tuple, matrix)), plant.modes[mode][1]
    elif kind == "constant":
        constants = list(plant.modes[mode][1])
        constants[index] = round(constants[index] + by, 6)
        modes[mode] = plant.modes[mode][0], tuple(constants)
    elif kind == "start":
        start[index] = round(start[index] + by, 6)
    elif arrows[mode] and kind in ("limit", "reset"):
        each = chance.randrange(len(arrows[mode]))
        old = arrows[mode][each]
        if kind == "limit":
            new = Arrow(old.index, old.sign, round(old.limit + by, 6), old.target, old.reset)
        else:
            reset = tuple((i, how, round(v + by, 6)) for i, how, v in old.reset)
            new = Arrow(old.index, old.sign, old.limit, old.target, reset)
        arrows[mode][each] = new
    return Plant(tuple(start), tuple(modes), tuple(map(tuple, arrows)))
