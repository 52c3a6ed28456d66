"""One object for each value: `a == b` if and only if `a is b`.

The values of this engine never change, so a value that was made before is handed out again. The table that makes this
so is the one global thing here; it holds its values weakly and nobody can see from outside which are in it. Copies and
pickles go through the same door, and so keep the identity.
"""

from __future__ import annotations

from collections import deque
from threading import Lock
from typing import ClassVar, TypeVar
from weakref import WeakValueDictionary

Made = TypeVar("Made")

_KNOWN: WeakValueDictionary[tuple[object, ...], object] = WeakValueDictionary()
_DOOR = Lock()
_LATEST: deque[object] = deque(maxlen=50_000)  # keeps what is in use from being made again and again


class Interned(type):
    """The type of types whose equal values are one object."""

    def __call__(cls: type[Made], *parts: object, **named: object) -> Made:
        known = None if named else _KNOWN.get((cls, *parts))
        if known is not None:
            return known  # type: ignore[return-value]  # the key begins with its type
        made = type.__call__(cls, *parts, **named)  # it may bring its parts into their usual form
        with _DOOR:
            kept = _KNOWN.setdefault((cls, *made.parts), made)
            _LATEST.append(kept)
        return kept  # type: ignore[return-value]


class Constant(metaclass=Interned):
    """An immutable value. Its fields, in order, are what makes it."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()

    @property
    def parts(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__match_args__)

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), self.parts
