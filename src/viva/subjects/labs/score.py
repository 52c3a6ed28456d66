"""How many marks a controller gets: its goals by their weights, each as far as it is met where it goes worst.

What a controller reaches that looks at no sensor is worth little, however much it is; marks are for what lies beyond.
Who follows a timetable gives the same commands in every environment, if not all the time (`is_blind`); what some reach
that always give the same is known before (`best_blind`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache

from viva.core.deciding.scale import above
from viva.engines.robots import PLANTS, STEPS, Controller
from viva.subjects.labs.controllers import Driver, Effort, Run
from viva.subjects.labs.judge import Judged, judge_run
from viva.subjects.labs.model import Task

SHARES = (0.0, 0.5, 1.0, -0.5, -1.0)
"""The commands of controllers that always give the same: as shares of the greatest, and of the least."""


_LITTLE = 0.2
_ALIKE = 0.01  # of what a command can be


def score(task: Task, runs: Sequence[Sequence[Judged]]) -> float:
    """Whoever reaches more gets more; who reaches what the best blind controller does gets little."""
    found = goals_share(runs)
    if is_blind([results[0].run for results in runs if results]):
        return _LITTLE * found
    blind = best_blind(task)
    if blind <= _LITTLE:
        return found
    return _LITTLE * found / blind if found <= blind else _LITTLE + (1 - _LITTLE) * above(found, blind)


def is_blind(runs: Sequence[Run]) -> bool:
    """Whether it gave the same commands in every run, as long as each was, or the same ones all the time: whatever the
    sensors said."""
    if not runs:
        return False
    plant = PLANTS[runs[0].environment.arena.plant]
    given = [  # the first row is from before it was asked
        (_ALIKE * (high - low), [run.episode.columns[f"command_{name}"][1:] for run in runs])
        for name, (low, high) in plant.commands.items()
    ]
    every = [(near, [value for column in columns for value in column]) for near, columns in given]
    if all(max(values, default=0.0) - min(values, default=0.0) <= near for near, values in every):
        return True
    if len({(run.environment.arena.name, repr(run.environment.arena.values)) for run in runs}) < 2:
        return False  # in one environment a timetable cannot be told
    return all(
        abs(one - other) <= near
        for near, columns in given
        for each in columns[1:]
        for one, other in zip(columns[0], each, strict=False)
    )


def goals_share(runs: Sequence[Sequence[Judged]]) -> float:
    """A goal counts as far as it is met in the run in which it goes worst: one arena is no excuse for another."""
    worst: dict[str, float] = {}
    weights: dict[str, float] = {}
    for one in (one for results in runs for one in results):
        worst[one.goal.name] = min(one.share, worst.get(one.goal.name, 1.0))
        weights[one.goal.name] = one.goal.weight
    return sum(worst[name] * weights[name] for name in worst) / sum(weights.values()) if weights else 0.0


def constant_commands(task: Task, share: float) -> tuple[float, ...]:
    bounds = PLANTS[task.plant].commands.values()
    return tuple(share * high if share >= 0 else -share * low for low, high in bounds)


def best_blind(task: Task) -> float:
    """What the best of those reaches that always give the same commands; where one of them meets all goals, that is no
    lack of work but what is asked for."""
    return _best_blind(_Same(task))


class _Same:
    """A task that is known by what it is made of: the same exercise is read anew for every submission of a class."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self._key = (task.plant, tuple(map(repr, task.environments)), tuple(map(repr, task.goals)), task.slips)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key[:3])


@lru_cache(maxsize=64)
def _best_blind(same: _Same) -> float:
    found = [reached_blindly(same.task, share) for share in SHARES]
    return max((each for each in found if each < 1.0), default=0.0)


def reached_blindly(task: Task, share: float) -> float:
    """How far the goals are met by whoever always gives the same commands."""
    return goals_share([judge_run(_blind(task, share).drive(each)) for each in task.environments])


def _blind(task: Task, share: float) -> Driver:
    commands = constant_commands(task, share)

    @contextmanager
    def start() -> Iterator[tuple[Controller, Effort]]:
        def controller(sensors: Mapping[str, float]) -> Sequence[float]:  # noqa: ARG001 it looks at none
            return commands

        yield controller, lambda: {STEPS: 1, "memory": 0} if task.speaks_of("memory") else {STEPS: 1}

    return Driver(task, start)
