"""Python's own functions of one value that is not gone through: `int`, `str`, `chr`, `len`; and `max` of several."""

from __future__ import annotations

import re

from viva.engines.proofs.terms import (
    BOOL,
    INT,
    ONE,
    ZERO,
    at,
    equal,
    ite,
    land,
    le,
    length,
    lnot,
    lor,
    lt,
    number,
    scaled,
    sub,
    uninterpreted,
)
from viva.engines.proofs.translation.expressions import Expressions
from viva.engines.proofs.translation.values import (
    Bool,
    Char,
    Int,
    Maybe,
    Number,
    Ref,
    Row,
    Seq,
    State,
    Value,
    as_int,
    as_text,
    is_object,
    test_of,
)
from viva.engines.syntax.tree import Node, Uncovered


def plain_function(translator: Expressions, name: str, value: Value, state: State, line: int) -> Value:
    """Python's own functions of one value, that is no list to go through."""
    match name:
        case "len":
            return size_of(translator, value, state, line)
        case "abs":
            size = translator.whole(value, state)
            return Int(ite(le(ZERO, size), size, scaled(-1, size)))
        case "int":
            return number_of(value, state)
        case "round" if isinstance(value, Int | Bool | Number):
            return Int(as_int(value))
        case "bool":
            return Bool(test_of(value, state))
        case "str":
            return shown_as_text(value, line)
        case "ord" if isinstance(value, Char):
            return Int(value.term)
        case "ord" if isinstance(value, Seq) and value.kind == "text":
            state.error = lor(state.error, lnot(equal(length(value.term), ONE)))
            translator.uncaught += 1
            return Int(at(value.term, ZERO))
        case "chr" if isinstance(value, Int):
            state.error = lor(state.error, lnot(land(le(ZERO, value.term), lt(value.term, number(0x110000)))))
            return Char(value.term)
    raise Uncovered(f"{name} in line {line}")


def better(translator: Expressions, name: str, values: list[Value], state: State) -> Value:
    """`max` or `min` of several numbers."""
    inside = [each.value if isinstance(each, Maybe) else each for each in values]
    first, *others = (translator.whole(each, state) for each in values)
    found = inside[0]
    for other, value in zip(others, inside[1:], strict=True):
        better = lt(first, other) if name == "max" else lt(other, first)
        first = ite(better, other, first)
        found = translator.merger.value(better, value, found, state, state, state, frozenset())
    return found


def number_of(value: Value, state: State) -> Value:
    """`int(…)`: of a text, a number that depends on nothing but the text, or an error that does."""
    text = as_text(value)
    if text is None:
        return Int(as_int(value))
    if text.term.op == "apply" and text.term.data == "int.str":
        return Int(text.term.args[0])
    fails = uninterpreted("text.int fails", BOOL, text.term)
    found = uninterpreted("text.int", INT, text.term)
    if isinstance(value, Char):
        digit = land(le(number(ord("0")), value.term), le(value.term, number(ord("9"))))
        fails = land(lnot(digit), fails)
        found = ite(digit, sub(value.term, number(ord("0"))), found)
    state.error = lor(state.error, fails)
    return Int(found)


def shown_as_text(value: Value, line: int) -> Seq:
    """`str` of a number is some text that depends on nothing but the number."""
    text = as_text(value)
    if text is not None:
        return text
    if isinstance(value, Int | Bool):
        name = "int.str" if isinstance(value, Int) else "bool.str"
        return Seq("text", uninterpreted(name, ("list", INT), value.term), "char")
    raise Uncovered(f"str in line {line}")


def size_of(translator: Expressions, value: Value, state: State, line: int) -> Value:
    if isinstance(value, Row):
        return Int(number(len(value.items)))
    if isinstance(value, Ref) and not is_object(state.heap[value.number].kind):
        return Int(length(state.heap[value.number].terms[0]))
    found = translator._sequence(value, state)
    if found is None:
        raise Uncovered(f"len in line {line}")
    return Int(length(found.term))


_OF_NUMBERS, _OF_TEXTS = re.compile("[<>^]?0?[0-9]{0,2}[dxb]?"), re.compile("[<>^]?[0-9]{0,2}s?")


def formatted(value: Value, form: Node, line: int) -> Seq:
    """`f"{value:02d}"`: a text that depends on nothing but the value and the form."""
    parts = form.nodes("values")
    written = parts[0].constant("value") if len(parts) == 1 and parts[0].kind == "Constant" else None
    text = as_text(value)
    if isinstance(written, str) and isinstance(value, Int) and _OF_NUMBERS.fullmatch(written):
        return Seq("text", uninterpreted(f"int.format {written}", ("list", INT), value.term), "char")
    if isinstance(written, str) and text is not None and _OF_TEXTS.fullmatch(written):
        return Seq("text", uninterpreted(f"text.format {written}", ("list", INT), text.term), "char")
    raise Uncovered(f"a text with values in it, in line {line}")
