"""The types of terms, for languages that want to be told them, and what such a language cannot be asked for."""

from __future__ import annotations

from collections.abc import Mapping

from viva.core.fault import Fault
from viva.engines.dialogues import model as m
from viva.engines.dialogues.evaluation import element_type

Kinds = Mapping[str, m.Type]
LISTS = {
    m.Type.NUMBER: m.Type.NUMBERS,
    m.Type.DECIMAL: m.Type.DECIMALS,
    m.Type.TEXT: m.Type.TEXTS,
    m.Type.TRUTH: m.Type.TRUTHS,
}
ELEMENTS = {listed: one for one, listed in LISTS.items()}
_NUMBERS = frozenset({"len", "count", "count_ge", "count_gt", "mod", "div"})


def kinds_of(spec: m.Spec) -> dict[str, m.Type]:
    """What is read into each variable."""
    kinds: dict[str, m.Type] = {}
    for part in m.parts(spec):
        if isinstance(part, m.Read):
            kind = element_type(part.values)
            if kinds.setdefault(part.variable, kind) != kind:
                raise cannot_be_written(f"{part.variable} holds values of two types")
    return kinds


def cannot_be_written(what: str) -> Fault:
    return Fault(f"this specification cannot be written in that language: {what}", remedy="write it in Python")


def type_of(term: m.Term, kinds: Kinds) -> m.Type:
    match term:
        case m.Current(variable):
            return kinds[variable]
        case m.All(variable):
            return LISTS[kinds[variable]]
        case m.Merged(variables):
            found = {kinds[variable] for variable in variables}
            if len(found) > 1:
                raise cannot_be_written("values of several types are put together")
            return LISTS[found.pop()]
        case m.Integer():
            return m.Type.NUMBER
        case m.Text():
            return m.Type.TEXT
        case m.Truth():
            return m.Type.TRUTH
        case m.DecimalNumber():
            return m.Type.DECIMAL
        case m.Listed(items):
            types = [type_of(item, kinds) for item in items]
            return LISTS[m.Type.DECIMAL if m.Type.DECIMAL in types else types[0]]
        case m.Call(function, arguments):
            return _of_call(function, arguments, kinds)
        case m.Opaque(foreign):
            raise cannot_be_written(f"{foreign.name} is a function in Python")
        case m.Operation("/"):
            return m.Type.DECIMAL
        case m.Operation("+" | "-" | "*", left, right):
            types = [type_of(left, kinds), type_of(right, kinds)]
            return m.Type.DECIMAL if m.Type.DECIMAL in types else types[0]
        case _:
            return m.Type.CONDITION


def _of_call(function: str, arguments: tuple[m.Term, ...], kinds: Kinds) -> m.Type:
    first = type_of(arguments[0], kinds)
    if function in _NUMBERS:
        return m.Type.NUMBER
    match function:
        case "sum" | "product" | "max" | "min" | "back":
            return ELEMENTS[first]
        case "in":
            return m.Type.CONDITION
        case _:
            return first
