"""What a run gave, with the terms that are still in it."""

from typing import Any

from .numbers import SymbolicFloat, SymbolicInt, term_of
from .path import Path
from .texts import SymbolicText, codes_of

MOST_PARTS = 400
DEEPEST = 8


class TooMuch(Exception):
    pass


def described(path: Path, value: object) -> Any:
    """`["number", term]`, `["text", terms]`, `["list" | "tuple" | "set", parts]`, `["dict", pairs]`, `["is", text]`."""
    try:
        return _Describer(path).part(value, 0)
    except TooMuch:
        return ["opaque"]


class _Describer:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.left = MOST_PARTS

    def part(self, value: Any, depth: int) -> Any:
        self.left -= 1
        if self.left < 0 or depth > DEEPEST:
            raise TooMuch
        kind = type(value)
        if value is None or isinstance(value, bool):
            return ["is", repr(value)]
        if kind in (int, float, SymbolicInt, SymbolicFloat):
            term = term_of(self.path, value)
            return ["is", repr(value)] if term is None else ["number", term]
        if kind in (str, SymbolicText):
            self.left -= len(value)
            return ["text", list(codes_of(self.path, value)[: MOST_PARTS + 1])]
        if isinstance(value, list | tuple):
            name = "list" if isinstance(value, list) else "tuple"
            return [name, [self.part(item, depth + 1) for item in value[: MOST_PARTS + 1]]]
        if isinstance(value, set | frozenset):
            return ["set", [self.part(item, depth + 1) for item in value]]
        if isinstance(value, dict):
            pairs = list(dict.items(value))[: MOST_PARTS + 1]
            return ["dict", [[self.part(key, depth + 1), self.part(item, depth + 1)] for key, item in pairs]]
        inside = getattr(value, "__dict__", None)
        if type(inside) is dict:
            pairs = list(inside.items())[: MOST_PARTS + 1]
            return ["object", [[["is", str(key)], self.part(item, depth + 1)] for key, item in pairs]]
        return ["opaque"]
