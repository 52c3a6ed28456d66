"""Comparisons of values: `==`, `<`, `in`, `is`."""

from __future__ import annotations

from viva.engines.proofs.terms import (
    BOOL,
    FALSE,
    INT,
    TRUE,
    Term,
    at,
    equal,
    ite,
    land,
    le,
    length,
    library,
    lnot,
    lor,
    lt,
    substituted,
    uninterpreted,
    variable,
)
from viva.engines.proofs.terms.folds import looped
from viva.engines.proofs.translation.cells import Cells, comparable, hashable
from viva.engines.proofs.translation.values import (
    TABLES,
    Bool,
    Char,
    Int,
    Maybe,
    Nothing,
    Number,
    OneOf,
    Ref,
    Row,
    Seq,
    State,
    Value,
    as_int,
    as_text,
    is_object,
    joined_type,
    retyped,
    sort_of,
)
from viva.engines.syntax.tree import Uncovered


class Comparing(Cells):
    def compared(self, operator: str, one: Value, two: Value, state: State, line: int) -> Term:
        match operator:
            case "Eq":
                return self.same(one, two, state, line)
            case "NotEq":
                return lnot(self.same(one, two, state, line))
            case "Is" | "IsNot":
                found = self._is(one, two, line)
                return found if operator == "Is" else lnot(found)
            case "In" | "NotIn":
                found = self.contained(one, two, state, line)
                return found if operator == "In" else lnot(found)
        if isinstance(one, Char) and isinstance(two, Char):
            a, b = one.term, two.term
        elif (first := as_text(one)) is not None and (second := as_text(two)) is not None:
            return self._in_order(operator, first.term, second.term, line)
        elif isinstance(one, Row) and isinstance(two, Row):
            return self._rows_in_order(operator, one.items, two.items, state, line)
        else:
            a, b = self.whole(one, state), self.whole(two, state)
        match operator:
            case "Lt":
                return lt(a, b)
            case "LtE":
                return le(a, b)
            case "Gt":
                return lt(b, a)
            case "GtE":
                return le(b, a)
        raise Uncovered(f"the comparison in line {line}")

    def _rows_in_order(
        self, operator: str, one: tuple[Value, ...], two: tuple[Value, ...], state: State, line: int
    ) -> Term:
        """The first two that are not equal decide; if there are none, the lengths do."""
        if operator not in ("Lt", "LtE", "Gt", "GtE"):
            raise Uncovered(f"the comparison in line {line}")
        if not one or not two:
            sizes = {"Lt": len(one) < len(two), "LtE": len(one) <= len(two), "Gt": len(one) > len(two)}
            return TRUE if sizes.get(operator, len(one) >= len(two)) else FALSE
        before = state.error
        state.error = FALSE
        alike = self.same(one[0], two[0], state, line)
        first = self.compared(operator.removesuffix("E"), one[0], two[0], state, line) if alike is not TRUE else FALSE
        if state.error is not FALSE:
            raise Uncovered(f"the comparison in line {line}")
        rest = self._rows_in_order(operator, one[1:], two[1:], state, line)
        state.error = before
        return ite(alike, rest, first)

    def _in_order(self, operator: str, one: Term, two: Term, line: int) -> Term:
        """Texts are in some order, in which each two that are not equal have a smaller one."""
        a, b = (one, two) if operator in ("Lt", "GtE") else (two, one)
        if operator not in ("Lt", "LtE", "Gt", "GtE"):
            raise Uncovered(f"the comparison in line {line}")
        smaller = uninterpreted("text.<", BOOL, a, b)
        return smaller if operator in ("Lt", "Gt") else lnot(smaller)

    def whole(self, value: Value, state: State) -> Term:
        """A number; None in its place is a TypeError."""
        if isinstance(value, Maybe):
            state.error = lor(state.error, value.missing)
            self.uncaught += 1
            return as_int(value.value)
        return as_int(value)

    def _is(self, one: Value, two: Value, line: int) -> Term:
        for first, second in ((one, two), (two, one)):
            if isinstance(second, Nothing):
                if isinstance(first, Maybe):
                    return first.missing
                return TRUE if isinstance(first, Nothing) else FALSE
            if isinstance(second, Bool) and isinstance(first, Bool):
                return equal(first.term, second.term)
            if isinstance(second, Bool) and isinstance(first, Int | Char | Seq | Row | Ref):
                return FALSE
        raise Uncovered(f"the comparison in line {line}")

    def same(self, one: Value, two: Value, state: State, line: int) -> Term:
        """`one == two`."""
        match one, two:
            case (Int() | Bool() | Number(), Int() | Bool() | Number()):
                if isinstance(one, Bool) and isinstance(two, Bool):
                    return equal(one.term, two.term)
                return equal(as_int(one), as_int(two))
            case Char(a), Char(b):
                return equal(a, b)
            case Nothing(), Nothing():
                return TRUE
            case Maybe(missing, inner), Nothing():
                return missing
            case Nothing(), Maybe(missing, inner):
                return missing
            case Maybe(missing, inner), Maybe(gone, other):
                return ite(missing, gone, land(lnot(gone), self.same(inner, other, state, line)))
            case Maybe(missing, inner), _:
                return land(lnot(missing), self.same(inner, two, state, line))
            case _, Maybe(missing, inner):
                return land(lnot(missing), self.same(one, inner, state, line))
            case OneOf(condition, inner, other), _:
                return ite(condition, self.same(inner, two, state, line), self.same(other, two, state, line))
            case _, OneOf(condition, inner, other):
                return ite(condition, self.same(one, inner, state, line), self.same(one, other, state, line))
            case Row(a), Row(b):
                if len(a) != len(b):
                    return FALSE
                return land(*(self.same(x, y, state, line) for x, y in zip(a, b, strict=True)))
        kinds = (self._family(one, state), self._family(two, state))
        if kinds[0] != kinds[1]:
            return FALSE
        if isinstance(one, Ref) and isinstance(two, Ref) and is_object(kinds[0]):
            from viva.engines.proofs.translation.records import equal_instances  # noqa: PLC0415 it needs this class

            return equal_instances(state.heap[one.number], state.heap[two.number], line)
        if isinstance(one, Ref) and isinstance(two, Ref) and kinds[0] == "set":
            return land(self.is_subset(one, two, state, line), self.is_subset(two, one, state, line))
        first, second = self._sequence(one, state), self._sequence(two, state)
        if first is not None and second is not None and kinds[0] in ("list", "tuple", "text"):
            element = joined_type(first.element, second.element)
            comparable(element, line)
            sort = ("list", sort_of(element))
            return equal(retyped(first.term, sort), retyped(second.term, sort))
        raise Uncovered(f"the comparison in line {line}")

    def is_subset(self, one: Ref, two: Ref, state: State, line: int) -> Term:
        """Whether all elements of a set are in another."""
        first, second = state.heap[one.number], state.heap[two.number]
        element = joined_type(first.elements[0], second.elements[0])
        comparable(element, line)
        if first.elements[0] == "?":
            return TRUE
        sort = ("list", sort_of(element))
        clock, found = variable("k!subset", INT), variable("s!subset", BOOL)
        walked, other = variable("items!subset", sort), variable("other!subset", sort)
        step = land(found, library.contains(other, at(walked, clock)))
        loop = looped(found, {found: (TRUE, step)}, clock, length(walked))
        return substituted(
            loop, {walked.data: retyped(first.terms[0], sort), other.data: retyped(second.terms[0], sort)}
        )

    def _family(self, value: Value, state: State) -> str:
        match value:
            case Int() | Bool() | Number():
                return "number"
            case Char() | Seq("text"):
                return "text"
            case Row() | Seq("tuple"):
                return "tuple"
            case Ref(number):
                kind = state.heap[number].kind
                return "dict" if kind in TABLES or kind == "keys" else kind
        return "none"

    def contained(self, one: Value, two: Value, state: State, line: int) -> Term:
        if isinstance(one, Maybe) and isinstance(two, Ref):  # no list that is covered has None in it
            return land(lnot(one.missing), self.contained(one.value, two, state, line))
        if isinstance(two, Row):
            return lor(*(self.same(one, each, state, line) for each in two.items))
        if isinstance(two, Ref):
            cell = state.heap[two.number]
            if is_object(cell.kind):
                raise Uncovered(f"`in` of what is no list, in line {line}")
            if cell.kind != "list":
                hashable(one, line)
            items, element = cell.terms[0], cell.elements[0]
        elif isinstance(two, Char | Seq):
            text = self._sequence(two, state)
            assert text is not None
            items, element = text.term, text.element
            if text.kind == "text" and not isinstance(one, Char):
                if not isinstance(one, Seq) or one.kind != "text":
                    raise Uncovered(f"`in` of what is no list, in line {line}")
                return uninterpreted("text.in", BOOL, one.term, items)
        else:
            raise Uncovered(f"`in` of what is no list, in line {line}")
        if element == "?":
            return FALSE
        return library.contains(items, self.element_like(one, element, state, line))
