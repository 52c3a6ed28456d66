"""Keys to build with: few, so that all their orders occur; others, so that more than the order of keys shows.

Negative numbers, zero, some that are equal but for their sign, far ones; texts of several letters that begin alike, and
none at all.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cache

from viva.engines.heaps.parts import Argument

_TEXTS = ("a", "ab", "ac", "b", "ba", "c", "ca", "d")
_FURTHER: dict[str, tuple[tuple[Argument, ...], ...]] = {
    "key": ((-2, -1, 1, 2), (-7, 0, 3, 1000)),
    "text": (("", "abc", "B", "ba"),),
    "real": ((-1.5, 0.0, 0.25, 100.0),),
}


def keys(kind: str, count: int, apart: int = 1) -> list[Argument]:
    match kind:
        case "text":
            return [*_TEXTS[:count]] if count <= len(_TEXTS) else [*universe("text")[:: len(universe("text")) // count]]
        case "real":
            return [number + 0.5 for number in range(1, count + 1)]
        case "truth":
            return [False, True]
        case "numbers":
            return [(), (1,), (2, 1), (1, 1, 2), (-1, 0)]
        case "texts":
            return [(), ("a",), ("b", "ab"), ("a", "a", "b")]
    return [apart * number for number in range(1, count + 1)]


def around(kind: str, count: int) -> list[Argument]:
    """The keys, and what lies below and above all of them."""
    match kind:
        case "key":
            return list(range(count + 2))
        case "text":
            return [*keys(kind, count), "", "z", "abc"]
        case "real":
            return [0.0, *keys(kind, count), count + 1.5]
    return keys(kind, count)


def further(kind: str, constants: Sequence[Argument] = ()) -> tuple[tuple[Argument, ...], ...]:
    """Other sets of keys; where the program mentions values itself, some at these."""
    own: tuple[Argument, ...] = ()
    if kind == "key":
        mentioned = [each for each in constants if type(each) is int and not -3 <= each <= 5]
        own = tuple(dict.fromkeys(near for each in mentioned[:2] for near in (each, each + 1, each - 1)))
    elif kind == "text":
        own = tuple(each for each in constants if isinstance(each, str) and each and len(each) < 12)[:4]
    return (*_FURTHER.get(kind, ()), *((own,) if own else ()))


def near(kind: str, present: Sequence[Argument]) -> list[Argument]:
    """What a method is called with on a structure with other keys than the few: those that are there, between, below
    and above them, and what is like them in part."""
    found: list[Argument] = []
    if kind == "key":
        numbers = sorted(each for each in present if type(each) is int)
        some = [*numbers[:3], *numbers[3:][-3:]]
        beside = [number + 1 for number in numbers if number + 1 not in numbers]
        found = [
            *some,
            0,
            *(-number for number in some[:2]),
            *beside[:3],
            *beside[3:][-1:],
            *(numbers[:1] and [numbers[0] - 1]),
        ]
    elif kind == "text":
        texts = sorted(each for each in present if isinstance(each, str))
        found = [*texts[:5], *(text + "a" for text in texts[:1]), *(text[:-1] for text in texts[-1:]), "", "z"]
    elif kind == "real":
        reals = sorted(each for each in present if isinstance(each, float))
        found = [*reals[:5], *(-real for real in reals[:2]), 0.0, *(real + 0.5 for real in reals[-1:])]
    return list(dict.fromkeys(found))


@cache
def universe(kind: str) -> tuple[Argument, ...]:
    """Keys in order, so many that between any two there is room for more: for structures of up to seven keys."""
    if kind == "text":
        texts = ["".join(letters) for count in (1, 2, 3) for letters in itertools.product("abcde", repeat=count)]
        return tuple(sorted(texts)[:127])
    return tuple(float(number) if kind == "real" else number for number in range(-63, 64))
