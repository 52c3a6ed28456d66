"""The model answer is the teacher's controller; and answers that do not do the task, to see what they would get."""

from __future__ import annotations

import re

from viva.core.submission import Submission
from viva.engines.robots import PLANTS
from viva.subjects.labs.model import Task
from viva.subjects.labs.notation import STEP

FILE = "controller.py"
_TENTHS = [tenth / 10 for tenth in range(1, 11)]
_AS_BEFORE = f"\n\n_as_before = {STEP}\n\n\ndef {STEP}(sensors, state):\n"


def model(task: Task) -> Submission:
    return Submission.from_text(task.reference, FILE)


def lazy_answers(task: Task) -> dict[str, Submission]:
    """Controllers that nobody should get many marks for: one that does nothing, some that always give the same, among
    them the one that comes furthest of ten, the reference without one of the sensors that it reads, and the reference
    turned over."""
    from viva.subjects.labs.score import SHARES, constant_commands, reached_blindly  # noqa: PLC0415 NumPy

    found = {}
    for share in (*SHARES, max(_TENTHS, key=lambda share: reached_blindly(task, share))):
        commands = constant_commands(task, share)
        name = f"always {', '.join(f'{each:g}' for each in commands)}"
        found[name] = f"def {STEP}(sensors, state):\n    return {_given(commands)}\n"
    plant = PLANTS[task.plant]
    for sensor in plant.sensors:
        if re.search(rf"""["']{sensor}["']""", task.reference):
            found[f"without {sensor}"] = (
                f"{task.reference}{_AS_BEFORE}    return _as_before({{**sensors, {sensor!r}: 0.0}}, state)\n"
            )
    if len(plant.commands) == 1:
        ((low, high),) = plant.commands.values()
        turned = f"{low + high!r} - _as_before(sensors, state)"
        found["turned over"] = f"{task.reference}{_AS_BEFORE}    return {turned}\n"
    else:
        found["mirrored"] = f"{task.reference}{_AS_BEFORE}    return tuple(reversed(_as_before(sensors, state)))\n"
    return {name: Submission.from_text(text, FILE) for name, text in found.items()}


def _given(commands: tuple[float, ...]) -> str:
    return repr(commands[0] if len(commands) == 1 else commands)
