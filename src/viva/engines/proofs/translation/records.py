"""Dataclasses with plain fields: their instances are cells of the heap, with a term for each field.

So two names of one instance see each other's changes, as with lists. Two instances are equal if they are of one class
and their fields are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from viva.engines.proofs.terms import Term, equal, land
from viva.engines.proofs.translation.cells import comparable
from viva.engines.proofs.translation.expressions import Expressions
from viva.engines.proofs.translation.values import (
    FROZEN,
    OBJECT,
    Cell,
    Ref,
    State,
    Value,
    as_text,
    is_object,
    joined_type,
    retyped,
    sort_of,
    stored,
    taken_out,
    type_of,
)
from viva.engines.syntax.source import Function, RecordClass
from viva.engines.syntax.tree import Node, Uncovered


def record_named(translator: Expressions, name: str, state: State) -> RecordClass | None:
    shadowed = name in state.names or any(name in frame.function.local for frame in translator.frames)
    return None if shadowed else translator.module.records.get(name)


def constructed(  # noqa: PLR0917 what every function is given
    translator: Expressions,
    record: RecordClass,
    args: Sequence[Node],
    named: Mapping[str, Node],
    state: State,
    line: int,
) -> Value:
    """`Point(1, y=2)`."""
    before = dict(state.heap)
    given = dict(zip(record.fields, [translator.evaluate(each, state) for each in args], strict=False))
    for name, each in named.items():
        if name in given or name not in record.fields:
            raise Uncovered(f"arguments by name, in line {line}")
        given[name] = translator.evaluate(each, state)
    for name, default in record.defaults:
        if name not in given:
            given[name] = translator.constant(default)
    if len(args) > len(record.fields) or len(given) != len(record.fields):
        raise Uncovered(f"a call with another number of arguments, in line {line}")
    translator.steady(before, state, line)
    return _made(translator, record, [given[name] for name in record.fields], state)


def _made(translator: Expressions, record: RecordClass, values: Sequence[Value], state: State) -> Ref:
    fields = [as_text(value) or value for value in values]
    kinds = tuple(type_of(value, state) for value in fields)
    terms = tuple(stored(value, state) for value in fields)
    kind = f"{FROZEN if record.frozen else OBJECT} {record.name}"
    return translator.fresh.cell(state, Cell(kind, terms, kinds))


def record_of(translator: Expressions, value: Value, state: State, line: int) -> RecordClass:
    if isinstance(value, Ref) and is_object(state.heap[value.number].kind):
        name = state.heap[value.number].kind.partition(" ")[2]
        if name in translator.module.records:
            return translator.module.records[name]
    raise Uncovered(f"Attribute in line {line}")


def field_of(translator: Expressions, owner: Value, name: str, state: State, line: int) -> Value:
    """`owner.name`."""
    record = record_of(translator, owner, state, line)
    if name not in record.fields or not isinstance(owner, Ref):
        raise Uncovered(f"Attribute in line {line}")
    cell, place = state.heap[owner.number], record.fields.index(name)
    return taken_out(cell.elements[place], cell.terms[place], state, translator.fresh)


def set_field(  # noqa: PLR0917
    translator: Expressions, owner: Value, name: str, value: Value, state: State, line: int
) -> None:
    """`owner.name = value`."""
    record = record_of(translator, owner, state, line)
    if name not in record.fields or record.frozen or not isinstance(owner, Ref):
        raise Uncovered(f"an assignment to Attribute, in line {line}")
    cell, place = translator.changing(owner, state, line), record.fields.index(name)
    value = as_text(value) or value
    kind = joined_type(cell.elements[place], type_of(value, state))
    sort = sort_of(kind)
    terms, kinds = list(cell.terms), list(cell.elements)
    terms[place], kinds[place] = retyped(stored(value, state), sort), kind
    state.heap[owner.number] = Cell(cell.kind, tuple(terms), tuple(kinds))


def method_of(translator: Expressions, owner: Value, name: str, state: State, line: int) -> Function:
    record = record_of(translator, owner, state, line)
    if name not in record.methods:
        raise Uncovered(f"{name} in line {line}")
    return record.methods[name]


def replaced(
    translator: Expressions, args: Sequence[Node], named: Mapping[str, Node], state: State, line: int
) -> Value:
    """`dataclasses.replace(point, x=3)`: a new instance."""
    if len(args) != 1:
        raise Uncovered(f"a call with another number of arguments, in line {line}")
    before = dict(state.heap)
    owner = translator.evaluate(args[0], state)
    record = record_of(translator, owner, state, line)
    given = {name: translator.evaluate(each, state) for name, each in named.items()}
    translator.steady(before, state, line)
    if not given.keys() <= set(record.fields):
        raise Uncovered(f"arguments by name, in line {line}")
    values = [given.get(name) or field_of(translator, owner, name, state, line) for name in record.fields]
    return _made(translator, record, values, state)


def equal_instances(one: Cell, two: Cell, line: int) -> Term:
    """Of one class, by their fields."""
    tests = []
    for first, kind, second, other in zip(one.terms, one.elements, two.terms, two.elements, strict=True):
        joined = joined_type(kind, other)
        comparable(joined, line)
        tests.append(equal(retyped(first, sort_of(joined)), retyped(second, sort_of(joined))))
    return land(*tests)
