"""The values of a program while it is translated: terms, with what Python knows of their type.

Lists, sets and dictionaries are cells of a heap, so that two names of one list are seen to be one list. A cell that
may be reached in a way that is not followed is `frozen`: whoever changes it is not covered.
"""

from __future__ import annotations

from viva.core.records import dataclass
from viva.engines.proofs import terms as t

Type = str | tuple[object, ...]
"""`int`, `bool`, `char`, `text`, `none`, `?`, ("list", type), ("tuple", type), ("set", type), ("row", type, …)."""
NUMBER = "number"
"""The type of what is a `Number`; nothing that is kept has elements of it."""
COUNTER, OF_NUMBERS, OF_LISTS = "Counter", "defaultdict(int)", "defaultdict(list)"
TABLES = frozenset({"dict", COUNTER, OF_NUMBERS, OF_LISTS})
"""The kinds of cells that are dictionaries."""
OBJECT, FROZEN = "object", "frozen"
"""What the kind of a cell begins with that is an instance of a dataclass; its name follows."""


def is_object(kind: str) -> bool:
    return kind.startswith((f"{OBJECT} ", f"{FROZEN} "))


@dataclass(frozen=True, slots=True)
class Int:
    term: t.Term


@dataclass(frozen=True, slots=True)
class Bool:
    term: t.Term


@dataclass(frozen=True, slots=True)
class Number:
    """A number that is an `int` in some cases and a `bool` in others: nothing is answered that would tell the two
    apart, so it is no element of a list, is not shown, and is no result where types are compared."""

    term: t.Term


@dataclass(frozen=True, slots=True)
class Char:
    """A text of one character; `term` is its code."""

    term: t.Term


@dataclass(frozen=True, slots=True)
class Nothing:
    pass


@dataclass(frozen=True, slots=True)
class Seq:
    """A text, or a tuple whose length is not known."""

    kind: str
    term: t.Term
    element: Type


@dataclass(frozen=True, slots=True)
class Row:
    """A tuple of a known length."""

    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Ref:
    """A list, set or dictionary, by its place in the heap."""

    number: int


@dataclass(frozen=True, slots=True)
class Maybe:
    """None where `missing`, or else the value."""

    missing: t.Term
    value: Value


@dataclass(frozen=True, slots=True)
class OneOf:
    """A value where a condition holds, and else another one, which is of another type: it can be passed on and compared
    with others, and no more."""

    condition: t.Term
    value: Value
    other: Value


@dataclass(frozen=True, slots=True)
class Perhaps:
    """The value of a name that is `bound` only sometimes: to read it is an error otherwise."""

    bound: t.Term
    value: Value


@dataclass(frozen=True, slots=True)
class Cell:
    """`terms` is one list, or for a dictionary its keys and its values, in the order in which keys came in. A set is
    the list of its elements in that order, each once; nobody may ask for the order."""

    kind: str
    terms: tuple[t.Term, ...]
    elements: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class Held:
    """A list that is returned from a loop: it is put into the heap when the loop is left. `owners` are the cells that
    it may be; `frozen` if one of them is."""

    cell: Cell
    owners: frozenset[int]
    frozen: bool


Value = Int | Bool | Number | Char | Nothing | Seq | Row | Ref | Maybe | OneOf | Perhaps | Held
