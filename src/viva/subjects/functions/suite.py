"""The suite of an exercise, which is fixed by exercise, seed and version, and kept for the next submission.

What a search proposed is kept in the store too: arguments as written values, with records for instances. What comes
back is of the shapes of the parameters, and instances are made by the teacher's classes: a file can no more bring an
input from outside the domain than a search can.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path

from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.engines.calls import (
    Arguments,
    Oracle,
    Proposals,
    Question,
    Searcher,
    Suite,
    look_at_classes,
    maker,
    proposals,
    suite,
)
from viva.engines.calls.inputs.suite import key_of
from viva.engines.shapes import Record, as_records, holds, made_rows
from viva.engines.shapes.making import Hidden
from viva.engines.symbolic import Counters
from viva.languages.finding import default_language
from viva.languages.heap import Malformed, read
from viva.languages.protocol import calls_of
from viva.languages.values import Missing, TooLarge, revive, write
from viva.services.storing import store
from viva.services.storing.store import Stored
from viva.subjects.functions.examples import look_at_examples, look_at_references, look_at_suite
from viva.subjects.functions.model import Task

MAKERS = ("viva.engines.calls.inputs.suite", "viva.subjects.functions.notation", __name__)
"""The second says what the files of an exercise ask for; all of them are in the key."""

_KEPT = 32
_LOOKED_AT = 100  # tests on which a condition of the teacher's should mean something

_suites: OrderedDict[tuple[str, int], Suite] = OrderedDict()


def suite_of(exercise: Exercise, searcher: Searcher, oracle: Oracle, seed: int) -> Suite:
    """Raises the fault of an exercise whose reference contradicts its examples or a further reference, or answers to
    nothing."""
    key = (_digest(exercise), seed)
    if key not in _suites:
        # Whether it is kept or made must not change what time is left for a submission.
        with searcher.meter.apart() if searcher.meter else nullcontext():
            _suites[key] = _made(exercise, searcher, oracle, seed)
        if len(_suites) > _KEPT:
            _suites.popitem(last=False)
    _suites.move_to_end(key)
    return _suites[key]


def _made(exercise: Exercise, searcher: Searcher, oracle: Oracle, seed: int) -> Suite:
    task = exercise.task_as(Task)
    look_at_examples(task, oracle)
    made = suite(searcher, oracle, lambda: proposed(exercise, searcher, seed))
    look_at_suite(made, task)
    look_at_references(task, oracle, made.cases)
    look_at_classes(task.question, made.cases[:_LOOKED_AT])
    return made


def proposed(exercise: Exercise, searcher: Searcher, seed: int) -> Proposals:
    """From the store where they are known, else searched for now and kept there."""
    return load(exercise, seed) or save(exercise, seed, proposals(searcher, seed))


def load(exercise: Exercise, seed: int) -> Proposals | None:
    found = store.load(_place(exercise, seed))
    if found is None:
        return None
    rows = _rows(exercise.task_as(Task).question, found.inputs)
    if rows is None or found.figures.keys() != asdict(Counters()).keys():
        return None
    counters = Counters()
    for name, figure in found.figures.items():
        setattr(counters, name, type(getattr(counters, name))(figure))
    return rows, counters


def save(exercise: Exercise, seed: int, found: Proposals) -> Proposals:
    """The proposals as `load` will give them; those that come back as others are not kept."""
    made, counters = found
    question = exercise.task_as(Task).question
    try:
        written: list[Json] = [write(list(map(as_records, question.shapes, row))) for row in made]
    except (Hidden, TooLarge):
        return found
    rows = _rows(question, written)
    if rows is None or not all(map(_same, made, rows)):
        return found
    store.save(
        _place(exercise, seed), Stored(written, {name: int(figure) for name, figure in asdict(counters).items()})
    )
    return rows, counters


def _digest(exercise: Exercise) -> str:
    """Another one for any change in the files of the exercise."""
    files = sorted(exercise.source.files.items())
    return sha256(b"\0".join(part for name, content in files for part in (name.encode(), content))).hexdigest()


def _place(exercise: Exercise, seed: int) -> Path:
    return store.place(MAKERS, seed, _digest(exercise))


def _rows(question: Question, written: Sequence[Json]) -> list[Arguments] | None:
    """The arguments, or None if some of them are not of the question's shapes, or cannot be made."""
    rows: list[Arguments] = []
    for data in written:
        try:
            row = revive(read(data), {Record.__name__: Record})
            if not isinstance(row, list) or len(row) != len(question.shapes):
                return None
            if not all(map(holds, question.shapes, row)):
                return None
        except (Malformed, Missing, AttributeError, TypeError, ValueError, RecursionError):
            return None
        rows.append(tuple(row))
    found = list(made_rows(rows, question.shapes, maker(question)))
    return found if len(found) == len(rows) else None


def _same(left: Arguments, right: Arguments) -> bool:
    if key_of(left) == key_of(right):
        return True
    equal = calls_of(default_language()).equal  # the values are Viva's own
    return equal(read(write(list(left))), read(write(list(right))), strict=True)
