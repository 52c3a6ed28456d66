"""Constants, tuples, lists, sets, dictionaries and texts with values in them."""

from __future__ import annotations

from dataclasses import replace

from viva.engines.proofs import terms as t
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.expressions.names import constant_value
from viva.engines.proofs.translation.library.conversions import as_shown, format_value
from viva.engines.proofs.translation.library.dictionaries import update_dictionary
from viva.engines.proofs.translation.table import evaluate, evaluates
from viva.engines.proofs.translation.values import State, Value
from viva.engines.proofs.translation.values.containers import (
    add_to_set,
    append_element,
    extend_list,
    new_container,
    refuse_changes,
    set_entry,
)
from viva.engines.syntax.tree import Node, Uncovered


@evaluates("List")
def list_literal(node: Node, state: State) -> Value:
    if not any(each.kind == "Starred" for each in node.nodes("elts")):
        return new_container("list", [evaluate(each, state) for each in node.nodes("elts")], state)
    made, before = new_container("list", [], state), dict(state.heap)
    for each in node.nodes("elts"):
        if each.kind == "Starred":
            extend_list(made, evaluate(each.node("value"), state), state, node.line)
        else:
            append_element(made, evaluate(each, state), state, node.line)
    del before[made.number]
    refuse_changes(before, state, node.line)
    return made


@evaluates("JoinedStr")
def formatted_text(node: Node, state: State) -> Value:
    """A text with values in it, shown as `str` does."""
    made = v.Seq("text", t.nil(t.INT), "char")
    for each in node.nodes("values"):
        plain = each.kind == "FormattedValue" and each.constant("conversion") == -1
        if each.kind != "Constant" and not plain:
            raise Uncovered(f"a text with values in it, in line {node.line}")
        value = evaluate(each if each.kind == "Constant" else each.node("value"), state)
        form = each.optional("format_spec") if plain else None
        shown = as_shown(value, node.line) if form is None else format_value(value, form, node.line)
        made = replace(made, term=t.cat(made.term, shown.term))
    return made


@evaluates("Dict")
def dict_literal(node: Node, state: State) -> Value:
    made = v.allocate(v.Cell("dict", (t.nil(t.ANY), t.nil(t.ANY)), ("?", "?")), state)
    keys = node.fields.get("keys")
    if not isinstance(keys, list):
        raise Uncovered(f"the dictionary in line {node.line}")
    before = dict(state.heap)
    for key, value in zip(keys, node.nodes("values"), strict=True):
        if isinstance(key, Node):
            first = evaluate(key, state)
            set_entry(made, first, evaluate(value, state), state, node.line)
        else:  # `**`
            update_dictionary(made, evaluate(value, state), state, node.line)
    if not all(isinstance(key, Node) for key in keys):
        refuse_changes({place: cell for place, cell in before.items() if place != made.number}, state, node.line)
    return made


@evaluates("Constant")
def constant(node: Node, _state: State) -> Value:
    return constant_value(node)


@evaluates("Tuple")
def tuple_literal(node: Node, state: State) -> Value:
    return v.Row(tuple(evaluate(each, state) for each in node.nodes("elts")))


@evaluates("Set")
def set_literal(node: Node, state: State) -> Value:
    made = new_container("set", [], state)
    for each in node.nodes("elts"):
        add_to_set(made, evaluate(each, state), state, node.line)
    return made
