"""Classes that the tests here share: in Python, and as a table."""

from collections.abc import Sequence

from viva.engines.shapes import Refused, written_classes

CLASSES = written_classes(
    {
        "Node": {"value": "int", "next": "Node | None"},
        "Tree": {"key": "int", "left": "Tree | None", "right": "Tree | None"},
        "Rose": {"label": "str", "children": "list[Rose]"},
        "Chain": {"first": "Node | None"},
        "Number": {"value": "int"},
        "Sum": {"left": "Sum | Number", "right": "Sum | Number"},
        "Door": {"to": "Room"},
        "Room": {"doors": "list[Door]", "name": "Literal['a', 'b']"},
        "Circle": {"radius": "int"},
        "Box": {"width": "int", "height": "int"},
        "Endless": {"next": "Endless"},
        "Strange": {"what": "socket"},
        "Holder": {"held": "Endless | Strange | bool"},
    }
)


class Node:
    def __init__(self, value: int, next: "Node | None") -> None:
        self.value = value
        self.next = next


class Tree:
    """Keeps what it was made with under names of its own."""

    def __init__(self, key: int, left: "Tree | None", right: "Tree | None") -> None:
        self._key = key
        self._left = left
        self.__right = right


class Account:
    """Does not keep what it was made with, and refuses some of it."""

    def __init__(self, balance: int) -> None:
        if balance < 0:
            raise ValueError("in debt")
        self.cents = 100 * balance


def make(name: str, values: Sequence[object]) -> object:
    try:
        return {"Node": Node, "Tree": Tree, "Account": Account}[name](*values)  # type: ignore[arg-type]
    except ValueError as problem:
        raise Refused(str(problem)) from None
