"""What the reader of annotations makes of types, and what it says about those it cannot use."""

from __future__ import annotations

import math
import sys
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Generic, Never, NotRequired, Required, TypedDict, TypeVar, Union

import pytest

from viva.core.fault import Fault
from viva.engines.enumeration import Choice, Mapped, arguments_of, letters, register, space_of

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
