"""`for` and `while`, with `else`."""

from __future__ import annotations

from viva.engines.proofs import terms as t
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.expressions.branches import evaluate_test
from viva.engines.proofs.translation.expressions.iterables import iterate
from viva.engines.proofs.translation.loops.rounds import loop_over, loop_while
from viva.engines.proofs.translation.rewriting.inlining import inlined_loop
from viva.engines.proofs.translation.statements.block import run_block
from viva.engines.proofs.translation.statements.loops_by_index import loop_by_index
from viva.engines.proofs.translation.table import assign, executes, goes_on
from viva.engines.proofs.translation.values import ListChanges, Outcome, State
from viva.engines.syntax.scopes import owners_of_methods
from viva.engines.syntax.source import assigned_names
from viva.engines.syntax.tree import Constant, Node, Uncovered


@executes("For")
def for_statement(node: Node, state: State) -> list[Outcome]:
    before, frames, mark = state.copy(), list(state.context.calls.frames), state.context.found.mark()
    try:
        return _for_each(node, state)
    except ListChanges as changing:
        state.context.calls.frames = frames
        state.context.found.undo(mark)
        return _with_else(loop_by_index(node, before, changing), node.nodes("orelse"))


def _for_each(node: Node, state: State) -> list[Outcome]:
    if not owners_of_methods(node.node("iter")).isdisjoint(assigned_names([*node.nodes("body"), _target_only(node)])):
        raise Uncovered(f"a method of what is bound anew, in line {node.line}")
    inlined = inlined_loop(node, state)
    if inlined is not None:
        return run_block(inlined, state)
    items = iterate(node.node("iter"), state)
    target, body = node.node("target"), node.nodes("body")
    if items.ahead:
        raise Uncovered(f"elements that are made one by one, in line {node.line}")
    if items.rounds is t.ZERO:  # nothing says what its elements would be
        return _with_else(goes_on(state), node.nodes("orelse"))

    def run(head: State, clock: t.Term) -> list[Outcome]:
        assign(target, items.element(head, clock), head)
        return run_block(body, head)

    changed = assigned_names([*body, _target_only(node)])
    # A row that is gone through has a name meanwhile: then no row may be changed.
    kept = {state.context.fresh.name("=walked"): v.Ref(cell) for cell in items.cells if cell in state.frozen}
    state.names |= kept
    outcomes = loop_over(state, items.rounds, run, changed, node.line, walked=items.cells, stands=items.stands)
    for outcome in outcomes:
        outcome.state.names = {name: value for name, value in outcome.state.names.items() if name not in kept}
    return _with_else(outcomes, node.nodes("orelse"))


@executes("While")
def while_statement(node: Node, state: State) -> list[Outcome]:
    body = node.nodes("body")
    test = node.node("test")
    if any(each.kind == "NamedExpr" for each in test.within()):
        # What the last test binds is bound after the loop: a test that says no is a way to leave it.
        if node.nodes("orelse"):
            raise Uncovered(f"NamedExpr in line {node.line}")
        stop = Node("If", node.line, {"test": test, "body": [], "orelse": [Node("Break", node.line, {})]})
        body, test = [stop, *body], Node("Constant", node.line, {"value": Constant(True)})
    outcomes = loop_while(
        state,
        lambda head: evaluate_test(test, head),
        lambda head: run_block(body, head),
        assigned_names(body),
        node.line,
    )
    return _with_else(outcomes, node.nodes("orelse"))


def _with_else(outcomes: list[Outcome], otherwise: list[Node]) -> list[Outcome]:
    """After `break` the `else` of a loop is left out."""
    found: list[Outcome] = []
    for each in outcomes:
        if each.condition is t.FALSE:
            continue
        if each.kind == "broken":
            found.append(Outcome("next", each.condition, each.state))
        elif each.kind == "next" and otherwise:
            found += [
                Outcome(inner.kind, t.land(each.condition, inner.condition), inner.state, inner.value)
                for inner in run_block(otherwise, each.state)
            ]
        else:
            found.append(each)
    if not otherwise and len(found) > 1:
        on = [each for each in found if each.kind == "next"]
        rest = [each for each in found if each.kind != "next"]
        if len(on) > 1:  # the state after the loop is the same, whether it was broken or not
            return [*rest, Outcome("next", t.lor(*(each.condition for each in on)), on[-1].state)]
    return found


def _target_only(loop: Node) -> Node:
    """A loop without its body: what it binds are its own variables."""
    return Node("For", loop.line, {"target": loop.node("target")})
