"""Makes live Python values out of a heap: fresh ones each time, so that no call sees what another one changed.

Instances get their class from the submission, by name, and their attributes without a call of `__init__`. Where there
is no such class, or nothing to make (a generator, a function), `Missing` says so.
"""

import enum
from collections import deque
from collections.abc import Callable, Mapping

from .heap import Heap, Node, Reference, Slot


class Missing(LookupError):
    """A class that the value needs, or a kind of value that cannot be made."""


def revive(heap: Heap, classes: Mapping[str, object] | None = None) -> object:
    return Reviver(heap, classes or {}).value


class Reviver:
    """Things that can be changed are made empty and filled later, so they may be part of cycles.

    Those that look at their content when they get it (sets, dicts) are filled last. `known` are nodes that are there
    already, by their numbers.
    """

    def __init__(self, heap: Heap, classes: Mapping[str, object], known: Mapping[int, object] | None = None) -> None:
        self.heap = heap
        self.classes = classes
        known = known or {}
        self.made: dict[int, object] = dict(known)
        for number, node in enumerate(heap.nodes):
            if number in known:
                continue
            if node.kind in _EMPTY:
                self.made[number] = _EMPTY[node.kind]()
            elif node.kind in ("object", "dataclass"):
                self.made[number] = object.__new__(self.cls(node.label))
        for number in range(len(heap.nodes)):
            self.complete(number)
        for kinds in (("object", "dataclass", "list", "deque"), ("set", "dict")):
            for number, node in enumerate(heap.nodes):
                if node.kind in kinds and number not in known:
                    self.fill(self.made[number], node)

    @property
    def value(self) -> object:
        return self.slot(self.heap.root)

    def cls(self, name: str) -> type:
        cls = self.classes.get(name)
        if cls is None:  # it may be defined inside of another class
            outer = (each for each in self.classes.values() if isinstance(each, type))
            cls = next((vars(each)[name] for each in outer if name in vars(each)), None)
        if not isinstance(cls, type):
            raise Missing(f"no class named {name}")
        return cls

    def slot(self, slot: Slot) -> object:
        return self.made[slot.node] if isinstance(slot, Reference) else slot

    def complete(self, number: int) -> None:
        """Makes a value that cannot be changed, after those it consists of."""
        todo = [number]
        begun: set[int] = set()
        while todo:
            current = todo[-1]
            if current in self.made:
                todo.pop()
                continue
            node = self.heap.nodes[current]
            waiting = [
                child.node for child in node.children if isinstance(child, Reference) and child.node not in self.made
            ]
            if not waiting:
                self.made[current] = self.finished(node)
            elif current in begun:
                raise Missing("a value that contains itself and cannot be changed")
            else:
                begun.add(current)
                todo += waiting

    def finished(self, node: Node) -> object:
        children = [self.slot(child) for child in node.children]
        match node.kind:
            case "tuple":
                return tuple(children)
            case "frozenset":
                return frozenset(children)
            case "bytearray":
                return bytearray(children[0])  # type: ignore[call-overload]
            case "range":
                return range(*children)  # type: ignore[call-overload]
            case "named":
                return tuple.__new__(self.cls(node.label), children)
            case "enum" | "mixed":
                return self.member(node, children[0])
            case "exception":
                return self.cls(node.label)(*children)
            case "class":
                return self.cls(node.label)
            case "nothing":
                return None
        raise Missing(f"a {node.label or node.kind} cannot be made from its description")

    def member(self, node: Node, value: object) -> object:
        cls = self.cls(node.label)
        if not issubclass(cls, enum.Enum):
            raise Missing(f"{node.label} is no enumeration")
        return cls[node.names[0]] if node.names[0] in cls.__members__ else cls(value)

    def fill(self, made: object, node: Node) -> None:
        children = [self.slot(child) for child in node.children]
        match made:
            case list() | deque():
                made.extend(children)
            case set():
                made.update(children)
            case dict():
                made.update(zip(children[::2], children[1::2], strict=True))
            case _:
                for name, child in zip(node.names, children, strict=True):
                    object.__setattr__(made, name, child)


_EMPTY: dict[str, Callable[[], object]] = {"list": list, "deque": deque, "set": set, "dict": dict}
