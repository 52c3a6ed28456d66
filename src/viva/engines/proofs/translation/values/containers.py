"""How lists, sets and dictionaries in the heap are made, read and changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from viva.engines.proofs import terms as t
from viva.engines.proofs.terms import library
from viva.engines.proofs.translation.values.kinds import (
    Bool,
    Cell,
    Char,
    Int,
    Maybe,
    Nothing,
    Number,
    OneOf,
    Ref,
    Row,
    Seq,
    Type,
    Value,
)
from viva.engines.proofs.translation.values.merging import either_value, merge_cells
from viva.engines.proofs.translation.values.state import (
    State,
    allocate,
    as_sequence,
    element_value,
    store_value,
    type_of,
)
from viva.engines.proofs.translation.values.types import as_int, as_text, holds_lists, joined_type, retype, sort_of
from viva.engines.syntax.tree import Uncovered

_WRITTEN = 5  # entries of a table from which on it is kept small


class AlwaysMissing(Uncovered):
    """A dictionary that has no entry so far is asked for one."""


def new_container(kind: str, values: Sequence[Value], state: State) -> Ref:
    element: Type = "?"
    for value in values:
        element = joined_type(element, type_of(value, state))
    sort = sort_of(element)
    terms = [retype(store_value(value, state), sort) for value in values]
    return allocate(Cell(kind, (t.list_term(sort, terms),), (element,)), state)


def sequence_of(value: Value, state: State) -> Seq | None:
    match value:
        case Char():
            return as_text(value)
        case Seq():
            return value
        case Row():
            return as_sequence(value)
        case Ref(number) if state.heap[number].kind == "list":
            cell = state.heap[number]
            return Seq("list", cell.terms[0], cell.elements[0])
    return None


def element_like(value: Value, element: Type, state: State, line: int) -> t.Term:
    """A value that is compared with elements: it must be of their type."""
    if element == "text" and isinstance(value, Char):
        value = as_text(value) or value
    if isinstance(value, Row) and isinstance(element, tuple) and element[0] == "tuple":
        value = as_sequence(value) or value
    if element == "int" and isinstance(value, Bool | Number):
        return as_int(value)
    if isinstance(value, Nothing | Maybe) or joined_type(element, type_of(value, state)) != element:
        raise Uncovered(f"a comparison of elements of several types, in line {line}")
    refuse_sets_inside(element, line)
    return retype(store_value(value, state.copy()), sort_of(element))


def refuse_changes(before: Mapping[int, Cell], state: State, line: int) -> None:
    """Refuses a change in the middle of an expression: what was read before it would be something else by now."""
    if any(state.heap.get(place) != cell for place, cell in before.items()):
        raise Uncovered(f"a change in the middle of an expression, in line {line}")


def changeable_cell(owner: Value, state: State, line: int) -> Cell:
    """The cell of a list that is about to be changed in place."""
    if not isinstance(owner, Ref):
        raise Uncovered(f"a change of what is no list, in line {line}")
    if owner.number in state.frozen:
        raise Uncovered(f"a change of a list that has several names, in line {line}")
    return state.heap[owner.number]


def fitting_element(cell: Cell, value: Value, state: State) -> tuple[t.Term, t.Term, Type]:
    """The items of a list and a new element, of one type."""
    if cell.elements[0] == "text" and isinstance(value, Char):
        value = as_text(value) or value
    known = [*state.path, t.lnot(state.error)]
    if isinstance(value, Maybe) and state.context.solver.follows(known, t.lnot(value.missing)):
        value = value.value
    element = joined_type(cell.elements[0], type_of(value, state))
    sort = sort_of(element)
    return retype(cell.terms[0], ("list", sort)), retype(store_value(value, state), sort), element


def with_items(cell: Cell, items: t.Term, element: Type) -> Cell:
    return Cell(cell.kind, (items, *cell.terms[1:]), (element, *cell.elements[1:]))


def append_element(owner: Value, value: Value, state: State, line: int) -> None:
    cell = changeable_cell(owner, state, line)
    items, last, element = fitting_element(cell, value, state)
    assert isinstance(owner, Ref)
    if isinstance(value, Ref) and value.number == owner.number:
        raise Uncovered(f"a list inside of itself, in line {line}")
    state.heap[owner.number] = with_items(cell, t.snoc(items, last), element)


def add_to_set(owner: Value, value: Value, state: State, line: int) -> None:
    """`set.add`."""
    cell = changeable_cell(owner, state, line)
    refuse_unhashable(value, line)
    items, last, element = fitting_element(cell, value, state)
    refuse_sets_inside(element, line)
    assert isinstance(owner, Ref)
    new = t.ite(library.contains(items, last), items, t.snoc(items, last))
    state.heap[owner.number] = with_items(cell, new, element)


def extend_list(owner: Ref, value: Value, state: State, line: int) -> None:
    cell = changeable_cell(owner, state, line)
    sequence = sequence_of(value, state)
    if sequence is None:
        raise Uncovered(f"what is added to a list in line {line}")
    if holds_lists(sequence.element):
        state.sharing.note_second_place()
    element = joined_type(cell.elements[0], sequence.element)
    sort = ("list", sort_of(element))
    items = t.cat(retype(cell.terms[0], sort), retype(sequence.term, sort))
    state.heap[owner.number] = with_items(cell, items, element)


def set_entry(owner: Ref, key: Value, value: Value, state: State, line: int) -> None:
    """`owner[key] = value`: at the place of the key, or as a new last entry."""
    cell = changeable_cell(owner, state, line)
    refuse_unhashable(key, line)
    keys, wanted, key_type = fitting_element(Cell("dict", (cell.terms[0],), (cell.elements[0],)), key, state)
    values, given, value_type = fitting_element(Cell("dict", (cell.terms[1],), (cell.elements[1],)), value, state)
    refuse_sets_inside(key_type, line)
    known = library.contains(keys, wanted)
    place = library.first_place(keys, wanted)
    state.heap[owner.number] = Cell(
        cell.kind,
        (t.ite(known, keys, t.snoc(keys, wanted)), t.ite(known, t.put(values, place, given), t.snoc(values, given))),
        (key_type, value_type),
    )


def delete_entry(owner: Ref, key: Value, state: State, line: int) -> None:
    """`del owner[key]`, where there is such a key."""
    cell = changeable_cell(owner, state, line)
    if cell.elements[0] == "?":
        return
    place = library.first_place(cell.terms[0], element_like(key, cell.elements[0], state, line))
    state.heap[owner.number] = Cell(cell.kind, tuple(t.drop(each, place) for each in cell.terms), cell.elements)


def look_up_entry(owner: Ref, key: Value, state: State, line: int) -> Value:
    """`owner[key]`; some dictionaries know what to give for a key that is missing."""
    match state.heap[owner.number].kind:
        case "Counter":
            return get_entry(owner, key, state, line, Int(t.ZERO))
        case "defaultdict(int)":
            return set_default(owner, key, Int(t.ZERO), state, line)
        case "defaultdict(list)":
            return set_default(owner, key, new_container("list", [], state), state, line)
    return get_entry(owner, key, state, line)


def set_default(owner: Ref, key: Value, value: Value, state: State, line: int) -> Value:
    """`owner.setdefault(key, value)`."""
    before = changeable_cell(owner, state, line)
    set_entry(owner, key, value, state, line)
    after, known = state.heap[owner.number], t.FALSE
    if before.elements[0] != "?":
        known = library.contains(before.terms[0], element_like(key, before.elements[0], state, line))
    state.heap[owner.number] = merge_cells(known, before, after)
    return get_entry(owner, key, state, line, value)


def get_entry(owner: Ref, key: Value, state: State, line: int, default: Value | None = None) -> Value:
    """`owner[key]`, or `owner.get(key, default)`."""
    cell = state.heap[owner.number]
    refuse_unhashable(key, line)
    if cell.elements[0] == "?":
        if default is None:
            raise AlwaysMissing(f"a value of an empty dictionary, in line {line}")
        return default
    if isinstance(key, Maybe) and default is None:  # None is no key of a dictionary that is covered
        state.error = t.lor(state.error, key.missing)
        key = key.value
    wanted = element_like(key, cell.elements[0], state, line)
    known = library.contains(cell.terms[0], wanted)
    entry = _written_entry(cell.terms[0], cell.terms[1], wanted)
    if entry is None:
        entry = t.at(cell.terms[1], library.first_place(cell.terms[0], wanted))
    found = element_value(cell.elements[1], entry, state)
    if default is None:
        state.error = t.lor(state.error, t.lnot(known))
        return found
    return either_value(known, found, default, state)


def _written_entry(keys: t.Term, values: t.Term, wanted: t.Term) -> t.Term | None:
    """An entry of a table that is written down, with one case for each value."""
    cases: dict[t.Term, list[t.Term]] = {}
    while keys.op == values.op == "snoc":
        if keys.args[1].free or keys.args[1].op not in ("num", "nil", "snoc"):
            return None
        cases.setdefault(values.args[1], []).append(t.equal(wanted, keys.args[1]))
        keys, values = keys.args[0], values.args[0]
    if keys.op != "nil" or values.op != "nil" or sum(map(len, cases.values())) < _WRITTEN:
        return None
    found = t.default(t.element_of(values))
    for value, conditions in cases.items():
        found = t.ite(t.lor(*conditions), value, found)
    return found


def refuse_unhashable(value: Value, line: int) -> None:
    """Refuses what no set or dictionary takes, not even to look for it: lists and sets, also inside of tuples."""
    match value:
        case Ref():
            raise Uncovered(f"a list that is to be an element of a set, or a key, in line {line}")
        case Row(items):
            for each in items:
                refuse_unhashable(each, line)
        case Maybe(_, inner):
            refuse_unhashable(inner, line)
        case OneOf(_, one, other):
            refuse_unhashable(one, line)
            refuse_unhashable(other, line)
        case Seq("tuple", _, element) if _has_lists(element):
            raise Uncovered(f"a list that is to be an element of a set, or a key, in line {line}")


def _has_lists(kind: object) -> bool:
    return isinstance(kind, tuple) and (kind[0] in ("list", "set") or any(map(_has_lists, kind[1:])))


def refuse_sets_inside(element: Type, line: int) -> None:
    """Elements that are sets are equal in any order, which terms are not."""
    if isinstance(element, tuple):
        if element[0] == "set":
            raise Uncovered(f"a comparison of sets, in line {line}")
        for inner in element[1:]:
            refuse_sets_inside(inner, line)  # type: ignore[arg-type]
