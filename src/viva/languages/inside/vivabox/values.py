"""Writes any Python value as a heap (see `heap.py`), without calling a method that a submission could have defined.

What a builtin class keeps is read with the methods of that class itself: an int whose `__eq__` or `__int__` lies, or
a list whose `__iter__` does, is written with the content it really has, and with the name of its class. The walk keeps
its own list of what is to do, so that the depth of a value costs nothing, and stops when the bounds are passed.
"""

import dataclasses
import enum
import types
from collections import deque
from collections.abc import Callable
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeGuard

from .heap import EXACT, LONGEST, Heap, Reference

NODES = 250_000
CHARACTERS = 2_000_000

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


class TooLarge(ValueError):
    """The value has more parts, or longer ones, than a result may have."""


def write(value: object, nodes: int = NODES, characters: int = CHARACTERS) -> dict[str, Json]:
    return _Writer(nodes, characters).heap(value)


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class _Content:
    """What a builtin class keeps of an instance of a subclass."""

    kind: str
    parts: list[object]


def rewrite(heap: Heap) -> dict[str, Json]:
    """A heap that was read, as data again."""
    writer = _Writer(NODES, CHARACTERS)
    nodes: list[Json] = []
    for node in heap.nodes:
        children = writer.slots(list(node.children))
        names: list[Json] = list(node.names)
        match node.kind:
            case "class" | "opaque" | "exception" | "nothing":
                nodes.append([node.kind, node.label, children])
            case "enum" | "mixed" | "named" | "dataclass" | "object" | "sub":
                nodes.append([node.kind, node.label, names, children])
            case _:
                nodes.append([node.kind, children])
    return {"root": writer.slot(heap.root), "nodes": nodes}


class _Writer:
    def __init__(self, nodes: int, characters: int) -> None:
        self.most_nodes = nodes
        self.room = characters
        self.number: dict[int, int] = {}
        self.found: list[object] = []
        """The objects of the nodes, kept alive so that an id stays the id of one object."""

    def heap(self, value: object) -> dict[str, Json]:
        root = self.slot(value)
        nodes: list[Json] = []
        while len(nodes) < len(self.found):
            nodes.append(self.node(self.found[len(nodes)]))
        return {"root": root, "nodes": nodes}

    def spend(self, characters: int) -> None:
        self.room -= characters
        if self.room < 0:
            raise TooLarge("the value is too long")

    def slot(self, value: object) -> Json:
        self.spend(2)
        cls = type(value)
        if cls is Reference:
            assert isinstance(value, Reference)
            return ["at", value.node]
        if value is None or cls is bool or cls is int or cls is str:
            return self.plain(value)
        writer = _ATOMS.get(id(cls))
        if writer is not None:
            written = writer(value)
            if written is not None:
                size = sum(map(len, written))
                if size > LONGEST and (cls is Fraction or cls is Decimal):
                    raise TooLarge("a number is too long")
                self.spend(size)
                return list(written)
        return self.reference(value)

    def plain(self, value: object) -> Json:
        if isinstance(value, bool) or value is None:
            return value
        if isinstance(value, int):
            if -EXACT <= value <= EXACT:
                return value
            self.spend(value.bit_length() // 4)
            return ["int", hex(value)]
        assert isinstance(value, str)
        self.spend(len(value))
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            self.spend(3 * len(value))
            return ["text", value.encode("utf-16-le", "surrogatepass").hex()]
        return value

    def reference(self, value: object) -> Json:
        number = self.number.get(id(value))
        if number is None:
            number = len(self.found)
            if number >= self.most_nodes:
                raise TooLarge("the value has too many parts")
            self.number[id(value)] = number
            self.found.append(value)
        return ["at", number]

    def slots(self, values: list[object]) -> list[Json]:
        """As `slot` for each; small numbers and plain texts, which most of them are, without a call."""
        if 2 * len(values) > self.room:
            raise TooLarge("the value is too long")
        found: list[Json] = []
        characters = 0
        for value in values:
            if type(value) is int and -EXACT <= value <= EXACT:
                characters += 2
                found.append(value)
            elif type(value) is str and value.isascii():
                characters += 2 + len(value)
                found.append(value)
            else:
                found.append(self.slot(value))
        self.spend(characters)
        return found

    def node(self, value: object) -> Json:
        cls = type(value)
        if cls is _Content:
            assert isinstance(value, _Content)
            return [value.kind, self.slots(value.parts)]
        if id(cls) in _READERS:
            return self.content(value, id(cls))
        ancestors = _ancestors(cls)
        if any(kind is enum.EnumMeta for kind in _ancestors(type(cls))):
            return self.enumeration(value, cls, ancestors)
        for ancestor in ancestors:
            if id(ancestor) in _READERS:
                kind, reader = _READERS[id(ancestor)]
                return self.subclass(value, cls, kind, reader(value))
        if any(ancestor is BaseException for ancestor in ancestors):
            return ["exception", class_name(cls), self.slots(list(_BASE_EXCEPTION_ARGS.__get__(value)))]
        if any(ancestor is type for ancestor in ancestors):
            return ["class", class_name(value), []]
        if not _is_made_in_python(ancestors):
            return ["opaque", class_name(cls), []]
        return self.instance(value, cls, ancestors)

    def content(self, value: object, builtin: int) -> Json:
        kind, reader = _READERS[builtin]
        parts = reader(value)
        assert isinstance(parts, list)
        return [kind, self.slots(parts)]

    def enumeration(self, value: object, cls: type, ancestors: tuple[type, ...]) -> Json:
        attributes = _attributes(value, ancestors)
        name = attributes.get("_name_")
        label = self.label(name if type(name) is str else "")
        for ancestor in ancestors:
            if any(ancestor is mixed for mixed in (int, str, float, bytes)):
                return ["mixed", class_name(cls), [label], [self.slot(_READERS[id(ancestor)][1](value))]]
        return ["enum", class_name(cls), [label], [self.slot(attributes.get("_value_"))]]

    def subclass(self, value: object, cls: type, kind: str, content: object) -> Json:
        ancestors = _ancestors(cls)
        fields = _lookup(ancestors, "_fields")
        if kind == "tuple" and isinstance(content, list) and _are_names(fields) and len(fields) == len(content):
            return ["named", class_name(cls), [self.label(field) for field in fields], self.slots(content)]
        attributes = _attributes(value, ancestors)
        inner = self.reference(_Content(kind, content)) if isinstance(content, list) else self.slot(content)
        names: list[Json] = [self.label(name) for name in attributes]
        return ["sub", class_name(cls), names, [inner, *self.slots(list(attributes.values()))]]

    def instance(self, value: object, cls: type, ancestors: tuple[type, ...]) -> Json:
        attributes = _attributes(value, ancestors)
        fields = _lookup(ancestors, "__dataclass_fields__")
        if type(fields) is dict and all(
            type(name) is str and type(field) is dataclasses.Field for name, field in fields.items()
        ):
            names = [name for name in fields if name in attributes]
            kind = "dataclass"
        else:
            names = list(attributes)
            kind = "object"
        return [
            kind,
            class_name(cls),
            [self.label(name) for name in names],
            self.slots([attributes[name] for name in names]),
        ]

    def label(self, name: str) -> str:
        self.spend(len(name))
        return _clean(name)


def _clean(name: str) -> str:
    return name.encode("utf-8", "backslashreplace").decode("utf-8")


_TYPE_NAME = vars(type)["__name__"]
_TYPE_MRO = vars(type)["__mro__"]
_TYPE_DICT = vars(type)["__dict__"]
_TYPE_FLAGS = vars(type)["__flags__"]
_BASE_EXCEPTION_ARGS = vars(BaseException)["args"]
_MADE_AT_RUN_TIME = 1 << 9


def _ancestors(cls: type) -> tuple[type, ...]:
    ancestors: tuple[type, ...] = _TYPE_MRO.__get__(cls)
    return ancestors


def class_name(cls: object) -> str:
    return _clean(str(_TYPE_NAME.__get__(cls))[:200])


def _lookup(ancestors: tuple[type, ...], name: str) -> object:
    for ancestor in ancestors:
        namespace = _TYPE_DICT.__get__(ancestor)
        if name in namespace:
            return namespace[name]
    return None


def _are_names(fields: object) -> TypeGuard[tuple[str, ...]]:
    return type(fields) is tuple and all(type(field) is str for field in fields)


def _is_made_in_python(ancestors: tuple[type, ...]) -> bool:
    """A class made in C keeps what no one else can read; it is known by the descriptors that only C code makes."""
    return all(
        ancestor is object
        or (
            _TYPE_FLAGS.__get__(ancestor) & _MADE_AT_RUN_TIME
            and not any(_is_made_in_c(member, ancestor) for member in _TYPE_DICT.__get__(ancestor).values())
        )
        for ancestor in ancestors
    )


def _is_made_in_c(member: object, cls: type) -> bool:
    kind = type(member)
    if kind is types.MethodDescriptorType or kind is types.WrapperDescriptorType:
        return getattr(member, "__objclass__", None) is cls
    return kind is types.BuiltinFunctionType and getattr(member, "__self__", None) is cls


def _attributes(value: object, ancestors: tuple[type, ...]) -> dict[str, object]:
    """What an instance keeps: its `__dict__`, and the slots that are filled."""
    found: dict[str, object] = {}
    for ancestor in ancestors:
        for name, member in _TYPE_DICT.__get__(ancestor).items():
            if type(member) is types.MemberDescriptorType and _TYPE_FLAGS.__get__(ancestor) & _MADE_AT_RUN_TIME:
                try:
                    found[name] = member.__get__(value)
                except AttributeError:
                    continue
    namespace = _own_namespace(value, ancestors)
    found.update((name, content) for name, content in dict.items(namespace) if type(name) is str)
    return found


def _own_namespace(value: object, ancestors: tuple[type, ...]) -> dict[object, object]:
    """The `__dict__` of an instance, and not what its class may have put in its place."""
    for ancestor in ancestors:
        accessor = _TYPE_DICT.__get__(ancestor).get("__dict__")
        if type(accessor) is types.GetSetDescriptorType and ancestor is not type:
            namespace = accessor.__get__(value)
            if type(namespace) is dict:
                return namespace
    return {}


def atom_of(value: object) -> tuple[object, ...] | None:
    """What stands for a number, a text and the like, equal for equal ones; None for all that has parts."""
    cls = type(value)
    if value is None or cls is bool or cls is int or cls is str:
        return class_name(cls), value
    writer = _ATOMS.get(id(cls))
    return None if writer is None else writer(value)


def content_of(value: object) -> list[object] | None:
    """What a value keeps: the content of the builtin class that it is an instance of, and its attributes. None where it
    is made in C and nobody can look into it."""
    ancestors = _ancestors(type(value))
    for ancestor in ancestors:
        if id(ancestor) in _READERS:
            content = _READERS[id(ancestor)][1](value)
            attributes = {} if ancestor is type(value) else _attributes(value, ancestors)
            return [*(content if isinstance(content, list) else [content]), *attributes.items()]
    return list(_attributes(value, ancestors).items()) if _is_made_in_python(ancestors) else None


def is_a(cls: type, *kinds: type) -> bool:
    """Whether a class is one of these or comes from one; what it says about itself is not asked."""
    return any(ancestor is kind for ancestor in _ancestors(cls) for kind in kinds)


def _items(value: dict[object, object]) -> list[object]:
    return [part for pair in dict.items(value) for part in pair]


def _range(value: range) -> list[object]:
    return [value.start, value.stop, value.step]


_KEYS: type = type({}.keys())
_ITEMS: type = type({}.items())
_BUILTIN: tuple[tuple[type, str, Callable[[Any], object]], ...] = (
    (int, "int", int.__int__),
    (float, "float", float.__float__),
    (complex, "complex", complex.__complex__),
    (str, "str", str.__str__),
    (bytes, "bytes", lambda value: bytes.__getitem__(value, slice(None))),
    (bytearray, "bytearray", lambda value: [bytes(bytearray.__getitem__(value, slice(None)))]),
    (list, "list", lambda value: list(list.__iter__(value))),
    (tuple, "tuple", lambda value: list(tuple.__iter__(value))),
    (set, "set", lambda value: list(set.__iter__(value))),
    (frozenset, "frozenset", lambda value: list(frozenset.__iter__(value))),
    (dict, "dict", _items),
    (deque, "deque", lambda value: list(deque.__iter__(value))),
    (range, "range", _range),
    (_KEYS, "keys", list),
    (_ITEMS, "items", list),
)
_READERS = {id(cls): (kind, reader) for cls, kind, reader in _BUILTIN}


def _written_time(value: time) -> tuple[str, ...] | None:
    if value.tzinfo is not None:
        return None
    return "time", str(value.hour), str(value.minute), str(value.second), str(value.microsecond), str(value.fold)


def _written_datetime(value: datetime) -> tuple[str, ...] | None:
    zone: tuple[str, ...] = ()
    if value.tzinfo is not None:
        if type(value.tzinfo) is not timezone:
            return None
        zone = _written_timedelta(value.tzinfo.utcoffset(None))[1:]
    parts = (value.year, value.month, value.day, value.hour, value.minute, value.second, value.microsecond, value.fold)
    return ("datetime", *map(str, parts), *zone)


def _written_timedelta(value: timedelta) -> tuple[str, ...]:
    return "timedelta", str(value.days), str(value.seconds), str(value.microseconds)


def _written_fraction(value: Fraction) -> tuple[str, ...] | None:
    try:
        parts = [object.__getattribute__(value, name) for name in ("_numerator", "_denominator")]
    except AttributeError:
        return None
    if any(type(part) is not int for part in parts) or parts[1] == 0:
        return None
    return "fraction", hex(parts[0]), hex(parts[1])


_ATOMS: dict[int, Callable[[Any], tuple[str, ...] | None]] = {
    id(float): lambda value: ("float", repr(value)),
    id(complex): lambda value: ("complex", repr(value.real), repr(value.imag)),
    id(bytes): lambda value: ("bytes", value.hex()),
    id(Fraction): _written_fraction,
    id(Decimal): lambda value: ("decimal", str(value)),
    id(date): lambda value: ("date", str(value.year), str(value.month), str(value.day)),
    id(time): _written_time,
    id(datetime): _written_datetime,
    id(timedelta): _written_timedelta,
}
"""Keyed by id, because a metaclass may define how its classes are hashed and compared."""
