"""Indices and slices: read, replaced and deleted."""

from __future__ import annotations

from collections.abc import Sequence

from viva.engines.proofs import terms as t
from viva.engines.proofs.terms.folds import loop_value
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.expressions.operators import is_known, is_upwards
from viva.engines.proofs.translation.table import evaluate, evaluates
from viva.engines.proofs.translation.values import State, Value
from viva.engines.proofs.translation.values.containers import (
    changeable_cell,
    look_up_entry,
    refuse_changes,
    sequence_of,
    with_items,
)
from viva.engines.proofs.translation.values.merging import either_value
from viva.engines.syntax.tree import Node, Uncovered

_LONGEST_ROW = 64


def index_in(index: t.Term, size: t.Term, state: State) -> t.Term:
    """An index, counted from the end if it is negative; outside it is an IndexError."""
    state.error = t.lor(state.error, t.lt(index, t.scale(-1, size)), t.le(size, index))
    if t.le(t.ZERO, index) is t.TRUE or is_known(t.le(t.ZERO, index), state):
        return index
    if index.op == "num" and index.data < 0:
        return t.add(size, index)
    return t.ite(t.le(t.ZERO, index), index, t.add(size, index))


def clamp_bound(index: t.Term, size: t.Term, state: State, *, to_the_end: bool = False) -> t.Term:
    """A bound of a slice: counted from the end if negative, and never outside. What goes to the end may begin
    behind it: then there is nothing in it."""
    index = _from_the_end(index, size, state)
    if t.le(t.ZERO, index) is not t.TRUE and not is_known(t.le(t.ZERO, index), state):
        index = t.ite(t.le(t.ZERO, index), index, t.ZERO)
    if to_the_end:
        return index
    return index if is_known(t.le(index, size), state) else t.ite(t.le(index, size), index, size)


def _clamp_bound_backwards(index: t.Term, size: t.Term, state: State) -> t.Term:
    """The place after a bound of a slice that goes backwards: from 0, for what is before the first."""
    index = t.add(_from_the_end(index, size, state), t.ONE)
    if t.le(t.ZERO, index) is not t.TRUE and not is_known(t.le(t.ZERO, index), state):
        index = t.ite(t.le(t.ZERO, index), index, t.ZERO)
    return index if is_known(t.le(index, size), state) else t.ite(t.le(index, size), index, size)


def _from_the_end(index: t.Term, size: t.Term, state: State) -> t.Term:
    if index.op == "num" and index.data < 0:
        return t.add(size, index)
    return index if is_known(t.le(t.ZERO, index), state) else t.ite(t.le(t.ZERO, index), index, t.add(size, index))


@evaluates("Subscript")
def subscript(node: Node, state: State) -> Value:
    owner, key = evaluate(node.node("value"), state), node.node("slice")
    if key.kind != "Slice":
        return get_item(owner, evaluate(key, state), state, node.line)
    bounds = [_bound_of(key, name, state) for name in ("lower", "upper", "step")]
    sequence = sequence_of(owner, state)
    if sequence is None:
        raise Uncovered(f"the slice in line {node.line}")
    return _slice(sequence, bounds, t.length(sequence.term), state, node.line)


def get_item(owner: Value, index: Value, state: State, line: int) -> Value:
    """`owner[index]`."""
    if isinstance(owner, v.Ref) and state.heap[owner.number].kind in v.TABLES:
        return look_up_entry(owner, index, state, line)
    if isinstance(owner, v.Row):
        return _of_row(owner, index, state, line)
    sequence = sequence_of(owner, state)
    if sequence is None:
        raise Uncovered(f"the index in line {line}")
    place = index_in(v.as_int(index), t.length(sequence.term), state)
    if sequence.element == "?":
        return v.Int(t.ZERO)  # there is none, and that is an error by now
    return v.element_value(sequence.element, t.at(sequence.term, place), state)


def _bound_of(key: Node, name: str, state: State) -> t.Term | None:
    shown = key.optional(name)
    found = None if shown is None else evaluate(shown, state)
    return None if found is None or isinstance(found, v.Nothing) else v.as_int(found)


def _of_row(owner: v.Row, index: Value, state: State, line: int) -> Value:
    where = v.as_int(index)
    if where.op != "num":
        if not 0 < len(owner.items) <= _LONGEST_ROW or v.references(owner):
            raise Uncovered(f"the index in line {line}")
        place = index_in(where, t.number(len(owner.items)), state)
        *others, found = owner.items
        for at_place, each in reversed(list(enumerate(others))):
            found = either_value(t.equal(place, t.number(at_place)), each, found, state)
        return found
    if not -len(owner.items) <= where.data < len(owner.items):
        raise Uncovered(f"an index outside of a tuple, in line {line}")
    return owner.items[int(where.data)]


def _slice(sequence: v.Seq, bounds: Sequence[t.Term | None], size: t.Term, state: State, line: int) -> Value:
    low, high, step = bounds
    items = sequence.term
    if v.holds_lists(sequence.element):
        state.sharing.note_second_place()
    stride = t.ONE if step is None else step
    if not is_upwards(stride, state, f"a slice with this step, in line {line}"):
        # It begins at a place, and ends before one: the place after it is where the same slice forwards begins.
        first = t.ZERO if high is None else _clamp_bound_backwards(high, size, state)
        last = size if low is None else _clamp_bound_backwards(low, size, state)
        items = _every(t.reverse(t.cut(items, first, last)), t.scale(-1, stride))
    else:
        first = t.ZERO if low is None else clamp_bound(low, size, state, to_the_end=high is None)
        last = size if high is None else clamp_bound(high, size, state)
        items = _every(t.cut(items, first, last), stride)
    if sequence.kind == "list":
        return v.allocate(v.Cell("list", (items,), (sequence.element,)), state, frozen=False)
    return v.Seq(sequence.kind, items, sequence.element)


def replace_slice(owner: v.Ref, key: Node, given: v.Cell | None, state: State) -> None:
    """`owner[low:high] = …`, or `del owner[low:high]`."""
    before = dict(state.heap)
    low, high, step = (_bound_of(key, name, state) for name in ("lower", "upper", "step"))
    refuse_changes(before, state, key.line)
    cell = changeable_cell(owner, state, key.line)
    element = cell.elements[0] if given is None else v.joined_type(cell.elements[0], given.elements[0])
    sort = ("list", v.sort_of(element))
    items = v.retype(cell.terms[0], sort)
    size = t.length(items)
    new = t.nil(sort[1]) if given is None else v.retype(given.terms[0], sort)
    if step is not None:
        raise Uncovered(f"a slice with this step, in line {key.line}")
    if low is not None or high is not None:
        first = t.ZERO if low is None else clamp_bound(low, size, state)
        last = size if high is None else clamp_bound(high, size, state)
        last = t.ite(t.le(first, last), last, first)
        new = t.cat(t.cat(t.cut(items, t.ZERO, first), new), t.cut(items, last, size))
    state.heap[owner.number] = with_items(cell, new, element)


def _every(items: t.Term, stride: t.Term) -> t.Term:
    """Each element of a list that comes so many places after the last one, from the first on."""
    if stride is t.ONE:
        return items
    clock, made = t.variable("k!every", t.INT), t.variable("s!every", items.sort)
    walked = t.variable("items!every", items.sort)
    rounds = t.div(t.sub(t.add(t.length(items), stride), t.ONE), stride)
    further = stride if stride.op == "num" else t.variable("step!every", t.INT)
    step = t.snoc(made, t.at(walked, t.mul(further, clock)))
    loop = loop_value(made, {made: (t.nil(t.element_of(items)), step)}, clock, rounds)
    return t.substitute(loop, {walked.data: items, "step!every": stride})
