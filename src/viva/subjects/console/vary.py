"""Other exercises with the same story: the slots of an exercise filled otherwise, with what follows from it.

Which fillings are variants is said by `engines/dialogues/varying.py`: the program that is asked for behaves
differently, is about as difficult, and nothing in it is idle. A program without slots has the variants that its numbers
suggest (`engines/dialogues/numbers.py`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from viva.core.exercise import Exercise, read_manifest
from viva.core.source import Source
from viva.core.terms import ENGLISH
from viva.core.texts import catalogue
from viva.engines.dialogues import notations
from viva.engines.dialogues.programs.writing import program
from viva.engines.dialogues.suites.samples import sample_ways
from viva.engines.dialogues.trials.pairs import Shown, side_by_side
from viva.engines.dialogues.variants.numbers import renumberings
from viva.engines.dialogues.variants.varying import Promises
from viva.services.varying import slots
from viva.services.varying.variants import Changes, Names, vary_source
from viva.subjects.console.model import Task
from viva.subjects.console.notation import read_pair, read_task

_INPUTS_OF_PAIRS = 100


def variants(exercise: Exercise, seed: int) -> Iterator[Source]:
    """Finite; no two of them, and none and the original, ask for the same. The model answer to a variant is its right
    example, and that to the original exercise its wrong one, where they are in a language of the exercise."""
    task = exercise.task_as(Task)
    names = names_for(exercise, seed)
    sources = fillings(exercise, seed) if slots.slots_of(exercise.source) else _with_other_numbers(exercise, task, seed)
    for source, other in kept(exercise, sources, task):
        answers = {"right/solution.py": other.spec, "wrong/original.py": task.spec} if task.may_be_written else {}
        examples = {f"examples/{path}": program(spec).encode() for path, spec in answers.items()}
        yield names.named(source, Changes(examples))


def others(exercise: Exercise, task: Task, seed: int) -> Iterator[tuple[Source, Task]]:
    """The files of the exercise with other specifications, and what these ask for."""
    return kept(exercise, fillings(exercise, seed), task)


def kept(exercise: Exercise, sources: Iterator[Source], task: Task) -> Iterator[tuple[Source, Task]]:
    """Those that keep the promises."""
    promises = Promises(task.spec, level=exercise.wish == "like")
    for source in sources:
        other = asked_by(source)
        if promises.keep(other.spec):
            yield source, other


def fillings(exercise: Exercise, seed: int) -> Iterator[Source]:
    """The files of the exercise with every choice of values for its slots but the exercise's own."""
    found = slots.slots_of(exercise.source)
    return (slots.choose_slots(exercise.source, found, choice) for choice in slots.choices(found, seed))


def pairs(
    exercise: Exercise, task: Task, seed: int, alike: Callable[[Source], bool] = lambda _: False
) -> Iterator[Source]:
    """Other pairs of programs, which differ on inputs that both are given, unless they are said to be `alike`; no two
    pairs do the same."""
    promises = Promises(task.spec, level=exercise.wish == "like")
    names = names_for(exercise, seed)
    known = [_done_by(exercise.source, task)]
    for source in fillings(exercise, seed):
        other = asked_by(source)
        if not promises.is_like_the_original(other.spec):
            continue
        done = _done_by(source, other)
        if done not in known and any(seen.differ for seen in done) != alike(source):
            known.append(done)
            yield names.named(source, Changes())


def _done_by(source: Source, task: Task) -> list[Shown]:
    """What the two programs do with some inputs that the specification gives them."""
    source = slots.first(source)
    inputs = [way.inputs for way in sample_ways(task.spec)]
    pair = read_pair(read_manifest(source).settings, source)
    looked_at = random.Random("pairs").sample(inputs, min(len(inputs), _INPUTS_OF_PAIRS))
    return side_by_side(pair, looked_at, None)


def itself(exercise: Exercise) -> Source:
    """The files of the exercise without slots."""
    found = slots.slots_of(exercise.source)
    return slots.choose_slots(exercise.source, found, (0,) * len(found)) if found else exercise.source


def told_by(exercise: Exercise, field: str) -> bool:
    """Whether the statement has `{field}`, so that it says what a variant asks about."""
    return f"{{{field}}}" in read_manifest(exercise.source).statement


def asked_by(source: Source) -> Task:
    return read_task(read_manifest(source).settings, source)


def _with_other_numbers(exercise: Exercise, task: Task, seed: int) -> Iterator[Source]:
    told = f"{exercise.title}\n{exercise.statement}"
    for numbers in renumberings(task.spec, told, seed):
        text = notations.of(task.file).show(numbers.spec(task.spec))
        title, statement = numbers.words(exercise.title), numbers.words(exercise.statement)
        changes = Changes({task.file: text.encode()}, statement=statement, title=title)
        yield vary_source(exercise.source, exercise.name, changes)


def names_for(exercise: Exercise, seed: int) -> Names:
    return Names(exercise, seed, catalogue(__package__, ENGLISH).say)
