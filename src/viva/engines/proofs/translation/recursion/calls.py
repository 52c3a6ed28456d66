"""A call of a function of the program, in the way that its recursion allows."""

from __future__ import annotations

from viva.engines.proofs.translation.expressions.names import MaybeUnset, constant_value
from viva.engines.proofs.translation.recursion.body import run_body
from viva.engines.proofs.translation.recursion.tail_calls import calls_itself
from viva.engines.proofs.translation.recursion.well_founded import call_by_equation, recursive_call
from viva.engines.proofs.translation.rewriting.memory import refuse_remembering, refuse_sharing
from viva.engines.proofs.translation.values import State, Value
from viva.engines.syntax.source import Function
from viva.engines.syntax.tree import Uncovered

_DEEPEST = 12


def call_function(function: Function, arguments: list[Value], state: State, line: int) -> Value:
    if function.yields:
        raise Uncovered(f"a generator that is kept, in line {line or function.line}")
    missing = len(function.parameters) - len(arguments)
    if missing < 0 or missing > len(function.defaults):
        raise Uncovered(f"a call with another number of arguments, in line {line}")
    arguments = [
        *arguments,
        *(constant_value(each) for each in function.defaults[len(function.defaults) - missing :]),
    ]
    remembers = function.name in state.context.remembering and state.context.module.functions[function.name] is function
    if remembers:
        refuse_remembering(arguments, line or function.line)
    result = _called(function, arguments, state, line)
    if remembers:
        refuse_sharing(result, state, line or function.line)
    return result


def _called(function: Function, arguments: list[Value], state: State, line: int) -> Value:
    again = recursive_call(function, arguments, state, line)
    if again is not None:
        return again
    calls = state.context.calls
    if len(calls.frames) > _DEEPEST or any(frame.function is function for frame in calls.frames):
        raise Uncovered(f"a recursion of this form, in line {line or function.line}")
    inside = not any(function is each for each in state.context.module.functions.values())
    if inside or not calls_itself(function, state):
        return run_body(function, arguments, state, line)
    calls.recursive = True
    frames, mark = list(calls.frames), state.context.found.mark()
    ways = [run_body, call_by_equation]
    first, second = reversed(ways) if state.context.equations else ways
    begun = state.copy()
    try:
        return first(function, arguments, state, line)
    except MaybeUnset:
        raise
    except Uncovered:
        calls.frames = frames
        state.context.found.undo(mark)
        state.names, state.heap, state.frozen = begun.names, begun.heap, begun.frozen
        state.error, state.path, state.passed = begun.error, begun.path, begun.passed
        return second(function, arguments, state, line)
