"""Values as Python source: what a reader can paste, also for enumerations, functions, and numbers without a literal."""

from __future__ import annotations

import dataclasses
import datetime
import enum
import math
from decimal import Decimal
from fractions import Fraction

from viva.engines.enumeration.space import Value

_UNCHANGEABLE = (bool, int, float, complex, str, bytes, type(None), enum.Enum, Fraction, Decimal, datetime.date, type,
                 datetime.time, datetime.timedelta, range)  # fmt: skip


def is_unchangeable(value: Value) -> bool:
    """Whether nobody can change the value, by what it is made of."""
    if isinstance(value, tuple | frozenset):
        return all(is_unchangeable(item) for item in value)
    if isinstance(value, _UNCHANGEABLE) or (callable(value) and hasattr(value, "__name__")):
        return True
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        frozen = type(value).__dataclass_params__.frozen  # type: ignore[attr-defined]
        return frozen and all(is_unchangeable(getattr(value, f.name)) for f in dataclasses.fields(value))
    return False


def write_value(value: Value) -> str:
    """A Python expression for the value; its `repr` where Viva knows no better one."""
    match value:
        case enum.Enum():
            return _enumeration(value)
        case bool() | int() | str() | bytes() | None:
            return repr(value)
        case float():
            return _float(value)
        case complex():
            return f"complex({_float(value.real)}, {_float(value.imag)})"
        case datetime.datetime() | datetime.date() | datetime.time() | datetime.timedelta():
            return repr(value)
        case list():
            return f"[{', '.join(map(write_value, value))}]"
        case tuple() if type(value) is tuple:
            return f"({', '.join(map(write_value, value))}{',' if len(value) == 1 else ''})"
        case set() if type(value) is set:
            return f"{{{', '.join(sorted(map(write_value, value)))}}}" if value else "set()"
        case frozenset():
            return f"frozenset({{{', '.join(sorted(map(write_value, value)))}}})" if value else "frozenset()"
        case dict():
            return "{" + ", ".join(f"{write_value(key)}: {write_value(item)}" for key, item in value.items()) + "}"
        case _:
            return repr(value)


def _float(value: float) -> str:
    if math.isnan(value):
        return "float('nan')"
    return repr(value) if math.isfinite(value) else f"float('{value}')"


def _enumeration(value: enum.Enum) -> str:
    cls = type(value)
    if value.name in cls.__members__:
        return f"{cls.__qualname__.rpartition('.<locals>.')[2]}.{value.name}"
    if isinstance(value, enum.Flag):
        names = [member for member in type(value) if member in value]
        return " | ".join(map(_enumeration, names)) if names else f"{cls.__name__}({value.value!r})"
    return f"{cls.__name__}({value.value!r})"
