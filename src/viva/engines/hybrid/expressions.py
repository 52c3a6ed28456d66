"""Affine expressions and conditions as text, both ways.

    rate   := sum            sum := product (('+' | '-') product)*       product := factor (('*' | '/') factor)*
    guard  := all (('||' | 'or') all)*       all := one (('&&' | '&' | 'and') one)*
    one    := sum (cmp sum)+ | event | 'true' | 'false' | '(' guard ')'

Comparisons may chain (`18 <= T <= 21`). Guards are read as closed, so `<` says the same as `<=`. Numbers are exact:
`0.1` is one tenth, `1/3` one third. What is not affine is named.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from typing import ClassVar

from viva.core.records import dataclass
from viva.core.text.escape import clip
from viva.core.text.reading import (
    END,
    MARK,
    NAME,
    NUMBER,
    Binding,
    Cursor,
    Misread,
    Notation,
    Pattern,
    Token,
    did_you_mean,
    in_quotes,
)
from viva.core.texts import Sentence
from viva.engines.hybrid.model import (
    FALSE,
    TRUE,
    Affine,
    Assignments,
    Case,
    Condition,
    Constraint,
    both,
    constant,
    variable,
)
from viva.engines.hybrid.sentences import sentence

_DIGITS = 60  # more than any measured quantity has; a number of thousands of digits only costs time
_EXPONENT = 60
_MOST_CASES = 64
_NUMBER = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
_TOKENS = Notation(
    Pattern(NUMBER, _NUMBER),
    Pattern(NAME, r"[^\W\d]\w*"),
    Pattern(MARK, r"&&|\|\||<=|>=|==|!=|=<|=>|:=|\*\*|≤|≥|≠|·|∧|∨|[-+*/()<>=&|!^,'\[\]]"),
    stray={"°": (sentence("unit_here"), sentence("unit_remedy"))},
)
_SUMS = {"+": Binding(1), "-": Binding(1), "*": Binding(2), "·": Binding(2), "/": Binding(2)}
_COMPARISONS = {"<": "<=", "<=": "<=", "=<": "<=", "≤": "<=", ">": ">=", ">=": ">=", "≥": ">=", "==": "==", "=": "=="}
_AND, _OR = ("&&", "&", "and", "∧"), ("||", "|", "or", "∨")
WORDS = frozenset({"and", "or", "true", "false", "not"})


@dataclass(frozen=True, slots=True)
class Scope:
    """What names mean: variables and signals by their positions, parameters by their values, and events."""

    positions: Mapping[str, int]
    parameters: Mapping[str, Fraction] = field(default_factory=dict)
    events: frozenset[str] = frozenset()

    def unknown(self, name: str) -> tuple[Sentence, Sentence]:
        names = [*self.positions, *self.parameters, *self.events]
        close = did_you_mean(name, names)
        known = sentence("names_are", names=", ".join(names[:12])) if names else sentence("declare_it")
        return sentence("no_variable", name=in_quotes(name)), close or known


def read_number(text: str) -> Fraction:
    """An exact number: `-1/3`, `0.25`, `2e-3`. Raises Misread."""
    found = re.fullmatch(rf"\s*([-+−]?)\s*({_NUMBER})\s*(?:/\s*({_NUMBER})\s*)?", text)
    if found is None:
        remedy = sentence("write_a_number_such_as_2")
        raise Misread(sentence("is_not_a_number", text=in_quotes(text.strip())), remedy=remedy)
    above, below = _number(found[2]), _number(found[3]) if found[3] else Fraction(1)
    if not below:
        raise Misread(sentence("divides_by_zero", text=in_quotes(text.strip())))
    return (-above if found[1] in ("-", "−") else above) / below


def _number(text: str) -> Fraction:
    digits, _, exponent = text.lower().partition("e")
    if len(digits) > _DIGITS or (exponent and abs(int(exponent[:9])) > _EXPONENT):
        raise Misread(
            sentence("the_number_is_too_long", text=clip(text, 20)),
            remedy=sentence("use_at_most_digits", digits=_DIGITS),
        )
    return Fraction(text)


def read_affine(text: str, scope: Scope) -> Affine:
    reader = _ExpressionReader(text, scope)
    found = reader.sum()
    reader.end()
    return found


def read_condition(text: str, scope: Scope) -> Condition:
    """Raises Misread."""
    if not text.strip():
        return TRUE
    reader = _ExpressionReader(text, scope)
    found = reader.either()
    reader.end()
    return found


class _ExpressionReader(Cursor):
    deepest: ClassVar[int] = 60
    instead: ClassVar[Mapping[str, str | Sentence]] = {
        "^": sentence("only_sums_of_variables_times_numbers_2"),
        "**": sentence("only_sums_of_variables_times_numbers_2"),
    }

    def __init__(self, text: str, scope: Scope) -> None:
        super().__init__(_TOKENS.tokens(text.replace("−", "-")))
        self.scope = scope

    def end(self) -> None:
        token = self.next
        if token.kind == NAME and token.text not in WORDS:
            remedy = sentence("write_between_a_number_and_a")
            raise self.wrong(sentence("stands_after_what_could_be_read", token=str(token)), token, remedy)
        if token.kind == MARK and token.text in self.instead:
            raise self.wrong(sentence("is_not_affine", token=str(token)), token, self.instead[token.text])
        self.expect_end(sentence("operator_or_end"))

    def sum(self) -> Affine:
        return self.climb(self.factor, _SUMS, self.joined)

    def factor(self) -> Affine:
        with self.deeper:
            if self.accept("-"):
                return self.factor().times(Fraction(-1))
            if self.accept("+"):
                return self.factor()
            token = self.next
            if token.kind == NUMBER:
                self.take()
                try:
                    return constant(_number(token.text))
                except Misread as problem:
                    raise Misread(problem.said, token.line, token.column, problem.what_to_do) from None
            if token.kind == NAME and token.text not in WORDS:
                return self.named(self.take())
            if self.accept("("):
                inside = self.sum()
                self.expect(")")
                return inside
            raise self.expected(sentence("a_number_a_variable_or"))

    def named(self, token: Token) -> Affine:
        scope, name = self.scope, token.text
        if name in scope.positions:
            return variable(scope.positions[name])
        if name in scope.parameters:
            return constant(scope.parameters[name])
        if self.at("("):
            problem = sentence("is_a_function_only_sums_of", name=name)
            raise self.wrong(problem, token, sentence("write_the_rate_without_functions"))
        if name in scope.events:
            raise self.wrong(
                sentence("is_an_event_and_has_no", name=in_quotes(name)), token, sentence("name_it_alone_as_in_ring")
            )
        problem, remedy = scope.unknown(name)
        raise self.wrong(problem, token, remedy)

    def joined(self, sign: Token, left: Affine, right: Affine) -> Affine:
        match sign.text:
            case "+":
                return left.plus(right)
            case "-":
                return left.plus(right, Fraction(-1))
            case "/":
                if not right.is_constant:
                    raise self.wrong(
                        sentence("this_divides_by_a_variable_which"), sign, sentence("divide_by_numbers_only")
                    )
                if not right.constant:
                    raise self.wrong(sentence("this_divides_by_zero"), sign)
                return left.times(1 / right.constant)
        if not left.is_constant and not right.is_constant:
            remedy = sentence("only_sums_of_variables_times_numbers")
            raise self.wrong(sentence("this_multiplies_two_variables_which_is"), sign, remedy)
        return right.times(left.constant) if left.is_constant else left.times(right.constant)

    def either(self) -> Condition:
        with self.deeper:
            found = self.all()
            for _ in self.chain(*_OR):
                found = (*found, *self.all())
            return found

    def all(self) -> Condition:
        found = self.one()
        for sign in self.chain(*_AND):
            found = both(found, self.one())
            if len(found) > _MOST_CASES:
                raise self.wrong(sentence("this_condition_has_more_than_cases", most_cases=_MOST_CASES), sign)
        return found

    def one(self) -> Condition:
        if self.accept("true"):
            return TRUE
        if self.accept("false"):
            return FALSE
        if self.at("not", "!"):
            raise self.wrong(
                sentence("a_negation_cannot_be_read_here"), self.next, sentence("write_the_comparison_the_other_way")
            )
        token = self.next
        if token.kind == NAME and token.text in self.scope.events:
            return self.event()
        if self.at("(") and self._holds_condition():
            self.take()
            inside = self.either()
            self.expect(")")
            return inside
        return self.comparison()

    def event(self) -> Condition:
        """An event, alone or as other tools write it: `ring == 1`, `ring >= 1`."""
        token = self.take()
        if self.next.kind == MARK and self.next.text in _COMPARISONS:
            self.take()
            if self.next.text != "1":
                raise self.wrong(
                    sentence("an_event_is_there_or_not"), token, sentence("write_alone", text=str(token.text))
                )
            self.take()
        return (Case((), frozenset({token.text})),)

    def _holds_condition(self) -> bool:
        """Whether the bracket here goes round a condition and not round a sum."""
        depth = 0
        for token in self._tokens[self._position :]:
            if token.kind == END:
                return False
            if token.kind == MARK and token.text in "()":
                depth += 1 if token.text == "(" else -1
                if depth == 0:
                    return False
            elif (
                token.text in _COMPARISONS or token.text in _AND or token.text in _OR or token.text in self.scope.events
            ):
                return True
        return False

    def comparison(self) -> Condition:
        left = self.sum()
        if not (self.next.kind == MARK and self.next.text in _COMPARISONS):
            if self.at("!=", "≠"):
                raise self.wrong(sentence("holds_nearly_everywhere_and_is_no"), remedy=sentence("use_or"))
            raise self.expected(sentence("or"))
        found: list[Constraint] = []
        while self.next.kind == MARK and self.next.text in _COMPARISONS:
            sign, right = _COMPARISONS[self.take().text], self.sum()
            less, more = (right, left) if sign == ">=" else (left, right)
            found.append(Constraint(more.plus(less, Fraction(-1)), sign == "=="))
            left = right
        return (Case(tuple(found)),)


def show_number(value: Fraction) -> str:
    """A decimal where that is exact and short, otherwise a fraction."""
    if value.denominator == 1:
        return str(value.numerator)
    rest, places = value.denominator, 0
    for prime in (2, 5):
        count = 0
        while rest % prime == 0:
            rest //= prime
            count += 1
        places = max(places, count)
    if rest == 1 and places <= 9:
        return f"{'-' if value < 0 else ''}{_decimal(abs(value), places)}"
    return f"{value.numerator}/{value.denominator}"


def _decimal(value: Fraction, places: int) -> str:
    digits = str(value.numerator * 10**places // value.denominator).rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}"


def show_affine(given: Affine, names: Sequence[str]) -> str:
    """Printing what was read gives an expression of the same meaning."""
    parts = [(factor, names[index]) for index, factor in given.terms]
    if given.constant or not parts:
        parts.append((given.constant, ""))
    text = ""
    for factor, name in parts:
        sign = ("-" if factor < 0 else "") if not text else (" - " if factor < 0 else " + ")
        text += sign + _product(abs(factor), name)
    return text


def _product(factor: Fraction, name: str) -> str:
    number = show_number(factor)
    return number if not name else name if factor == 1 else f"{number} * {name}"


def show_constraint(given: Constraint, names: Sequence[str]) -> str:
    """Variables with positive factors on the left, as people write it."""
    left = given.left
    if left.terms and left.terms[0][1] < 0:
        left, sign = left.times(Fraction(-1)), "<="
    else:
        sign = ">="
    sum_of = Affine(left.terms)
    return f"{show_affine(sum_of, names)} {'==' if given.equal else sign} {show_number(-left.constant)}"


def show_condition(given: Condition, names: Sequence[str]) -> str:
    if not given:
        return "false"
    return " || ".join(show_case(case, names) for case in given)


def show_case(given: Case, names: Sequence[str]) -> str:
    parts = [*sorted(given.events), *(show_constraint(each, names) for each in given.constraints)]
    return " && ".join(parts) if parts else "true"


def show_assignments(given: Assignments, names: Sequence[str], sign: str = ":=") -> str:
    return ", ".join(f"{names[index]} {sign} {show_affine(value, names)}" for index, value in given)
