"""The methods of lists, texts, sets and dictionaries, as far as they are covered."""

from __future__ import annotations

from viva.engines.proofs.terms import (
    BOOL,
    FALSE,
    INT,
    TRUE,
    ZERO,
    Term,
    at,
    cat,
    cut,
    drop,
    equal,
    insert,
    ite,
    land,
    le,
    length,
    library,
    listed,
    lnot,
    lor,
    nil,
    number,
    reverse,
    sub,
    uninterpreted,
)
from viva.engines.proofs.translation import records, tables
from viva.engines.proofs.translation.cells import hashable
from viva.engines.proofs.translation.closing import Outcome
from viva.engines.proofs.translation.expressions import Expressions
from viva.engines.proofs.translation.iterating import finished, items_of, keywords, made_of
from viva.engines.proofs.translation.sorting import sort_in_place
from viva.engines.proofs.translation.values import (
    TABLES,
    Bool,
    Cell,
    Char,
    Int,
    Maybe,
    Nothing,
    Ref,
    Seq,
    State,
    Value,
    as_int,
    as_text,
    holds_lists,
    is_object,
    sort_of,
    taken_out,
    told,
)
from viva.engines.syntax.tree import Node, Uncovered

_TESTS = frozenset(
    {"isdigit", "isalpha", "isalnum", "isupper", "islower", "isspace", "isnumeric", "isdecimal", "istitle", "isascii"}
)
_ALIGNED = frozenset({"zfill", "ljust", "rjust", "center"})
_CASES = frozenset({"upper", "lower"})


def method_called(translator: Expressions, node: Node, state: State) -> Value:
    function, args, line = node.node("func"), node.nodes("args"), node.line
    method, owner_node = function.text("attr"), function.node("value")
    if node.nodes("keywords") and not (method == "sort" and not args):
        raise Uncovered(f"{method} with arguments by name, in line {line}")
    if owner_node.kind == "Name" and method == "fromkeys" and len(args) == 1:
        name = owner_node.text("id")
        known = translator.module.imported.get(name) == "collections.OrderedDict"
        if (known or (name == "dict" and translator.is_builtin(name, state))) and name not in state.names:
            keys = made_of(translator, translator.iterable(args[0], state), state, line, "set")
            made = state.heap[keys.number]
            return translator.fresh.cell(state, Cell("keys", made.terms, made.elements), frozen=True)
    owner = translator.evaluate(owner_node, state)
    if method in ("split", "splitlines") and as_text(owner) is not None:
        return _split(translator, owner, method, args, state, line)
    if isinstance(owner, Maybe):
        raise Uncovered(f"a method of what may be None, in line {line}")
    if method == "join" and len(args) == 1:
        return _joined(translator, owner, args[0], state, line)
    if isinstance(owner, Char | Seq):
        return _text_method(translator, owner, method, args, state, line)
    if not isinstance(owner, Ref):
        raise Uncovered(f"{method} in line {line}")
    kind = state.heap[owner.number].kind
    if is_object(kind):
        own = records.method_of(translator, owner, method, state, line)
        if node.nodes("keywords"):
            raise Uncovered(f"{method} with arguments by name, in line {line}")
        given = [translator.evaluate(each, state) for each in args]
        return translator.call(own, [owner, *given], state, line)
    if method == "sort" and not args and kind == "list":
        named = keywords(node)
        if not named.keys() <= {"reverse", "key"}:
            raise Uncovered(f"sort with arguments by name, in line {line}")
        sort_in_place(translator, owner, named, state, line)
        return Nothing()
    if node.nodes("keywords"):
        raise Uncovered(f"{method} with arguments by name, in line {line}")
    values = [translator.evaluate(each, state) for each in args]
    if kind == "list":
        return _list_method(translator, owner, method, values, state, line)
    if kind == "set" and len(values) == 1 and method in _SETS:
        return _with_set(translator, owner, method, values[0], state, line)
    if kind in TABLES and method == "update" and len(values) == 1:
        translator.changing(owner, state, line)
        tables.updated(translator, owner, values[0], state, line)
        return Nothing()
    if kind == "set" and len(values) == 1:
        return _set_method(translator, owner, method, values[0], state, line)
    if kind in TABLES and 1 <= len(values) <= 2:
        return _dict_method(translator, owner, method, values, state, line)
    raise Uncovered(f"{method} in line {line}")


_SETS = {"union": "BitOr", "intersection": "BitAnd", "difference": "Sub", "issubset": "", "issuperset": ""}


def _with_set(  # noqa: PLR0917 what every method is given
    translator: Expressions, owner: Ref, method: str, value: Value, state: State, line: int
) -> Value:
    """Methods that make a new set of two, or compare them; the other may be a list."""
    other = value
    if not isinstance(value, Ref) or state.heap[value.number].kind != "set":
        other = made_of(translator, translator.items(value, state, line), state, line, "set")
    assert isinstance(other, Ref)
    if method.startswith("is"):
        one, two = (owner, other) if method == "issubset" else (other, owner)
        return Bool(translator.is_subset(one, two, state, line))
    return translator.of_sets(_SETS[method], owner, other, state, line)


def _set_method(  # noqa: PLR0917 what every method is given
    translator: Expressions, owner: Ref, method: str, value: Value, state: State, line: int
) -> Value:
    if method == "add":
        translator.include(owner, value, state, line)
        return Nothing()
    if method not in ("discard", "remove"):
        raise Uncovered(f"{method} in line {line}")
    cell = translator.changing(owner, state, line)
    hashable(value, line)
    items, element = cell.terms[0], cell.elements[0]
    if element == "?":
        state.error = lor(state.error, TRUE if method == "remove" else FALSE)
        return Nothing()
    wanted = translator.element_like(value, element, state, line)
    if method == "remove":
        state.error = lor(state.error, lnot(library.contains(items, wanted)))
    # where it is not in the set, its place is outside, and nothing is dropped
    left = drop(items, library.first_place(items, wanted))
    state.heap[owner.number] = translator.with_items(cell, left, element)
    return Nothing()


def _dict_method(  # noqa: PLR0917
    translator: Expressions, owner: Ref, method: str, values: list[Value], state: State, line: int
) -> Value:
    """`get`, `setdefault` and `pop`; a value that is a list would get a second name."""
    given: Value = values[1] if len(values) == 2 else Nothing()
    match method:
        case "get":
            return translator.entry(owner, values[0], state, line, given)
        case "setdefault" if len(values) == 2 and not isinstance(given, Ref):
            return translator.enter_if_missing(owner, values[0], given, state, line)
        case "pop":
            default = given if len(values) == 2 else None
            found = translator.entry(owner, values[0], state, line, default)
            translator.leave_out(owner, values[0], state, line)
            return found
    raise Uncovered(f"{method} in line {line}")


def _text_method(  # noqa: PLR0917 what every method is given
    translator: Expressions, owner: Value, method: str, args: list[Node], state: State, line: int
) -> Value:
    if isinstance(owner, Seq) and owner.kind != "text":
        if method in ("count", "index") and len(args) == 1:
            value = translator.evaluate(args[0], state)
            return _searched(translator, owner.term, owner.element, method, value, state, line)
        raise Uncovered(f"{method} in line {line}")
    text = as_text(owner)
    assert text is not None
    if method in _TESTS and not args:
        if isinstance(owner, Char):
            return Bool(uninterpreted(f"char.{method}", BOOL, owner.term))
        return Bool(uninterpreted(f"text.{method}", BOOL, text.term))
    if method in _CASES and not args:
        if isinstance(owner, Char):
            return Seq("text", uninterpreted(f"char.{method}", ("list", INT), owner.term), "char")
        return Seq("text", uninterpreted(f"text.{method}", ("list", INT), text.term), "char")
    values = [translator.evaluate(each, state) for each in args]
    if len(values) == 1 and isinstance(values[0], Char) and method in ("count", "find", "index"):
        known = library.contains(text.term, values[0].term)
        if method == "count":
            return Int(library.count(text.term, values[0].term))
        state.error = lor(state.error, lnot(known) if method == "index" else FALSE)
        return Int(ite(known, library.first_place(text.term, values[0].term), number(-1)))
    if method in _ALIGNED and 1 <= len(values) <= (1 if method == "zfill" else 2) and isinstance(values[0], Int):
        fill = [as_text(value) for value in values[1:]]
        if any(not isinstance(value, Char) for value in values[1:]):  # it must be one character
            raise Uncovered(f"{method} in line {line}")
        terms = [values[0].term, *(each.term for each in fill if each is not None)]
        return Seq("text", uninterpreted(f"text.{method}", ("list", INT), text.term, *terms), "char")
    others = [as_text(value) for value in values]
    if method in ("find", "rfind", "count", "index", "rindex") and len(others) == 1 and others[0] is not None:
        name = {"index": "find", "rindex": "rfind"}.get(method, method)
        found = uninterpreted(f"text.{name}", INT, text.term, others[0].term)
        state.error = lor(state.error, equal(found, number(-1)) if name != method else FALSE)
        return Int(found)
    return _of_texts(text, method, others, line)


def _split(  # noqa: PLR0917
    translator: Expressions, owner: Value, method: str, args: list[Node], state: State, line: int
) -> Value:
    """A list of texts that depends on nothing but the text and what is between its parts."""
    text = as_text(owner)
    assert text is not None
    terms = [text.term]
    if args and method == "split":
        given = translator.evaluate(args[0], state)
        between = as_text(given)
        if len(args) > 1 or between is None:
            raise Uncovered(f"{method} in line {line}")
        state.error = lor(state.error, equal(length(between.term), ZERO))
        terms.append(between.term)
    elif args:
        raise Uncovered(f"{method} in line {line}")
    words = uninterpreted(f"text.{method}", ("list", ("list", INT)), *terms)
    return translator.fresh.cell(state, Cell("list", (words,), ("text",)))


def _of_texts(text: Seq, method: str, others: list[Seq | None], line: int) -> Value:
    """Methods that depend on nothing but the texts that they are given, and raise nothing."""
    terms = [text.term, *(each.term for each in others if each is not None)]
    if any(each is None for each in others):
        raise Uncovered(f"{method} in line {line}")
    match method, len(others):
        case "startswith", 1:
            size = length(terms[1])
            return Bool(land(le(size, length(terms[0])), equal(cut(terms[0], ZERO, size), terms[1])))
        case "endswith", 1:
            size, most = length(terms[1]), length(terms[0])
            return Bool(land(le(size, most), equal(cut(terms[0], sub(most, size), most), terms[1])))
        case (("strip" | "lstrip" | "rstrip"), 0 | 1) | ("replace", 2):
            return Seq("text", uninterpreted(f"text.{method}", ("list", INT), *terms), "char")
        case (("removeprefix" | "removesuffix"), 1):
            return Seq("text", uninterpreted(f"text.{method}", ("list", INT), *terms), "char")
        case ("capitalize" | "title" | "swapcase" | "casefold", 0):
            return Seq("text", uninterpreted(f"text.{method}", ("list", INT), *terms), "char")
    raise Uncovered(f"{method} in line {line}")


def _searched(  # noqa: PLR0917
    translator: Expressions, items: Term, element: object, method: str, value: Value, state: State, line: int
) -> Value:
    if element == "?":
        state.error = lor(state.error, TRUE if method == "index" else FALSE)
        return Int(ZERO)
    wanted = translator.element_like(value, element, state, line)  # type: ignore[arg-type]
    if method == "count":
        return Int(library.count(items, wanted))
    state.error = lor(state.error, lnot(library.contains(items, wanted)))
    return Int(library.first_place(items, wanted))


def _list_method(  # noqa: PLR0917
    translator: Expressions, owner: Ref, method: str, values: list[Value], state: State, line: int
) -> Value:
    cell = state.heap[owner.number]
    items, element = cell.terms[0], cell.elements[0]
    if method in ("count", "index") and len(values) == 1:
        return _searched(translator, items, element, method, values[0], state, line)
    if method == "copy" and not values:
        if holds_lists(element):
            state.sharing.note_second_place()
        return translator.fresh.cell(state, cell)
    translator.changing(owner, state, line)
    changed: Term
    match method, len(values):
        case "append", 1:
            translator.append(owner, values[0], state, line)
            return Nothing()
        case "extend", 1:
            translator.extend(owner, values[0], state, line)
            return Nothing()
        case "reverse", 0:
            changed = reverse(items)
        case "clear", 0:
            changed = nil(sort_of(element))
        case "insert", 2:
            place = translator.clamped(as_int(values[0]), length(items), state)
            grown, value, element = translator.fitting(cell, values[1], state)
            changed = cat(_single(grown, value), grown) if place is ZERO else insert(grown, place, value)
        case "remove", 1:
            if element == "?":
                state.error = TRUE
                return Nothing()
            wanted = translator.element_like(values[0], element, state, line)
            state.error = lor(state.error, lnot(library.contains(items, wanted)))
            changed = drop(items, library.first_place(items, wanted))
        case "pop", 0 | 1:
            if element == "?":
                state.error = TRUE
                return Int(ZERO)
            index = as_int(values[0]) if values else number(-1)
            place = translator.place(index, length(items), state)
            state.heap[owner.number] = translator.with_items(cell, drop(items, place), element)
            return taken_out(element, at(items, place), state, translator.fresh)
        case _:
            raise Uncovered(f"{method} in line {line}")
    state.heap[owner.number] = translator.with_items(state.heap[owner.number], changed, element)
    return Nothing()


def _single(items: Term, value: Term) -> Term:
    return listed(items.sort[1], [value])


def _joined(translator: Expressions, owner: Value, node: Node, state: State, line: int) -> Value:
    """`"".join(…)`: of characters, or of texts one after the other."""
    between = as_text(owner)
    items, element = items_of(translator, node, state)
    if between is None or element not in ("?", "char", "text"):
        raise Uncovered(f"join in line {line}")
    if between.term.op != "nil":
        if element == "?":
            return Seq("text", nil(INT), "char")
        name = f"text.join of {told(element)}"
        return Seq("text", uninterpreted(name, ("list", INT), between.term, items), "char")
    if element == "?":
        return between
    if element == "char":
        return Seq("text", items, "char")
    name = f"=joined{translator.fresh.name('')}"
    state.names[name] = between
    pieces = translator.elements(items, "text")

    def run(head: State, clock: Term) -> list[Outcome]:
        head.names[name] = translator.added(head.names[name], pieces.element(head, clock), head, line)
        return [Outcome("next", TRUE, head)]

    finished(translator.loops.over(state, pieces.rounds, run, frozenset({name}), line, stands=pieces.stands), state)
    return state.names.pop(name)
