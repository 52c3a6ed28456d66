"""Reads the notation of formulas: a recursive descent over its tokens."""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.table import nearest
from viva.core.text.reading import (
    MARK,
    NAME,
    NUMBER,
    TEXT,
    Binding,
    Cursor,
    Misread,
    Notation,
    Pattern,
    Token,
    expected_found,
    in_quotes,
)
from viva.engines.logic import formula as f

# How deep formulas may be nested: what reads and compiles them is recursive.
DEEPEST = 150
_CONNECTIVES: dict[str, f.Connective] = {"<->": "<->", "->": "->", "or": "or", "and": "and"}
BINDINGS = {"<->": Binding(1), "->": Binding(2, to_the_right=True), "or": Binding(3), "and": Binding(4)}
_SIDES: dict[str, f.Comparison] = {"psLt": "<", "psLe": "<=", "psGt": ">", "psGe": ">="}
_QUANTIFIERS: dict[str, f.Quantifier] = {quantifier: quantifier for quantifier in f.QUANTIFIERS}
_PLACES = ("first", "last", "fstOcc", "lastOcc")
_SETS = ("all", "indOf", *_SIDES)
_RESERVED = frozenset(
    (*f.QUANTIFIERS, *_PLACES, *_SETS, "and", "or", "not", "true", "false", "isEmpty", "begWt", "endWt", "in")
) | {"union", "inter"}
_CONDITIONS = ("true", "false", "isEmpty", "begWt", "endWt", "not", *f.QUANTIFIERS, *_PLACES)
_CONDITION = "a condition, such as begWt('a'), 'a' @ last or |indOf('a')| >= 2"
_MOST_DIGITS = 9


def _digits(piece: str) -> str:
    if len(piece) > _MOST_DIGITS:
        raise Misread(f"this number has more than {_MOST_DIGITS} digits")
    return piece


NOTATION = Notation(
    Pattern(NUMBER, r"[0-9]+", _digits),
    Pattern(TEXT, r"'[^'\n]*'", lambda piece: piece[1:-1]),
    Pattern(NAME, r"[A-Za-z_][A-Za-z0-9_]*"),
    Pattern(MARK, r"<->|->|<=|>=|[()<>=|%@.+-]"),
    stray={"'": ("this quote is not closed", "close it with ' on the same line")},
    remedy="letters and strings are written in quotes, as in 'a' @ first",
)


def shallow(formula: f.Formula) -> f.Formula:
    """The formula, if its connectives and quantifiers are not nested too deeply: each chain of them is as deep as it is
    long, and what is in it adds to that. Whoever walks through a formula relies on it."""
    deepest = 0
    waiting = [(formula, 1)]
    while waiting:
        here, depth = waiting.pop()
        deepest = max(deepest, depth)
        match here:
            case f.Not(operand) | f.Quantified(_, _, operand):
                waiting.append((operand, depth + 1))
            case f.Binary(_, left, right):
                waiting += [(left, depth + 1), (right, depth + 1)]
    if deepest > DEEPEST:
        raise Misread(f"this is nested more than {DEEPEST} deep", 1, 1, reason="too_complex")
    return formula


class Reader(Cursor):
    """The method names are those of the grammar."""

    deepest = DEEPEST

    def __init__(self, text: str, alphabet: tuple[str, ...] | None) -> None:
        super().__init__(NOTATION.tokens(text))
        self.alphabet = alphabet
        self.bound: list[tuple[str, str]] = []

    def number(self, expected: str) -> int:
        if self.next.kind != NUMBER:
            raise self.expected(expected)
        return int(self.take().text)

    def comparison(self) -> f.Comparison:
        for comparison in f.COMPARISONS:
            if self.accept(comparison):
                return comparison
        raise self.expected("a comparison: =, <, <=, > or >=")

    # Formulas

    def formula(self) -> f.Formula:
        return self.climb(self.unary, BINDINGS, self.joined)

    def joined(self, connective: Token, left: f.Formula, right: f.Formula) -> f.Formula:
        return f.Binary(_CONNECTIVES[connective.text], left, right)

    def unary(self) -> f.Formula:
        negations = 0
        while self.accept("not"):
            negations += 1
        self.deeper.by(negations)
        formula = self.quantified() if self.at(*f.QUANTIFIERS) else self.atom()
        for _ in range(negations):
            formula = f.Not(formula)
        return formula

    def quantified(self) -> f.Formula:
        quantifier: f.Quantifier = _QUANTIFIERS[self.take().text]
        kind = quantifier[-1]
        token = self.next
        wanted = {
            "0": "a letter variable (lower case, such as c)",
            "1": "a position variable (lower case, such as x)",
            "2": "a set variable (upper case, such as X)",
        }
        if token.kind != NAME or token.text in _RESERVED or token.text[0].isupper() != (kind == "2"):
            raise self.expected(wanted[kind])
        self.take()
        self.expect(".")
        self.bound.append((token.text, kind))
        body = self.formula()
        self.bound.pop()
        return f.Quantified(quantifier, token.text, body)

    def atom(self) -> f.Formula:
        if self.accept("("):
            formula = self.formula()
            self.expect(")")
            return formula
        if self.accept("|"):
            return self.count()
        if self.accept("true"):
            return f.Constant(True)
        if self.accept("false"):
            return f.Constant(False)
        if self.accept("isEmpty"):
            return f.IsEmpty()
        if self.accept("begWt"):
            return f.Begins(self.string(may_be_empty=True))
        if self.accept("endWt"):
            return f.Ends(self.string(may_be_empty=True))
        if self.next.kind == TEXT or self.kind_of_next() == "0":
            letter = self.letter()
            self.expect("@")
            if self.at_place():
                return f.LetterAt(letter, self.place())
            if self.at_set():
                return f.LetterThroughout(letter, self.set())
            raise self.expected("a position (such as first, last, x) or a set (such as all, X, psLt(x))")
        if self.at_place():
            return self.about_a_place()
        if self.next.kind == NAME and self.next.text not in _RESERVED:
            raise self.unbound("a condition", _CONDITIONS)
        raise self.expected(_CONDITION)

    def count(self) -> f.Formula:
        positions = self.set()
        self.expect("|")
        if not self.accept("%"):
            return f.Count(positions, self.comparison(), self.number("a number"))
        token = self.next
        modulus = self.number("a number to divide by")
        if modulus == 0:
            raise self.wrong(expected_found("a number to divide by, at least 1", "0"), token)
        return f.CountModulo(positions, modulus, self.comparison(), self.number("a number"))

    def about_a_place(self) -> f.Formula:
        place = self.place()
        if self.accept("in"):
            return f.Member(place, self.set())
        if not self.at(*f.COMPARISONS):
            raise self.expected("'in' or a comparison: =, <, <=, > or >=")
        return f.Compare(place, self.comparison(), self.place())

    # Positions and sets

    def at_place(self) -> bool:
        return self.at(*_PLACES) or self.kind_of_next() == "1"

    def place(self) -> f.Spot:
        place: f.Spot
        if self.accept("first"):
            place = f.First()
        elif self.accept("last"):
            place = f.Last()
        elif self.accept("fstOcc"):
            place = f.FirstOccurrence(self.string())
        elif self.accept("lastOcc"):
            place = f.LastOccurrence(self.string())
        elif self.kind_of_next() == "1":
            place = f.Position(self.take().text)
        elif self.next.kind == NAME and self.next.text not in _RESERVED:
            raise self.unbound("a position", _PLACES)
        else:
            raise self.expected("a position: first, last, a variable, fstOcc('…') or lastOcc('…')")
        shifts = 0
        while self.at("+", "-"):
            sign = 1 if self.take().text == "+" else -1
            place = f.Shifted(place, sign * self.number("a number of positions"))
            shifts += 1
            if shifts > DEEPEST:
                raise self.wrong(f"this position is moved more than {DEEPEST} times")
        return place

    def at_set(self) -> bool:
        return self.at("(", *_SETS) or self.kind_of_next() == "2"

    def set(self) -> f.Set:
        left = self.intersection()
        chain = 0
        while self.accept("union"):
            left = f.Union(left, self.intersection())
            chain += 1
            self.deeper.by(chain)
        return left

    def intersection(self) -> f.Set:
        left = self.one_set()
        chain = 0
        while self.accept("inter"):
            left = f.Intersection(left, self.one_set())
            chain += 1
            self.deeper.by(chain)
        return left

    def one_set(self) -> f.Set:
        if self.accept("("):
            with self.deeper:
                positions = self.set()
            self.expect(")")
            return positions
        if self.accept("all"):
            return f.All()
        if self.accept("indOf"):
            return f.Occurrences(self.string())
        for name, comparison in _SIDES.items():
            if self.accept(name):
                self.expect("(")
                place = self.place()
                self.expect(")")
                return f.Beside(comparison, place)
        if self.kind_of_next() == "2":
            return f.Positions(self.take().text)
        if self.next.kind == NAME and self.next.text not in _RESERVED:
            raise self.unbound("a set", _SETS)
        raise self.expected("a set: all, a variable, indOf('…'), psLt(…), psLe(…), psGt(…), psGe(…) or '('")

    # Letters and variables

    def letter(self) -> f.Letters:
        token = self.take()
        if token.kind == NAME:
            return f.LetterVariable(token.text)
        if len(token.text) != 1:
            raise self.wrong(expected_found("one letter before '@'", str(token)), token)
        self.check_letters(token)
        return token.text

    def string(self, may_be_empty: bool = False) -> f.Letters:
        self.expect("(")
        token = self.next
        if token.kind != TEXT:
            if self.kind_of_next() != "0":
                raise self.expected("a string in quotes, such as 'ab'")
            self.take()
            self.expect(")")
            return f.LetterVariable(token.text)
        if not token.text and not may_be_empty:
            raise self.expected("a string of at least one letter")
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
                problem = f"the letter {in_quotes(letter)} is not in the alphabet"
                raise Misread(problem, token.line, token.column + number, f"its letters are {known}")

    def kind_of_next(self) -> str | None:
        """Of a bound variable: which kind of quantifier binds it, innermost first."""
        if self.next.kind != NAME:
            return None
        return next((kind for name, kind in reversed(self.bound) if name == self.next.text), None)

    def unbound(self, expected: str, words: Sequence[str]) -> Misread:
        name = self.next.text
        kind = self.kind_of_next()
        if kind is not None:
            stands_for = {"0": "a letter", "1": "a position", "2": "a set"}[kind]
            return self.expected(expected, f"the variable {name} stands for {stands_for}")
        quantifier = "ex2" if name[0].isupper() else "ex1"
        problem = expected_found(expected, f"{in_quotes(name)}, which no quantifier binds")
        return self.wrong(problem, remedy=nearest(name, words) or f"bind it, as in {quantifier} {name}. …")
