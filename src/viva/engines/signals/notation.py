"""Formulas as text, both ways: `parse(show(formula)) == formula`. The grammar itself is in `reader.py`.

A text is one formula, or definitions with names and comments:

    param limit = 3.5            # a number with a name
    fast := speed > limit        # a formula (or a term) with a name
    G[0,10] (fast -> F[0,2] not fast)
"""

from __future__ import annotations

from collections.abc import Mapping

from viva.core.records import dataclass
from viva.core.table import suggestion
from viva.core.text.reading import NAME, NUMBER, Binding, Misread, Token
from viva.core.text.writing import Written, infix, prefix
from viva.engines.signals import model as m
from viva.engines.signals.reader import (
    AND,
    DEFINES,
    FUNCTIONS,
    IFF,
    IMPLIES,
    NEGATIVE,
    NOTATION,
    OF_ONE,
    OR,
    PRODUCT,
    RESERVED,
    SUM,
    TERMS,
    UNARY,
    UNTIL,
    Meaning,
    Reader,
    number_text,
)


@dataclass(frozen=True, slots=True)
class Definitions:
    """A text as it was read: its parameters, its names, and the formula that stands alone, if one does."""

    parameters: Mapping[str, float]
    names: Mapping[str, Meaning]
    alone: m.Formula | None

    def formula(self, name: str | None = None) -> m.Formula:
        """The formula of that name; without one, the formula that stands alone, or else the last that was defined."""
        formulas = {key: value for key, value in self.names.items() if not isinstance(value, TERMS)}
        if name is not None:
            if name not in formulas:
                raise Misread(
                    f"there is no formula {name!r}", remedy=suggestion(name, list(formulas)) if formulas else None
                )
            return formulas[name]
        if self.alone is not None:
            return self.alone
        if not formulas:
            raise Misread("there is no formula", remedy="write one, for instance G[0,10] x > 0")
        return list(formulas.values())[-1]


def parse(text: str, parameters: Mapping[str, float] | None = None, name: str | None = None) -> m.Formula:
    """The formula of a text. Raises Misread with line, column, what was expected and what was found."""
    return define(text, parameters).formula(name)


def define(text: str, parameters: Mapping[str, float] | None = None) -> Definitions:
    """All definitions of a text; `parameters` take precedence over the values written in it."""
    given = dict(parameters or {})
    reader = Reader(text, given)
    declared: dict[str, float] = {}
    alone: m.Formula | None = None
    while not reader.at_end():
        if alone is not None:
            raise reader.expected("the end of the formula", "a formula that others follow needs a name: NAME := …")
        if _begins(reader, "param"):
            name, value = _parameter(reader)
            declared[name] = given.get(name, value)
            reader.parameters[name] = declared[name]
        elif reader.following[:2] == DEFINES:
            token = _new_name(reader)
            reader.take()
            reader.names[token.text] = reader.expression(IFF)
        else:
            alone = reader.formula()
    for unused in sorted(set(given) - set(declared) - set(reader.used)):
        known = sorted({*declared, *(name for name in reader.used if name not in given)})
        raise Misread(f"the formula has no parameter {unused!r}", remedy=suggestion(unused, known) if known else None)
    return Definitions(declared | given, reader.names, alone)


def _begins(reader: Reader, word: str) -> bool:
    return reader.at(word) and reader.following.kind == NAME


def _parameter(reader: Reader) -> tuple[str, float]:
    reader.take()
    token = _new_name(reader)
    reader.expect("=", expected=f"'=' and the value of {token}")
    negative = reader.accept("-")
    number = reader.next
    if number.kind != NUMBER:
        raise reader.expected(f"the value of {token}")
    reader.take()
    return token.text, (-1 if negative else 1) * reader.finite(number.text, number)


def _new_name(reader: Reader) -> Token:
    token = reader.take()
    if token.kind != NAME or token.text in RESERVED or token.text in FUNCTIONS:
        raise reader.wrong(f"{token} cannot be a name", token, "choose another word")
    if token.text in reader.names:
        raise reader.wrong(f"{token} is defined twice", token)
    if token.text in reader.used and token.text not in reader.parameters:
        used = reader.used[token.text]
        raise reader.wrong(
            f"{token} is used before it is defined, at {used.line}:{used.column}", token, "define it first"
        )
    return token


def show(formula: m.Formula) -> str:
    """The formula on one line, with the fewest brackets."""
    return _written(formula).text


def show_term(term: m.Term) -> str:
    return _written_term(term).text


def _written(formula: m.Formula) -> Written:
    match formula:
        case m.Truth(value):
            return Written("true" if value else "false")
        case m.Comparison(left, relation, right):
            return Written(f"{show_term(left)} {relation} {show_term(right)}", UNARY)
        case m.Not(operand):
            return prefix("not ", _written(operand), UNARY, UNARY)
        case m.Previous(operand):
            return Written(f"prev({show(operand)})")
        case m.Globally(interval, operand):
            return prefix(f"G{show_interval(interval)} ", _written(operand), UNARY, UNARY)
        case m.Eventually(interval, operand):
            return prefix(f"F{show_interval(interval)} ", _written(operand), UNARY, UNARY)
        case m.Historically(interval, operand):
            return Written(f"H{show_interval(interval)} {_past_operand(operand)}", UNARY)
        case m.Once(interval, operand):
            return Written(f"O{show_interval(interval)} {_past_operand(operand)}", UNARY)
        case m.Until(interval, left, right):
            return _timed("U", interval, left, right)
        case m.Release(interval, left, right):
            return _timed("R", interval, left, right)
        case m.Since(interval, left, right):
            return _timed("S", interval, left, right)
        case m.And((one, m.Not(m.Previous(other)))) if one == other:
            return Written(f"rise({show(one)})")
        case m.And((m.Not(one), m.Previous(other))) if one == other:
            return Written(f"fall({show(one)})")
        case m.And(several):
            return Written(" and ".join(_written(one).within(UNTIL) for one in several), AND)
        case m.Or(several):
            return Written(" or ".join(_written(one).within(AND) for one in several), OR)
        case m.Implies(left, right):
            return infix(_written(left), "->", _written(right), Binding(IMPLIES, to_the_right=True))
        case m.Iff(left, right):
            return infix(_written(left), "<->", _written(right), Binding(IFF))


def _past_operand(operand: m.Formula) -> str:
    """Always something that cannot be taken for a term after a signal called H or O."""
    text = _written(operand).within(UNARY)
    return f"({text})" if text.startswith("-") else text


def _timed(word: str, interval: m.Interval, left: m.Formula, right: m.Formula) -> Written:
    return infix(_written(left), f"{word}{show_interval(interval)}", _written(right), Binding(UNTIL), chained=False)


def show_interval(interval: m.Interval) -> str:
    return "" if interval.everything else f"[{number_text(interval.low)},{number_text(interval.high)}]"


def _written_term(term: m.Term) -> Written:
    match term:
        case m.Number(value):
            return Written(number_text(value))
        case m.Signal(name):
            return Written(name if _is_plain(name) else f'"{name}"')
        case m.Absolute(part) | m.Rate(part) | m.Root(part) | m.Exponential(part) | m.Before(part):
            return Written(f"{_NAMES[type(term)]}({show_term(part)})")
        case m.Least(several):
            return Written(f"min({', '.join(show_term(one) for one in several)})")
        case m.Greatest(several):
            return Written(f"max({', '.join(show_term(one) for one in several)})")
        case m.Negative(part):
            inside = _written_term(part).within(NEGATIVE)
            return Written(f"-({inside})" if isinstance(part, m.Number) else f"-{inside}", NEGATIVE)
        case m.Sum(left, right):
            return infix(_written_term(left), "+", _written_term(right), Binding(SUM))
        case m.Difference(left, right):
            return infix(_written_term(left), "-", _written_term(right), Binding(SUM))
        case m.Product(left, right):
            return infix(_written_term(left), "*", _written_term(right), Binding(PRODUCT))
        case m.Quotient(left, right):
            return infix(_written_term(left), "/", _written_term(right), Binding(PRODUCT))


_NAMES = {kind: word for word, kind in OF_ONE.items()}


def _is_plain(name: str) -> bool:
    if name in RESERVED or name in FUNCTIONS or name in ("R", "S", "H", "O", "param"):
        return False
    try:
        found = NOTATION.tokens(name)
    except Misread:
        return False
    return len(found) == 2 and found[0].kind == NAME and found[0].text == name
