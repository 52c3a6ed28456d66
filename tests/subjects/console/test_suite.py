"""The stored suite, read while the sandbox starts."""

import pytest

from viva.engines.dialogues.model import Spec
from viva.engines.dialogues.notations.symbols import parse
from viva.subjects.console import suite
from viva.subjects.console.suite import Awaited, stored, suite_for

SPEC = parse("[>x]^Z ( [{0} >] <x_C > 815> [{1} >] )")


def test_what_is_read_beside_is_what_is_stored() -> None:
    made = suite_for(SPEC, 0)
    stored.cache_clear()
    assert Awaited(SPEC, 0).result() == made
    assert Awaited(SPEC, 10**9).result() is None, "nobody asked for this seed before"


def test_a_fault_while_reading_is_raised_where_the_result_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(spec: Spec, seed: int) -> None:
        raise MemoryError

    monkeypatch.setattr(suite, "stored", broken)
    reading = Awaited(SPEC, 0)
    with pytest.raises(MemoryError):
        reading.result()
