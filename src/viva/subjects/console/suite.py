"""The tests of an exercise: from the disk where they are known, else made now and kept there."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from functools import lru_cache

from viva.engines.dialogues.model import Spec
from viva.engines.dialogues.suites.cases import Suite, figures, restored
from viva.subjects.console import cache


@lru_cache(maxsize=32)
def stored(spec: Spec, seed: int) -> Suite | None:
    """The suite from the disk, if it is there."""
    known = cache.load(spec, seed)
    return restored(spec, *known) if known is not None else None


def made(spec: Spec, seed: int) -> Suite:
    """The suite made now, and kept for the next check."""
    from viva.engines.dialogues.suites.suite import suite  # noqa: PLC0415 the solver is loaded only where there is work for it

    tests = suite(spec, seed)
    cache.save(spec, seed, [case.inputs for case in tests.tests], figures(tests))
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
