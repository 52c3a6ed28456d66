"""Which inputs are tried, and what the reference answers to them.

The part that depends on the exercise alone is fixed by exercise, seed and version: the examples, small values in
order, random values with the constants of the reference. `driven` adds what the submission asks for.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import islice

from viva import __version__
from viva.core.exercise import Exercise
from viva.languages.python import write
from viva.languages.python.inside.pythonbox.surveying import survey
from viva.subjects.functions.inputs import Constants, rows, sample
from viva.subjects.functions.making import maker
from viva.subjects.functions.model import Arguments, Task
from viva.subjects.functions.notation import parsed
from viva.subjects.functions.oracle import Case, Oracle
from viva.subjects.functions.shapes import FINITE, count, product

SMALL = 200
RANDOM = 300
DRIVEN = 300
_MOST_SMALL = 1500
_SLOW = 5_000  # steps of the reference above which an input is left out while there are others
_FEWEST = 20
_KEPT = 8


@dataclass(frozen=True, slots=True)
class Suite:
    """`exhaustive`: the cases are the whole domain. `tried`: how many inputs were made to find them."""

    cases: tuple[Case, ...]
    exhaustive: bool
    tried: int


_suites: dict[tuple[str, int], Suite] = {}


def suite(exercise: Exercise, oracle: Oracle, seed: int) -> Suite:
    key = (_digest(exercise), seed)
    if key not in _suites:
        made = _suite(exercise.task_as(Task), oracle, random.Random(f"{__version__} {key}"))
        if len(_suites) >= _KEPT:
            del _suites[next(iter(_suites))]
        _suites[key] = made
    return _suites[key]


def _digest(exercise: Exercise) -> str:
    files = sorted(exercise.source.files.items())
    return sha256(b"\0".join(part for name, content in files for part in (name.encode(), content))).hexdigest()


def _suite(task: Task, oracle: Oracle, source: random.Random) -> Suite:
    make = maker(task)
    size = product([count(shape) for shape in task.shapes])
    if size is not None and size <= FINITE:
        inputs = _distinct([*task.examples, *rows(task.shapes, make, size)])
        return Suite(_quick(oracle.cases(inputs)), True, len(inputs))
    small = list(islice(rows(task.shapes, make, _MOST_SMALL), _MOST_SMALL))
    cases = oracle.cases(_distinct([*task.examples, *small[:SMALL]]))
    if len(cases) < SMALL // 4:
        cases = oracle.cases(_distinct([*task.examples, *small]))[:SMALL]
    cases += oracle.cases(_random(task, source, constants(task), RANDOM, cases))
    return Suite(_quick(cases), False, oracle.asked)


def driven(oracle: Oracle, base: Suite, mined: Constants, seed: int) -> tuple[Case, ...]:
    """Further inputs, made with the constants of the submission."""
    task = oracle.task
    if not set(mined) - set(constants(task)):
        return ()
    source = random.Random(f"driven {seed}")
    both = tuple(dict.fromkeys((*mined, *constants(task))))
    return _quick(oracle.cases(_random(task, source, both, DRIVEN, base.cases)))


def _random(task: Task, source: random.Random, mined: Constants, number: int, known: Iterable[Case]) -> list[Arguments]:
    make = maker(task)
    seen = {key_of(case.arguments) for case in known}
    made = [tuple(sample(shape, make, source, mined) for shape in task.shapes) for _ in range(number)]
    return [arguments for arguments in _distinct(made) if key_of(arguments) not in seen]


def constants(task: Task) -> Constants:
    """The numbers and texts in the teacher's sources."""
    return _mined(task.reference or "") or _mined(task.properties or "")


@cache
def _mined(source: str) -> Constants:
    facts = survey(parsed(source, "reference.py"))["constants"]
    return tuple(float(item[1]) if isinstance(item, list) else item for item in facts)


def _quick(cases: Sequence[Case]) -> tuple[Case, ...]:
    """Without those that take the reference long, as long as enough are left."""
    quick = [case for case in cases if case.steps <= _SLOW]
    if len(quick) >= min(_FEWEST, len(cases)):
        return tuple(quick)
    return tuple(sorted(cases, key=lambda case: case.steps)[:_FEWEST])


def _distinct(inputs: Iterable[Arguments]) -> list[Arguments]:
    return list({key_of(arguments): arguments for arguments in inputs}.values())


def key_of(arguments: Arguments) -> str:
    return json.dumps(write(list(arguments)))
