"""Functions that go through elements and carry one value: `sum`, `any`, `all`, `max` and `min` with a key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from viva.engines.proofs.terms import (
    FALSE,
    TRUE,
    ZERO,
    Term,
    add,
    at,
    equal,
    ite,
    land,
    length,
    lnot,
    lor,
    lt,
)
from viva.engines.proofs.translation.closing import Outcome
from viva.engines.proofs.translation.expressions import Expressions
from viva.engines.proofs.translation.iterating import applied, finished, items_of, iterated
from viva.engines.proofs.translation.values import (
    Bool,
    Int,
    Nothing,
    State,
    Value,
    as_int,
    taken_out,
    test_of,
)
from viva.engines.symbolic.proof.tree import Item, Node, Uncovered


def best(  # noqa: PLR0917 what every function is given
    translator: Expressions, name: str, node: Node, key: Node, state: State, line: int
) -> Value:
    """`max` and `min` with a key: the first of those with the best value."""
    items, element = items_of(translator, node, state)
    if element == "?" or (isinstance(element, tuple) and element[0] in ("list", "set")):
        raise Uncovered(f"{name} of such elements, in line {line}")
    state.error = lor(state.error, equal(length(items), ZERO))
    carried = f"=best{translator.fresh.name('')}"
    state.names[carried] = taken_out(element, at(items, ZERO), state, translator.fresh)  # type: ignore[arg-type]
    walked = translator.elements(items, element)  # type: ignore[arg-type]

    def run(head: State, clock: Term) -> list[Outcome]:
        here, best = walked.element(head, clock), head.names[carried]
        before = dict(head.heap)
        new = as_int(applied(translator, key, [here], head))
        old = as_int(applied(translator, key, [best], head))
        translator.steady(before, head, line)  # Python asks for each key once
        better = lt(old, new) if name == "max" else lt(new, old)
        head.names[carried] = translator.merger.value(better, here, best, head, head, head, frozenset())
        return [Outcome("next", TRUE, head)]

    over = translator.loops.over(state, walked.rounds, run, frozenset({carried}), line, stands=walked.stands)
    finished(over, state)
    return state.names.pop(carried)


def _accumulated(  # noqa: PLR0915, PLR0917 two ways to go through things
    translator: Expressions,
    node: Node,
    start: Value,
    step: Callable[[State, Value, str], None],
    state: State,
    line: int,
) -> Value:
    """A loop that carries one value: over a generator expression in step with it, or over a list. What is found by a
    `for` inside of another is found for each round of the outer one, and then put together.

    `any` and `all` stop as soon as they know: nothing that comes later may have been done, or have failed.
    """
    name = f"=carried{translator.fresh.name('')}"
    stops = isinstance(start, Bool)
    error, heap = state.error, dict(state.heap)
    state.names[name] = start
    if node.kind == "GeneratorExp":
        generator, *inside = node.nodes("generators")
        rest = replace(node, fields={**node.fields, "generators": list[Item](inside)})
        element = rest if inside else node.node("elt")
        items = translator.iterable(generator.node("iter"), state)
        translator.nothing_ahead(items, [*generator.nodes("ifs"), element], line)
        if stops and items.ahead:
            translator.steady(heap, state, line)
            _never_fails(error, state, line)
        targets = [each.node("target") for each in (generator, *inside)]
        names = {inner.text("id") for target in targets for inner in target.within() if inner.kind == "Name"}
        hidden = {each: state.names.pop(each) for each in sorted(names) if each in state.names}

        def run(head: State, clock: Term) -> list[Outcome]:
            before, cells = head.error, dict(head.heap)
            head.error = FALSE
            carried = head.names[name]
            translator.assign(generator.node("target"), items.element(head, clock), head)
            condition = TRUE
            for test in generator.nodes("ifs"):
                found, branch = translator._guarded(condition, test, head)
                translator.steady(cells, branch, line)
                head.heap, head.error = branch.heap, ite(condition, branch.error, head.error)
                condition = land(condition, test_of(found, head))
            inner = head.copy()
            inner.path = (*head.path, condition)
            if inside:
                nothing = Int(ZERO) if isinstance(start, Int) else start
                step(inner, _accumulated(translator, rest, nothing, step, inner, line), name)
            else:
                step(inner, translator.evaluate(element, inner), name)
            if stops:
                translator.steady(cells, inner, line)
            joined = translator.merger.merged([(condition, inner), (lnot(condition), head)], head.path)
            done = _finished(carried, start)
            joined.error = lor(before, land(lnot(done), joined.error))
            return [Outcome("next", TRUE, joined)]
    else:
        names, hidden = set(), {}
        lazy = iterated(translator, node, state.copy()) is not None
        sequence, kind = items_of(translator, node, state, any_order=True)
        if stops and lazy:
            translator.steady(heap, state, line)
            _never_fails(error, state, line)
        items = translator.elements(sequence, kind)  # type: ignore[arg-type]

        def run(head: State, clock: Term) -> list[Outcome]:
            value = items.element(head, clock)
            if not isinstance(value, Nothing):
                step(head, value, name)
            return [Outcome("next", TRUE, head)]

    local = translator.frames[-1].function
    if names:
        translator.frames[-1].function = replace(local, local=local.local | names)
    finished(
        translator.loops.over(
            state, items.rounds, run, frozenset({name}), line, walked=items.cells, stands=items.stands
        ),
        state,
    )
    translator.frames[-1].function = local
    state.names |= hidden
    return state.names.pop(name)


def _never_fails(before: Term, state: State, line: int) -> None:
    if state.error is not before:
        raise Uncovered(f"elements that are made one by one and may fail, in line {line}")


def _finished(carried: Value, start: Value) -> Term:
    """`any` and `all` look at nothing more once they know; a sum goes on."""
    if isinstance(carried, Bool) and isinstance(start, Bool):
        return carried.term if start.term is FALSE else lnot(carried.term)
    return FALSE


def summed(translator: Expressions, node: Node, start: Node | None, state: State, line: int) -> Value:
    first: Value = Int(ZERO)
    before = dict(state.heap)
    if start is not None:
        first = translator.evaluate(start, state)
        if not isinstance(first, Int):
            raise Uncovered(f"a sum that begins with what is no number, in line {line}")

    def step(head: State, value: Value, name: str) -> None:
        head.names[name] = Int(add(as_int(head.names[name]), as_int(value)))

    total = _accumulated(translator, node, first, step, state, line)
    if start is not None:  # which comes after what is added up, in Python
        translator.steady(before, state, line)
    return total


def decided(translator: Expressions, name: str, node: Node, state: State, line: int) -> Value:
    def step(head: State, value: Value, carried: str) -> None:
        so_far, test = test_of(head.names[carried], head), test_of(value, head)
        head.names[carried] = Bool(lor(so_far, test) if name == "any" else land(so_far, test))

    return _accumulated(translator, node, Bool(FALSE if name == "any" else TRUE), step, state, line)
