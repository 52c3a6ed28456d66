"""`sorted` and `sort`, with a key or backwards, and `heapq.nlargest` and `nsmallest`."""

from __future__ import annotations

import hashlib

from viva.engines.proofs.terms import (
    FALSE,
    TRUE,
    ZERO,
    Term,
    add,
    cut,
    digest_of,
    ite,
    le,
    length,
    nil,
    parts_of,
    reverse,
    sub,
    substituted,
    uninterpreted,
    variable,
)
from viva.engines.proofs.terms.lists import BY_KEY, SORTED
from viva.engines.proofs.translation.expressions import Expressions
from viva.engines.proofs.translation.iterating import applied, items_of
from viva.engines.proofs.translation.values import (
    Bool,
    Cell,
    Int,
    Ref,
    State,
    Type,
    Value,
    as_int,
    flat,
    sort_of,
    taken_out,
    test_of,
    type_of,
)
from viva.engines.syntax.tree import Node, Uncovered

_NUMBERS = ("int", "char")
_COMPARED = frozenset({"int", "char", "bool", "text"})


def sorted_list(translator: Expressions, node: Node, named: dict[str, Node], state: State, line: int) -> Value:
    """`sorted(…)`, of elements in any order where it is known that the order does not matter."""
    key = named.get("key")
    items, element = items_of(translator, node, state, any_order=key is None)
    before = dict(state.heap)
    backwards = _backwards(translator, named, state, line)
    translator.steady(before, state, line)
    made = in_order(translator, (items, element), key, backwards, state, line)
    return translator.fresh.cell(state, Cell("list", (made,), (element,)))


def _backwards(translator: Expressions, named: dict[str, Node], state: State, line: int) -> Term:
    """`reverse=…` of a sort takes numbers and truth values, and nothing else."""
    if "reverse" not in named:
        return FALSE
    value = translator.evaluate(named["reverse"], state)
    if not isinstance(value, Int | Bool):
        raise Uncovered(f"this order, in line {line}")
    return test_of(value, state)


def in_order(  # noqa: PLR0917 what every function is given
    translator: Expressions, given: tuple[Term, Type], key: Node | None, backwards: Term, state: State, line: int
) -> Term:
    """A list in order. Of equal numbers nobody can tell which came first, so that backwards, or by the number with
    another sign, is the reverse. By any other key it is a function of the list, named by what the key computes."""
    items, element = given
    if element == "?":
        return items
    if key is None or (key.kind == "Constant" and key.constant("value") is None):
        if element in _NUMBERS:
            made = uninterpreted(SORTED, items.sort, items)
            return ite(backwards, reverse(made), made)
        return _by(element, items, [variable("element", sort_of(element))], backwards, line)
    one = variable(translator.fresh.name("element"), sort_of(element))
    inner = state.copy()
    value = applied(translator, key, [taken_out(element, one, inner, translator.fresh)], inner)
    if inner.error is not state.error or any(inner.heap[place] != cell for place, cell in state.heap.items()):
        raise Uncovered(f"this order, in line {line}")
    kind = type_of(value, inner)
    terms = flat(value, inner)
    if element in _NUMBERS and kind in _NUMBERS:
        up, down = one.data not in sub(terms[0], one).free, one.data not in add(terms[0], one).free
        if up or down:
            made = uninterpreted(SORTED, items.sort, items)
            first, second = (reverse(made), made) if down else (made, reverse(made))
            return ite(backwards, second, first)
    named = [substituted(each, {one.data: variable("element", one.sort)}) for each in terms]
    return _by(kind, items, named, backwards, line)


def sort_in_place(translator: Expressions, owner: Ref, named: dict[str, Node], state: State, line: int) -> None:
    """`items.sort(…)`. While it is sorted the list is empty, as a key sees that reads it."""
    backwards = _backwards(translator, named, state, line)
    cell = translator.changing(owner, state, line)
    during = state.copy()
    during.heap[owner.number] = translator.with_items(cell, nil(sort_of(cell.elements[0])), cell.elements[0])
    made = in_order(translator, (cell.terms[0], cell.elements[0]), named.get("key"), backwards, during, line)
    state.heap[owner.number] = translator.with_items(cell, made, cell.elements[0])


def _by(kind: Type, items: Term, key: list[Term], backwards: Term, line: int) -> Term:
    """Sorted by a key, which is a term over `element` and what else it depends on."""
    if not _is_compared(kind) or backwards not in (TRUE, FALSE):
        raise Uncovered(f"the order of such elements, in line {line}")
    others = [each for each in parts_of(*key) if each.op == "var" and each.data != "element"]
    names = {each.data: variable(f"given {place}", each.sort) for place, each in enumerate(others)}
    digest = hashlib.blake2b(f"{backwards is TRUE} {items.sort} {kind}".encode(), digest_size=16)
    for each in key:
        digest.update(digest_of(substituted(each, names)).encode())
    return uninterpreted(f"{BY_KEY} {digest.hexdigest()}", items.sort, items, *others)


def _is_compared(kind: object) -> bool:
    """Whether any two values of a type can be compared."""
    return kind in _COMPARED or (isinstance(kind, tuple) and kind[0] == "row" and all(map(_is_compared, kind[1:])))


def largest_ones(translator: Expressions, name: str, args: list[Node], state: State, line: int) -> Value:
    """`heapq.nlargest(count, items)` and `heapq.nsmallest(count, items)`: the same as the first of those in order."""
    before = dict(state.heap)
    count = as_int(translator.evaluate(args[0], state))
    error = state.error
    items, element = items_of(translator, args[1], state, any_order=True)
    translator.steady(before, state, line)
    if state.error is not error:  # not all of them are asked for where none is wanted
        raise Uncovered(f"elements that are made one by one and may fail, in line {line}")
    if element not in ("int", "char", "?"):
        raise Uncovered(f"the order of such elements, in line {line}")
    made = items if element == "?" else uninterpreted(SORTED, items.sort, items)
    made = reverse(made) if name == "heapq.nlargest" else made
    some = ite(le(ZERO, count), ite(le(count, length(items)), count, length(items)), ZERO)
    return translator.fresh.cell(state, Cell("list", (cut(made, ZERO, some),), (element,)))
