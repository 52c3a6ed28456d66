"""Hashes as the subject of a law: `x != y or hash(x) == hash(y)` holds whatever the hashes are.

While a walk is watched, `hash` gives for a text, and for all whose hash depends on one or on an identity, a number that
may only be compared, and be equal: then nothing depends on which number it is. All else that is done with it is noted.
A method `__hash__` may compute with such numbers, since what it returns is such a number again.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from types import FunctionType
from typing import Any

_HASH = builtins.hash
_NUMBERS = (int, float, complex, Fraction, Decimal)
_COMPUTING = (
    "add", "sub", "mul", "xor", "and", "or", "floordiv", "mod", "lshift", "rshift", "truediv", "pow", "divmod",
    "radd", "rsub", "rmul", "rxor", "rand", "ror", "rfloordiv", "rmod", "rlshift", "rrshift", "rtruediv", "rpow",
)  # fmt: skip
_ASKING = ("lt", "le", "gt", "ge", "bool", "index", "int", "float", "str", "repr", "format")
_ALONE = ("neg", "invert", "abs", "pos", "round", "trunc")


@contextmanager
def watched_hashes(note: Callable[[], None]) -> Iterator[None]:
    """`note` is called where something depends on the number that a hash is."""

    def watched_hash(value: object, /) -> int:
        number = _HASH(value)
        return _Hash(number, note) if _differs(value) else number

    builtins.hash = watched_hash
    try:
        yield
    finally:
        builtins.hash = _HASH


def _differs(value: Any) -> bool:
    """Whether the hash of a value may be another one in the next process."""
    if type(value) in (tuple, frozenset):
        return any(map(_differs, value))
    if isinstance(value, _NUMBERS) and type(value).__hash__ in {each.__hash__ for each in (*_NUMBERS, bool)}:
        return False
    method = type(value).__hash__
    if not isinstance(method, FunctionType):
        return True
    if method.__module__ == "enum":
        return True
    return isinstance(method(value), _Hash)  # one that people wrote: it says so itself


def _is_in_hash(depth: int = 2) -> bool:
    return sys._getframe(depth).f_code.co_name == "__hash__"


class _Hash(int):
    """A hash that differs between runs."""

    note: Callable[[], None]

    def __new__(cls, number: int, note: Callable[[], None]) -> _Hash:
        made = super().__new__(cls, number)
        made.note = note
        return made

    def __eq__(self, other: object) -> bool:
        same = int.__eq__(self, other) is True
        if not (same and isinstance(other, _Hash)):
            self.note()
        return same

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return int.__hash__(self)


def _computing(name: str) -> Callable[..., object]:
    plain = getattr(int, f"__{name}__")

    def method(self: _Hash, *others: Any) -> object:
        result = plain(self, *others)
        if _is_in_hash() and isinstance(result, int):
            return _Hash(result, self.note)
        self.note()
        return result

    return method


def _asking(name: str) -> Callable[..., object]:
    plain = getattr(int, f"__{name}__")

    def method(self: _Hash, *others: Any) -> object:
        if not _is_in_hash():
            self.note()
        return plain(self, *others)

    return method


for _name in (*_COMPUTING, *_ALONE):
    setattr(_Hash, f"__{_name}__", _computing(_name))
for _name in _ASKING:
    setattr(_Hash, f"__{_name}__", _asking(_name))
