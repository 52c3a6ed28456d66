"""Keys to build with: few, so that all their orders occur; others, so that more than the order of keys shows.

Negative numbers, zero, some that are equal but for their sign, far ones; texts of several letters that begin alike, and
none at all.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cache

from viva.engines.heaps.parts import Argument

_LETTERS = str.maketrans("01234567", "abcdefgh")
_TEXTS = ("a", "ab", "ac", "b", "ba", "c", "ca", "d")
_FURTHER: dict[str, tuple[tuple[Argument, ...], ...]] = {
    "key": ((-2, -1, 1, 2), (-7, 0, 3, 1000)),
    "text": (("", "abc", "B", "ba"),),
    "real": ((-1.5, 0.0, 0.25, 100.0),),
}


def keys(kind: str, count: int, apart: int = 1) -> list[Argument]:
    match kind:
        case "text":
            many = universe("text")
            return [*_TEXTS[:count]] if count <= len(_TEXTS) else [*many[:: len(many) // count][:count]]
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


def space_out(kind: str, count: int) -> list[Argument]:
    """So many keys in order, with room for one more between any two, below and above."""
    if kind == "text":
        return [f"{number:03o}".translate(_LETTERS) for number in range(1, count + 1)]
    return [2.0 * number if kind == "real" else 2 * number for number in range(1, count + 1)]


def between(kind: str, keys: Sequence[Argument]) -> list[Argument]:
    """Keys that lie between two of these, below or above them: one in each gap."""
    if kind == "text":
        return ["", *(text + "a" for text in keys if isinstance(text, str))]
    numbers = [each for each in keys if isinstance(each, int | float)]
    return [*(number - 1 for number in numbers[:1]), *(number + 1 for number in numbers if number + 1 not in numbers)]


def further(kind: str, constants: Sequence[Argument] = ()) -> tuple[tuple[Argument, ...], ...]:
    """Other sets of keys; where the program mentions values itself, some at these."""
    own = find_mentioned(kind, constants)
    return (*_FURTHER.get(kind, ()), *((own,) if own else ()))


def find_mentioned(kind: str, constants: Sequence[Argument]) -> tuple[Argument, ...]:
    """Keys at the values that a program mentions, as far as they are none of the few that are used anyway."""
    if kind == "key":
        far = [each for each in constants if type(each) is int and not -3 <= each <= 5]
        return tuple(dict.fromkeys(near for each in far[:2] for near in (each, each + 1, each - 1)))
    if kind == "text":
        return tuple(each for each in constants if isinstance(each, str) and each and len(each) < 12)[:4]
    return ()


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
