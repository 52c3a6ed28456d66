"""Containers that are made of simpler ones: some of their values, never all, because they remember more than that."""

from __future__ import annotations

import collections
import re
from collections.abc import Callable
from types import GenericAlias
from typing import Annotated, Any

from viva.engines.enumeration.bounds import Between
from viva.engines.enumeration.space import Space, Value
from viva.engines.enumeration.spaces.choice import Choice
from viva.engines.enumeration.writing import write_value

Recipe = tuple[Callable[..., object], Callable[..., Callable[[Any], Value]], Callable[[Any], str], str]


def _default(value: object) -> Callable[[dict[Any, Any]], Value]:
    """A dict that makes up what is missing, in the way of its type: 0 for int, [] for list[int]."""
    kind = getattr(value, "__origin__", value)
    factory = kind if kind in (int, float, str, bool, bytes, list, dict, set, tuple, frozenset) else type(None)
    return lambda items: collections.defaultdict(factory, items)


def _chain_source(value: collections.ChainMap[Any, Any]) -> str:
    return f"ChainMap({', '.join(map(write_value, value.maps))})"


def _default_source(value: collections.defaultdict[Any, Any]) -> str:
    factory = value.default_factory
    name = "type(None)" if factory is type(None) else getattr(factory, "__name__", "None")
    return f"defaultdict({name}, {write_value(dict(value))})"


# What it is made of (as an annotation), what makes it of that, how it is written, and how the type is written.
MADE_OF: dict[object, Recipe] = {
    collections.Counter: (
        lambda key: GenericAlias(dict, (key, Annotated[int, Between(0, None)])),
        lambda _: collections.Counter,
        lambda value: f"Counter({write_value(dict(value))})",
        "Counter[str]",
    ),
    collections.OrderedDict: (
        lambda *of: GenericAlias(dict, of),
        lambda *_: collections.OrderedDict,
        lambda value: f"OrderedDict({write_value(dict(value))})",
        "OrderedDict[str, int]",
    ),
    collections.defaultdict: (
        lambda *of: GenericAlias(dict, of),
        lambda _, item: _default(item),
        _default_source,
        "defaultdict[str, int]",
    ),
    collections.ChainMap: (
        lambda *of: GenericAlias(list, (GenericAlias(dict, of),)),
        lambda *_: lambda maps: collections.ChainMap(*maps),
        _chain_source,
        "ChainMap[str, int]",
    ),
    re.Pattern: (
        lambda kind: _PATTERNS[kind] if kind in (str, bytes) else _PATTERNS[str],
        lambda _: re.compile,
        lambda value: f"re.compile({value.pattern!r})",
        "re.Pattern[str]",
    ),
}  # fmt: skip

_EXPRESSIONS = (
    "", "a", "a*", "[ab]+", "^a$", ".", r"\d+", "(a|b)c?", "a{2,3}", r"\bword\b", "(?P<name>.)", r"\s", "x|",
)  # fmt: skip
_PATTERNS: dict[object, Space] = {
    str: Choice("expression", _EXPRESSIONS),
    bytes: Choice("expression", [text.encode() for text in _EXPRESSIONS]),
}
