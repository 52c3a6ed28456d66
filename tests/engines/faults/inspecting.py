"""How much of a program one looks at before one comes to the fault."""

from __future__ import annotations

from viva.engines.faults import Ranking
from viva.engines.faults.spectrum import Element


def cost(ranking: Ranking[Element], faulty: Element, total: int) -> float:
    """The autograder paper's equation 1: the share of elements with a score at least that of the faulty one.

    Ties count as inspected. An element that is not ranked costs everything.
    """
    score = next((item.score for item in ranking.ranked if item.element == faulty), None)
    if score is None:
        return 1.0
    return sum(item.score >= score for item in ranking.ranked) / total
