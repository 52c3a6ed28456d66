import pytest

from tests.examining import Examiner, made
from viva.core.exercise import Exercise
from viva.core.ladder import Rung
from viva.subjects.labs.subject import Labs

ARENA = """
seconds = 10
[start]
x = 0
y = 0
heading = 90
[[wall]]
from = [-2, 3]
to = [2, 3]
"""
GOALS = """
[[goal]]
name = "north"
text = "It comes two metres to the north."
formula = "F[0,10] y > 2"
weight = 2
scale = 2

[[goal]]
name = "free"
text = "It touches nothing."
formula = "G[0,10] bump_l + bump_r < 0.5"

[[fault]]
name = "backwards"
text = "It goes the wrong way."
formula = "F[0,5] y < -0.3"
"""
REFERENCE = "def step(sensors, state):\n    return (0.3, 0.3) if sensors['distance'] < 2.3 else (0, 0)\n"


def exercise(goals: str = GOALS, arena: str = ARENA, settings: str = "", reference: str = REFERENCE) -> Exercise:
    table = f'[labs]\nplant = "robot"\narenas = ["arena.toml"]\ngoals = "goals.toml"\nreference = "c.py"\n{settings}'
    return made(Labs(), table, {"arena.toml": arena, "goals.toml": goals, "c.py": reference})


@pytest.fixture
def examine() -> Examiner:
    return Examiner(Labs(), lambda text: exercise(arena=text), rung=Rung.FIX)
