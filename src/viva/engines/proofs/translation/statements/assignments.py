"""What names, places of lists, keys and fields are given: `=`, `+=` and `del`."""

from __future__ import annotations

from viva.engines.proofs import terms as t
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.expressions.operators import apply_operator
from viva.engines.proofs.translation.expressions.records import get_field, set_field
from viva.engines.proofs.translation.expressions.subscripts import get_item, index_in, replace_slice
from viva.engines.proofs.translation.expressions.unpacking import unpack, unpack_around_star
from viva.engines.proofs.translation.table import assign, assigns, evaluate, evaluates, executes, goes_on
from viva.engines.proofs.translation.values import Outcome, State, Value
from viva.engines.proofs.translation.values.containers import (
    changeable_cell,
    delete_entry,
    extend_list,
    fitting_element,
    get_entry,
    new_container,
    set_entry,
    with_items,
)
from viva.engines.syntax.tree import Node, Uncovered


@assigns("Name")
def assign_name(node: Node, value: Value, state: State) -> None:
    name = node.text("id")
    if name in state.context.frame.functions:
        raise Uncovered(f"a second meaning of {name}, in line {node.line}")
    state.names[name] = value


@assigns("Tuple", "List")
def assign_parts(node: Node, value: Value, state: State) -> None:
    targets = node.nodes("elts")
    stars = [place for place, each in enumerate(targets) if each.kind == "Starred"]
    if stars:
        after = len(targets) - stars[0] - 1
        parts = unpack_around_star(value, stars[0], after, state, node.line)
    else:
        parts = unpack(value, len(targets), state, node.line)
    for each, part in zip(targets, parts, strict=True):
        assign(each.node("value") if each.kind == "Starred" else each, part, state)


@assigns("Subscript")
def assign_item(target: Node, value: Value, state: State) -> None:
    owner = evaluate(target.node("value"), state)
    key = target.node("slice")
    index = None if key.kind == "Slice" else evaluate(key, state)
    _set_item(owner, index, key, value, state)


@assigns("Attribute")
def assign_field(node: Node, value: Value, state: State) -> None:
    set_field(evaluate(node.node("value"), state), node.text("attr"), value, state, node.line)


@evaluates("NamedExpr")
def named_expression(node: Node, state: State) -> Value:
    value = evaluate(node.node("value"), state)
    assign(node.node("target"), value, state)
    return value


def _set_item(owner: Value, index: Value | None, target: Node, value: Value, state: State) -> None:
    """`owner[index] = value`; where there is no index, `target` is a slice."""
    cell = changeable_cell(owner, state, target.line)
    assert isinstance(owner, v.Ref)
    if cell.kind in v.TABLES and index is not None:
        set_entry(owner, index, value, state, target.line)
        return
    if cell.kind == "list" and index is None:
        kept = new_container("list", [], state)
        extend_list(kept, value, state, target.line)
        replace_slice(owner, target, state.heap.pop(kept.number), state)
        return
    if cell.kind != "list" or index is None:
        raise Uncovered(f"the assignment in line {target.line}")
    place = index_in(v.as_int(index), t.length(cell.terms[0]), state)
    items, last, element = fitting_element(cell, value, state)
    state.heap[owner.number] = with_items(cell, t.put(items, place, last), element)


@executes("AugAssign")
def augmented_assignment(node: Node, state: State) -> list[Outcome]:
    target, operator = node.node("target"), node.node("op").kind
    if target.kind == "Name":
        before = evaluate(target, state)
        operand = evaluate(node.node("value"), state)
        if isinstance(before, v.Ref):
            if operator != "Add" or state.heap[before.number].kind != "list":
                raise Uncovered(f"the assignment in line {node.line}")
            extend_list(before, operand, state, node.line)
            return goes_on(state)
        state.names[target.text("id")] = apply_operator(operator, before, operand, state, node.line)
        return goes_on(state)
    if target.kind == "Attribute":
        owner, name = evaluate(target.node("value"), state), target.text("attr")
        before = get_field(owner, name, state, node.line)
        if isinstance(before, v.Ref):
            raise Uncovered(f"the assignment in line {node.line}")
        operand = evaluate(node.node("value"), state)
        set_field(owner, name, apply_operator(operator, before, operand, state, node.line), state, node.line)
        return goes_on(state)
    if target.kind != "Subscript" or target.node("slice").kind == "Slice":
        raise Uncovered(f"the assignment in line {node.line}")
    owner, index = evaluate(target.node("value"), state), evaluate(target.node("slice"), state)
    before = get_item(owner, index, state, node.line)
    if isinstance(before, v.Ref):
        raise Uncovered(f"the assignment in line {node.line}")
    operand = evaluate(node.node("value"), state)
    result = apply_operator(operator, before, operand, state, node.line)
    _set_item(owner, index, target, result, state)
    return goes_on(state)


def delete_target(target: Node, state: State) -> None:
    if target.kind != "Subscript":
        raise Uncovered(f"del in line {target.line}")
    owner, key = evaluate(target.node("value"), state), target.node("slice")
    if key.kind == "Slice":
        cell = changeable_cell(owner, state, target.line)
        if cell.kind != "list" or not isinstance(owner, v.Ref):
            raise Uncovered(f"del in line {target.line}")
        replace_slice(owner, key, None, state)
        return
    index = evaluate(key, state)
    cell = changeable_cell(owner, state, target.line)
    if cell.kind in v.TABLES and cell.kind != v.COUNTER and isinstance(owner, v.Ref):
        get_entry(owner, index, state, target.line)
        delete_entry(owner, index, state, target.line)
        return
    if cell.kind != "list":
        raise Uncovered(f"del in line {target.line}")
    place = index_in(v.as_int(index), t.length(cell.terms[0]), state)
    assert isinstance(owner, v.Ref)
    state.heap[owner.number] = with_items(cell, t.drop(cell.terms[0], place), cell.elements[0])
