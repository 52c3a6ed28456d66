"""Recursion of any form, as a function of which its own equation is known.

The body is translated on unknown arguments, with a sign for the function itself where it is called. It ends by a
measure: a number that is not negative where the function calls itself, and that every such call makes smaller. Where
that is so for some arguments only (`n >= 0`), those are its domain: the first call is in it, and every call of itself
stays in it. Two functions whose equations are the same terms are the same function. Lists among the arguments may only
be read.
"""

from __future__ import annotations

from collections.abc import Sequence

from viva.engines.proofs.terms import (
    BOOL,
    FALSE,
    INT,
    ONE,
    ZERO,
    Term,
    add,
    is_list,
    land,
    le,
    length,
    lnot,
    lor,
    lt,
    number,
    parts_of,
    replaced,
    sub,
    substituted,
    uninterpreted,
    variable,
)
from viva.engines.proofs.terms.recursive import ITSELF, ITSELF_RAISES, Recursive, call, itself, raising, recursive
from viva.engines.proofs.translation.cells import Unfinished
from viva.engines.proofs.translation.recursion import Recursion
from viva.engines.proofs.translation.seen import Seen
from viva.engines.proofs.translation.values import (
    State,
    Type,
    Value,
    sort_of,
    stored,
    taken_out,
    type_of,
)
from viva.engines.syntax.source import Function
from viva.engines.syntax.tree import Uncovered

_RESULTS: tuple[Type, ...] = ("int", "bool", "text", ("list", "int"), ("row", "int", "int"))
_PLAIN = frozenset({"int", "bool", "char", "text"})
_WHERE, _AND = " where ", " & "


class StrongRecursion(Recursion):
    def enclosed(self, function: Function, arguments: list[Value], state: State, line: int) -> Value:
        """The body of a function on these arguments, as a call."""
        raise NotImplementedError

    def called_again(self, function: Function, arguments: list[Value], state: State, line: int) -> Value | None:
        """A call of a function inside of its own body, where that is followed in this way."""
        inner = next((each for each in self.unfinished if each.function is function), None)
        if inner is None:
            return None
        if inner is not self.unfinished[-1]:
            raise Uncovered(f"functions that call each other, in line {line}")
        terms = [self._plain(value, kind, state, line) for value, kind in zip(arguments, inner.kinds, strict=False)]
        if len(terms) != len(inner.kinds):
            raise Uncovered(f"a recursion of this form, in line {line}")
        inner.calls.append(([*state.path, lnot(state.error)], terms))
        state.error = lor(state.error, itself(ITSELF_RAISES, BOOL, terms))
        return taken_out(inner.result, itself(ITSELF, sort_of(inner.result), terms), state, self.fresh)

    def _plain(self, value: Value, kind: Type, state: State, line: int) -> Term:
        if type_of(value, state) != kind:
            raise Uncovered(f"a recursion of this form, in line {line}")
        return stored(value, state)

    def by_its_equation(self, function: Function, arguments: list[Value], state: State, line: int) -> Value:
        kinds = tuple(type_of(value, state) for value in arguments)
        if not kinds or not all(_is_plain(kind) for kind in kinds):
            raise Uncovered(f"a recursion of this form, in line {line or function.line}")
        terms = [self._plain(value, kind, state, line) for value, kind in zip(arguments, kinds, strict=True)]
        first: Uncovered | None = None
        for result in _RESULTS:
            measures, seen = len(self.loops.measures), len(self.loops.seen)
            try:
                defined = self._defined(function, kinds, result, [*state.path, lnot(state.error)], terms)
            except Uncovered as uncovered:
                first = first or uncovered
                del self.loops.measures[measures:]
                del self.loops.seen[seen:]
            else:
                state.error = lor(state.error, _raised(defined, terms))
                return taken_out(result, _given(defined, terms), state, self.fresh)
        assert first is not None
        raise first

    def _defined(
        self, function: Function, kinds: tuple[Type, ...], result: Type, known: Sequence[Term], terms: Sequence[Term]
    ) -> Recursive:
        """A function by its equation. `known` and `terms` are those of the first call."""
        sorts = [sort_of(kind) for kind in kinds]
        unknown = [variable(f"r{place}", sort) for place, sort in enumerate(sorts)]
        inner = State()
        values = [taken_out(kind, term, inner, self.fresh) for kind, term in zip(kinds, unknown, strict=True)]
        open_one = Unfinished(function, result, kinds)
        frames, self.frames = self.frames, []
        self.unfinished.append(open_one)
        try:
            value = self.enclosed(function, values, inner, function.line)
        finally:
            self.unfinished.pop()
            self.frames = frames
        if type_of(value, inner) != result or not open_one.calls:
            raise Uncovered(f"a recursion of this form, in line {function.line}")
        term, error = stored(value, inner), inner.error
        if not term.free | error.free <= {each.data for each in unknown}:
            raise Uncovered(f"a recursion of this form, in line {function.line}")
        ending = _Ending(self, unknown, [(list(known), list(terms)), *open_one.calls], error)
        measure, domain = ending.given() if self.loops.given is not None else ending.found()
        if measure is None:
            raise Uncovered(f"a recursion for which no measure was found, in line {function.line}")
        if ending.never_raises(domain):
            error = FALSE
        self.loops.measures.append(_written(measure, domain))
        names = tuple((each.data, word) for each, word in zip(unknown, function.parameters, strict=True))
        made = recursive(term, error, land(*domain), measure, sorts)
        self.loops.seen.append(Seen(function.line, (), ZERO, add(measure, ONE), names, (function.name, made)))
        self.loops.solver.functions.add(made)
        return made


def _is_plain(kind: Type) -> bool:
    while isinstance(kind, tuple) and kind[0] == "list":
        kind = kind[1]  # type: ignore[assignment]
    return kind in _PLAIN


def _given(defined: Recursive, terms: Sequence[Term]) -> Term:
    return (
        call(defined, terms)
        if _is_open(defined)
        else uninterpreted(f"recursion {defined.digest}", defined.sort, *terms)
    )


def _raised(defined: Recursive, terms: Sequence[Term]) -> Term:
    if _is_open(defined) or defined.error is FALSE:
        return call(raising(defined), terms)
    return uninterpreted(f"recursion {defined.digest} raises", BOOL, *terms)


def _is_open(defined: Recursive) -> bool:
    """Whether all calls of itself can be seen; those inside of loops cannot."""
    return not any(
        inner.op == "apply" and inner.data in (ITSELF, ITSELF_RAISES)
        for step in _steps(defined.value, defined.error)
        for inner in parts_of(step)
    )


def _steps(*terms: Term) -> list[Term]:
    """The steps of all loops, also of those inside of loops."""
    found: dict[Term, None] = {}
    todo = list(terms)
    while todo:
        for each in parts_of(todo.pop()):
            if each.op == "fold":
                todo += [step for step in each.data.steps if step not in found]
                found |= dict.fromkeys(each.data.steps)
    return list(found)


def _written(measure: Term, domain: Sequence[Term]) -> str:
    return f"{measure!r}{_WHERE}{_AND.join(map(repr, domain))}" if domain else repr(measure)


class _Ending:
    """Why a function ends. `calls` are the first call and then those of itself: what is known there, and with what."""

    def __init__(
        self, translator: StrongRecursion, unknown: Sequence[Term], calls: list[tuple[list[Term], list[Term]]],
        error: Term,
    ) -> None:  # fmt: skip
        self.loops = translator.loops
        self.unknown, self.calls = unknown, calls
        inside = [each for each in parts_of(error) if each.op == "apply" and each.data == ITSELF_RAISES]
        self.own_error = replaced(error, dict.fromkeys(inside, FALSE))
        numbers = [each for each in unknown if each.sort == INT]
        lengths = [length(each) for each in unknown if is_list(each)]
        self.measures = [*numbers, *lengths]
        self.measures += [sub(one, two) for one in (*numbers, *lengths) for two in numbers if one is not two]
        self.conditions = [le(number(low), each) for each in numbers for low in (0, 1)]
        self.conditions += [le(ONE, size) for size in lengths]
        self.conditions += [le(one, size) for one in numbers for size in lengths]
        self.conditions += [lt(one, size) for one in numbers for size in lengths]
        pairs = [(one, two) for one in numbers for two in numbers if one is not two]
        self.conditions += [le(one, add(two, more)) for one, two in pairs for more in (ZERO, ONE)]

    def never_raises(self, domain: Sequence[Term]) -> bool:
        """If no call of itself raises anything, the call does not: then none does, by induction over the measure."""
        return self.loops.solver.follows(domain, lnot(self.own_error))

    def given(self) -> tuple[Term | None, list[Term]]:
        """The measure that a certificate names."""
        wanted, place = self.loops.given or (), len(self.loops.measures)
        measure, _, domain = (wanted[place] if place < len(wanted) else "").partition(_WHERE)
        named = set(domain.split(_AND))
        conditions = [each for each in self.conditions if repr(each) in named]
        measures = [each for each in self.measures if repr(each) == measure]
        if not measures or not self._is_domain(conditions) or not self._gets_smaller(measures[0], conditions):
            return None, []
        return measures[0], conditions

    def found(self) -> tuple[Term | None, list[Term]]:
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

    def _measure(self, domain: Sequence[Term]) -> Term | None:
        return next((each for each in self.measures if self._gets_smaller(each, domain)), None)

    def _gets_smaller(self, measure: Term, domain: Sequence[Term]) -> bool:
        follows = self.loops.solver.follows
        return all(
            follows([*known, *domain], land(le(ZERO, measure), lt(self._of(measure, terms), measure)))
            for known, terms in self.calls[1:]
        )

    def _is_domain(self, domain: Sequence[Term]) -> bool:
        return all(self._in_it(place, domain, each) for place in range(len(self.calls)) for each in domain)

    def _largest_domain(self) -> list[Term]:
        """Of all conditions those that hold for the first call, and from which they follow for every call of itself."""
        domain = [each for each in self.conditions if self._in_it(0, [], each)]
        while True:
            own = range(1, len(self.calls))
            kept = [each for each in domain if all(self._in_it(place, domain, each) for place in own)]
            if kept == domain:
                return domain
            domain = kept

    def _in_it(self, place: int, domain: Sequence[Term], condition: Term) -> bool:
        known, terms = self.calls[place]
        return self.loops.solver.follows([*known, *(domain if place else ())], self._of(condition, terms))

    def _of(self, about: Term, terms: Sequence[Term]) -> Term:
        """The same of the arguments of a call."""
        return substituted(about, {each.data: term for each, term in zip(self.unknown, terms, strict=True)})
