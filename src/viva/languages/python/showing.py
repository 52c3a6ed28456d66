"""Values as Python source text for people: bounded, the same for equal values, and free of control characters."""

import math
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction

from viva.languages.heap import Heap, Node, Reference, Slot
from viva.languages.python.naming import range_of

LENGTH = 1000
_LARGEST_INT = 14_000  # bits; Python itself refuses to print ints of more than 4300 digits
_SORTED_DEPTH = 8

_BRACKETS = {
    "list": ("[", "]"),
    "deque": ("deque([", "])"),
    "set": ("{", "}"),
    "frozenset": ("frozenset({", "})"),
    "keys": ("dict_keys([", "])"),
    "items": ("dict_items([", "])"),
}
_EMPTY = {"set": "set()", "frozenset": "frozenset()"}


def show(heap: Heap, length: int = LENGTH) -> str:
    """Cycles are cut with `...`, what is too long with `…`."""
    return _show(heap.root, heap, length, 0)


def show_call(function: str, arguments: Sequence[Heap], length: int = 300) -> str:
    """See `viva.languages.protocol`."""
    return f"{function}({', '.join(show(argument, length) for argument in arguments)})"


def _show(root: Slot, heap: Heap, length: int, depth: int) -> str:
    text: list[str] = []
    written = 0
    path: set[int] = set()
    todo: list[Slot | _Leave | _Text] = [root]
    while todo:
        item = todo.pop()
        if isinstance(item, _Leave):
            path.discard(item.node)
            continue
        if isinstance(item, Reference):
            if item.node in path:
                item = _Text("...")
            else:
                path.add(item.node)
                todo.append(_Leave(item.node))
                todo += reversed(list(_parts(heap.nodes[item.node], heap, length - written, depth)))
                continue
        piece = item.text if isinstance(item, _Text) else _atom(item, length)
        text.append(piece)
        written += len(piece)
        if written > length:
            return "".join(text)[:length] + "…"
    return "".join(text)


class _Leave:
    __slots__ = ("node",)

    def __init__(self, node: int) -> None:
        self.node = node


class _Text:
    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


Part = Slot | _Text


def _parts(node: Node, heap: Heap, room: int, depth: int) -> Iterator[Part]:
    children = node.children[: room + 2]  # each takes a character at least
    label = _printable(node.label)
    match node.kind:
        case "set" | "frozenset" | "keys" | "items" | "list" | "deque":
            if not children and node.kind in _EMPTY:
                yield _Text(_EMPTY[node.kind])
                return
            if node.kind in ("set", "frozenset") and depth < _SORTED_DEPTH:
                children = _sorted(node.children, heap, room, depth)
            before, after = _BRACKETS[node.kind]
            yield _Text(before)
            yield from _listed(children)
            yield _Text(after)
        case "tuple":
            yield _Text("(")
            yield from _listed(children)
            yield _Text(",)" if len(node.children) == 1 else ")")
        case "dict":
            yield _Text("{")
            for place in range(0, len(children) - 1, 2):
                yield _Text(", " if place else "")
                yield children[place]
                yield _Text(": ")
                yield children[place + 1]
            yield _Text("}")
        case "bytearray":
            yield _Text("bytearray(")
            yield children[0]
            yield _Text(")")
        case "range":
            yield _Text(repr(range_of(node)))
        case "class":
            yield _Text(label)
        case "enum" | "mixed" if node.names[0]:
            yield _Text(" | ".join(f"{label}.{_printable(name)}" for name in node.names[0].split("|")))
        case "opaque":
            yield _Text(f"<{label}>")
        case _:
            yield _Text(f"{label}(")
            content = len(node.children) - len(node.names) if node.kind not in ("enum", "mixed") else 1
            names = ["" for _ in range(content)] + [f"{_printable(name)}=" for name in node.names]
            for place, child in enumerate(children):
                yield _Text((", " if place else "") + names[place])
                yield child
            yield _Text(")")


def _listed(children: tuple[Slot, ...]) -> Iterator[Part]:
    for place, child in enumerate(children):
        if place:
            yield _Text(", ")
        yield child


def _sorted(children: tuple[Slot, ...], heap: Heap, room: int, depth: int) -> tuple[Slot, ...]:
    def rank(child: Slot) -> tuple[int, float | int | Fraction, str]:
        if isinstance(child, int | Fraction) or (isinstance(child, float) and not math.isnan(child)):
            return 0, child, ""
        return 1, 0, _show(child, heap, min(room, 200), depth + 1)

    return tuple(sorted(children, key=rank))


def _atom(slot: Slot, length: int) -> str:
    match slot:
        case bool() | None:
            return repr(slot)
        case int():
            return repr(slot) if slot.bit_length() < _LARGEST_INT else hex(slot)
        case float():
            return repr(slot) if abs(slot) < float("inf") else f"float('{slot}')"
        case str() | bytes():
            return repr(slot[: length + 1])
        case Fraction():
            return f"Fraction({_atom(slot.numerator, length)}, {_atom(slot.denominator, length)})"
        case complex() | Decimal():
            return repr(slot)
    return repr(slot).removeprefix("datetime.")


def _printable(name: str) -> str:
    return name if name.isprintable() else repr(name)[1:-1]
