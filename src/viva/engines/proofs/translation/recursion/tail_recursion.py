"""Recursion that is a loop: a call of itself is the last thing that happens, but for one operation."""

from __future__ import annotations

from viva.engines.proofs import terms as t
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.loops.rounds import loop_while
from viva.engines.proofs.translation.recursion.tail_calls import is_self_call, use_of_call
from viva.engines.proofs.translation.statements.block import run_block
from viva.engines.proofs.translation.values import Outcome, State, Value
from viva.engines.proofs.translation.values.containers import refuse_changes
from viva.engines.syntax.source import Function
from viva.engines.syntax.tree import Node, Uncovered


def use_of_inner_call(function: Function) -> str | None:
    """How the result of the inner call is used: `tail`, `+left`, `+right`, `*left`, or None without such a call."""
    calls = [
        node for statement in function.body for node in statement.within() if is_self_call(node, function)
    ]  # fmt: skip
    if not calls:
        return None
    for statement in function.body:
        for node in statement.within():
            inner = node.kind in ("For", "While", "FunctionDef", "Lambda")
            if inner and any(is_self_call(each, function) for each in node.within()):
                raise Uncovered(f"a recursion of this form, in line {node.line}")
    uses: set[str] = set()
    seen = 0
    for statement in function.body:
        for node in statement.within():
            value = node.fields.get("value")
            if node.kind in ("Return", "Assign") and isinstance(value, Node):
                use = use_of_call(value, function)
                if use:
                    uses.add(use)
                    seen += 1
    uses -= {"tail"} if len(uses) > 1 else set()
    if seen != len(calls) or len(uses) != 1:
        raise Uncovered(f"a recursion of this form, in line {calls[0].line}")
    return uses.pop()


def run_as_loop(function: Function, state: State, use: str) -> list[Outcome]:
    frame = state.context.frame
    frame.use = use
    names = frozenset(function.parameters)
    if use != "tail":
        frame.gathered = "=gathered"
        state.names["=gathered"] = v.Nothing()
        names |= {"=gathered"}
        last: Uncovered | None = None
        for start in _starts(use):
            trial = state.copy()
            trial.names["=gathered"] = v.allocate(start, trial) if isinstance(start, v.Cell) else start
            try:
                return _rounds(function, trial, names)
            except Uncovered as uncovered:
                last = uncovered
                del state.context.calls.frames[state.context.calls.frames.index(frame) + 1 :]
        assert last is not None
        raise last
    return _rounds(function, state, names)


def _starts(use: str) -> list[Value | v.Cell]:
    """What gathering begins with, for numbers, lists and texts."""
    if use[0] == "*":
        return [v.Int(t.number(1))]
    return [
        v.Int(t.ZERO),
        v.Cell("list", (t.nil(t.ANY),), ("?",)),
        v.Seq("text", t.nil(t.INT), "char"),
    ]


def _rounds(function: Function, state: State, names: frozenset[str]) -> list[Outcome]:
    """What comes after the inner call is done later than is written here: it must not see any change."""
    after = (state.context.frame.use or "").endswith("right")

    def run(head: State) -> list[Outcome]:
        before = dict(head.heap)
        outcomes = run_block(function.body, head)
        for each in outcomes if after else ():
            refuse_changes(before, each.state, function.line)
        return outcomes

    repeated = loop_while(state, lambda _: t.TRUE, run, names, function.line)
    return [each for each in repeated if each.condition is not t.FALSE]
