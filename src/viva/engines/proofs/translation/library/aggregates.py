"""Functions that go through elements and carry one value: `sum`, `any`, `all`, `max` and `min` with a key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from viva.core.records import dataclass
from viva.engines.proofs import terms as t
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.expressions.applying import apply_function
from viva.engines.proofs.translation.expressions.branches import evaluate_guarded
from viva.engines.proofs.translation.expressions.comprehensions import adopt_names, names_bound_by, refuse_calls_ahead
from viva.engines.proofs.translation.expressions.iterables import (
    items_of_list,
    iterate,
    lazy_items,
    list_of_items,
    loop_through,
)
from viva.engines.proofs.translation.expressions.operators import add_values
from viva.engines.proofs.translation.table import assign, evaluate, goes_on
from viva.engines.proofs.translation.values import Items, Outcome, State, Value
from viva.engines.proofs.translation.values.containers import refuse_changes
from viva.engines.proofs.translation.values.merging import either_value, merge_states
from viva.engines.syntax.scopes import owners_of_methods, with_own_names
from viva.engines.syntax.tree import Item, Node, Uncovered

Step = Callable[[State, Value, str], None]
"""Takes one more value into what a name carries."""
Rounds = tuple[Items, Callable[[State, t.Term], list[Outcome]]]


def sum_items(node: Node, start: Node | None, state: State, line: int) -> Value:
    first: Value = v.Int(t.ZERO)
    before = dict(state.heap)
    if start is not None:
        first = evaluate(start, state)
        lists = isinstance(first, v.Ref) and state.heap[first.number].kind == "list"
        if not isinstance(first, v.Int) and not lists:
            raise Uncovered(f"a sum that begins with what is no number, in line {line}")

    def step(head: State, value: Value, name: str) -> None:
        so_far = head.names[name]
        if isinstance(so_far, v.Ref):  # every `+` makes a new list
            head.names[name] = add_values(so_far, value, head, line)
        else:
            head.names[name] = v.Int(t.add(v.as_int(so_far), v.as_int(value)))

    total = _aggregate(node, first, step, state, line)
    if start is not None:  # which comes after what is added up, in Python
        refuse_changes(before, state, line)
    return total


def any_or_all(name: str, node: Node, state: State, line: int) -> Value:
    def step(head: State, value: Value, carried: str) -> None:
        so_far, test = v.test_of(head.names[carried], head), v.test_of(value, head)
        head.names[carried] = v.Bool(t.lor(so_far, test) if name == "any" else t.land(so_far, test))

    return _aggregate(node, v.Bool(t.FALSE if name == "any" else t.TRUE), step, state, line)


def best_by_key(name: str, node: Node, key: Node, state: State, line: int, *, default: Node | None = None) -> Value:
    """`max` and `min` with a key: the first of those with the best value."""
    items, element = list_of_items(node, state)
    if element == "?" or v.holds_lists(element):
        raise Uncovered(f"{name} of such elements, in line {line}")
    cells, empty = dict(state.heap), t.equal(t.length(items), t.ZERO)
    given = None if default is None else evaluate(default, state)
    refuse_changes(cells, state, line)
    state.error = t.lor(state.error, empty if default is None else t.FALSE)
    carried = f"=best{state.context.fresh.name('')}"
    state.names[carried] = v.element_value(element, t.at(items, t.ZERO), state)
    walked = items_of_list(items, element, state)

    def run(head: State, clock: t.Term) -> list[Outcome]:
        here, best = walked.element(head, clock), head.names[carried]
        before = dict(head.heap)
        new, old = (_key(apply_function(key, [each], head), walked.rounds, head) for each in (here, best))
        refuse_changes(before, head, line)  # Python asks for each key once
        better = t.lt(old, new) if name == "max" else t.lt(new, old)
        head.names[carried] = either_value(better, here, best, head)
        return goes_on(head)

    loop_through(walked, run, state, line, {carried})
    found = state.names.pop(carried)
    return found if given is None else either_value(empty, given, found, state)


def _key(value: Value, rounds: t.Term, state: State) -> t.Term:
    """A key as a number. None is an error if it is compared: where there are two keys at least."""
    if isinstance(value, v.Maybe):
        state.error = t.lor(state.error, t.land(value.missing, t.lt(t.ONE, rounds)))
        state.context.found.uncaught += 1
        value = value.value
    return v.as_int(value)


@dataclass(frozen=True, slots=True)
class _Carried:
    """A value that a loop carries in a name, from `start` on. `begun` is the state before."""

    name: str
    start: Value
    step: Step
    begun: State
    line: int

    @property
    def stops(self) -> bool:
        """Whether it is `any` or `all`, which look at nothing more once they know; a sum goes on."""
        return isinstance(self.start, v.Bool)

    def is_decided(self, value: Value) -> t.Term:
        if isinstance(value, v.Bool) and isinstance(self.start, v.Bool):
            return value.term if self.start.term is t.FALSE else t.lnot(value.term)
        return t.FALSE

    def refuse_effects(self, state: State) -> None:
        """Refuses elements made before it is known whether they are asked for, if making them can be noticed."""
        refuse_changes(self.begun.heap, state, self.line)
        if state.error is not self.begun.error:
            raise Uncovered(f"elements that are made one by one and may fail, in line {self.line}")


def _aggregate(node: Node, start: Value, step: Step, state: State, line: int) -> Value:
    """A loop that carries one value: over a generator expression in step with it, or over a list. What is found by a
    `for` inside of another is found for each round of the outer one, and then put together.

    `any` and `all` stop as soon as they know: nothing that comes later may have been done, or have failed.
    """
    carried = _Carried(f"=carried{state.context.fresh.name('')}", start, step, state.copy(), line)
    state.names[carried.name] = start
    bound = names_bound_by([node]) if node.kind == "GeneratorExp" else frozenset[str]()
    if bound and (carried.stops or not owners_of_methods(node).isdisjoint(bound)):
        # which of them come to be bound depends on where it stops; a method is one of what was bound before
        raise Uncovered(f"NamedExpr in line {line}")
    in_step = node.kind == "GeneratorExp" and not (isinstance(start, v.Ref) and len(node.nodes("generators")) > 1)
    rounds = _rounds_of_generator if in_step else _rounds_of_list
    items, run = rounds(node, carried, state)
    loop_through(items, run, state, line, {carried.name, *bound})
    return state.names.pop(carried.name)


def _rounds_of_generator(node: Node, carried: _Carried, state: State) -> Rounds:
    line = carried.line
    node = with_own_names(node, state.context.fresh)
    generator, *inside = node.nodes("generators")
    rest = replace(node, fields={**node.fields, "generators": list[Item](inside)})
    element = rest if inside else node.node("elt")
    items = iterate(generator.node("iter"), state)
    refuse_calls_ahead(items, [*generator.nodes("ifs"), element], line)
    if carried.stops and items.ahead:
        carried.refuse_effects(state)

    def run(head: State, clock: t.Term) -> list[Outcome]:
        before, cells = head.error, dict(head.heap)
        head.error = t.FALSE
        so_far = head.names[carried.name]
        assign(generator.node("target"), items.element(head, clock), head)
        condition = t.TRUE
        for test in generator.nodes("ifs"):
            found, branch = evaluate_guarded(condition, test, head)
            adopt_names(head, branch, condition, test)
            refuse_changes(cells, branch, line)
            head.heap, head.error = branch.heap, t.ite(condition, branch.error, head.error)
            condition = t.land(condition, v.test_of(found, head))
        inner = head.copy()
        inner.path = (*head.path, condition)
        if inside:
            nothing = v.Int(t.ZERO) if isinstance(carried.start, v.Int) else carried.start
            carried.step(inner, _aggregate(rest, nothing, carried.step, inner, line), carried.name)
        else:
            carried.step(inner, evaluate(element, inner), carried.name)
        if carried.stops:
            refuse_changes(cells, inner, line)
        joined = merge_states([(condition, inner), (t.lnot(condition), head)], head.path)
        joined.error = t.lor(before, t.land(t.lnot(carried.is_decided(so_far)), joined.error))
        return goes_on(joined)

    return items, run


def _rounds_of_list(node: Node, carried: _Carried, state: State) -> Rounds:
    is_lazy = node.kind == "GeneratorExp" or lazy_items(node, state.copy()) is not None
    sequence, kind = list_of_items(node, state, any_order=True)
    if carried.stops and is_lazy:
        carried.refuse_effects(state)
    items = items_of_list(sequence, kind, state)

    def run(head: State, clock: t.Term) -> list[Outcome]:
        value = items.element(head, clock)
        if not isinstance(value, v.Nothing):
            carried.step(head, value, carried.name)
        return goes_on(head)

    return items, run
