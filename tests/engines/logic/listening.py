"""Reads the smaller parts of the English that `phrases.py` says: amounts, places, sets, letters."""

from __future__ import annotations

import re

from viva.core.text.reading import Misread, Nesting, expected_found, in_quotes, place_of
from viva.engines.logic.formula import (
    All,
    Beside,
    Comparison,
    Count,
    CountModulo,
    First,
    FirstOccurrence,
    Formula,
    Intersection,
    Last,
    LastOccurrence,
    Letters,
    LetterVariable,
    Not,
    Occurrences,
    Position,
    Positions,
    Set,
    Shifted,
    Spot,
    Union,
)
from viva.engines.logic.reader import DEEPEST
from viva.engines.logic.wording.phrases import NUMBERS, ORDINALS, QUANTITIES

_WORD = re.compile(r"(?P<plural>\w+|[^\s'])'s(?!\w)|'(?P<text>[^']*)'|(?P<number>\d+)(?:st|nd|rd|th)?|\w+|\S|$")
_SINGULAR = {
    "begins": "begin",
    "ends": "end",
    "has": "have",
    "contains": "contain",
    "consists": "consist",
    "are": "is",
    "do": "does",
    "hold": "holds",
    "starts": "start",
    "leaves": "leave",
}


class Listener:
    """A text being read, word by word. Words are compared without their endings for one or many."""

    def __init__(self, text: str, alphabet: tuple[str, ...]) -> None:
        self.text = text
        self.alphabet = alphabet
        self.found = [match for match in _WORD.finditer(text) if match[0] or match.start() == len(text)]
        # The end is repeated, so that looking ahead finds it too.
        self.found += [self.found[-1]] * 6
        self.words = [_SINGULAR.get(match[0], match[0]) for match in self.found]
        self.position = 0
        self.deeper = Nesting(DEEPEST, self.here)
        self.deeper_inside = Nesting(DEEPEST, self.here)
        self.bound: list[tuple[str, str]] = []
        # The verb of the condition that was just read, which the next part of a list may leave out.
        self.verb = ""

    def here(self) -> tuple[int, int]:
        return place_of(self.text, self.found[self.position].start())

    def expected(self, expected: str) -> Misread:
        line, column = self.here()
        word = self.found[self.position][0]
        return Misread(expected_found(expected, in_quotes(word) if word else "the end"), line, column)

    def at_end(self) -> bool:
        return not self.words[self.position]

    def at(self, phrase: str) -> bool:
        """Whether these words come next."""
        wanted = phrase.split()
        return self.words[self.position : self.position + len(wanted)] == wanted

    def accept(self, *phrases: str) -> str | None:
        """The first of the phrases that comes next, taken."""
        for phrase in phrases:
            if self.at(phrase):
                self.position += len(phrase.split())
                return phrase
        return None

    def expect(self, *phrases: str) -> str:
        found = self.accept(*phrases)
        if found is None:
            raise self.expected(" or ".join(f"'{phrase}'" for phrase in phrases))
        return found

    # Counts

    def amount(self) -> Formula:
        parity = self.accept("an even number of", "an odd number of")
        if parity is not None:
            return CountModulo(self.things(), 2, "=", 0 if "even" in parity else 1)
        if self.accept("no"):
            return Count(self.things(), "=", 0)
        comparison = self.quantity()
        number = self.number()
        return Count(self.things(), comparison, number)

    def residue_of(self) -> Formula:
        """The rest of "the number of …"."""
        things = self.things()
        formula: Formula
        if self.accept("does not leave"):
            return Not(self.remainder(things))
        if self.accept("leave"):
            return self.remainder(things)
        self.expect("is")
        holds = not self.accept("not")
        if self.accept("divisible by"):
            formula = CountModulo(things, self.divisor(), "=", 0)
        else:
            formula = CountModulo(things, 2, "=", 0 if self.expect("even", "odd") == "even" else 1)
        return formula if holds else Not(formula)

    def remainder(self, things: Set) -> Formula:
        comparison: Comparison = "="
        if self.accept("a remainder of"):
            comparison = self.quantity()
        else:
            self.expect("remainder")
        number = self.number()
        self.expect("when divided by")
        return CountModulo(things, self.divisor(), comparison, number)

    def divisor(self) -> int:
        number = self.number()
        if number == 0:
            self.position -= 1
            raise self.expected("a number to divide by, at least one")
        return number

    def quantity(self) -> Comparison:
        for comparison, phrase in QUANTITIES.items():
            if self.accept(phrase):
                return comparison
        raise self.expected("an amount, such as 'at least two'")

    def number(self) -> int:
        word, match = self.words[self.position], self.found[self.position]
        if word in NUMBERS:
            self.position += 1
            return NUMBERS.index(word)
        if match["number"] is None or not word.isdigit() or len(word) > 9:
            raise self.expected("a number")
        self.position += 1
        return int(word)

    def things(self) -> Set:
        if self.accept("letters", "letter"):
            return All()
        if self.accept("positions in", "position in"):
            return self.positions()
        if self.accept("positions", "position"):
            return self.region(All())
        self.accept("possibly overlapping")
        if self.accept("occurrences of", "occurrence of"):
            found = Occurrences(self.string())
            self.accept("that start")
            return self.region(found)
        plural = self.found[self.position]["plural"]
        if plural is not None:
            if (plural, "0") in self.bound:
                self.position += 1
                return self.region(Occurrences(LetterVariable(plural)))
            self.check(plural)
            self.position += 1
            return self.region(Occurrences(plural))
        return self.region(Occurrences(self.string()))

    def region(self, whole: Set) -> Set:
        """The whole, or only the part beside or between places."""
        if self.accept("before"):
            return _within(whole, Beside("<", self.place()))
        if self.accept("up to and including"):
            return _within(whole, Beside("<=", self.place()))
        start = self.accept("after", "from")
        if start is None:
            return whole
        lower = Beside(">" if start == "after" else ">=", self.place())
        if self.accept("up to and including"):
            return _within(whole, lower, Beside("<=", self.place()))
        if self.accept("until before", "and before"):
            return _within(whole, lower, Beside("<", self.place()))
        if start == "from":
            self.expect("on")
        return _within(whole, lower)

    # Places, sets, letters

    def place(self) -> Spot:
        kind = self.kind()
        if kind == "1":
            place: Spot = Position(self.words[self.position])
            self.position += 1
            while (sign := self.accept("+", "-")) is not None:
                place = Shifted(place, self.number() if sign == "+" else -self.number())
            return place
        if self.accept("the"):
            return self.named_place()
        raise self.expected("a place, such as 'the last position'")

    def shifted(self, way: str, steps: int) -> Spot:
        """So many positions before or after the place that follows."""
        with self.deeper_inside:
            return Shifted(self.place(), steps if way == "after" else -steps)

    def named_place(self) -> Spot:
        way = self.accept("position directly after", "position directly before")
        if way is not None:
            return self.shifted(way.split()[-1], 1)
        if self.accept("start of the last"):
            return LastOccurrence(self.string())
        if self.accept("start of the first"):
            return FirstOccurrence(self.string())
        if self.accept("last position"):
            return Last()
        if self.accept("last"):
            return LastOccurrence(self.string())
        if self.at("first") and not self.at("first position"):
            self.position += 1
            return FirstOccurrence(self.string())
        word, match = self.words[self.position], self.found[self.position]
        if word in ORDINALS:
            ordinal = ORDINALS.index(word) + 1
        elif match["number"] is not None and not word.isdigit() and len(word) < 12:
            ordinal = int(match["number"])
        else:
            raise self.expected("which position, such as 'the last position'")
        self.position += 1
        self.expect("position")
        if self.accept("from the end"):
            return Shifted(Last(), 1 - ordinal)
        way = self.accept("after", "before")
        if way is not None:
            return self.shifted(way, ordinal)
        return Shifted(First(), ordinal - 1) if ordinal > 1 else First()

    def positions(self) -> Set:
        if self.accept("all positions"):
            return All()
        if self.kind() == "2":
            self.position += 1
            return Positions(self.words[self.position - 1])
        if self.accept("either"):
            return Union(*self.two_sets("or"))
        if self.accept("both"):
            return Intersection(*self.two_sets("and"))
        if self.accept("the positions of", "the start of"):
            return Occurrences(self.string())
        self.expect("the positions")
        if self.accept("before"):
            return Beside("<", self.place())
        if self.accept("up to and including"):
            return Beside("<=", self.place())
        if self.accept("after"):
            return Beside(">", self.place())
        self.expect("from")
        place = self.place()
        self.expect("on")
        return Beside(">=", place)

    def two_sets(self, between: str) -> tuple[Set, Set]:
        with self.deeper_inside:
            left = self.positions()
            self.expect(between)
            return left, self.positions()

    def kind(self) -> str | None:
        """Of a variable that comes next: which quantifier binds it."""
        return next((kind for name, kind in reversed(self.bound) if name == self.words[self.position]), None)

    def is_text(self) -> bool:
        return self.found[self.position]["text"] is not None

    def string(self) -> Letters:
        if self.kind() == "0":
            self.position += 1
            return LetterVariable(self.words[self.position - 1])
        text = self.found[self.position]["text"]
        if text is None:
            raise self.expected("a string in quotes")
        self.check(text)
        self.position += 1
        return text

    def check(self, text: str) -> None:
        for letter in text:
            if letter not in self.alphabet:
                raise self.expected(f"letters of the alphabet {', '.join(self.alphabet)}")


def _within(whole: Set, *sides: Beside) -> Set:
    for side in sides:
        whole = side if whole == All() else Intersection(whole, side)
    return whole
