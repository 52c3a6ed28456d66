"""Statements one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from viva.engines.proofs import terms as t
from viva.engines.proofs.translation.expressions.names import function_named
from viva.engines.proofs.translation.recursion.tail_calls import continue_with_call, is_returned_next
from viva.engines.proofs.translation.statements.nested_lists import change_nested_list
from viva.engines.proofs.translation.table import STATEMENTS, goes_on
from viva.engines.proofs.translation.values import Outcome, State
from viva.engines.proofs.translation.values.merging import merge_states
from viva.engines.syntax.tree import Node, Uncovered


def run_block(statements: Sequence[Node], state: State) -> list[Outcome]:
    """How the statements end; at most one outcome is `next`."""
    ended: list[Outcome] = []
    condition = t.TRUE
    for each, following in zip_longest(statements, statements[1:]):
        if is_returned_next(each, following, state):
            outcomes = continue_with_call(each.node("value"), state)
            assert outcomes is not None
        else:
            outcomes = execute(each, state)
        on = [one for one in outcomes if one.kind == "next" and one.condition is not t.FALSE]
        for one in outcomes:
            if one.kind != "next" and one.condition is not t.FALSE:
                ended.append(replace(one, condition=t.land(condition, one.condition)))
        if not on:
            return ended
        if len(on) > 1:
            joined = merge_states([(one.condition, one.state) for one in on], state.path)
            on = [Outcome("next", t.lor(*(one.condition for one in on)), joined)]
        state = on[0].state
        condition = t.land(condition, on[0].condition)
    return [*ended, Outcome("next", condition, state)]


def execute(node: Node, state: State) -> list[Outcome]:
    """How one statement ends."""
    if change_nested_list(node, state, execute):
        return goes_on(state)
    state.context.calls.alone = _is_a_call_alone(node, state)
    handler = STATEMENTS.get(node.kind)
    if handler is None:
        raise Uncovered(f"{node.kind} in line {node.line}")
    return handler(node, state)


def _is_a_call_alone(node: Node, state: State) -> bool:
    """Whether a statement is a call of an own function with plain arguments, which maybe gives its value a name."""
    value = node.fields.get("value") if node.kind in ("Expr", "Assign", "Return") else None
    if not isinstance(value, Node) or value.kind != "Call" or value.node("func").kind != "Name":
        return False
    own = function_named(value.node("func").text("id"), state) is not None
    plain = all(each.kind in ("Name", "Constant") for each in value.nodes("args"))
    return own and plain and not value.nodes("keywords")
