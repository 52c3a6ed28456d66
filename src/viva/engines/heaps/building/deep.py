"""Deep structures: long ways along the links, where a loop goes round often, and arrays of several levels.

What goes at most so far along a link is told apart only where there is further to go. A tree of every shape of that
depth is one of thousands, so these are spines: ways that follow one link again and again, after another one or in turn
with it, and the same with one more node beside the way, where a node has two children then. Which keys they have is
tried in several orders: the caller leaves out what is no legal structure. Arrays grow by the reference's own methods.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from viva.engines.heaps.building.bounded_exhaustive import Building, Shape
from viva.engines.heaps.building.method_sequences import State
from viva.engines.heaps.building.orders import Growing
from viva.engines.heaps.building.values import space_out
from viva.engines.heaps.parts import Argument
from viva.languages.heap import Heap, Slot

Way = tuple[int, ...]
"""Numbers of links, from where a structure begins."""
_MOST_LINKS = 3
_LONGEST = 40


def ways(links: int, depth: int) -> list[Way]:
    """Along one link; along it after one or two steps along another; along two in turn."""
    if links == 1:
        return [(0,) * depth]
    found: list[Way] = []
    for link in range(min(links, _MOST_LINKS)):
        found.append((link,) * depth)
        for other in range(min(links, _MOST_LINKS)):
            if other != link:
                found += [(other, *(link,) * (depth - 1)), (other, other, *(link,) * (depth - 2))]
                found.append(tuple((link, other)[step % 2] for step in range(depth)))
    return list(dict.fromkeys(way for way in found if len(way) == depth))


def spine(way: Way, links: int, beside: tuple[int, int] | None = None) -> Shape:
    """The nodes along a way; `beside`: the node after so many steps has one more below this link."""
    leaf: Shape = (None,) * links
    this: Shape = leaf
    for step in range(len(way), -1, -1):
        row: list[Shape | None] = [None] * links
        if step < len(way):
            row[way[step]] = this
        if beside is not None and beside[0] == step:
            row[beside[1]] = leaf
        this = tuple(row)
    return this


def spines(links: int, depth: int) -> Iterator[Shape]:
    """Each way alone, and with a node beside it: at its begin, after a step, before its end, and behind it."""
    for way in ways(links, depth):
        yield spine(way, links)
        for step in dict.fromkeys((0, 1, 2, depth - 1, depth)):
            for link in range(min(links, _MOST_LINKS)) if links > 1 and 0 <= step <= depth else ():
                if step == depth or way[step] != link:
                    yield spine(way, links, (step, link))


def deep_heaps(building: Building, kind: str, depth: int, seed: int) -> Iterator[Heap]:
    """Spines with keys in several orders; not all of them are legal."""
    links = len(building.layout.links)
    for shape in spines(links, depth):
        count = _count(shape)
        known = space_out(kind, count)
        for order in _orders(shape, count, seed):
            yield building.heap(shape, tuple(_slot(known[rank]) for rank in order))


def _slot(key: Argument) -> Slot:
    assert not isinstance(key, Heap | tuple)
    return key


def _count(shape: Shape | None) -> int:
    return 0 if shape is None else 1 + sum(map(_count, shape))


def _orders(shape: Shape, count: int, seed: int) -> Iterator[list[int]]:
    """Ranks of keys, for the nodes from the first on: by sides, from above to below, all equal, and by chance."""
    sides: list[int] = []

    def walk(this: Shape | None, number: int) -> int:
        if this is None:
            return number
        after = walk(this[0], number + 1)
        sides.append(number)
        for child in this[1:]:
            after = walk(child, after)
        return after

    walk(shape, 0)
    by_sides = [0] * count
    for rank, number in enumerate(sides):
        by_sides[number] = rank
    falling = range(count - 1, -1, -1)
    chance = list(range(count))
    random.Random(seed).shuffle(chance)
    known = [by_sides, [count - 1 - rank for rank in by_sides], list(range(count)), list(falling), [0] * count, chance]
    yield from dict.fromkeys(map(tuple, known))  # type: ignore[misc]


def grown_structures(growing: Growing, length: int, apart: int, seed: int) -> list[State]:
    """Structures that have grown by one key at a time up to this length: by rising keys, by falling ones, by both in
    turn, by chance, and by one key again and again; by keys that lie apart so far that they meet in a table; and by
    texts of which each is the beginning of the next."""
    length = min(length, _LONGEST)
    rising = space_out(growing.kind, length)
    falling = rising[::-1]
    half = length // 2
    inward = [key for pair in zip(rising[half:], falling[length - half :], strict=False) for key in pair]
    orders = [rising, falling, inward, random.Random(seed).sample(rising, length), rising[:1] * length]
    if growing.kind == "key" and apart > 1:
        meeting: list[Argument] = [apart * key for key in rising if isinstance(key, int)]
        orders += [meeting, meeting[::-1]]
    if growing.kind == "text":
        longer: list[Argument] = ["ab" * (count // 2) + "a" * (count % 2) for count in range(1, length + 1)]
        orders += [longer, longer[::-1]]
    return growing.in_orders(orders)
