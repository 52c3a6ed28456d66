"""Reads the notation of formulas: a recursive descent over its tokens."""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.escape import visible
from viva.core.fault import Fault
from viva.engines.logic.formula import (
    COMPARISONS,
    QUANTIFIERS,
    All,
    Begins,
    Beside,
    Binary,
    Compare,
    Comparison,
    Connective,
    Constant,
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
    Letters,
    LetterThroughout,
    LetterVariable,
    Member,
    Not,
    Occurrences,
    Place,
    Position,
    Positions,
    Quantified,
    Quantifier,
    Set,
    Shifted,
    Union,
)
from viva.engines.logic.tokens import Kind, Token

# How deep formulas may be nested: what reads and compiles them is recursive.
DEEPEST = 150
_CONNECTIVES: dict[str, tuple[Connective, int, bool]] = {
    "<->": ("<->", 1, False),
    "->": ("->", 2, True),
    "or": ("or", 3, False),
    "and": ("and", 4, False),
}
_SIDES: dict[str, Comparison] = {"psLt": "<", "psLe": "<=", "psGt": ">", "psGe": ">="}
_QUANTIFIERS: dict[str, Quantifier] = {quantifier: quantifier for quantifier in QUANTIFIERS}
_PLACES = ("first", "last", "fstOcc", "lastOcc")
_SETS = ("all", "indOf", *_SIDES)
_RESERVED = frozenset(
    (*QUANTIFIERS, *_PLACES, *_SETS, "and", "or", "not", "true", "false", "isEmpty", "begWt", "endWt", "in")
) | {"union", "inter"}
_CONDITION = "a condition, such as begWt('a'), 'a' @ last or |indOf('a')| >= 2"


class Reader:
    """The method names are those of the grammar."""

    def __init__(self, tokens: Sequence[Token], file: str, alphabet: tuple[str, ...] | None) -> None:
        self.tokens = tokens
        self.file = file
        self.alphabet = alphabet
        self.position = 0
        self.depth = 0
        self.bound: list[tuple[str, str]] = []

    @property
    def next(self) -> Token:
        return self.tokens[self.position]

    def fault(self, expected: str, remedy: str | None = None) -> Fault:
        return self.wrong(self.next, f"found {self.next}, expected {expected}", remedy)

    def wrong(self, token: Token, problem: str, remedy: str | None = None) -> Fault:
        return Fault(problem, self.file, token.line, token.column, remedy)

    def take(self) -> Token:
        token = self.next
        self.position += token.kind != Kind.END
        return token

    def at_end(self) -> bool:
        return self.next.kind == Kind.END

    def at(self, *texts: str) -> bool:
        return self.next.kind in (Kind.SYMBOL, Kind.NAME) and self.next.text in texts

    def accept(self, *texts: str) -> bool:
        found = self.at(*texts)
        self.position += found
        return found

    def expect(self, text: str) -> None:
        if not self.accept(text):
            raise self.fault(f"'{text}'")

    def number(self, expected: str) -> int:
        if self.next.kind != Kind.NUMBER:
            raise self.fault(expected)
        return int(self.take().text)

    def comparison(self) -> Comparison:
        for comparison in COMPARISONS:
            if self.accept(comparison):
                return comparison
        raise self.fault("a comparison: =, <, <=, > or >=")

    # Formulas

    def formula(self, level: int = 1) -> Formula:
        """Whatever binds at least as tightly as `level`."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.wrong(self.next, f"this formula is nested more than {DEEPEST} levels deep")
        left, chain = self.unary(), 0
        while self.next.text in _CONNECTIVES and self.next.kind != Kind.TEXT:
            connective, own, to_the_right = _CONNECTIVES[self.next.text]
            if own < level:
                break
            chain += 1
            if self.depth + chain > DEEPEST:
                raise self.wrong(self.next, f"this formula is nested more than {DEEPEST} levels deep")
            self.take()
            left = Binary(connective, left, self.formula(own if to_the_right else own + 1))
        self.depth -= 1
        return left

    def unary(self) -> Formula:
        negations = 0
        while self.accept("not"):
            negations += 1
        if self.depth + negations > DEEPEST:
            raise self.wrong(self.next, f"this formula is nested more than {DEEPEST} levels deep")
        formula = self.quantified() if self.at(*QUANTIFIERS) else self.atom()
        for _ in range(negations):
            formula = Not(formula)
        return formula

    def quantified(self) -> Formula:
        quantifier: Quantifier = _QUANTIFIERS[self.take().text]
        kind = quantifier[-1]
        token = self.next
        wanted = {
            "0": "a letter variable (lower case, such as c)",
            "1": "a position variable (lower case, such as x)",
            "2": "a set variable (upper case, such as X)",
        }
        if token.kind != Kind.NAME or token.text in _RESERVED or token.text[0].isupper() != (kind == "2"):
            raise self.fault(wanted[kind])
        self.take()
        self.expect(".")
        self.bound.append((token.text, kind))
        body = self.formula()
        self.bound.pop()
        return Quantified(quantifier, token.text, body)

    def atom(self) -> Formula:
        if self.accept("("):
            formula = self.formula()
            self.expect(")")
            return formula
        if self.accept("|"):
            return self.count()
        if self.accept("true"):
            return Constant(True)
        if self.accept("false"):
            return Constant(False)
        if self.accept("isEmpty"):
            return IsEmpty()
        if self.accept("begWt"):
            return Begins(self.string(may_be_empty=True))
        if self.accept("endWt"):
            return Ends(self.string(may_be_empty=True))
        if self.next.kind == Kind.TEXT or self.kind_of_next() == "0":
            letter = self.letter()
            self.expect("@")
            if self.at_place():
                return LetterAt(letter, self.place())
            if self.at_set():
                return LetterThroughout(letter, self.set())
            raise self.fault("a position (such as first, last, x) or a set (such as all, X, psLt(x))")
        if self.at_place():
            return self.about_a_place()
        if self.next.kind == Kind.NAME and self.next.text not in _RESERVED:
            raise self.unbound()
        raise self.fault(_CONDITION)

    def count(self) -> Formula:
        positions = self.set()
        self.expect("|")
        if not self.accept("%"):
            return Count(positions, self.comparison(), self.number("a number"))
        token = self.next
        modulus = self.number("a number to divide by")
        if modulus == 0:
            raise self.wrong(token, "found 0, expected a number to divide by, at least 1")
        return CountModulo(positions, modulus, self.comparison(), self.number("a number"))

    def about_a_place(self) -> Formula:
        place = self.place()
        if self.accept("in"):
            return Member(place, self.set())
        if not self.at(*COMPARISONS):
            raise self.fault("'in' or a comparison: =, <, <=, > or >=")
        return Compare(place, self.comparison(), self.place())

    # Positions and sets

    def at_place(self) -> bool:
        return self.at(*_PLACES) or self.kind_of_next() == "1"

    def place(self) -> Place:
        place: Place
        if self.accept("first"):
            place = First()
        elif self.accept("last"):
            place = Last()
        elif self.accept("fstOcc"):
            place = FirstOccurrence(self.string())
        elif self.accept("lastOcc"):
            place = LastOccurrence(self.string())
        elif self.kind_of_next() == "1":
            place = Position(self.take().text)
        elif self.next.kind == Kind.NAME and self.next.text not in _RESERVED:
            raise self.unbound("a position")
        else:
            raise self.fault("a position: first, last, a variable, fstOcc('…') or lastOcc('…')")
        shifts = 0
        while self.at("+", "-"):
            sign = 1 if self.take().text == "+" else -1
            place = Shifted(place, sign * self.number("a number of positions"))
            shifts += 1
            if shifts > DEEPEST:
                raise self.wrong(self.next, f"this position is moved more than {DEEPEST} times")
        return place

    def at_set(self) -> bool:
        return self.at("(", *_SETS) or self.kind_of_next() == "2"

    def set(self) -> Set:
        left = self.intersection()
        chain = 0
        while self.accept("union"):
            left = Union(left, self.intersection())
            chain += 1
            self.check_chain(chain)
        return left

    def intersection(self) -> Set:
        left = self.one_set()
        chain = 0
        while self.accept("inter"):
            left = Intersection(left, self.one_set())
            chain += 1
            self.check_chain(chain)
        return left

    def check_chain(self, length: int) -> None:
        if self.depth + length > DEEPEST:
            raise self.wrong(self.next, f"this set is nested more than {DEEPEST} levels deep")

    def one_set(self) -> Set:
        if self.accept("("):
            self.depth += 1
            self.check_chain(0)
            positions = self.set()
            self.depth -= 1
            self.expect(")")
            return positions
        if self.accept("all"):
            return All()
        if self.accept("indOf"):
            return Occurrences(self.string())
        for name, comparison in _SIDES.items():
            if self.accept(name):
                self.expect("(")
                place = self.place()
                self.expect(")")
                return Beside(comparison, place)
        if self.kind_of_next() == "2":
            return Positions(self.take().text)
        if self.next.kind == Kind.NAME and self.next.text not in _RESERVED:
            raise self.unbound("a set")
        raise self.fault("a set: all, a variable, indOf('…'), psLt(…), psLe(…), psGt(…), psGe(…) or '('")

    # Letters and variables

    def letter(self) -> Letters:
        token = self.take()
        if token.kind == Kind.NAME:
            return LetterVariable(token.text)
        if len(token.text) != 1:
            raise self.wrong(token, f"found {token}, expected one letter before '@'")
        self.check_letters(token)
        return token.text

    def string(self, may_be_empty: bool = False) -> Letters:
        self.expect("(")
        token = self.next
        if token.kind != Kind.TEXT:
            if self.kind_of_next() != "0":
                raise self.fault("a string in quotes, such as 'ab'")
            self.take()
            self.expect(")")
            return LetterVariable(token.text)
        if not token.text and not may_be_empty:
            raise self.fault("a string of at least one letter")
        self.check_letters(token)
        self.take()
        self.expect(")")
        return token.text

    def check_letters(self, token: Token) -> None:
        if self.alphabet is None:
            return
        for number, letter in enumerate(token.text, 1):
            if letter not in self.alphabet:
                known = ", ".join(self.alphabet)
                place = Token(Kind.TEXT, letter, token.line, token.column + number)
                raise self.wrong(
                    place, f"the letter '{visible(letter)}' is not in the alphabet", f"its letters are {known}"
                )

    def kind_of_next(self) -> str | None:
        """Of a bound variable: which kind of quantifier binds it, innermost first."""
        if self.next.kind != Kind.NAME:
            return None
        return next((kind for name, kind in reversed(self.bound) if name == self.next.text), None)

    def unbound(self, expected: str = "a condition") -> Fault:
        name = self.next.text
        kind = self.kind_of_next()
        if kind is not None:
            stands_for = {"0": "a letter", "1": "a position", "2": "a set"}[kind]
            return self.fault(expected, f"the variable {name} stands for {stands_for}")
        quantifier = "ex2" if name[0].isupper() else "ex1"
        return self.wrong(
            self.next,
            f"found '{visible(name)}', which no quantifier binds, expected {expected}",
            f"bind it, as in {quantifier} {name}. …",
        )
