"""Arguments as heaps that the sandbox takes, with records for objects of classes of a program."""

from collections.abc import Sequence

from viva.engines.shapes import Record
from viva.engines.shapes.making import inner_values, is_instance
from viva.languages.heap import Heap, Node, Reference, Slot, read
from viva.languages.values import write


def heap(arguments: Sequence[object]) -> Heap:
    """A list of arguments as `Calls.call` takes it, records included."""
    if not any(map(_has_record, arguments)):
        return read(write(list(arguments)))
    nodes: list[Node] = []
    root = _slot(list(arguments), nodes)
    return Heap(root, tuple(nodes))


def _has_record(value: object) -> bool:
    """What was made by its class holds no records, but may hold itself."""
    return isinstance(value, Record) or (not is_instance(value) and any(map(_has_record, inner_values(value))))


def _slot(value: object, nodes: list[Node]) -> Slot:
    match value:
        case None | bool() | int() | float() | str():
            return value
        case Record(cls, fields):
            return _node("object", cls, [part for _, part in fields], nodes, tuple(name for name, _ in fields))
        case list() | tuple() | set() | frozenset():
            return _node(type(value).__name__, "", list(value), nodes)
        case dict():
            return _node("dict", "", [part for pair in value.items() for part in pair], nodes)
    raise TypeError(f"no argument: {type(value).__name__}")


def _node(kind: str, label: str, parts: list[object], nodes: list[Node], names: tuple[str, ...] = ()) -> Reference:
    number = len(nodes)
    nodes.append(Node(kind, label, ()))
    nodes[number] = Node(kind, label, tuple(_slot(part, nodes) for part in parts), names)
    return Reference(number)
