"""Syntax as it comes out of the process that parsed it: read with suspicion, never deeper than we can follow."""

from collections.abc import Iterator
from dataclasses import field

from viva.core.json import Json
from viva.core.records import dataclass

MOST_NODES = 40_000


class Uncovered(Exception):
    """Something that the proof does not cover; the text says what, and where."""


@dataclass(frozen=True, slots=True)
class Node:
    """`place` of an expression is its column, from 0 and in bytes, the line in which it ends, and the column there."""

    kind: str
    line: int
    fields: dict[str, "Field"]
    place: tuple[int, ...] = field(default=(), compare=False)

    def node(self, name: str) -> "Node":
        value = self.fields.get(name)
        if not isinstance(value, Node):
            raise Uncovered(f"{self.kind} in line {self.line}")
        return value

    def optional(self, name: str) -> "Node | None":
        return None if isinstance(self.fields.get(name), Constant) else self.node(name)

    def nodes(self, name: str) -> list["Node"]:
        value = self.fields.get(name)
        if not isinstance(value, list) or not all(isinstance(item, Node) for item in value):
            raise Uncovered(f"{self.kind} in line {self.line}")
        return [item for item in value if isinstance(item, Node)]

    def text(self, name: str) -> str:
        value = self.constant(name)
        if not isinstance(value, str):
            raise Uncovered(f"{self.kind} in line {self.line}")
        return value

    def constant(self, name: str) -> bool | int | str | None:
        value = self.fields.get(name)
        if not isinstance(value, Constant):
            raise Uncovered(f"{self.kind} in line {self.line}")
        return value.value

    def within(self) -> Iterator["Node"]:
        """All nodes below this one, and it."""
        todo: list[Node] = [self]
        while todo:
            node = todo.pop()
            yield node
            for value in node.fields.values():
                todo += [item for item in (value if isinstance(value, list) else [value]) if isinstance(item, Node)]


@dataclass(frozen=True, slots=True)
class Constant:
    value: bool | int | str | None


@dataclass(frozen=True, slots=True)
class Other:
    """A constant of a type that no proof covers."""

    kind: str


Item = Node | Constant | Other
Field = Item | list[Item]


def read_tree(data: Json) -> Node:
    """The root. Children come before their parents, so there are no cycles."""
    if not isinstance(data, list) or not 0 < len(data) <= MOST_NODES:
        raise Uncovered("a program of this size")
    nodes: list[Node] = []
    for entry in data:
        match entry:
            case [str() as kind, int() as line, dict() as fields, list() as place]:
                parts = {name: _field(value, nodes) for name, value in fields.items()}
                nodes.append(Node(kind, line, parts, tuple(part for part in place if isinstance(part, int))))
            case _:
                raise Uncovered("this syntax")
    return nodes[-1]


def _field(data: Json, nodes: list[Node]) -> Field:
    match data:
        case ["list", list(items)]:
            return [_item(item, nodes) for item in items]
    return _item(data, nodes)


def _item(data: Json, nodes: list[Node]) -> Item:
    match data:
        case ["at", int() as number] if 0 <= number < len(nodes):
            return nodes[number]
        case ["none"]:
            return Constant(None)
        case ["bool", 0 | 1 as truth]:
            return Constant(truth == 1)
        case ["int", str() as text] if len(text) < 4000:
            return Constant(int(text, 16))
        case ["str", str() as text]:
            return Constant(text)
        case [("float" | "other") as kind, str() as detail]:
            return Other(detail if kind == "other" else kind)
    raise Uncovered("this syntax")
