"""What formulas mean where every instant counts: the definition by brute force, exact with fractions.

- `linear`: signals are straight between samples.
- `hold`: a signal keeps its value until the next sample; comparisons are those of the samples, and keep theirs.

Every formula has a piecewise linear value over time, with jumps where a window leaves the trace or a signal jumps. It
is found from `robustness_at`, which follows the definition at one instant: between the instants where something may
bend (`bends`) the value is straight, so two instants inside give the whole piece.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tests.engines.signals.semantics import Samples, value
from viva.core.fault import Fault
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
    is_constant,
    operands,
    parts,
)
from viva.engines.signals.slack import with_slack

INF = math.inf
Real = float | Fraction
Rule = Callable[[float | Fraction], float | Fraction]


@dataclass(frozen=True, slots=True)
class Bend:
    """An instant with the limits from both sides and the value at the instant itself."""

    time: Real
    before: Real
    value: Real
    after: Real


Curve = tuple[Bend, ...]


def curve(formula: Formula, trace: Samples, hold: bool = False) -> Curve:
    """Robustness over all instants from the first to the last sample."""
    return _curve(with_slack(formula, trace.times), trace, hold)


def _curve(formula: Formula, trace: Samples, hold: bool) -> Curve:
    match formula:
        case Truth(true):
            return _constant(INF if true else -INF, trace)
        case Comparison() | Previous() if hold:
            return _kept([_exact(value(formula, trace, i)) for i in range(len(trace.times))], trace)
        case Comparison(left, relation, right):
            more = relation in (Relation.MORE, Relation.AT_LEAST)
            return term_curve(Difference(left, right) if more else Difference(right, left), trace)
        case Release(within, left, right):
            return _curve(Not(Until(within, Not(left), Not(right))), trace, hold)
    children = [_curve(operand, trace, hold) for operand in operands(formula)]
    if isinstance(formula, Until | Since):
        split = sorted({*_times(children), *_crossings(children)})
        children = [tuple(_bend(child, t) for t in split) for child in children]
    return _straighten(lambda t: robustness_at(formula, children, t), children, _shifts(formula))


def robustness_at(formula: Formula, children: Sequence[Curve], t: Real) -> Real:
    """The definition at one instant, given the curves of the operands."""
    match formula:
        case Not():
            return -_at(children[0], t)
        case And():
            return min(_at(child, t) for child in children)
        case Or():
            return max(_at(child, t) for child in children)
        case Implies():
            return max(-_at(children[0], t), _at(children[1], t))
        case Iff():
            one, other = (_at(child, t) for child in children)
            return min(max(-one, other), max(one, -other))
        case Globally() | Historically():
            return min(_span(children[0], *_window(formula, children[0], t)), default=INF)
        case Eventually() | Once():
            return max(_span(children[0], *_window(formula, children[0], t)), default=-INF)
        case Until():
            return _until_at(children[0], children[1], t, *_window(formula, children[0], t))
        case Since():
            low, high = _window(formula, children[0], t)
            return _until_at(_mirror(children[0]), _mirror(children[1]), -t, -high, -low)
        case _:
            raise AssertionError(formula)


def _until_at(left: Curve, right: Curve, t: Real, low: Real, high: Real) -> Real:
    """The supremum over t' in [low, high] of min(right(t'), infimum of left over [t, t']).

    Between bends the two curves are straight and do not cross, so the value for t' is monotone there: the supremum is
    found at a bend, just before one, just after one, or at an end of the window.
    """
    if low > high:
        return -INF
    options = [min(_at(right, s), *_span(left, t, s)) for s in (low, high)]
    for p, q in zip(left, right, strict=True):
        c = p.time
        if low <= c <= high:
            options.append(min(q.value, *_span(left, t, c)))
        if low < c <= high:
            options.append(min(q.before, p.before, *_span(left, t, c, closed=False)))
        if low <= c < high:
            options.append(min(q.after, p.after, *_span(left, t, c)))
    return max(options)


def term_curve(of: Term, trace: Samples) -> Curve:
    match of:
        case Number(number):
            return _constant(_exact(number), trace)
        case Signal(name):
            pairs = zip(trace.times, trace.signals[name], strict=True)
            return tuple(Bend(_exact(t), _exact(x), _exact(x), _exact(x)) for t, x in pairs)
    children = [term_curve(part, trace) for part in parts(of)]
    if isinstance(of, Rate):
        return _rate(children[0])
    if isinstance(of, Root | Exponential | Before) or (isinstance(of, Quotient) and not is_constant(of.right)):
        raise Fault("this term is not straight between samples", remedy="use the semantics points or hold")
    if isinstance(of, Product) and all(len({b.value for b in child}) > 1 for child in children):
        raise Fault("a product of two signals is not straight between samples", remedy="use the semantics points")
    zero = _constant(Fraction(0), trace)
    return _straighten(lambda t: _term_at(of, children, t), [*children, zero], (0,))


def _term_at(of: Term, children: Sequence[Curve], t: Real) -> Real:
    values = [_at(child, t) for child in children]
    match of:
        case Negative():
            return -values[0]
        case Sum():
            return values[0] + values[1]
        case Difference():
            return values[0] - values[1]
        case Product():
            return values[0] * values[1]
        case Quotient():
            return values[0] / values[1]
        case Absolute():
            return max(values[0], -values[0])
        case Least():
            return min(values)
        case Greatest():
            return max(values)
        case _:
            raise AssertionError(of)


def _rate(of: Curve) -> Curve:
    slopes = [(q.before - p.after) / (q.time - p.time) for p, q in itertools.pairwise(of)]
    before, after = [Fraction(0), *slopes], [*slopes, Fraction(0)]
    return tuple(Bend(bend.time, x, x, y) for bend, x, y in zip(of, before, after, strict=True))


def _kept(values: Sequence[Real], trace: Samples) -> Curve:
    """Each value up to, but not at, the next sample."""
    pairs = zip(trace.times, [values[0], *values], values, strict=False)
    return tuple(Bend(_exact(t), before, here, here) for t, before, here in pairs)


def _constant(level: Real, trace: Samples) -> Curve:
    return tuple(Bend(_exact(t), level, level, level) for t in dict.fromkeys((trace.times[0], trace.times[-1])))


def _exact(number: float) -> Real:
    """As it is written: 0.3 is three tenths. As sums of powers of two the ends of windows that meet would not meet."""
    return Fraction(repr(float(number))) if math.isfinite(number) else number


def _window(formula: Temporal, child: Curve, t: Real) -> tuple[Real, Real]:
    """Cut at both ends of the trace; empty if it begins after its end. What is near to an end of the trace is at it."""
    a, b = _exact(formula.interval.low), _exact(formula.interval.high)
    low, high = (t - b, t - a) if isinstance(formula, PAST) else (t + a, t + b)
    first, last = child[0].time, child[-1].time
    low = last if last < low <= last + formula.interval.slack else low
    high = first if first > high >= first - formula.interval.slack else high
    return max(low, first), min(high, last)


def _shifts(formula: Formula) -> tuple[Real, ...]:
    """Where the ends of the window lie, seen from t."""
    if not isinstance(formula, Temporal):
        return (0,)
    sign = -1 if isinstance(formula, PAST) else 1
    return tuple(sign * _exact(end) for end in (0.0, formula.interval.low, formula.interval.high) if end < INF)


def _at(of: Curve, t: Real) -> Real:
    return _bend(of, t).value


def _bend(of: Curve, t: Real) -> Bend:
    for bend, following in zip(of, (*of[1:], None), strict=True):
        if bend.time == t:
            return bend
        if following and bend.time < t < following.time:
            rise = following.before - bend.after if following.before != bend.after else 0
            x = bend.after + rise * (t - bend.time) / (following.time - bend.time)
            return Bend(t, x, x, x)
    raise AssertionError(t)


def _span(of: Curve, low: Real, high: Real, closed: bool = True) -> Iterator[Real]:
    """Values and limits in [low, high], among them the least and the greatest; none if it is empty."""
    if low > high or (low == high and not closed):
        return
    yield _at(of, low)
    for bend in of:
        if low < bend.time <= high:
            yield bend.before
        if low <= bend.time < high:
            yield bend.after
        if low <= bend.time < high or (closed and bend.time == high):
            yield bend.value
    if closed:
        yield _at(of, high)


def _mirror(of: Curve) -> Curve:
    return tuple(Bend(-bend.time, bend.after, bend.value, bend.before) for bend in reversed(of))


def _times(curves: Sequence[Curve]) -> set[Real]:
    return {bend.time for one in curves for bend in one}


def _crossings(curves: Sequence[Curve]) -> Iterator[Real]:
    times = sorted(_times(curves))
    for u, w in itertools.pairwise(times):
        ends = [(_bend(one, u).after, _bend(one, w).before) for one in curves]
        yield from _meets(ends, u, w)


def _meets(lines: list[tuple[Real, Real]], u: Real, w: Real) -> Iterator[Real]:
    """Instants strictly between u and w where two straight lines, given by their ends, meet."""
    for position, (a, b) in enumerate(lines):
        for c, d in lines[position + 1 :]:
            if (a < c and b > d) or (a > c and b < d):
                yield u + (w - u) * (c - a) / (c - a + b - d)


def _straighten(at: Rule, children: Sequence[Curve], shifts: Sequence[Real]) -> Curve:
    """The curve of `at`, which between `bends` is made of the children at the shifts and of constants of theirs."""
    start, end = children[0][0].time, children[0][-1].time
    times = sorted({t - s for t in _times(children) for s in shifts if start <= t - s <= end} | {start, end})
    levels = {
        x for child in children for bend in child for x in (bend.before, bend.value, bend.after) if -INF < x < INF
    }
    bends = set(times)
    for u, w in itertools.pairwise(times):
        lines = []
        for child in children:
            for s in shifts:
                if start <= u + s and w + s <= end:
                    line = (_bend(child, u + s).after, _bend(child, w + s).before)
                    if -INF < line[0] < INF:
                        lines += [line, (-line[0], -line[1])]
        flat = [(x, x) for level in levels for x in (level, -level) if any(min(p) < x < max(p) for p in lines)]
        bends.update(_meets(list(dict.fromkeys(lines + flat)), u, w))
    return _recover(at, sorted(bends))


def _recover(at: Rule, times: Sequence[Real]) -> Curve:
    """The curve of `at`, which is straight between the times."""
    limits = []
    for u, w in itertools.pairwise(times):
        one, other = at(u + (w - u) / 3), at(u + (w - u) * 2 / 3)
        limits.append((one, one) if one == other else (2 * one - other, 2 * other - one))
    values = [at(t) for t in times]
    before = [values[0], *(last for _, last in limits)]
    after = [*(first for first, _ in limits), values[-1]]
    found = [Bend(*four) for four in zip(times, before, values, after, strict=True)]
    return tuple(b for i, b in enumerate(found) if i in (0, len(found) - 1) or not _is_straight(*found[i - 1 : i + 2]))


def _is_straight(p: Bend, bend: Bend, q: Bend) -> bool:
    if not bend.before == bend.value == bend.after:
        return False
    if bend.value in (INF, -INF):
        return True
    return (bend.before - p.after) * (q.time - bend.time) == (q.before - bend.after) * (bend.time - p.time)
