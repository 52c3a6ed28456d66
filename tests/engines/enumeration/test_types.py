"""What the reader of annotations makes of types, and what it says about those it cannot use."""

from __future__ import annotations

import array
import collections
import datetime
import ipaddress
import math
import pathlib
import re
import sys
import types
import uuid
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice
from typing import Annotated, Any, Generic, Never, NotRequired, Protocol, Required, Self, TypedDict, TypeVar, Union

import numpy as np
import numpy.typing as npt
import pytest

from viva.core.fault import Fault
from viva.engines.enumeration import Choice, Length, Mapped, arguments_of, letters, register, space_of

from . import kinds

T = TypeVar("T")


@dataclass
class Endless:
    next: Endless


@dataclass
class Ping:
    pong: Pong


@dataclass
class Pong:
    ping: Ping


@dataclass
class Growing(Generic[T]):
    item: T
    more: Growing[list[T]] | None


class Untyped:
    def __init__(self, size) -> None:  # type: ignore[no-untyped-def]
        self.size = size


@pytest.mark.parametrize("kind", [Endless, Ping, Never, list[Endless] | Endless, tuple[int, Endless]], ids=str)
def test_a_type_without_values_is_found_before_anything_runs(kind: object) -> None:
    if kind == list[Endless] | Endless:
        assert space_of(kind).total == 1
        return
    with pytest.raises(Fault, match="has no values"):
        space_of(kind)


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (Any, "no values can be made for the type Any"),
        (object, "say which type is meant"),
        (list, r"say what is in it, for instance list\[int\]"),
        (type, "no values can be made"),
        (Untyped, r"the parameter 'size' of Untyped.__init__ has no type; annotate it"),
        (set[list[int]], "because they have no hash; use tuple, frozenset or a frozen dataclass"),
        (dict[kinds.Cell, int], "because they have no hash"),
        (types.ModuleType, "no values can be made|has no type|register"),
        (Callable, r"for instance Callable\[\[int\], bool\]"),
        ("list[Unknown]", "mentions 'Unknown', which is not known"),
        ("list[", "cannot be read"),
        (Growing[int], "grows without end"),
        (list[int | str] | list[str | bytes], "have values in common"),
        (Annotated[str, range(3)], "a range says nothing about values of str"),
        (math, "no values can be made"),
    ],
    ids=str,
)
def test_a_type_that_cannot_be_used_is_named_with_the_remedy(kind: object, said: str) -> None:
    with pytest.raises(Fault, match=said):
        space_of(kind)


def test_an_alias_that_is_one_of_its_own_alternatives_gains_nothing_by_it() -> None:
    assert space_of("Alias", names={"Alias": Union[int, "Alias"]}).first(3) == [0, 1, -1]  # noqa: F821


def test_a_type_variable_stands_for_what_is_stated() -> None:
    assert space_of(types.GenericAlias(list, T), T=bool).first(4) == [[], [False], [False, False], [True]]
    assert space_of(T, T=kinds.Colour).total == 3
    assert space_of(T).first(3) == [0, 1, -1]


def test_own_spaces_are_registered_for_a_type() -> None:
    class Secret:
        def __init__(self, value: object) -> None:
            self.value = value

    register(Secret, Mapped("Secret", Choice("words", ["x", "y"]), Secret, lambda secret: f"Secret({secret.value!r})"))
    space = space_of(list[Secret])
    assert [[secret.value for secret in row] for row in space.first(4)] == [[], ["x"], ["x", "x"], ["y"]]
    assert space.source(space.at(1, 0)) == "[Secret('x')]"


class Queue:
    """An abstract type: what is inside is nobody's business."""

    def __init__(self) -> None:
        self._items: tuple[int, ...] = ()

    def put(self, item: int) -> Queue:
        queue = Queue()
        queue._items = (*self._items, item)
        return queue


def test_an_abstract_type_is_made_by_its_operations() -> None:
    register(Queue, by=[Queue, Queue.put])
    space = space_of(Queue)
    assert [queue._items for queue in space.first(5)] == [(), (0,), (1,), (-1,), (0, 0)]
    assert space.source(space.at(2, 2)) == "Queue.put(Queue.put(Queue(), 0), 0)"


def test_a_typed_dict_under_postponed_annotations_knows_which_keys_it_needs() -> None:
    class Half(TypedDict, total=False):
        needed: Required[bool]
        maybe: bool

    class Whole(Half):
        own: bool
        other: NotRequired[bool]

    keys = {frozenset(value) for value in space_of(Whole)}
    assert {"needed", "own"} in keys and all({"needed", "own"} <= each for each in keys) and len(keys) == 4


def test_annotated_types_of_the_package_of_that_name_are_understood() -> None:
    ge = types.SimpleNamespace(ge=2)
    lt = types.SimpleNamespace(lt=5)
    assert sorted(space_of(Annotated[int, ge, lt])) == [2, 3, 4]
    with pytest.raises(Fault, match="widen the bounds"):
        space_of(Annotated[int, types.SimpleNamespace(multiple_of=5), ge, lt])
    with pytest.raises(Fault, match="cannot be found from the condition"):
        space_of(Annotated[int, types.SimpleNamespace(func=lambda x: x > 3)])


def test_functions_show_themselves_and_answer_alike_for_the_same_argument() -> None:
    space = space_of(Callable[[int], int])
    shown = [repr(function) for function in space.first(40)]
    assert {"{_ -> 0}", "{0 -> 1; _ -> 0}"} <= set(shown)
    for function in space.first(200):
        assert [function(x) for x in range(-5, 6)] == [function(x) for x in range(-5, 6)]


def test_a_function_of_lists_answers_with_a_fresh_value() -> None:
    function = next(f for f in space_of(Callable[[list[int]], list[int]]) if f([]) != [])
    function([]).append(3)
    assert 3 not in function([])


def test_text_reaches_every_character() -> None:
    space = space_of(str)
    for letter in "aZé中😀\0\n\U0010ffff":
        place = space.rank(letter)
        assert place is not None and space.at(*place) == letter
    assert space.rank("\ud800") is None


def test_floats_meet_their_corners_early() -> None:
    early = list(map(repr, space_of(float).first(120)))
    assert {"nan", "inf", "-inf", "-0.0", "0.1", "5e-324", "9007199254740992.0"} <= set(early)


def test_letters_can_be_given() -> None:
    assert space_of(Annotated[str, letters("xy")]).first(4) == ["", "x", "xx", "y"]


def test_arguments_of_a_function_are_read_where_it_stands() -> None:
    @dataclass
    class Local:
        number: int

    def function(first: Local, second: list[Local]) -> None:
        assert isinstance(first, Local)

    fields = {"first": "Local", "second": "list[Local]"}
    assert arguments_of(function, fields, {}).first(2)[0] == (Local(0), [])
    with pytest.raises(Fault, match="the parameter 'third'"):
        arguments_of(function, {"third": "Nowhere"}, {})


def test_memory_does_not_grow_with_the_number_of_values() -> None:
    space = space_of(list[int])
    for _ in space.values(10):
        pass
    kept = sum(sys.getsizeof(part) for part in space._kept.values())
    for _ in space.values(12):
        pass
    assert sum(sys.getsizeof(part) for part in space._kept.values()) <= kept + 200_000


class Tree(ABC, Generic[T]):
    @abstractmethod
    def size(self) -> int: ...


@dataclass(frozen=True)
class Leaf(Tree[T]):
    value: T

    def size(self) -> int:
        return 1


@dataclass(frozen=True)
class Fork(Tree[T]):
    left: Tree[T]
    right: Tree[T]

    def size(self) -> int:
        return self.left.size() + self.right.size()


@dataclass(frozen=True)
class Count(Tree[int]):
    number: int

    def size(self) -> int:
        return self.number


@dataclass
class Inner(Generic[T]):
    item: T


class Listed(Inner[list[T]], Generic[T]):
    pass


@dataclass
class Chain(Generic[T]):
    item: T
    next: Self | None


class Sizeable(Protocol):
    def size(self) -> int: ...


class Odd(Exception):
    pass


class Callback:
    def __init__(self, again: Callable[[Callback], bool]) -> None:
        self.again = again


def leaves(value: object) -> list[object]:
    if isinstance(value, Leaf | Inner):
        return leaves(value.value if isinstance(value, Leaf) else value.item)
    if isinstance(value, Fork):
        return [*leaves(value.left), *leaves(value.right)]
    if isinstance(value, Chain):
        return [value.item, *(leaves(value.next) if value.next else [])]
    return [item for each in value for item in leaves(each)] if isinstance(value, list) else [value]


@pytest.mark.parametrize("kind", [Tree[bool], Listed[bool], Chain[bool], Tree[list[bool]]], ids=str)
def test_type_variables_stand_for_what_is_said_in_every_class_of_a_hierarchy(kind: Any) -> None:
    met = space_of(kind, names=globals()).first(300)
    assert all(type(leaf) is bool for value in met for leaf in leaves(value))
    assert not any(isinstance(value, Count) for value in met)
    if kind == Tree[bool]:
        assert {type(value) for value in met} == {Leaf, Fork}


def test_an_alias_with_variables_is_read_with_what_they_stand_for() -> None:
    class Alias:
        """As `type Pair[T] = tuple[T, T]` makes one, where Python can read that."""

        __type_params__ = (T,)
        __value__ = tuple[T, T]
        __module__ = __name__

        def __getitem__(self, argument: Any) -> Any:
            return types.GenericAlias(self, argument)  # type: ignore[arg-type]

    assert space_of(Alias()[bool]).total == 4


@pytest.mark.parametrize(
    ("kind", "made"),
    [
        (range, range), (slice, slice), (datetime.timezone, datetime.timezone), (uuid.UUID, uuid.UUID),
        (ipaddress.IPv4Address, ipaddress.IPv4Address), (ipaddress.IPv6Address, ipaddress.IPv6Address),
        (ipaddress.IPv4Network, ipaddress.IPv4Network), (array.array, array.array), (re.Pattern[str], re.Pattern),
        (collections.Counter[str], collections.Counter), (collections.ChainMap[str, int], collections.ChainMap),
        (collections.OrderedDict[str, int], collections.OrderedDict), (Odd, Odd), (ValueError, ValueError),
        (collections.defaultdict[str, list[int]], collections.defaultdict), (pathlib.Path, pathlib.Path),
        (Sizeable, (Leaf, Fork, Count)), (np.int8, np.int8), (np.float32, np.float32), (Decimal, Decimal),
    ],
    ids=str,
)  # fmt: skip
def test_many_values_of_the_right_type_are_made(kind: Any, made: Any) -> None:
    space = space_of(kind, names=globals())
    met = space.first(10)
    assert len(met) == 10 and all(isinstance(value, made) for value in met)
    assert len({space.source(code) for n in range(6) for code in islice(space.walk(n), 9)}) > 5


def test_classes_are_values_of_their_type() -> None:
    assert {Inner, Listed} <= set(space_of(type[Inner])) and not space_of(type[Inner]).finite


def test_decimals_have_fractions_and_arrays_the_type_that_is_said() -> None:
    assert any(value.is_finite() and value != value.to_integral_value() for value in space_of(Decimal).first(40))
    assert all(value.dtype == np.int8 for value in space_of(npt.NDArray[np.int8]).first(20))


@pytest.mark.parametrize(
    ("kind", "total"),
    [
        (Annotated[set[Annotated[int, range(4)]], Length(1, 2)], 10),
        (Annotated[frozenset[bool], Length(3)], None),
        (Annotated[dict[bool, bool], Length(1, 1)], 4),
        (set[bool | Annotated[int, range(4)]], 16),
        (set[bool | Annotated[int, range(5, 8)]], 32),
        (set[tuple[bool] | tuple[Annotated[int, range(4)]]], 16),
        (frozenset[bool] | frozenset[kinds.Colour] | frozenset[bool | kinds.Level], 11),
    ],
    ids=str,
)
def test_sets_and_dicts_are_counted_with_bounds_and_with_numbers_that_are_equal(kind: Any, total: int | None) -> None:
    if total is None:
        with pytest.raises(Fault, match="has no values"):
            space_of(kind)
    else:
        assert (space_of(kind).total, len(list(space_of(kind)))) == (total, total)


def test_sets_of_several_kinds_of_number_have_members_of_each() -> None:
    met = [value for n in range(8) for value in space_of(set[int | float]).values(n)]
    assert {0.5} in met and {1} in met and all(len(value) == len(set(map(float, value))) for value in met)


def test_a_class_whose_functions_take_itself_has_no_end() -> None:
    assert not space_of(Callback).finite


def test_a_class_that_others_extend_is_never_taken_for_finite() -> None:
    @dataclass
    class First:
        flag: bool

    @dataclass
    class Second(First):
        other: bool

    assert not space_of(First).finite and space_of(Second).total == 4


def test_stop_iteration_in_a_constructor_ends_no_walk() -> None:
    @dataclass(frozen=True)
    class Stopping:
        number: Annotated[int, range(4)]

        def __post_init__(self) -> None:
            if self.number == 2:
                raise StopIteration

    for kind in (Stopping, tuple[Stopping, bool], Annotated[list[Stopping], Length(0, 2)], set[Stopping]):
        with pytest.raises(RuntimeError, match="StopIteration"):
            list(space_of(kind, names=locals()))
