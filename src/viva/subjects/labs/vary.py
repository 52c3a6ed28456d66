"""Other arenas of the same difficulty: laid out otherwise, and driven by the reference about as quickly and as safely.

The statement has to stay true. So start, goal, hills and the walls that the reference touches stay where they are, as
the statement may say how far they are; a plan is turned over, its obstacles and the lines of its other walls are moved,
so that walls that met still meet, and settings are chosen within their ranges. Of a tank or a car the numbers are
changed by up to a fifth. What the reference does not manage, or manages much more quickly or slowly, or with much more
or less to spare, is no variant, unless a harder or an easier one is wished for: then that is what is measured.
"""

from __future__ import annotations

import copy
import math
import random
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import cast

from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.terms import Terms
from viva.core.texts import catalogue
from viva.engines.robots import Arena, Setting
from viva.engines.robots.plants.robot import Robot
from viva.engines.signals import robustness
from viva.services.varying.variants import Changes, Names
from viva.subjects.labs.controllers import Run, drive_environment
from viva.subjects.labs.judge import Judged, judge_run
from viva.subjects.labs.model import Environment, Task
from viva.subjects.labs.solve import model

_TRIES = 60
_FEWER_TRIES = 20  # nearly every arena is harder or easier
_JITTER = 0.35  # metres
_FIFTH = 0.2
_TIMES = (0.6, 1.6)  # how much quicker or slower it may be
_MARGIN = 0.15  # how much more or less there may be to spare, in units of the goal: all that is left is half the marks
_NOTICED = 0.05
_TOUCH = 0.01  # metres

Line = tuple[str, int, float]
"""Of a plan: the name of the arena, the axis (0 is x) and where on it."""

_KEPT = ("seconds", "ranges", "noise", "bias", "stuck", "gain", "link", "robot")


def variants(exercise: Exercise, seed: int) -> Iterator[Exercise]:
    """Their difficulty tells how much harder each is: see `_strain`."""
    from viva.subjects.labs.subject import Labs  # noqa: PLC0415 it asks for variants here

    task = exercise.task_as(Task)
    chance = random.Random(seed)
    names = Names(exercise, seed, catalogue(__package__).say)
    before = [_driven(exercise, environment) for environment in task.environments]
    spare = [_spare(exercise, environment) for environment in task.environments]
    seen = {tuple(_toml(environment.arena.values) for environment in task.environments)}
    touched = {line for results in before for line in _touched(results[0].run)}
    level = exercise.wish == "like"
    for _ in range(_TRIES if level else _FEWER_TRIES):
        changed = _changed(task, chance, touched)
        if changed is None:
            continue
        texts = tuple(_toml(environment.arena.values) for environment in changed)
        if texts in seen:
            continue
        seen.add(texts)
        after = [_driven(exercise, environment) for environment in changed]
        if not all(each.result.right for results in after for each in results):
            continue
        left = [_spare(exercise, each) for each in changed]
        if not level or (all(map(_alike, before, after)) and all(map(_near, spare, left))):
            files = {environment.arena.name: _toml(environment.arena.values).encode() for environment in changed}
            variant = Labs().read(names.named(exercise.source, Changes(files=files)))
            strain = _strain(before, after, spare, left)
            yield replace(variant, difficulty=len(task.goals) + strain)


def _touched(run: Run) -> Iterator[Line]:
    """Where walls stand that a robot touched on its way; one that stands askew has no such line, and both ends stay."""
    plant = run.environment.arena.plant_now()
    if not isinstance(plant, Robot):
        return
    way = list(zip(run.episode.columns["x"], run.episode.columns["y"], strict=True))
    for wall in plant.ground.walls:
        if any(math.dist(place, wall.nearest(*place)) < plant.radius + _TOUCH for place in way):
            straight = [axis for axis in (0, 1) if wall.start[axis] == wall.end[axis]]
            for axis in straight or (0, 1):
                yield run.environment.arena.name, axis, float(wall.start[axis])
                yield run.environment.arena.name, axis, float(wall.end[axis])


def _changed(task: Task, chance: random.Random, touched: Collection[Line]) -> list[Environment] | None:
    """None where something would stand inside of something else."""
    arenas: dict[str, Arena] = {}
    for environment in task.environments:
        arena = environment.arena
        if arena.name not in arenas:
            values = _plan(arena, chance, touched) if task.plant == "robot" else _numbers(arena, chance)
            chosen = {each.path: _within(each, chance) for each in arena.settings}
            try:
                arenas[arena.name] = replace(arena, values=values).with_settings(chosen)
            except Fault:
                return None
    return [replace(environment, arena=arenas[environment.arena.name]) for environment in task.environments]


def _driven(exercise: Exercise, environment: Environment) -> tuple[Judged, ...]:
    return judge_run(drive_environment(exercise, model(exercise.task_as(Task)), environment, Terms()))


def _alike(before: tuple[Judged, ...], after: tuple[Judged, ...]) -> bool:
    """All goals are met in a similar time."""
    for one, other in zip(before, after, strict=True):
        if one.at and other.at and not _TIMES[0] <= other.at / one.at <= _TIMES[1]:
            return False
    return True


def _spare(exercise: Exercise, environment: Environment) -> tuple[float, ...]:
    """How robustly the reference meets each goal, in units of the goal; one unit is plenty. For that it is driven to
    the end: a run that ends when all is decided says little of by how much."""
    whole = drive_environment(
        exercise, model(exercise.task_as(Task)), environment, Terms(), watch=False
    ).episode.trace()
    return tuple(min(1.0, robustness(goal.formula, whole) / goal.scale) for goal in exercise.task_as(Task).goals)


def _strain(
    before: list[tuple[Judged, ...]],
    after: list[tuple[Judged, ...]],
    spare: list[tuple[float, ...]],
    left: list[tuple[float, ...]],
) -> float:
    """How much harder the reference finds it, between -0.9 and 0.9: by how much longer it takes, and by how much less
    it has to spare, in the mean of the goals. What hardly differs counts as nothing."""
    pairs = [pair for ours, theirs in zip(before, after, strict=True) for pair in zip(ours, theirs, strict=True)]
    # What lasts to the end of both runs takes no longer in one of them.
    longer = [other.at / one.at - 1 for one, other in pairs if one.at and other.at and one.at != other.at]
    less = [
        one - other for ours, theirs in zip(spare, left, strict=True) for one, other in zip(ours, theirs, strict=True)
    ]
    found = sum(longer) / max(1, len(longer)) + sum(less) / max(1, len(less))
    return 0.0 if abs(found) < _NOTICED else round(max(-0.9, min(0.9, found)), 3)


def _near(before: tuple[float, ...], after: tuple[float, ...]) -> bool:
    return all(one == other or abs(one - other) <= _MARGIN for one, other in zip(before, after, strict=True))


def _within(setting: Setting, chance: random.Random) -> float:
    return float(f"{chance.uniform(setting.low, setting.high):.3g}")


def _plan(arena: Arena, chance: random.Random, touched: Collection[Line]) -> Mapping[str, object]:
    values = copy.deepcopy(dict(arena.values))
    mirror = -1.0 if chance.random() < 0.5 and all(map(_is_symmetric, arena.settings)) else 1.0
    moved = {(axis, value): value for name, axis, value in touched if name == arena.name}

    def at(axis: int, value: float) -> float:
        key = (axis, float(value))
        if key not in moved:
            moved[key] = round(value + chance.uniform(-_JITTER, _JITTER), 2)
        return moved[key] * (mirror if axis == 0 else 1.0) + 0.0

    def point(value: object) -> list[float]:
        x, y = cast("list[float]", value)
        return [at(0, x), at(1, y)]

    for name in ("wall", "ramp", "platform", "cliff"):
        for row in _rows(values, name):
            for end in ("from", "to"):
                x, y = cast("list[float]", row[end])
                row[end] = point(row[end]) if name == "wall" else [x * mirror + 0.0, y]
            if name == "ramp" and mirror < 0 and row.get("towards", 90) in (0, 180):
                row["towards"] = 180 - cast(int, row["towards"])
    for row in _rows(values, "obstacle"):
        row["at"] = point(row["at"])
    for name in ("start", "goal"):
        place = values.get(name)
        if isinstance(place, dict) and mirror < 0:
            place["x"] = -place.get("x", 0.0) + 0.0
            if name == "start":
                place["heading"] = 180.0 - place.get("heading", 90.0)
    return values


def _is_symmetric(setting: Setting) -> bool:
    """Whether its range means the same in a plan that is turned over."""
    middle = 90.0 if setting.path == "start.heading" else 0.0
    return math.isclose(setting.low + setting.high, 2 * middle, abs_tol=1e-9) or not setting.path.endswith(
        ("heading", ".x", ".0")
    )


def _numbers(arena: Arena, chance: random.Random) -> Mapping[str, object]:
    def changed(value: object) -> object:
        if isinstance(value, dict):
            return {key: changed(inside) for key, inside in value.items()}
        if isinstance(value, list):
            return [changed(inside) for inside in value]
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(f"{value * chance.uniform(1 - _FIFTH, 1 + _FIFTH):.3g}")
        return value

    return {key: value if key in _KEPT else changed(value) for key, value in arena.values.items()}


def _rows(values: Mapping[str, object], name: str) -> list[dict[str, object]]:
    found = values.get(name, [])
    return [row for row in found if isinstance(row, dict)] if isinstance(found, list) else []


def _toml(values: Mapping[str, object]) -> str:
    import tomlkit  # noqa: PLC0415 only for who makes variants

    return tomlkit.dumps(values)
