"""Dictionaries that know what to give for a key that is missing: `collections.Counter` and `collections.defaultdict`.

They are cells of the heap like other dictionaries; their kind says what they give.
"""

from __future__ import annotations

from dataclasses import replace

from viva.engines.proofs import terms as t
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.expressions.iterables import items_of_list, lazy_items, list_of_items, loop_through
from viva.engines.proofs.translation.expressions.names import is_builtin
from viva.engines.proofs.translation.expressions.unpacking import unpack
from viva.engines.proofs.translation.table import builtin, evaluate, goes_on
from viva.engines.proofs.translation.values import Items, Outcome, State, Value
from viva.engines.proofs.translation.values.containers import get_entry, sequence_of, set_entry
from viva.engines.syntax.scopes import parameters_of
from viva.engines.syntax.tree import Constant, Node, Uncovered


@builtin("collections.Counter", takes=[0, 1])
def make_counter(_name: str, args: list[Node], state: State, line: int) -> Value:
    """`Counter()`, or `Counter(elements)`; of a dictionary it would be something else."""
    if not args:
        return v.allocate(empty_dictionary(v.COUNTER), state)
    if args[0].kind == "GeneratorExp" or lazy_items(args[0], state.copy()) is not None:
        items, element = list_of_items(args[0], state)
    else:
        given = sequence_of(evaluate(args[0], state), state)
        if given is None:
            raise Uncovered(f"the argument in line {line}")
        items, element = given.term, given.element
    name = f"=counted{state.context.fresh.name('')}"
    state.names[name] = v.allocate(empty_dictionary(v.COUNTER), state)
    walked = items_of_list(items, element, state)

    def run(head: State, clock: t.Term) -> list[Outcome]:
        value, made = walked.element(head, clock), head.names[name]
        assert isinstance(made, v.Ref)
        if element != "?":
            before = get_entry(made, value, head, line, v.Int(t.ZERO))
            set_entry(made, value, v.Int(t.add(v.as_int(before), t.ONE)), head, line)
        return goes_on(head)

    loop_through(walked, run, state, line)
    return state.names.pop(name)


@builtin("collections.defaultdict", takes=[1])
def make_defaultdict(_name: str, args: list[Node], state: State, line: int) -> Value:
    """`defaultdict(int)`, `defaultdict(list)`, or with a lambda that gives 0 or an empty list."""
    [made] = args
    if made.kind == "Name" and is_builtin(made.text("id"), state):
        kind = {"int": v.OF_NUMBERS, "list": v.OF_LISTS}.get(made.text("id"))
    elif made.kind == "Lambda" and not parameters_of(made):
        body = made.node("body")
        zero = (
            body.kind == "Constant" and body.fields.get("value") == Constant(0) and body.constant("value") is not False
        )
        nothing = body.kind == "List" and not body.nodes("elts")
        kind = v.OF_NUMBERS if zero else v.OF_LISTS if nothing else None
    else:
        kind = None
    if kind is None:
        raise Uncovered(f"collections.defaultdict in line {line}")
    return v.allocate(empty_dictionary(kind), state)


def empty_dictionary(kind: str) -> v.Cell:
    return v.Cell(kind, (t.nil(t.ANY), t.nil(t.ANY)), ("?", "?"))


def copy_dictionary(node: Node, state: State, line: int) -> Value:
    """`dict(table)`, or `dict(pairs)`."""
    if node.kind != "GeneratorExp" and lazy_items(node, state.copy()) is None:
        value = evaluate(node, state)
        if isinstance(value, v.Ref) and state.heap[value.number].kind in v.TABLES:
            cell = state.heap[value.number]
            if v.holds_lists(cell.elements[1]):
                state.sharing.note_second_place()
            return v.allocate(v.Cell("dict", cell.terms, cell.elements), state)
    made = v.allocate(empty_dictionary("dict"), state)
    items, element = list_of_items(node, state)
    _set_entries(made, items_of_list(items, element, state), state, line)
    return made


def update_dictionary(owner: v.Ref, other: Value, state: State, line: int) -> None:
    """`owner.update(other)`: the entries of another dictionary one after the other."""
    if not isinstance(other, v.Ref) or state.heap[other.number].kind not in v.TABLES or other == owner:
        raise Uncovered(f"update in line {line}")
    if state.heap[owner.number].kind == v.COUNTER:  # which adds up
        raise Uncovered(f"update in line {line}")
    cell = state.heap[other.number]
    if v.holds_lists(cell.elements[1]):
        state.sharing.note_second_place()
    keys, values = (items_of_list(each, kind, state) for each, kind in zip(cell.terms, cell.elements, strict=True))
    pairs = replace(
        keys,
        element=lambda head, clock: v.Row((keys.element(head, clock), values.element(head, clock))),
        stands=(*keys.stands, *values.stands),
    )
    _set_entries(owner, pairs, state, line)


def _set_entries(owner: v.Ref, pairs: Items, state: State, line: int) -> None:
    def run(head: State, clock: t.Term) -> list[Outcome]:
        if pairs.kind != "?":
            key, value = unpack(pairs.element(head, clock), 2, head, line)
            set_entry(owner, key, value, head, line)
        return goes_on(head)

    loop_through(pairs, run, state, line)
