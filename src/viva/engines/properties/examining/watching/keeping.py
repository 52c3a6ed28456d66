"""What is kept from one call to the next, as a list of plain parts that can be compared: `None` where nobody can say.

Nothing that people wrote is called in order to look at it. What a cache holds is no state: that its values stay as they
were returned is seen apart (`purity.py`).
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import gc
import logging
import operator
import re
import types
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Any

from viva.engines.enumeration.fingerprints import attributes_of
from viva.engines.properties.examining.watching.asking import is_library, is_telling

MOST = 20_000  # objects that are looked at
_ATOMS = (int, str, bytes, bool, type(None), float, complex, range, type(...), type(NotImplemented))
_UNCHANGING = (
    types.ModuleType, types.GenericAlias, types.UnionType, types.MemberDescriptorType, types.GetSetDescriptorType,
    types.MethodDescriptorType, types.WrapperDescriptorType, types.ClassMethodDescriptorType, types.CodeType,
    types.MappingProxyType, re.Pattern, logging.PlaceHolder,
)  # fmt: skip
_CLASSES_AND_UNCHANGING = (type, *_UNCHANGING)
_MARKS = (type(dataclasses.MISSING), type(vars(dataclasses)["_HAS_DEFAULT_FACTORY"]))  # in methods of data classes
_OF_PYTHON = frozenset(
    {
        "__dict__", "__weakref__", "__doc__", "__module__", "__annotations__", "__abstractmethods__", "_abc_impl",
        "_value2member_map_", "_member_map_", "_unhashable_values_", "__slotnames__", "__parameters__",
        "__orig_bases__", "__dataclass_params__", "__dataclass_fields__", "__match_args__", "__subclasshook__",
        "__firstlineno__", "__static_attributes__", "__annotate_func__", "__annotations_cache__", "_boundary_",
        "_flag_mask_", "_singles_mask_", "_all_bits_", "_inverted_", "__class_getitem__",
    }
)  # fmt: skip
"""What Python itself writes into classes, some of it late."""

Cache: type = type(functools.lru_cache(lambda: None))
Parts = list[object]


class Hidden(Exception):
    """What may change, and nobody can look into; or there is too much of it."""


def parts_of(value: object, alive: list[object], room: int = MOST) -> Parts | None:
    """All that a value leads to; the same as before if nothing of it changed. `alive` keeps what the parts speak of, so
    that an identity stays that of one object."""
    found: Parts = []
    numbers: dict[int, int] = {}
    todo: deque[object] = deque([value])
    try:
        while todo:
            item = todo.popleft()
            if len(found) >= room:
                return None
            if type(item) in _ATOMS:
                found.append((type(item).__name__, repr(item) if isinstance(item, float | complex) else item))
            elif id(item) in numbers:
                found.append(numbers[id(item)])
            else:
                numbers[id(item)] = len(numbers)
                alive.append(item)
                label, inside = _inside(item)
                found.append((label, len(inside)))
                todo += inside
    except Hidden:
        return None
    return found


def parts_of_class(kind: type, alive: list[object]) -> Parts | None:
    """What a class itself keeps under its names."""
    plain: Parts = []
    others: list[object] = []
    for name, value in _members(kind).items():
        seen = _plainly(value)
        if seen is None:
            others += (name, value)
        else:
            plain += (name, id(value), seen)
            alive += (value, getattr(value, "__code__", None))
    rest = parts_of(others, alive) if others else []
    return None if rest is None else [*plain, *rest]


class PlainClasses:
    """Classes whose members are all plain: what changes in them is another object under some name, in the class or in
    one of its methods. So all of them are seen at one go, as the list of objects that they hold."""

    def __init__(self, kinds: list[type], alive: list[object]) -> None:
        self.kinds = [kind for kind in kinds if all(_plainly(each) is not None for each in _members(kind).values())]
        self._parts = [parts_of_class(kind, alive) for kind in self.kinds]
        members = [member for kind in self.kinds for member in _members(kind).values()]
        methods = [method for member in members for method in _methods_in(member)]
        self._methods = [each for each in methods if not _is_of_library(each)]
        self._held = self._look()

    def have_changed(self) -> bool:
        held = self._look()
        if len(held) == len(self._held) and all(map(operator.is_, held, self._held)):
            return False
        self._held = held  # Python may have written something of its own
        return [parts_of_class(kind, []) for kind in self.kinds] != self._parts

    def _look(self) -> list[object]:
        names = gc.get_referents(*(type.__getattribute__(kind, "__dict__") for kind in self.kinds))
        own: list[object] = []
        for each in self._methods:
            own += (each.__dict__, each.__annotations__, *(each.__closure__ or ()))
        return gc.get_referents(*names, *self._methods, *own)


def _members(kind: type) -> dict[str, object]:
    return {name: value for name, value in type.__getattribute__(kind, "__dict__").items() if name not in _OF_PYTHON}


def _plainly(value: object) -> object:
    """All there is to most methods, which is seen much faster than by following what they lead to; None for others."""
    if type(value) is types.FunctionType:
        return _plain_function(value)
    if type(value) is property:
        seen = [_plainly(each) for each in (value.fget, value.fset, value.fdel)]
        return None if None in seen else tuple(seen)
    if type(value) in _ATOMS:
        return (repr(value) if isinstance(value, float | complex) else value,)
    if isinstance(value, tuple | frozenset) and type(value) in (tuple, frozenset):
        return "unchanging" if all(type(each) in _ATOMS for each in value) else None
    return "unchanging" if isinstance(value, _CLASSES_AND_UNCHANGING) else None


def _methods_in(value: object) -> list[types.FunctionType]:
    held = (value.fget, value.fset, value.fdel) if type(value) is property else (value,)
    return [each for each in held if type(each) is types.FunctionType]


def _plain_function(value: types.FunctionType) -> object:
    if _is_of_library(value):
        return None if hasattr(value, "registry") else "of a library"
    held, cells, annotations = value.__defaults__ or (), _cells(value), value.__annotations__
    if value.__dict__ or value.__kwdefaults__ or not all(map(_is_fixed, (*held, *cells, *annotations.values()))):
        return None
    about = value.__name__, value.__doc__, *annotations, *map(id, annotations.values())
    defaults = [repr(each) if type(each) in _ATOMS else id(each) for each in held]
    return id(value.__code__), *defaults, "closes over", *map(id, cells), about


def _is_fixed(value: object) -> bool:
    """Whether nothing can change inside of it."""
    kind = type(value)
    return kind in _ATOMS or isinstance(value, _CLASSES_AND_UNCHANGING) or kind.__module__ == "typing" or kind in _MARKS


def leads_to(value: object) -> str | None:
    """What a value hands on to whoever calls what it holds: a table of functions, a part of a call. Functions that
    people wrote are looked at when they run."""
    todo, met = [value], {id(value): value}
    while todo and len(met) < MOST:
        item = todo.pop()
        if type(item) in _ATOMS or isinstance(item, types.FunctionType | type):
            continue
        what = is_telling(item) if item is not value else None
        if what is not None:
            return what
        if not isinstance(item, types.ModuleType | types.MethodType | types.BuiltinFunctionType) or item is value:
            with contextlib.suppress(Hidden):
                for each in _inside(item)[1] if not _has_class_of_people(item) else ():
                    if id(each) not in met:
                        met[id(each)] = each
                        todo.append(each)
    return None


def _has_class_of_people(item: object) -> bool:
    return not is_library(type(item).__module__)


def _inside(item: Any) -> tuple[object, list[object]]:
    """What stands for the object itself, and what it leads to."""
    kind = type(item)
    reader = _READERS.get(kind)
    if reader is not None:
        return kind.__name__, reader(item)
    if isinstance(item, _CLASSES_AND_UNCHANGING) or kind.__module__ in ("typing", "_thread"):
        return id(item), []
    told = attributes_of(item)
    if isinstance(item, logging.Logger):
        told.pop("_cache", None)
        told = {name: told[name] for name in ("name", "level", "disabled", "propagate", "handlers", "filters")}
    attributes: list[object] = [part for name in sorted(told) for part in (name, told[name])]
    name = f"{kind.__module__}.{kind.__qualname__}"
    held: Any = next((base for base in (list, tuple, deque, set, frozenset) if isinstance(item, base)), None)
    if held is not None:
        return name, [*held.__iter__(item), *attributes]
    if isinstance(item, dict):
        factory = getattr(item, "default_factory", None)
        pairs = OrderedDict.items(item) if isinstance(item, OrderedDict) else dict.items(item)
        return name, [part for pair in pairs for part in pair] + [factory] + attributes
    if isinstance(item, int | str | bytes | float | complex):
        plain: Any = next(base for base in (int, str, bytes, float, complex) if isinstance(item, base))
        return (name, plain.__repr__(item)), attributes
    if told or not is_library(kind.__module__):
        return name, attributes
    return name, _reduced(item)


def _reduced(item: Any) -> list[object]:
    """What Python's own objects tell about themselves when they are copied: iterators where they are, dates."""
    try:
        told = item.__reduce_ex__(4)
    except Exception as error:
        raise Hidden from error
    return list(told[1:]) if isinstance(told, tuple) else [str(told)]


def _function(item: types.FunctionType) -> list[object]:
    if _is_of_library(item):
        return [id(item), dict(getattr(item, "registry", {}))]
    told = [item.__name__, item.__doc__, item.__annotations__, dict(item.__dict__)]
    return [id(item.__code__), item.__defaults__, item.__kwdefaults__, *_cells(item), *told]


def _is_of_library(item: types.FunctionType) -> bool:
    return is_library(str(item.__globals__.get("__name__")))  # `wraps` gives a function the module of another one


def _cells(item: types.FunctionType) -> list[object]:
    found: list[object] = []
    for cell in item.__closure__ or ():
        with contextlib.suppress(ValueError):  # not yet bound
            found.append(cell.cell_contents)
    return found


def _builtin(item: types.BuiltinFunctionType) -> list[object]:
    """`stack.append` leads to the stack."""
    owner: Any = item.__self__
    return [item.__name__, id(owner) if owner is None or isinstance(owner, types.ModuleType | type) else owner]


def _generator(item: types.GeneratorType[Any, Any, Any]) -> list[object]:
    frame = item.gi_frame
    return [] if frame is None else [frame.f_lasti, dict(frame.f_locals)]


_READERS: dict[type, Callable[[Any], list[object]]] = {
    types.FunctionType: _function,
    types.MethodType: lambda item: [item.__func__, item.__self__],
    types.BuiltinFunctionType: _builtin,
    types.GeneratorType: _generator,
    staticmethod: lambda item: [item.__func__],
    classmethod: lambda item: [item.__func__],
    property: lambda item: [item.fget, item.fset, item.fdel],
    functools.cached_property: lambda item: [item.func],
    functools.partial: lambda item: [item.func, item.args, item.keywords, item.__dict__],
    Cache: lambda item: [item.__wrapped__],
    bytearray: lambda item: [bytes(item)],
}
