"""Spaces that people register for types of their own.

Registering is what a test module does once, when it is imported, like registering a codec: the one place in this
package where something global changes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.engines.enumeration.space import Space, Value


@dataclass(frozen=True, slots=True)
class Operations:
    """Annotated functions that make values of a type, from nothing or from other values of it."""

    functions: Sequence[Callable[..., Value]]


_REGISTERED: dict[object, Space | Operations] = {}


def register(cls: type, space: Space | None = None, by: Sequence[Callable[..., Value]] = ()) -> None:
    """Says how values of `cls` are made: the space itself, or the operations that make them (`by`).

    With operations, all terms over them are tried by size: register(Queue, by=[Queue, Queue.enqueue]). Different
    terms may then build equal values, because Viva cannot see inside an abstract type.
    """
    if (space is None) == (not by):
        raise Fault(f"register({cls.__name__}, …) needs either a space or operations", remedy="give one of the two")
    _REGISTERED[cls] = space if space is not None else Operations(tuple(by))


def find_registered(annotation: object) -> Space | Operations | None:
    return _REGISTERED.get(annotation) if isinstance(annotation, type) else None
