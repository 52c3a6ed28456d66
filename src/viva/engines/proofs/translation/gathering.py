"""Functions that go through elements and carry one value: `sum`, `any`, `all`, `max` and `min` with a key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from viva.engines.proofs.terms import (
    FALSE,
    ONE,
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
    Maybe,
    Nothing,
    Ref,
    State,
    Value,
    as_int,
    holds_lists,
    taken_out,
    test_of,
)
from viva.engines.proofs.translation.walks import adopt_names, names_bound_by
from viva.engines.syntax.scopes import owners_of_methods, with_own_names
from viva.engines.syntax.tree import Item, Node, Uncovered


def best(  # noqa: PLR0917 what every function is given
    translator: Expressions, name: str, node: Node, key: Node, state: State, line: int, default: Node | None = None
) -> Value:
    """`max` and `min` with a key: the first of those with the best value."""
    items, element = items_of(translator, node, state)
    if element == "?" or holds_lists(element):
        raise Uncovered(f"{name} of such elements, in line {line}")
    cells, empty = dict(state.heap), equal(length(items), ZERO)
    given = None if default is None else translator.evaluate(default, state)
    translator.steady(cells, state, line)
    state.error = lor(state.error, empty if default is None else FALSE)
    carried = f"=best{translator.fresh.name('')}"
    state.names[carried] = taken_out(element, at(items, ZERO), state, translator.fresh)
    walked = translator.elements(items, element)

    def run(head: State, clock: Term) -> list[Outcome]:
        here, best = walked.element(head, clock), head.names[carried]
        before = dict(head.heap)
        new, old = (_key(applied(translator, key, [each], head), walked.rounds, head) for each in (here, best))
        translator.steady(before, head, line)  # Python asks for each key once
        better = lt(old, new) if name == "max" else lt(new, old)
        head.names[carried] = translator.merger.value(better, here, best, head, head, head, frozenset())
        return [Outcome("next", TRUE, head)]

    over = translator.loops.over(state, walked.rounds, run, frozenset({carried}), line, stands=walked.stands)
    finished(over, state)
    found = state.names.pop(carried)
    return found if given is None else translator.merger.value(empty, given, found, state, state, state, frozenset())


def _key(value: Value, rounds: Term, state: State) -> Term:
    """A key as a number. None is an error if it is compared: where there are two keys at least."""
    if isinstance(value, Maybe):
        state.error = lor(state.error, land(value.missing, lt(ONE, rounds)))
        value = value.value
    return as_int(value)


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
    bound = names_bound_by([node]) if node.kind == "GeneratorExp" else frozenset[str]()
    if bound and (stops or not owners_of_methods(node).isdisjoint(bound)):
        # which of them come to be bound depends on where it stops; a method is one of what was bound before
        raise Uncovered(f"NamedExpr in line {line}")
    in_step = node.kind == "GeneratorExp" and not (isinstance(start, Ref) and len(node.nodes("generators")) > 1)
    if in_step:
        node = with_own_names(node, translator.fresh)
        generator, *inside = node.nodes("generators")
        rest = replace(node, fields={**node.fields, "generators": list[Item](inside)})
        element = rest if inside else node.node("elt")
        items = translator.iterable(generator.node("iter"), state)
        translator.nothing_ahead(items, [*generator.nodes("ifs"), element], line)
        if stops and items.ahead:
            translator.steady(heap, state, line)
            _never_fails(error, state, line)

        def run(head: State, clock: Term) -> list[Outcome]:
            before, cells = head.error, dict(head.heap)
            head.error = FALSE
            carried = head.names[name]
            translator.assign(generator.node("target"), items.element(head, clock), head)
            condition = TRUE
            for test in generator.nodes("ifs"):
                found, branch = translator._guarded(condition, test, head)
                adopt_names(head, branch, condition, test)
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
        lazy = node.kind == "GeneratorExp" or iterated(translator, node, state.copy()) is not None
        sequence, kind = items_of(translator, node, state, any_order=True)
        if stops and lazy:
            translator.steady(heap, state, line)
            _never_fails(error, state, line)
        items = translator.elements(sequence, kind)

        def run(head: State, clock: Term) -> list[Outcome]:
            value = items.element(head, clock)
            if not isinstance(value, Nothing):
                step(head, value, name)
            return [Outcome("next", TRUE, head)]

    finished(
        translator.loops.over(
            state, items.rounds, run, frozenset({name}) | bound, line, walked=items.cells, stands=items.stands
        ),
        state,
    )
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
        lists = isinstance(first, Ref) and state.heap[first.number].kind == "list"
        if not isinstance(first, Int) and not lists:
            raise Uncovered(f"a sum that begins with what is no number, in line {line}")

    def step(head: State, value: Value, name: str) -> None:
        so_far = head.names[name]
        if isinstance(so_far, Ref):  # every `+` makes a new list
            head.names[name] = translator.added(so_far, value, head, line)
        else:
            head.names[name] = Int(add(as_int(so_far), as_int(value)))

    total = _accumulated(translator, node, first, step, state, line)
    if start is not None:  # which comes after what is added up, in Python
        translator.steady(before, state, line)
    return total


def decided(translator: Expressions, name: str, node: Node, state: State, line: int) -> Value:
    def step(head: State, value: Value, carried: str) -> None:
        so_far, test = test_of(head.names[carried], head), test_of(value, head)
        head.names[carried] = Bool(lor(so_far, test) if name == "any" else land(so_far, test))

    return _accumulated(translator, node, Bool(FALSE if name == "any" else TRUE), step, state, line)
