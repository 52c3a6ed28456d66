"""Comparisons of values: `==`, `<`, `in`, `is`."""

from __future__ import annotations

from viva.engines.proofs import terms as t
from viva.engines.proofs.terms import library
from viva.engines.proofs.terms.folds import loop_value
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.values import State, Value
from viva.engines.proofs.translation.values.containers import (
    element_like,
    refuse_sets_inside,
    refuse_unhashable,
    sequence_of,
)
from viva.engines.syntax.tree import Uncovered


def compare_values(operator: str, one: Value, two: Value, state: State, line: int) -> t.Term:
    match operator:
        case "Eq":
            return is_equal(one, two, state, line)
        case "NotEq":
            return t.lnot(is_equal(one, two, state, line))
        case "Is" | "IsNot":
            found = is_identical(one, two, line)
            return found if operator == "Is" else t.lnot(found)
        case "In" | "NotIn":
            found = is_contained(one, two, state, line)
            return found if operator == "In" else t.lnot(found)
    if isinstance(one, v.Char) and isinstance(two, v.Char):
        a, b = one.term, two.term
    elif (first := v.as_text(one)) is not None and (second := v.as_text(two)) is not None:
        return _in_order(operator, first.term, second.term, line)
    elif isinstance(one, v.Row) and isinstance(two, v.Row):
        return _rows_in_order(operator, one.items, two.items, state, line)
    else:
        a, b = as_number(one, state), as_number(two, state)
    match operator:
        case "Lt":
            return t.lt(a, b)
        case "LtE":
            return t.le(a, b)
        case "Gt":
            return t.lt(b, a)
        case "GtE":
            return t.le(b, a)
    raise Uncovered(f"the comparison in line {line}")


def _rows_in_order(operator: str, one: tuple[Value, ...], two: tuple[Value, ...], state: State, line: int) -> t.Term:
    """The first two that are not equal decide; if there are none, the lengths do."""
    if operator not in ("Lt", "LtE", "Gt", "GtE"):
        raise Uncovered(f"the comparison in line {line}")
    if not one or not two:
        sizes = {"Lt": len(one) < len(two), "LtE": len(one) <= len(two), "Gt": len(one) > len(two)}
        return t.TRUE if sizes.get(operator, len(one) >= len(two)) else t.FALSE
    before = state.error
    state.error = t.FALSE
    alike = is_equal(one[0], two[0], state, line)
    first = compare_values(operator.removesuffix("E"), one[0], two[0], state, line) if alike is not t.TRUE else t.FALSE
    if state.error is not t.FALSE:
        raise Uncovered(f"the comparison in line {line}")
    rest = _rows_in_order(operator, one[1:], two[1:], state, line)
    state.error = before
    return t.ite(alike, rest, first)


def _in_order(operator: str, one: t.Term, two: t.Term, line: int) -> t.Term:
    """Texts are in some order, in which each two that are not equal have a smaller one."""
    a, b = (one, two) if operator in ("Lt", "GtE") else (two, one)
    if operator not in ("Lt", "LtE", "Gt", "GtE"):
        raise Uncovered(f"the comparison in line {line}")
    smaller = t.uninterpreted_function("text.<", t.BOOL, a, b)
    return smaller if operator in ("Lt", "Gt") else t.lnot(smaller)


def as_number(value: Value, state: State) -> t.Term:
    """A number; None in its place is a TypeError."""
    if isinstance(value, v.Maybe):
        state.error = t.lor(state.error, value.missing)
        state.context.found.uncaught += 1
        return v.as_int(value.value)
    return v.as_int(value)


def is_identical(one: Value, two: Value, line: int) -> t.Term:
    for first, second in ((one, two), (two, one)):
        if isinstance(second, v.Nothing):
            if isinstance(first, v.Maybe):
                return first.missing
            return t.TRUE if isinstance(first, v.Nothing) else t.FALSE
        if isinstance(second, v.Bool) and isinstance(first, v.Bool):
            return t.equal(first.term, second.term)
        if isinstance(second, v.Bool) and isinstance(first, v.Int | v.Char | v.Seq | v.Row | v.Ref):
            return t.FALSE
    raise Uncovered(f"the comparison in line {line}")


def is_equal(one: Value, two: Value, state: State, line: int) -> t.Term:
    """`one == two`."""
    match one, two:
        case (v.Int() | v.Bool() | v.Number(), v.Int() | v.Bool() | v.Number()):
            if isinstance(one, v.Bool) and isinstance(two, v.Bool):
                return t.equal(one.term, two.term)
            return t.equal(v.as_int(one), v.as_int(two))
        case v.Char(a), v.Char(b):
            return t.equal(a, b)
        case v.Nothing(), v.Nothing():
            return t.TRUE
        case v.Maybe(missing, inner), v.Nothing():
            return missing
        case v.Nothing(), v.Maybe(missing, inner):
            return missing
        case v.Maybe(missing, inner), v.Maybe(gone, other):
            return t.ite(missing, gone, t.land(t.lnot(gone), is_equal(inner, other, state, line)))
        case v.Maybe(missing, inner), _:
            return t.land(t.lnot(missing), is_equal(inner, two, state, line))
        case _, v.Maybe(missing, inner):
            return t.land(t.lnot(missing), is_equal(one, inner, state, line))
        case v.OneOf(condition, inner, other), _:
            return t.ite(condition, is_equal(inner, two, state, line), is_equal(other, two, state, line))
        case _, v.OneOf(condition, inner, other):
            return t.ite(condition, is_equal(one, inner, state, line), is_equal(one, other, state, line))
        case v.Row(a), v.Row(b):
            if len(a) != len(b):
                return t.FALSE
            return t.land(*(is_equal(x, y, state, line) for x, y in zip(a, b, strict=True)))
    kinds = (_family(one, state), _family(two, state))
    if kinds[0] != kinds[1]:
        return t.FALSE
    if isinstance(one, v.Ref) and isinstance(two, v.Ref) and v.is_object(kinds[0]):
        return _equal_instances(state.heap[one.number], state.heap[two.number], line)
    if isinstance(one, v.Ref) and isinstance(two, v.Ref) and kinds[0] == "set":
        return t.land(is_subset(one, two, state, line), is_subset(two, one, state, line))
    first, second = sequence_of(one, state), sequence_of(two, state)
    if first is not None and second is not None and kinds[0] in ("list", "tuple", "text"):
        element = v.joined_type(first.element, second.element)
        refuse_sets_inside(element, line)
        sort = ("list", v.sort_of(element))
        return t.equal(v.retype(first.term, sort), v.retype(second.term, sort))
    raise Uncovered(f"the comparison in line {line}")


def is_subset(one: v.Ref, two: v.Ref, state: State, line: int) -> t.Term:
    """Whether all elements of a set are in another."""
    first, second = state.heap[one.number], state.heap[two.number]
    element = v.joined_type(first.elements[0], second.elements[0])
    refuse_sets_inside(element, line)
    if first.elements[0] == "?":
        return t.TRUE
    sort = ("list", v.sort_of(element))
    clock, found = t.variable("k!subset", t.INT), t.variable("s!subset", t.BOOL)
    walked, other = t.variable("items!subset", sort), t.variable("other!subset", sort)
    step = t.land(found, library.contains(other, t.at(walked, clock)))
    loop = loop_value(found, {found: (t.TRUE, step)}, clock, t.length(walked))
    return t.substitute(
        loop, {walked.data: v.retype(first.terms[0], sort), other.data: v.retype(second.terms[0], sort)}
    )


def _family(value: Value, state: State) -> str:
    match value:
        case v.Int() | v.Bool() | v.Number():
            return "number"
        case v.Char() | v.Seq("text"):
            return "text"
        case v.Row() | v.Seq("tuple"):
            return "tuple"
        case v.Ref(number):
            kind = state.heap[number].kind
            return "dict" if kind in v.TABLES or kind == "keys" else kind
    return "none"


def is_contained(one: Value, two: Value, state: State, line: int) -> t.Term:
    if isinstance(one, v.Maybe) and isinstance(two, v.Ref):  # no list that is covered has None in it
        return t.land(t.lnot(one.missing), is_contained(one.value, two, state, line))
    if isinstance(two, v.Row):
        return t.lor(*(is_equal(one, each, state, line) for each in two.items))
    if isinstance(two, v.Ref):
        cell = state.heap[two.number]
        if v.is_object(cell.kind):
            raise Uncovered(f"`in` of what is no list, in line {line}")
        if cell.kind != "list":
            refuse_unhashable(one, line)
        items, element = cell.terms[0], cell.elements[0]
    elif isinstance(two, v.Char | v.Seq):
        text = sequence_of(two, state)
        assert text is not None
        items, element = text.term, text.element
        if text.kind == "text" and not isinstance(one, v.Char):
            if not isinstance(one, v.Seq) or one.kind != "text":
                raise Uncovered(f"`in` of what is no list, in line {line}")
            return t.uninterpreted_function("text.in", t.BOOL, one.term, items)
    else:
        raise Uncovered(f"`in` of what is no list, in line {line}")
    if element == "?":
        return t.FALSE
    return library.contains(items, element_like(one, element, state, line))


def _equal_instances(one: v.Cell, two: v.Cell, line: int) -> t.Term:
    """Of one class, by their fields."""
    tests = []
    for first, kind, second, other in zip(one.terms, one.elements, two.terms, two.elements, strict=True):
        joined = v.joined_type(kind, other)
        refuse_sets_inside(joined, line)
        tests.append(t.equal(v.retype(first, v.sort_of(joined)), v.retype(second, v.sort_of(joined))))
    return t.land(*tests)
