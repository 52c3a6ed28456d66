"""Suites of specifications in the store: the inputs of their tests, as values of the store and back."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from viva.core import store
from viva.core.json import Json
from viva.core.store import Stored
from viva.engines.dialogues.model import Foreign, Opaque, Spec, Value, subterms, terms

MAKERS = ("viva.engines.dialogues.suites.suite", __name__)


def load(spec: Spec, seed: int) -> tuple[list[tuple[Value, ...]], dict[str, int]] | None:
    """The inputs of the suite and its figures, if they are there and whole."""
    try:
        found = store.load(_place(spec, seed))
        return ([_values(test) for test in found.inputs], dict(found.figures)) if found else None
    except (ValueError, RecursionError):
        return None


def save(spec: Spec, seed: int, inputs: Sequence[Sequence[Value]], figures: dict[str, int]) -> None:
    store.save(_place(spec, seed), Stored([[_json(value) for value in test] for test in inputs], figures))


def known(spec: Spec) -> bool:
    """Whether tests were made of the specification before, so that it was found well-formed then."""
    try:
        return _place(spec, 0).is_file()
    except (OSError, RecursionError):
        return False


def _place(spec: Spec, seed: int) -> Path:
    functions = {
        (part.function.name, part.function.module)
        for term in terms(spec)
        for part in subterms(term)
        if isinstance(part, Opaque) and isinstance(part.function, Foreign)
    }
    return store.place(MAKERS, seed, repr(spec), [list(function) for function in sorted(functions)])


def _json(value: Value) -> Json:
    return {"decimal": [value.numerator, value.denominator]} if isinstance(value, Fraction) else value


def _values(test: Json) -> tuple[Value, ...]:
    if not isinstance(test, list):
        raise ValueError("not a test")
    return tuple(map(_value, test))


def _value(data: Json) -> Value:
    match data:
        case {"decimal": [int(numerator), int(denominator)]} if denominator:
            return Fraction(numerator, denominator)
        case bool() | int() | str():
            return data
    raise ValueError("not a value")
