"""Python's own functions of one value that is not gone through: `int`, `str`, `chr`, `len`; and `max` of several."""

from __future__ import annotations

import re

from viva.engines.proofs import terms as t
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.expressions.comparisons import as_number
from viva.engines.proofs.translation.values import State, Value
from viva.engines.proofs.translation.values.containers import sequence_of
from viva.engines.proofs.translation.values.merging import either_value
from viva.engines.syntax.tree import Node, Uncovered


def convert(name: str, value: Value, state: State, line: int) -> Value:
    """Python's own functions of one value, that is no list to go through."""
    match name:
        case "len":
            return _size_of(value, state, line)
        case "abs":
            size = as_number(value, state)
            return v.Int(t.ite(t.le(t.ZERO, size), size, t.scale(-1, size)))
        case "int":
            return _number_of(value, state)
        case "round" if isinstance(value, v.Int | v.Bool | v.Number):
            return v.Int(v.as_int(value))
        case "bool":
            return v.Bool(v.test_of(value, state))
        case "str":
            return as_shown(value, line)
        case "ord" if isinstance(value, v.Char):
            return v.Int(value.term)
        case "ord" if isinstance(value, v.Seq) and value.kind == "text":
            state.error = t.lor(state.error, t.lnot(t.equal(t.length(value.term), t.ONE)))
            state.context.found.uncaught += 1
            return v.Int(t.at(value.term, t.ZERO))
        case "chr" if isinstance(value, v.Int):
            state.error = t.lor(
                state.error, t.lnot(t.land(t.le(t.ZERO, value.term), t.lt(value.term, t.number(0x110000))))
            )
            return v.Char(value.term)
    raise Uncovered(f"{name} in line {line}")


def largest_number(name: str, values: list[Value], state: State) -> Value:
    """`max` or `min` of several numbers."""
    inside = [each.value if isinstance(each, v.Maybe) else each for each in values]
    first, *others = (as_number(each, state) for each in values)
    found = inside[0]
    for other, value in zip(others, inside[1:], strict=True):
        better = t.lt(first, other) if name == "max" else t.lt(other, first)
        first = t.ite(better, other, first)
        found = either_value(better, value, found, state)
    return found


def _number_of(value: Value, state: State) -> Value:
    """`int(…)`: of a text, a number that depends on nothing but the text, or an error that does."""
    text = v.as_text(value)
    if text is None:
        return v.Int(v.as_int(value))
    if text.term.op == "apply" and text.term.data == "int.str":
        return v.Int(text.term.args[0])
    fails = t.uninterpreted_function("text.int fails", t.BOOL, text.term)
    found = t.uninterpreted_function("text.int", t.INT, text.term)
    if isinstance(value, v.Char):
        digit = t.land(t.le(t.number(ord("0")), value.term), t.le(value.term, t.number(ord("9"))))
        fails = t.land(t.lnot(digit), fails)
        found = t.ite(digit, t.sub(value.term, t.number(ord("0"))), found)
    state.error = t.lor(state.error, fails)
    return v.Int(found)


def as_shown(value: Value, line: int) -> v.Seq:
    """`str` of a number is some text that depends on nothing but the number."""
    text = v.as_text(value)
    if text is not None:
        return text
    if isinstance(value, v.Int) and value.term.op == "mod" and _is_digit(value.term.args[1]):
        return v.Seq("text", t.list_term(t.INT, [t.add(t.number(ord("0")), value.term)]), "char")
    if isinstance(value, v.Int | v.Bool):
        name = "int.str" if isinstance(value, v.Int) else "bool.str"
        return v.Seq("text", t.uninterpreted_function(name, ("list", t.INT), value.term), "char")
    raise Uncovered(f"str in line {line}")


def _is_digit(divisor: t.Term) -> bool:
    """Whether what is left after a division is written with one digit."""
    return divisor.op == "num" and 1 < divisor.data <= 10


def _size_of(value: Value, state: State, line: int) -> Value:
    if isinstance(value, v.Row):
        return v.Int(t.number(len(value.items)))
    if isinstance(value, v.Ref) and not v.is_object(state.heap[value.number].kind):
        return v.Int(t.length(state.heap[value.number].terms[0]))
    found = sequence_of(value, state)
    if found is None:
        raise Uncovered(f"len in line {line}")
    return v.Int(t.length(found.term))


_OF_NUMBERS, _OF_TEXTS = re.compile("[<>^]?0?[0-9]{0,2}[dxb]?"), re.compile("[<>^]?[0-9]{0,2}s?")


def format_value(value: Value, form: Node, line: int) -> v.Seq:
    """`f"{value:02d}"`: a text that depends on nothing but the value and the form."""
    parts = form.nodes("values")
    written = parts[0].constant("value") if len(parts) == 1 and parts[0].kind == "Constant" else None
    text = v.as_text(value)
    if isinstance(written, str) and isinstance(value, v.Int) and _OF_NUMBERS.fullmatch(written):
        return v.Seq("text", t.uninterpreted_function(f"int.format {written}", ("list", t.INT), value.term), "char")
    if isinstance(written, str) and text is not None and _OF_TEXTS.fullmatch(written):
        return v.Seq("text", t.uninterpreted_function(f"text.format {written}", ("list", t.INT), text.term), "char")
    raise Uncovered(f"a text with values in it, in line {line}")
