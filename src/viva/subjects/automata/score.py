"""How many marks a wrong answer gets: always from 0 to below 1, and never more for more edits.

The fewest edits decide the band: `keep` to the power of the edits is its upper end, one power more its lower end. Where
in its band an answer lies is decided by how many words are right and by how near its rule is to the asked one. So
fewer edits always score more, whatever the weights, and a wrong answer never scores full marks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from viva.engines.automata import DFA, Edit, Explosion, Flip, Wrong, minimise, wrong_by_length
from viva.subjects.automata.model import Weights


@dataclass(frozen=True, slots=True)
class Distance:
    """How far an answer is from right. `edits` is the fewest there are, or one more than the search goes;
    `words` is the share of words that is wrong and `formula` how near its rule is, both from 0 to 1."""

    edits: int
    words: float
    formula: float = 0.0


def score(distance: Distance, weights: Weights) -> float:
    edits = max(1, distance.edits)
    upper, lower = weights.keep**edits, weights.keep ** (edits + 1)
    right = min(1.0, max(0.0, 1.0 - distance.words))
    near = min(1.0, max(0.0, distance.formula))
    inside = (weights.words * right + weights.formula * near) / (weights.words + weights.formula)
    return round(lower + (upper - lower) * inside, 4)


def share(wrong: Sequence[Wrong]) -> float:
    """The share of wrong words, each length counting alike."""
    return sum(each.share for each in wrong) / len(wrong) if wrong else 1.0


# Automata Tutor, with the constants of its public source. `docs/grading-automata.md` tells the defects.
_MOST_FLIPS = 2


@dataclass(frozen=True, slots=True)
class AutomataTutor:
    """The three metrics after scaling, None where one does not apply, and the marks out of 1."""

    problem: float | None
    solution: float | None
    words: float | None
    marks: float


def automata_tutor(
    answer: DFA, asked: DFA, edits: Sequence[Edit] | None, formula: tuple[int, int] | None, points: float
) -> AutomataTutor:
    """`formula` is the tree edit distance to the smallest asked formula, and the size of that formula."""
    size, small = len(minimise(asked).moves), len(minimise(answer).moves)
    too_small = 0.2 * sqrt(max(0, size - small) / size)
    problem = None if formula is None else _scaled(formula[0] / formula[1] + too_small, 0.9, 1.005, 1.005**2)
    solution = None
    if edits is not None:
        flips = sum(isinstance(edit, Flip) for edit in edits)
        others = sum(not isinstance(edit, Flip) for edit in edits)
        cost = others + min(flips, _MOST_FLIPS)
        solution = _scaled(cost / ((size + 1) * len(asked.alphabet)), 1.0, 1.03, 1.03**2)
    density = _density(answer, asked, min(13, 3 * size))
    words = None if density is None else (1 + (density + too_small) / 2) ** 2 - 1
    least = min((each for each in (problem, solution, words) if each is not None), default=1.0)
    marks = points - round(least * points)
    marks = max(0.0, min(marks, points - 1))
    return AutomataTutor(problem, solution, words, round(marks / points, 4) if points else 0.0)


def _scaled(value: float, factor: float, shift: float, less: float) -> float:
    return factor * (shift + value) ** 2 - less


def _density(answer: DFA, asked: DFA, longest: int) -> float | None:
    """The average over the lengths of wrong words by the rarer of members and others; unbounded, as published."""
    try:
        wrong = wrong_by_length(answer, asked, longest)
    except Explosion:
        return None
    total = 0.0
    for each in wrong:
        rarer = min(each.asked, each.all - each.asked)
        total += (each.accepted + each.rejected) / rarer if rarer else each.accepted + each.rejected
    return total / len(wrong)
