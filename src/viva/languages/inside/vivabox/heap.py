"""Python values as plain data: the written form, and how it is read back. `docs/python.md` has the table.

A value is a *heap*: `{"root": slot, "nodes": [node, ...]}`. What has no identity worth keeping stands in a slot
itself (None, numbers, text, bytes, dates); everything else is a node, and slots refer to nodes by number. So shared
and cyclic references keep their shape, and however deep a value is nested, its JSON is flat.

`read` is total: any JSON value either is a heap or raises `Malformed`. A heap that was read is inert; it consists of
numbers, texts and tuples, and never of anything a submission made.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal, InvalidOperation
from fractions import Fraction

LONGEST = 10_000  # characters of a Fraction or Decimal: to reduce or convert longer ones takes long
EXACT = 2**53  # integers beyond are written as text, because other readers of JSON have only floats

SETS = ("set", "frozenset", "keys", "items")


class Malformed(ValueError):
    """The data is not the written form of a value."""


@dataclass(frozen=True, slots=True)
class Reference:
    node: int


Slot = (
    None | bool | int | float | complex | str | bytes | Fraction | Decimal | date | time | timedelta | Reference
)  # a datetime is a date


@dataclass(frozen=True, slots=True)
class Node:
    """`label` is the name of a class; `names` name the children where they have names; a dict is k, v, k, v ...

    Kinds: `list` `tuple` `deque` `set` `frozenset` `keys` `items` (views of a dict) `dict` `bytearray` `range`
    `class`; `enum` (children: the value) and `mixed` (an enum that is also an int or str); `named` (tuple);
    `dataclass`; `object`; `exception` (children: its arguments); `sub` (an instance of a subclass of a builtin
    class; the first child is its content as that builtin class has it, the named ones its attributes); `nothing` (what
    a language has in the place of None, by its name there: `null`, `undefined`); `opaque`.
    """

    kind: str
    label: str
    children: tuple[Slot, ...]
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Heap:
    root: Slot
    nodes: tuple[Node, ...]


def read(data: object) -> Heap:
    if not isinstance(data, dict) or data.keys() != {"root", "nodes"} or not isinstance(data["nodes"], list):
        raise Malformed("a value has the keys root and nodes")
    size = len(data["nodes"])
    heap = Heap(_slot(data["root"], size), tuple(_node(node, size) for node in data["nodes"]))
    for node in heap.nodes:
        content = node.children[0] if node.kind in ("sub", "mixed") else None
        if isinstance(content, Reference) and (node.kind == "mixed" or heap.nodes[content.node].kind not in _PLAIN):
            raise Malformed("the content of a builtin class is of that class")
    return heap


def parts(heap: Heap) -> int:
    """How much there is to send and to compare: elements, letters, bits."""
    root = heap.root
    alone = root.bit_length() if isinstance(root, int) else len(root) if isinstance(root, str) else 1
    return alone + sum(len(node.children) for node in heap.nodes)


def is_nothing(heap: Heap) -> bool:
    """Whether it is None, or what another language has in its place."""
    root = heap.root
    return root is None or (isinstance(root, Reference) and heap.nodes[root.node].kind == "nothing")


def is_null(heap: Heap) -> bool:
    """Whether it is a nothing that has to be written down: `null`, where `undefined` comes by itself."""
    root = heap.root
    return isinstance(root, Reference) and (heap.nodes[root.node].kind, heap.nodes[root.node].label) == (
        "nothing",
        "null",
    )


def opaque(heap: Heap) -> tuple[str, ...]:
    """The type names of what a heap could not hold, such as functions and generators."""
    return tuple(sorted({node.label for node in heap.nodes if node.kind == "opaque"}))


def _slot(data: object, size: int) -> Slot:
    if data is None or isinstance(data, bool):
        return data
    if isinstance(data, int) and abs(data) <= EXACT:
        return data
    if isinstance(data, str) and not _SURROGATE.search(data):
        return data
    if isinstance(data, list) and data and isinstance(data[0], str) and data[0] in _READERS:
        if data[0] == "at" and len(data) == 2 and isinstance(data[1], int) and 0 <= data[1] < size:
            return Reference(data[1])
        if all(isinstance(part, str) for part in data):
            try:
                return _READERS[data[0]](*data[1:])
            except (ValueError, TypeError, OverflowError, InvalidOperation):
                raise Malformed(f"not a {data[0]}") from None
    raise Malformed("not a slot")


def _no_such_node(*_: str) -> Slot:
    raise Malformed("a reference to no node")


def _integer(text: str) -> int:
    if not _HEXADECIMAL.fullmatch(text):
        raise Malformed("not an int")
    return int(text, 16)


def _float(text: str) -> float:
    if len(text) > 40 or "_" in text or text != text.strip():
        raise Malformed("not a float")
    return float(text)


def _decimal(text: str) -> Decimal:
    if "_" in text or text != text.strip() or len(text) > LONGEST:
        raise Malformed("not a Decimal")
    return Decimal(text)


def _fraction(numerator: str, denominator: str) -> Fraction:
    if len(numerator) + len(denominator) > LONGEST or _integer(denominator) == 0:
        raise Malformed("not a Fraction")
    return Fraction(_integer(numerator), _integer(denominator))


def _text(text: str) -> str:
    return bytes.fromhex(text).decode("utf-16-le", "surrogatepass")


def _datetime(*parts: str) -> datetime:
    year, month, day, hour, minute, second, microsecond, fold, *zone = parts
    place = timezone(_timedelta(*zone)) if zone else None
    numbers = (int(year), int(month), int(day), int(hour), int(minute), int(second), int(microsecond))
    return datetime(*numbers, tzinfo=place, fold=int(fold))


def _date(year: str, month: str, day: str) -> date:
    return date(int(year), int(month), int(day))


def _time(hour: str, minute: str, second: str, microsecond: str, fold: str) -> time:
    return time(int(hour), int(minute), int(second), int(microsecond), fold=int(fold))


def _timedelta(days: str, seconds: str, microseconds: str) -> timedelta:
    return timedelta(int(days), int(seconds), int(microseconds))


_SURROGATE = re.compile("[\ud800-\udfff]")
_HEXADECIMAL = re.compile("-?0x[0-9a-f]+")
_READERS: dict[str, Callable[..., Slot]] = {
    "at": _no_such_node,
    "int": _integer,
    "float": _float,
    "complex": lambda real, imaginary: complex(_float(real), _float(imaginary)),
    "text": _text,
    "bytes": bytes.fromhex,
    "fraction": _fraction,
    "decimal": _decimal,
    "date": _date,
    "datetime": _datetime,
    "time": _time,
    "timedelta": _timedelta,
}

_PLAIN = {"list", "tuple", "deque", "set", "frozenset", "keys", "items", "dict", "bytearray", "range"}
_LABELLED = {"class", "opaque", "exception", "nothing"}
_NAMED = {"enum", "mixed", "named", "dataclass", "object", "sub"}


def _node(data: object, size: int) -> Node:
    if not isinstance(data, list) or len(data) < 2 or not isinstance(data[0], str):
        raise Malformed("not a node")
    kind = data[0]
    if kind in _PLAIN and len(data) == 2:
        node = Node(kind, "", _slots(data[1], size))
    elif kind in _LABELLED and len(data) == 3:
        node = Node(kind, _label(data[1]), _slots(data[2], size))
    elif kind in _NAMED and len(data) == 4:
        node = Node(kind, _label(data[1]), _slots(data[3], size), tuple(map(_label, _list(data[2]))))
    else:
        raise Malformed("not a node")
    if not _well_formed(node):
        raise Malformed(f"not a {kind}")
    return node


def _well_formed(node: Node) -> bool:
    children = node.children
    match node.kind:
        case "dict":
            return len(children) % 2 == 0
        case "bytearray":
            return len(children) == 1 and isinstance(children[0], bytes)
        case "range":
            return len(children) == 3 and all(type(part) is int for part in children) and children[2] != 0
        case "class" | "opaque" | "nothing":
            return not children
        case "enum" | "mixed":
            return len(children) == 1 == len(node.names)
        case "named" | "dataclass" | "object":
            return len(children) == len(node.names)
        case "sub":
            return len(children) == len(node.names) + 1
    return True


def _list(data: object) -> Sequence[object]:
    if not isinstance(data, list):
        raise Malformed("not a list")
    return data


def _slots(data: object, size: int) -> tuple[Slot, ...]:
    return tuple(
        [
            item if type(item) is int and -EXACT <= item <= EXACT else _slot(item, size)  # most are small numbers
            for item in _list(data)
        ]
    )


def _label(data: object) -> str:
    if not isinstance(data, str):
        raise Malformed("not a name")
    return data
