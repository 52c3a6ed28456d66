"""Expressions of which a part may not be evaluated: `and`, `or`, `not`, `if … else`."""

from __future__ import annotations

from viva.engines.proofs import terms as t
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.table import evaluate, evaluates
from viva.engines.proofs.translation.values import State, Value
from viva.engines.proofs.translation.values.merging import merge_states
from viva.engines.syntax.tree import Node, Uncovered


def evaluate_test(node: Node, state: State) -> t.Term:
    """Whether Python takes the value for true: of `and` and `or` nobody gets an operand here."""
    if node.kind != "BoolOp":
        return v.test_of(evaluate(node, state), state)
    operator = node.node("op").kind
    first, *rest = node.nodes("values")
    result = evaluate_test(first, state)
    for each in rest:
        guard = result if operator == "And" else t.lnot(result)
        if guard is t.FALSE:
            continue
        branch, plain = state.copy(), state.copy()
        branch.error, branch.path = t.FALSE, (*state.path, guard)
        found = evaluate_test(each, branch)
        branch.error = t.lor(state.error, branch.error)
        join_branches(guard, branch, plain, state)
        result = t.land(result, found) if operator == "And" else t.lor(result, found)
    return result


@evaluates("UnaryOp")
def unary_operation(node: Node, state: State) -> Value:
    if node.node("op").kind == "Not":
        return v.Bool(t.lnot(evaluate_test(node.node("operand"), state)))
    operand = evaluate(node.node("operand"), state)
    match node.node("op").kind:
        case "USub":
            return v.Int(t.scale(-1, v.as_int(operand)))
        case "UAdd":
            return v.Int(v.as_int(operand))
        case "Invert":
            return v.Int(t.sub(t.scale(-1, v.as_int(operand)), t.ONE))
    raise Uncovered(f"the operator in line {node.line}")


@evaluates("IfExp")
def conditional_expression(node: Node, state: State) -> Value:
    test, yes, no = evaluate_test(node.node("test"), state), node.node("body"), node.node("orelse")
    if test is t.TRUE or test is t.FALSE:
        return evaluate(yes if test is t.TRUE else no, state)
    one, first = evaluate_guarded(test, yes, state)
    two, second = evaluate_guarded(t.lnot(test), no, state)
    first.names["=value"], second.names["=value"] = one, two
    join_branches(test, first, second, state)
    return state.names.pop("=value")


@evaluates("BoolOp")
def boolean_operation(node: Node, state: State) -> Value:
    operator, (first, *rest) = node.node("op").kind, node.nodes("values")
    value = evaluate(first, state)
    for each in rest:
        test = v.test_of(value, state)
        guard = test if operator == "And" else t.lnot(test)
        if guard is t.FALSE:
            continue
        other, branch = evaluate_guarded(guard, each, state)
        plain = state.copy()
        branch.names["=value"], plain.names["=value"] = other, value
        join_branches(guard, branch, plain, state)
        value = state.names.pop("=value")
    return value


def evaluate_guarded(guard: t.Term, node: Node, state: State) -> tuple[Value, State]:
    """An operand that is evaluated only where the guard holds."""
    branch = state.copy()
    branch.error = t.FALSE
    branch.path = (*state.path, guard)
    value = evaluate(node, branch)
    branch.error = t.lor(state.error, branch.error)
    return value, branch


def join_branches(guard: t.Term, yes: State, no: State, state: State) -> None:
    done = merge_states([(guard, yes), (t.lnot(guard), no)], state.path)
    state.names, state.heap, state.frozen, state.error = done.names, done.heap, done.frozen, done.error
