"""One object for each value: `a == b` if and only if `a is b`.

The values of this engine never change, so a value that was made before is handed out again. The table that makes this
so is the one global thing here; it holds its values weakly and nobody can see from outside which are in it. Copies and
pickles go through the same door, and so keep the identity.
"""

from __future__ import annotations

from collections import deque
from functools import cache
from threading import Lock
from typing import ClassVar, TypeVar, get_args, get_origin, get_type_hints
from weakref import WeakValueDictionary

Made = TypeVar("Made")

_KNOWN: WeakValueDictionary[tuple[object, ...], object] = WeakValueDictionary()
_DOOR = Lock()
_LATEST: deque[object] = deque(maxlen=50_000)  # keeps what is in use from being made again and again


class Interned(type):
    """The type of types whose equal values are one object."""

    def __call__(cls: type[Made], *parts: object, **named: object) -> Made:
        """The types of the parts are in the key: 1, 1.0 and True are equal in Python, and here only 1 is a number."""
        known = None if named else _KNOWN.get((cls, *parts, *map(type, parts)))
        if known is not None:
            return known  # type: ignore[return-value]  # the key begins with its type
        made = type.__call__(cls, *parts, **named)  # it may bring its parts into their usual form
        own = made.parts
        _see_types(made, own)
        with _DOOR:
            kept = _KNOWN.setdefault((cls, *own, *map(type, own)), made)
            _LATEST.append(kept)
        return kept  # type: ignore[return-value]


def _see_types(made: Constant, parts: tuple[object, ...]) -> None:
    """Nothing is taken for something else: a part has the very type that its field says."""
    kinds = _kinds(type(made))
    for name, part in zip(made.__match_args__, parts, strict=True):
        wanted, inside = kinds[name]
        if type(part) not in wanted or (inside and any(type(each) is not inside for each in part)):  # type: ignore[attr-defined]
            expected = " or ".join(kind.__name__ for kind in wanted)
            raise TypeError(f"{name} of {type(made).__name__} is {expected}, not {part!r}")


@cache
def _kinds(made: type) -> dict[str, tuple[tuple[type, ...], type | None]]:
    """For each field the types that it may have, and of a tuple that of what is in it."""
    found: dict[str, tuple[tuple[type, ...], type | None]] = {}
    for name, hint in get_type_hints(made).items():
        if get_origin(hint) is tuple:
            found[name] = (tuple,), get_args(hint)[0]
        else:
            found[name] = tuple(get_args(hint)) or (hint,), None
    return found


class Constant(metaclass=Interned):
    """An immutable value. Its fields, in order, are what makes it."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()

    @property
    def parts(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__match_args__)

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), self.parts
