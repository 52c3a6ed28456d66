"""The smallest formula for what an automaton accepts: one condition, or a combination of up to four.

The search works on the answers on all short words; whatever it finds is compiled, and only a formula with exactly the
automaton's language is returned. It is bounded in counted steps. Guarantee: no combination of fewer conditions or of
smaller ones in `literals.py`, of the forms below, means the same, unless the steps ended.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, islice
from random import Random

from viva.engines.automata import DFA, complement, minimise
from viva.engines.automata import words as words_in_order
from viva.engines.logic import formula as f
from viva.engines.logic.answers import answers, words
from viva.engines.logic.choice import Literals
from viva.engines.logic.compiler import Compiler
from viva.engines.logic.edits import formulas_at_distance
from viva.engines.logic.literals import Literal, literals
from viva.engines.logic.tracks import TooLarge

LARGEST = 9
STEPS = 60_000
TRIES = 100
_MISTAKES = 20
_LARGEST_TAILORED = 40
_LETTERS = 4
_STATES = 64


def smallest_formula(
    automaton: DFA, largest: int = LARGEST, steps: int = STEPS, guesses: bool = False
) -> f.Formula | None:
    """The smallest formula of at most `largest` nodes that means the automaton's language, or None.

    At the price of at most `steps` steps for each form; None may then mean that they ended. Formulas that guess a
    letter are found only where `guesses` allows them: the fixed notation does not know them.
    """
    target = minimise(automaton)
    if len(target.moves) == 1:
        return f.Constant(bool(target.accepting))
    search = _Search(target, largest, steps, guesses)
    search.run()
    return search.best


def explaining_formula(automaton: DFA, asked: f.Formula, tries: int = TRIES) -> f.Formula | None:
    """The smallest formula that means the automaton's language; among formulas as small as that, and where there is
    none, one that differs from the asked formula in a single place."""
    target = minimise(automaton)
    smallest = smallest_formula(target)
    compiler = Compiler(target.alphabet)
    together = formulas_at_distance(asked, target.alphabet, Literals(reach=1), 1, Random(0))
    each_alone = formulas_at_distance(asked, target.alphabet, Literals(False, False, reach=1), 1, Random(0))
    for candidate in islice(chain(together, each_alone), tries):
        if smallest is not None and f.size(candidate) > f.size(smallest):
            continue
        try:
            if compiler.automaton(candidate) == target:
                return candidate
        except TooLarge:
            continue
    return smallest


@lru_cache(maxsize=256)
def synthesise(minimal: DFA) -> f.Formula | None:
    """The smallest formula that means the language of an automaton; None for large ones without looking."""
    return smallest_formula(minimal) if is_small(minimal) else None


def is_small(minimal: DFA) -> bool:
    """Whether looking for a formula is worth the while."""
    return len(minimal.alphabet) <= _LETTERS and len(minimal.moves) <= _STATES


class _Search:
    def __init__(self, target: DFA, largest: int, steps: int, guesses: bool) -> None:
        self.target = target
        self.compiler = Compiler(target.alphabet)
        self.bound = largest + 1  # only smaller formulas are of interest
        self.steps = steps
        self.best: f.Formula | None = None
        self.mistaken = 0
        self.everything = words(len(target.alphabet))
        self.wanted = answers(target)
        self.literals = [each for each in literals(target.alphabet) if guesses or not each.guesses]

    def run(self) -> None:
        for formula in tailored(self.target):
            if f.size(formula) < self.bound and self.compiler.automaton(formula) == self.target:
                self.best, self.bound = formula, f.size(formula)
        if self.wanted in (0, self.everything):
            return  # the short words tell nothing of it
        for literal in self.literals:
            if literal.answers == self.wanted and literal.size < self.bound:
                self.offer(literal.formula)
        self.equivalences()
        # A disjunction is sought as the conjunction of the complements.
        for shape in (self.pairs, self.triples, self.mixed, self.fours):
            for dual in (False, True):
                left = self.steps
                for used in shape(self.wanted ^ (self.everything if dual else 0), dual):
                    left -= used
                    if left < 0 or self.mistaken >= _MISTAKES:
                        break

    def offer(self, formula: f.Formula) -> None:
        """Keeps a formula that is smaller than the best and means exactly the same as the automaton. One that agrees on
        all short words nearly always does; where many do not, the difference is on long words only, and the search is
        given up."""
        if f.size(formula) >= self.bound or self.mistaken >= _MISTAKES:
            return
        if self.compiler.automaton(formula) == self.target:
            self.best, self.bound = formula, f.size(formula)
        else:
            self.mistaken += 1

    def above(self, wanted: int, dual: bool, most: int) -> list[tuple[int, Literal]]:
        """The conditions that hold wherever the wanted language does, with what each is written as."""
        found = []
        for index, literal in enumerate(self.literals):
            written = self.literals[index ^ 1] if dual else literal
            if written.size <= most and literal.answers & wanted == wanted:
                found.append((literal.answers, written))
        found.sort(key=lambda entry: entry[1].size)
        return found

    def pairs(self, wanted: int, dual: bool) -> Iterator[int]:
        """A and B; or A or B."""
        candidates = self.above(wanted, dual, self.bound - 2)
        for index, (left, one) in enumerate(candidates):
            tried = 0
            for right, other in candidates[index + 1 :]:
                if one.size + other.size + 1 - dual >= self.bound:
                    break
                tried += 1
                if left & right == wanted:
                    self.offer(join_formulas([one.formula, other.formula], dual))
            yield 1 + tried

    def triples(self, wanted: int, dual: bool) -> Iterator[int]:
        """A, B and C; or A, B or C. The next condition excludes the first word that is still too much."""
        candidates = self.above(wanted, dual, self.bound - 4)
        for left, one in candidates:
            surplus = left ^ wanted
            first = surplus & -surplus
            yield 1 + len(candidates)
            for right, other in candidates:
                if one.size + other.size + 3 - dual >= self.bound:
                    break
                if right & first:
                    continue
                both = left & right
                rest = both ^ wanted
                second = rest & -rest
                tried = 1
                for last, third in candidates:
                    if one.size + other.size + third.size + 2 - dual >= self.bound:
                        break
                    tried += 1
                    if not last & second and both & last == wanted:
                        self.offer(join_formulas([one.formula, other.formula, third.formula], dual))
                yield tried

    def mixed(self, wanted: int, dual: bool) -> Iterator[int]:
        """A and (B or C); or A or (B and C)."""
        first = wanted & -wanted
        for left, one in self.above(wanted, dual, self.bound - 5):
            outside = left & ~wanted
            inner = []
            for index, literal in enumerate(self.literals):
                written = self.literals[index ^ 1] if dual else literal
                if one.size + written.size + 3 < self.bound and not literal.answers & outside:
                    inner.append((literal.answers & left, written))
            yield len(self.literals)
            for right, other in inner:
                if not right & first:
                    continue
                for last, third in inner:
                    if right | last == wanted and one.size + other.size + third.size + 2 - 1 < self.bound:
                        self.offer(
                            join_formulas([one.formula, join_formulas([other.formula, third.formula], not dual)], dual)
                        )
                yield len(inner)

    def fours(self, wanted: int, dual: bool) -> Iterator[int]:
        """(A or B) and (C or D); or (A and B) or (C and D). Small pairs first."""
        of_size: dict[int, list[tuple[int, Literal]]] = {1: [], 2: []}
        for index, literal in enumerate(self.literals):
            written = self.literals[index ^ 1] if dual else literal
            if written.size in of_size and literal.answers & wanted != wanted:
                of_size[written.size].append((literal.answers, written))
        pairs: list[tuple[int, Literal, Literal]] = []
        for size_of_one, size_of_other in ((1, 1), (1, 2), (2, 2)):
            if 2 + size_of_one + size_of_other + 3 >= self.bound:
                return
            start = len(pairs)
            for left, one in of_size[size_of_one]:
                for right, other in of_size[size_of_other]:
                    if (left | right) & wanted == wanted and left < right:
                        pairs.append((left | right, one, other))
                yield len(of_size[size_of_other])
            for left, one, other in pairs[start:]:
                for right, third, fourth in pairs:
                    if left & right == wanted:
                        inner = (
                            join_formulas([one.formula, other.formula], not dual),
                            join_formulas([third.formula, fourth.formula], not dual),
                        )
                        self.offer(join_formulas([*inner], dual))
                yield len(pairs)

    def equivalences(self) -> None:
        """A if and only if B."""
        known = {literal.answers: literal for literal in self.literals}
        for literal in self.literals:
            other = known.get(literal.answers ^ self.wanted ^ self.everything)
            if other is not None and literal.size + other.size + 1 < self.bound:
                self.offer(f.Binary("<->", literal.formula, other.formula))


def tailored(target: DFA) -> Iterator[f.Formula]:
    """Single conditions with the numbers and strings that fit the automaton, however large: its first words are the
    strings that can be meant, and the number of its states gives the numbers."""
    states = len(target.moves)
    if states > _LARGEST_TAILORED:
        return
    accepted = next(words_in_order(target), None)
    rejected = next(words_in_order(complement(target)), None)
    for string in (accepted, rejected):
        if string:
            yield from (f.Begins(string), f.Ends(string), f.Not(f.Begins(string)), f.Not(f.Ends(string)))
            yield from (f.Count(f.Occurrences(string), ">=", 1), f.Count(f.Occurrences(string), "=", 0))
    counted: list[f.All | f.Occurrences] = [f.All(), *(f.Occurrences(letter) for letter in target.alphabet)]
    comparisons: tuple[f.Comparison, ...] = ("=", ">=", "<=")
    for positions in counted:
        for number in (states - 2, states - 1):
            yield from (f.Count(positions, comparison, number) for comparison in comparisons if number > 0)
        for word in (accepted, rejected):
            if word is not None and states > 1:
                rest = (len(word) if isinstance(positions, f.All) else word.count(str(positions.string))) % states
                yield from (
                    f.CountModulo(positions, states, "=", rest),
                    f.Not(f.CountModulo(positions, states, "=", rest)),
                )


def join_formulas(parts: list[f.Formula], disjunction: bool) -> f.Formula:
    """The conjunction or disjunction; a disjunction with one negated part is shorter as an implication."""
    if disjunction and len(parts) == 2:
        match parts:
            case [f.Not(left), right] if not isinstance(right, f.Not):
                return f.Binary("->", left, right)
            case [left, f.Not(right)] if not isinstance(left, f.Not):
                return f.Binary("->", right, left)
    return f.conjunction(parts, "or" if disjunction else "and")
