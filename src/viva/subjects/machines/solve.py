"""Model answers: the problem flattened and minimised, in each notation that it can be handed in."""

from __future__ import annotations

from viva.core.fault import Fault
from viva.core.source import MANIFEST
from viva.core.submission import Submission
from viva.core.text.reading import Misread
from viva.engines.machines import formats
from viva.engines.machines.model import System
from viva.engines.machines.running.flatten import flatten
from viva.engines.machines.running.input_classes import Explosion
from viva.subjects.machines.model import Task


def solve_task(task: Task) -> System:
    if task.solution is not None:
        return task.solution
    if task.reference is None:
        remedy = 'name a machine that meets the requirements with `solution = "answer.machine.txt"`'
        raise Fault("an exercise that only states requirements has no model answer", MANIFEST, remedy=remedy)
    try:
        return flatten(task.reference)
    except Explosion:
        raise Fault("the flat machine has too many states", task.reference_file, remedy="make it smaller") from None


def model(system: System) -> Submission:
    written: dict[str, bytes] = {}
    for ending, form in formats.SUFFIXES.items():
        try:
            written[ending] = formats.write(system, form).encode()
        except Misread:  # a notation has no room for some names
            continue
    file = "answer.machine.json"
    return Submission(file, {file: written[".json"]}, written)
