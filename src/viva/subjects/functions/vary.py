"""Variants: the slots of an exercise filled otherwise, kept only where the references behave differently.

A slot stands as `{name}` in the reference and in the statement; its values are pieces of source, its words what the
statement says. Two variants are different if some input of either suite gets different answers.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

from viva.core.exercise import Exercise
from viva.core.source import Source
from viva.core.variants import Changes, varied
from viva.engines.symbolic import symbolic_sandbox
from viva.languages.outcome import Outcome
from viva.subjects.functions.judge import Judge
from viva.subjects.functions.model import Arguments, Slot, Task
from viva.subjects.functions.notation import fill, read
from viva.subjects.functions.oracle import Oracle
from viva.subjects.functions.suite import suite

_MOST = 2000


def variants(exercise: Exercise, seed: int) -> Iterator[Exercise]:
    """Every choice of values but the exercise's own, in an order that the seed gives; finite."""
    task = exercise.task_as(Task)
    if not task.slots or task.reference_file is None:
        return
    choices = list(itertools.islice(itertools.product(*(range(len(slot.values)) for slot in task.slots)), _MOST))
    rest = choices[1:]
    random.Random(f"vary {seed}").shuffle(rest)
    kept = [_plain(exercise, task.slots, choices[0])]
    for choice in rest:
        variant = read(_source(exercise, task.slots, choice))
        if all(differs(variant, other) for other in kept):
            kept.append(variant)
            yield variant


def _plain(exercise: Exercise, slots: tuple[Slot, ...], choice: tuple[int, ...]) -> Exercise:
    return read(_source(exercise, slots, choice))


def differs(left: Exercise, right: Exercise) -> bool:
    """Whether some input of either suite gets different answers from the two references."""
    one, two = left.task_as(Task), right.task_as(Task)
    judge = Judge(one.comparison, one.reference_language)
    with symbolic_sandbox() as sandbox:
        oracles = Oracle(sandbox, one), Oracle(sandbox, two)
        inputs: list[Arguments] = []
        for exercise, oracle in zip((left, right), oracles, strict=True):
            inputs += [case.arguments for case in suite(exercise, oracle, 0).cases]
        answers = zip(oracles[0].answers(inputs), oracles[1].answers(inputs), strict=True)
        for first, second in answers:
            if (first is None) != (second is None):
                return True
            if first and second and isinstance(second.expected, Outcome) and judge.failure(first, second.expected):
                return True
    return False


def _source(exercise: Exercise, slots: tuple[Slot, ...], choice: tuple[int, ...]) -> Source:
    """The files of the variant. Its right example is its own reference, its wrong one the original's."""
    task = exercise.task_as(Task)
    chosen = dict(zip(slots, choice, strict=True))
    values = {slot.name: slot.values[place] for slot, place in chosen.items()}
    words = {slot.name: slot.words[place] for slot, place in chosen.items()}
    original = {slot.name: slot.values[0] for slot in slots}
    assert task.reference_file is not None
    template = exercise.source.text(task.reference_file)
    reference = fill(template, values).encode()
    files = {
        path: fill(content.decode("utf-8-sig"), words).encode()
        for path, content in exercise.source.files.items()
        if path.endswith(".md") and not path.startswith("examples/")
    }
    files |= {task.reference_file: reference, "examples/right/model.py": reference}
    if any(choice):
        files["examples/wrong/original.py"] = fill(template, original).encode()
    mark = "-".join(map(str, choice))
    changes = Changes(files, without=("slots",), texts=lambda text: fill(text, words))
    return varied(exercise.source, f"{exercise.source.name}-{mark}", changes)
