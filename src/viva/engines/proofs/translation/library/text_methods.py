"""The methods of texts, and `count` and `index` of tuples."""

from __future__ import annotations

from viva.engines.proofs import terms as t
from viva.engines.proofs.terms import library
from viva.engines.proofs.terms.folds import loop_value
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.expressions.iterables import (
    items_of_list,
    list_of_items,
    loop_through,
)
from viva.engines.proofs.translation.expressions.operators import add_values
from viva.engines.proofs.translation.library.definitions import call_defined
from viva.engines.proofs.translation.table import evaluate, goes_on
from viva.engines.proofs.translation.values import Outcome, State, Value
from viva.engines.proofs.translation.values.containers import (
    element_like,
)
from viva.engines.syntax.tree import Node, Uncovered

_TESTS = frozenset(
    {"isdigit", "isalpha", "isalnum", "isupper", "islower", "isspace", "isnumeric", "isdecimal", "istitle", "isascii"}
)
_ALIGNED = frozenset({"zfill", "ljust", "rjust", "center"})
_CASES = frozenset({"upper", "lower"})


def text_method(owner: Value, method: str, args: list[Node], state: State, line: int) -> Value:
    if isinstance(owner, v.Seq) and owner.kind != "text":
        if method in ("count", "index") and len(args) == 1:
            value = evaluate(args[0], state)
            return search_sequence(owner, method, value, state, line)
        raise Uncovered(f"{method} in line {line}")
    text = v.as_text(owner)
    assert text is not None
    if method in _TESTS and not args:
        if isinstance(owner, v.Char):
            return v.Bool(t.uninterpreted_function(f"char.{method}", t.BOOL, owner.term))
        return v.Bool(t.uninterpreted_function(f"text.{method}", t.BOOL, text.term))
    if method in _CASES and not args:
        if isinstance(owner, v.Char):
            return v.Seq("text", t.uninterpreted_function(f"char.{method}", ("list", t.INT), owner.term), "char")
        return v.Seq("text", t.uninterpreted_function(f"text.{method}", ("list", t.INT), text.term), "char")
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
        return v.Seq("text", t.uninterpreted_function(f"text.{method}", ("list", t.INT), text.term, *terms), "char")
    others = [v.as_text(value) for value in values]
    if method == "replace" and len(values) == 2 and isinstance(values[0], v.Char) and others[1] is not None:
        return v.Seq("text", _replaced(text.term, values[0].term, others[1].term), "char")
    if method == "partition" and len(others) == 1 and others[0] is not None:
        return call_defined(method, [text, values[0]], state, line)
    if method in ("find", "rfind", "count", "index", "rindex") and len(others) == 1 and others[0] is not None:
        name = {"index": "find", "rindex": "rfind"}.get(method, method)
        found = t.uninterpreted_function(f"text.{name}", t.INT, text.term, others[0].term)
        state.error = t.lor(state.error, t.equal(found, t.number(-1)) if name != method else t.FALSE)
        return v.Int(found)
    return _of_texts(text, method, others, line)


def split_text(owner: Value, method: str, args: list[Node], state: State, line: int) -> Value:
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
    words = t.uninterpreted_function(f"text.{method}", ("list", ("list", t.INT)), *terms)
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
            return v.Seq("text", t.uninterpreted_function(f"text.{method}", ("list", t.INT), *terms), "char")
        case (("removeprefix" | "removesuffix"), 1):
            return v.Seq("text", t.uninterpreted_function(f"text.{method}", ("list", t.INT), *terms), "char")
        case ("capitalize" | "title" | "swapcase" | "casefold", 0):
            return v.Seq("text", t.uninterpreted_function(f"text.{method}", ("list", t.INT), *terms), "char")
    raise Uncovered(f"{method} in line {line}")


def _replaced(text: t.Term, old: t.Term, new: t.Term) -> t.Term:
    """A text with another one for each character that is `old`."""
    clock, made = t.variable("k!replaced", t.INT), t.variable("s!replaced", text.sort)
    walked, other = t.variable("items!replaced", text.sort), t.variable("new!replaced", text.sort)
    one = t.variable("old!replaced", t.INT)
    here = t.at(walked, clock)
    step = t.ite(t.equal(here, one), t.cat(made, _literally(new, other)), t.snoc(made, here))
    loop = loop_value(made, {made: (t.nil(t.INT), step)}, clock, t.length(walked))
    return t.substitute(loop, {walked.data: text, one.data: old, other.data: new})


def _literally(new: t.Term, name: t.Term) -> t.Term:
    """A text as it is written down, or the name for one that is not."""
    return new if all(part.op in ("nil", "snoc", "num") for part in t.parts_of(new)) else name


def search_sequence(owner: v.Seq, method: str, value: Value, state: State, line: int) -> Value:
    """`count` and `index`."""
    items, element = owner.term, owner.element
    if element == "?":
        state.error = t.lor(state.error, t.TRUE if method == "index" else t.FALSE)
        return v.Int(t.ZERO)
    wanted = element_like(value, element, state, line)
    if method == "count":
        return v.Int(library.count(items, wanted))
    state.error = t.lor(state.error, t.lnot(library.contains(items, wanted)))
    return v.Int(library.first_place(items, wanted))


def join_texts(owner: Value, node: Node, state: State, line: int) -> Value:
    """`"".join(…)`: of characters, or of texts one after the other."""
    between = v.as_text(owner)
    items, element = list_of_items(node, state)
    if between is None or element not in ("?", "char", "text"):
        raise Uncovered(f"join in line {line}")
    if between.term.op != "nil":
        if element == "?":
            return v.Seq("text", t.nil(t.INT), "char")
        return v.Seq("text", _joined(between.term, items, element), "char")
    if element == "?":
        return between
    if element == "char":
        return v.Seq("text", items, "char")
    name = f"=joined{state.context.fresh.name('')}"
    state.names[name] = between
    pieces = items_of_list(items, "text", state)

    def run(head: State, clock: t.Term) -> list[Outcome]:
        head.names[name] = add_values(head.names[name], pieces.element(head, clock), head, line)
        return goes_on(head)

    loop_through(pieces, run, state, line, {name})
    return state.names.pop(name)


def _joined(between: t.Term, items: t.Term, element: v.Type) -> t.Term:
    """Texts, or characters, with another text between each two."""
    clock, made = t.variable("k!joined", t.INT), t.variable("s!joined", ("list", t.INT))
    walked, other = t.variable("items!joined", items.sort), t.variable("between!joined", between.sort)
    here = t.at(walked, clock)
    so_far = t.ite(t.equal(clock, t.ZERO), made, t.cat(made, _literally(between, other)))
    step = t.snoc(so_far, here) if element == "char" else t.cat(so_far, here)
    loop = loop_value(made, {made: (t.nil(t.INT), step)}, clock, t.length(walked))
    return t.substitute(loop, {walked.data: items, other.data: between})
