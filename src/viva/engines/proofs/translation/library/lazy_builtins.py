"""What a loop may go through without a list being made of it: `range`, `enumerate`, `zip`, `map`, `filter`."""

from __future__ import annotations

from dataclasses import replace

from viva.engines.proofs import terms as t
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.expressions.applying import apply_function
from viva.engines.proofs.translation.expressions.iterables import (
    items_of_list,
    items_of_value,
    iterate,
    loop_through,
    range_bounds,
)
from viva.engines.proofs.translation.expressions.names import called_name
from viva.engines.proofs.translation.library.folding import zip_rows
from viva.engines.proofs.translation.table import evaluate, goes_on, iterates
from viva.engines.proofs.translation.values import Items, Outcome, State, Value
from viva.engines.proofs.translation.values.containers import append_element, new_container, refuse_changes
from viva.engines.proofs.translation.values.merging import merge_states
from viva.engines.syntax.tree import Node, Uncovered


@iterates("range")
def range_items(args: list[Node], state: State, line: int) -> Items:
    low, high, step, upwards = range_bounds([v.as_int(evaluate(each, state)) for each in args], state, line)
    gap, size = (t.sub(high, low), step) if upwards else (t.sub(low, high), t.scale(-1, step))
    rounds = t.div(t.sub(t.add(gap, size), t.ONE), size)  # below zero there are none, either
    return Items(rounds, lambda _, clock: v.Int(t.add(low, t.mul(step, clock))))


@iterates("enumerate")
def enumerate_items(args: list[Node], state: State, line: int) -> Items | None:
    if not 1 <= len(args) <= 2:
        return None
    inner = iterate(args[0], state)
    before = dict(state.heap)
    start = v.as_int(evaluate(args[1], state)) if len(args) == 2 else t.ZERO
    refuse_changes(before, state, line)
    return Items(
        inner.rounds, lambda head, clock: v.Row((v.Int(t.add(start, clock)), inner.element(head, clock))),
        inner.cells, inner.ahead, inner.stands,
    )  # fmt: skip


@iterates("zip")
def zip_items(args: list[Node], state: State, line: int) -> Items | None:
    if len(args) == 1 and args[0].kind == "Starred":
        return zip_rows(args[0].node("value"), state, line)
    return _zip(args, state, line) if args else None


def _zip(args: list[Node], state: State, line: int) -> Items:
    """Several at once, until the first of them has come to its end."""
    before, error = dict(state.heap), state.error
    several = [iterate(each, state) for each in args]
    refuse_changes(before, state, line)
    if any(each.ahead for each in several) and state.error is not error:
        raise Uncovered(f"elements that are made one by one and may fail, in line {line}")
    rounds = several[0].rounds
    for each in several:
        _refuse_effects(each, state, line)
        rounds = rounds if rounds is each.rounds else t.ite(t.le(rounds, each.rounds), rounds, each.rounds)
    return Items(
        rounds,
        lambda head, clock: v.Row(tuple(each.element(head, clock) for each in several)),
        tuple(cell for each in several for cell in each.cells),
        any(each.ahead for each in several),
        tuple(stand for each in several for stand in each.stands),
    )


def _refuse_effects(items: Items, state: State, line: int) -> None:
    """`zip` takes one element too many of what comes before the shortest: taking it must change nothing, nor fail."""
    trial = state.copy()
    trial.error, before = t.FALSE, dict(trial.heap)
    items.element(trial, t.variable(state.context.fresh.name("k"), t.INT))
    refuse_changes(before, trial, line)
    if trial.error is not t.FALSE:
        raise Uncovered(f"elements that are made one by one and may fail, in line {line}")


@iterates("reversed")
def reversed_items(args: list[Node], state: State, _line: int) -> Items | None:
    if len(args) != 1 or not _has_an_end(args[0], state):
        return None
    return _backwards(iterate(args[0], state), state)


def _has_an_end(node: Node, state: State) -> bool:
    """Whether something can be gone through backwards: not what is made one by one."""
    return node.kind != "GeneratorExp" and (
        node.kind != "Call" or called_name(node, state) not in ("enumerate", "zip", "map", "filter", "reversed")
    )


def _backwards(inner: Items, state: State) -> Items:
    back = t.sub(inner.rounds, t.ONE)
    if inner.items is not None and inner.kind is not None:
        whole = items_of_list(t.reverse(inner.items), inner.kind, state, inner.cells)
        return replace(whole, ahead=inner.ahead)
    return Items(
        inner.rounds,
        lambda head, clock: inner.element(head, t.sub(back, clock)),
        inner.cells,
        inner.ahead,
        inner.stands,
    )


@iterates("map")
def map_items(args: list[Node], state: State, line: int) -> Items | None:
    if len(args) < 2:
        return None
    if len(args) == 2:
        inner = iterate(args[1], state)
        return Items(
            inner.rounds, lambda head, clock: apply_function(args[0], [inner.element(head, clock)], head),
            inner.cells, inner.ahead, inner.stands,
        )  # fmt: skip
    together = _zip(args[1:], state, line)

    def one(head: State, clock: t.Term) -> Value:
        row = together.element(head, clock)
        assert isinstance(row, v.Row)
        return apply_function(args[0], list(row.items), head)

    return replace(together, element=one)


@iterates("filter")
def filter_items(args: list[Node], state: State, line: int) -> Items | None:
    if len(args) != 2:
        return None
    inner = iterate(args[1], state)
    name = f"=made{state.context.fresh.name('')}"
    state.names[name] = new_container("list", [], state)

    def run(head: State, clock: t.Term) -> list[Outcome]:
        value = inner.element(head, clock)
        alone = args[0].kind == "Constant" and args[0].constant("value") is None
        condition = v.test_of(value if alone else apply_function(args[0], [value], head), head)
        taken = head.copy()
        append_element(taken.names[name], value, taken, line)
        joined = merge_states([(condition, taken), (t.lnot(condition), head)], head.path)
        return goes_on(joined)

    loop_through(inner, run, state, line)
    return replace(items_of_value(state.names.pop(name), state, line), ahead=True)
