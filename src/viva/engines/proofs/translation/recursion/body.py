"""A call: the body of a function on its arguments."""

from __future__ import annotations

from collections.abc import Sequence

from viva.engines.proofs import terms as t
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.recursion.tail_recursion import run_as_loop, use_of_inner_call
from viva.engines.proofs.translation.statements.block import run_block
from viva.engines.proofs.translation.values import State, Value, place_held
from viva.engines.proofs.translation.values.containers import new_container
from viva.engines.proofs.translation.values.context import Frame
from viva.engines.proofs.translation.values.merging import merge_states
from viva.engines.syntax.source import Function
from viva.engines.syntax.tree import Uncovered


def _without_result(ends: Sequence[tuple[t.Term, State]]) -> t.Term:
    """When a function gives None and otherwise a list: an empty one stands in for None, as nothing is done with a
    result of which nobody keeps the list."""
    values = [state.names["=result"] for _, state in ends]
    lists = [
        state.heap[value.number] for (_, state), value in zip(ends, values, strict=True) if isinstance(value, v.Ref)
    ]
    nothing = [isinstance(value, v.Nothing) for value in values]
    if len(lists) + sum(nothing) < len(ends) or {each.kind for each in lists} != {"list"}:
        return t.FALSE
    missing = t.FALSE
    for (condition, state), is_none in reversed(list(zip(ends, nothing, strict=True))):
        missing = t.ite(condition, t.TRUE if is_none else t.FALSE, missing)
        if is_none:
            state.names["=result"] = new_container("list", [], state)
    return missing


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
    missing = t.FALSE if calls.frames else _without_result(ends)
    done = merge_states(ends, state.path)
    if calls.frames and not done.passed.isdisjoint(state.heap):
        raise Uncovered(f"a change of a list by a function that returns out of a loop, in line {line}")
    state.passed |= done.passed & frozenset(state.heap)
    state.rebound |= done.rebound
    result = done.names.pop("=result")
    if missing is not t.FALSE:
        result = v.Maybe(missing, result)
    state.names = {name[:-1]: value for name, value in done.names.items() if name.endswith("^")}
    state.heap, state.frozen = done.heap, done.frozen
    state.error = t.lor(done.error, *(each.condition for each in raised))
    return result
