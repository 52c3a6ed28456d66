"""The code of a value that somebody else made: the way back from `build`, as far as there is one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from viva.engines.enumeration.fingerprints import fingerprint
from viva.engines.enumeration.space import Code, Space, Value
from viva.engines.enumeration.spaces.choice import Choice
from viva.engines.enumeration.spaces.mapped import Open
from viva.engines.enumeration.spaces.numbers import Floats, Integers
from viva.engines.enumeration.spaces.products import Product
from viva.engines.enumeration.spaces.sequences import Bytes, Items, Texts
from viva.engines.enumeration.spaces.subsets import Nonempty, Subsets
from viva.engines.enumeration.spaces.sums import Sum


def code_of(space: Space, value: Value) -> Code | None:
    """None for what is no value of the space, and for what people's own classes and functions make."""
    match space:
        case Integers() | Floats():
            return value if space.holds(value) else None
        case Bytes():
            return value if type(value) is bytes else None
        case Texts():
            return value if type(value) is str and space.rank(value) is not None else None
        case Choice() if not space.plain:
            wanted = fingerprint(value)
            return next((code for code, each in enumerate(space.members) if fingerprint(each) == wanted), None)
        case Sum():
            codes = ((place, code_of(part, value)) for place, part in enumerate(space.parts))
            return next(((place, code) for place, code in codes if code is not None), None)
        case Product() if space.is_tuple and type(value) is tuple and len(value) == len(space.parts):
            return _all(code_of(part, item) for part, item in zip(space.parts, value, strict=True))
        case Items() if type(value) is space.make:
            return _all(code_of(space.item, item) for item in value)
        case Subsets() if type(value) is space.kind:
            code = _all(_member(space, member) for member in (value.items() if space.items else value))
            return code if code is not None and space.rank(code) is not None else None
        case Nonempty():
            return code_of(space.inner, value) if value else None
        case Open():
            return code_of(space.inner, value)
        case _:
            return None


def _member(space: Subsets, member: Any) -> Code | None:
    if space.items is None:
        return code_of(space.keys, member)
    return _all((code_of(space.keys, member[0]), code_of(space.items, member[1])))


def _all(codes: Iterable[Code | None]) -> tuple[Code, ...] | None:
    found = tuple(codes)
    return None if any(code is None for code in found) else found
