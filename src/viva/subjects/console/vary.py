"""Other exercises of the same shape: their files, with another specification and what follows from it.

Which other specifications there are is worked out in `engines/dialogues/varying.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from viva.core.exercise import Exercise
from viva.core.source import MANIFEST, Source
from viva.core.table import read_toml
from viva.core.texts import catalogue
from viva.engines.dialogues import notations
from viva.engines.dialogues.describe import in_words
from viva.engines.dialogues.model import Spec
from viva.engines.dialogues.programs.writing import program
from viva.engines.dialogues.suites.suite import suite
from viva.engines.dialogues.varying import fails, varied
from viva.subjects.console.model import LOCALE, Task

_SOLUTION = "solution.py"


def variants(exercise: Exercise, seed: int) -> Iterator[Source]:
    """Finite; no two of them, and none and the original, ask for the same."""
    task = exercise.task_as(Task)
    for number, spec in enumerate(varied(task.spec, seed, task.functions), 1):
        yield _source(exercise, task, spec, f"{exercise.name}-{seed}-{number}")


def pairs(exercise: Exercise, task: Task, names: tuple[str, str], seed: int) -> Iterator[Source]:
    """The exercise with two other programs: the model answers to its specification and to a variant, which differ on
    inputs that both are given."""
    number = 0
    tests = suite(task.spec, 0)
    for spec in varied(task.spec, seed, task.functions):
        if not fails(spec, tests):
            continue
        number += 1
        texts = (program(task.spec), program(spec))
        files = restated(exercise, task.spec, "ask_pair", "\n\n".join(map(as_code, texts)))
        files[names[0]], files[names[1]] = (text.encode() for text in texts)
        manifest = exercise.source.text(MANIFEST)
        files[MANIFEST] = re.sub(r"(?m)^equivalent\s*=.*$", "equivalent = false", manifest).encode()
        yield Source(f"{exercise.name}-{seed}-{number}", files)


def with_holes(exercise: Exercise, task: Task, file: str, seed: int) -> Iterator[Source]:
    """Variants whose model answers have lost a condition or what they write."""
    for number, spec in enumerate(varied(task.spec, seed, task.functions), 1):
        whole = program(spec)
        holes = re.sub(r"(?m)^(\s*(?:while|if)) .+:$", r"\1 ___:", whole, count=1)
        if holes == whole:
            holes = re.sub(r"(?m)^(\s*print)\(.+\)$", r"\1(___)", whole, count=1)
        if holes == whole:
            continue
        files = restated(exercise, spec, "ask_holes", as_code(holes))
        files[task.file] = notations.of(task.file).show(spec).encode()
        files |= {file: holes.encode(), _SOLUTION: whole.encode()}
        yield Source(f"{exercise.name}-{seed}-{number}", files)


def _source(exercise: Exercise, task: Task, spec: Spec, name: str) -> Source:
    """The folder of the exercise with another specification and its statement. The model answer to it is the right
    example, and that to the original exercise the wrong one."""
    files = _without_examples(exercise)
    files[task.file] = notations.of(task.file).show(spec).encode()
    manifest = read_toml(exercise.source.text(MANIFEST), MANIFEST)
    files[manifest.string("statement", "statement.md")] = in_words(LOCALE).statement(spec).encode()
    files["examples/right/solution.py"] = program(spec).encode()
    files["examples/wrong/original.py"] = program(task.spec).encode()
    return Source(name, files)


def _without_examples(exercise: Exercise) -> dict[str, bytes]:
    return {path: text for path, text in exercise.source.files.items() if not path.startswith("examples/")}


def restated(exercise: Exercise, spec: Spec, key: str, what: str) -> dict[str, bytes]:
    """The files of the exercise without its examples, with a statement that says what the program does and what is
    asked about it."""
    say = catalogue(__package__, LOCALE).say
    files = _without_examples(exercise)
    manifest = read_toml(exercise.source.text(MANIFEST), MANIFEST)
    told = f"{say('ask_opening')}\n\n{in_words(LOCALE).statement(spec)}\n{say(key)}\n\n{what}\n"
    files[manifest.string("statement", "statement.md")] = told.encode()
    return files


def as_code(text: str) -> str:
    return f"```python\n{text.rstrip()}\n```"
