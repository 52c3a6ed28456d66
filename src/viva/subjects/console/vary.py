"""Other exercises of the same shape: their files, with another specification and what follows from it.

Which other specifications there are is worked out in `engines/dialogues/varying.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from viva.core.exercise import Exercise
from viva.core.source import Source
from viva.core.terms import ENGLISH
from viva.core.texts import catalogue
from viva.core.variants import Changes, Value, varied
from viva.engines.dialogues import notations, varying
from viva.engines.dialogues.describe import in_words
from viva.engines.dialogues.model import Spec
from viva.engines.dialogues.programs.writing import program
from viva.engines.dialogues.suites.suite import suite
from viva.engines.dialogues.varying import fails
from viva.subjects.console.model import Task


def variants(exercise: Exercise, seed: int) -> Iterator[Source]:
    """Finite; no two of them, and none and the original, ask for the same."""
    task = exercise.task_as(Task)
    for number, spec in enumerate(varying.varied(task.spec, seed, task.functions), 1):
        yield _source(exercise, task, spec, f"{exercise.name}-{seed}-{number}")


def pairs(
    exercise: Exercise, task: Task, names: tuple[str, str], seed: int, settings: Mapping[str, Value] | None = None
) -> Iterator[Source]:
    """The exercise with two other programs: the model answers to its specification and to a variant, which differ on
    inputs that both are given. `settings` say so where the exercise does."""
    number = 0
    tests = suite(task.spec, 0)
    for spec in varying.varied(task.spec, seed, task.functions):
        if not fails(spec, tests):
            continue
        number += 1
        texts = (program(task.spec), program(spec))
        files = {name: text.encode() for name, text in zip(names, texts, strict=True)}
        told = restated(task.spec, "ask_pair", "\n\n".join(map(as_code, texts)))
        changes = Changes(files, statement=told, settings=settings or {})
        yield varied(exercise.source, f"{exercise.name}-{seed}-{number}", changes)


def with_holes(exercise: Exercise, task: Task, names: tuple[str, str], seed: int) -> Iterator[Source]:
    """Variants whose model answers have lost a condition or what they write. `names` are the files with the holes and
    without."""
    file, solved = names
    for number, spec in enumerate(varying.varied(task.spec, seed, task.functions), 1):
        whole = program(spec)
        holes = re.sub(r"(?m)^(\s*(?:while|if)) .+:$", r"\1 ___:", whole, count=1)
        if holes == whole:
            holes = re.sub(r"(?m)^(\s*print)\(.+\)$", r"\1(___)", whole, count=1)
        if holes == whole:
            continue
        written = {task.file: notations.of(task.file).show(spec), file: holes, solved: whole}
        files = {path: text.encode() for path, text in written.items()}
        changes = Changes(files, statement=restated(spec, "ask_holes", as_code(holes)))
        yield varied(exercise.source, f"{exercise.name}-{seed}-{number}", changes)


def _source(exercise: Exercise, task: Task, spec: Spec, name: str) -> Source:
    """The folder of the exercise with another specification and its statement. The model answer to it is the right
    example, and that to the original exercise the wrong one."""
    written = {
        task.file: notations.of(task.file).show(spec),
        "examples/right/solution.py": program(spec),
        "examples/wrong/original.py": program(task.spec),
    }
    files = {path: text.encode() for path, text in written.items()}
    return varied(exercise.source, name, Changes(files, statement=in_words(ENGLISH).statement(spec)))


def restated(spec: Spec, key: str, what: str) -> str:
    """A statement that says what the program does and what is asked about it."""
    say = catalogue(__package__, ENGLISH).say
    return f"{say('ask_opening')}\n\n{in_words(ENGLISH).statement(spec)}\n{say(key)}\n\n{what}\n"


def as_code(text: str) -> str:
    return f"```python\n{text.rstrip()}\n```"
