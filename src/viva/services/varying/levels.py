"""Harder and easier ones: variants that need not be level, and the next exercise beside this one.

What is harder is said by the subject, as the `difficulty` of an exercise: states of an automaton, accidentals,
switches, conditions and loops. A variant counts as harder only where that number is larger.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from viva.core.exercise import Exercise, Wish
from viva.core.fault import Fault
from viva.core.source import MANIFEST, Source
from viva.core.subject import Subject

_LOOK_AT = 40  # for each that fits; counted, not timed: the same seed gives the same exercises on a slow machine


def wished_variants(
    subject: Subject, exercise: Exercise, seed: int, wish: Wish = "like"
) -> Iterator[tuple[int, Exercise]]:
    """The variants that are as wished, with their numbers in the row of the seed. Ends where none has fitted for long.
    Raises Fault."""
    since = 0
    for number, variant in enumerate(subject.vary(replace(exercise, wish=wish), seed), 1):
        if is_as_wished(variant, exercise, wish):
            yield number, variant
            since = 0
            continue
        since += 1
        if since == _LOOK_AT:
            return


def is_as_wished(variant: Exercise, exercise: Exercise, wish: Wish) -> bool:
    if wish == "like":
        return True
    if variant.difficulty is None or exercise.difficulty is None:
        return False
    return variant.difficulty > exercise.difficulty if wish == "harder" else variant.difficulty < exercise.difficulty


def neighbour(
    subject: Subject, exercise: Exercise, folders: Iterable[Path], wish: Wish
) -> tuple[Path, Exercise] | None:
    """Of these folders the exercise of the same subject and kind that is the least harder, or the least easier."""
    found = []
    for folder in sorted(folders):
        if not (folder / MANIFEST).is_file():
            continue
        try:
            source = Source.from_folder(folder)
            if source.manifest().string("subject") != exercise.subject:
                continue
            other = subject.read(source)
        except Fault:  # another exercise is somebody else's to mend
            continue
        if other.kind == exercise.kind and is_as_wished(other, exercise, wish):
            found.append((folder, other))
    own = exercise.difficulty or 0.0
    return min(found, key=lambda each: abs((each[1].difficulty or 0.0) - own), default=None)
