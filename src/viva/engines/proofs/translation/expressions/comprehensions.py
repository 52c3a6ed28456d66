"""Comprehensions: the loops that they stand for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from viva.engines.proofs import terms as t
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.expressions.branches import evaluate_guarded
from viva.engines.proofs.translation.expressions.iterables import iterate
from viva.engines.proofs.translation.loops.rounds import loop_over
from viva.engines.proofs.translation.table import assign, evaluate, evaluates, goes_on
from viva.engines.proofs.translation.values import Items, Outcome, State, Value
from viva.engines.proofs.translation.values.containers import add_to_set, append_element, new_container, set_entry
from viva.engines.proofs.translation.values.merging import merge_states
from viva.engines.syntax.scopes import owners_of_methods, with_own_names
from viva.engines.syntax.tree import Node, Uncovered


@evaluates("ListComp")
def list_comprehension(node: Node, state: State) -> Value:
    return _make_comprehension(node, "list", state)


@evaluates("SetComp")
def set_comprehension(node: Node, state: State) -> Value:
    return _make_comprehension(node, "set", state)


@evaluates("DictComp")
def dict_comprehension(node: Node, state: State) -> Value:
    return _make_comprehension(node, "dict", state)


def _make_comprehension(node: Node, kind: str, state: State) -> v.Ref:
    """A list, made by the loops that a comprehension stands for."""
    node = with_own_names(node, state.context.fresh)
    made: list[str] = [f"=made{state.context.fresh.name('')}"]
    empty = v.Cell("dict", (t.nil(t.ANY), t.nil(t.ANY)), ("?", "?"))
    state.names[made[0]] = v.allocate(empty, state) if kind == "dict" else new_container(kind, [], state)
    parts = [node.node(name) for name in (("key", "value") if kind == "dict" else ("elt",))]

    def add_one(inner: State) -> None:
        value, *rest = [evaluate(each, inner) for each in parts]
        owner = inner.names[made[0]]
        assert isinstance(owner, v.Ref)
        if rest:
            set_entry(owner, value, rest[0], inner, node.line)
            return
        if kind == "set":
            add_to_set(owner, value, inner, node.line)
        else:
            append_element(owner, value, inner, node.line)

    run_generators(node.nodes("generators"), add_one, state, parts)
    found = state.names.pop(made[0])
    assert isinstance(found, v.Ref)
    return found


def refuse_calls_ahead(items: Items, inside: Sequence[Node], line: int) -> None:
    """Refuses rounds that could change what elements depend on which were made ahead: those that call anything."""
    if items.ahead and any(inner.kind in ("Call", "NamedExpr") for node in inside for inner in node.within()):
        raise Uncovered(f"elements that are made one by one, in line {line}")


def run_generators(
    generators: Sequence[Node], last: Callable[[State], None], state: State, inside: Sequence[Node]
) -> None:
    """The loops of a comprehension, which has names of its own."""
    first, rest = generators[0], generators[1:]
    if not owners_of_methods(first.node("iter")).isdisjoint(names_bound_by([first, *rest, *inside])):
        raise Uncovered(f"a method of what is bound anew, in line {first.node('iter').line}")
    items = iterate(first.node("iter"), state)
    refuse_calls_ahead(items, [*first.nodes("ifs"), *rest, *inside], first.node("iter").line)

    def run(head: State, clock: t.Term) -> list[Outcome]:
        assign(first.node("target"), items.element(head, clock), head)
        condition = t.TRUE
        for test in first.nodes("ifs"):
            found, branch = evaluate_guarded(condition, test, head)
            adopt_names(head, branch, condition, test)
            if condition is t.TRUE:  # whatever it does is done in every round
                head.heap, head.frozen, head.error = branch.heap, branch.frozen, branch.error
                head.passed, head.rebound = branch.passed, branch.rebound
            elif any(branch.heap.get(place) != cell for place, cell in head.heap.items()):
                raise Uncovered(f"a condition that changes a list, in line {test.line}")
            else:
                head.heap, head.error = branch.heap, t.ite(condition, branch.error, head.error)
            condition = t.land(condition, v.test_of(found, head))
        inner = head.copy()
        inner.path = (*head.path, condition)
        if rest:
            run_generators(rest, last, inner, inside)
        else:
            last(inner)
        joined = merge_states([(condition, inner), (t.lnot(condition), head)], head.path)
        return goes_on(joined)

    over = loop_over(
        state, items.rounds, run, names_bound_by([*generators, *inside]), first.node("iter").line,
        walked=items.cells, stands=items.stands,
    )  # fmt: skip
    for outcome in over:
        done = outcome.state
        state.names, state.heap, state.frozen, state.error = done.names, done.heap, done.frozen, done.error


def names_bound_by(nodes: Sequence[Node]) -> frozenset[str]:
    """What `:=` binds in a comprehension: names of the function around it."""
    inside = (each for node in nodes for each in node.within() if each.kind == "NamedExpr")
    return frozenset(each.node("target").text("id") for each in inside)


def adopt_names(state: State, branch: State, condition: t.Term, test: Node) -> None:
    """Takes over what a condition of a comprehension has bound."""
    if any(each.kind == "NamedExpr" for each in test.within()):
        if condition is not t.TRUE:
            raise Uncovered(f"NamedExpr in line {test.line}")
        state.names = branch.names
