"""What formulas mean. This file is the definition, by brute force; everything faster is tested against it.

The semantics in which every instant counts, `linear` and `hold`, are in `curves.py`.

- `value`: robustness in the semantics `points`, where only the instants of the samples exist.
- `holds`: the Boolean semantics of the same. A value above 0 implies that the formula holds, below 0 that it does not.
- `interval`: what is known of the value after a prefix of the trace (robust intervals, section 3.2.1 of the paper).

A window is t + [a, b] for G F U R and t - [a, b] for H O S. Whether an instant lies in a window is decided on the
floating-point sums t + a and t + b (t - b and t - a) with the slack of `slack.py`, here and everywhere.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from viva.engines.signals.model import (
    PAST,
    Absolute,
    And,
    Before,
    Comparison,
    Difference,
    Eventually,
    Exponential,
    Formula,
    Globally,
    Greatest,
    Historically,
    Iff,
    Implies,
    Least,
    Negative,
    Not,
    Number,
    Once,
    Or,
    Previous,
    Product,
    Quotient,
    Rate,
    Relation,
    Release,
    Root,
    Signal,
    Since,
    Sum,
    Temporal,
    Term,
    Truth,
    Until,
)
from viva.engines.signals.slack import slack

INF = math.inf
Real = float | Fraction
Rule = Callable[[float | Fraction], float | Fraction]


@dataclass(frozen=True, slots=True)
class Samples:
    """A trace as plain numbers; times increase."""

    times: Sequence[float]
    signals: Mapping[str, Sequence[float]]


# --- points


def value(formula: Formula, trace: Samples, i: int = 0) -> float:
    """Robustness at sample i."""
    match formula:
        case Truth(true):
            return INF if true else -INF
        case Comparison(left, relation, right):
            margin = term(left, trace, i) - term(right, trace, i)
            return margin if relation in (Relation.MORE, Relation.AT_LEAST) else -margin
        case Not(operand):
            return -value(operand, trace, i)
        case Previous(operand):
            return value(operand, trace, i - 1) if i else -INF
        case And(several):
            return min(value(operand, trace, i) for operand in several)
        case Or(several):
            return max(value(operand, trace, i) for operand in several)
        case Implies(left, right):
            return max(-value(left, trace, i), value(right, trace, i))
        case Iff(left, right):
            one, other = value(left, trace, i), value(right, trace, i)
            return min(max(-one, other), max(one, -other))
        case Globally(_, operand) | Historically(_, operand):
            return min((value(operand, trace, j) for j in window(formula, trace, i)), default=INF)
        case Eventually(_, operand) | Once(_, operand):
            return max((value(operand, trace, j) for j in window(formula, trace, i)), default=-INF)
        case Until(_, left, right) | Since(_, left, right):
            return max(
                (
                    min(value(right, trace, j), *(value(left, trace, k) for k in between(i, j)))
                    for j in window(formula, trace, i)
                ),
                default=-INF,
            )
        case Release(within, left, right):
            return -value(Until(within, Not(left), Not(right)), trace, i)


def term(of: Term, trace: Samples, i: int) -> float:
    match of:
        case Number(number):
            return number
        case Signal(name):
            return trace.signals[name][i]
        case Negative(part):
            return -term(part, trace, i)
        case Sum(left, right):
            return term(left, trace, i) + term(right, trace, i)
        case Difference(left, right):
            return term(left, trace, i) - term(right, trace, i)
        case Product(left, right):
            return term(left, trace, i) * term(right, trace, i)
        case Quotient(left, right):
            return term(left, trace, i) / term(right, trace, i)
        case Root(part):
            return math.sqrt(term(part, trace, i))
        case Exponential(part):
            return math.exp(term(part, trace, i))
        case Before(part):
            return term(part, trace, max(i - 1, 0))
        case Absolute(part):
            return abs(term(part, trace, i))
        case Least(several):
            return min(term(part, trace, i) for part in several)
        case Greatest(several):
            return max(term(part, trace, i) for part in several)
        case Rate(part):
            if i == 0:
                return 0.0
            return (term(part, trace, i) - term(part, trace, i - 1)) / (trace.times[i] - trace.times[i - 1])


def window(formula: Temporal, trace: Samples, i: int) -> list[int]:
    """The samples in the window of a temporal formula at sample i, cut at both ends of the trace."""
    t, times = trace.times[i], trace.times
    low, high = ends(formula, t)
    near = slack(times)
    return [j for j in range(len(times)) if low - near <= times[j] <= high + near]


def ends(formula: Temporal, t: float) -> tuple[float, float]:
    a, b = formula.interval.low, formula.interval.high
    return (t - b, t - a) if isinstance(formula, PAST) else (t + a, t + b)


def between(i: int, j: int) -> range:
    """All samples from i to j, both included, in either direction."""
    return range(min(i, j), max(i, j) + 1)


def holds(formula: Formula, trace: Samples, i: int = 0) -> bool:
    """The Boolean semantics (section 3.1.1), in which `<` and `<=` differ."""
    match formula:
        case Truth(true):
            return true
        case Comparison(left, relation, right):
            one, other = term(left, trace, i), term(right, trace, i)
            return {"<": one < other, "<=": one <= other, ">": one > other, ">=": one >= other}[relation]
        case Not(operand):
            return not holds(operand, trace, i)
        case Previous(operand):
            return i > 0 and holds(operand, trace, i - 1)
        case And(several):
            return all(holds(operand, trace, i) for operand in several)
        case Or(several):
            return any(holds(operand, trace, i) for operand in several)
        case Implies(left, right):
            return not holds(left, trace, i) or holds(right, trace, i)
        case Iff(left, right):
            return holds(left, trace, i) == holds(right, trace, i)
        case Globally(_, operand) | Historically(_, operand):
            return all(holds(operand, trace, j) for j in window(formula, trace, i))
        case Eventually(_, operand) | Once(_, operand):
            return any(holds(operand, trace, j) for j in window(formula, trace, i))
        case Until(_, left, right) | Since(_, left, right):
            return any(
                holds(right, trace, j) and all(holds(left, trace, k) for k in between(i, j))
                for j in window(formula, trace, i)
            )
        case Release(within, left, right):
            return not holds(Until(within, Not(left), Not(right)), trace, i)


# --- online


def interval(formula: Formula, trace: Samples, seen: int, i: int = 0) -> tuple[float, float]:
    """What is known of the value at sample i once the first `seen` samples are known; i is one of them.

    An instant not yet seen has [-inf, inf]. A window that reaches past the last sample seen holds one unknown element;
    for U that is an unknown t' after the last sample, so that p up to the last sample bounds it from above.
    """
    prefix = Samples(trace.times[:seen], {name: values[:seen] for name, values in trace.signals.items()})

    def known(operand: Formula, j: int) -> tuple[float, float]:
        return interval(operand, trace, seen, j)

    match formula:
        case Truth() | Comparison():
            exact = value(formula, prefix, i)
            return exact, exact
        case Not(operand):
            low, high = known(operand, i)
            return -high, -low
        case Previous(operand):
            return known(operand, i - 1) if i else (-INF, -INF)
        case And(several):
            return lowest([known(operand, i) for operand in several])
        case Or(several):
            return highest([known(operand, i) for operand in several])
        case Implies(left, right):
            return known(Or((Not(left), right)), i)
        case Iff(left, right):
            return known(And((Or((Not(left), right)), Or((Not(right), left)))), i)
        case Globally(_, operand) | Historically(_, operand):
            unknown = [(-INF, INF)] if is_open(formula, prefix, i) else []
            return lowest([known(operand, j) for j in window(formula, prefix, i)] + unknown)
        case Eventually(_, operand) | Once(_, operand):
            unknown = [(-INF, INF)] if is_open(formula, prefix, i) else []
            return highest([known(operand, j) for j in window(formula, prefix, i)] + unknown)
        case Until(_, left, right) | Since(_, left, right):
            options = [
                lowest([known(right, j), *(known(left, k) for k in between(i, j))]) for j in window(formula, prefix, i)
            ]
            if is_open(formula, prefix, i):
                options.append(lowest([(-INF, INF), *(known(left, k) for k in range(i, seen))]))
            return highest(options)
        case Release(within, left, right):
            return known(Not(Until(within, Not(left), Not(right))), i)


def is_open(formula: Temporal, prefix: Samples, i: int) -> bool:
    return prefix.times[-1] < ends(formula, prefix.times[i])[1] - slack(prefix.times) and not isinstance(formula, PAST)


def lowest(several: list[tuple[float, float]]) -> tuple[float, float]:
    return min((low for low, _ in several), default=INF), min((high for _, high in several), default=INF)


def highest(several: list[tuple[float, float]]) -> tuple[float, float]:
    return max((low for low, _ in several), default=-INF), max((high for _, high in several), default=-INF)
