"""What the lines of a function come to when they run: the values that they load, by name or through modules.

A line of bytecode that loads `os`, `.path`, `.join` comes to one value, the last. Chains are followed without running
anything: through modules, what an object holds itself, and classes.
"""

from __future__ import annotations

import dis
import functools
import sys
from collections.abc import Iterator
from types import CodeType, FrameType, ModuleType
from typing import Any

from viva.core.records import dataclass

_ROOTS = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF", "LOAD_CLASSDEREF", "LOAD_FAST", "LOAD_CLOSURE")
_ATTRIBUTES = ("LOAD_ATTR", "LOAD_METHOD", "STORE_ATTR", "DELETE_ATTR")
REFLECTION = frozenset(
    {
        "getattr", "setattr", "delattr", "hasattr", "vars", "globals", "locals", "eval", "exec", "__import__", "dir",
        "__dict__", "__globals__", "__getattribute__", "__setattr__", "__builtins__", "__closure__", "__code__",
        "attrgetter", "methodcaller", "__class__",
    }
)  # fmt: skip
"""Names that lead to what has any name."""


@dataclass(frozen=True, slots=True)
class Chain:
    """A name and the attributes that are asked for in turn, without a name where they are asked of something else.
    `called`: what is found is called right there."""

    kind: str
    name: str
    attributes: tuple[str, ...]
    called: bool


@functools.lru_cache(maxsize=2048)
def chains(code: CodeType) -> dict[int, tuple[Chain, ...]]:
    """By line, what is loaded there."""
    found: dict[int, list[Chain]] = {}
    line, pushed = code.co_firstlineno, False
    open_chain: list[Any] | None = None

    def close() -> None:
        nonlocal open_chain
        if open_chain is not None:
            kind, name, attributes, called, at = open_chain
            found.setdefault(at, []).append(Chain(kind, name, tuple(attributes), called))
        open_chain = None

    for step in dis.get_instructions(code):
        current = step.positions.lineno if step.positions and step.positions.lineno else step.starts_line
        line = int(current) if current and current is not True else line
        called = pushed or "NULL" in step.argrepr or step.opname == "LOAD_METHOD"
        if step.opname.startswith(_ROOTS):
            close()
            names = step.argval if isinstance(step.argval, tuple) else (step.argval,)
            for name in names:
                close()
                open_chain = [_kind(step.opname), str(name), [], called, line]
        elif step.opname in _ATTRIBUTES:
            if open_chain is None:
                open_chain = ["unknown", "", [], called, line]
            open_chain[2].append(str(step.argval))
            open_chain[3] = called or open_chain[3]
        elif step.opname not in ("CACHE", "RESUME", "EXTENDED_ARG", "NOP", "PUSH_NULL"):
            close()
        if step.opname not in ("CACHE", "EXTENDED_ARG"):
            pushed = step.opname == "PUSH_NULL"
    close()
    return {at: tuple(dict.fromkeys(each)) for at, each in found.items()}


def _kind(opname: str) -> str:
    return "local" if opname.startswith(("LOAD_FAST", "LOAD_DEREF", "LOAD_CLASSDEREF", "LOAD_CLOSURE")) else "global"


@dataclass(frozen=True, slots=True)
class Loaded:
    """A value that a line comes to. `of` are the modules and classes on the way, each with what was asked of it."""

    value: object
    called: bool
    local: bool
    of: tuple[tuple[object, str], ...] = ()


_NOTHING = object()


def follow_chain(frame: FrameType, each: Chain) -> Iterator[Loaded]:
    """What a chain comes to in a frame; nothing where it cannot be followed."""
    if each.kind == "unknown" or each.name.startswith("."):  # what a comprehension goes through, unseen
        return
    local = each.kind == "local"
    spaces = [frame.f_locals] if local else [frame.f_locals, frame.f_globals, frame.f_builtins]
    value: Any = next((space[each.name] for space in spaces if each.name in space), _NOTHING)
    if value is _NOTHING and local:  # what the same line imports
        value = sys.modules.get(each.name, _NOTHING)
    if value is _NOTHING:
        return
    way: list[tuple[object, str]] = []
    for place, name in enumerate(each.attributes):
        way.append((value, name))
        inner = _static(value, name)
        if inner is _NOTHING:
            yield Loaded(value, place > 0 or not local, local, tuple(way[:-1]))
            return
        value = inner
    yield Loaded(value, each.called, local and not each.attributes, tuple(way))


def _static(value: Any, name: str) -> object:
    """An attribute, as far as it is plainly there."""
    if isinstance(value, ModuleType):
        return vars(value).get(name, _NOTHING)
    if isinstance(value, type):
        for owner in type.__getattribute__(value, "__mro__"):
            members = type.__getattribute__(owner, "__dict__")
            if name in members:
                return getattr(members[name], "__func__", members[name])
        return _NOTHING
    try:
        own = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return _NOTHING
    return own.get(name, _NOTHING) if isinstance(own, dict) else _NOTHING
