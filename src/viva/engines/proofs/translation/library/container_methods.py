"""The methods of lists, sets and dictionaries, as far as they are covered."""

from __future__ import annotations

from viva.engines.proofs import terms as t
from viva.engines.proofs.terms import library
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.expressions.comparisons import is_subset
from viva.engines.proofs.translation.expressions.iterables import (
    collect_items,
    items_of_value,
)
from viva.engines.proofs.translation.expressions.operators import combine_sets
from viva.engines.proofs.translation.expressions.subscripts import clamp_bound, index_in
from viva.engines.proofs.translation.library.dictionaries import update_dictionary
from viva.engines.proofs.translation.library.text_methods import search_sequence
from viva.engines.proofs.translation.table import method
from viva.engines.proofs.translation.values import State, Value
from viva.engines.proofs.translation.values.containers import (
    add_to_set,
    append_element,
    changeable_cell,
    delete_entry,
    element_like,
    extend_list,
    fitting_element,
    get_entry,
    refuse_unhashable,
    set_default,
    with_items,
)
from viva.engines.syntax.tree import Uncovered


@method("list", "count", takes=[1])
def count_in_list(owner: v.Ref, values: list[Value], state: State, line: int) -> Value:
    return _search_list(owner, "count", values[0], state, line)


@method("list", "index", takes=[1])
def index_in_list(owner: v.Ref, values: list[Value], state: State, line: int) -> Value:
    return _search_list(owner, "index", values[0], state, line)


def _search_list(owner: v.Ref, name: str, value: Value, state: State, line: int) -> Value:
    cell = state.heap[owner.number]
    return search_sequence(v.Seq("list", cell.terms[0], cell.elements[0]), name, value, state, line)


@method("list", "copy", takes=[0])
def copy_list(owner: v.Ref, _values: list[Value], state: State, _line: int) -> Value:
    cell = state.heap[owner.number]
    if v.holds_lists(cell.elements[0]):
        state.sharing.note_second_place()
    return v.allocate(cell, state)


@method("list", "append", takes=[1])
def append_to_list(owner: v.Ref, values: list[Value], state: State, line: int) -> Value:
    append_element(owner, values[0], state, line)
    return v.Nothing()


@method("list", "extend", takes=[1])
def extend_with(owner: v.Ref, values: list[Value], state: State, line: int) -> Value:
    extend_list(owner, values[0], state, line)
    return v.Nothing()


@method("list", "reverse", takes=[0])
def reverse_list(owner: v.Ref, _values: list[Value], state: State, line: int) -> Value:
    cell = changeable_cell(owner, state, line)
    state.heap[owner.number] = with_items(cell, t.reverse(cell.terms[0]), cell.elements[0])
    return v.Nothing()


@method("list", "clear", takes=[0])
def clear_list(owner: v.Ref, _values: list[Value], state: State, line: int) -> Value:
    cell = changeable_cell(owner, state, line)
    state.heap[owner.number] = with_items(cell, t.nil(v.sort_of(cell.elements[0])), cell.elements[0])
    return v.Nothing()


@method("list", "insert", takes=[2])
def insert_into_list(owner: v.Ref, values: list[Value], state: State, line: int) -> Value:
    cell = changeable_cell(owner, state, line)
    place = clamp_bound(v.as_int(values[0]), t.length(cell.terms[0]), state)
    items, value, element = fitting_element(cell, values[1], state)
    first = t.list_term(items.sort[1], [value])
    grown = t.cat(first, items) if place is t.ZERO else t.insert(items, place, value)
    state.heap[owner.number] = with_items(cell, grown, element)
    return v.Nothing()


@method("list", "remove", takes=[1])
def remove_from_list(owner: v.Ref, values: list[Value], state: State, line: int) -> Value:
    cell = changeable_cell(owner, state, line)
    items, element = cell.terms[0], cell.elements[0]
    if element == "?":
        state.error = t.TRUE
        return v.Nothing()
    wanted = element_like(values[0], element, state, line)
    state.error = t.lor(state.error, t.lnot(library.contains(items, wanted)))
    state.heap[owner.number] = with_items(cell, t.drop(items, library.first_place(items, wanted)), element)
    return v.Nothing()


@method("list", "pop", takes=[0, 1])
def pop_from_list(owner: v.Ref, values: list[Value], state: State, line: int) -> Value:
    cell = changeable_cell(owner, state, line)
    items, element = cell.terms[0], cell.elements[0]
    if element == "?":
        state.error = t.TRUE
        return v.Int(t.ZERO)
    index = v.as_int(values[0]) if values else t.number(-1)
    place = index_in(index, t.length(items), state)
    state.heap[owner.number] = with_items(cell, t.drop(items, place), element)
    return v.element_value(element, t.at(items, place), state)


@method("set", "add", takes=[1])
def add_element(owner: v.Ref, values: list[Value], state: State, line: int) -> Value:
    add_to_set(owner, values[0], state, line)
    return v.Nothing()


@method("set", "discard", takes=[1])
def discard_element(owner: v.Ref, values: list[Value], state: State, line: int) -> Value:
    _take_out_of_set(owner, values[0], state, line)
    return v.Nothing()


@method("set", "remove", takes=[1])
def remove_from_set(owner: v.Ref, values: list[Value], state: State, line: int) -> Value:
    missing = _take_out_of_set(owner, values[0], state, line)
    state.error = t.lor(state.error, missing)
    return v.Nothing()


def _take_out_of_set(owner: v.Ref, value: Value, state: State, line: int) -> t.Term:
    """Whether it was not there: then its place is outside, and nothing is dropped."""
    cell = changeable_cell(owner, state, line)
    refuse_unhashable(value, line)
    items, element = cell.terms[0], cell.elements[0]
    if element == "?":
        return t.TRUE
    wanted = element_like(value, element, state, line)
    state.heap[owner.number] = with_items(cell, t.drop(items, library.first_place(items, wanted)), element)
    return t.lnot(library.contains(items, wanted))


@method("set", "union", takes=[1])
def union(owner: v.Ref, values: list[Value], state: State, line: int) -> Value:
    return combine_sets("BitOr", owner, _as_set(values[0], state, line), state, line)


@method("set", "intersection", takes=[1])
def intersection(owner: v.Ref, values: list[Value], state: State, line: int) -> Value:
    return combine_sets("BitAnd", owner, _as_set(values[0], state, line), state, line)


@method("set", "difference", takes=[1])
def difference(owner: v.Ref, values: list[Value], state: State, line: int) -> Value:
    return combine_sets("Sub", owner, _as_set(values[0], state, line), state, line)


@method("set", "issubset", takes=[1])
def subset(owner: v.Ref, values: list[Value], state: State, line: int) -> Value:
    return v.Bool(is_subset(owner, _as_set(values[0], state, line), state, line))


@method("set", "issuperset", takes=[1])
def superset(owner: v.Ref, values: list[Value], state: State, line: int) -> Value:
    return v.Bool(is_subset(_as_set(values[0], state, line), owner, state, line))


def _as_set(value: Value, state: State, line: int) -> v.Ref:
    """A set, or a new one of the elements of a list."""
    if isinstance(value, v.Ref) and state.heap[value.number].kind == "set":
        return value
    return collect_items(items_of_value(value, state, line), state, line, "set")


@method("dict", "update", takes=[1])
def update_with(owner: v.Ref, values: list[Value], state: State, line: int) -> Value:
    changeable_cell(owner, state, line)
    update_dictionary(owner, values[0], state, line)
    return v.Nothing()


@method("dict", "get", takes=[1, 2])
def entry_or_default(owner: v.Ref, values: list[Value], state: State, line: int) -> Value:
    return get_entry(owner, values[0], state, line, values[1] if len(values) == 2 else v.Nothing())


@method("dict", "setdefault", takes=[2])
def entry_or_new(owner: v.Ref, values: list[Value], state: State, line: int) -> Value:
    if isinstance(values[1], v.Ref):  # a list would get a second name
        raise Uncovered(f"setdefault in line {line}")
    return set_default(owner, values[0], values[1], state, line)


@method("dict", "pop", takes=[1, 2])
def pop_entry(owner: v.Ref, values: list[Value], state: State, line: int) -> Value:
    found = get_entry(owner, values[0], state, line, values[1] if len(values) == 2 else None)
    delete_entry(owner, values[0], state, line)
    return found
