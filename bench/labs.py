"""Virtual labs: a run of a minute with nine formulas, simulated and decided, with the controller in the sandbox and
without; and a hundred environments. Processor time with that of the sandbox."""

import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import cast

from measure import few, fewer
from oracle import descendants_seconds

from viva.core.terms import Terms
from viva.engines.robots import PLANTS, arena_from, run
from viva.engines.signals import Monitor, parse
from viva.languages.finding import language_for
from viva.languages.program import Program
from viva.languages.protocol import calls_of
from viva.languages.values import revive
from viva.services.registry import read_exercise
from viva.subjects.labs.drive import driven
from viva.subjects.labs.model import Task
from viva.subjects.labs.solve import model

FOLDER = Path(__file__).parents[1] / "exercises" / "labs"
ROOM = (FOLDER / "avoid-obstacles" / "two.toml").read_text("utf-8")
FORMULAS = (
    "F[0,60] y > 4.9",
    "G[0,60] fallen < 0.5",
    "G[0,50] (bump_l + bump_r > 0.5 -> F[0,2] (G[0,1] bump_l + bump_r < 0.5))",
    "F[0,50] (G[0,10] vr - vl > 0.05)",
    "(y < 4.5) U[0,50] (G[0,6] (F[0,2] bump_l + bump_r > 0.5))",
    "G[0,60] z < 0.45",
    "G[0,60] clearance > -0.01",
    "G[0,60] abs(x) < 3",
    "(y < 4) U[0,50] (bump_l + bump_r > 0.5 and G[5,9] abs(th - 1.5708) > 0.5)",
)


@dataclass(frozen=True, slots=True)
class Row:
    what: str
    runs: int
    cpu_s: float
    wall_s: float
    goal: str


def versions() -> dict[str, object]:
    return {}


def rows() -> Iterator[Row]:
    _trusted(0)
    yield _measured("a minute with nine formulas, no sandbox", 1, lambda: _trusted(0), "")
    _sandboxed(0)
    yield _measured("a minute with nine formulas, controller in the sandbox", 1, lambda: _sandboxed(0), "under 0.5 s")
    yield _measured("the same, five times", fewer(5), lambda: [_sandboxed(0) for _ in range(fewer(5))], "under 2.5 s")
    yield _measured("1,200 questions to a controller in the sandbox, alone", 1200, _asked, "")
    subject, exercise = read_exercise(FOLDER / "avoid-obstacles")
    environment = exercise.task_as(Task).environments[1]
    answer = model(exercise.task_as(Task))
    driven(exercise, answer, environment, Terms())
    yield _measured(
        "a run of `avoid-obstacles` in the sandbox",
        1,
        lambda: driven(exercise, answer, environment, Terms()),
        "",
    )
    with ProcessPoolExecutor(2) as pool:
        yield _measured(
            "100 environments on two cores, no sandbox",
            fewer(100),
            lambda: list(pool.map(_trusted, range(fewer(100)))),
            "under 20 s on the wall",
        )
        yield _measured(
            "20 environments on two cores, controllers in the sandbox",
            fewer(20),
            lambda: list(pool.map(_sandboxed, range(fewer(20)))),
            "",
        )
    for folder in few(sorted(FOLDER.iterdir())):
        subject, exercise = read_exercise(folder)
        right = model(exercise.task_as(Task))
        yield _measured(f"the whole check of `{folder.name}`", 1, partial(subject.check, exercise, right, Terms()), "")


def _trusted(seed: int) -> float:
    arena = arena_from("robot", ROOM + "\n[noise]\nax = 0.1\n", "two.toml")
    watch = [Monitor(parse(text)) for text in FORMULAS]
    return run(arena, _Careful(), watch, seed=seed).end


def _sandboxed(seed: int) -> float:
    """All of it: the sandbox is warmed up, the controller compiled and driven."""
    language = language_for("careful.py")
    with language.runs.warm_sandbox(Terms().isolation) as sandbox:
        program = language.runs.prepare(sandbox, CAREFUL)
        assert isinstance(program, Program)
        with calls_of(language).drive(sandbox, program, "step", tuple(PLANTS["robot"].sensors)) as driven_by:
            arena = arena_from("robot", ROOM + "\n[noise]\nax = 0.1\n", "two.toml")
            watch = [Monitor(parse(text)) for text in FORMULAS]

            def controller(sensors: Mapping[str, float]) -> tuple[float, float]:
                value = driven_by.ask(list(sensors.values())).value
                assert value is not None
                return cast("tuple[float, float]", revive(value))

            return run(arena, controller, watch, seed=seed).end


def _asked() -> None:
    language = language_for("careful.py")
    sensors = PLANTS["robot"].sensors
    with language.runs.warm_sandbox(Terms().isolation) as sandbox:
        program = language.runs.prepare(sandbox, CAREFUL)
        assert isinstance(program, Program)
        with calls_of(language).drive(sandbox, program, "step", sensors) as driven_by:
            for number in range(1200):
                driven_by.ask([number / 7] * len(sensors))


CAREFUL = b"""
def step(sensors, state):
    left = state["left"] = 40 if sensors["bump_l"] or sensors["bump_r"] else state.get("left", 0) - 1
    return (-0.3, -0.3) if left > 20 else (-0.1, 0.1) if left > 0 else (0.3, 0.3)
"""


class _Careful:
    """Goes back from what it touches, and around it."""

    def __init__(self) -> None:
        self.left = 0

    def __call__(self, sensors: object) -> tuple[float, float]:
        assert isinstance(sensors, dict)
        self.left = 40 if sensors["bump_l"] or sensors["bump_r"] else self.left - 1
        return (-0.3, -0.3) if self.left > 20 else (-0.1, 0.1) if self.left > 0 else (0.3, 0.3)


def _measured(what: str, runs: int, work: Callable[[], object], goal: str) -> Row:
    wall, cpu = time.perf_counter(), descendants_seconds()
    work()
    return Row(what, runs, round(descendants_seconds() - cpu, 2), round(time.perf_counter() - wall, 2), goal)
