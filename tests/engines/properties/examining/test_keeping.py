"""What a class keeps is seen, however quickly it is looked at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from viva.engines.properties.examining.watching.keeping import PlainClasses, parts_of_class


def made() -> Any:
    step = int

    @dataclass
    class Kept:
        value: int = 3
        others: list[int] = field(default_factory=list)

        def method(self, more: int = 1) -> object:
            """What it says."""
            return step(self.value + more)

        @property
        def double(self) -> int:
            return 2 * self.value

    return Kept


def bind_cell(kind: Any) -> None:
    kind.method.__closure__[0].cell_contents = float


CHANGES: dict[str, Callable[[Any], object]] = {
    "another value": lambda kind: setattr(kind, "value", 4),
    "a further name": lambda kind: setattr(kind, "further", 0),
    "a name less": lambda kind: delattr(kind, "double"),
    "a method made anew": lambda kind: setattr(kind, "method", made().method),
    "other code": lambda kind: setattr(kind.method, "__code__", made().method.__code__.replace(co_name="other")),
    "another default": lambda kind: setattr(kind.method, "__defaults__", (2,)),
    "a default by name": lambda kind: setattr(kind.method, "__kwdefaults__", {"more": 2}),
    "another text": lambda kind: setattr(kind.method, "__doc__", "1"),
    "an attribute of a method": lambda kind: setattr(kind.method, "calls", 1),
    "an annotation": lambda kind: kind.method.__annotations__.update(more="float"),
    "what a method closes over": bind_cell,
    "an attribute of the code behind a property": lambda kind: setattr(kind.double.fget, "calls", 1),
}


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_changes_in_a_plain_class_is_seen(change: str) -> None:
    kind, alive = made(), list[object]()
    seen = PlainClasses([kind], alive)
    before = parts_of_class(kind, alive)
    assert seen.kinds == [kind]
    assert not seen.have_changed()
    CHANGES[change](kind)
    assert seen.have_changed()
    assert parts_of_class(kind, []) != before


def test_what_python_writes_late_is_no_change() -> None:
    kind = made()
    seen = PlainClasses([kind], [])
    kind.__slotnames__ = []
    assert not seen.have_changed()
    kind.value = 4
    assert seen.have_changed()
