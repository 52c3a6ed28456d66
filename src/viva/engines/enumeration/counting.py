"""How many values a finite type has, counted apart from all that lists them.

A space counts by size, in unions that were made disjoint and over keys of which no two are equal. A mistake there would
count and list the same too few values, and `proved` would be said of them. So what is counted here is the type as it
was read, before anything was made disjoint, by plainly making all values and leaving out what comes twice. The domains
that are proved are small enough for that. Nothing that people wrote is called.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, product
from typing import Any

from viva.core.records import dataclass
from viva.engines.enumeration.annotations import Reader
from viva.engines.enumeration.fingerprints import fingerprint
from viva.engines.enumeration.space import Space, Value
from viva.engines.enumeration.spaces.choice import Choice
from viva.engines.enumeration.spaces.classes import scope_of
from viva.engines.enumeration.spaces.functions import Tables
from viva.engines.enumeration.spaces.mapped import Mapped, Open
from viva.engines.enumeration.spaces.numbers import Integers
from viva.engines.enumeration.spaces.products import Product
from viva.engines.enumeration.spaces.subsets import Subsets
from viva.engines.enumeration.spaces.sums import Sum


def cardinality(
    function: Callable[..., Value], fields: Mapping[str, object], types: Mapping[str, object], most: int
) -> int | None:
    """How many different arguments a function can be given: None for more than `most`, or where it cannot be told."""
    reader, scope = Reader(types), scope_of(function)
    many = 1
    for annotation in fields.values():
        values = _values(reader.read(annotation, scope), most, ())
        many *= most + 1 if values is None else len(values)
        if many > most:
            return None
    return many


@dataclass(frozen=True)
class _Made:
    """Stands for what a class or a function of people's own would make of these."""

    by: object
    parts: tuple[Any, ...]


def _values(space: Space, most: int, around: tuple[Space, ...]) -> list[Any] | None:
    """All values, each once; None for too many, or for a type that is part of itself."""
    if space in around:
        return None
    inside = (*around, space)
    match space:
        case Open():
            return None
        case Choice() if not space.plain:
            return _each_once(space.members)
        case Integers() if space.lo is not None and space.hi is not None and space.hi - space.lo < most:
            return list(range(space.lo, space.hi + 1))
        case Sum():
            parts = [_values(part, most, inside) for part in space.parts]
            return None if None in parts else _each_once(value for part in parts for value in part or ())
        case Product():
            return _made(space, [_values(part, most, inside) for part in space.parts], most)
        case Mapped():
            values = _values(space.inner, most, inside)
            return None if values is None else [_Made(space.make, (value,)) for value in values]
        case Subsets():
            return _subsets(space, [_values(part, most, inside) for part in space.parts], most)
        case Tables():
            taken = [_values(part, most, inside) for part in space.taken]
            results = _values(space.result, most, inside)
            known = [part for part in taken if part is not None]
            if results is None or len(known) < len(taken) or math.prod(map(len, known)) > most:
                return None
            arguments = _equal_once(product(*known))
            many = len(results) ** len(arguments)
            if many > most:
                return None
            # Two functions are the same only if their results are, and 1 and True are two results.
            return [_Made("table", (fingerprint(row),)) for row in product(results, repeat=len(arguments))]
        case _:
            return None


def _made(space: Product, parts: Sequence[list[Any] | None], most: int) -> list[Any] | None:
    known = [part for part in parts if part is not None]
    if len(known) < len(parts) or math.prod(map(len, known)) > most:
        return None
    rows = product(*known)
    return _each_once(rows) if space.is_tuple else [_Made(space.kind, row) for row in rows]


def _subsets(space: Subsets, parts: Sequence[list[Any] | None], most: int) -> list[Any] | None:
    if parts[0] is None or parts[-1] is None:
        return None
    keys = _equal_once(parts[0])
    choices = 1 if space.items is None else len(parts[1] or ())
    upto = len(keys) if space.most is None else min(space.most, len(keys))
    if sum(math.comb(len(keys), many) * choices**many for many in range(space.fewest, upto + 1)) > most:
        return None
    sets = [frozenset(chosen) for many in range(space.fewest, upto + 1) for chosen in combinations(keys, many)]
    if space.items is None:
        return list(sets) if space.kind is frozenset else [_Made("set", (chosen,)) for chosen in sets]
    return [_Made("dict", (chosen, items)) for chosen in sets for items in product(parts[1] or (), repeat=len(chosen))]


def _each_once(values: Iterable[Any]) -> list[Any]:
    """Each value once, 1 and True being two."""
    return list({fingerprint(value): value for value in values}.values())


def _equal_once(values: Iterable[Any]) -> list[Any]:
    """The first of those that are equal for Python."""
    return list({value: value for value in values if value == value})  # noqa: PLR0124 - nan equals nothing
