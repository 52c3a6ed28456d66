"""`viva.core.records.dataclass` makes the same classes as the standard library does."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import operator
import pickle
import re
import weakref
from collections.abc import Callable, Iterator
from dataclasses import field, fields
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeVar

import pytest

from viva.core import records

T = TypeVar("T")
Made = Callable[..., Any]

OPTIONS: list[dict[str, bool]] = [
    {},
    {"frozen": True},
    {"slots": True},
    {"frozen": True, "slots": True},
    {"frozen": True, "eq": False},
    {"slots": True, "eq": False},
    {"frozen": True, "slots": True, "eq": False, "weakref_slot": True},
    {"frozen": True, "slots": True, "order": True},
]


def none(made: Made) -> Any:
    @made
    class Shape:
        pass

    return Shape


def plain(made: Made) -> Any:
    @made
    class Shape:
        """Told."""

        number: int
        text: str
        hash: object = None
        _set: float = 0.5
        __hidden: int = 3

        def doubled(self) -> int:
            return 2 * self.number

    return Shape


def factories(made: Made) -> Any:
    @made
    class Shape:
        number: int
        items: list[int] = field(default_factory=list)
        table: dict[str, int] = field(default_factory=dict, repr=False)
        fixed: object = field(default_factory=lambda: MappingProxyType({"a": 1}), compare=False)
        last: tuple[int, ...] = field(default=(), compare=False, repr=False)

    return Shape


def not_given(made: Made) -> Any:
    @made
    class Shape:
        number: int
        made: list[int] = field(init=False, default_factory=list)
        kept: int = field(init=False, default=7)
        late: int = field(init=False, repr=False, compare=False)
        other: int = 4
        seen: ClassVar[dict[str, int]] = {}
        COUNT: ClassVar = 5

    return Shape


def afterwards(made: Made) -> Any:
    @made
    class Shape:
        number: int
        text: str = "a"

        def __post_init__(self) -> None:
            object.__setattr__(self, "number", self.number + 1)

    return Shape


def inherited(made: Made) -> Any:
    @made
    class First:
        number: int
        text: str = "first"

        def __post_init__(self) -> None:
            object.__setattr__(self, "text", self.text * 2)

    @made
    class Shape(First):
        more: int = 2
        text: str = "second"

    return Shape


def generic(made: Made) -> Any:
    @made
    class Shape(Generic[T]):
        number: T
        text: str | None = None

    return Shape


def own_methods(made: Made) -> Any:
    @made
    class Shape:
        number: int
        text: str = ""

        def __init__(self, number: int) -> None:
            object.__setattr__(self, "number", number)
            object.__setattr__(self, "text", "own")

        def __repr__(self) -> str:
            return f"<{self.number}>"

        def __eq__(self, other: object) -> bool:
            return isinstance(other, type(self)) and self.number % 2 == other.number % 2

        def __hash__(self) -> int:
            return self.number % 2

    return Shape


def own_equality(made: Made) -> Any:
    @made
    class Shape:  # noqa: PLW1641  # whether it gets a hash is the decorator's to say
        number: int

        def __eq__(self, other: object) -> bool:
            return isinstance(other, type(self))

    return Shape


def keyword_only(made: Made) -> Any:
    @made
    class Shape:
        number: int
        _: dataclasses.KW_ONLY
        text: str = "told by its name"

    return Shape


def for_init_only(made: Made) -> Any:
    @made
    class Shape:
        number: int
        factor: dataclasses.InitVar[int] = 3  # type: ignore[assignment]  # mypy sees no dataclass here

        def __post_init__(self, factor: int) -> None:
            object.__setattr__(self, "number", self.number * factor)

    return Shape


def many(made: Made) -> Any:
    names = {f"field{at}": int for at in range(40)}
    return made(type("Shape", (), {"__annotations__": names, **dict.fromkeys(list(names)[1:], 9)}))


SHAPES = [
    none, plain, factories, not_given, afterwards, inherited, generic, own_methods, own_equality, keyword_only,
    for_init_only, many,
]  # fmt: skip


def said(work: Callable[..., object], *given: object, **named: object) -> object:
    """What came of it; of a failure its kind and text."""
    try:
        return work(*given, **named)
    except (AttributeError, TypeError, ValueError) as error:
        return type(error).__name__, str(error)


def instances(shape: Any) -> list[Any]:
    calls: list[Callable[[], object]] = [
        shape, lambda: shape(1), lambda: shape(1), lambda: shape(2), lambda: shape(1, "b"), lambda: shape(1, "b"),
        lambda: shape(number=1), lambda: shape(number=3, text="c"), lambda: shape(text="c"), lambda: shape(1, [2]),
        lambda: shape(1, [2], {"a": 1}), lambda: shape(*range(40)), lambda: shape(*range(41)),
    ]  # fmt: skip
    return [said(call) for call in calls]


def told(value: object) -> str:
    return re.sub(r" at 0x[0-9a-f]+", "", repr(value))


def about(shape: Any) -> dict[str, Any]:
    """All that can be seen of a class from outside, where classes that are made alike tell the same."""
    every = instances(shape)
    good = [each for each in every if isinstance(each, shape)]
    names = [each.name for each in fields(shape)]

    def changed(each: Any) -> Iterator[object]:
        for name in [*names, "foreign"]:
            yield said(setattr, each, name, 5)
            yield said(delattr, each, name)

    return {
        "instances": [told(each) for each in every],
        "equal": [[one == other for other in good] for one in good],
        "unlike": [one == 1 or one is None for one in good],
        "hashes": [[said(hash, one) == said(hash, other) for other in good] for one in good],
        "hashable": [isinstance(said(hash, one), int) for one in good],
        "less": [[said(operator.lt, one, other) is True for other in good] for one in good],
        "replaced": [told(said(dataclasses.replace, one, **{names[0]: 8})) if names else "" for one in good],
        "as dict": [told(said(dataclasses.asdict, one)) for one in good],
        "fields": [told(each) for each in fields(shape)],
        "match": shape.__match_args__,
        "parameters": told(shape.__dataclass_params__),
        "signature": str(inspect.signature(shape)),
        "annotations": shape.__init__.__annotations__,
        "slots": shape.__dict__.get("__slots__"),
        "members": sorted(shape.__dict__.keys() - {"__doc__", "__static_attributes__", "__firstlineno__"}),
        "class": {
            name: told(value)
            for name, value in shape.__dict__.items()
            if name in names and not inspect.ismemberdescriptor(value)
        },
        "names": [shape.__name__, shape.__qualname__, shape.__module__, shape.__init__.__qualname__],
        "copied": [told(said(copy.copy, one)) for one in good],
        "weak": [isinstance(said(weakref.ref, one), weakref.ref) for one in good],
        "changed": [list(changed(one)) for one in good[:1]],
    }


@pytest.mark.parametrize("options", OPTIONS, ids=lambda each: " ".join(each) or "no options")
@pytest.mark.parametrize("shape", SHAPES, ids=lambda each: each.__name__)
def test_a_class_is_the_one_that_the_standard_library_makes(
    shape: Callable[[Made], Any], options: dict[str, bool]
) -> None:
    expected: Any = said(lambda: shape(dataclasses.dataclass(**options)))
    found: Any = said(lambda: shape(records.dataclass(**options)))
    if not isinstance(expected, type):
        assert found == expected
        return
    ours, theirs = about(found), about(expected)
    if options.get("frozen") and options.get("slots") and "order" not in options:
        theirs.pop("changed")  # of the last name, which is no field, Python 3.11 says that `super` got the wrong type
        for answers in ours.pop("changed"):
            assert {kind for kind, _ in answers[:-2]} <= {"FrozenInstanceError"}
            assert {kind for kind, _ in answers[-2:]} <= {"FrozenInstanceError", "TypeError"}
    assert ours == theirs


@dataclasses.dataclass(frozen=True, slots=True)
class Base:
    number: int


@records.dataclass(frozen=True, slots=True)
class Kept(Base):
    items: tuple[int, ...] = ()
    more: list[int] = field(default_factory=list)


@dataclasses.dataclass(frozen=True, slots=True)
class OfBoth(Kept):
    last: int = 5


@pytest.mark.parametrize("value", [Kept(1), Kept(2, (3,), [4]), OfBoth(6, (), [], 7)])
def test_a_value_comes_back_from_a_pickle(value: Kept) -> None:
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(value, protocol)) == value


def test_a_class_that_is_no_dataclass_keeps_attributes_of_its_own() -> None:
    @records.dataclass(frozen=True)
    class Told:
        number: int

    class Named(Told):
        pass

    named = Named(3)
    named.name = "a"  # type: ignore[attr-defined]
    with pytest.raises(dataclasses.FrozenInstanceError):
        named.number = 4  # type: ignore[misc]
    assert vars(named) == {"number": 3, "name": "a"}


def test_a_match_takes_the_fields_in_their_order() -> None:
    match Kept(1, (2,)):
        case Kept(number, (first,)):
            assert (number, first) == (1, 2)
        case _:
            pytest.fail("no match")


@pytest.mark.parametrize(
    "wrong",
    [
        {"__annotations__": {"items": list}, "items": []},
        {"__annotations__": {"first": int, "second": int}, "first": 1},
        {"value": field(default=1)},
        {"__annotations__": {"number": int}, "__setattr__": lambda *_: None},
        {"__annotations__": {"number": int}, "__slots__": ("number",)},
    ],
    ids=["a list for all", "without a default after one with", "a field without a type", "sets itself", "slots twice"],
)
def test_what_the_standard_library_refuses_is_refused_in_its_words(wrong: dict[str, object]) -> None:
    def made(decorate: Callable[..., Made]) -> object:
        return said(lambda: isinstance(decorate(frozen=True, slots=True)(type("Wrong", (), dict(wrong))), type))

    expected = made(dataclasses.dataclass)
    assert expected is not True
    assert made(records.dataclass) == expected
