"""Other exercises of the same difficulty: the parameters of the reference take other values.

Every candidate is run, and kept only if all its modes are reached, all its transitions are taken, its outputs keep
their bounds, the predicates of the teacher hold and it is as difficult as the original; see `generating` of the engine.
What the teacher thought of earlier candidates decides which come first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from viva.core.exercise import Exercise, read_manifest
from viva.core.source import MANIFEST, Source
from viva.core.texts import catalogue, fill
from viva.engines.hybrid import formats
from viva.engines.hybrid.generating import Candidate, Values, judge_candidate, readable, sample_values
from viva.services.varying.variants import Changes, Names, NoVariants
from viva.subjects.hybrid.model import Task, Variation

_MOST_TRIED = 600


def variants(exercise: Exercise, seed: int) -> Iterator[Source]:
    """The files of variants, the ones that the teacher would like best first."""
    task = exercise.task_as(Task)
    if not task.variation.ranges:
        remedy = "write `parameters` into the reference, and give each a range: [hybrid.vary] up = { from = 1, to = 4 }"
        raise NoVariants("nothing says what may change in a variant of this exercise", MANIFEST, remedy=remedy)
    names = Names(exercise, seed, catalogue(__package__).say)
    number = 0
    for candidate in good(candidates(exercise, seed)):
        number += 1
        files = {task.file: formats.with_parameters(exercise.source.text(task.file), candidate.values).encode()}
        words = {name: readable(value) for name, value in candidate.values.items()}
        statement = fill(read_manifest(exercise.source).statement, words)
        yield names.named(exercise.source, Changes(files=files, statement=statement, without=("vary",)))
    if not number:
        raise NoVariants(
            "no values of the parameters make another exercise that makes sense and is about as difficult",
            MANIFEST,
            remedy="widen the ranges in [hybrid.vary], or its `band`",
        )


def candidates(exercise: Exercise, seed: int) -> Iterator[Candidate]:
    """All that are tried, good or not, in the order in which they are."""
    task = exercise.task_as(Task)
    variation = task.variation
    found = list(sample_values(variation.own, variation.ranges, seed, _MOST_TRIED))
    if variation.ratings:
        found.sort(key=lambda values: -liking(values, variation))
    return (candidate(exercise, values) for values in found)


def sweep(exercise: Exercise) -> Iterator[Candidate]:
    """Section 7 of the paper: each parameter through all of its range, the others as they are."""
    variation = exercise.task_as(Task).variation
    for name, values in variation.ranges.items():
        for value in values:
            if value != variation.own[name]:
                yield candidate(exercise, {**variation.own, name: value})


def candidate(exercise: Exercise, values: Values) -> Candidate:
    task = exercise.task_as(Task)
    text = exercise.source.text(task.file)
    rules = task.variation.rules
    assert rules is not None
    if exercise.wish != "like":
        rules = replace(rules, band=None)
    return judge_candidate(lambda chosen: formats.read(text, chosen), values, rules, task.summary)


def good(found: Iterable[Candidate]) -> Iterator[Candidate]:
    return (each for each in found if not each.objections)


def liking(values: Mapping[str, Fraction], variation: Variation) -> float:
    """How much the teacher would like it: the marks of judged candidates, those nearer to it counting more."""
    total = weights = 0.0
    for rated, mark in variation.ratings:
        away = 0.0
        for name, known in variation.ranges.items():
            width = float(max(known) - min(known)) or 1.0
            away += (float(values[name] - rated.get(name, variation.own[name])) / width) ** 2
        weight = 1.0 / (0.02 + away)
        total += weight * (mark - 0.5)
        weights += weight
    return round(total / (1.0 + weights), 9)
