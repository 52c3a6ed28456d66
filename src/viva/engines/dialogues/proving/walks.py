"""How a loop goes through numbers or the elements of a literal, with a counter of our own."""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.records import dataclass
from viva.engines.dialogues.proving.instructions import binary, call, compare, constant, element, name
from viva.engines.syntax.tree import Node


@dataclass(frozen=True, slots=True)
class Walk:
    """The counter before the first round, whether there is another round, what is given in it, the counter after it."""

    first: Node
    test: Node | None
    given: Node
    following: Node


def range_walk(index: str, bounds: Sequence[Node], pace: int, line: int) -> Walk:
    """`bounds` are the end, or the beginning and the end."""
    first, last = (bounds[0], bounds[1]) if len(bounds) > 1 else (constant(0, line), bounds[0])
    at, step = name(index, line), constant(abs(pace), line)
    test = compare(at, "Lt" if pace > 0 else "Gt", last, line)
    return Walk(first, test, at, binary(at, "Add" if pace > 0 else "Sub", step, line))


def row_walk(index: str, row: Node, line: int) -> Walk:
    at = name(index, line)
    test = compare(at, "Lt", call("len", [row], line), line)
    return Walk(constant(0, line), test, element(row, at, line), _next(index, line))


def endless_walk(index: str, row: Node, size: int, line: int) -> Walk:
    """From the last element on to the first one."""
    again = binary(_next(index, line), "Mod", constant(size, line), line)
    return Walk(constant(0, line), None, element(row, name(index, line), line), again)


def _next(index: str, line: int) -> Node:
    return binary(name(index, line), "Add", constant(1, line), line)
