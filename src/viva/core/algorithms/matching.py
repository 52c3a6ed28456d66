"""Whether the items of two rows can be put in pairs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import TypeVar

Item = TypeVar("Item")


def can_be_matched(left: Sequence[Item], right: Sequence[Item], same: Callable[[Item, Item], bool]) -> bool:
    """Whether each item of one has a partner of its own in the other that is the same.

    The first that is free is not always the one to take: where being the same is not transitive, as with a tolerance,
    a partner may be needed by another item. So pairs are undone along augmenting paths (Kuhn's algorithm), and the
    answer is no only if there is no way.
    """
    if len(left) != len(right):
        return False
    known: dict[tuple[int, int], bool] = {}
    partner: dict[int, int] = {}  # of each item on the right
    free = dict.fromkeys(range(len(right)))

    def fits(one: int, two: int) -> bool:
        if (one, two) not in known:
            known[one, two] = same(left[one], right[two])
        return known[one, two]

    def found(one: int) -> bool:
        before: dict[int, int] = {}  # by which item on the left a place on the right was reached
        todo = [one]
        while todo:
            item = todo.pop()
            for place in chain([item], free, list(partner)):  # straight across first: mostly the order is the same
                if place in before or not fits(item, place):
                    continue
                before[place] = item
                if place in free:
                    del free[place]
                    _turn(partner, before, place, one)
                    return True
                todo.append(partner[place])
        return False

    return all(found(one) for one in range(len(left)))


def _turn(partner: dict[int, int], before: dict[int, int], place: int, first: int) -> None:
    """Each item on the path takes the place by which it was left, up to the first."""
    places = {item: other for other, item in partner.items()}
    while True:
        item = before[place]
        freed = places.get(item)
        partner[place] = item
        if item == first:
            return
        assert freed is not None
        place = freed
