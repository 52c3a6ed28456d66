"""The state of a running function, as a value: two that are equal make the program go on in the same way.

The story of "it never ends": what a function does next depends on where it is, on its variables and all that they refer
to, on the names of its module, and on what it may ask of the world. So a state holds all of the first three, with which
things are the same thing; and of a program that could ask the world (for the time, for chance, for a file), or that
holds something whose inside cannot be seen (an iterator, a generator, a cache), no state is told at all.
"""

import collections
import dis
import fractions
import re
import types
from collections.abc import Iterator
from typing import Any

from ..compiling import FILENAME

State = tuple[object, ...]

MOST = 4000  # things in one state

_WORLD = frozenset(
    {"__import__", "eval", "exec", "compile", "open", "id", "globals", "locals", "vars", "breakpoint", "memoryview"}
)
_PURE = frozenset(
    {
        "abc", "bisect", "builtins", "cmath", "collections", "collections.abc", "copy", "dataclasses", "enum",
        "fractions", "functools", "heapq", "itertools", "keyword", "math", "numbers", "operator", "re", "statistics",
        "string", "textwrap", "typing", "unicodedata", "__future__", "_operator", "_heapq", "_bisect", "_functools",
        "_collections", "_collections_abc", "types",
    }
)  # fmt: skip
_PLAIN = (int, str, bytes, bool, type(None), type(Ellipsis), type(NotImplemented))
_FIXED = (
    types.MemberDescriptorType, types.GetSetDescriptorType, types.WrapperDescriptorType, types.MethodDescriptorType,
    types.ClassMethodDescriptorType, types.GenericAlias, types.UnionType, re.Pattern,
)  # fmt: skip
_TABLES = (dict, collections.OrderedDict, collections.Counter, collections.defaultdict)
_HOLDERS = (list, tuple, set, frozenset, dict, int, str, float)


class Unseen(Exception):
    """Something that cannot be told, or too much to tell."""


def closed(code: types.CodeType) -> bool:
    """Whether a program asks nothing of the world, as far as its names and imports say."""
    todo = [code]
    while todo:
        one = todo.pop()
        if _WORLD & {*one.co_names}:
            return False
        imported = (step.argval for step in dis.get_instructions(one) if step.opname == "IMPORT_NAME")
        if not all(name in _PURE for name in imported):
            return False
        todo += [constant for constant in one.co_consts if isinstance(constant, types.CodeType)]
    return True


def state_of(frame: types.FrameType) -> State:
    """Raises Unseen."""
    names = {name: value for name, value in frame.f_globals.items() if name != "__builtins__"}
    return tuple(_told([frame.f_code.co_name, *_pairs(frame.f_locals), *_pairs(names)], frame.f_globals))


def _told(todo: list[object], module: dict[str, Any]) -> Iterator[object]:
    """All that can be reached, in an order that depends on nothing else; a thing that is met again is its number."""
    met: dict[int, int] = {}
    kept: list[object] = []  # so that no number is used for two things
    room = MOST
    todo.reverse()
    while todo:
        item = todo.pop()
        kind = type(item)
        room -= 1
        if kind in (int, str, bytes):
            room -= (item.bit_length() if isinstance(item, int) else len(item)) // 64  # type: ignore[arg-type]
        if room < 0:
            raise Unseen
        if kind in _PLAIN:
            yield kind, item
        elif kind in (float, complex):
            yield kind, repr(item)
        elif id(item) in met:
            yield "again", met[id(item)]
        else:
            met[id(item)] = len(met)
            kept.append(item)
            inside: list[object] = []
            yield _described(item, inside, module)
            todo += reversed(inside)


def _described(item: Any, inside: list[object], module: dict[str, Any]) -> object:
    """What the thing is, apart from what is inside of it."""
    kind = type(item)
    if kind in (list, tuple, collections.deque):
        inside += item
        return kind, len(item), getattr(item, "maxlen", None)
    if kind in (set, frozenset):
        if not all(type(member) in _PLAIN for member in item):
            raise Unseen  # in which order others come may depend on where they are in memory
        inside += item
        return kind, len(item)
    if kind in _TABLES:
        inside += [getattr(item, "default_factory", None), *_pairs(item)]
        return kind, len(item)
    if kind in (range, bytearray, fractions.Fraction):
        return kind, repr(item)
    if kind is slice:
        inside += [item.start, item.stop, item.step]
        return kind
    if isinstance(item, types.ModuleType) and (vars(item) is module or item.__name__ in _PURE):
        return "module", item.__name__
    found = _described_code(item, inside) or _described_class(item, inside)
    if found is not None:
        return found
    if kind.__module__ in ("typing", "types", "dataclasses") or isinstance(item, (*_FIXED, types.MappingProxyType)):
        return "fixed", id(item)
    if kind.__module__ == "submission" and all(_visible(base) for base in kind.__mro__):
        inside.append(kind)
        inside += _parts(item)
        return "instance"
    raise Unseen


def _described_code(item: Any, inside: list[object]) -> object:
    match item:
        case types.FunctionType():
            own = item.__code__.co_filename in (FILENAME, "<string>")
            if not own and item.__globals__.get("__name__") not in _PURE:
                raise Unseen
            inside += [item.__defaults__, item.__kwdefaults__, item.__closure__, item.__dict__]
            return "function", id(item.__code__)
        case types.CellType():
            try:
                inside.append(item.cell_contents)
            except ValueError:
                return "empty cell"
            return "cell"
        case types.MethodType():
            inside += [item.__func__, item.__self__]
            return "method"
        case types.BuiltinFunctionType():
            owner = item.__self__
            if owner is None or isinstance(owner, types.ModuleType):
                if item.__module__ not in _PURE or (item.__module__ == "builtins" and item.__name__ in _WORLD):
                    raise Unseen
                return "builtin", id(item)
            inside.append(owner)
            return "builtin of", item.__name__
        case property():
            inside += [item.fget, item.fset, item.fdel]
            return "property"
        case staticmethod() | classmethod():
            inside.append(item.__func__)
            return type(item)
    return None


def _described_class(item: Any, inside: list[object]) -> object:
    if not isinstance(item, type):
        return None
    if item.__module__ == "submission" and type(item) is type:
        inside += [*item.__bases__, *_pairs(dict(vars(item)))]
        return "class", id(item)
    if item.__module__ in _PURE:
        return "class", id(item)
    raise Unseen


def _visible(base: type) -> bool:
    return base is object or base.__module__ == "submission" or base in _HOLDERS


def _parts(item: Any) -> Iterator[object]:
    """The attributes of an instance, and what it holds as the container or number that it is too."""
    for base in type(item).__mro__:
        if base in (list, tuple, set, frozenset):
            yield tuple(base.__iter__(item))
        elif base is dict:
            yield tuple(_pairs(dict.copy(item)))
        elif base in (int, float):
            yield repr(base.__pos__(item))
        elif base is str:
            yield str.__str__(item)
        for name in sorted(vars(base)):
            if isinstance(vars(base)[name], types.MemberDescriptorType):
                try:
                    yield name
                    yield vars(base)[name].__get__(item)
                except AttributeError:
                    yield None
    try:
        yield object.__getattribute__(item, "__dict__")
    except AttributeError:
        yield None


def _pairs(table: Any) -> Iterator[object]:
    for key, value in table.items():
        yield key
        yield value
