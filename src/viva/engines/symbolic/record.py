"""Objects of classes of a program, as plain values, and arguments as heaps that the sandbox takes."""

from collections.abc import Sequence
from dataclasses import dataclass

from viva.languages.heap import Heap, Node, Reference, Slot, read
from viva.languages.values import write


@dataclass(frozen=True, slots=True)
class Record:
    """An instance: the name of its class, and its attributes."""

    cls: str
    attributes: tuple[tuple[str, object], ...]

    def __hash__(self) -> int:
        return hash((self.cls, tuple(name for name, _ in self.attributes)))


def heap(arguments: Sequence[object]) -> Heap:
    """A list of arguments as `viva.languages.python.call` takes it, records included."""
    if not any(map(_has_record, arguments)):
        return read(write(list(arguments)))
    nodes: list[Node] = []
    root = _slot(list(arguments), nodes)
    return Heap(root, tuple(nodes))


def _has_record(value: object) -> bool:
    match value:
        case Record():
            return True
        case list() | tuple() | set() | frozenset():
            return any(map(_has_record, value))
        case dict():
            return any(_has_record(part) for pair in value.items() for part in pair)
    return False


def _slot(value: object, nodes: list[Node]) -> Slot:
    """Shapes are as deep as an annotation, so this may call itself."""
    match value:
        case None | bool() | int() | float() | str():
            return value
        case Record(cls, attributes):
            return _node("object", cls, [part for _, part in attributes], nodes, tuple(name for name, _ in attributes))
        case list() | tuple() | set():
            return _node(type(value).__name__, "", list(value), nodes)
        case dict():
            return _node("dict", "", [part for pair in value.items() for part in pair], nodes)
    raise TypeError(f"no argument: {type(value).__name__}")


def _node(kind: str, label: str, parts: list[object], nodes: list[Node], names: tuple[str, ...] = ()) -> Reference:
    number = len(nodes)
    nodes.append(Node(kind, label, ()))
    nodes[number] = Node(kind, label, tuple(_slot(part, nodes) for part in parts), names)
    return Reference(number)
