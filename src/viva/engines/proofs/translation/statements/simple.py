"""Statements that are no loops: expressions, `=`, `return`, `if`, `raise`, `assert`, `def`."""

from __future__ import annotations

from viva.engines.proofs import terms as t
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.expressions.branches import evaluate_test
from viva.engines.proofs.translation.expressions.comprehensions import run_generators
from viva.engines.proofs.translation.recursion.tail_calls import combine_with_gathered, continue_with_call
from viva.engines.proofs.translation.rewriting.generators import inline_lazy_names
from viva.engines.proofs.translation.statements.assignments import delete_target
from viva.engines.proofs.translation.statements.block import run_block
from viva.engines.proofs.translation.table import assign, evaluate, executes, goes_on
from viva.engines.proofs.translation.values import Outcome, State
from viva.engines.syntax.scopes import with_own_names
from viva.engines.syntax.source import Function, read_function, read_lambda
from viva.engines.syntax.tree import Node, Uncovered


@executes("Pass", "Global")
def no_statement(_node: Node, state: State) -> list[Outcome]:
    return goes_on(state)


@executes("Expr")
def expression_statement(node: Node, state: State) -> list[Outcome]:
    value = node.node("value")
    if value.kind == "ListComp":  # a loop in another writing: nobody gets the list
        value = with_own_names(value, state.context.fresh)
        element = value.node("elt")
        run_generators(value.nodes("generators"), lambda inner: _ignore_value(element, inner), state, [element])
    elif value.kind != "Constant":
        evaluate(value, state)
    return goes_on(state)


def _ignore_value(node: Node, state: State) -> None:
    evaluate(node, state)


@executes("Assign")
def assignment(node: Node, state: State) -> list[Outcome]:
    targets = node.nodes("targets")
    if node.node("value").kind == "Lambda":
        if len(targets) != 1 or targets[0].kind != "Name":
            raise Uncovered(f"Lambda in line {node.line}")
        _define_function(read_lambda(targets[0].text("id"), node.node("value")), node, state)
        return goes_on(state)
    value = evaluate(node.node("value"), state)
    for each in targets:
        assign(each, value, state)
    return goes_on(state)


@executes("AnnAssign")
def annotated_assignment(node: Node, state: State) -> list[Outcome]:
    value = node.optional("value")
    if node.node("target").kind != "Name":
        raise Uncovered(f"{node.kind} in line {node.line}")
    if value is not None:
        assign(node.node("target"), evaluate(value, state), state)
    return goes_on(state)


@executes("Delete")
def delete_statement(node: Node, state: State) -> list[Outcome]:
    for each in node.nodes("targets"):
        delete_target(each, state)
    return goes_on(state)


@executes("Return")
def return_statement(node: Node, state: State) -> list[Outcome]:
    shown = node.optional("value")
    again = None if shown is None else continue_with_call(shown, state)
    if again is not None:
        return again
    value = v.Nothing() if shown is None else evaluate(shown, state)
    return [Outcome("return", t.TRUE, state, combine_with_gathered(value, state))]


@executes("Break", "Continue")
def leave_round(node: Node, state: State) -> list[Outcome]:
    return [Outcome(node.kind.lower(), t.TRUE, state)]


@executes("Raise")
def raise_statement(_node: Node, state: State) -> list[Outcome]:
    state.error = t.TRUE
    return [Outcome("raise", t.TRUE, state)]


@executes("Assert")
def assert_statement(node: Node, state: State) -> list[Outcome]:
    test = evaluate_test(node.node("test"), state)
    state.error = t.lor(state.error, t.lnot(test))
    return goes_on(state)


@executes("If")
def if_statement(node: Node, state: State) -> list[Outcome]:
    test = evaluate_test(node.node("test"), state)
    found: list[Outcome] = []
    for condition, body in ((test, node.nodes("body")), (t.lnot(test), node.nodes("orelse"))):
        if condition is not t.FALSE:
            branch = state.copy()
            branch.path = (*state.path, condition)
            for each in run_block(body, branch):
                found.append(Outcome(each.kind, t.land(condition, each.condition), each.state, each.value))
    return found


@executes("FunctionDef")
def function_definition(node: Node, state: State) -> list[Outcome]:
    _define_function(read_function(state.context.module, node), node, state)
    return goes_on(state)


def _define_function(function: Function, node: Node, state: State) -> None:
    """A function inside of another one: it has one meaning from where it stands."""
    function = inline_lazy_names(function, state.context.module)
    frame = state.context.frame
    always = any(node is each for each in frame.function.body)
    if not always or frame.functions.get(function.name, function) != function or function.name in state.names:
        raise Uncovered(f"a second meaning of {function.name}, in line {node.line}")
    frame.functions[function.name] = function
