"""When two functions fail alike: on the same kinds of input, of the same tests.

The tests are those that are fixed for a question, whatever was submitted, so that it depends on what a function does
and not on how it is written. A kind of input is a class of behaviour, or what a feature tells of the arguments
(sorted, with a value twice, negative, …). Of each kind it counts whether none of its tests fail, some, or all: not
how many, so that functions that differ in little are still alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import combinations

from viva.engines.calls.inputs.behaviour import behaviour
from viva.engines.calls.judge import Failure
from viva.engines.calls.oracle import Case
from viva.engines.calls.question import Arguments, Question
from viva.engines.shapes import features as values

_NONE, _SOME, _ALL = "nsa"


def likeness(question: Question, tests: Sequence[Case], failures: Sequence[Failure]) -> str:
    """A digest, equal for failures of the same kinds. Where no fixed test fails, only other inputs that were searched
    for in the submission, it goes by the classes of behaviour of these."""
    failed = {id(failure.case) for failure in failures}
    rows = [(case, id(case) in failed) for case in tests]
    if any(bad for _, bad in rows):
        told = [*_by_behaviour(question, rows), *_by_features(question, rows)]
    else:
        told = sorted({behaviour(question, failure.case).mark for failure in failures})
    return sha256(" ".join(told).encode()).hexdigest()[:8]


def _by_behaviour(question: Question, rows: Sequence[tuple[Case, bool]]) -> Iterator[str]:
    found: dict[str, list[bool]] = {}
    for case, bad in rows:
        found.setdefault(behaviour(question, case).mark, []).append(bad)
    for mark in sorted(found):
        yield f"{mark}{_share(found[mark])}"


def _by_features(question: Question, rows: Sequence[tuple[Case, bool]]) -> Iterator[str]:
    filled = [(question.filled(case.arguments), bad) for case, bad in rows]
    for name, holds in _features(question):
        having = [(holds(arguments), bad) for arguments, bad in filled]
        with_it = _share([bad for has, bad in having if has])
        without = _share([bad for has, bad in having if not has])
        yield f"{name}{with_it}{without}"


def _features(question: Question) -> Iterator[tuple[str, Callable[[Arguments], bool]]]:
    for position, shape in enumerate(question.shapes):
        for feature in values.features(shape):
            yield f"{position}{feature.key}", _at(feature, position)
    for first, second in combinations(range(len(question.shapes)), 2):
        for feature in values.relations(question.shapes[first], question.shapes[second]):
            yield f"{first}{second}{feature.key}", _at(feature, first, second)


def _at(feature: values.Feature, *positions: int) -> Callable[[Arguments], bool]:
    return lambda arguments: feature.holds(*(arguments[position] for position in positions))


def _share(failed: Sequence[bool]) -> str:
    return _ALL if failed and all(failed) else _SOME if any(failed) else _NONE
