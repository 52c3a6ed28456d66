"""One type of every kind, for the laws that hold for all of them."""

from __future__ import annotations

import collections.abc
import datetime
import enum
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from dataclasses import KW_ONLY, InitVar, dataclass, field
from decimal import Decimal
from fractions import Fraction
from types import GenericAlias
from typing import (
    Annotated,
    Any,
    Generic,
    Literal,
    NamedTuple,
    NewType,
    NotRequired,
    Optional,
    TypedDict,
    TypeVar,
    Union,
)

from viva.engines.enumeration import Between, Length

T = TypeVar("T")
S = TypeVar("S", str, bytes)


class Colour(enum.Enum):
    RED = 1
    GREEN = 2
    BLUE = 3
    CRIMSON = 1  # noqa: PIE796


class Right(enum.Flag):
    READ = 1
    WRITE = 2
    RUN = 4
    ALL = 7


class Level(enum.IntEnum):
    LOW = 0
    HIGH = 1


@dataclass(frozen=True)
class Leaf:
    pass


@dataclass(frozen=True)
class Node:
    left: Tree
    value: int
    right: Tree


Tree = Leaf | Node


@dataclass
class Cell:
    value: bool
    next: Cell | None


@dataclass(frozen=True, slots=True)
class Record:
    colour: Colour
    number: int
    flag: bool


@dataclass
class Keyed:
    number: int
    _: KW_ONLY
    flag: bool
    twice: InitVar[bool] = False
    hidden: int = field(init=False, default=3)

    def __post_init__(self, twice: bool) -> None:
        self.seen = twice


class Even(NamedTuple):
    odd: Odd | None
    value: bool


class Odd(NamedTuple):
    even: Even


class Options(TypedDict):
    name: str
    size: NotRequired[int]


class MoreOptions(Options, total=False):
    wild: bool


@dataclass
class Box(Generic[T]):
    item: T
    more: Box[T] | None


@dataclass(frozen=True)
class IntBox(Generic[T]):
    pair: tuple[T, int]


class BoolBox(IntBox[bool]):
    pass


class Plain:
    def __init__(self, number: int, flag: bool = True, other=None) -> None:  # type: ignore[no-untyped-def]  # what has a default needs no type
        self.number, self.flag = number, flag

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plain) and (self.number, self.flag) == (other.number, other.flag)

    __hash__ = None  # type: ignore[assignment]


class Shape(ABC):
    @abstractmethod
    def area(self) -> int: ...


@dataclass(frozen=True)
class Square(Shape):
    side: int

    def area(self) -> int:
        return self.side**2


@dataclass(frozen=True)
class Pair(Shape):
    first: Shape
    second: Shape

    def area(self) -> int:
        return self.first.area() + self.second.area()


class Term:
    pass


@dataclass(frozen=True)
class Number(Term):
    value: bool


@dataclass(frozen=True)
class Plus(Term):
    left: Term
    right: Term


UserId = NewType("UserId", int)
Json = None | bool | int | str | list["Json"] | dict[str, "Json"]

KINDS: dict[str, Any] = {
    "bool": bool,
    "int": int,
    "float": float,
    "complex": complex,
    "str": str,
    "bytes": bytes,
    "bytearray": bytearray,
    "None": None,
    "literal": Literal[1, True, "a", 1],
    "enum with an alias": Colour,
    "flag": Right,
    "int enum": Level,
    "fixed tuple": tuple[int, bool],
    "empty tuple": tuple[()],
    "variadic tuple": tuple[bool, ...],
    "list": list[int],
    "list of lists": list[list[bool]],
    "list of None": list[None],
    "deque": deque[bool],
    "sequence": collections.abc.Sequence[int],
    "set": set[int],
    "finite set": set[bool],
    "set of enums": set[Colour],
    "set of int enums and ints": set[Level | int],
    "frozenset": frozenset[str],
    "set of sets": frozenset[frozenset[bool]],
    "set of floats": set[float],
    "set of mixed numbers": set[int | float | bool],
    "set of tuples": set[tuple[bool, ...]],
    "dict": dict[str, int],
    "finite dict": dict[bool, bool],
    "dict of lists": dict[bool, list[int]],
    "dict of float keys": dict[float, bool],
    "optional": Optional[int],  # noqa: UP045
    "union": int | str | bytes,
    "bool or int": bool | int,
    "union that overlaps": Union[int, Literal[3, "x"], Literal["x", "y"], bool],  # noqa: UP007
    "union of ranges": Annotated[int, range(10)] | Annotated[int, range(5, 20)],
    "union of lists": list[int] | list[str] | list[bytes],
    "union of tuples": tuple[int, int] | tuple[int, ...],
    "union of sets": set[int] | set[str],
    "named tuple, mutually recursive": Even,
    "typed dict": MoreOptions,
    "frozen tree": Tree,
    "mutable list": Cell,
    "slots": Record,
    "keyword only and init only": Keyed,
    "own generic": Box[bool],
    "inherited generic": BoolBox,
    "plain class": Plain,
    "abstract class": Shape,
    "class that others extend": Term,
    "recursive alias": Json,
    "new type": UserId,
    "type variable": GenericAlias(list, T),
    "constrained variable": GenericAlias(list, S),
    "bounded int": Annotated[int, Between(1, 6)],
    "int from below": Annotated[int, Between(ge=3)],
    "int with steps": Annotated[int, range(0, 50, 7)],
    "bounded float": Annotated[float, Between(0, 1)],
    "float from above": Annotated[float, Between(le=-1.5)],
    "bounded list": Annotated[list[int], Length(1, 3)],
    "list of some": Annotated[list[bool], Length(2)],
    "bounded text": Annotated[str, Length(1, 2)],
    "bounded bytes": Annotated[bytes, Length(1)],
    "finite function": Callable[[bool], Colour],
    "finite function of two": Callable[[bool, bool], bool],
    "function": Callable[[int], int],
    "function of two": Callable[[int, str], bool],
    "function of lists": Callable[[list[int]], int],
    "function of floats": Callable[[float], bool],
    "function to lists": Callable[[int], list[bool]],
    "constant function": Callable[[], int],
    "function of anything": Callable[..., bool],
    "function of functions": Callable[[Callable[[bool], bool]], bool],
    "date": datetime.date,
    "datetime": datetime.datetime,
    "timedelta": datetime.timedelta,
    "time": datetime.time,
    "Fraction": Fraction,
    "Decimal": Decimal,
}
