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
from viva.engines.calls import Arguments, Case, Judge, Oracle, Searcher, programs_of
from viva.subjects.functions.model import Slot, Task
from viva.subjects.functions.notation import fill, read
from viva.subjects.functions.suite import suite_of

_MOST = 2000


def variants(exercise: Exercise, seed: int) -> Iterator[Exercise]:
    """Every choice of values but the exercise's own, in an order that the seed gives; finite."""
    task = exercise.task_as(Task)
    reference = task.question.reference
    if not task.slots or reference is None or reference.file is None:
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
    one, two = left.task_as(Task).question, right.task_as(Task).question
    judge = Judge(one.comparison, left.task_as(Task).teachers_language)
    with programs_of(one) as first, programs_of(two) as second:
        oracles = Oracle(one, first), Oracle(two, second)
        inputs: list[Arguments] = []
        for exercise, oracle in zip((left, right), oracles, strict=True):
            searcher = Searcher(oracle.question, oracle.programs)
            inputs += [case.arguments for case in suite_of(exercise, searcher, oracle, 0).cases]
        answers = zip(oracles[0].answers(inputs), oracles[1].answers(inputs), strict=True)
        return any(_differ(judge, ours, theirs) for ours, theirs in answers)


def _differ(judge: Judge, ours: Case | None, theirs: Case | None) -> bool:
    if ours is None or theirs is None or theirs.expected is None:
        return (ours is None) != (theirs is None)
    return judge.failure(ours, theirs.expected) is not None


def _source(exercise: Exercise, slots: tuple[Slot, ...], choice: tuple[int, ...]) -> Source:
    """The files of the variant. Its right example is its own reference, its wrong one the original's."""
    task = exercise.task_as(Task)
    chosen = dict(zip(slots, choice, strict=True))
    values = {slot.name: slot.values[place] for slot, place in chosen.items()}
    words = {slot.name: slot.words[place] for slot, place in chosen.items()}
    original = {slot.name: slot.values[0] for slot in slots}
    assert task.question.reference is not None and task.question.reference.file is not None
    file = task.question.reference.file
    template = exercise.source.text(file)
    reference = fill(template, values).encode()
    files = {
        path: fill(content.decode("utf-8-sig"), words).encode()
        for path, content in exercise.source.files.items()
        if path.endswith(".md") and not path.startswith("examples/")
    }
    files |= {file: reference, "examples/right/model.py": reference}
    if any(choice):
        files["examples/wrong/original.py"] = fill(template, original).encode()
    mark = "-".join(map(str, choice))
    changes = Changes(files, without=("slots",), texts=lambda text: fill(text, words))
    return varied(exercise.source, f"{exercise.source.name}-{mark}", changes)
