"""The grammar of formulas, by binding strength.

From loosest to tightest: `<->`, `->` (right associative), `or`, `and`, `U R S` (which do not chain), then `not G F H O`
and comparisons (which do not chain), `+ -`, `* /`. Brackets may hold a formula or a term; which it is shows when they
close, so the whole is read in one pass. `R S H O` and names of functions are words only where a signal cannot stand.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import ClassVar

from viva.core.table import suggestion
from viva.core.text.reading import MARK, NAME, NUMBER, TEXT, Cursor, Misread, Notation, Pattern, Token, in_quotes
from viva.engines.signals import model as m

IFF, IMPLIES, OR, AND, UNTIL, UNARY, SUM, PRODUCT, NEGATIVE = range(1, 10)
COMPARISON = UNARY
LEVELS = {
    "<->": IFF, "->": IMPLIES, "or": OR, "and": AND, "U": UNTIL, "R": UNTIL, "S": UNTIL,
    "<": COMPARISON, "<=": COMPARISON, ">": COMPARISON, ">=": COMPARISON,
    "+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT,
}  # fmt: skip
BINARY: dict[str, type[m.Until] | type[m.Release] | type[m.Since]] = {"U": m.Until, "R": m.Release, "S": m.Since}
UNARIES: dict[str, type[m.Globally] | type[m.Eventually] | type[m.Historically] | type[m.Once]] = {
    "G": m.Globally,
    "F": m.Eventually,
    "H": m.Historically,
    "O": m.Once,
}
ARITHMETIC: dict[str, type[m.Sum] | type[m.Difference] | type[m.Product] | type[m.Quotient]] = {
    "+": m.Sum,
    "-": m.Difference,
    "*": m.Product,
    "/": m.Quotient,
}
# What other tools write in words.
SPOKEN = {"always": "G", "globally": "G", "eventually": "F", "finally": "F", "historically": "H", "once": "O"}
RESERVED = ("not", "and", "or", "true", "false", "G", "F", "U", "inf")
OF_ONE: dict[str, type[m.Absolute] | type[m.Root] | type[m.Exponential] | type[m.Rate] | type[m.Before]] = {
    "abs": m.Absolute,
    "sqrt": m.Root,
    "exp": m.Exponential,
    "rate": m.Rate,
    "prev": m.Before,
}
EDGES = ("rise", "fall")
FUNCTIONS = ("min", "max", *OF_ONE, *EDGES)
DEFINES = (MARK, ":=")
DEEPEST = 150
LONGEST = 200

Meaning = m.Formula | m.Term
TERMS = (
    *(
        m.Number,
        m.Signal,
        m.Negative,
        m.Sum,
        m.Difference,
        m.Product,
        m.Quotient,
        m.Absolute,
        m.Least,
        m.Greatest,
        m.Rate,
        m.Root,
    ),
    *(m.Exponential, m.Before),
)


_NUMBER = re.compile(r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")

INSTEAD = {
    "==": "two real values are hardly ever equal; write abs(x - y) <= tolerance",
    "=": "two real values are hardly ever equal; write abs(x - y) <= tolerance",
    "!=": "write abs(x - y) > tolerance",
    "!": "write not",
    "&&": "write and",
    "&": "write and",
    "||": "write or",
    "|": "write or",
    "^": "write x * x",
    ":": "the ends of an interval are parted by a comma: [0,10]",
}


def _number(piece: str) -> str:
    """A number with what is stuck to it."""
    if _NUMBER.fullmatch(piece):
        return piece
    raise Misread(f"{in_quotes(piece)} is neither a number nor a name", remedy="a product is written with *: 2 * x")


NOTATION = Notation(
    Pattern(NUMBER, rf"(?>{_NUMBER.pattern})[\w.]*", _number),
    Pattern(NAME, r"[^\W\d]\w*(?:\.[^\W\d]\w*)*"),
    Pattern(TEXT, r'"[^"\n]+"', lambda piece: piece[1:-1]),
    Pattern(MARK, r"<->|->|:=|<=|>=|==|!=|&&|\|\||[-+*/()\[\],:<>=!&|^]"),
    blank=r"(?:\s|\#[^\n]*)+",
)


class Reader(Cursor):
    """Reads one text; `names` are the definitions so far, `parameters` the numbers that have names."""

    deepest = DEEPEST
    longest = LONGEST
    flatter = "define parts of it under names of their own"
    instead: ClassVar[Mapping[str, str]] = INSTEAD

    def __init__(self, text: str, parameters: Mapping[str, float]) -> None:
        super().__init__(NOTATION.tokens(text))
        self.parameters = dict(parameters)
        self.names: dict[str, Meaning] = {}
        self.used: dict[str, Token] = {}

    def formula(self, level: int = IFF) -> m.Formula:
        return self.as_formula(self.expression(level))

    def term(self, level: int = SUM) -> m.Term:
        start = self.next
        return self.as_term(self.expression(level), start)

    def as_formula(self, meaning: Meaning) -> m.Formula:
        if isinstance(meaning, TERMS):
            raise self.expected("a comparison such as 'x > 0'", "compare the value")
        return meaning

    def as_term(self, meaning: Meaning, start: Token) -> m.Term:
        if not isinstance(meaning, TERMS):
            raise self.wrong("a formula stands where a value is needed", start, "comparisons do not chain: use 'and'")
        return meaning

    def expression(self, level: int) -> Meaning:
        """What binds at least as tightly as `level`."""
        with self.deeper:
            start = self.next
            left = self.prefix()
            links = 0
            while (operator := self.infix()) and LEVELS[operator] >= level:
                left = self.combine(operator, left, start)
                links += 1
                self.chained(links)
            return left

    def infix(self) -> str | None:
        token = self.next
        if token.kind not in (MARK, NAME) or token.text not in LEVELS:
            return None
        return None if token.kind == NAME and self.following[:2] == DEFINES else token.text

    def combine(self, operator: str, left: Meaning, start: Token) -> Meaning:
        match operator:
            case "<->":
                one = self.as_formula(left)
                self.take()
                return m.Iff(one, self.formula(IMPLIES))
            case "->":
                one = self.as_formula(left)
                self.take()
                return m.Implies(one, self.formula(IMPLIES))
            case "or" | "and":
                several = [self.as_formula(left)]
                while self.infix() == operator:
                    self.take()
                    several.append(self.formula(AND if operator == "or" else UNTIL))
                return m.Or(tuple(several)) if operator == "or" else m.And(tuple(several))
            case "U" | "R" | "S":
                one = self.as_formula(left)
                self.take()
                interval = self.interval()
                two = self.formula(UNARY)
                if self.infix() in BINARY:
                    raise self.wrong(f"'{operator}' and {self.next} do not chain", remedy="use brackets")
                return BINARY[operator](interval, one, two)
            case "+" | "-" | "*" | "/":
                first = self.as_term(left, start)
                self.take()
                second = self.term(PRODUCT if operator in "+-" else NEGATIVE)
                return ARITHMETIC[operator](first, second)
            case _:
                first = self.as_term(left, start)
                self.take()
                return m.Comparison(first, m.Relation(operator), self.term())

    def prefix(self) -> Meaning:
        token = self.next
        match token.kind, token.text:
            case "number", text:
                self.take()
                return m.Number(self.finite(text, token))
            case "text", name:
                self.take()
                return m.Signal(name)
            case "mark", "(":
                self.take()
                inside = self.expression(IFF)
                self.expect(")", expected=f"')' for the '(' at {token.line}:{token.column}")
                return inside
            case "mark", "-":
                self.take()
                if self.next.kind == NUMBER:
                    number = self.take()
                    return m.Number(-self.finite(number.text, number))
                return m.Negative(self.term(NEGATIVE))
            case "name", "true" | "false":
                self.take()
                return m.Truth(token.text == "true")
            case "name", "not":
                self.take()
                return m.Not(self.formula(UNARY))
            case "name", "G" | "F":
                return self.unary()
            case "name", "H" | "O" if self.opens_operand(self.following) and token.text not in self.names:
                return self.unary()
            case "name", text if text not in RESERVED:
                return self.name()
            case _:
                raise self.expected("a comparison, a signal, a number, 'not', 'G', 'F' or '('")

    def opens_operand(self, token: Token) -> bool:
        if token.kind == MARK:
            return token.text in ("(", "[")
        return token.kind in (NUMBER, TEXT) or (token.kind == NAME and token.text not in LEVELS)

    def unary(self) -> m.Formula:
        operator = UNARIES[self.take().text]
        return operator(self.interval(), self.formula(UNARY))

    def name(self) -> Meaning:
        token = self.take()
        if (self.at("(") or self.at("[")) and token.text in SPOKEN:
            raise self.wrong(f"{token} is not known here", token, f"it is written {SPOKEN[token.text]}")
        if self.at("("):
            if token.text not in FUNCTIONS:
                raise self.wrong(f"there is no function {token}", token, suggestion(token.text, FUNCTIONS))
            return self.call(token)
        if token.text in self.names:
            return self.names[token.text]
        self.used.setdefault(token.text, token)
        if token.text in self.parameters:
            return m.Number(self.parameters[token.text])
        return m.Signal(token.text)

    def call(self, function: Token) -> Meaning:
        self.expect("(")
        start = self.next
        first = self.expression(IFF)
        if function.text in EDGES or (function.text == "prev" and not isinstance(first, TERMS)):
            self.expect(")", expected=f"')' after what '{function.text}' is taken of")
            return edge(function.text, self.as_formula(first))
        terms = [self.as_term(first, start)]
        while self.accept(","):
            terms.append(self.term())
        self.expect(")", expected=f"')' after what '{function.text}' is taken of")
        match function.text:
            case "min":
                return m.Least(tuple(terms))
            case "max":
                return m.Greatest(tuple(terms))
            case _ if len(terms) > 1:
                raise self.wrong(f"'{function.text}' takes one value, found {len(terms)}", function)
            case text:
                return OF_ONE[text](terms[0])

    def interval(self) -> m.Interval:
        if not self.at("["):
            return m.Interval()
        self.take()
        start = self.next
        low = self.bound()
        if low == math.inf:
            raise self.wrong("an interval cannot begin at inf", start)
        self.expect(",", expected="',' between the ends of the interval")
        second = self.next
        high = self.bound()
        if high < low:
            raise self.wrong(
                f"the interval ends at {number_text(high)}, before it begins at {number_text(low)}",
                second,
                f"write [{number_text(high)},{number_text(low)}]",
            )
        if not (high == math.inf and self.accept(")")):
            self.expect("]", expected="']' after the interval")
        return m.Interval(low, high)

    def bound(self) -> float:
        token = self.next
        if self.at("-"):
            raise self.wrong("an interval cannot begin or end before 0", token, "H, O and S look into the past")
        if token.kind == NUMBER:
            self.take()
            return self.finite(token.text, token)
        if token.kind == NAME and token.text == "inf":
            self.take()
            return math.inf
        if token.kind == NAME and token.text in self.parameters:
            self.take()
            self.used.setdefault(token.text, token)
            value = self.parameters[token.text]
            if value < 0:
                raise self.wrong(f"an interval cannot begin or end before 0, {token} is {value:g}", token)
            return value
        remedy = "give it a value: param name = 1 in a file, --param name=1 in a call" if token.kind == NAME else None
        raise self.expected("a number" if token.kind != NAME else "a number or the name of a parameter", remedy)

    def finite(self, text: str, token: Token) -> float:
        value = float(text)
        if math.isinf(value):
            raise self.wrong(f"{token} is too large for a number", token)
        return value


def edge(word: str, formula: m.Formula) -> m.Formula:
    """`rise(p)`: p, and not at the sample before; `fall(p)`: the other way round; `prev(p)`: at the sample before."""
    match word:
        case "rise":
            return m.And((formula, m.Not(m.Previous(formula))))
        case "fall":
            return m.And((m.Not(formula), m.Previous(formula)))
        case _:
            return m.Previous(formula)


def number_text(value: float) -> str:
    """The shortest text that gives the number back; whole numbers without a point."""
    if value == math.inf:
        return "inf"
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)
