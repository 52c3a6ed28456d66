"""Objects that a program keeps under a name: one that stands for nothing, and is asked for with `is`.

A value that is made from its description is a new one. Where it looks like what the program keeps under a name, it can
be that itself.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from ...heap import Heap
from ...reviving import Reviver
from ...values import TooLarge, write

_LARGEST = 40


class Named:
    """What a module, and classes in it, hold right after loading: instances of classes of its own."""

    def __init__(self, namespace: Mapping[str, object]) -> None:
        classes = [value for value in namespace.values() if isinstance(value, type)]
        held = [*namespace.values(), *(value for cls in classes for value in vars(cls).values())]
        own = [value for value in held if any(type(value) is cls for cls in classes)]
        self.known = [(value, written) for value in own for written in _written(value)]

    def revived(self, heap: Heap, classes: Mapping[str, object]) -> object:
        first = Reviver(heap, classes)
        found: dict[int, object] = {}
        for number, node in enumerate(heap.nodes):
            if node.kind in ("object", "dataclass"):
                made = first.made[number]
                alike = [value for value, known in self.known if type(value) is type(made) and known in _written(made)]
                if alike:
                    found[number] = alike[0]
        return Reviver(heap, classes, found).value if found else first.value


def _written(value: object) -> Iterator[dict[str, Any]]:
    """Nothing where it is large: nobody names that."""
    try:
        yield write(value, _LARGEST)
    except TooLarge:
        return
