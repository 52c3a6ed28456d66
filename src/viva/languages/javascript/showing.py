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
            case "dataclass" if node.label == "Record":
                yield from self.record_of(node, path)
            case "object" if node.label == "Promise" and node.names in (("value",), ("rejected",)):
                yield "Promise {" if node.names == ("value",) else "Promise {<rejected> "
                yield from self.listed(node.children, path)
                yield "}"
            case _:
                yield f"{_name(node.label)} "
                named = [part for pair in zip(node.names, node.children, strict=False) for part in pair]
                yield from self.record(tuple(named), path)

    def record_of(self, node: Node, path: tuple[int, ...]) -> Iterator[str]:
        """An argument as Viva has it: an instance of a class, or a function or `undefined`, which is its text."""
        name, pairs = _record(self.heap, node)
        if "=>" in name or name == "undefined":
            yield name
        else:
            yield f"{_name(name)} "
            yield from self.record(tuple(part for pair in pairs for part in pair), path)

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


def _record(heap: Heap, node: Node) -> tuple[str, list[tuple[Slot, ...]]]:
    """The name of a record, and its pairs of a field and a value."""
    name, held = node.children
    pairs = heap.nodes[held.node].children if isinstance(held, Reference) else ()
    return str(name), [heap.nodes[pair.node].children for pair in pairs if isinstance(pair, Reference)]


def show_call(function: str, arguments: Sequence[Heap], length: int = 300) -> str:
    """See `viva.languages.protocol`. A function that is a result is called at once, or as often as it is asked, with
    another one beside it if there is to be one."""
    given, last = arguments[:-1], arguments[-1] if arguments else None
    calls = None if last is None else _calls(last, last.root)
    if last is None or calls is None:
        return f"{function}({', '.join(show(argument, length) for argument in arguments)})"
    first = f"{function}({', '.join(show(argument, length) for argument in given)})"
    shown = [_asked(last, call, length) for call in calls]
    beside = _beside(last)
    if not shown:
        return first
    if beside is not None:
        second = f"{function}({', '.join(show(Heap(part, last.nodes), length) for part in beside)})"
        return "; ".join([f"g = {first}; h = {second}", *(f"g{one}; h{one}" for one in shown)])
    return first + shown[0] if len(shown) == 1 else "; ".join([f"g = {first}", *(f"g{one}" for one in shown)])


def _beside(heap: Heap) -> tuple[Slot, ...] | None:
    """What another function is made with that is called in turns with the first one."""
    assert isinstance(heap.root, Reference)
    _, pairs = _record(heap, heap.nodes[heap.root.node])
    made = pairs[1][1] if len(pairs) > 1 else None
    return heap.nodes[made.node].children if isinstance(made, Reference) else None


def _asked(heap: Heap, call: Slot, length: int) -> str:
    """The brackets behind a function, with what is in them."""
    parts = heap.nodes[call.node].children if isinstance(call, Reference) else ()
    further = _calls(heap, parts[-1]) if parts else None
    shown = ", ".join(show(Heap(part, heap.nodes), length) for part in (parts if further is None else parts[:-1]))
    return f"({shown}){''.join(_asked(heap, one, length) for one in further or ())}"


def _calls(heap: Heap, slot: Slot) -> tuple[Slot, ...] | None:
    """The calls of a function that is a result, if this is what holds them."""
    node = heap.nodes[slot.node] if isinstance(slot, Reference) else None
    if node is None or node.kind != "dataclass" or node.label != "Record":
        return None
    name, pairs = _record(heap, node)
    held = pairs[0][1] if name.startswith("()") and "=>" not in name else None
    return heap.nodes[held.node].children if isinstance(held, Reference) else None


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
