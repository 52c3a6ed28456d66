"""A call: the body of a function on its arguments."""

from __future__ import annotations

from viva.engines.proofs import terms as t
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.recursion.tail_recursion import run_as_loop, use_of_inner_call
from viva.engines.proofs.translation.statements.block import run_block
from viva.engines.proofs.translation.values import State, Value, place_held
from viva.engines.proofs.translation.values.context import Frame
from viva.engines.proofs.translation.values.merging import merge_states
from viva.engines.syntax.source import Function
from viva.engines.syntax.tree import Uncovered


def run_body(function: Function, arguments: list[Value], state: State, line: int) -> Value:
    inner, calls = state.copy(), state.context.calls
    inner.names = {f"{name}^": value for name, value in state.names.items()}
    inner.names |= dict(zip(function.parameters, arguments, strict=True))
    calm = not calls.frames or (state.context.frame.calm and calls.alone)
    calls.alone = False
    calls.frames.append(Frame(function, calm=calm))
    followed = any(each.function is function for each in calls.unfinished)
    recursive = None if followed else use_of_inner_call(function)
    outcomes = run_as_loop(function, inner, recursive) if recursive else run_block(function.body, inner)
    calls.frames.pop()
    ends = []
    raised = [each for each in outcomes if each.kind == "raise"]
    if len(raised) == len(outcomes):
        state.error = t.TRUE
        return v.Nothing()
    for each in outcomes:
        if each.kind == "raise":
            continue
        if each.kind not in ("next", "return"):
            raise Uncovered(f"{each.kind} outside of a loop")
        value = place_held(each.value, each.state) if each.kind == "return" else v.Nothing()
        if isinstance(each.value, v.Held) and isinstance(value, v.Ref):
            shared = each.value.owners & state.heap.keys()
            each.state.frozen |= {value.number, *shared} if shared else frozenset()
        each.state.names["=result"] = value
        ends.append((each.condition, each.state))
    done = merge_states(ends, state.path)
    if calls.frames and not done.passed.isdisjoint(state.heap):
        raise Uncovered(f"a change of a list by a function that returns out of a loop, in line {line}")
    state.passed |= done.passed & frozenset(state.heap)
    state.rebound |= done.rebound
    result = done.names.pop("=result")
    state.names = {name[:-1]: value for name, value in done.names.items() if name.endswith("^")}
    state.heap, state.frozen = done.heap, done.frozen
    state.error = t.lor(done.error, *(each.condition for each in raised))
    return result
