"""The conditions that explanations are made of, each with its answers on all short words (`answers.py`), so that
conditions are combined and compared by operations on numbers. `synthesis.py` searches among them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from viva.core.records import dataclass
from viva.engines.automata import DFA
from viva.engines.logic import formula as f
from viva.engines.logic.answers import Answers, longest
from viva.engines.logic.compiler import Compiler
from viva.engines.logic.guesses import guesses_letters

_COUNTS = 9
_MODULI = 9


@dataclass(frozen=True, slots=True)
class Literal:
    """`guesses` says whether the formula chooses a letter, which the fixed notation does not know."""

    formula: f.Formula
    size: int
    answers: int
    guesses: bool


@lru_cache(maxsize=16)
def literals(alphabet: tuple[str, ...]) -> tuple[Literal, ...]:
    """In pairs of a condition and its complement, smallest first; no language twice, none trivial."""
    meaning = Answers(alphabet)
    everything = meaning.everything
    found: dict[int, f.Formula] = {}
    for formula in [*sorted(_conditions(alphabet), key=f.size), *_guesses()]:
        value = meaning.of(formula)
        if value not in (0, everything) and value not in found:
            found[value] = formula
    pairs: list[Literal] = []
    done: set[int] = set()
    for value, formula in found.items():
        if value not in done:
            complement = found.get(everything ^ value, f.Not(formula))
            guesses = guesses_letters(formula)
            pairs.append(Literal(formula, f.size(formula), value, guesses))
            pairs.append(Literal(complement, f.size(complement), everything ^ value, guesses))
            done |= {value, everything ^ value}
    return tuple(pairs)


def _conditions(alphabet: tuple[str, ...]) -> Iterator[f.Formula]:
    """Those that textbooks are made of; those of equal size in the order of how plain they are."""
    short = [string for length in (1, 2, 3) for string in _strings(alphabet, length)]
    yield f.IsEmpty()
    yield from (f.LetterThroughout(letter, f.All()) for letter in alphabet)
    for string in [*short, *_strings(alphabet, 4)]:
        yield from (f.Begins(string), f.Ends(string))
        yield from (f.Count(f.Occurrences(string), ">=", 1), f.Count(f.Occurrences(string), "=", 0))
    for string in short:
        yield from _counts(f.Occurrences(string), {1: _COUNTS, 2: 4}.get(len(string), 2))
        yield from _residues(f.Occurrences(string), {1: _MODULI, 2: 4}.get(len(string), 2))
    yield from _counts(f.All(), _COUNTS)
    yield from _residues(f.All(), _MODULI)
    yield from _letters_at_places(alphabet)
    yield from _orders(alphabet)
    yield from _about_all_positions(alphabet)


def _guesses() -> Iterator[f.Formula]:
    letter = f.LetterVariable("c")
    yield f.Quantified("ex0", "c", f.Binary("and", f.Begins(letter), f.Ends(letter)))
    for number in (1, 2):
        yield f.Quantified("all0", "c", f.Count(f.Occurrences(letter), ">=", number))
        yield f.Quantified("ex0", "c", f.Count(f.Occurrences(letter), "=", number - 1))
    yield from (f.end_letter_elsewhere(last, found) for last in (True, False) for found in (True, False))


@lru_cache(maxsize=16)
def families(alphabet: tuple[str, ...]) -> dict[DFA, f.Formula]:
    """Larger formulas that textbooks like, by their automata: how many of a letter in every block, how far apart."""
    compiler = Compiler(alphabet)
    found: dict[DFA, f.Formula] = {}
    for formula in _large_conditions(alphabet):
        found.setdefault(compiler.automaton(formula), formula)
    return found


def _large_conditions(alphabet: tuple[str, ...]) -> Iterator[f.Formula]:
    here, there = f.Position("x"), f.Position("y")
    for letter in alphabet:
        for length in (2, 3, 4, 5):
            end = f.Shifted(here, length - 1)
            block = f.Intersection(f.Intersection(f.Occurrences(letter), f.Beside(">=", here)), f.Beside("<=", end))
            fits = f.Compare(end, "<=", f.Last())
            for number in range(1, length):
                yield f.Quantified("all1", "x", f.Binary("->", fits, f.Count(block, ">=", number)))
                yield f.Quantified("all1", "x", f.Binary("->", fits, f.Count(block, "<=", number)))
        for modulus in (2, 3, 4, 5):
            between = f.CountModulo(f.Intersection(f.Beside(">", here), f.Beside("<", there)), modulus, "=", 0)
            held = f.Binary("and", f.LetterAt(letter, here), f.LetterAt(letter, there))
            apart = f.Binary("and", f.Binary("and", held, f.Compare(here, "<", there)), between)
            yield f.Quantified("ex1", "x", f.Quantified("ex1", "y", apart))


def _strings(alphabet: tuple[str, ...], length: int) -> list[str]:
    """All strings of a length, or none where they are too many."""
    return ["".join(string) for string in product(alphabet, repeat=length)] if len(alphabet) ** length <= 64 else []


def _counts(positions: f.Set, most: int) -> Iterator[f.Formula]:
    comparisons: tuple[f.Comparison, ...] = ("=", ">=", "<=")
    for number in range(most + 1):
        yield from (f.Count(positions, comparison, number) for comparison in comparisons)


def _residues(positions: f.Set, most: int) -> Iterator[f.Formula]:
    for modulus in range(2, most + 1):
        yield from (f.CountModulo(positions, modulus, "=", number) for number in range(modulus))
        if modulus < 5:
            yield from (f.CountModulo(positions, modulus, ">=", number) for number in range(1, modulus - 1))


def _letters_at_places(alphabet: tuple[str, ...]) -> Iterator[f.Formula]:
    furthest = longest(len(alphabet)) - 1
    places: list[f.Spot] = [f.Shifted(f.First(), offset) for offset in range(1, furthest)]
    places += [f.Shifted(f.Last(), -offset) for offset in range(1, furthest)]
    for string in alphabet:
        for occurrence in (f.FirstOccurrence(string), f.LastOccurrence(string)):
            places += [f.Shifted(occurrence, offset) for offset in (1, -1, 2, -2)]
    yield from (f.LetterAt(letter, place) for place in places for letter in alphabet)


def _orders(alphabet: tuple[str, ...]) -> Iterator[f.Formula]:
    """Where occurrences are, and what is beside them."""
    strings = [*alphabet, *_strings(alphabet, 2)] if len(alphabet) == 2 else list(alphabet)
    occurrences: list[f.Spot] = [kind(string) for string in strings for kind in (f.FirstOccurrence, f.LastOccurrence)]
    for left in occurrences:
        yield from (f.Compare(left, "<", right) for right in occurrences if right != left)
    sides: tuple[f.Comparison, ...] = ("<", ">")
    for place in occurrences:
        for side in sides:
            yield from (f.LetterThroughout(letter, f.Beside(side, place)) for letter in alphabet)


def _about_all_positions(alphabet: tuple[str, ...]) -> Iterator[f.Formula]:
    here = f.Position("x")
    before = f.Beside("<", here)
    for letter in alphabet:
        held = f.LetterAt(letter, here)
        near: list[f.Formula] = [
            f.LetterAt(other, f.Shifted(here, step)) for other in alphabet for step in (1, -1, 2, -2)
        ]
        number: list[f.Formula] = [
            f.CountModulo(before, modulus, "=", rest) for modulus in (2, 3) for rest in range(modulus)
        ]
        counted: list[f.Formula] = [
            f.CountModulo(f.Intersection(f.Occurrences(other), before), 2, "=", rest)
            for other in alphabet
            for rest in (0, 1)
        ]
        for other in [*near, *number, *counted]:
            yield f.Quantified("all1", "x", f.Binary("->", held, other))
            yield f.Quantified("ex1", "x", f.Binary("and", held, other))
        for other in [*number, *counted]:
            yield f.Quantified("all1", "x", f.Binary("->", other, held))
        yield from (f.Quantified("all1", "x", f.Binary("<->", held, other)) for other in number)
        # the letter among the first or the last ones
        for offset in range(1, longest(len(alphabet)) - 1):
            for outside in (
                f.Compare(here, "<", f.Shifted(f.Last(), -offset)),
                f.Compare(here, ">", f.Shifted(f.First(), offset)),
            ):
                yield f.Quantified("ex1", "x", f.Binary("and", held, f.Not(outside)))
