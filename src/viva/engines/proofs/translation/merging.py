"""States of several branches, brought together."""

from __future__ import annotations

from collections.abc import Sequence

from viva.engines.proofs.terms import (
    FALSE,
    TRUE,
    Sort,
    Term,
    ite,
    land,
    lnot,
    lor,
)
from viva.engines.proofs.translation.values import (
    Bool,
    Cell,
    Char,
    Fresh,
    Int,
    Maybe,
    Nothing,
    Number,
    OneOf,
    Perhaps,
    Ref,
    Row,
    Seq,
    State,
    Value,
    as_int,
    as_sequence,
    as_text,
    joined_type,
    references,
    retyped,
    sort_of,
    sorts_in,
)
from viva.engines.syntax.tree import Uncovered


class Merger:
    """Brings states of several branches together: each value is that of the branch whose condition holds."""

    def __init__(self, fresh: Fresh, kept: frozenset[str] = frozenset()) -> None:
        self.fresh, self.kept = fresh, kept

    def merged(self, branches: Sequence[tuple[Term, State]], path: tuple[Term, ...]) -> State:
        result = branches[-1][1].copy()
        for condition, state in reversed(branches[:-1]):
            result = self._two(condition, state, result)
        known = [condition for condition, _ in branches]
        result.path = (*path, lor(*known)) if lor(*known) is not TRUE else path
        return result

    def _two(self, condition: Term, yes: State, no: State) -> State:
        made = State(frozen=yes.frozen | no.frozen, error=ite(condition, yes.error, no.error))
        made.passed, made.rebound = yes.passed | no.passed, yes.rebound | no.rebound
        made.sharing = yes.sharing
        for number in yes.heap.keys() | no.heap.keys():
            one, two = yes.heap.get(number), no.heap.get(number)
            if one is None or two is None:
                made.heap[number] = one or two  # type: ignore[assignment]
            else:
                made.heap[number] = self.cells(condition, one, two)
        for name in yes.names:
            if name in no.names:
                others = _holders(yes, name) | _holders(no, name)
                made.names[name] = self.value(condition, yes.names[name], no.names[name], yes, no, made, others)
        for name in sorted(self.kept & (yes.names.keys() ^ no.names.keys())):
            known = yes.names.get(name) or no.names[name]
            bound, value = (known.bound, known.value) if isinstance(known, Perhaps) else (TRUE, known)
            if not references(value):
                here = condition if name in yes.names else lnot(condition)
                made.names[name] = Perhaps(land(here, bound), value)
        return made

    def cells(self, condition: Term, one: Cell, two: Cell) -> Cell:
        if one is two:
            return one
        if one.kind != two.kind:
            raise Uncovered("a name for a list in one case, for something else in another")
        elements = tuple(map(joined_type, one.elements, two.elements))
        sorts = sorts_in(one.kind, elements)
        terms = [
            ite(condition, retyped(a, sort), retyped(b, sort))
            for a, b, sort in zip(one.terms, two.terms, sorts, strict=True)
        ]
        return Cell(one.kind, tuple(terms), elements)

    def value(  # noqa: PLR0917 two values in their states
        self, condition: Term, one: Value, two: Value, yes: State, no: State, made: State, others: frozenset[int]
    ) -> Value:
        if one == two:
            return one
        match one, two:
            case Int(a), Int(b):
                return Int(ite(condition, a, b))
            case Bool(a), Bool(b):
                return Bool(ite(condition, a, b))
            case (Int() | Bool() | Number(), Int() | Bool() | Number()):
                return Number(ite(condition, as_int(one), as_int(two)))
            case Char(a), Char(b):
                return Char(ite(condition, a, b))
            case (Row(a), Row(b)) if len(a) == len(b):
                return Row(tuple(self.value(condition, x, y, yes, no, made, others) for x, y in zip(a, b, strict=True)))
            case Ref(a), Ref(b):
                cell = self.cells(condition, yes.heap[a], no.heap[b])
                made.rebound |= {a, b}
                shared = {a, b} & (others | yes.frozen | no.frozen)
                if shared:
                    made.frozen |= {a, b}
                return self.fresh.cell(made, cell, frozen=bool(shared))
            case Perhaps(a, x), Perhaps(b, y):
                return Perhaps(ite(condition, a, b), self.value(condition, x, y, yes, no, made, others))
            case Perhaps(a, x), _:
                return Perhaps(ite(condition, a, TRUE), self.value(condition, x, two, yes, no, made, others))
            case _, Perhaps(b, y):
                return Perhaps(ite(condition, TRUE, b), self.value(condition, one, y, yes, no, made, others))
            case Maybe(a, x), Maybe(b, y):
                return Maybe(ite(condition, a, b), self.value(condition, x, y, yes, no, made, others))
            case Nothing(), Maybe(b, y):
                return Maybe(ite(condition, TRUE, b), y)
            case Maybe(a, x), Nothing():
                return Maybe(ite(condition, a, TRUE), x)
            case Nothing(), _:
                return self._maybe(condition, two)
            case _, Nothing():
                return self._maybe(lnot(condition), one)
            case Maybe(a, x), _:
                return Maybe(ite(condition, a, FALSE), self.value(condition, x, two, yes, no, made, others))
            case _, Maybe(b, y):
                return Maybe(ite(condition, FALSE, b), self.value(condition, one, y, yes, no, made, others))
        if isinstance(one, Char | Seq) and isinstance(two, Char | Seq):
            text, other = as_text(one), as_text(two)
            if text and other:
                return Seq("text", ite(condition, text.term, other.term), "char")
        first, second = as_sequence(one) or one, as_sequence(two) or two
        if isinstance(first, Seq) and isinstance(second, Seq) and first.kind == second.kind:
            element = joined_type(first.element, second.element)
            sort: Sort = ("list", sort_of(element))
            return Seq(first.kind, ite(condition, retyped(first.term, sort), retyped(second.term, sort)), element)
        return self._one_of(condition, one, two, yes, no, made, others)

    def _one_of(  # noqa: PLR0917 two values in their states
        self, condition: Term, one: Value, two: Value, yes: State, no: State, made: State, others: frozenset[int]
    ) -> Value:
        """The cases of both values, those of one family brought together, in the order of the families: so that a value
        of several types has the same outline whichever way it came about."""
        cases: dict[str, tuple[Term, Value]] = {}
        for guard, value in (*_cases(condition, one), *_cases(lnot(condition), two)):
            family = _family(value)
            if family in cases:
                before, known = cases[family]
                cases[family] = lor(before, guard), self.value(before, known, value, yes, no, made, others)
            else:
                cases[family] = guard, value
        *rest, (_, found) = (cases[family] for family in sorted(cases))
        for guard, value in reversed(rest):
            found = OneOf(guard, value, found)
        return found

    def _maybe(self, missing: Term, value: Value) -> Value:
        if isinstance(value, Ref):
            raise Uncovered("a name that is sometimes None, sometimes a list")
        return Maybe(missing, value)


def _cases(guard: Term, value: Value) -> list[tuple[Term, Value]]:
    if isinstance(value, OneOf):
        here, there = land(guard, value.condition), land(guard, lnot(value.condition))
        return [*_cases(here, value.value), *_cases(there, value.other)]
    return [(guard, value)]


def _family(value: Value) -> str:
    """Values of one family can be brought together."""
    match value:
        case Int() | Bool() | Number():
            return "number"
        case Char() | Seq("text"):
            return "text"
        case Row(items) if not references(value):
            return f"tuple of {len(items)}"
    raise Uncovered("a name for values of several types")


def _holders(state: State, name: str) -> frozenset[int]:
    """The cells that other names hold."""
    held: set[int] = set()
    for other, value in state.names.items():
        if other != name:
            held |= references(value)
    return frozenset(held)
