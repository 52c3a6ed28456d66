"""Variants for the commands that write them."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.subject import Subject


def variants(subject: Subject, exercise: Exercise, seed: int, count: int) -> Iterator[Exercise]:
    """At most `count` variants; that there is none at all is a fault."""
    found = 0
    for variant in islice(subject.vary(exercise, seed), count):
        found += 1
        yield variant
    if not found:
        raise Fault(f"the subject {exercise.subject} makes no variants of this exercise", file=exercise.name)


def next_free(folder: Path, name: str) -> Path:
    """The first of NAME-1, NAME-2, … that is not there yet."""
    number = 1
    while (folder / f"{name}-{number}").exists():
        number += 1
    return folder / f"{name}-{number}"
