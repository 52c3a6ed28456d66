"""`functools.reduce`, and what `itertools` goes through: `accumulate`, `chain`; and `zip(*rows)`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from viva.engines.proofs.terms import (
    INT,
    ONE,
    TRUE,
    ZERO,
    Term,
    at,
    cat,
    cut,
    equal,
    ite,
    le,
    length,
    lor,
    nil,
    snoc,
    substituted,
    variable,
)
from viva.engines.proofs.terms.folds import looped
from viva.engines.proofs.translation.cells import Items
from viva.engines.proofs.translation.closing import Outcome
from viva.engines.proofs.translation.expressions import Expressions
from viva.engines.proofs.translation.iterating import applied, finished, items_of, iterated
from viva.engines.proofs.translation.values import (
    Cell,
    Int,
    Ref,
    Seq,
    State,
    Type,
    Value,
    holds_lists,
    joined_type,
    retyped,
    sort_of,
    taken_out,
)
from viva.engines.syntax.tree import Node, Uncovered


def reduced(translator: Expressions, args: list[Node], state: State, line: int) -> Value:
    """`reduce(function, items)`, or with a value to begin with."""
    before = dict(state.heap)
    items, element = _items(translator, args[1], state, line)
    given = [translator.evaluate(each, state) for each in args[2:]]
    translator.steady(before, state, line)
    if given:
        first = given[0]
    else:
        state.error = lor(state.error, equal(length(items), ZERO))
        first = taken_out(element, at(items, ZERO), state, translator.fresh)
        items = cut(items, ONE, length(items))
    return _carried(translator, args[0], first, (items, element), state, line, lambda _head, _value: None)


def accumulated(translator: Expressions, args: list[Node], state: State, line: int) -> Items:
    """`accumulate(numbers)`, or with a function: the list of all that comes up on the way."""
    before, error = dict(state.heap), state.error
    items, element = _items(translator, args[0], state, line)
    if len(args) == 1 and element != "int":
        raise Uncovered(f"itertools.accumulate in line {line}")
    made = f"=made{translator.fresh.name('')}"
    first: Value = Int(ZERO)
    rest, function = items, None
    state.names[made] = translator.new("list", [], state)
    if len(args) == 2:  # the first comes up as it is, if there is one
        first = taken_out(element, at(items, ZERO), state, translator.fresh)
        rest, function = cut(items, ONE, length(items)), args[1]
        translator.append(state.names[made], first, state, line)

    def note(head: State, value: Value) -> None:
        translator.append(head.names[made], value, head, line)

    _carried(translator, function, first, (rest, element), state, line, note)
    translator.steady(before, state, line)
    if state.error is not error:
        raise Uncovered(f"elements that are made one by one and may fail, in line {line}")
    found = state.names.pop(made)
    assert isinstance(found, Ref)
    cell = state.heap[found.number]
    if len(args) == 2:
        whole = ite(equal(length(items), ZERO), nil(sort_of(cell.elements[0])), cell.terms[0])
        state.heap[found.number] = Cell("list", (whole,), cell.elements)
    return replace(translator.items(found, state, line), ahead=True)


def _items(translator: Expressions, node: Node, state: State, line: int) -> tuple[Term, Type]:
    items, element = items_of(translator, node, state)
    if element == "?" or holds_lists(element):
        raise Uncovered(f"the argument in line {line}")
    return items, element


def _carried(  # noqa: PLR0917 what every function is given
    translator: Expressions, function: Node | None, first: Value, walked_through: tuple[Term, Type], state: State,
    line: int, note: Callable[[State, Value], None],
) -> Value:  # fmt: skip
    """A value that a function of two makes anew with every element; without one, the sum."""
    name = f"=carried{translator.fresh.name('')}"
    state.names[name] = first
    walked = translator.elements(*walked_through)

    def run(head: State, clock: Term) -> list[Outcome]:
        before = dict(head.heap)
        so_far, here = head.names[name], walked.element(head, clock)
        if function is None:
            value = translator.added(so_far, here, head, line)
        else:
            value = applied(translator, function, [so_far, here], head)
        translator.steady(before, head, line)
        head.names[name] = value
        note(head, value)
        return [Outcome("next", TRUE, head)]

    over = translator.loops.over(state, walked.rounds, run, frozenset({name}), line, stands=walked.stands)
    finished(over, state)
    return state.names.pop(name)


def chained(translator: Expressions, args: list[Node], state: State, line: int) -> Items:
    """`chain(one, two, …)`: lists one after the other."""
    before = dict(state.heap)
    whole: Term | None = None
    kind: Type = "?"
    cells: tuple[int, ...] = ()
    for each in args:
        if each.kind in ("GeneratorExp", "Starred") or iterated(translator, each, state.copy()) is not None:
            raise Uncovered(f"elements that are made one by one, in line {line}")
        inner = translator.iterable(each, state)
        if inner.items is None or inner.kind is None or holds_lists(inner.kind):
            raise Uncovered(f"the argument in line {line}")
        kind = joined_type(kind, inner.kind)
        sort = ("list", sort_of(kind))
        whole = inner.items if whole is None else cat(retyped(whole, sort), retyped(inner.items, sort))
        cells += inner.cells
    translator.steady(before, state, line)
    assert whole is not None
    return translator.elements(whole, kind, cells)


def chained_rows(translator: Expressions, node: Node, state: State, line: int) -> Items:
    """`chain.from_iterable(rows)`."""
    rows, row, cells = _rows(translator, node, state, line)
    if holds_lists(row):
        raise Uncovered(f"the argument in line {line}")
    clock, made = variable("k!chain", INT), variable("s!chain", ("list", sort_of(row)))
    walked = variable("items!chain", rows.sort)
    loop = looped(made, {made: (nil(sort_of(row)), cat(made, at(walked, clock)))}, clock, length(rows))
    return translator.elements(substituted(loop, {walked.data: rows}), row, cells)


def zipped_rows(translator: Expressions, node: Node, state: State, line: int) -> Items:
    """`zip(*rows)`: the columns of a table, as far as all rows go."""
    rows, element, cells = _rows(translator, node, state, line)
    clock, least, walked = variable("k!rows", INT), variable("s!rows", INT), variable("items!rows", rows.sort)
    size = length(at(walked, clock))
    shortest = looped(
        least, {least: (length(at(walked, ZERO)), ite(le(size, least), size, least))}, clock, length(walked)
    )
    rounds = substituted(shortest, {walked.data: rows})

    def column(_head: State, place: Term) -> Value:
        made, where = variable("s!column", ("list", sort_of(element))), variable("place!column", INT)
        step = snoc(made, at(at(walked, clock), where))
        loop = looped(made, {made: (nil(sort_of(element)), step)}, clock, length(walked))
        return Seq("tuple", substituted(loop, {walked.data: rows, where.data: place}), element)

    return Items(rounds, column, cells)


def _rows(translator: Expressions, node: Node, state: State, line: int) -> tuple[Term, Type, tuple[int, ...]]:
    """A list of lists: the list, the type of what is in the lists, and the cells."""
    value = translator.evaluate(node, state)
    sequence = translator._sequence(value, state)
    match sequence.element if sequence is not None else None:
        case (("list" | "tuple"), inner):
            assert sequence is not None
            cells = (value.number,) if isinstance(value, Ref) else ()
            return sequence.term, inner, cells  # type: ignore[return-value]
    raise Uncovered(f"the argument in line {line}")
