"""Dictionaries that know what to give for a key that is missing: `collections.Counter` and `collections.defaultdict`.

They are cells of the heap like other dictionaries; their kind says what they give.
"""

from __future__ import annotations

from dataclasses import replace

from viva.engines.proofs.terms import ANY, ONE, TRUE, ZERO, Term, add, nil
from viva.engines.proofs.translation.cells import Items
from viva.engines.proofs.translation.closing import Outcome
from viva.engines.proofs.translation.expressions import Expressions
from viva.engines.proofs.translation.iterating import finished, items_of, iterated
from viva.engines.proofs.translation.values import (
    COUNTER,
    OF_LISTS,
    OF_NUMBERS,
    TABLES,
    Cell,
    Int,
    Ref,
    Row,
    State,
    Value,
    as_int,
    holds_lists,
)
from viva.engines.syntax.scopes import parameters_of
from viva.engines.syntax.tree import Constant, Node, Uncovered


def counter(translator: Expressions, args: list[Node], state: State, line: int) -> Value:
    """`Counter()`, or `Counter(elements)`; of a dictionary it would be something else."""
    if not args:
        return translator.fresh.cell(state, _empty(COUNTER))
    if args[0].kind == "GeneratorExp" or iterated(translator, args[0], state.copy()) is not None:
        items, element = items_of(translator, args[0], state)
    else:
        given = translator._sequence(translator.evaluate(args[0], state), state)
        if given is None:
            raise Uncovered(f"the argument in line {line}")
        items, element = given.term, given.element
    name = f"=counted{translator.fresh.name('')}"
    state.names[name] = translator.fresh.cell(state, _empty(COUNTER))
    walked = translator.elements(items, element)

    def run(head: State, clock: Term) -> list[Outcome]:
        value, made = walked.element(head, clock), head.names[name]
        assert isinstance(made, Ref)
        if element != "?":
            before = translator.entry(made, value, head, line, Int(ZERO))
            translator.enter(made, value, Int(add(as_int(before), ONE)), head, line)
        return [Outcome("next", TRUE, head)]

    finished(translator.loops.over(state, walked.rounds, run, frozenset(), line, stands=walked.stands), state)
    return state.names.pop(name)


def defaultdict(translator: Expressions, args: list[Node], state: State, line: int) -> Value:
    """`defaultdict(int)`, `defaultdict(list)`, or with a lambda that gives 0 or an empty list."""
    [made] = args
    if made.kind == "Name" and translator.is_builtin(made.text("id"), state):
        kind = {"int": OF_NUMBERS, "list": OF_LISTS}.get(made.text("id"))
    elif made.kind == "Lambda" and not parameters_of(made):
        body = made.node("body")
        zero = (
            body.kind == "Constant" and body.fields.get("value") == Constant(0) and body.constant("value") is not False
        )
        nothing = body.kind == "List" and not body.nodes("elts")
        kind = OF_NUMBERS if zero else OF_LISTS if nothing else None
    else:
        kind = None
    if kind is None:
        raise Uncovered(f"collections.defaultdict in line {line}")
    return translator.fresh.cell(state, _empty(kind))


def _empty(kind: str) -> Cell:
    return Cell(kind, (nil(ANY), nil(ANY)), ("?", "?"))


def copied(translator: Expressions, node: Node, state: State, line: int) -> Value:
    """`dict(table)`, or `dict(pairs)`."""
    if node.kind != "GeneratorExp" and iterated(translator, node, state.copy()) is None:
        value = translator.evaluate(node, state)
        if isinstance(value, Ref) and state.heap[value.number].kind in TABLES:
            cell = state.heap[value.number]
            if holds_lists(cell.elements[1]):
                state.sharing.note_second_place()
            return translator.fresh.cell(state, Cell("dict", cell.terms, cell.elements))
    made = translator.fresh.cell(state, _empty("dict"))
    items, element = items_of(translator, node, state)
    _enter_all(translator, made, translator.elements(items, element), state, line)
    return made


def updated(translator: Expressions, owner: Ref, other: Value, state: State, line: int) -> None:
    """`owner.update(other)`: the entries of another dictionary one after the other."""
    if not isinstance(other, Ref) or state.heap[other.number].kind not in TABLES or other == owner:
        raise Uncovered(f"update in line {line}")
    if state.heap[owner.number].kind == COUNTER:  # which adds up
        raise Uncovered(f"update in line {line}")
    cell = state.heap[other.number]
    if holds_lists(cell.elements[1]):
        state.sharing.note_second_place()
    keys, values = (translator.elements(each, kind) for each, kind in zip(cell.terms, cell.elements, strict=True))
    pairs = replace(
        keys,
        element=lambda head, clock: Row((keys.element(head, clock), values.element(head, clock))),
        stands=(*keys.stands, *values.stands),
    )
    _enter_all(translator, owner, pairs, state, line)


def _enter_all(translator: Expressions, owner: Ref, pairs: Items, state: State, line: int) -> None:
    def run(head: State, clock: Term) -> list[Outcome]:
        if pairs.kind != "?":
            key, value = translator.unpacked(pairs.element(head, clock), 2, head, line)
            translator.enter(owner, key, value, head, line)
        return [Outcome("next", TRUE, head)]

    over = translator.loops.over(state, pairs.rounds, run, frozenset(), line, walked=pairs.cells, stands=pairs.stands)
    finished(over, state)
