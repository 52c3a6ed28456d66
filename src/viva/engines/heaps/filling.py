"""Sequences of calls that put many keys in before they take any out: what only shows deep in a structure, or among
equal keys, shows when all of them come out again."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from viva.engines.heaps.building.method_sequences import Step
from viva.engines.heaps.building.values import keys
from viva.engines.heaps.domain import Domain
from viva.engines.heaps.layout import Method, Parameter
from viva.engines.heaps.parts import Argument

_KEYS = ("key", "text", "real")
_SIZES = (15, 7, 4, 7, 10, 15, 7, 15)
LONGEST_FILLING = max(_SIZES)
_MOST = 160
_FEWEST = 8
_FALLING, _RISING = 3, 5
_MOST_FILLING = 2
_MEETING = (4, 3, 6, 4, 2, 5)

Way = tuple[Step, ...]


def fills_and_drains(domain: Domain, methods: Sequence[Method], begin: Way, chance: random.Random) -> list[Way]:
    """Each method that builds is called with many keys, in several orders and with equal ones, and then each other one
    as often; in some, keys are also taken out between."""
    pairs = _pairs(domain, methods)
    found: list[Way] = []
    for backs, fill, drain in pairs:
        for number in range(max(_FEWEST, _MOST // len(pairs))):
            found.append((*begin, *_sequence(backs, fill, drain, number, chance)))
    return found


def _pairs(domain: Domain, methods: Sequence[Method]) -> list[tuple[frozenset[str], Method, Method]]:
    """A method that fills and another one, with the names of those that hand the structure back."""
    usual = [method for method in methods if all(each.kind != "instance" for each in method.parameters)]
    backs = frozenset(method.name for method in usual if hands_back(domain, method))
    return [(backs, fill, drain) for fill in _filling(domain, usual) for drain in usual if drain is not fill]


def fills_with_keys_that_meet(
    domain: Domain, methods: Sequence[Method], begin: Way, chance: random.Random, apart: int
) -> list[Way]:
    """As above, with a few keys that lie so far apart: they meet in a table of so many slots."""
    found: list[Way] = []
    for backs, fill, drain in _pairs(domain, methods):
        for number, size in enumerate(_MEETING, _RISING):
            order = chance.sample(range(1, size + 1), size)
            found.append((*begin, *_both(backs, fill, drain, order, number, chance=chance, apart=apart)))
    return found


def fills_beyond(domain: Domain, methods: Sequence[Method], begin: Way, chance: random.Random, held: int) -> list[Way]:
    """As above, with two keys more than it is thought to hold: falling, rising and by chance."""
    size = held + 2
    orders = ([*range(size, 0, -1)], [*range(1, size + 1)], chance.sample(range(1, size + 1), size))
    return [
        (*begin, *_both(backs, fill, drain, order, 0, chance=chance))
        for backs, fill, drain in _pairs(domain, methods)
        for order in orders
    ]


def _filling(domain: Domain, methods: Sequence[Method]) -> list[Method]:
    """The methods by which structures are built, those that do most of it."""
    often = Counter(step.method for state in (*domain.states, *domain.orders) for step in state.way)
    able = [method for method in methods if often[method.name] and any(map(_is_key, method.parameters))]
    return sorted(able, key=lambda method: -often[method.name])[:_MOST_FILLING]


def _sequence(backs: frozenset[str], fill: Method, drain: Method, number: int, chance: random.Random) -> list[Step]:
    size = _SIZES[number % len(_SIZES)]
    return _both(backs, fill, drain, _order(number, size, chance), number, chance=chance)


def _both(
    backs: frozenset[str],
    fill: Method,
    drain: Method,
    order: Sequence[int],
    number: int,
    *,
    chance: random.Random,
    apart: int = 1,
) -> list[Step]:
    size = len(order)
    back = chance.sample(order, size)
    filling = [_step(backs, fill, rank, place, chance, apart=apart, most=size) for place, rank in enumerate(order)]
    draining = [
        _step(backs, drain, rank, size - place, chance, apart=apart, most=size) for place, rank in enumerate(back)
    ]
    if number % 5 != 4:
        return [*filling, *draining]
    half = size // 2
    return [*filling[:-half], *draining[:half], *filling[-half:], *draining[half:], *draining[:half]]


def _order(number: int, size: int, chance: random.Random) -> list[int]:
    """Ranks of keys: the largest first, the smallest first, then by chance, every other time with equal ones."""
    if number < _FALLING:
        return [*range(size, 0, -1)]
    if number < _RISING:
        return [*range(1, size + 1)]
    if number % 2:
        return [chance.randint(1, max(2, size // 2)) for _ in range(size)]
    return chance.sample(range(1, size + 1), size)


def _step(
    backs: frozenset[str], method: Method, rank: int, held: int, chance: random.Random, *, apart: int, most: int
) -> Step:
    arguments: list[Argument] = []
    given = False
    for parameter in method.parameters:
        if parameter.optional:
            break
        if parameter.is_place:
            arguments.append(chance.randrange(held + 1))
        elif _is_key(parameter) and not given:
            given = True
            arguments.append(sorted(keys(parameter.kind, max(most, LONGEST_FILLING), apart))[rank - 1])  # type: ignore[type-var]
        else:
            arguments.append(chance.choice(keys(parameter.kind, 2)))
    return Step(method.name, tuple(arguments), "result" if method.name in backs else "object")


def _is_key(parameter: Parameter) -> bool:
    return parameter.kind in _KEYS and not parameter.is_place


def hands_back(domain: Domain, method: Method) -> bool:
    """Whether one goes on with what it returns: so it is where nodes are handed around themselves."""
    if domain.layout.main != domain.layout.node:
        return False
    states = (*domain.states, *domain.orders)
    return any(step.took == "result" and step.method == method.name for state in states for step in state.way)
