"""Lists that change while a `for` goes through them, exactly as Python does it."""

from __future__ import annotations

from viva.engines.proofs import terms as t
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.expressions.names import called_name
from viva.engines.proofs.translation.loops.rounds import loop_while
from viva.engines.proofs.translation.statements.block import run_block
from viva.engines.proofs.translation.table import assign, evaluate
from viva.engines.proofs.translation.values import ListChanges, Outcome, State
from viva.engines.syntax.source import assigned_names
from viva.engines.syntax.tree import Node


def loop_by_index(node: Node, state: State, changing: ListChanges) -> list[Outcome]:
    """By a place that is one more in each round, as long as the list, as it is then, is longer. It is a `while`, and
    needs a measure."""
    shown, counted = node.node("iter"), False
    if shown.kind == "Call" and called_name(shown, state) == "enumerate":
        if len(shown.nodes("args")) != 1 or shown.nodes("keywords"):
            raise changing
        shown, counted = shown.nodes("args")[0], True
    walked = evaluate(shown, state)
    if not isinstance(walked, v.Ref) or state.heap[walked.number].kind != "list":
        raise changing
    place, items = state.context.fresh.name("=place"), state.context.fresh.name("=walked")
    state.names |= {place: v.Int(t.ZERO), items: walked}

    def now(head: State) -> tuple[t.Term, v.Cell]:
        index, owner = head.names[place], head.names[items]
        assert isinstance(index, v.Int)
        assert isinstance(owner, v.Ref)
        return index.term, head.heap[owner.number]

    def test(head: State) -> t.Term:
        index, cell = now(head)
        return t.lt(index, t.length(cell.terms[0]))

    def run(head: State) -> list[Outcome]:
        index, cell = now(head)
        value = v.element_value(cell.elements[0], t.at(cell.terms[0], index), head)
        head.names[place] = v.Int(t.add(index, t.ONE))
        assign(node.node("target"), v.Row((v.Int(index), value)) if counted else value, head)
        return run_block(node.nodes("body"), head)

    own = Node("For", node.line, {"target": node.node("target")})
    bound = assigned_names([*node.nodes("body"), own]) | {place}
    outcomes = loop_while(state, test, run, bound, node.line)
    for each in outcomes:
        for name in (place, items):
            each.state.names.pop(name, None)
    return outcomes
