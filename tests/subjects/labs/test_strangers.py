"""Controllers that are no examples of the shipped labs, each in a style of its own: good ones meet all goals, and of
the others the fault is named that they have.

They are ours, so they run here without a sandbox. In `strangers/` each has a name and what it is: `good`, or the faults
one of which is told first.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from viva.engines.robots import run
from viva.engines.signals import Monitor
from viva.services.registry import read_exercise
from viva.subjects.labs.controllers import Run
from viva.subjects.labs.judge import judge_run, shown_slips
from viva.subjects.labs.model import Environment, Task

FOLDER = Path(__file__).parents[3] / "exercises" / "labs"
STRANGERS = [
    pytest.param(file.stem, expected.split(), source, id=f"{file.stem} {name}")
    for file in sorted((Path(__file__).parent / "strangers").iterdir())
    for name, expected, source in re.findall(r"^## (\S+) \| (.*)\n((?:(?!## ).*\n?)*)", file.read_text("utf-8"), re.M)
]


def drive(task: Task, environment: Environment, source: str) -> Run:
    namespace: dict[str, object] = {}
    exec(source, namespace)
    step, state = namespace["step"], dict[str, object]()
    assert callable(step)

    def controller(sensors: Mapping[str, float]) -> Sequence[float]:
        given = step(dict(sensors), state)
        return list(given.values()) if isinstance(given, dict) else given if isinstance(given, Sequence) else [given]

    goals = tuple((goal, Monitor(goal.formula)) for goal in task.goals)
    slips = tuple((slip, Monitor(slip.formula)) for slip in task.slips)
    watch = [monitor for _, monitor in (*goals, *slips)]
    fatal = [monitor for slip, monitor in slips if slip.critical]
    return Run(environment, run(environment.arena, controller, watch, seed=environment.seed, fatal=fatal), goals, slips)


def test_there_are_some_for_every_lab() -> None:
    assert {each.values[0] for each in STRANGERS} == {folder.name for folder in FOLDER.iterdir()}
    assert len(STRANGERS) >= 18


@pytest.mark.some(8)
@pytest.mark.parametrize(("lab", "expected", "source"), STRANGERS)
def test_strangers_are_told_what_they_are(lab: str, expected: list[str], source: str) -> None:
    _, exercise = read_exercise(FOLDER / lab)
    task = exercise.task_as(Task)
    for environment in task.environments:
        if environment.seed:
            continue
        seen = drive(task, environment, source)
        missed = [one.goal.name for one in judge_run(seen) if not one.result.right]
        if missed:
            first = next((slip.name for slip, _ in shown_slips(seen)), None)
            assert first in expected, missed
            return
    assert expected == ["good"]
