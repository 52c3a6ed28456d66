"""The tests of an exercise: from the store where they are known, else made now and kept there.

Kept are the inputs, as values of the store; what is right for them is worked out anew. A suite belongs to the limit of
work with which it was made, so that a check finds the same one whether it is kept or not.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import field
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

from viva.core.json import Json
from viva.core.records import dataclass
from viva.engines.dialogues.model import Foreign, Opaque, Spec, Value, subterms, terms
from viva.engines.dialogues.suites.cases import Suite, figures, restore_suite
from viva.engines.dialogues.suites.ways.paths import Trails, Walker
from viva.engines.dialogues.suites.ways.work import FULL
from viva.services.storing import store
from viva.services.storing.store import Stored

MAKERS = ("viva.engines.dialogues.suites.suite", __name__)
FRESH_MAKERS = ("viva.engines.dialogues.suites.fresh", *MAKERS)
_FRESH = 64  # inputs near the tests, at least


class _NotStored(Exception):
    pass


@lru_cache(maxsize=32)
def _read(spec: Spec, seed: int, limit: int) -> Suite:
    """Raises _NotStored, which is not remembered: the suite may be there the next time."""
    known = load(spec, seed, limit)
    suite = restore_suite(spec, *known) if known is not None else None
    if suite is None:
        raise _NotStored
    return suite


def stored_suite(spec: Spec, seed: int, limit: int = FULL) -> Suite | None:
    """The suite from the disk, if it is there."""
    try:
        return _read(spec, seed, limit)
    except _NotStored:
        return None


def make_suite(spec: Spec, seed: int, limit: int = FULL) -> Suite:
    """The suite made now, and kept for the next check, unless the clock had a part in it."""
    from viva.engines.dialogues.suites.suite import suite  # noqa: PLC0415 the solver is loaded only where there is work for it

    tests = suite(spec, seed, limit)
    if tests.lasting:
        save(spec, seed, limit, [case.inputs for case in tests.tests], figures(tests))
    return tests


def suite_for(spec: Spec, seed: int, limit: int = FULL) -> Suite:
    return stored_suite(spec, seed, limit) or make_suite(spec, seed, limit)


@dataclass(slots=True)
class Awaited:
    """The stored suite, read while something else is done; `result` waits for it."""

    spec: Spec
    seed: int
    limit: int = FULL
    _thread: threading.Thread = field(init=False)
    _found: Suite | Exception | None = None

    def __post_init__(self) -> None:
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def _read(self) -> None:
        try:
            self._found = stored_suite(self.spec, self.seed, self.limit)
        except Exception as problem:  # noqa: BLE001 (it is raised where the result is asked for)
            self._found = problem

    def result(self) -> Suite | None:
        self._thread.join()
        if isinstance(self._found, Exception):
            raise self._found
        return self._found


@lru_cache(maxsize=8)
def trails_of(spec: Spec) -> Trails:
    """The ways of many inputs through a specification, kept for the next submission."""
    return Trails(Walker(spec))


def fresh_for(spec: Spec, tests: Suite, seed: int) -> tuple[tuple[tuple[Value, ...], ...], ...]:
    """For each test some inputs near it that are no tests: from the store, or drawn now and kept there."""
    place = store.place(FRESH_MAKERS, seed, *_identity(spec), repr([case.inputs for case in tests.tests]))
    try:
        found = store.load(place)
        rows = [tuple(_values(one) for one in row) for row in found.inputs if isinstance(row, list)] if found else []
    except (ValueError, RecursionError):
        rows = []
    if len(rows) != len(tests.tests):
        from viva.engines.dialogues.suites.fresh import fresh_inputs  # noqa: PLC0415 only for who has made a mistake

        rows = [tuple(row) for row in fresh_inputs(spec, tests, _FRESH, seed)]
        store.save(place, Stored([[[_json(value) for value in one] for one in row] for row in rows], {}))
    return tuple(rows)


def load(spec: Spec, seed: int, limit: int = FULL) -> tuple[list[tuple[Value, ...]], dict[str, int]] | None:
    """The inputs of the suite and its figures, if they are there and whole."""
    try:
        found = store.load(_place(spec, seed, limit))
        return ([_values(test) for test in found.inputs], dict(found.figures)) if found else None
    except (ValueError, RecursionError):
        return None


def save(spec: Spec, seed: int, limit: int, inputs: Sequence[Sequence[Value]], counts: dict[str, int]) -> None:
    store.save(_place(spec, seed, limit), Stored([[_json(value) for value in test] for test in inputs], counts))


def is_known(spec: Spec) -> bool:
    """Whether tests were made of the specification before, so that it was found well-formed then."""
    try:
        return _place(spec, 0, FULL).is_file()
    except (OSError, RecursionError):
        return False


def _place(spec: Spec, seed: int, limit: int) -> Path:
    return store.place(MAKERS, seed, limit, *_identity(spec))


def _identity(spec: Spec) -> tuple[Json, ...]:
    """What tells a specification from others: what it says, and the functions that it calls."""
    functions = {
        (part.function.name, part.function.module)
        for term in terms(spec)
        for part in subterms(term)
        if isinstance(part, Opaque) and isinstance(part.function, Foreign)
    }
    return repr(spec), [list(function) for function in sorted(functions)]


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
