"""How many marks a wrong answer gets."""

from __future__ import annotations

from collections.abc import Sequence

_MANY = 3


def score(wrong: int, given: Sequence[object]) -> float:
    """The share of the answers, chords or notes with which nothing is wrong. Who gives the same to all of several has
    done no work, though it fits somewhere."""
    if len(given) >= _MANY and all(each == given[0] for each in given):
        return 0.0
    return (len(given) - wrong) / len(given)
