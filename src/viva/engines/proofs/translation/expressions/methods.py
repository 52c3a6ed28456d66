"""The methods of lists, texts, sets and dictionaries, as far as they are covered."""

from __future__ import annotations

from viva.engines.proofs import terms as t
from viva.engines.proofs.terms import library
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.expressions.comparisons import is_subset
from viva.engines.proofs.translation.expressions.dictionaries import update_dictionary
from viva.engines.proofs.translation.expressions.iterables import (
    collect_items,
    go_on_after,
    items_of_list,
    items_of_value,
    iterate,
    list_of_items,
)
from viva.engines.proofs.translation.expressions.names import is_builtin, keyword_arguments
from viva.engines.proofs.translation.expressions.operators import add_values, combine_sets
from viva.engines.proofs.translation.expressions.records import record_method
from viva.engines.proofs.translation.expressions.sorting import sort_in_place
from viva.engines.proofs.translation.expressions.subscripts import clamp_bound, index_in
from viva.engines.proofs.translation.loops.rounds import loop_over
from viva.engines.proofs.translation.recursion.calls import call_function
from viva.engines.proofs.translation.table import evaluate, goes_on
from viva.engines.proofs.translation.values import Outcome, State, Value
from viva.engines.proofs.translation.values.containers import (
    add_to_set,
    append_element,
    changeable_cell,
    delete_entry,
    element_like,
    extend_list,
    fitting_element,
    get_entry,
    refuse_unhashable,
    set_default,
    with_items,
)
from viva.engines.symbolic.proof.tree import Node, Uncovered

_TESTS = frozenset(
    {"isdigit", "isalpha", "isalnum", "isupper", "islower", "isspace", "isnumeric", "isdecimal", "istitle", "isascii"}
)
_ALIGNED = frozenset({"zfill", "ljust", "rjust", "center"})
_CASES = frozenset({"upper", "lower"})


def call_method(node: Node, state: State) -> Value:
    function, args, line = node.node("func"), node.nodes("args"), node.line
    method, owner_node = function.text("attr"), function.node("value")
    if node.nodes("keywords") and not (method == "sort" and not args):
        raise Uncovered(f"{method} with arguments by name, in line {line}")
    if owner_node.kind == "Name" and method == "fromkeys" and len(args) == 1:
        name = owner_node.text("id")
        known = state.context.module.imported.get(name) == "collections.OrderedDict"
        if (known or (name == "dict" and is_builtin(name, state))) and name not in state.names:
            keys = collect_items(iterate(args[0], state), state, line, "set")
            made = state.heap[keys.number]
            return v.allocate(v.Cell("keys", made.terms, made.elements), state, frozen=True)
    owner = evaluate(owner_node, state)
    if method in ("split", "splitlines") and v.as_text(owner) is not None:
        return _split(owner, method, args, state, line)
    if isinstance(owner, v.Maybe):
        raise Uncovered(f"a method of what may be None, in line {line}")
    if method == "join" and len(args) == 1:
        return _join_texts(owner, args[0], state, line)
    if isinstance(owner, v.Char | v.Seq):
        return _text_method(owner, method, args, state, line)
    if not isinstance(owner, v.Ref):
        raise Uncovered(f"{method} in line {line}")
    kind = state.heap[owner.number].kind
    if v.is_object(kind):
        own = record_method(owner, method, state, line)
        if node.nodes("keywords"):
            raise Uncovered(f"{method} with arguments by name, in line {line}")
        given = [evaluate(each, state) for each in args]
        return call_function(own, [owner, *given], state, line)
    if method == "sort" and not args and kind == "list":
        named = keyword_arguments(node)
        if not named.keys() <= {"reverse", "key"}:
            raise Uncovered(f"sort with arguments by name, in line {line}")
        sort_in_place(owner, named, state, line)
        return v.Nothing()
    if node.nodes("keywords"):
        raise Uncovered(f"{method} with arguments by name, in line {line}")
    values = [evaluate(each, state) for each in args]
    if kind == "list":
        return _list_method(owner, method, values, state, line)
    if kind == "set" and len(values) == 1 and method in _SETS:
        return _with_set(owner, method, values[0], state, line)
    if kind in v.TABLES and method == "update" and len(values) == 1:
        changeable_cell(owner, state, line)
        update_dictionary(owner, values[0], state, line)
        return v.Nothing()
    if kind == "set" and len(values) == 1:
        return _set_method(owner, method, values[0], state, line)
    if kind in v.TABLES and 1 <= len(values) <= 2:
        return _dict_method(owner, method, values, state, line)
    raise Uncovered(f"{method} in line {line}")


_SETS = {"union": "BitOr", "intersection": "BitAnd", "difference": "Sub", "issubset": "", "issuperset": ""}


def _with_set(owner: v.Ref, method: str, value: Value, state: State, line: int) -> Value:
    """Methods that make a new set of two, or compare them; the other may be a list."""
    other = value
    if not isinstance(value, v.Ref) or state.heap[value.number].kind != "set":
        other = collect_items(items_of_value(value, state, line), state, line, "set")
    assert isinstance(other, v.Ref)
    if method.startswith("is"):
        one, two = (owner, other) if method == "issubset" else (other, owner)
        return v.Bool(is_subset(one, two, state, line))
    return combine_sets(_SETS[method], owner, other, state, line)


def _set_method(owner: v.Ref, method: str, value: Value, state: State, line: int) -> Value:
    if method == "add":
        add_to_set(owner, value, state, line)
        return v.Nothing()
    if method not in ("discard", "remove"):
        raise Uncovered(f"{method} in line {line}")
    cell = changeable_cell(owner, state, line)
    refuse_unhashable(value, line)
    items, element = cell.terms[0], cell.elements[0]
    if element == "?":
        state.error = t.lor(state.error, t.TRUE if method == "remove" else t.FALSE)
        return v.Nothing()
    wanted = element_like(value, element, state, line)
    if method == "remove":
        state.error = t.lor(state.error, t.lnot(library.contains(items, wanted)))
    # where it is not in the set, its place is outside, and nothing is dropped
    left = t.drop(items, library.first_place(items, wanted))
    state.heap[owner.number] = with_items(cell, left, element)
    return v.Nothing()


def _dict_method(owner: v.Ref, method: str, values: list[Value], state: State, line: int) -> Value:
    """`get`, `setdefault` and `pop`; a value that is a list would get a second name."""
    given: Value = values[1] if len(values) == 2 else v.Nothing()
    match method:
        case "get":
            return get_entry(owner, values[0], state, line, given)
        case "setdefault" if len(values) == 2 and not isinstance(given, v.Ref):
            return set_default(owner, values[0], given, state, line)
        case "pop":
            default = given if len(values) == 2 else None
            found = get_entry(owner, values[0], state, line, default)
            delete_entry(owner, values[0], state, line)
            return found
    raise Uncovered(f"{method} in line {line}")


def _text_method(owner: Value, method: str, args: list[Node], state: State, line: int) -> Value:
    if isinstance(owner, v.Seq) and owner.kind != "text":
        if method in ("count", "index") and len(args) == 1:
            value = evaluate(args[0], state)
            return _search(owner, method, value, state, line)
        raise Uncovered(f"{method} in line {line}")
    text = v.as_text(owner)
    assert text is not None
    if method in _TESTS and not args:
        if isinstance(owner, v.Char):
            return v.Bool(t.uninterpreted(f"char.{method}", t.BOOL, owner.term))
        return v.Bool(t.uninterpreted(f"text.{method}", t.BOOL, text.term))
    if method in _CASES and not args:
        if isinstance(owner, v.Char):
            return v.Seq("text", t.uninterpreted(f"char.{method}", ("list", t.INT), owner.term), "char")
        return v.Seq("text", t.uninterpreted(f"text.{method}", ("list", t.INT), text.term), "char")
    values = [evaluate(each, state) for each in args]
    if len(values) == 1 and isinstance(values[0], v.Char) and method in ("count", "find", "index"):
        known = library.contains(text.term, values[0].term)
        if method == "count":
            return v.Int(library.count(text.term, values[0].term))
        state.error = t.lor(state.error, t.lnot(known) if method == "index" else t.FALSE)
        return v.Int(t.ite(known, library.first_place(text.term, values[0].term), t.number(-1)))
    if method in _ALIGNED and 1 <= len(values) <= (1 if method == "zfill" else 2) and isinstance(values[0], v.Int):
        fill = [v.as_text(value) for value in values[1:]]
        if any(not isinstance(value, v.Char) for value in values[1:]):  # it must be one character
            raise Uncovered(f"{method} in line {line}")
        terms = [values[0].term, *(each.term for each in fill if each is not None)]
        return v.Seq("text", t.uninterpreted(f"text.{method}", ("list", t.INT), text.term, *terms), "char")
    others = [v.as_text(value) for value in values]
    if method in ("find", "rfind", "count", "index", "rindex") and len(others) == 1 and others[0] is not None:
        name = {"index": "find", "rindex": "rfind"}.get(method, method)
        found = t.uninterpreted(f"text.{name}", t.INT, text.term, others[0].term)
        state.error = t.lor(state.error, t.equal(found, t.number(-1)) if name != method else t.FALSE)
        return v.Int(found)
    return _of_texts(text, method, others, line)


def _split(owner: Value, method: str, args: list[Node], state: State, line: int) -> Value:
    """A list of texts that depends on nothing but the text and what is between its parts."""
    text = v.as_text(owner)
    assert text is not None
    terms = [text.term]
    if args and method == "split":
        given = evaluate(args[0], state)
        between = v.as_text(given)
        if len(args) > 1 or between is None:
            raise Uncovered(f"{method} in line {line}")
        state.error = t.lor(state.error, t.equal(t.length(between.term), t.ZERO))
        terms.append(between.term)
    elif args:
        raise Uncovered(f"{method} in line {line}")
    words = t.uninterpreted(f"text.{method}", ("list", ("list", t.INT)), *terms)
    return v.allocate(v.Cell("list", (words,), ("text",)), state)


def _of_texts(text: v.Seq, method: str, others: list[v.Seq | None], line: int) -> Value:
    """Methods that depend on nothing but the texts that they are given, and raise nothing."""
    terms = [text.term, *(each.term for each in others if each is not None)]
    if any(each is None for each in others):
        raise Uncovered(f"{method} in line {line}")
    match method, len(others):
        case "startswith", 1:
            size = t.length(terms[1])
            return v.Bool(t.land(t.le(size, t.length(terms[0])), t.equal(t.cut(terms[0], t.ZERO, size), terms[1])))
        case "endswith", 1:
            size, most = t.length(terms[1]), t.length(terms[0])
            return v.Bool(t.land(t.le(size, most), t.equal(t.cut(terms[0], t.sub(most, size), most), terms[1])))
        case (("strip" | "lstrip" | "rstrip"), 0 | 1) | ("replace", 2):
            return v.Seq("text", t.uninterpreted(f"text.{method}", ("list", t.INT), *terms), "char")
        case (("removeprefix" | "removesuffix"), 1):
            return v.Seq("text", t.uninterpreted(f"text.{method}", ("list", t.INT), *terms), "char")
        case ("capitalize" | "title" | "swapcase" | "casefold", 0):
            return v.Seq("text", t.uninterpreted(f"text.{method}", ("list", t.INT), *terms), "char")
    raise Uncovered(f"{method} in line {line}")


def _search(owner: v.Seq, method: str, value: Value, state: State, line: int) -> Value:
    items, element = owner.term, owner.element
    if element == "?":
        state.error = t.lor(state.error, t.TRUE if method == "index" else t.FALSE)
        return v.Int(t.ZERO)
    wanted = element_like(value, element, state, line)
    if method == "count":
        return v.Int(library.count(items, wanted))
    state.error = t.lor(state.error, t.lnot(library.contains(items, wanted)))
    return v.Int(library.first_place(items, wanted))


def _list_method(owner: v.Ref, method: str, values: list[Value], state: State, line: int) -> Value:
    cell = state.heap[owner.number]
    items, element = cell.terms[0], cell.elements[0]
    if method in ("count", "index") and len(values) == 1:
        return _search(v.Seq("list", items, element), method, values[0], state, line)
    if method == "copy" and not values:
        if v.holds_lists(element):
            state.sharing.note_second_place()
        return v.allocate(cell, state)
    changeable_cell(owner, state, line)
    changed: t.Term
    match method, len(values):
        case "append", 1:
            append_element(owner, values[0], state, line)
            return v.Nothing()
        case "extend", 1:
            extend_list(owner, values[0], state, line)
            return v.Nothing()
        case "reverse", 0:
            changed = t.reverse(items)
        case "clear", 0:
            changed = t.nil(v.sort_of(element))
        case "insert", 2:
            place = clamp_bound(v.as_int(values[0]), t.length(items), state)
            grown, value, element = fitting_element(cell, values[1], state)
            changed = t.cat(_single(grown, value), grown) if place is t.ZERO else t.insert(grown, place, value)
        case "remove", 1:
            if element == "?":
                state.error = t.TRUE
                return v.Nothing()
            wanted = element_like(values[0], element, state, line)
            state.error = t.lor(state.error, t.lnot(library.contains(items, wanted)))
            changed = t.drop(items, library.first_place(items, wanted))
        case "pop", 0 | 1:
            if element == "?":
                state.error = t.TRUE
                return v.Int(t.ZERO)
            index = v.as_int(values[0]) if values else t.number(-1)
            place = index_in(index, t.length(items), state)
            state.heap[owner.number] = with_items(cell, t.drop(items, place), element)
            return v.element_value(element, t.at(items, place), state)
        case _:
            raise Uncovered(f"{method} in line {line}")
    state.heap[owner.number] = with_items(state.heap[owner.number], changed, element)
    return v.Nothing()


def _single(items: t.Term, value: t.Term) -> t.Term:
    return t.listed(items.sort[1], [value])


def _join_texts(owner: Value, node: Node, state: State, line: int) -> Value:
    """`"".join(…)`: of characters, or of texts one after the other."""
    between = v.as_text(owner)
    items, element = list_of_items(node, state)
    if between is None or element not in ("?", "char", "text"):
        raise Uncovered(f"join in line {line}")
    if between.term.op != "nil":
        if element == "?":
            return v.Seq("text", t.nil(t.INT), "char")
        name = f"text.join of {v.type_name(element)}"
        return v.Seq("text", t.uninterpreted(name, ("list", t.INT), between.term, items), "char")
    if element == "?":
        return between
    if element == "char":
        return v.Seq("text", items, "char")
    name = f"=joined{state.context.fresh.name('')}"
    state.names[name] = between
    pieces = items_of_list(state.context, items, "text")

    def run(head: State, clock: t.Term) -> list[Outcome]:
        head.names[name] = add_values(head.names[name], pieces.element(head, clock), head, line)
        return goes_on(head)

    go_on_after(loop_over(state, pieces.rounds, run, frozenset({name}), line, stands=pieces.stands), state)
    return state.names.pop(name)
