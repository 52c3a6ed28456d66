"""From a formula to streams and zones, with upper ends only.

An interval has two ends, and the lower end of a formula is minus the upper end of its negation; so there are only upper
ends here, of the formula or, with the sign False, of its negation. Negations are moved down to the comparisons, which
turn round: G and F, and and or, until and release, since and its dual change places.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from viva.engines.signals import model as m
from viva.engines.signals.online import streams, zones
from viva.engines.signals.online.streams import Span, Stream, Streams
from viva.engines.signals.online.zones import Known, Zone

INF = math.inf
Signed = tuple[m.Formula, bool]


def junction(formula: m.And | m.Or | m.Implies | m.Iff, sign: bool) -> tuple[bool, list[Signed]]:
    """Whether the upper end is the greatest (or else the least) of others, and of which."""
    match formula:
        case m.And(several) | m.Or(several):
            return isinstance(formula, m.Or) == sign, [(one, sign) for one in several]
        case m.Implies(left, right):
            return sign, [(left, not sign), (right, sign)]
        case m.Iff(left, right):
            return not sign, [(m.Implies(left, right), sign), (m.Implies(right, left), sign)]


def after(limit: float, span: Span) -> float:
    """Up to where windows of instants up to the limit may reach: sums are not exact, and a little more does no harm."""
    return limit + max(0.0, span.end) + 1e-9 * (1 + abs(limit))


class Builder:
    """Fills `streams`. `slack`: how loose the ends of windows are."""

    def __init__(self, names: tuple[str, ...], slack: float) -> None:
        self.streams = Streams(names)
        self.zones: list[Zone] = []
        self._slack = slack

    def span(self, interval: m.Interval, past: bool = False) -> Span:
        loose = m.Interval(interval.low, interval.high, self._slack)
        if past:
            return Span(-loose.latest, -loose.earliest, -INF)
        return Span(loose.earliest, loose.latest, loose.complete)

    def zone(self, formula: m.Formula, sign: bool, limit: float) -> Zone:
        """Upper ends at all instants up to the limit."""
        if isinstance(formula, m.Not):
            return self.zone(formula.operand, not sign, limit)
        found = self._zone(formula, sign, limit)
        self.zones.append(found)
        return found

    def _zone(self, formula: m.Formula, sign: bool, limit: float) -> Zone:
        match formula:
            case m.Truth(value):
                return Known(self.streams.leaf(m.Truth(value == sign), limit))
            case m.Comparison(left, relation, right):
                turned = formula if sign else m.Comparison(right, relation, left)
                return Known(self.streams.leaf(turned, limit))
            case m.And() | m.Or() | m.Implies() | m.Iff():
                greatest, several = junction(formula, sign)
                below = [self.zone(one, its_sign, limit) for one, its_sign in several]
                stream = self._add(streams.pointwise(greatest, [zone.stream for zone in below]), limit)
                if _are_known(below):
                    return Known(stream)
                return zones.Greatest(stream, below) if greatest else zones.Least(stream, below)
            case m.Previous(operand):
                below = [self.zone(operand, sign, limit)]
                return self._past(streams.previous(below[0].stream, -INF if sign else INF), below, limit)
            case m.Globally(interval, operand) | m.Eventually(interval, operand):
                span = self.span(interval)
                inner = self.zone(operand, sign, after(limit, span))
                stream = streams.window(inner.stream, span, isinstance(formula, m.Eventually) == sign, limit)
                return zones.Window(self._add(stream, limit), inner, span)
            case m.Historically(interval, operand) | m.Once(interval, operand):
                span = self.span(interval, past=True)
                below = [self.zone(operand, sign, after(limit, span))]
                stream = streams.window(below[0].stream, span, isinstance(formula, m.Once) == sign, limit)
                return self._past(stream, below, limit)
            case m.Until(interval, left, right) | m.Release(interval, left, right) | m.Since(interval, left, right):
                span = self.span(interval, isinstance(formula, m.PAST))
                one, other = (self.zone(side, sign, after(limit, span)) for side in (left, right))
                direct = 1.0 if isinstance(formula, m.Release) != sign else -1.0
                if isinstance(formula, m.Since):
                    return self._past(streams.since(one.stream, other.stream, span, direct), [one, other], limit)
                stream = self._add(streams.until(one.stream, other.stream, span, direct, limit), limit)
                return zones.Until(stream, one, other, span, direct)
        raise AssertionError(formula)

    def _add(self, stream: Stream, limit: float) -> Stream:
        return self.streams.add(stream, limit)

    def _past(self, stream: Stream, below: list[Zone], limit: float) -> Zone:
        self._add(stream, limit)
        return Known(stream) if _are_known(below) else zones.Past(stream, below)


def _are_known(several: Sequence[Zone]) -> bool:
    return all(isinstance(zone, Known) for zone in several)
