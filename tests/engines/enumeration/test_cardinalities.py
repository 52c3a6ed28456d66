"""How many values there are: by closed formulas, and by counting all of them in another way."""

from __future__ import annotations

import collections.abc
import datetime
import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from types import GenericAlias
from typing import Annotated, Literal, TypeVar

import pytest

from viva.engines.enumeration import Between, Choice, Length, space_of, total_within, values_of

from . import kinds

SIZES = range(10)


def cards(kind: object, sizes: range = SIZES) -> list[int]:
    space = space_of(kind, names=vars(kinds))
    return [space.card(n) for n in sizes]


def test_integers_double() -> None:
    assert cards(int) == [1, *(2**n for n in range(1, 10))]


def test_lists_of_integers_triple() -> None:
    assert cards(list[int]) == [1, *(3 ** (n - 1) for n in range(1, 10))]


def test_lists_of_booleans_are_fibonacci_numbers() -> None:
    assert cards(list[bool]) == [1, 1, 2, 3, 5, 8, 13, 21, 34, 55]


def test_binary_trees_without_labels_are_catalan_numbers() -> None:
    space = space_of(Shapely)
    assert [space.card(n) for n in range(9)] == [math.comb(2 * n, n) // (n + 1) for n in range(9)]


@dataclass(frozen=True)
class Fork:
    left: Shapely
    right: Shapely


Shapely = Literal["tip"] | Fork


def test_subsets_of_a_finite_type_are_a_power_of_two() -> None:
    for many in range(8):
        space = space_of(GenericAlias(set, Literal.__getitem__(tuple(range(many))))) if many else None
        assert space is None or space.total == 2**many


def test_functions_are_results_to_the_power_of_arguments() -> None:
    assert space_of(Callable[[bool], bool]).total == 4
    assert space_of(Callable[[kinds.Colour], kinds.Colour]).total == 27
    assert space_of(Callable[[bool, kinds.Colour], bool]).total == 64
    assert space_of(Callable[[], kinds.Colour]).total == 3
    assert space_of(Callable[[int], None]).total == 1
    assert space_of(Callable[[int], bool]).total is None


def test_dicts_are_one_more_than_values_to_the_power_of_keys() -> None:
    assert space_of(dict[kinds.Colour, kinds.Colour]).total == 4**3
    assert space_of(dict[bool, bool]).total == 9


def test_products_multiply_and_sums_add() -> None:
    assert space_of(tuple[bool, kinds.Colour, None]).total == 6
    assert space_of(bool | kinds.Colour | None).total == 6
    assert space_of(kinds.Right).total == 8
    assert space_of(Annotated[int, Between(-3, 12)]).total == 16
    assert space_of(Annotated[list[bool], Length(0, 4)]).total == 31


def test_sizes_of_a_finite_type_are_spread() -> None:
    space = space_of(GenericAlias(tuple, (bool,) * 20))
    assert [space.card(n + 1) for n in range(21)] == [math.comb(20, n) for n in range(21)]
    assert max(space_of(Callable[[Annotated[int, range(50)]], bool]).card(n) for n in range(2)) == 50


def test_sets_by_brute_force() -> None:
    space = space_of(set[int])
    for n in range(6):
        sized = {k: 1 + abs(k).bit_length() for k in range(-15, 16)}
        subsets = (chosen for j in range(4) for chosen in itertools.combinations(sized, j))
        assert space.card(n) == sum(1 for chosen in subsets if sum(sized[k] for k in chosen) == n)


def test_dicts_by_brute_force() -> None:
    space = space_of(dict[bool, kinds.Colour])
    counted = [0] * 20
    for keys in itertools.chain.from_iterable(itertools.combinations((0, 1), j) for j in range(3)):
        for values in itertools.product((0, 1, 2), repeat=len(keys)):
            counted[sum(1 + key + value for key, value in zip(keys, values, strict=True))] += 1
    assert [space.card(n) for n in range(20)] == counted


def test_text_by_brute_force() -> None:
    space = space_of(str)
    short = {"".join(word) for many in range(4) for word in itertools.product("ab", repeat=many)}
    met = {value for n in range(7) for value in space.values(n)}
    assert short <= met


def test_the_function_space_by_brute_force() -> None:
    """Functions from int to bool with few exceptions, described independently of each other."""
    space = space_of(Callable[[int], bool]).parts[0]
    ints = [0, 1, -1, 2, 3, -2, -3]
    counted = [0] * 5
    for default in (False, True):
        for j in range(4):
            for chosen in itertools.combinations(ints, j):
                size = default + sum(1 + abs(k).bit_length() + (not default) for k in chosen)
                if size < 5:
                    counted[size] += 1
    assert [space.card(n) for n in range(4)] == counted[:4]


class Partly:
    def __init__(self, flag: bool, other=None) -> None:  # type: ignore[no-untyped-def]
        self.flag = flag


Either = TypeVar("Either", bool, None)


@pytest.mark.parametrize(
    "kind",
    [
        Partly,
        Either,
        Callable[..., bool],
        datetime.time,
        collections.abc.Set[bool],
        collections.abc.Mapping[bool, bool],
    ],
    ids=str,
)
def test_some_values_of_a_type_that_has_more_are_never_taken_for_all(kind: object) -> None:
    space = space_of(kind)
    assert not space.finite and space.inhabited and len(space.first(9)) >= 2


@pytest.mark.parametrize(
    "kind",
    [int, float, str, bytes, list[bool], set[int], dict[str, bool], kinds.Tree, Callable[[int], bool], complex],
    ids=str,
)
def test_a_type_without_an_end_is_never_taken_for_finite(kind: object) -> None:
    space = space_of(kind, names=vars(kinds))
    assert not space.finite and space.total is None and total_within(space, 10) is None


def test_a_space_of_given_values_has_them_in_order() -> None:
    space = values_of(range(16))
    assert list(space) == list(range(16)) and space.total == 16
    lists = Choice("rows", [[1], [2, 3]])
    first = next(iter(lists))
    first.append(9)
    assert list(lists) == [[1], [2, 3]]


def test_the_billionth_list_is_found_at_once() -> None:
    space = space_of(list[int])
    n, i = 20, 10**9
    assert space.rank(space.at(n, i)) == (n, i)
