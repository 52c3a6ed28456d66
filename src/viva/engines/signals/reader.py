"""The grammar of formulas, by binding strength.

From loosest to tightest: `<->`, `->` (right associative), `or`, `and`, `U R S` (which do not chain), then `not G F H O`
and comparisons (which do not chain), `+ -`, `*`. Brackets may hold a formula or a term; which it is shows when they
close, so the whole is read in one pass. `R S H O`, `abs min max rate` are words only where a signal cannot stand.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from viva.core.fault import Fault
from viva.core.table import suggestion
from viva.engines.signals.model import (
    Absolute,
    And,
    Comparison,
    Difference,
    Eventually,
    Formula,
    Globally,
    Greatest,
    Historically,
    Iff,
    Implies,
    Interval,
    Least,
    Negative,
    Not,
    Number,
    Once,
    Or,
    Product,
    Rate,
    Relation,
    Release,
    Signal,
    Since,
    Sum,
    Term,
    Truth,
    Until,
)
from viva.engines.signals.tokens import INSTEAD, Token, tokens

IFF, IMPLIES, OR, AND, UNTIL, UNARY, SUM, PRODUCT, NEGATIVE = range(1, 10)
COMPARISON = UNARY
LEVELS = {
    "<->": IFF, "->": IMPLIES, "or": OR, "and": AND, "U": UNTIL, "R": UNTIL, "S": UNTIL,
    "<": COMPARISON, "<=": COMPARISON, ">": COMPARISON, ">=": COMPARISON,
    "+": SUM, "-": SUM, "*": PRODUCT,
}  # fmt: skip
BINARY: dict[str, type[Until] | type[Release] | type[Since]] = {"U": Until, "R": Release, "S": Since}
UNARIES: dict[str, type[Globally] | type[Eventually] | type[Historically] | type[Once]] = {
    "G": Globally,
    "F": Eventually,
    "H": Historically,
    "O": Once,
}
ARITHMETIC: dict[str, type[Sum] | type[Difference] | type[Product]] = {"+": Sum, "-": Difference, "*": Product}
RESERVED = ("not", "and", "or", "true", "false", "G", "F", "U", "inf")
FUNCTIONS = ("abs", "min", "max", "rate")
DEEPEST = 150
LONGEST = 200

Meaning = Formula | Term
TERMS = (Number, Signal, Negative, Sum, Difference, Product, Absolute, Least, Greatest, Rate)


class Reader:
    """Reads one text; `names` are the definitions so far, `parameters` the numbers that have names."""

    def __init__(self, text: str, file: str | None, parameters: Mapping[str, float]) -> None:
        self.tokens = tokens(text, file)
        self.file = file
        self.parameters = dict(parameters)
        self.names: dict[str, Meaning] = {}
        self.used: dict[str, Token] = {}
        self.position = 0
        self.depth = 0

    @property
    def token(self) -> Token:
        return self.tokens[self.position]

    @property
    def following(self) -> Token:
        return self.tokens[min(self.position + 1, len(self.tokens) - 1)]

    def take(self) -> Token:
        token = self.token
        self.position += 1
        return token

    def is_mark(self, *texts: str) -> bool:
        return self.token.kind == "mark" and self.token.text in texts

    def expect(self, text: str, why: str = "") -> Token:
        if not self.is_mark(text):
            raise self.fault(f"`{text}`{why}")
        return self.take()

    def fault(self, expected: str, remedy: str | None = None, token: Token | None = None) -> Fault:
        token = token or self.token
        if token.kind == "mark" and token.text in INSTEAD:
            remedy = INSTEAD[token.text]
        return self.problem(f"expected {expected}, found {token.shown}", token, remedy)

    def problem(self, problem: str, token: Token, remedy: str | None = None) -> Fault:
        return Fault(problem, self.file, token.line, token.column, remedy)

    def formula(self, level: int = IFF) -> Formula:
        return self.as_formula(self.expression(level))

    def term(self, level: int = SUM) -> Term:
        start = self.token
        return self.as_term(self.expression(level), start)

    def as_formula(self, meaning: Meaning) -> Formula:
        if isinstance(meaning, TERMS):
            raise self.fault(
                "a comparison such as `x > 0`", None if self.token.text in INSTEAD else "compare the value"
            )
        return meaning

    def as_term(self, meaning: Meaning, start: Token) -> Term:
        if not isinstance(meaning, TERMS):
            raise self.problem("a formula stands where a value is needed", start, "comparisons do not chain: use `and`")
        return meaning

    def expression(self, level: int) -> Meaning:
        """What binds at least as tightly as `level`."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.problem("this is nested too deeply", self.token, "define parts of it under names of their own")
        start = self.token
        left = self.prefix()
        links = 0
        while (operator := self.infix()) and LEVELS[operator] >= level:
            left = self.combine(operator, left, start)
            links += 1
            if links > LONGEST:
                raise self.problem("this chain is too long", self.token, "define parts of it under names of their own")
        self.depth -= 1
        return left

    def infix(self) -> str | None:
        token = self.token
        ends = token.kind == "name" and self.following.kind == "mark" and self.following.text == ":="
        return token.text if token.kind in ("mark", "name") and token.text in LEVELS and not ends else None

    def combine(self, operator: str, left: Meaning, start: Token) -> Meaning:
        match operator:
            case "<->":
                one = self.as_formula(left)
                self.take()
                return Iff(one, self.formula(IMPLIES))
            case "->":
                one = self.as_formula(left)
                self.take()
                return Implies(one, self.formula(IMPLIES))
            case "or" | "and":
                several = [self.as_formula(left)]
                while self.token.kind == "name" and self.infix() == operator:
                    self.take()
                    several.append(self.formula(AND if operator == "or" else UNTIL))
                return Or(tuple(several)) if operator == "or" else And(tuple(several))
            case "U" | "R" | "S":
                one = self.as_formula(left)
                self.take()
                interval = self.interval()
                two = self.formula(UNARY)
                if self.infix() in BINARY:
                    raise self.problem(f"`{operator}` and {self.token.shown} do not chain", self.token, "use brackets")
                return BINARY[operator](interval, one, two)
            case "+" | "-" | "*":
                first = self.as_term(left, start)
                self.take()
                second = self.term(PRODUCT if operator != "*" else NEGATIVE)
                return ARITHMETIC[operator](first, second)
            case _:
                first = self.as_term(left, start)
                self.take()
                return Comparison(first, Relation(operator), self.term())

    def prefix(self) -> Meaning:
        token = self.token
        match token.kind, token.text:
            case "number", text:
                self.take()
                return Number(self.finite(text, token))
            case "quoted", name:
                self.take()
                return Signal(name)
            case "mark", "(":
                self.take()
                inside = self.expression(IFF)
                self.expect(")", f" for the `(` at {token.line}:{token.column}")
                return inside
            case "mark", "-":
                self.take()
                if self.token.kind == "number":
                    number = self.take()
                    return Number(-self.finite(number.text, number))
                return Negative(self.term(NEGATIVE))
            case "name", "true" | "false":
                self.take()
                return Truth(token.text == "true")
            case "name", "not":
                self.take()
                return Not(self.formula(UNARY))
            case "name", "G" | "F":
                return self.unary()
            case "name", "H" | "O" if self.opens_operand(self.following) and token.text not in self.names:
                return self.unary()
            case "name", text if text not in RESERVED:
                return self.name()
            case _:
                raise self.fault("a comparison, a signal, a number, `not`, `G`, `F` or `(`")

    def opens_operand(self, token: Token) -> bool:
        if token.kind == "mark":
            return token.text in ("(", "[")
        return token.kind in ("number", "quoted") or (token.kind == "name" and token.text not in LEVELS)

    def unary(self) -> Formula:
        operator = UNARIES[self.take().text]
        return operator(self.interval(), self.formula(UNARY))

    def name(self) -> Meaning:
        token = self.take()
        if self.is_mark("("):
            if token.text not in FUNCTIONS:
                raise self.problem(f"there is no function `{token.text}`", token, suggestion(token.text, FUNCTIONS))
            return self.call(token)
        if token.text in self.names:
            return self.names[token.text]
        self.used.setdefault(token.text, token)
        if token.text in self.parameters:
            return Number(self.parameters[token.text])
        return Signal(token.text)

    def call(self, function: Token) -> Term:
        self.expect("(")
        terms = [self.term()]
        while self.is_mark(","):
            self.take()
            terms.append(self.term())
        self.expect(")", f" after what `{function.text}` is taken of")
        match function.text:
            case "min":
                return Least(tuple(terms))
            case "max":
                return Greatest(tuple(terms))
            case _ if len(terms) > 1:
                raise self.problem(f"`{function.text}` takes one value, found {len(terms)}", function)
            case "abs":
                return Absolute(terms[0])
            case _:
                return Rate(terms[0])

    def interval(self) -> Interval:
        if not self.is_mark("["):
            return Interval()
        self.take()
        start = self.token
        low = self.bound()
        if low == math.inf:
            raise self.problem("an interval cannot begin at inf", start)
        self.expect(",", " between the ends of the interval")
        second = self.token
        high = self.bound()
        if high < low:
            raise self.problem(
                f"the interval ends at {number_text(high)}, before it begins at {number_text(low)}",
                second,
                f"write [{number_text(high)},{number_text(low)}]",
            )
        if high == math.inf and self.is_mark(")"):
            self.take()
        else:
            self.expect("]", " after the interval")
        return Interval(low, high)

    def bound(self) -> float:
        token = self.token
        if self.is_mark("-"):
            raise self.problem("an interval cannot begin or end before 0", token, "H, O and S look into the past")
        if token.kind == "number":
            self.take()
            return self.finite(token.text, token)
        if token.kind == "name" and token.text == "inf":
            self.take()
            return math.inf
        if token.kind == "name" and token.text in self.parameters:
            self.take()
            self.used.setdefault(token.text, token)
            value = self.parameters[token.text]
            if value < 0:
                raise self.problem(f"an interval cannot begin or end before 0, `{token.text}` is {value:g}", token)
            return value
        remedy = "give it a value: param name = 1 in a file, --param name=1 in a call" if token.kind == "name" else None
        raise self.fault("a number" if token.kind != "name" else "a number or the name of a parameter", remedy)

    def finite(self, text: str, token: Token) -> float:
        value = float(text)
        if math.isinf(value):
            raise self.problem(f"`{text}` is too large for a number", token)
        return value


def number_text(value: float) -> str:
    """The shortest text that gives the number back; whole numbers without a point."""
    if value == math.inf:
        return "inf"
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)
