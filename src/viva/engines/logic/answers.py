"""The answers of a language on all short words at once: one whole number with a bit for each word.

Words are in the order of length and alphabet. Where a formula holds is computed straight from what it means, by
operations on such numbers, which is much cheaper than its automaton: for each place and set the words in which it is,
or has, the position 0, 1, 2, ...
"""

from __future__ import annotations

from collections.abc import Iterable

from viva.engines.automata import DFA
from viva.engines.logic import formula as f
from viva.engines.logic.atoms import HOLDS

# About how many words the answers of a language are kept for.
_WORDS = 4000
# A number for each position: the words in which a place is that position, or a set has it.
ByPosition = list[int]
# The position variables with their values, the innermost last.
Scope = tuple[tuple[str, int], ...]


def longest(letters: int) -> int:
    """Answers are kept for all words up to this length."""
    length, words = 0, 1
    while words * letters <= _WORDS and length < 30:
        words *= letters
        length += 1
    return length


def words(letters: int) -> int:
    """The answers of the language of all words."""
    total: int = sum(letters**length for length in range(longest(letters) + 1))
    return (1 << total) - 1


def answers(automaton: DFA) -> int:
    """The bit of a word is 1 where the automaton accepts it.
    Computed for all words of a length at once: those from a state are those from its successors."""
    letters = range(len(automaton.alphabet))
    accepting = automaton.accepting
    layer = [1 if state in accepting else 0 for state in range(len(automaton.moves))]
    whole, offset, width = layer[automaton.start], 1, 1
    for _ in range(longest(len(automaton.alphabet))):
        layer = [sum([layer[row[letter]] << letter * width for letter in letters]) for row in automaton.moves]
        width *= len(automaton.alphabet)
        whole |= layer[automaton.start] << offset
        offset += width
    return whole


class Answers:
    """Of formulas over an alphabet, without set variables."""

    def __init__(self, alphabet: tuple[str, ...]) -> None:
        self.alphabet = alphabet
        self.everything = words(len(alphabet))
        self.lengths: list[int] = []  # the words of each length
        self.letters: dict[str, ByPosition] = {letter: [] for letter in alphabet}
        self.scope: Scope = ()
        self.known: dict[tuple[f.Formula, Scope], int] = {}
        self.places: dict[tuple[f.Spot, Scope], ByPosition] = {}
        self.sets: dict[tuple[f.Set, Scope], ByPosition] = {}
        self.numbers: dict[tuple[f.Set, Scope], list[int]] = {}
        size, last = len(alphabet), longest(len(alphabet))
        self.positions = range(last)
        offset = 0
        for length in range(last + 1):
            self.lengths.append(((1 << size**length) - 1) << offset)
            offset += size**length
        for index, letter in enumerate(alphabet):
            for position in self.positions:
                self.letters[letter].append(self._letter_at(index, position))
        self.inside = [sum(self.lengths[position + 1 :]) for position in self.positions]

    def _letter_at(self, letter: int, position: int) -> int:
        """Of the words of one length those with a letter at a position are as many in a row as there are endings after
        it, and come again and again."""
        size, found, offset = len(self.alphabet), 0, 0
        for length in range(len(self.lengths)):
            if position < length:
                endings = size ** (length - 1 - position)
                row = ((1 << endings) - 1) << letter * endings
                repeated = ((1 << size**length) - 1) // ((1 << size * endings) - 1)
                found |= row * repeated << offset
            offset += size**length
        return found

    def of(self, formula: f.Formula) -> int:
        match formula:
            case f.Not(operand):
                return self.everything ^ self.of(operand)
            case f.Binary(connective, left, right):
                one, other = self.of(left), self.of(right)
                match connective:
                    case "and":
                        return one & other
                    case "or":
                        return one | other
                    case "->":
                        return (self.everything ^ one) | other
                    case _:
                        return self.everything ^ one ^ other
            case f.Quantified("ex0", variable, body):
                return _union(self.of(f.with_letter(body, variable, letter)) for letter in self.alphabet)
            case f.Quantified("ex1", variable, body):
                return self._some_position(variable, body)
            case f.Quantified("all0" | "all1" as quantifier, variable, body):
                dual = f.Quantified("ex0" if quantifier == "all0" else "ex1", variable, f.Not(body))
                return self.everything ^ self.of(dual)
            case _:
                return self._atom(formula)

    def _atom(self, formula: f.Formula) -> int:
        key = (formula, self.scope)
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self._meant(formula)
        return found

    def _meant(self, formula: f.Formula) -> int:
        match formula:
            case f.Constant(value):
                return self.everything if value else 0
            case f.IsEmpty():
                return self.lengths[0]
            case f.Begins(str() as string):
                return self.starts(string)[0] if string else self.everything
            case f.Ends(str() as string):
                return self.ends(string)
            case f.LetterAt(letter, place):
                return _both(self.place(place), self.letter(letter))
            case f.LetterThroughout(letter, positions):
                held = self.letter(letter)
                other = [every ^ there for every, there in zip(self.inside, held, strict=True)]
                return self.everything ^ _both(self.set(positions), other)
            case f.Compare(left, comparison, right):
                beside = self._beside(self.place(right), comparison)
                return _both(self.place(left), beside)
            case f.Member(place, positions):
                return _both(self.place(place), self.set(positions))
            case f.Count(positions, comparison, number):
                holds = HOLDS[comparison]
                return _union(words for count, words in enumerate(self.count(positions)) if holds(count, number))
            case f.CountModulo(positions, modulus, comparison, number):
                holds = HOLDS[comparison]
                counts = enumerate(self.count(positions))
                return _union(words for count, words in counts if holds(count % modulus, number))
        raise AssertionError(formula)

    def _some_position(self, variable: str, body: f.Formula) -> int:
        outer = self.scope
        found = 0
        for position in self.positions:
            self.scope = (*outer, (variable, position))
            found |= self.of(body) & self.inside[position]
        self.scope = outer
        return found

    def place(self, place: f.Spot) -> ByPosition:
        key = (place, self.scope)
        found = self.places.get(key)
        if found is None:
            found = self.places[key] = self._place(place)
        return found

    def _place(self, place: f.Spot) -> ByPosition:
        match place:
            case f.First():
                return [self.inside[0], *([0] * (len(self.positions) - 1))]
            case f.Last():
                return self.lengths[1:]
            case f.Position(name):
                value = dict(self.scope)[name]
                return [self.inside[value] if position == value else 0 for position in self.positions]
            case f.FirstOccurrence(str() as string):
                return _firsts(self.starts(string))
            case f.LastOccurrence(str() as string):
                return _firsts(self.starts(string)[::-1])[::-1]
            case f.Shifted(base, offset):
                known = self.place(base)
                return [
                    known[position - offset] & self.inside[position] if position - offset in self.positions else 0
                    for position in self.positions
                ]
        raise AssertionError(place)

    def set(self, positions: f.Set) -> ByPosition:
        key = (positions, self.scope)
        found = self.sets.get(key)
        if found is None:
            found = self.sets[key] = self._set(positions)
        return found

    def _set(self, positions: f.Set) -> ByPosition:
        match positions:
            case f.All():
                return self.inside
            case f.Occurrences(str() as string):
                return self.starts(string)
            case f.Beside(comparison, place):
                return self._beside(self.place(place), comparison)
            case f.Union(left, right):
                return [one | other for one, other in zip(self.set(left), self.set(right), strict=True)]
            case f.Intersection(left, right):
                return [one & other for one, other in zip(self.set(left), self.set(right), strict=True)]
        raise AssertionError(positions)

    def _beside(self, place: ByPosition, comparison: str) -> ByPosition:
        """The positions that compare so with a place."""
        if comparison == "=":
            return place
        order = 1 if comparison in (">", ">=") else -1
        found, before = [], 0
        for there in place[::order]:
            found.append(before | there if comparison in ("<=", ">=") else before)
            before |= there
        return [words & every for words, every in zip(found[::order], self.inside, strict=True)]

    def count(self, positions: f.Set) -> list[int]:
        """The words in which a set has 0, 1, 2, ... members."""
        key = (positions, self.scope)
        found = self.numbers.get(key)
        if found is None:
            found = [self.everything]
            for there in self.set(positions):
                if there:
                    found.append(0)
                    for number in range(len(found) - 1, 0, -1):
                        found[number] ^= (found[number] ^ found[number - 1]) & there
                    found[0] &= ~there
            self.numbers[key] = found
        return found

    def letter(self, letter: f.Letters) -> ByPosition:
        assert isinstance(letter, str)
        return self.letters[letter]

    def starts(self, string: str) -> ByPosition:
        """Where a string starts."""
        found = list(self.letters[string[0]])
        for offset, letter in enumerate(string[1:], 1):
            there = [*self.letters[letter][offset:], *([0] * offset)]
            found = [one & other for one, other in zip(found, there, strict=False)]
        return found

    def ends(self, string: str) -> int:
        if not string:
            return self.everything
        starts = self.starts(string)
        lengths = range(len(string), len(self.lengths))
        return _union(starts[length - len(string)] & self.lengths[length] for length in lengths)


def _both(left: ByPosition, right: ByPosition) -> int:
    """Some position is in both."""
    found = 0
    for one, other in zip(left, right, strict=True):
        found |= one & other
    return found


def _firsts(positions: ByPosition) -> ByPosition:
    """Each word only where it comes first."""
    found, before = [], 0
    for there in positions:
        found.append(there & ~before)
        before |= there
    return found


def _union(parts: Iterable[int]) -> int:
    found = 0
    for part in parts:
        found |= part
    return found
