"""Controllers that look at no sensor: they meet the goals of no shipped lab, and get a fifth of the marks at most.

They are ours, so they run here without a sandbox.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.examining import Examiner
from tests.subjects.labs.conftest import ARENA, GOALS, exercise
from viva.core.terms import Terms
from viva.engines.robots import PLANTS, Arena, Controller, run, search
from viva.engines.signals import Monitor
from viva.services.promises import check_promises
from viva.services.registry import read_exercise
from viva.subjects.labs.controllers import Run
from viva.subjects.labs.judge import judge_run, margin
from viva.subjects.labs.model import Environment, Task
from viva.subjects.labs.score import is_blind, score
from viva.subjects.labs.subject import Labs

FOLDER = Path(__file__).parents[3] / "exercises" / "labs"
LABS = sorted(folder.name for folder in FOLDER.iterdir())
Plan = list[tuple[int, tuple[float, ...]]]
"""For so many rounds these commands."""


def timetable(plan: Plan) -> Controller:
    left = iter([commands for rounds, commands in plan for _ in range(rounds)])

    def step(sensors: Mapping[str, float]) -> Sequence[float]:  # it does not look at them
        return next(left, plan[-1][1])

    return step


def some_plan(task: Task, chance: random.Random) -> Plan:
    bounds = list(PLANTS[task.plant].commands.values())

    def commands() -> tuple[float, ...]:
        return tuple(round(chance.uniform(*each), 2) for each in bounds)

    kind = chance.choice(["the same", "zigzag", "zigzag", "back and aside", "some", "again and again"])
    if kind == "the same":
        return [(1, commands())]
    if len(bounds) == 2 and kind == "zigzag":
        speed, less, rounds = chance.uniform(0.1, 0.5), chance.uniform(0.02, 0.4), chance.randint(5, 80)
        one, other = (speed, speed - less), (speed - less, speed)
        return [(rounds // 2, one), *[(rounds, other), (rounds, one)] * 40]
    if len(bounds) == 2 and kind == "back and aside":
        speed, turn = chance.uniform(0.2, 0.5), chance.uniform(0.05, 0.4)
        on, back, aside = chance.randint(5, 60), chance.randint(5, 40), chance.randint(3, 25)
        there = [(on, (speed, speed)), (back, (-speed, -speed)), (aside, (-turn, turn))]
        return [*there, *there[:2], (aside, (turn, -turn))] * 20
    parts = [(chance.randint(5, 150), commands()) for _ in range(chance.randint(2, 6))]
    return parts * (20 if kind == "again and again" else 1)


def drive(task: Task, environment: Environment, plan: Plan) -> Run:
    goals = tuple((goal, Monitor(goal.formula)) for goal in task.goals)
    watch = [monitor for _, monitor in goals]
    return Run(environment, run(environment.arena, timetable(plan), watch, seed=environment.seed), goals, ())


def fails_somewhere(task: Task, environment: Environment, plan: Plan) -> bool:
    def tried(arena: Arena) -> float:
        return margin(judge_run(drive(task, replace(environment, arena=arena), plan)))

    return bool(environment.arena.settings) and any(one.margin < 0 for one in search(environment.arena, tried, 30, 0))


@pytest.fixture(scope="module", params=LABS)
def lab(request: pytest.FixtureRequest) -> Task:
    _, exercise = read_exercise(FOLDER / request.param)
    return exercise.task_as(Task)


def none_gets_through(task: Task, seeds: range) -> None:
    for seed in seeds:
        plan = some_plan(task, random.Random(f"blind {seed}"))
        runs = [judge_run(drive(task, environment, plan)) for environment in task.environments]
        if all(one.result.right for results in runs for one in results):
            assert any(fails_somewhere(task, each, plan) for each in task.environments), plan[:6]
        else:
            assert is_blind([results[0].run for results in runs])
            assert score(task, runs) <= 0.2


def test_who_follows_a_timetable_gets_nowhere(lab: Task) -> None:
    none_gets_through(lab, range(8))


@pytest.mark.thorough
@pytest.mark.parametrize("block", range(10))
def test_no_timetable_gets_anywhere(lab: Task, block: int) -> None:
    none_gets_through(lab, range(100 + 20 * block, 120 + 20 * block))


def test_who_looks_at_a_sensor_is_not_blind(lab: Task) -> None:
    """The reference drives differently in different environments."""
    namespace: dict[str, object] = {}
    exec(lab.reference, namespace)
    step = namespace["step"]
    assert callable(step)

    def driven(environment: Environment) -> Run:
        state: dict[str, object] = {}

        def controller(sensors: Mapping[str, float]) -> Sequence[float]:
            given = step(dict(sensors), state)
            return given if isinstance(given, Sequence) else [given]

        goals = tuple((goal, Monitor(goal.formula)) for goal in lab.goals)
        episode = run(environment.arena, controller, [each for _, each in goals], seed=environment.seed)
        return Run(environment, episode, goals, ())

    assert not is_blind([driven(each) for each in lab.environments])


FIXED = "def step(sensors, state):\n    return {}, {}\n"


def test_who_always_gives_the_same_gets_little_in_a_single_arena_too(examine: Examiner) -> None:
    asked = exercise(GOALS.replace("y > 2", "y > 2.9"), ARENA.replace("3]", "9]"), reference=FIXED.format(0.35, 0.35))
    for speed in (0.0, 0.1, 0.28):
        report = examine(asked, FIXED.format(speed, speed))
        assert report.verdict == "refuted" and report.score is not None and report.score <= 0.2
    looking = "def step(sensors, state):\n    return (0.3, 0.3) if sensors['distance'] < 2.8 else (0, 0)\n"
    report = examine(asked, looking)
    assert report.verdict == "refuted" and report.score is not None and report.score > 0.2


def test_goals_that_some_constant_meets_are_told_to_the_author() -> None:
    """Half of the greatest speed comes too short, and the greatest too far."""
    goals = GOALS.replace("y > 2", "y > 2.8").replace("bump_l + bump_r < 0.5", "y < 3.2")
    asked = exercise(goals, ARENA.replace("3]", "9]"), reference=FIXED.format(0.3, 0.3))
    much = [each.what for each in check_promises(Labs(), asked, Terms()) if each.problem and each.what[:4] == "lazy"]
    assert much == ["lazy: always 0.3, 0.3", "lazy: mirrored"]
