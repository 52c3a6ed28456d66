"""The laws of every space: each value once, the same order by walking, by index and by building."""

import collections.abc
import datetime
import math
import random
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import islice

import pytest

from viva.core.fault import Fault
from viva.engines.enumeration import Function, Space, space_of
from viva.engines.enumeration.fingerprints import fingerprint

from . import kinds
from .kinds import KINDS

ENOUGH = 1500
every_kind = pytest.mark.parametrize("space", KINDS, indirect=True)


@cache
def space_named(name: str) -> Space:
    return space_of(KINDS[name], names=vars(kinds))


@pytest.fixture
def space(request: pytest.FixtureRequest) -> Space:
    return space_named(request.param)


def small_sizes(space: Space) -> list[int]:
    """The sizes from the smallest on, as long as there are not too many codes."""
    sizes: list[int] = []
    many = 0
    for n in islice(space.sizes(), 12):
        many += space.card(n)
        if sizes and many > ENOUGH:
            break
        sizes.append(n)
    return sizes


def identity(value: object) -> object:
    """What makes a value the value it is: its type and its contents, so that 1, True and 1.0 are three."""
    if isinstance(value, float | complex):
        return type(value).__name__, repr(value)
    if isinstance(value, list | tuple | collections.deque):
        return type(value).__name__, tuple(map(identity, value))
    if isinstance(value, set | frozenset):
        return type(value).__name__, frozenset(map(identity, value))
    if isinstance(value, dict):
        return "dict", frozenset((identity(key), identity(item)) for key, item in value.items())
    if isinstance(value, Function):
        return "function", value.source
    if isinstance(value, bytearray):
        return "bytearray", bytes(value)
    if hasattr(value, "__dict__") and not callable(value):
        return type(value).__name__, tuple((key, identity(item)) for key, item in sorted(vars(value).items()))
    return type(value).__name__, value if not isinstance(value, Decimal) else repr(value)


@every_kind
def test_walking_and_indexing_give_the_same_codes_in_the_same_order(space: Space) -> None:
    for n in small_sizes(space):
        assert repr(list(space.walk(n))) == repr([space.at(n, i) for i in range(space.card(n))])


@every_kind
def test_the_rank_of_a_code_is_its_place(space: Space) -> None:
    for n in small_sizes(space):
        assert [space.rank(code) for code in space.walk(n)] == [(n, i) for i in range(space.card(n))]


@every_kind
def test_the_weight_of_a_code_is_its_size(space: Space) -> None:
    for n in small_sizes(space):
        assert {space.weigh(code) for code in space.walk(n)} <= {n}


@every_kind
def test_no_value_comes_twice(space: Space) -> None:
    met = set()
    for n in small_sizes(space):
        for value in space.values(n):
            assert identity(value) not in met
            met.add(identity(value))
    assert met


@every_kind
def test_the_fast_way_builds_what_the_codes_say(space: Space) -> None:
    for n in small_sizes(space):
        built = [identity(space.build(code)) for code in space.walk(n)]
        assert list(map(identity, space.values(n))) == built


@every_kind
def test_large_sizes_are_indexed_consistently(space: Space) -> None:
    chance = random.Random(5)
    for n in (9, 14, 21):
        card = space.card(n)
        for i in {chance.randrange(card) for _ in range(20)} if card else ():
            assert space.rank(space.at(n, i)) == (n, i)


@every_kind
def test_a_size_has_no_more_and_no_fewer_than_its_cardinality(space: Space) -> None:
    for n in small_sizes(space):
        assert sum(1 for _ in space.walk(n)) == space.card(n) == sum(1 for _ in space.values(n))
    if space.inhabited and space.limit is not None:
        assert [space.card(space.limit + extra) for extra in (1, 2, 3)] == [0, 0, 0]
        assert space.card(space.limit) > 0


@every_kind
def test_the_source_of_a_value_rebuilds_it(space: Space) -> None:
    names = dict(vars(kinds)) | {"datetime": datetime, "Fraction": Fraction, "Decimal": Decimal}
    for n in small_sizes(space)[:5]:
        for code in islice(space.walk(n), 100) if "[[Callable" not in space.name else ():
            again, value = eval(space.source(code), names), space.build(code)
            if isinstance(value, Function):
                assert [_try(again, x) for x in PROBES] == [_try(value, x) for x in PROBES] or not _takes_one(value)
            elif callable(value):
                assert again(3) == value(3)
            else:
                assert identity(again) == identity(value)


PROBES = [0, 1, -1, 2, False, True, 0.0, 0.1, math.inf, "", "a"]


def _try(function: object, argument: object) -> object:
    assert callable(function)
    try:
        return function(argument)
    except (TypeError, Fault):
        return "not defined"


def _takes_one(function: Function) -> bool:
    return function.source.startswith("lambda x:") and all(_try(function, x) != "not defined" for x in PROBES)


@every_kind
def test_every_smaller_code_is_a_code_of_the_space(space: Space) -> None:
    for n in (4, 6):
        for code in islice(space.walk(n), 20):
            for less in islice(space.smaller(code), 30):
                assert fingerprint(space.build(less)) == fingerprint(space.build(less))
                assert fingerprint(space.build(less)) != fingerprint(space.build(code)), space.source(less)


@pytest.mark.parametrize(
    "name", ["list", "list of lists", "set", "dict of lists", "mutable list", "plain class", "typed dict", "deque"]
)
def test_a_value_that_is_changed_changes_no_other(name: str) -> None:
    space = space_named(name)
    before = [repr(identity(space.build(space.at(5, i)))) for i in range(space.card(5))]
    for value in space.values(5):
        _spoil(value)
    assert [repr(identity(value)) for value in space.values(5)] == before


def _spoil(value: object) -> None:
    match value:
        case list() | collections.deque():
            for item in value:
                _spoil(item)
            value.clear()
        case set():
            value.clear()
        case dict():
            for item in value.values():
                _spoil(item)
            value.clear()
        case kinds.Cell():
            if value.next:
                _spoil(value.next)
            value.next, value.value = None, True
        case kinds.Plain():
            value.number = 99


def test_samples_of_one_size_are_uniform() -> None:
    space = space_of(list[bool])
    counts = collections.Counter(tuple(value) for value in space.sample(6, 13_000, random.Random(3)))
    assert len(counts) == space.card(6) == 13
    assert all(850 < count < 1150 for count in counts.values())
