"""Dataclasses with plain fields: their instances are cells of the heap, with a term for each field.

So two names of one instance see each other's changes, as with lists. Two instances are equal if they are of one class
and their fields are.
"""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence

from viva.engines.proofs import terms as t
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.expressions.names import constant_value, is_imported
from viva.engines.proofs.translation.table import evaluate, evaluates
from viva.engines.proofs.translation.values import State, Value
from viva.engines.proofs.translation.values.containers import changeable_cell, refuse_changes
from viva.engines.syntax.source import Function, RecordClass
from viva.engines.syntax.tree import Node, Uncovered

_STRING = {
    "ascii_lowercase": string.ascii_lowercase, "ascii_uppercase": string.ascii_uppercase, "digits": string.digits,
}  # fmt: skip


@evaluates("Attribute")
def attribute_value(node: Node, state: State) -> Value:
    """A field of an instance, or `string.digits` and the like."""
    owner = node.node("value")
    name = owner.text("id") if owner.kind == "Name" else ""
    if not is_imported(name, state):
        return get_field(evaluate(owner, state), node.text("attr"), state, node.line)
    known = _STRING.get(node.text("attr"))
    if known is None or state.context.module.imported[name] != "string":
        raise Uncovered(f"Attribute in line {node.line}")
    return v.Seq("text", t.list_term(t.INT, [t.number(ord(letter)) for letter in known]), "char")


def construct_record(
    record: RecordClass,
    args: Sequence[Node],
    named: Mapping[str, Node],
    state: State,
    line: int,
) -> Value:
    """`Point(1, y=2)`."""
    before = dict(state.heap)
    given = dict(zip(record.fields, [evaluate(each, state) for each in args], strict=False))
    for name, each in named.items():
        if name in given or name not in record.fields:
            raise Uncovered(f"arguments by name, in line {line}")
        given[name] = evaluate(each, state)
    for name, default in record.defaults:
        if name not in given:
            given[name] = constant_value(default)
    if len(args) > len(record.fields) or len(given) != len(record.fields):
        raise Uncovered(f"a call with another number of arguments, in line {line}")
    refuse_changes(before, state, line)
    return _new_record(record, [given[name] for name in record.fields], state)


def _new_record(record: RecordClass, values: Sequence[Value], state: State) -> v.Ref:
    fields = [v.as_text(value) or value for value in values]
    kinds = tuple(v.type_of(value, state) for value in fields)
    terms = tuple(v.store_value(value, state) for value in fields)
    kind = f"{v.FROZEN if record.frozen else v.OBJECT} {record.name}"
    return v.allocate(v.Cell(kind, terms, kinds), state)


def _record_of(value: Value, state: State, line: int) -> RecordClass:
    if isinstance(value, v.Ref) and v.is_object(state.heap[value.number].kind):
        name = state.heap[value.number].kind.partition(" ")[2]
        if name in state.context.module.records:
            return state.context.module.records[name]
    raise Uncovered(f"Attribute in line {line}")


def get_field(owner: Value, name: str, state: State, line: int) -> Value:
    """`owner.name`."""
    record = _record_of(owner, state, line)
    if name not in record.fields or not isinstance(owner, v.Ref):
        raise Uncovered(f"Attribute in line {line}")
    cell, place = state.heap[owner.number], record.fields.index(name)
    return v.element_value(cell.elements[place], cell.terms[place], state)


def set_field(owner: Value, name: str, value: Value, state: State, line: int) -> None:
    """`owner.name = value`."""
    record = _record_of(owner, state, line)
    if name not in record.fields or record.frozen or not isinstance(owner, v.Ref):
        raise Uncovered(f"an assignment to Attribute, in line {line}")
    cell, place = changeable_cell(owner, state, line), record.fields.index(name)
    value = v.as_text(value) or value
    kind = v.joined_type(cell.elements[place], v.type_of(value, state))
    sort = v.sort_of(kind)
    terms, kinds = list(cell.terms), list(cell.elements)
    terms[place], kinds[place] = v.retype(v.store_value(value, state), sort), kind
    state.heap[owner.number] = v.Cell(cell.kind, tuple(terms), tuple(kinds))


def record_method(owner: Value, name: str, state: State, line: int) -> Function:
    record = _record_of(owner, state, line)
    if name not in record.methods:
        raise Uncovered(f"{name} in line {line}")
    return record.methods[name]


def replace_fields(args: Sequence[Node], named: Mapping[str, Node], state: State, line: int) -> Value:
    """`dataclasses.replace(point, x=3)`: a new instance."""
    if len(args) != 1:
        raise Uncovered(f"a call with another number of arguments, in line {line}")
    before = dict(state.heap)
    owner = evaluate(args[0], state)
    record = _record_of(owner, state, line)
    given = {name: evaluate(each, state) for name, each in named.items()}
    refuse_changes(before, state, line)
    if not given.keys() <= set(record.fields):
        raise Uncovered(f"arguments by name, in line {line}")
    values = [given.get(name) or get_field(owner, name, state, line) for name in record.fields]
    return _new_record(record, values, state)
