"""What makes a value the value it is: its type and its contents, as a text. 1, True and 1.0 are three, and so are 0.0
and -0.0 two; a list that was changed is another one."""

from __future__ import annotations

import enum
import functools
import sys
from collections import deque
from types import FunctionType, GeneratorType, ModuleType
from typing import Any

from viva.engines.enumeration.spaces.functions import Function

_DEEPEST = 60
_NO_CONTENT = (type, ModuleType, FunctionType)


def fingerprint(value: object) -> str:
    """Equal for equal values, and never calls what people wrote: neither their `__eq__` nor their `__repr__`."""
    return _print(value, 0, ())


def _print(value: Any, depth: int, around: tuple[int, ...]) -> str:
    kind = type(value)
    if kind in (int, str, bytes, bool, type(None), float, complex, bytearray, range):
        return f"{kind.__name__}:{value!r}"
    if depth > _DEEPEST or id(value) in around:
        return "…"
    inside = (*around, id(value))

    def inner(each: object) -> str:
        return _print(each, depth + 1, inside)

    name = f"{kind.__module__}.{kind.__qualname__}"
    if isinstance(value, enum.Enum):
        return f"{name}.{value._name_}:{value._value_ if isinstance(value._value_, int | str) else ''}"
    if isinstance(value, _NO_CONTENT):
        own = getattr(value, "__qualname__", None) or getattr(value, "__name__", "")
        return f"{name}:{getattr(value, '__module__', '')}.{own}"
    if isinstance(value, GeneratorType):
        frame = value.gi_frame
        return f"{name}:{None if frame is None else (frame.f_lasti, inner(dict(frame.f_locals)))}"
    if isinstance(value, Function):
        return f"{name}:{value.type}:{value!r}"
    told = attributes_of(value)
    content = f"{{{', '.join(f'{key}={inner(item)}' for key, item in sorted(told.items()))}}}" if told else ""
    if isinstance(value, list | tuple | deque):
        return f"{name}[{', '.join([inner(item) for item in list(value)])}]{content}"
    if isinstance(value, set | frozenset):
        return f"{name}{{{', '.join(sorted([inner(item) for item in list(value)]))}}}{content}"
    if isinstance(value, dict):
        return f"{name}{{{', '.join([f'{inner(key)}: {inner(item)}' for key, item in dict.items(value)])}}}{content}"
    if told:
        return name + content
    return f"{name}:{_reduced(value, inner)}"


def attributes_of(value: object) -> dict[str, object]:
    """What an object holds under names, in its `__dict__` and in slots."""
    found: dict[str, object] = {}
    for owner in type(value).__mro__:
        slots = owner.__dict__.get("__slots__", ())
        for slot in (slots,) if isinstance(slots, str) else slots:
            private = slot.startswith("__") and not slot.endswith("__")
            mangled = f"_{owner.__name__.lstrip('_')}{slot}" if private else slot
            try:
                found[mangled] = object.__getattribute__(value, mangled)
            except AttributeError:
                continue
    try:
        own = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return found
    if not isinstance(own, dict):
        return found
    return found | {name: item for name, item in own.items() if not _is_cached(type(value), name)}


def _is_cached(kind: type, name: str) -> bool:
    """Whether it is nothing but what a `cached_property` keeps, which changes no value."""
    return any(isinstance(vars(owner).get(name), functools.cached_property) for owner in kind.__mro__)


def _reduced(value: Any, inner: Any) -> str:
    """What Python's own objects tell about themselves when they are copied: iterators where they are, dates."""
    if type(value).__module__.partition(".")[0] not in sys.stdlib_module_names - {"__main__"} | {"numpy"}:
        return ""
    try:
        told = value.__reduce_ex__(4)
    except Exception:  # noqa: BLE001 - what cannot be copied says nothing
        return ""
    return inner(told[1:]) if isinstance(told, tuple) else str(told)
