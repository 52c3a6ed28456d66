"""Why a function that calls itself ends: a measure, and the domain in which every call makes it smaller."""

from __future__ import annotations

from collections.abc import Sequence

from viva.engines.proofs import terms as t
from viva.engines.proofs.terms.recursive import ITSELF_RAISES
from viva.engines.proofs.translation.values.context import Context

_WHERE, _AND = " where ", " & "


def written_measure(measure: t.Term, domain: Sequence[t.Term]) -> str:
    return f"{measure!r}{_WHERE}{_AND.join(map(repr, domain))}" if domain else repr(measure)


class Termination:
    """Why a function ends. `calls` are the first call and then those of itself: what is known there, and with what."""

    def __init__(
        self, context: Context, unknown: Sequence[t.Term], calls: list[tuple[list[t.Term], list[t.Term]]], error: t.Term
    ) -> None:
        self.context = context
        self.unknown, self.calls = unknown, calls
        inside = [each for each in t.parts_of(error) if each.op == "apply" and each.data == ITSELF_RAISES]
        self.own_error = t.replace_parts(error, dict.fromkeys(inside, t.FALSE))
        numbers = [each for each in unknown if each.sort == t.INT]
        lengths = [t.length(each) for each in unknown if t.is_list(each)]
        self.measures = [*numbers, *lengths]
        self.measures += [t.sub(one, two) for one in (*numbers, *lengths) for two in numbers if one is not two]
        self.conditions = [t.le(t.number(low), each) for each in numbers for low in (0, 1)]
        self.conditions += [t.le(t.ONE, size) for size in lengths]
        self.conditions += [t.le(one, size) for one in numbers for size in lengths]
        self.conditions += [t.lt(one, size) for one in numbers for size in lengths]
        pairs = [(one, two) for one in numbers for two in numbers if one is not two]
        self.conditions += [t.le(one, t.add(two, more)) for one, two in pairs for more in (t.ZERO, t.ONE)]

    def never_raises(self, domain: Sequence[t.Term]) -> bool:
        """If no call of itself raises anything, the call does not: then none does, by induction over the measure."""
        return self.context.solver.follows(domain, t.lnot(self.own_error))

    def given(self) -> tuple[t.Term | None, list[t.Term]]:
        """The measure that a certificate names."""
        wanted, place = self.context.given or (), len(self.context.found.measures)
        measure, _, domain = (wanted[place] if place < len(wanted) else "").partition(_WHERE)
        named = set(domain.split(_AND))
        conditions = [each for each in self.conditions if repr(each) in named]
        measures = [each for each in self.measures if repr(each) == measure]
        if not measures or not self._is_domain(conditions) or not self._gets_smaller(measures[0], conditions):
            return None, []
        return measures[0], conditions

    def found(self) -> tuple[t.Term | None, list[t.Term]]:
        """A measure, with as few conditions as it needs."""
        measure = self._measure([])
        if measure is not None and self.never_raises(()):
            return measure, []
        domain = self._largest_domain()
        other = self._measure(domain) if measure is None else measure
        if other is None or (measure is not None and not self.never_raises(domain)):
            return measure, []
        safe = self.never_raises(domain)
        for each in list(domain):
            fewer = [one for one in domain if one is not each]
            enough = self._gets_smaller(other, fewer) and self._is_domain(fewer)
            if enough and (not safe or self.never_raises(fewer)):
                domain = fewer
        return other, domain

    def _measure(self, domain: Sequence[t.Term]) -> t.Term | None:
        return next((each for each in self.measures if self._gets_smaller(each, domain)), None)

    def _gets_smaller(self, measure: t.Term, domain: Sequence[t.Term]) -> bool:
        follows = self.context.solver.follows
        return all(
            follows([*known, *domain], t.land(t.le(t.ZERO, measure), t.lt(self._of(measure, terms), measure)))
            for known, terms in self.calls[1:]
        )

    def _is_domain(self, domain: Sequence[t.Term]) -> bool:
        return all(self._in_it(place, domain, each) for place in range(len(self.calls)) for each in domain)

    def _largest_domain(self) -> list[t.Term]:
        """Of all conditions those that hold for the first call, and from which they follow for every call of itself."""
        domain = [each for each in self.conditions if self._in_it(0, [], each)]
        while True:
            own = range(1, len(self.calls))
            kept = [each for each in domain if all(self._in_it(place, domain, each) for place in own)]
            if kept == domain:
                return domain
            domain = kept

    def _in_it(self, place: int, domain: Sequence[t.Term], condition: t.Term) -> bool:
        known, terms = self.calls[place]
        return self.context.solver.follows([*known, *(domain if place else ())], self._of(condition, terms))

    def _of(self, about: t.Term, terms: Sequence[t.Term]) -> t.Term:
        """The same of the arguments of a call."""
        return t.substitute(about, {each.data: term for each, term in zip(self.unknown, terms, strict=True)})
