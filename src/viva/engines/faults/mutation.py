"""Mutation-based scores: a place is suspect if a small change there mends failing tests and breaks no other.

After Metallaxis and MUSE, with what matters for short programs: how many of the failing tests the best change at an
element mends, less what it breaks.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic

from viva.core.records import dataclass
from viva.engines.faults.spectrum import Element


@dataclass(frozen=True, slots=True)
class Mutation(Generic[Element]):
    """One change at an element: which shares of the failing tests it mends and of the passing ones it breaks."""

    element: Element
    mended: float
    broken: float

    @property
    def mends_all(self) -> bool:
        return self.mended == 1.0 and self.broken == 0.0


def mutation_scores(mutations: Iterable[Mutation[Element]]) -> dict[Element, float]:
    """For each element the score of its best change, in 0..1; 1 if the change makes every test right.

    A change that mends something but breaks as much says little; one that changes nothing says nothing.
    """
    scores: dict[Element, float] = {}
    for mutation in mutations:
        value = 1.0 if mutation.mends_all else max(0.0, mutation.mended * (1.0 - mutation.broken) ** 2) * 0.9
        scores[mutation.element] = max(scores.get(mutation.element, 0.0), value)
    return scores
