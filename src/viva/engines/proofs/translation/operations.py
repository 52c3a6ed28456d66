"""Arithmetic, and what is done with lists, texts and tuples: `+`, `*`, indices, slices."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from viva.engines.proofs.terms import (
    INT,
    ONE,
    TRUE,
    ZERO,
    Term,
    add,
    at,
    cat,
    cut,
    div,
    element_of,
    equal,
    ite,
    land,
    le,
    length,
    library,
    lnot,
    lor,
    lt,
    mod,
    mul,
    nil,
    number,
    repeat,
    reverse,
    scaled,
    snoc,
    sub,
    substituted,
    variable,
)
from viva.engines.proofs.terms.folds import looped
from viva.engines.proofs.translation.cells import comparable
from viva.engines.proofs.translation.comparing import Comparing
from viva.engines.proofs.translation.values import (
    TABLES,
    Bool,
    Cell,
    Char,
    Int,
    Maybe,
    Nothing,
    Number,
    Ref,
    Row,
    Seq,
    State,
    Value,
    as_int,
    holds_lists,
    joined_type,
    references,
    retyped,
    sort_of,
    taken_out,
)
from viva.engines.syntax.tree import Node, Uncovered

_OF_TRUTHS: Mapping[str, Callable[[Term, Term], Term]] = {
    "BitAnd": land, "BitOr": lor, "BitXor": lambda one, two: lnot(equal(one, two)),
}  # fmt: skip
LONGEST_SHIFT = 64
LONGEST_ROW = 64


class Operations(Comparing):
    def evaluate(self, node: Node, state: State) -> Value:
        raise NotImplementedError

    def binary(self, operator: str, one: Value, two: Value, state: State, line: int) -> Value:
        if operator == "Add":
            return self.added(one, two, state, line)
        if operator == "Mult":
            for first, second in ((one, two), (two, one)):
                if isinstance(first, Ref | Seq | Char | Row) and isinstance(second, Int | Bool):
                    return self._repeated_list(first, as_int(second), state, line)
        if operator in ("BitOr", "BitAnd", "Sub") and isinstance(one, Ref) and isinstance(two, Ref):
            return self.of_sets(operator, one, two, state, line)
        if operator in _OF_TRUTHS and isinstance(one, Bool) and isinstance(two, Bool):
            return Bool(_OF_TRUTHS[operator](one.term, two.term))
        a, b = self.whole(one, state), self.whole(two, state)
        match operator:
            case "Sub":
                return Int(sub(a, b))
            case "Mult":
                return Int(mul(a, b))
            case "FloorDiv" | "Mod":
                state.error = lor(state.error, equal(b, ZERO))
                return Int(div(a, b) if operator == "FloorDiv" else mod(a, b))
            case "Pow":
                return Int(self._power(a, b, state, line))
            case "LShift" | "RShift" if b.op == "num" and 0 <= b.data <= LONGEST_SHIFT:
                return Int(scaled(2**b.data, a) if operator == "LShift" else div(a, number(2**b.data)))
        raise Uncovered(f"the operator in line {line}")

    def _power(self, base: Term, exponent: Term, state: State, line: int) -> Term:
        """With a negative exponent it would be no whole number."""
        if exponent.op == "num" and 0 <= exponent.data <= 4:
            result = ONE
            for _ in range(exponent.data):
                result = mul(result, base)
            return result
        if not self._known(le(ZERO, exponent), state):
            raise Uncovered(f"the operator in line {line}")
        clock, made, factor = variable("k!power", INT), variable("s!power", INT), variable("base!power", INT)
        loop = looped(made, {made: (ONE, mul(made, factor))}, clock, exponent)
        return substituted(loop, {factor.data: base})

    def of_sets(self, operator: str, one: Ref, two: Ref, state: State, line: int) -> Value:
        """A new set: of the elements of the first that are in the second, or are not, or of both."""
        first, second = state.heap[one.number], state.heap[two.number]
        if first.kind != "set" or second.kind != "set":
            raise Uncovered(f"the operator in line {line}")
        element = joined_type(first.elements[0], second.elements[0])
        comparable(element, line)
        sort = ("list", sort_of(element))
        left, right = retyped(first.terms[0], sort), retyped(second.terms[0], sort)
        if element == "?":
            return self.fresh.cell(state, Cell("set", (left,), (element,)))
        clock, made = variable("k!set", INT), variable("s!set", sort)
        walked, other = variable("items!set", sort), variable("other!set", sort)
        here = at(walked, clock)
        union = operator == "BitOr"
        met = library.contains(made if union else other, here)
        taken = ite(met, snoc(made, here), made) if operator == "BitAnd" else ite(met, made, snoc(made, here))
        start, items = (left, right) if union else (nil(sort[1]), left)
        loop = looped(made, {made: (start, taken)}, clock, length(items))
        term = substituted(loop, {walked.data: items, other.data: right})
        return self.fresh.cell(state, Cell("set", (term,), (element,)))

    def _repeated_list(self, value: Value, times: Term, state: State, line: int) -> Value:
        sequence = self._sequence(value, state)
        if sequence is None or isinstance(sequence.element, tuple):
            raise Uncovered(f"the operator in line {line}")
        one = length(sequence.term) is ONE
        items = repeat(sequence.term, times) if one else several_times(sequence.term, times)
        if sequence.kind == "list":
            return self.fresh.cell(state, Cell("list", (items,), (sequence.element,)))
        return Seq(sequence.kind, items, sequence.element)

    def added(self, one: Value, two: Value, state: State, line: int) -> Value:
        if isinstance(one, Int | Bool | Number | Maybe) and isinstance(two, Int | Bool | Number | Maybe):
            return Int(add(self.whole(one, state), self.whole(two, state)))
        if isinstance(one, Row) and isinstance(two, Row):
            return Row((*one.items, *two.items))
        first, second = self._sequence(one, state), self._sequence(two, state)
        if first is None or second is None or first.kind != second.kind:
            raise Uncovered(f"the operator in line {line}")
        element = joined_type(first.element, second.element)
        sort = ("list", sort_of(element))
        items = cat(retyped(first.term, sort), retyped(second.term, sort))
        if holds_lists(element):
            state.sharing.note_second_place()
        if first.kind == "list":
            return self.fresh.cell(state, Cell("list", (items,), (element,)))
        return Seq(first.kind, items, element)

    def place(self, index: Term, size: Term, state: State) -> Term:
        """An index, counted from the end if it is negative; outside it is an IndexError."""
        state.error = lor(state.error, lt(index, scaled(-1, size)), le(size, index))
        if le(ZERO, index) is TRUE or self._known(le(ZERO, index), state):
            return index
        if index.op == "num" and index.data < 0:
            return add(size, index)
        return ite(le(ZERO, index), index, add(size, index))

    def _known(self, claim: Term, state: State) -> bool:
        """Whether a comparison follows from the way here: asked where it saves a case in all that comes after."""
        if claim.op == "bool":
            return bool(claim.data)
        return claim in state.path or self.loops.solver.follows([each for each in state.path if each.size < 60], claim)

    def clamped(self, index: Term, size: Term, state: State, *, to_the_end: bool = False) -> Term:
        """A bound of a slice: counted from the end if negative, and never outside. What goes to the end may begin
        behind it: then there is nothing in it."""
        index = self._from_the_end(index, size, state)
        if le(ZERO, index) is not TRUE and not self._known(le(ZERO, index), state):
            index = ite(le(ZERO, index), index, ZERO)
        if to_the_end:
            return index
        return index if self._known(le(index, size), state) else ite(le(index, size), index, size)

    def clamped_back(self, index: Term, size: Term, state: State) -> Term:
        """The place after a bound of a slice that goes backwards: from 0, for what is before the first."""
        index = add(self._from_the_end(index, size, state), ONE)
        if le(ZERO, index) is not TRUE and not self._known(le(ZERO, index), state):
            index = ite(le(ZERO, index), index, ZERO)
        return index if self._known(le(index, size), state) else ite(le(index, size), index, size)

    def _from_the_end(self, index: Term, size: Term, state: State) -> Term:
        if index.op == "num" and index.data < 0:
            return add(size, index)
        return index if self._known(le(ZERO, index), state) else ite(le(ZERO, index), index, add(size, index))

    def _subscript(self, node: Node, state: State) -> Value:
        owner, key = self.evaluate(node.node("value"), state), node.node("slice")
        if key.kind != "Slice":
            return self.read(owner, self.evaluate(key, state), state, node.line)
        bounds = [self._bound_of(key, name, state) for name in ("lower", "upper", "step")]
        sequence = self._sequence(owner, state)
        if sequence is None:
            raise Uncovered(f"the slice in line {node.line}")
        return self._slice(sequence, bounds, length(sequence.term), state, node.line)

    def read(self, owner: Value, index: Value, state: State, line: int) -> Value:
        """`owner[index]`."""
        if isinstance(owner, Ref) and state.heap[owner.number].kind in TABLES:
            return self.look_up(owner, index, state, line)
        if isinstance(owner, Row):
            return self._of_row(owner, index, state, line)
        sequence = self._sequence(owner, state)
        if sequence is None:
            raise Uncovered(f"the index in line {line}")
        place = self.place(as_int(index), length(sequence.term), state)
        if sequence.element == "?":
            return Int(ZERO)  # there is none, and that is an error by now
        return taken_out(sequence.element, at(sequence.term, place), state, self.fresh)

    def _bound_of(self, key: Node, name: str, state: State) -> Term | None:
        shown = key.optional(name)
        found = None if shown is None else self.evaluate(shown, state)
        return None if found is None or isinstance(found, Nothing) else as_int(found)

    def _of_row(self, owner: Row, index: Value, state: State, line: int) -> Value:
        where = as_int(index)
        if where.op != "num":
            if not 0 < len(owner.items) <= LONGEST_ROW or references(owner):
                raise Uncovered(f"the index in line {line}")
            place = self.place(where, number(len(owner.items)), state)
            *others, found = owner.items
            for at_place, each in reversed(list(enumerate(others))):
                here = equal(place, number(at_place))
                found = self.merger.value(here, each, found, state, state, state, frozenset())
            return found
        if not -len(owner.items) <= where.data < len(owner.items):
            raise Uncovered(f"an index outside of a tuple, in line {line}")
        return owner.items[int(where.data)]

    def _slice(self, sequence: Seq, bounds: Sequence[Term | None], size: Term, state: State, line: int) -> Value:
        low, high, step = bounds
        items = sequence.term
        if holds_lists(sequence.element):
            state.sharing.note_second_place()
        stride = 1
        if step is not None:
            if step.op != "num" or step.data == 0:
                raise Uncovered(f"a slice with this step, in line {line}")
            stride = step.data
        if stride < 0:
            # It begins at a place, and ends before one: the place after it is where the same slice forwards begins.
            first = ZERO if high is None else self.clamped_back(high, size, state)
            last = size if low is None else self.clamped_back(low, size, state)
            items = every(reverse(cut(items, first, last)), -stride)
        else:
            first = ZERO if low is None else self.clamped(low, size, state, to_the_end=high is None)
            last = size if high is None else self.clamped(high, size, state)
            items = every(cut(items, first, last), stride)
        if sequence.kind == "list":
            return self.fresh.cell(state, Cell("list", (items,), (sequence.element,)), frozen=False)
        return Seq(sequence.kind, items, sequence.element)

    def replace_slice(self, owner: Ref, key: Node, given: Cell | None, state: State) -> None:
        """`owner[low:high] = …`, or `del owner[low:high]`."""
        before = dict(state.heap)
        low, high, step = (self._bound_of(key, name, state) for name in ("lower", "upper", "step"))
        self.steady(before, state, key.line)
        cell = self.changing(owner, state, key.line)
        element = cell.elements[0] if given is None else joined_type(cell.elements[0], given.elements[0])
        sort = ("list", sort_of(element))
        items = retyped(cell.terms[0], sort)
        size = length(items)
        new = nil(sort[1]) if given is None else retyped(given.terms[0], sort)
        if step is not None:
            raise Uncovered(f"a slice with this step, in line {key.line}")
        if low is not None or high is not None:
            first = ZERO if low is None else self.clamped(low, size, state)
            last = size if high is None else self.clamped(high, size, state)
            last = ite(le(first, last), last, first)
            new = cat(cat(cut(items, ZERO, first), new), cut(items, last, size))
        state.heap[owner.number] = self.with_items(cell, new, element)


def several_times(items: Term, times: Term) -> Term:
    """A list, so many times one after the other."""
    clock, made = variable("k!times", INT), variable("s!times", items.sort)
    again = variable("items!times", items.sort)
    loop = looped(made, {made: (nil(element_of(items)), cat(made, again))}, clock, times)
    return substituted(loop, {again.data: items})


def every(items: Term, stride: int) -> Term:
    """Each element of a list that comes so many places after the last one, from the first on."""
    if stride == 1:
        return items
    clock, made = variable("k!every", INT), variable("s!every", items.sort)
    walked = variable("items!every", items.sort)
    rounds = div(add(length(items), number(stride - 1)), number(stride))
    step = snoc(made, at(walked, scaled(stride, clock)))
    return substituted(
        looped(made, {made: (nil(element_of(items)), step)}, clock, rounds), {walked.data: items}
    )  # fmt: skip
