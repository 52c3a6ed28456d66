"""Recursion of any form, as a function of which its own equation is known.

The body is translated on unknown arguments, with a sign for the function itself where it is called. It ends by a
measure: a number that is not negative where the function calls itself, and that every such call makes smaller. Where
that is so for some arguments only (`n >= 0`), those are its domain: the first call is in it, and every call of itself
stays in it. Two functions whose equations are the same terms are the same function. Lists among the arguments may only
be read.
"""

from __future__ import annotations

from collections.abc import Sequence

from viva.engines.proofs import terms as t
from viva.engines.proofs.terms.recursive import ITSELF, ITSELF_RAISES, Recursive, call, itself, raising, recursive
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.loops.loop_summary import LoopSummary
from viva.engines.proofs.translation.recursion.body import run_body
from viva.engines.proofs.translation.recursion.termination import Termination, written_measure
from viva.engines.proofs.translation.values import State, Value
from viva.engines.proofs.translation.values.context import Unfinished
from viva.engines.syntax.source import Function
from viva.engines.syntax.tree import Uncovered

_RESULTS: tuple[v.Type, ...] = ("int", "bool", "text", ("list", "int"), ("row", "int", "int"))
_PLAIN = frozenset({"int", "bool", "char", "text"})


def recursive_call(function: Function, arguments: list[Value], state: State, line: int) -> Value | None:
    """A call of a function inside of its own body, where that is followed in this way."""
    inner = next((each for each in state.context.calls.unfinished if each.function is function), None)
    if inner is None:
        return None
    if inner is not state.context.calls.unfinished[-1]:
        raise Uncovered(f"functions that call each other, in line {line}")
    terms = [_plain(value, kind, state, line) for value, kind in zip(arguments, inner.kinds, strict=False)]
    if len(terms) != len(inner.kinds):
        raise Uncovered(f"a recursion of this form, in line {line}")
    inner.calls.append(([*state.path, t.lnot(state.error)], terms))
    state.error = t.lor(state.error, itself(ITSELF_RAISES, t.BOOL, terms))
    return v.element_value(inner.result, itself(ITSELF, v.sort_of(inner.result), terms), state)


def _plain(value: Value, kind: v.Type, state: State, line: int) -> t.Term:
    if v.type_of(value, state) != kind:
        raise Uncovered(f"a recursion of this form, in line {line}")
    return v.store_value(value, state)


def call_by_equation(function: Function, arguments: list[Value], state: State, line: int) -> Value:
    kinds = tuple(v.type_of(value, state) for value in arguments)
    if not kinds or not all(_is_plain(kind) for kind in kinds):
        raise Uncovered(f"a recursion of this form, in line {line or function.line}")
    terms = [_plain(value, kind, state, line) for value, kind in zip(arguments, kinds, strict=True)]
    first: Uncovered | None = None
    for result in _RESULTS:
        mark = state.context.found.mark()
        try:
            defined = _define_by_equation(function, kinds, result, state, terms)
        except Uncovered as uncovered:
            first = first or uncovered
            state.context.found.undo(mark)
        else:
            state.error = t.lor(state.error, _error_of(defined, terms))
            return v.element_value(result, _value_of(defined, terms), state)
    assert first is not None
    raise first


def _define_by_equation(
    function: Function, kinds: tuple[v.Type, ...], result: v.Type, state: State, terms: Sequence[t.Term]
) -> Recursive:
    """A function by its equation. `state` and `terms` are those of the first call."""
    context, calls = state.context, state.context.calls
    sorts = [v.sort_of(kind) for kind in kinds]
    unknown = [t.variable(f"r{place}", sort) for place, sort in enumerate(sorts)]
    inner = State(shared=context)
    values = [v.element_value(kind, term, inner) for kind, term in zip(kinds, unknown, strict=True)]
    unfinished = Unfinished(function, result, kinds)
    frames, calls.frames = calls.frames, []
    calls.unfinished.append(unfinished)
    try:
        value = run_body(function, values, inner, function.line)
    finally:
        calls.unfinished.pop()
        calls.frames = frames
    if v.type_of(value, inner) != result or not unfinished.calls:
        raise Uncovered(f"a recursion of this form, in line {function.line}")
    term, error = v.store_value(value, inner), inner.error
    if not term.free | error.free <= {each.data for each in unknown}:
        raise Uncovered(f"a recursion of this form, in line {function.line}")
    first = ([*state.path, t.lnot(state.error)], list(terms))
    ending = Termination(context, unknown, [first, *unfinished.calls], error)
    measure, domain = ending.given() if context.given is not None else ending.found()
    if measure is None:
        raise Uncovered(f"a recursion for which no measure was found, in line {function.line}")
    if ending.never_raises(domain):
        error = t.FALSE
    context.found.measures.append(written_measure(measure, domain))
    names = tuple((each.data, word) for each, word in zip(unknown, function.parameters, strict=True))
    made = recursive(term, error, t.land(*domain), measure, sorts)
    summary = LoopSummary(function.line, (), t.ZERO, t.add(measure, t.ONE), names, (function.name, made))
    context.found.loops.append(summary)
    context.solver.functions.add(made)
    return made


def _is_plain(kind: v.Type) -> bool:
    while isinstance(kind, tuple) and kind[0] == "list":
        kind = kind[1]  # type: ignore[assignment]
    return kind in _PLAIN


def _value_of(defined: Recursive, terms: Sequence[t.Term]) -> t.Term:
    return (
        call(defined, terms)
        if _is_open(defined)
        else t.uninterpreted_function(f"recursion {defined.digest}", defined.sort, *terms)
    )


def _error_of(defined: Recursive, terms: Sequence[t.Term]) -> t.Term:
    if _is_open(defined) or defined.error is t.FALSE:
        return call(raising(defined), terms)
    return t.uninterpreted_function(f"recursion {defined.digest} raises", t.BOOL, *terms)


def _is_open(defined: Recursive) -> bool:
    """Whether all calls of itself can be seen; those inside of loops cannot."""
    return not any(
        inner.op == "apply" and inner.data in (ITSELF, ITSELF_RAISES)
        for step in _steps(defined.value, defined.error)
        for inner in t.parts_of(step)
    )


def _steps(*terms: t.Term) -> list[t.Term]:
    """The steps of all loops, also of those inside of loops."""
    found: dict[t.Term, None] = {}
    todo = list(terms)
    while todo:
        for each in t.parts_of(todo.pop()):
            if each.op == "fold":
                todo += [step for step in each.data.steps if step not in found]
                found |= dict.fromkeys(each.data.steps)
    return list(found)
