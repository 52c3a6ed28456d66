"""Constants of the code under test: what a property and the functions it calls compare with, and what is near."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from viva.engines.enumeration.space import Space
from viva.engines.enumeration.spaces.overlay import Pool
from viva.engines.enumeration.spaces.products import Product
from viva.engines.mining import around, matching, reachable, sorted_out, variations

_MOST = 60
_LONGEST = 200


def harvest(root: Callable[..., object], space: Space) -> Pool:
    """The constants reachable from a function and from the classes of its arguments, those nearest to it first."""
    constants = sorted_out(reachable([root, *_classes(space)]))
    octets = [value for value in constants.octets if len(value) <= _LONGEST]
    found = [k for k in constants.integers if k not in (0, 1)]
    near = list(around(*found[:_MOST]))
    far = [each for k in found[:_MOST] for each in (-k, 2 * k, k * k, k // 2)]
    whole = [float(k) for k in [*found[:_MOST], *near] if abs(k) < 2**53]
    given = [text for text in constants.texts if len(text) <= _LONGEST][:_MOST]
    numbers = constants.floats[:_MOST]
    beside = [each for x in numbers for each in (-x, x + 1e-9, x - 1e-9, x / 2, x * 2)]
    return Pool(
        integers=tuple(dict.fromkeys([*near, *far])),
        floats=tuple(dict.fromkeys([*numbers, *beside, *whole])),
        texts=tuple(dict.fromkeys([*_texts(given), *(str(k) for k in found[:_MOST])])),
        bytes=tuple(dict.fromkeys([*octets, *(bytes(b + b) for b in octets)])),
        lengths=tuple(dict.fromkeys(length for length in around(*found) if 2 < length <= 300))[:_MOST],
    )


def _texts(given: Sequence[str]) -> Iterator[str]:
    """The texts of a program, what its patterns match, pairs of short ones with something between, and variations."""
    yield from given
    for text in given:
        yield from matching(text)
    short = [text for text in given if 0 < len(text) <= 3][:6]
    for first in short:
        for second in short:
            yield f"a{first}a{second}a"
            yield first + second
    for text in given:
        yield from variations(text)


def _classes(space: Space) -> list[type]:
    return [part.kind for part in space.graph() if isinstance(part, Product) and isinstance(part.kind, type)]
