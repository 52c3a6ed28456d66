"""Other exercises of the same difficulty."""

from __future__ import annotations

from collections.abc import Iterator

from viva.core.exercise import Exercise
from viva.core.source import Source


def variants(exercise: Exercise, seed: int) -> Iterator[Source]:
    return iter(())
