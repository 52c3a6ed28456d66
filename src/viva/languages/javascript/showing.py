"""Values as source text of JavaScript: bounded, the same for equal values, and free of control characters."""

import json
import math
import re
from collections.abc import Iterator, Sequence

from viva.languages.heap import EXACT, Heap, Node, Reference, Slot

LENGTH = 1000
_PLAIN_KEY = re.compile(r"[A-Za-z_$][\w$]*", re.ASCII)
_OBJECTS = frozenset({"Object", "[Object: null prototype]"})
_HIDDEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


def show(heap: Heap, length: int = LENGTH) -> str:
    """Cycles are cut with `...`, what is too long with `…`."""
    text = ""
    for piece in _Shown(heap).pieces(heap.root, ()):
        text += piece
        if len(text) > length:
            return text[:length] + "…"
    return text


class _Shown:
    def __init__(self, heap: Heap) -> None:
        self.heap = heap

    def pieces(self, slot: Slot, path: tuple[int, ...]) -> Iterator[str]:
        if not isinstance(slot, Reference):
            yield _atom(slot)
        elif slot.node in path or len(path) > 60:
            yield "..."
        else:
            yield from self.node(self.heap.nodes[slot.node], (*path, slot.node))

    def node(self, node: Node, path: tuple[int, ...]) -> Iterator[str]:
        match node.kind:
            case "list" | "tuple" | "deque" | "named":
                yield "["
                yield from self.listed(node.children, path)
                yield "]"
            case "set" | "frozenset" | "keys":
                yield "new Set(["
                yield from self.listed(node.children, path)
                yield "])"
            case "dict":
                keyed = all(isinstance(key, str) for key in node.children[::2])
                yield from self.record(node.children, path) if keyed else self.map(node.children, path)
            case "nothing":
                yield "" if node.label == "hole" else node.label
            case "sub":
                yield from self.content(node, path)
            case "exception":
                yield f"new {_name(node.label)}("
                yield from self.listed(node.children, path)
                yield ")"
            case "class":
                yield f"class {_name(node.label)}"
            case "range":
                start, stop, step = (part for part in node.children if isinstance(part, int))
                yield "["
                yield from self.listed(tuple(range(start, stop, step)), path)
                yield "]"
            case "opaque":
                yield f"<{_name(node.label)}>"
            case _:
                yield f"{_name(node.label)} "
                named = [part for pair in zip(node.names, node.children, strict=False) for part in pair]
                yield from self.record(tuple(named), path)

    def content(self, node: Node, path: tuple[int, ...]) -> Iterator[str]:
        content = node.children[0]
        if isinstance(content, Reference):
            inner = self.heap.nodes[content.node]
            if node.label in _OBJECTS:
                yield from self.record(inner.children, path)
            elif node.label == "Map":
                yield from self.map(inner.children, path)
            else:
                yield f"{_name(node.label)} "
                yield from self.node(inner, path)
        elif node.label == "BigInt":
            yield f"{content!r}n"
        elif node.label == "Date":
            yield f"new Date({_atom(content)})"
        elif node.label == "RegExp":
            yield _visible(str(content))
        else:
            yield f"{_name(node.label)} {_atom(content)}"

    def listed(self, children: tuple[Slot, ...], path: tuple[int, ...]) -> Iterator[str]:
        for place, child in enumerate(children):
            if place:
                yield ", "
            yield from self.pieces(child, path)

    def record(self, children: tuple[Slot, ...], path: tuple[int, ...]) -> Iterator[str]:
        yield "{"
        for place in range(0, len(children) - 1, 2):
            key = children[place]
            plain = isinstance(key, str) and _PLAIN_KEY.fullmatch(key)
            yield (", " if place else "") + (str(key) if plain else _atom(key)) + ": "
            yield from self.pieces(children[place + 1], path)
        yield "}"

    def map(self, children: tuple[Slot, ...], path: tuple[int, ...]) -> Iterator[str]:
        yield "new Map(["
        for place in range(0, len(children) - 1, 2):
            yield ", [" if place else "["
            yield from self.listed(children[place : place + 2], path)
            yield "]"
        yield "])"


def show_call(function: str, arguments: Sequence[Heap], length: int = 300) -> str:
    """See `viva.languages.protocol`."""
    return f"{function}({', '.join(show(argument, length) for argument in arguments)})"


def _atom(slot: Slot) -> str:
    match slot:
        case None:
            return "null"
        case bool():
            return "true" if slot else "false"
        case int():
            return str(slot) if abs(slot) <= EXACT else f"{slot}n" if slot.bit_length() < 14_000 else "a huge number"
        case float():
            return _number(slot)
        case str():
            return _visible(json.dumps(slot, ensure_ascii=False))
    return _visible(str(slot))


def _number(value: float) -> str:
    if not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if value == 0:
        return "-0" if math.copysign(1, value) < 0 else "0"
    if value.is_integer() and abs(value) < 1e21:
        return str(int(value))
    text = repr(value)
    if "e" in text:
        digits, _, exponent = text.partition("e")
        power = int(exponent)
        if -7 < power < 21:
            return f"{value:.{max(0, len(digits.replace('-', '').replace('.', '')) - 1 - power)}f}"
        return f"{digits}e{'+' if power > 0 else '-'}{abs(power)}"
    return text


def _name(label: str) -> str:
    return _visible(label)


def _visible(text: str) -> str:
    return _HIDDEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
