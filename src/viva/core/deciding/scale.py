"""Marks begin where work begins: what is reached without any is the zero of the scale.

Tests are numbers, and `worth` says what part of the whole each of them is. A *stub* is an answer that does no work;
what is known of it is the set of tests that it has right. The score is monotone (whoever has more tests right has no
less), 0 for every stub and 1 where all is right.
"""

from __future__ import annotations

from collections.abc import Sequence

Right = frozenset[int]
"""The tests that an answer has right."""

_ENOUGH = 0.2  # of the whole: so much must be out of reach of stubs to count by itself


def scale_above_stubs(right: Right, stubs: Sequence[Right], worth: Sequence[float]) -> tuple[float, float]:
    """The score, and what the best stub reaches: the zero of the scale.

    Whoever is right where no stub is has done the work, though: this counts half, whatever became of the rest.
    """
    zero = max((share(found, worth) for found in stubs), default=0.0)
    reached = frozenset[int]().union(*stubs)
    hard = frozenset(range(len(worth))) - reached
    whole = share(hard, worth)
    score = above(share(right, worth), zero)
    if whole >= _ENOUGH:
        rest = sum(worth[number] for number in sorted(reached))
        easy = share(right & reached, worth) / rest if rest > 0 else 1.0
        score = max(score, share(right & hard, worth) / whole * (1.0 + easy) / 2)
    return score, zero


def above(reached: float, zero: float) -> float:
    """How far something has come from `zero` to everything, which is 1."""
    if reached >= 1.0:
        return 1.0
    return max(0.0, (reached - zero) / (1.0 - zero)) if zero < 1.0 else 0.0


def share(found: Right, worth: Sequence[float]) -> float:
    return min(1.0, round(sum(worth[number] for number in sorted(found)), 9))
