"""Lists that change while a `for` goes through them, exactly as Python does it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viva.engines.proofs.terms import ONE, ZERO, Term, add, at, length, lt
from viva.engines.proofs.translation.closing import Changing, Outcome
from viva.engines.proofs.translation.iterating import name_of
from viva.engines.proofs.translation.values import Cell, Int, Ref, Row, State, taken_out
from viva.engines.syntax.source import assigned
from viva.engines.syntax.tree import Node

if TYPE_CHECKING:
    from viva.engines.proofs.translation.statements import Statements


def by_index(translator: Statements, node: Node, state: State, changing: Changing) -> list[Outcome]:
    """By a place that is one more in each round, as long as the list, as it is then, is longer. It is a `while`, and
    needs a measure."""
    shown, counted = node.node("iter"), False
    if shown.kind == "Call" and name_of(translator, shown, state) == "enumerate":
        if len(shown.nodes("args")) != 1 or shown.nodes("keywords"):
            raise changing
        shown, counted = shown.nodes("args")[0], True
    walked = translator.evaluate(shown, state)
    if not isinstance(walked, Ref) or state.heap[walked.number].kind != "list":
        raise changing
    place, items = translator.fresh.name("=place"), translator.fresh.name("=walked")
    state.names |= {place: Int(ZERO), items: walked}

    def now(head: State) -> tuple[Term, Cell]:
        index, owner = head.names[place], head.names[items]
        assert isinstance(index, Int)
        assert isinstance(owner, Ref)
        return index.term, head.heap[owner.number]

    def test(head: State) -> Term:
        index, cell = now(head)
        return lt(index, length(cell.terms[0]))

    def run(head: State) -> list[Outcome]:
        index, cell = now(head)
        value = taken_out(cell.elements[0], at(cell.terms[0], index), head, translator.fresh)
        head.names[place] = Int(add(index, ONE))
        translator.assign(node.node("target"), Row((Int(index), value)) if counted else value, head)
        return translator.block(node.nodes("body"), head)

    own = Node("For", node.line, {"target": node.node("target")})
    bound = assigned([*node.nodes("body"), own]) | {place}
    outcomes = translator.loops.repeat(state, test, run, bound, node.line)
    for each in outcomes:
        for name in (place, items):
            each.state.names.pop(name, None)
    return outcomes
