"""The conditions that explanations are made of, each with its answers on all short words (`answers.py`), so that
conditions are combined and compared by operations on numbers. `synthesis.py` searches among them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product

from viva.engines.automata import DFA
from viva.engines.logic.answers import Answers, longest
from viva.engines.logic.compiler import Compiler
from viva.engines.logic.formula import (
    All,
    Begins,
    Beside,
    Binary,
    Compare,
    Comparison,
    Count,
    CountModulo,
    Ends,
    First,
    FirstOccurrence,
    Formula,
    Intersection,
    IsEmpty,
    Last,
    LastOccurrence,
    LetterAt,
    LetterThroughout,
    LetterVariable,
    Not,
    Occurrences,
    Position,
    Quantified,
    Set,
    Shifted,
    Spot,
    end_letter_elsewhere,
    size,
)
from viva.engines.logic.guesses import guesses_letters

_COUNTS = 9
_MODULI = 9


@dataclass(frozen=True, slots=True)
class Literal:
    """`guesses` says whether the formula chooses a letter, which the fixed notation does not know."""

    formula: Formula
    size: int
    answers: int
    guesses: bool


@lru_cache(maxsize=16)
def literals(alphabet: tuple[str, ...]) -> tuple[Literal, ...]:
    """In pairs of a condition and its complement, smallest first; no language twice, none trivial."""
    meaning = Answers(alphabet)
    everything = meaning.everything
    found: dict[int, Formula] = {}
    for formula in [*sorted(_conditions(alphabet), key=size), *_guesses()]:
        value = meaning.of(formula)
        if value not in (0, everything) and value not in found:
            found[value] = formula
    pairs: list[Literal] = []
    done: set[int] = set()
    for value, formula in found.items():
        if value not in done:
            complement = found.get(everything ^ value, Not(formula))
            guesses = guesses_letters(formula)
            pairs.append(Literal(formula, size(formula), value, guesses))
            pairs.append(Literal(complement, size(complement), everything ^ value, guesses))
            done |= {value, everything ^ value}
    return tuple(pairs)


def _conditions(alphabet: tuple[str, ...]) -> Iterator[Formula]:
    """Those that textbooks are made of; those of equal size in the order of how plain they are."""
    short = [string for length in (1, 2, 3) for string in _strings(alphabet, length)]
    yield IsEmpty()
    yield from (LetterThroughout(letter, All()) for letter in alphabet)
    for string in [*short, *_strings(alphabet, 4)]:
        yield from (Begins(string), Ends(string))
        yield from (Count(Occurrences(string), ">=", 1), Count(Occurrences(string), "=", 0))
    for string in short:
        yield from _counts(Occurrences(string), {1: _COUNTS, 2: 4}.get(len(string), 2))
        yield from _residues(Occurrences(string), {1: _MODULI, 2: 4}.get(len(string), 2))
    yield from _counts(All(), _COUNTS)
    yield from _residues(All(), _MODULI)
    yield from _letters_at_places(alphabet)
    yield from _orders(alphabet)
    yield from _about_all_positions(alphabet)


def _guesses() -> Iterator[Formula]:
    letter = LetterVariable("c")
    yield Quantified("ex0", "c", Binary("and", Begins(letter), Ends(letter)))
    for number in (1, 2):
        yield Quantified("all0", "c", Count(Occurrences(letter), ">=", number))
        yield Quantified("ex0", "c", Count(Occurrences(letter), "=", number - 1))
    yield from (end_letter_elsewhere(last, found) for last in (True, False) for found in (True, False))


@cache
def families(alphabet: tuple[str, ...]) -> dict[DFA, Formula]:
    """Larger formulas that textbooks like, by their automata: how many of a letter in every block, how far apart."""
    compiler = Compiler(alphabet)
    found: dict[DFA, Formula] = {}
    for formula in _large_conditions(alphabet):
        found.setdefault(compiler.automaton(formula), formula)
    return found


def _large_conditions(alphabet: tuple[str, ...]) -> Iterator[Formula]:
    here, there = Position("x"), Position("y")
    for letter in alphabet:
        for length in (2, 3, 4, 5):
            end = Shifted(here, length - 1)
            block = Intersection(Intersection(Occurrences(letter), Beside(">=", here)), Beside("<=", end))
            fits = Compare(end, "<=", Last())
            for number in range(1, length):
                yield Quantified("all1", "x", Binary("->", fits, Count(block, ">=", number)))
                yield Quantified("all1", "x", Binary("->", fits, Count(block, "<=", number)))
        for modulus in (2, 3, 4, 5):
            between = CountModulo(Intersection(Beside(">", here), Beside("<", there)), modulus, "=", 0)
            held = Binary("and", LetterAt(letter, here), LetterAt(letter, there))
            apart = Binary("and", Binary("and", held, Compare(here, "<", there)), between)
            yield Quantified("ex1", "x", Quantified("ex1", "y", apart))


def _strings(alphabet: tuple[str, ...], length: int) -> list[str]:
    """All strings of a length, or none where they are too many."""
    return ["".join(string) for string in product(alphabet, repeat=length)] if len(alphabet) ** length <= 64 else []


def _counts(positions: Set, most: int) -> Iterator[Formula]:
    comparisons: tuple[Comparison, ...] = ("=", ">=", "<=")
    for number in range(most + 1):
        yield from (Count(positions, comparison, number) for comparison in comparisons)


def _residues(positions: Set, most: int) -> Iterator[Formula]:
    for modulus in range(2, most + 1):
        yield from (CountModulo(positions, modulus, "=", number) for number in range(modulus))
        if modulus < 5:
            yield from (CountModulo(positions, modulus, ">=", number) for number in range(1, modulus - 1))


def _letters_at_places(alphabet: tuple[str, ...]) -> Iterator[Formula]:
    furthest = longest(len(alphabet)) - 1
    places: list[Spot] = [Shifted(First(), offset) for offset in range(1, furthest)]
    places += [Shifted(Last(), -offset) for offset in range(1, furthest)]
    for string in alphabet:
        for occurrence in (FirstOccurrence(string), LastOccurrence(string)):
            places += [Shifted(occurrence, offset) for offset in (1, -1, 2, -2)]
    yield from (LetterAt(letter, place) for place in places for letter in alphabet)


def _orders(alphabet: tuple[str, ...]) -> Iterator[Formula]:
    """Where occurrences are, and what is beside them."""
    strings = [*alphabet, *_strings(alphabet, 2)] if len(alphabet) == 2 else list(alphabet)
    occurrences: list[Spot] = [kind(string) for string in strings for kind in (FirstOccurrence, LastOccurrence)]
    for left in occurrences:
        yield from (Compare(left, "<", right) for right in occurrences if right != left)
    sides: tuple[Comparison, ...] = ("<", ">")
    for place in occurrences:
        for side in sides:
            yield from (LetterThroughout(letter, Beside(side, place)) for letter in alphabet)


def _about_all_positions(alphabet: tuple[str, ...]) -> Iterator[Formula]:
    here = Position("x")
    before = Beside("<", here)
    for letter in alphabet:
        held = LetterAt(letter, here)
        near: list[Formula] = [LetterAt(other, Shifted(here, step)) for other in alphabet for step in (1, -1, 2, -2)]
        number: list[Formula] = [
            CountModulo(before, modulus, "=", rest) for modulus in (2, 3) for rest in range(modulus)
        ]
        counted: list[Formula] = [
            CountModulo(Intersection(Occurrences(other), before), 2, "=", rest) for other in alphabet for rest in (0, 1)
        ]
        for other in [*near, *number, *counted]:
            yield Quantified("all1", "x", Binary("->", held, other))
            yield Quantified("ex1", "x", Binary("and", held, other))
        for other in [*number, *counted]:
            yield Quantified("all1", "x", Binary("->", other, held))
        yield from (Quantified("all1", "x", Binary("<->", held, other)) for other in number)
        # the letter among the first or the last ones
        for offset in range(1, longest(len(alphabet)) - 1):
            for outside in (Compare(here, "<", Shifted(Last(), -offset)), Compare(here, ">", Shifted(First(), offset))):
                yield Quantified("ex1", "x", Binary("and", held, Not(outside)))
