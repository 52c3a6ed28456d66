"""All structures of more nodes than a domain has all of: what is said of failing calls must hold for these, too."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from functools import cache

from viva.core.records import dataclass
from viva.engines.heaps.building.bounded_exhaustive import Building, shapes
from viva.engines.heaps.building.derived_fields import by_name
from viva.engines.heaps.building.method_sequences import State
from viva.engines.heaps.building.orders import Growing
from viva.engines.heaps.building.permitted import Legality
from viva.engines.heaps.domain import POSITIONS, Domain
from viva.engines.heaps.running import Runner
from viva.languages.heap import Heap

_MOST_OF_A_SIZE = 1100
"""There are 1050 trees of four keys, 903 search trees of six, and 541 lists of five."""
_MOST_ORDERS = 6


@dataclass(frozen=True, slots=True)
class Larger:
    """`whole` is the number of nodes up to which no structure is missing, `shaped` that up to which no shape is, each
    with several orders of keys."""

    states: tuple[State, ...]
    whole: int
    shaped: int


def larger_structures(runner: Runner, domain: Domain, nodes: int, invariants: Sequence[str] = ()) -> Larger:
    """All structures of up to so many nodes, one of each order of keys, equal ones too, as far as there are not too
    many of a size. What builders make, or else what the fields do."""
    layout = domain.layout
    legal = Legality(runner, layout, tuple(invariants))
    if not domain.built:
        return _listed(domain, nodes, legal)
    builders = [method for name, method in domain.methods.items() if name in domain.builders]
    growing = Growing(runner, layout, builders, legal if legal.says_something else None, repeats=True)
    found: list[State] = []
    whole = 0
    for level in growing.sizes(min(nodes, POSITIONS), _MOST_OF_A_SIZE, only_whole=True):
        whole += 1
        if whole > domain.whole or whole > nodes - 2:
            found += level
    whole = max(whole, domain.whole)
    return Larger(tuple(found), whole, whole)


def _listed(domain: Domain, nodes: int, legal: Legality) -> Larger:
    layout = domain.layout
    if layout.node is None or not layout.links:
        return Larger((), domain.whole, domain.whole)
    building = Building(layout, by_name(layout))
    found: list[Heap] = []
    whole = shaped = 0
    for count in range(1, nodes + 1):
        every = shapes(count, len(layout.links))
        orders = weak_orders(count) if count <= _MOST_ORDERS else ()
        if whole == count - 1 and orders and len(every) * len(orders) <= _MOST_OF_A_SIZE:
            whole = count
        else:
            orders = tuple(_some_orders(count))
        if len(every) * len(orders) > _MOST_OF_A_SIZE:
            break
        shaped = count
        found += [building.heap(shape, order) for shape in every for order in orders]
    told = legal(found) if legal.says_something else [True] * len(found)
    states = tuple(State(heap) for heap, holds in zip(found, told, strict=True) if holds)
    return Larger(states, whole, shaped)


@cache
def weak_orders(count: int) -> tuple[tuple[int, ...], ...]:
    """All ways in which so many keys can be ordered, equal ones too: ranks from 1 on, none left out."""
    every = itertools.product(range(1, count + 1), repeat=count)
    return tuple(ranks for ranks in every if set(ranks) == set(range(1, max(ranks) + 1)))


def _some_orders(count: int) -> Iterator[tuple[int, ...]]:
    rising = tuple(range(1, count + 1))
    chance = random.Random(count)
    mixed = [tuple(chance.sample(rising, count)), tuple(chance.choice(rising) for _ in rising)]
    yield from dict.fromkeys((rising, rising[::-1], (1,) * count, *mixed))
