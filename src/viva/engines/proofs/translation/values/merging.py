"""States of several branches, brought together."""

from __future__ import annotations

from collections.abc import Sequence

from viva.engines.proofs import terms as t
from viva.engines.proofs.translation.values.kinds import (
    Bool,
    Cell,
    Char,
    Int,
    Maybe,
    Nothing,
    Number,
    OneOf,
    Perhaps,
    Ref,
    Row,
    Seq,
    Value,
)
from viva.engines.proofs.translation.values.state import State, allocate, as_sequence
from viva.engines.proofs.translation.values.types import (
    as_int,
    as_text,
    joined_type,
    references,
    retype,
    sort_of,
    sorts_in,
)
from viva.engines.syntax.tree import Uncovered


def merge_states(branches: Sequence[tuple[t.Term, State]], path: tuple[t.Term, ...]) -> State:
    """States of several branches as one: each value is that of the branch whose condition holds."""
    result = branches[-1][1].copy()
    for condition, state in reversed(branches[:-1]):
        result = _merge_two(condition, state, result)
    known = t.lor(*(condition for condition, _ in branches))
    result.path = path if known is t.TRUE else (*path, known)
    return result


def _merge_two(condition: t.Term, yes: State, no: State) -> State:
    made = State(
        frozen=yes.frozen | no.frozen, error=t.ite(condition, yes.error, no.error), passed=yes.passed | no.passed,
        rebound=yes.rebound | no.rebound, sharing=yes.sharing, shared=yes.shared,
    )  # fmt: skip
    for number in yes.heap.keys() | no.heap.keys():
        one, two = yes.heap.get(number), no.heap.get(number)
        if one is None or two is None:
            made.heap[number] = one or two  # type: ignore[assignment]
        else:
            made.heap[number] = merge_cells(condition, one, two)
    for name in yes.names:
        if name in no.names:
            others = _holders(yes, name) | _holders(no, name)
            made.names[name] = merge_values(condition, yes.names[name], no.names[name], yes, no, made, others)
    for name in sorted(yes.context.kept & (yes.names.keys() ^ no.names.keys())):
        known = yes.names.get(name) or no.names[name]
        bound, value = (known.bound, known.value) if isinstance(known, Perhaps) else (t.TRUE, known)
        if not references(value):
            here = condition if name in yes.names else t.lnot(condition)
            made.names[name] = Perhaps(t.land(here, bound), value)
    return made


def merge_cells(condition: t.Term, one: Cell, two: Cell) -> Cell:
    if one is two:
        return one
    if one.kind != two.kind:
        raise Uncovered("a name for a list in one case, for something else in another")
    elements = tuple(map(joined_type, one.elements, two.elements))
    sorts = sorts_in(one.kind, elements)
    terms = [
        t.ite(condition, retype(a, sort), retype(b, sort))
        for a, b, sort in zip(one.terms, two.terms, sorts, strict=True)
    ]
    return Cell(one.kind, tuple(terms), elements)


def either_value(condition: t.Term, one: Value, two: Value, state: State) -> Value:
    """One of two values of one state."""
    return merge_values(condition, one, two, state, state, state, frozenset())


def merge_values(  # noqa: PLR0917 two values in their states
    condition: t.Term, one: Value, two: Value, yes: State, no: State, made: State, others: frozenset[int]
) -> Value:
    if one == two:
        return one
    match one, two:
        case Int(a), Int(b):
            return Int(t.ite(condition, a, b))
        case Bool(a), Bool(b):
            return Bool(t.ite(condition, a, b))
        case (Int() | Bool() | Number(), Int() | Bool() | Number()):
            return Number(t.ite(condition, as_int(one), as_int(two)))
        case Char(a), Char(b):
            return Char(t.ite(condition, a, b))
        case (Row(a), Row(b)) if len(a) == len(b):
            return Row(tuple(merge_values(condition, x, y, yes, no, made, others) for x, y in zip(a, b, strict=True)))
        case Ref(a), Ref(b):
            cell = merge_cells(condition, yes.heap[a], no.heap[b])
            made.rebound |= {a, b}
            shared = {a, b} & (others | yes.frozen | no.frozen)
            if shared:
                made.frozen |= {a, b}
            return allocate(cell, made, frozen=bool(shared))
        case Perhaps(a, x), Perhaps(b, y):
            return Perhaps(t.ite(condition, a, b), merge_values(condition, x, y, yes, no, made, others))
        case Perhaps(a, x), _:
            return Perhaps(t.ite(condition, a, t.TRUE), merge_values(condition, x, two, yes, no, made, others))
        case _, Perhaps(b, y):
            return Perhaps(t.ite(condition, t.TRUE, b), merge_values(condition, one, y, yes, no, made, others))
        case Maybe(a, x), Maybe(b, y):
            return Maybe(t.ite(condition, a, b), merge_values(condition, x, y, yes, no, made, others))
        case Nothing(), Maybe(b, y):
            return Maybe(t.ite(condition, t.TRUE, b), y)
        case Maybe(a, x), Nothing():
            return Maybe(t.ite(condition, a, t.TRUE), x)
        case Nothing(), _:
            return _maybe_none(condition, two)
        case _, Nothing():
            return _maybe_none(t.lnot(condition), one)
        case Maybe(a, x), _:
            return Maybe(t.ite(condition, a, t.FALSE), merge_values(condition, x, two, yes, no, made, others))
        case _, Maybe(b, y):
            return Maybe(t.ite(condition, t.FALSE, b), merge_values(condition, one, y, yes, no, made, others))
    if isinstance(one, Char | Seq) and isinstance(two, Char | Seq):
        text, other = as_text(one), as_text(two)
        if text and other:
            return Seq("text", t.ite(condition, text.term, other.term), "char")
    first, second = as_sequence(one) or one, as_sequence(two) or two
    if isinstance(first, Seq) and isinstance(second, Seq) and first.kind == second.kind:
        element = joined_type(first.element, second.element)
        sort: t.Sort = ("list", sort_of(element))
        return Seq(first.kind, t.ite(condition, retype(first.term, sort), retype(second.term, sort)), element)
    return _one_of(condition, one, two, yes, no, made, others)


def _one_of(  # noqa: PLR0917 two values in their states
    condition: t.Term, one: Value, two: Value, yes: State, no: State, made: State, others: frozenset[int]
) -> Value:
    """The cases of both values, those of one family brought together, in the order of the families: so that a value of
    several types has the same outline whichever way it came about."""
    cases: dict[str, tuple[t.Term, Value]] = {}
    for guard, value in (*_cases(condition, one), *_cases(t.lnot(condition), two)):
        family = _family(value)
        if family in cases:
            before, known = cases[family]
            cases[family] = t.lor(before, guard), merge_values(before, known, value, yes, no, made, others)
        else:
            cases[family] = guard, value
    *rest, (_, found) = (cases[family] for family in sorted(cases))
    for guard, value in reversed(rest):
        found = OneOf(guard, value, found)
    return found


def _cases(guard: t.Term, value: Value) -> list[tuple[t.Term, Value]]:
    if isinstance(value, OneOf):
        here, there = t.land(guard, value.condition), t.land(guard, t.lnot(value.condition))
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


def _maybe_none(missing: t.Term, value: Value) -> Value:
    if isinstance(value, Ref):
        raise Uncovered("a name that is sometimes None, sometimes a list")
    return Maybe(missing, value)


def _holders(state: State, name: str) -> frozenset[int]:
    """The cells that other names hold."""
    held: set[int] = set()
    for other, value in state.names.items():
        if other != name:
            held |= references(value)
    return frozenset(held)
