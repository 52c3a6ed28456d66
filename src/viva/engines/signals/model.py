"""Start reading here: what a formula of signal temporal logic is made of.

A *term* is arithmetic over signals, a *formula* compares terms and combines comparisons over time. All values are
frozen; `notation.py` reads and prints them, `tests/engines/signals/semantics.py` says what they mean.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import field
from enum import StrEnum

from viva.core.records import dataclass


@dataclass(frozen=True, slots=True)
class Number:
    value: float


@dataclass(frozen=True, slots=True)
class Signal:
    name: str


@dataclass(frozen=True, slots=True)
class Negative:
    term: Term


@dataclass(frozen=True, slots=True)
class Sum:
    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Difference:
    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Product:
    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Quotient:
    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Root:
    term: Term


@dataclass(frozen=True, slots=True)
class Exponential:
    term: Term


@dataclass(frozen=True, slots=True)
class Absolute:
    term: Term


@dataclass(frozen=True, slots=True)
class Least:
    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Greatest:
    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Rate:
    """The difference quotient: the slope of the segment that ends at a sample, and 0 at the first sample."""

    term: Term


@dataclass(frozen=True, slots=True)
class Before:
    """The value at the sample before; at the first sample, that of the first."""

    term: Term


Arithmetic = Sum | Difference | Product | Quotient
Function = Absolute | Root | Exponential | Rate | Before
Term = Number | Signal | Negative | Arithmetic | Least | Greatest | Function


class Relation(StrEnum):
    LESS = "<"
    AT_MOST = "<="
    MORE = ">"
    AT_LEAST = ">="


@dataclass(frozen=True, slots=True)
class Interval:
    """Both ends belong to it; `high` may be infinite. `slack`: what is as near to an end as this counts as at it.

    A formula as it is written has none; `slack.py` says how much it gets over a trace, and why.
    """

    low: float = 0.0
    high: float = math.inf
    slack: float = field(default=0.0, compare=False)

    @property
    def earliest(self) -> float:
        """From here on a sample belongs to it."""
        return max(0.0, self.low - self.slack)

    @property
    def latest(self) -> float:
        """Up to here a sample belongs to it."""
        return self.high + self.slack

    @property
    def complete(self) -> float:
        """Once a sample is here, no later one belongs to it."""
        return self.high - self.slack

    @property
    def everything(self) -> bool:
        return self.low == 0 and self.high == math.inf


@dataclass(frozen=True, slots=True)
class Truth:
    value: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    left: Term
    relation: Relation
    right: Term


@dataclass(frozen=True, slots=True)
class Not:
    operand: Formula


@dataclass(frozen=True, slots=True)
class Previous:
    """What held at the sample before; before the first sample nothing did."""

    operand: Formula


@dataclass(frozen=True, slots=True)
class And:
    operands: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Or:
    operands: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Implies:
    left: Formula
    right: Formula


@dataclass(frozen=True, slots=True)
class Iff:
    left: Formula
    right: Formula


@dataclass(frozen=True, slots=True)
class Globally:
    interval: Interval
    operand: Formula


@dataclass(frozen=True, slots=True)
class Eventually:
    interval: Interval
    operand: Formula


@dataclass(frozen=True, slots=True)
class Until:
    interval: Interval
    left: Formula
    right: Formula


@dataclass(frozen=True, slots=True)
class Release:
    """The dual of until: `p R q` is `not (not p U not q)`."""

    interval: Interval
    left: Formula
    right: Formula


@dataclass(frozen=True, slots=True)
class Historically:
    """Globally, into the past."""

    interval: Interval
    operand: Formula


@dataclass(frozen=True, slots=True)
class Once:
    """Eventually, into the past."""

    interval: Interval
    operand: Formula


@dataclass(frozen=True, slots=True)
class Since:
    """Until, into the past."""

    interval: Interval
    left: Formula
    right: Formula


Temporal = Globally | Eventually | Until | Release | Historically | Once | Since
Formula = Truth | Comparison | Not | Previous | And | Or | Implies | Iff | Temporal
PAST = Historically | Once | Since


def operands(formula: Formula) -> tuple[Formula, ...]:
    """The direct subformulas, from left to right."""
    match formula:
        case Truth() | Comparison():
            return ()
        case Not(operand) | Previous(operand):
            return (operand,)
        case Globally(_, operand) | Eventually(_, operand) | Historically(_, operand) | Once(_, operand):
            return (operand,)
        case And(several) | Or(several):
            return several
        case Implies(left, right) | Iff(left, right):
            return left, right
        case Until(_, left, right) | Release(_, left, right) | Since(_, left, right):
            return left, right


def subformulas(formula: Formula) -> Iterator[Formula]:
    """The formula and everything in it, outermost first."""
    yield formula
    for operand in operands(formula):
        yield from subformulas(operand)


def parts(term: Term) -> tuple[Term, ...]:
    """The direct parts of a term."""
    match term:
        case Number() | Signal():
            return ()
        case Sum(left, right) | Difference(left, right) | Product(left, right) | Quotient(left, right):
            return left, right
        case Least(several) | Greatest(several):
            return several
        case _:
            return (term.term,)


def signals(formula: Formula) -> tuple[str, ...]:
    """The names of the signals a formula speaks of, sorted."""
    return tuple(sorted({term.name for term in all_terms(formula) if isinstance(term, Signal)}))


def all_terms(formula: Formula) -> Iterator[Term]:
    for part in subformulas(formula):
        if isinstance(part, Comparison):
            yield from subterms(part.left)
            yield from subterms(part.right)


def subterms(term: Term) -> Iterator[Term]:
    """The term and everything in it, outermost first."""
    yield term
    for part in parts(term):
        yield from subterms(part)


def is_constant(term: Term) -> bool:
    return not any(isinstance(part, Signal) for part in subterms(term))


def has_past(formula: Formula) -> bool:
    """Whether it looks back, in an operator or in a term."""
    return any(isinstance(part, PAST | Previous) for part in subformulas(formula)) or any(
        isinstance(term, Rate | Before) for term in all_terms(formula)
    )


def with_intervals(formula: Formula, change: Callable[[Interval], Interval]) -> Formula:
    """The formula with every window changed."""
    below = tuple(with_intervals(operand, change) for operand in operands(formula))
    match formula:
        case Truth() | Comparison():
            return formula
        case And() | Or():
            return type(formula)(below)
        case Not() | Previous():
            return type(formula)(below[0])
        case Implies() | Iff():
            return type(formula)(below[0], below[1])
        case Until() | Release() | Since():
            return type(formula)(change(formula.interval), below[0], below[1])
        case _:
            return type(formula)(change(formula.interval), below[0])
