"""How many marks a wrong answer gets: the best of three measures, as a person would look for what is right in it.

Each measure is a distance from right by that of a stub, an automaton with one state that accepts everything or nothing:
what a stub reaches is the zero of the scale, and only a right answer has the distance 0. So each measure, and the
score, lies between 0 and 1, and falls as the distance grows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from math import sqrt

from viva.core.records import dataclass
from viva.engines.automata import DFA, Edit, Explosion, Flip, minimise, words, wrong_by_length
from viva.engines.automata.product import complement
from viva.engines.automata.repair.alignment import aligned_edits
from viva.subjects.automata.model import Weights

# Words are counted up to this length, or to twice that of the first word that tells the language from a stub.
LENGTHS = 10


@dataclass(frozen=True, slots=True)
class Measures:
    """What is left of the marks by each measure, from 0 to 1: by the share of words that are right, by the edits that
    mend the answer, and by how near the description of what it accepts is to what was asked."""

    words: float = 0.0
    edits: float = 0.0
    description: float = 0.0


def score(measures: Measures, weights: Weights) -> float:
    """The best of the measures that count. `top` is the most that a wrong answer gets."""
    counted = [value for name, value in asdict(measures).items() if name in weights.measures]
    best: float = max(counted)
    return round(weights.top * best, 4)


def by_words(answer: DFA, asked: DFA, work: int) -> float:
    """The share of right words, where the stub that errs on fewer words has none (or the one that errs, if the other is
    right). Raises `Explosion`."""
    wrong = wrong_by_length(answer, asked, _longest(asked), work)
    inside = sum(each.asked for each in wrong)
    outside = sum(each.all for each in wrong) - inside
    stub = min(inside, outside) or max(inside, outside)
    return _left(sum(each.accepted + each.rejected for each in wrong), stub)


def _longest(asked: DFA) -> int:
    first = [next(words(language), "") for language in (asked, complement(asked))]
    return max(LENGTHS, 2 * max(map(len, first)))


def by_edits(edits: int, asked: DFA) -> float:
    """One less the edits by those of drawing it all."""
    return _left(edits, stub_edits(asked))


def stub_edits(asked: DFA) -> int:
    """How many edits make the better stub right; where one is right already, the other counts."""
    loops = ((0,) * len(asked.alphabet),)
    stubs = [DFA(asked.alphabet, loops, 0, frozenset(accepting)) for accepting in ((), (0,))]
    return min(needed for stub in stubs if (needed := len(aligned_edits(stub, asked))))


def by_description(distance: int, size: int) -> float:
    """One less the changed nodes of the formula by all of its nodes: a stub has none of them."""
    return _left(distance, size)


def _left(distance: int, whole: int) -> float:
    return max(0.0, 1.0 - distance / whole)


# Automata Tutor, with the constants of its public source. `docs/grading-automata.md` tells the defects.
_MOST_FLIPS = 2
_LONGEST = 13


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
    """`formula` is the tree edit distance to the nearest asked formula, and the size of the smallest one."""
    size, small = len(minimise(asked).moves), len(minimise(answer).moves)
    too_small = 0.2 * sqrt(max(0, size - small) / size)
    problem = None if formula is None else _scaled(formula[0] / formula[1] + too_small, 0.9, 1.005, 1.005**2)
    solution = None
    if edits is not None:
        flips = sum(isinstance(edit, Flip) for edit in edits)
        cost = len(edits) - flips + min(flips, _MOST_FLIPS)
        solution = _scaled(cost / ((size + 1) * len(asked.alphabet)), 1.0, 1.03, 1.03**2)
    density = _density(answer, asked, min(_LONGEST, 3 * size))
    wrong = None if density is None else (1 + (density + too_small) / 2) ** 2 - 1
    least = min((each for each in (problem, solution, wrong) if each is not None), default=1.0)
    marks = points - round(least * points)
    marks = max(0.0, min(marks, points - 1))
    return AutomataTutor(problem, solution, wrong, round(marks / points, 4) if points else 0.0)


def _scaled(value: float, factor: float, shift: float, less: float) -> float:
    return factor * (shift + value) ** 2 - less


def _density(answer: DFA, asked: DFA, longest: int) -> float | None:
    """The average over the lengths of wrong words by the rarer of members and others; unbounded, as published. A length
    of which no word is rare and none is wrong does not count."""
    try:
        wrong = wrong_by_length(answer, asked, longest)
    except Explosion:
        return None
    shares = []
    for each in wrong:
        rarer, bad = min(each.asked, each.all - each.asked), each.accepted + each.rejected
        if rarer or bad:
            shares.append(bad / (rarer or 1))
    return sum(shares) / len(shares) if shares else None
