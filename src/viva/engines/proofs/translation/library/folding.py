"""`functools.reduce`, and what `itertools` goes through: `accumulate`, `chain`; and `zip(*rows)`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from viva.engines.proofs import terms as t
from viva.engines.proofs.terms.folds import loop_value
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.expressions.applying import apply_function
from viva.engines.proofs.translation.expressions.iterables import (
    items_of_list,
    items_of_value,
    iterate,
    lazy_items,
    list_of_items,
    loop_through,
)
from viva.engines.proofs.translation.expressions.operators import add_values
from viva.engines.proofs.translation.table import builtin, evaluate, goes_on, iterates
from viva.engines.proofs.translation.values import Items, Outcome, State, Value
from viva.engines.proofs.translation.values.containers import append_element, new_container, refuse_changes, sequence_of
from viva.engines.syntax.tree import Node, Uncovered


@builtin("functools.reduce", takes=[2, 3])
def reduce_items(_name: str, args: list[Node], state: State, line: int) -> Value:
    """`reduce(function, items)`, or with a value to begin with."""
    before = dict(state.heap)
    items, element = _items(args[1], state, line)
    given = [evaluate(each, state) for each in args[2:]]
    refuse_changes(before, state, line)
    if given:
        first = given[0]
    else:
        state.error = t.lor(state.error, t.equal(t.length(items), t.ZERO))
        first = v.element_value(element, t.at(items, t.ZERO), state)
        items = t.cut(items, t.ONE, t.length(items))
    return _carried(args[0], first, (items, element), state, line, note=lambda _head, _value: None)


@iterates("itertools.accumulate")
def accumulate_items(args: list[Node], state: State, line: int) -> Items | None:
    """`accumulate(numbers)`, or with a function: the list of all that comes up on the way."""
    if not 1 <= len(args) <= 2:
        return None
    before, error = dict(state.heap), state.error
    items, element = _items(args[0], state, line)
    if len(args) == 1 and element != "int":
        raise Uncovered(f"itertools.accumulate in line {line}")
    made = f"=made{state.context.fresh.name('')}"
    first: Value = v.Int(t.ZERO)
    rest, function = items, None
    state.names[made] = new_container("list", [], state)
    if len(args) == 2:  # the first comes up as it is, if there is one
        first = v.element_value(element, t.at(items, t.ZERO), state)
        rest, function = t.cut(items, t.ONE, t.length(items)), args[1]
        append_element(state.names[made], first, state, line)

    def note(head: State, value: Value) -> None:
        append_element(head.names[made], value, head, line)

    _carried(function, first, (rest, element), state, line, note=note)
    refuse_changes(before, state, line)
    if state.error is not error:
        raise Uncovered(f"elements that are made one by one and may fail, in line {line}")
    found = state.names.pop(made)
    assert isinstance(found, v.Ref)
    cell = state.heap[found.number]
    if len(args) == 2:
        whole = t.ite(t.equal(t.length(items), t.ZERO), t.nil(v.sort_of(cell.elements[0])), cell.terms[0])
        state.heap[found.number] = v.Cell("list", (whole,), cell.elements)
    return replace(items_of_value(found, state, line), ahead=True)


def _items(node: Node, state: State, line: int) -> tuple[t.Term, v.Type]:
    items, element = list_of_items(node, state)
    if element == "?" or v.holds_lists(element):
        raise Uncovered(f"the argument in line {line}")
    return items, element


def _carried(
    function: Node | None, first: Value, walked_through: tuple[t.Term, v.Type], state: State, line: int,
    *, note: Callable[[State, Value], None],
) -> Value:  # fmt: skip
    """A value that a function of two makes anew with every element; without one, the sum."""
    name = f"=carried{state.context.fresh.name('')}"
    state.names[name] = first
    walked = items_of_list(*walked_through, state)

    def run(head: State, clock: t.Term) -> list[Outcome]:
        before = dict(head.heap)
        so_far, here = head.names[name], walked.element(head, clock)
        if function is None:
            value = add_values(so_far, here, head, line)
        else:
            value = apply_function(function, [so_far, here], head)
        refuse_changes(before, head, line)
        head.names[name] = value
        note(head, value)
        return goes_on(head)

    loop_through(walked, run, state, line, {name})
    return state.names.pop(name)


@iterates("itertools.chain")
def chain_items(args: list[Node], state: State, line: int) -> Items | None:
    """`chain(one, two, …)`: lists one after the other."""
    if not args:
        return None
    before = dict(state.heap)
    whole: t.Term | None = None
    kind: v.Type = "?"
    cells: tuple[int, ...] = ()
    for each in args:
        if each.kind in ("GeneratorExp", "Starred") or lazy_items(each, state.copy()) is not None:
            raise Uncovered(f"elements that are made one by one, in line {line}")
        inner = iterate(each, state)
        if inner.items is None or inner.kind is None or v.holds_lists(inner.kind):
            raise Uncovered(f"the argument in line {line}")
        kind = v.joined_type(kind, inner.kind)
        sort = ("list", v.sort_of(kind))
        whole = inner.items if whole is None else t.cat(v.retype(whole, sort), v.retype(inner.items, sort))
        cells += inner.cells
    refuse_changes(before, state, line)
    assert whole is not None
    return items_of_list(whole, kind, state, cells)


@iterates("itertools.chain.from_iterable")
def chain_rows(args: list[Node], state: State, line: int) -> Items | None:
    """`chain.from_iterable(rows)`."""
    if len(args) != 1:
        return None
    rows, row, cells = _rows(args[0], state, line)
    if v.holds_lists(row):
        raise Uncovered(f"the argument in line {line}")
    clock, made = t.variable("k!chain", t.INT), t.variable("s!chain", ("list", v.sort_of(row)))
    walked = t.variable("items!chain", rows.sort)
    loop = loop_value(made, {made: (t.nil(v.sort_of(row)), t.cat(made, t.at(walked, clock)))}, clock, t.length(rows))
    return items_of_list(t.substitute(loop, {walked.data: rows}), row, state, cells)


def zip_rows(node: Node, state: State, line: int) -> Items:
    """`zip(*rows)`: the columns of a table, as far as all rows go."""
    rows, element, cells = _rows(node, state, line)
    clock, least, walked = t.variable("k!rows", t.INT), t.variable("s!rows", t.INT), t.variable("items!rows", rows.sort)
    size = t.length(t.at(walked, clock))
    shortest = loop_value(
        least, {least: (t.length(t.at(walked, t.ZERO)), t.ite(t.le(size, least), size, least))}, clock, t.length(walked)
    )
    rounds = t.substitute(shortest, {walked.data: rows})

    def column(_head: State, place: t.Term) -> Value:
        made, where = t.variable("s!column", ("list", v.sort_of(element))), t.variable("place!column", t.INT)
        step = t.snoc(made, t.at(t.at(walked, clock), where))
        loop = loop_value(made, {made: (t.nil(v.sort_of(element)), step)}, clock, t.length(walked))
        return v.Seq("tuple", t.substitute(loop, {walked.data: rows, where.data: place}), element)

    return Items(rounds, column, cells)


def _rows(node: Node, state: State, line: int) -> tuple[t.Term, v.Type, tuple[int, ...]]:
    """A list of lists: the list, the type of what is in the lists, and the cells."""
    value = evaluate(node, state)
    sequence = sequence_of(value, state)
    match sequence.element if sequence is not None else None:
        case (("list" | "tuple"), inner):
            assert sequence is not None
            cells = (value.number,) if isinstance(value, v.Ref) else ()
            return sequence.term, inner, cells  # type: ignore[return-value]
    raise Uncovered(f"the argument in line {line}")
