"""The tests of an exercise: from the store where they are known, else made now and kept there.

Kept are the inputs, as values of the store; what is right for them is worked out anew.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

from viva.core import store
from viva.core.json import Json
from viva.core.store import Stored
from viva.engines.dialogues.model import Foreign, Opaque, Spec, Value, subterms, terms
from viva.engines.dialogues.suites.cases import Suite, figures, restored

MAKERS = ("viva.engines.dialogues.suites.suite", __name__)


@lru_cache(maxsize=32)
def stored(spec: Spec, seed: int) -> Suite | None:
    """The suite from the disk, if it is there."""
    known = load(spec, seed)
    return restored(spec, *known) if known is not None else None


def made(spec: Spec, seed: int) -> Suite:
    """The suite made now, and kept for the next check."""
    from viva.engines.dialogues.suites.suite import suite  # noqa: PLC0415 the solver is loaded only where there is work for it

    tests = suite(spec, seed)
    save(spec, seed, [case.inputs for case in tests.tests], figures(tests))
    return tests


def suite_for(spec: Spec, seed: int) -> Suite:
    return stored(spec, seed) or made(spec, seed)


@dataclass(slots=True)
class Awaited:
    """The stored suite, read while something else is done; `result` waits for it."""

    spec: Spec
    seed: int
    _thread: threading.Thread = field(init=False)
    _found: Suite | Exception | None = None

    def __post_init__(self) -> None:
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def _read(self) -> None:
        try:
            self._found = stored(self.spec, self.seed)
        except Exception as problem:  # noqa: BLE001 (it is raised where the result is asked for)
            self._found = problem

    def result(self) -> Suite | None:
        self._thread.join()
        if isinstance(self._found, Exception):
            raise self._found
        return self._found


def load(spec: Spec, seed: int) -> tuple[list[tuple[Value, ...]], dict[str, int]] | None:
    """The inputs of the suite and its figures, if they are there and whole."""
    try:
        found = store.load(_place(spec, seed))
        return ([_values(test) for test in found.inputs], dict(found.figures)) if found else None
    except (ValueError, RecursionError):
        return None


def save(spec: Spec, seed: int, inputs: Sequence[Sequence[Value]], counts: dict[str, int]) -> None:
    store.save(_place(spec, seed), Stored([[_json(value) for value in test] for test in inputs], counts))


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
