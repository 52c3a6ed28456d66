"""`sorted` and `sort`, with a key or backwards, and `heapq.nlargest` and `nsmallest`."""

from __future__ import annotations

import hashlib

from viva.engines.proofs import terms as t
from viva.engines.proofs.terms.lists import BY_KEY, SORTED
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.expressions.applying import apply_function
from viva.engines.proofs.translation.expressions.iterables import list_of_items
from viva.engines.proofs.translation.expressions.operators import is_known
from viva.engines.proofs.translation.expressions.subscripts import clamp_bound
from viva.engines.proofs.translation.table import builtin, evaluate
from viva.engines.proofs.translation.values import State, Value
from viva.engines.proofs.translation.values.containers import changeable_cell, refuse_changes, with_items
from viva.engines.syntax.tree import Node, Uncovered

_NUMBERS = ("int", "char")
_FEW = 3
_COMPARED = frozenset({"int", "char", "bool", "text"})


def sorted_list(node: Node, named: dict[str, Node], state: State, line: int) -> Value:
    """`sorted(…)`, of elements in any order where it is known that the order does not matter."""
    key = named.get("key")
    items, element = list_of_items(node, state, any_order=key is None)
    before = dict(state.heap)
    backwards = _backwards(named, state, line)
    refuse_changes(before, state, line)
    made = _in_order_by((items, element), key, backwards, state, line)
    return v.allocate(v.Cell("list", (made,), (element,)), state)


def _backwards(named: dict[str, Node], state: State, line: int) -> t.Term:
    """`reverse=…` of a sort takes numbers and truth values, and nothing else."""
    if "reverse" not in named:
        return t.FALSE
    value = evaluate(named["reverse"], state)
    if not isinstance(value, v.Int | v.Bool):
        raise Uncovered(f"this order, in line {line}")
    return v.test_of(value, state)


def _in_order_by(given: tuple[t.Term, v.Type], key: Node | None, backwards: t.Term, state: State, line: int) -> t.Term:
    """A list in order. Of equal numbers nobody can tell which came first, so that backwards, or by the number with
    another sign, is the reverse. By any other key it is a function of the list, named by what the key computes."""
    items, element = given
    if element == "?":
        return items
    if key is None or (key.kind == "Constant" and key.constant("value") is None):
        if element in _NUMBERS:
            made = _few_in_order(items) or t.uninterpreted_function(SORTED, items.sort, items)
            return t.ite(backwards, t.reverse(made), made)
        return _in_order_by_key(element, items, [t.variable("element", v.sort_of(element))], backwards, line)
    one = t.variable(state.context.fresh.name("element"), v.sort_of(element))
    inner = state.copy()
    value = apply_function(key, [v.element_value(element, one, inner)], inner)
    if inner.error is not state.error or any(inner.heap[place] != cell for place, cell in state.heap.items()):
        raise Uncovered(f"this order, in line {line}")
    kind = v.type_of(value, inner)
    terms = v.flat(value)
    if element in _NUMBERS and kind in _NUMBERS:
        up, down = one.data not in t.sub(terms[0], one).free, one.data not in t.add(terms[0], one).free
        if up or down:
            made = t.uninterpreted_function(SORTED, items.sort, items)
            first, second = (t.reverse(made), made) if down else (made, t.reverse(made))
            return t.ite(backwards, second, first)
    named = [t.substitute(each, {one.data: t.variable("element", one.sort)}) for each in terms]
    return _in_order_by_key(kind, items, named, backwards, line)


def _few_in_order(items: t.Term) -> t.Term | None:
    """Two or three numbers that were written down, in order."""
    found: list[t.Term] = []
    while items.op == "snoc" and len(found) < _FEW:
        found.insert(0, items.args[1])
        items = items.args[0]
    if items.op != "nil" or len(found) < 2:
        return None
    for last in range(len(found) - 1, 0, -1):
        for place in range(last):
            one, two = found[place : place + 2]
            found[place : place + 2] = [t.ite(t.le(one, two), one, two), t.ite(t.le(one, two), two, one)]
    return t.list_term(t.INT, found)


def sort_in_place(owner: v.Ref, named: dict[str, Node], state: State, line: int) -> None:
    """`items.sort(…)`. While it is sorted the list is empty, as a key sees that reads it."""
    backwards = _backwards(named, state, line)
    cell = changeable_cell(owner, state, line)
    during = state.copy()
    during.heap[owner.number] = with_items(cell, t.nil(v.sort_of(cell.elements[0])), cell.elements[0])
    made = _in_order_by((cell.terms[0], cell.elements[0]), named.get("key"), backwards, during, line)
    state.heap[owner.number] = with_items(cell, made, cell.elements[0])


def _in_order_by_key(kind: v.Type, items: t.Term, key: list[t.Term], backwards: t.Term, line: int) -> t.Term:
    """Sorted by a key, which is a term over `element` and what else it depends on."""
    if not _is_compared(kind) or backwards not in (t.TRUE, t.FALSE):
        raise Uncovered(f"the order of such elements, in line {line}")
    others = [each for each in t.parts_of(*key) if each.op == "var" and each.data != "element"]
    names = {each.data: t.variable(f"given {place}", each.sort) for place, each in enumerate(others)}
    digest = hashlib.blake2b(f"{backwards is t.TRUE} {items.sort} {kind}".encode(), digest_size=16)
    for each in key:
        digest.update(t.digest_of(t.substitute(each, names)).encode())
    return t.uninterpreted_function(f"{BY_KEY} {digest.hexdigest()}", items.sort, items, *others)


def _is_compared(kind: object) -> bool:
    """Whether any two values of a type can be compared."""
    return kind in _COMPARED or (isinstance(kind, tuple) and kind[0] == "row" and all(map(_is_compared, kind[1:])))


@builtin("heapq.nlargest", "heapq.nsmallest", takes=[2])
def first_in_order(name: str, args: list[Node], state: State, line: int) -> Value:
    """`heapq.nlargest(count, items)` and `heapq.nsmallest(count, items)`: the same as the first of those in order."""
    before = dict(state.heap)
    count = v.as_int(evaluate(args[0], state))
    error = state.error
    items, element = list_of_items(args[1], state, any_order=True)
    refuse_changes(before, state, line)
    if state.error is not error:  # not all of them are asked for where none is wanted
        raise Uncovered(f"elements that are made one by one and may fail, in line {line}")
    if element not in ("int", "char", "?"):
        raise Uncovered(f"the order of such elements, in line {line}")
    made = items if element == "?" else t.uninterpreted_function(SORTED, items.sort, items)
    made = t.reverse(made) if name == "heapq.nlargest" else made
    wanted = count if is_known(t.le(t.ZERO, count), state) else t.ite(t.le(t.ZERO, count), count, t.ZERO)
    some = clamp_bound(wanted, t.length(items), state)
    return v.allocate(v.Cell("list", (t.cut(made, t.ZERO, some),), (element,)), state)
