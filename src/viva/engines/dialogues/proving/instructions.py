"""A program as a row of instructions, so that it can be followed from any place where it reads.

What is neither reading nor writing nor a jump is a statement, and is left to the translation of proofs.
"""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.records import dataclass
from viva.engines.dialogues import model as m
from viva.engines.syntax.source import Function, Module
from viva.engines.syntax.tree import Constant, Item, Node


@dataclass(frozen=True, slots=True)
class Do:
    """A statement that neither reads nor writes."""

    statement: Node


@dataclass(frozen=True, slots=True)
class Forget:
    """Names that are not bound any more."""

    names: frozenset[str]


@dataclass(frozen=True, slots=True)
class Test:
    """Goes on if it holds, and else at `otherwise`."""

    condition: Node
    otherwise: int


@dataclass(frozen=True, slots=True)
class Jump:
    to: int


@dataclass(frozen=True, slots=True)
class Ask:
    """Reads a line into a name: as the value that it is for the specification, or `raw`, as a text. `read` is the step
    of the specification, where this is one of its own."""

    name: str
    line: int
    raw: bool = True
    read: m.Read | None = None


@dataclass(frozen=True, slots=True)
class Show:
    """Writes the values as `print` does; or `only_texts`, and raises an error where there is something else."""

    values: tuple[Node, ...]
    between: Node
    end: Node
    line: int
    only_texts: bool = False


@dataclass(frozen=True, slots=True)
class Allow:
    """What may be written here, by the specification: for each alternative its pieces, those that are terms as
    expressions. `optional`: it may be left out."""

    alternatives: tuple[tuple[m.AnyText | Node, ...], ...]
    optional: bool


@dataclass(frozen=True, slots=True)
class AllowAnything:
    """Any lines may be written until the next read."""


@dataclass(frozen=True, slots=True)
class NeverSo:
    """Nobody asks what happens here: the value is never given."""


@dataclass(frozen=True, slots=True)
class Stop:
    """The end of the program."""


Instruction = Do | Forget | Test | Jump | Ask | Show | Allow | AllowAnything | NeverSo | Stop


@dataclass(frozen=True, slots=True)
class Code:
    """`main` has the names that are variables; `module` the functions that statements may call."""

    instructions: tuple[Instruction, ...]
    module: Module
    main: Function


def node(kind: str, line: int, /, **fields: object) -> Node:
    given: dict[str, Item | list[Item]] = {}
    for word, value in fields.items():
        match value:
            case Node() | list():
                given[word] = value
            case tuple():
                given[word] = list(value)
            case bool() | int() | str() | None:
                given[word] = Constant(value)
            case _:
                raise TypeError(type(value))
    return Node(kind, line, given)


def name(word: str, line: int = 0) -> Node:
    return node("Name", line, id=word)


def constant(value: int | str | bool | None, line: int = 0) -> Node:
    return node("Constant", line, value=value)


def call(function: Node | str, arguments: Sequence[Node], line: int = 0) -> Node:
    called = name(function, line) if isinstance(function, str) else function
    return node("Call", line, func=called, args=list(arguments), keywords=[])


def compare(left: Node, operator: str, right: Node, line: int = 0) -> Node:
    return node("Compare", line, left=left, ops=[node(operator, line)], comparators=[right])


def binary(left: Node, operator: str, right: Node, line: int = 0) -> Node:
    return node("BinOp", line, left=left, op=node(operator, line), right=right)


def negation(operand: Node, line: int = 0) -> Node:
    return node("UnaryOp", line, op=node("Not", line), operand=operand)


def junction(operator: str, values: Sequence[Node], line: int = 0) -> Node:
    return node("BoolOp", line, op=node(operator, line), values=list(values))


def element(items: Node, index: Node, line: int = 0) -> Node:
    return node("Subscript", line, value=items, slice=index)


def assignment(word: str, value: Node, line: int = 0) -> Node:
    return node("Assign", line, targets=[name(word, line)], value=value)


def method(owner: Node, word: str, arguments: Sequence[Node], line: int = 0) -> Node:
    return call(node("Attribute", line, value=owner, attr=word), arguments, line)
