"""Whether the translation of a program means what CPython does, on random inputs of its shapes."""

from __future__ import annotations

import copy
import random
from collections.abc import Sequence
from typing import Any

from tests.engines.proofs.differing import value_of
from tests.engines.proofs.sources import program
from viva.engines.proofs.checking.claims import argument
from viva.engines.proofs.query import Solver
from viva.engines.proofs.terms.evaluate import Endless, Evaluator
from viva.engines.proofs.translation.translate import translate
from viva.engines.proofs.translation.values import (
    TABLES,
    Char,
    Fresh,
    Maybe,
    Nothing,
    Number,
    OneOf,
    Ref,
    Row,
    Seq,
    State,
    Type,
    Value,
)
from viva.engines.shapes import Shape

_STEPS = 20_000
_NUMBERS = [-3, -1, 0, 1, 2, 3, 5, 9]


def disagreement(source: str, shapes: Sequence[Shape], inputs: int = 25) -> str:
    """An input for which the translation says something else than CPython; empty if there is none. Raises what the
    translation raises where it does not cover the program."""
    state, fresh = State(), Fresh()
    made = [argument(shape, f"in{place}", state, fresh) for place, shape in enumerate(shapes)]
    found = translate(program(source).tree, "f", [value for _, value, _ in made], state, Solver(3_000_000))
    space: dict[str, Any] = {"__name__": "program"}
    exec(compile(source, "program", "exec", dont_inherit=True), space)
    rng = random.Random(7)
    for attempt in range(inputs):
        given = [value_of(shape, rng, _NUMBERS, attempt % 5) for shape in shapes]
        terms = [term for inputs_of, _, _ in made for term in inputs_of]
        flat = [part for value in given for part in _terms(value)]
        values = {term.data: value for term, value in zip(terms, flat, strict=True)}
        try:
            raised = Evaluator(_STEPS).value(found.error, values)
            shown = None if raised else plain(found.value, found.state, values)
        except Endless:
            continue
        try:
            expected = space["f"](*copy.deepcopy(given))
        except Exception as error:  # noqa: BLE001 whatever it is, the translation must say so
            if not raised:
                return f"{given}: raises {error!r}, and the translation gives {shown!r}"
        else:
            if raised:
                return f"{given}: gives {expected!r}, and the translation raises"
            other = type(shown) is not type(expected) and not isinstance(expected, dict)
            if shown != expected or (other and not may_be_a_bool(found.value)):
                return f"{given}: gives {expected!r}, and the translation {shown!r}"
    return ""


def _terms(value: Any) -> list[Any]:
    """A value as the terms of an argument have it."""
    if isinstance(value, dict):
        return [tuple(map(_code, value)), tuple(map(_code, value.values()))]
    return [_code(value)]


def _code(value: Any) -> Any:
    if isinstance(value, str):
        return tuple(map(ord, value))
    return tuple(map(_code, value)) if isinstance(value, list | tuple | set) else value


def may_be_a_bool(value: Value) -> bool:
    """Whether it is followed as a number of which nobody knows whether it is an int or a bool."""
    match value:
        case OneOf(_, one, other):
            return may_be_a_bool(one) or may_be_a_bool(other)
        case Maybe(_, inner):
            return may_be_a_bool(inner)
    return isinstance(value, Number)


def plain(value: Value, state: State, values: dict[str, Any]) -> Any:
    """What a translated value is in Python."""
    match value:
        case Nothing():
            return None
        case Maybe(missing, inner):
            return None if Evaluator(_STEPS).value(missing, values) else plain(inner, state, values)
        case Row(items):
            return tuple(plain(item, state, values) for item in items)
        case OneOf(condition, one, other):
            return plain(one if Evaluator(_STEPS).value(condition, values) else other, state, values)
        case Char(term):
            return chr(Evaluator(_STEPS).value(term, values))
        case Seq(kind, term, element):
            return _shown(Evaluator(_STEPS).value(term, values), (kind, element))
        case Ref(number):
            cell = state.heap[number]
            parts = [Evaluator(_STEPS).value(term, values) for term in cell.terms]
            if cell.kind in TABLES:
                keys, given = (
                    [_shown(each, kind) for each in part] for part, kind in zip(parts, cell.elements, strict=True)
                )
                return dict(zip(keys, given, strict=True))
            return _shown(parts[0], (cell.kind, *cell.elements))
    return Evaluator(_STEPS).value(value.term, values)  # type: ignore[union-attr]


def _shown(value: Any, kind: Type) -> Any:
    match kind:
        case "char":
            return chr(value)
        case "text" | ("text", _):
            return "".join(map(chr, value))
        case ("row", *parts):
            return tuple(_shown(each, part) for each, part in zip(value, parts, strict=True))  # type: ignore[arg-type]
        case ("tuple", element):
            return tuple(_shown(each, element) for each in value)  # type: ignore[arg-type]
        case ("set", element):
            return {_shown(each, element) for each in value}  # type: ignore[arg-type]
        case ("list", element):
            return [_shown(each, element) for each in value]  # type: ignore[arg-type]
    return value
