"""Other exercises of the same difficulty: see `viva.engines.machines.variants` for what is promised of their machines,
and `steer.py` for what `[machines.vary]` says about them.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.source import MANIFEST, Source
from viva.core.subject import Subject
from viva.core.texts import Say, catalogue
from viva.engines.machines import formats
from viva.engines.machines.model import System, machines_of, transitions_of
from viva.engines.machines.running.behaviour import Behaviour
from viva.engines.machines.running.input_classes import Explosion
from viva.engines.machines.running.table import Table, minimise, tabulate
from viva.engines.machines.semantics import Nondeterministic, OutOfRange
from viva.engines.machines.variants import variants as machines_near
from viva.services.varying.completing import complete, number_variants
from viva.services.varying.variants import Changes, NoVariants, vary_source
from viva.subjects.machines.model import Task
from viva.subjects.machines.steer import steer_variants

_STATES = 2_000


def minimal(system: System) -> Table | None:
    try:
        return minimise(tabulate(Behaviour(system), _STATES))
    except (Explosion, Nondeterministic, OutOfRange):
        return None


def difficulty(task: Task) -> float | None:
    """More states are harder, and of as many states more transitions and levels."""
    system = task.reference or task.solution
    table = None if system is None else minimal(system)
    if system is None or table is None:
        return None
    return len(table) + _transitions(system) / 100 + _levels(system) / 10


def _transitions(system: System) -> int:
    return sum(1 for _ in transitions_of(system.machine))


def _levels(system: System) -> int:
    return max(len(path) for path, _ in machines_of(system.machine)) + 1


def difficulty_line(system: System, say: Say) -> str:
    table = minimal(system)
    states = 0 if table is None else len(table)
    return say("difficulty", states=states, transitions=_transitions(system), levels=_levels(system))


def state_task(task: Task, locale: str = "en") -> str:
    """The statement of an exercise whose teacher wrote none, and of variants."""
    say = catalogue(__package__, locale).say
    parts = []
    if task.reference is not None:
        shown = formats.write(task.reference, "text").rstrip("\n")
        parts += [say("statement_flat" if task.flat else "statement_machine"), f"```\n{shown}\n```"]
    if task.requirements:
        parts.append(say("statement_requirements"))
        parts.append("\n".join(f"- {each.name}" for each in task.requirements))
    return "\n\n".join([*parts, say("hand_in")]) + "\n"


def variants(exercise: Exercise, seed: int) -> Iterator[Source]:
    """The files of variants, each with its machine and no statement, so that one is written."""
    task = exercise.task_as(Task)
    say = catalogue(__package__).say
    if task.reference is None:
        raise NoVariants("there is no machine to vary", MANIFEST, remedy="variants are made from a `reference`")
    level = exercise.wish == "like"
    randomness = Random(f"{seed} {exercise.name}")
    near = machines_near(task.reference, randomness, structure=task.variation.structure or not level, level=level)
    form = formats.format_of(exercise.source.text(task.reference_file))
    for variant in steer_variants(near, task.reference, task.variation):
        files = {task.reference_file: formats.write(variant.system, form).encode()}
        changes = Changes(files=files, statement="", title=say("title_variant"))
        yield vary_source(exercise.source, exercise.name, changes)


def whole_variants(subject: Subject, exercise: Exercise, seed: int, sources: Iterator[Source]) -> Iterator[Exercise]:
    def remark(variant: Exercise) -> str | None:
        system = variant.task.reference if isinstance(variant.task, Task) else None
        return None if system is None else f"difficulty: {difficulty_line(system, catalogue(__package__).say)}"

    def none() -> Fault:
        return NoVariants(
            "there is no variant of this exercise", MANIFEST, remedy="relax what [machines.vary] asks for"
        )

    answered = exercise.kind == "machine"
    variants = complete(subject, exercise, sources, is_wrong=lambda *_: True, answered=answered)
    return number_variants(exercise, seed, variants, remark, none)
