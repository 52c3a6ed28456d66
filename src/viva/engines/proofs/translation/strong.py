"""Recursion of any form, as a function of which only its own equation is known.

The body is translated on unknown arguments, with a sign for the function itself where it is called. Two functions whose
bodies are then the same terms are the same function: by induction over a measure that every call of itself makes
smaller, whatever the arguments are, both end and give the same. So the terms name the function. Lists among the
arguments may only be read.
"""

from __future__ import annotations

import hashlib

from viva.engines.proofs.terms import (
    BOOL,
    FALSE,
    INT,
    ZERO,
    Term,
    digest_of,
    is_list,
    land,
    le,
    length,
    lnot,
    lor,
    lt,
    parts_of,
    replaced,
    sub,
    substituted,
    uninterpreted,
    variable,
)
from viva.engines.proofs.translation.cells import Unfinished
from viva.engines.proofs.translation.recursion import Recursion
from viva.engines.proofs.translation.seen import Seen
from viva.engines.proofs.translation.source import Function
from viva.engines.proofs.translation.values import (
    Ref,
    State,
    Type,
    Value,
    flat,
    sort_of,
    taken_out,
    type_of,
)
from viva.engines.symbolic.proof.tree import Uncovered

_ITSELF = "itself"
_RESULTS: tuple[Type, ...] = ("int", "bool", "text", ("list", "int"))
_PLAIN = frozenset({"int", "bool", "char", "text"})


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
        return self._given(_ITSELF, inner.result, terms, state)

    def _given(self, name: str, result: Type, terms: list[Term], state: State, *, raises: bool = True) -> Value:
        if raises:
            state.error = lor(state.error, uninterpreted(f"{name} raises", BOOL, *terms))
        return taken_out(result, uninterpreted(name, sort_of(result), *terms), state, self.fresh)

    def _plain(self, value: Value, kind: Type, state: State, line: int) -> Term:
        if type_of(value, state) != kind:
            raise Uncovered(f"a recursion of this form, in line {line}")
        if isinstance(value, Ref):
            state.frozen |= {value.number}
            return state.heap[value.number].terms[0]
        return flat(value, state)[0]

    def by_its_equation(self, function: Function, arguments: list[Value], state: State, line: int) -> Value:
        kinds = tuple(type_of(value, state) for value in arguments)
        if not kinds or not all(kind in _PLAIN or (kind[0] == "list" and kind[1] in _PLAIN) for kind in kinds):
            raise Uncovered(f"a recursion of this form, in line {line or function.line}")
        terms = [self._plain(value, kind, state, line) for value, kind in zip(arguments, kinds, strict=True)]
        for result in _RESULTS:
            measures, seen = len(self.loops.measures), len(self.loops.seen)
            try:
                name, raises = self._named(function, kinds, result)
            except Uncovered:
                if result == _RESULTS[-1]:
                    raise
                del self.loops.measures[measures:]
                del self.loops.seen[seen:]
            else:
                return self._given(name, result, terms, state, raises=raises)
        raise AssertionError

    def _named(self, function: Function, kinds: tuple[Type, ...], result: Type) -> tuple[str, bool]:
        """The name of a function, which says all that it does, and whether it may raise something."""
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
        term = inner.heap[value.number].terms[0] if isinstance(value, Ref) else flat(value, inner)[0]
        if not term.free | inner.error.free <= {each.data for each in unknown}:
            raise Uncovered(f"a recursion of this form, in line {function.line}")
        measure = self._smaller(unknown, open_one, function.line)
        self.loops.measures.append(repr(measure))
        names = tuple((each.data, word) for each, word in zip(unknown, function.parameters, strict=True))
        self.loops.seen.append(Seen(function.line, (), ZERO, measure, names))
        digest = hashlib.blake2b(f"{sorts} {result}".encode(), digest_size=16)
        for part in (term, inner.error):
            digest.update(digest_of(part).encode())
        inside = [each for each in parts_of(inner.error) if each.op == "apply" and each.data == f"{_ITSELF} raises"]
        raises = replaced(inner.error, dict.fromkeys(inside, FALSE)) is not FALSE  # if no inner call does, none does
        return f"recursion {digest.hexdigest()}", raises

    def _smaller(self, unknown: list[Term], inner: Unfinished, line: int) -> Term:
        """A number that is never negative in a call of itself, and smaller than before."""
        numbers = [each for each in unknown if each.sort == INT]
        found = [*numbers, *(length(each) for each in unknown if is_list(each))]
        found += [sub(one, two) for one in numbers for two in numbers if one is not two]
        given = self.loops.given
        if given is not None:
            wanted = given[len(self.loops.measures)] if len(self.loops.measures) < len(given) else ""
            found = [each for each in found if repr(each) == wanted]
        for measure in found:
            if all(self._gets_smaller(measure, unknown, *call) for call in inner.calls):
                return measure
        raise Uncovered(f"a recursion for which no measure was found, in line {line}")

    def _gets_smaller(self, measure: Term, unknown: list[Term], known: list[Term], terms: list[Term]) -> bool:
        then = substituted(measure, {each.data: term for each, term in zip(unknown, terms, strict=True)})
        return self.loops.solver.follows(known, land(le(ZERO, then), lt(then, measure)))
