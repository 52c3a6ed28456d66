"""Which classes stand for another one: those that extend it, and those that satisfy a protocol."""

from __future__ import annotations

import dataclasses
import inspect
import sys
import typing
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar, get_args, get_origin


def is_foreign(cls: type) -> bool:
    """Whether a class of the standard library says nothing about how its values are made."""
    plain = dataclasses.is_dataclass(cls) or hasattr(cls, "_fields") or typing.is_typeddict(cls)
    return cls.__module__.partition(".")[0] in sys.stdlib_module_names - {"__main__"} and not plain


def is_sealed(cls: type) -> bool:
    """A class without anything of its own that others extend stands for those others."""
    return (
        bool(cls.__subclasses__())
        and not dataclasses.is_dataclass(cls)
        and cls.__init__ is object.__init__  # type: ignore[misc]
        and not inspect.get_annotations(cls)
    )


def subclasses(cls: type) -> list[type]:
    """All of people's own that extend a class. Where one was made anew under its name (a dataclass with slots) the
    later counts."""
    found: dict[tuple[str, str], type] = {}
    direct: list[type] = type.__subclasses__(cls)
    for each in direct:
        for one in (each, *subclasses(each)):
            if not is_foreign(one) and not one.__module__.startswith("viva."):
                found[one.__module__, one.__qualname__] = one
    return list(found.values())


def said_of(cls: Any, base: Any) -> tuple[Any, ...]:
    """What a class says its base's type variables are, in terms of its own."""
    if cls is base:
        return tuple(base.__parameters__)
    for each in cls.__dict__.get("__orig_bases__", cls.__bases__):
        origin = get_origin(each) or each
        if isinstance(origin, type) and issubclass(origin, base) and hasattr(origin, "__parameters__"):
            inner = dict(zip(getattr(origin, "__parameters__", ()), get_args(each), strict=False))
            return tuple(_replaced(said, inner) for said in said_of(origin, base))
    return ()


def _replaced(said: Any, instead: Mapping[Any, Any]) -> Any:
    if isinstance(said, TypeVar):
        return instead.get(said, said)
    variables = getattr(said, "__parameters__", ())
    return said[tuple(instead.get(each, each) for each in variables)] if variables else said


def satisfying(protocol: type, known: Iterable[object]) -> list[Any]:
    """The classes that satisfy a protocol: of those that are known where it is used, and of Python's simplest."""
    wanted = {
        name
        for owner in protocol.__mro__
        if getattr(owner, "_is_protocol", False) and owner is not typing.Protocol
        for name in (*vars(owner), *inspect.get_annotations(owner))
        if not name.startswith(("_abc_", "_is_")) and name not in _NO_MEMBERS
    }
    own = [each for each in known if isinstance(each, type) and not is_foreign(each)]
    return [
        each
        for each in dict.fromkeys([*own, int, str, float, bytes])
        if wanted and not inspect.isabstract(each) and not getattr(each, "_is_protocol", False)
        and wanted <= {*dir(each), *(getattr(each, "__dataclass_fields__", None) or ())}
    ]  # fmt: skip


_NO_MEMBERS = {
    "__module__", "__doc__", "__dict__", "__weakref__", "__annotations__", "__slots__", "__parameters__", "__init__",
    "__orig_bases__", "__subclasshook__", "__abstractmethods__", "__class_getitem__", "__protocol_attrs__",
    "__non_callable_proto_members__", "__qualname__", "__firstlineno__", "__static_attributes__", "__type_params__",
    "__annotations_cache__", "__annotate_func__", "__annotate__",
}  # fmt: skip


def names_in(cls: type) -> dict[str, Any]:
    module = sys.modules.get(cls.__module__)
    return {**(vars(module) if module else {}), cls.__name__: cls}


def name_of(cls: type) -> str:
    return cls.__qualname__.rpartition("<locals>.")[2]
