"""The identity of objects, where nobody calls `id`: addresses in texts, and `is`.

The text of an instance without a `__repr__` of its own, of a function or a generator tells where it lies in memory.
While a walk is watched, the classes that people wrote have a `__repr__` that says so when it is asked: whatever makes
the text, an f-string too. For Python's own kinds the texts are looked at as far as they come by, and where a line makes
a text, what goes into it is looked at instead.

What `is` says of two equal values is chance, unless one of them is the only one of its kind: None, a truth value, a
member of an enumeration, a class, a module, or a bare `object()`, which is made to be told apart.
"""

from __future__ import annotations

import ast
import builtins
import dis
import enum
import functools
import linecache
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from types import CodeType, EllipsisType, FrameType, ModuleType, NoneType, NotImplementedType
from typing import Any

from viva.engines.properties.examining.watching.asking import is_library

_ADDRESS = " at 0x"
_TEXTS = ("repr", "ascii", "format")
_SINGLE = (NoneType, bool, enum.Enum, type, ModuleType, EllipsisType, NotImplementedType)
_MOST = 10_000  # letters of a text that are looked at
_IMMUTABLE = 1 << 8  # the flag of classes that are not to be changed
_UNKNOWN = object()
_FORMATS = frozenset({"FORMAT_VALUE", "FORMAT_SIMPLE", "FORMAT_WITH_SPEC"})
_WRITERS = frozenset({"str", "format", "format_map"})
_PLAIN_KINDS = frozenset({"builtins", "functools", "itertools", "types"})
_PARTS = 200


class Addresses:
    """Notes where a text tells where an object lies, while it is `watched`.

    The classes have their `__repr__` from the beginning on: to give it to them and to take it away again takes longer,
    in a large program, than a test.
    """

    def __init__(self, classes: Iterable[type], note: Callable[[], None]) -> None:
        self._note = note
        self._is_watched = False
        self._build = builtins.__build_class__
        self._text = self._telling_text()
        for kind in classes:
            self._give_text(kind)

    @contextmanager
    def watched(self) -> Iterator[None]:
        texts = {name: getattr(builtins, name) for name in _TEXTS}
        builtins.__build_class__ = self._build_class
        for name, plain in texts.items():
            setattr(builtins, name, self._looking(plain))
        self._is_watched = True
        try:
            yield
        finally:
            self._is_watched = False
            builtins.__build_class__ = self._build
            for name, plain in texts.items():
                setattr(builtins, name, plain)

    def _telling_text(self) -> Callable[[Any], str]:
        def __repr__(thing: Any) -> str:  # noqa: N807 it is put into classes
            if getattr(
                getattr(type(thing), "__dataclass_params__", None), "repr", False
            ):  # it was made after the class
                shown = ", ".join(f"{each.name}={getattr(thing, each.name)!r}" for each in fields(thing) if each.repr)
                return f"{type(thing).__qualname__}({shown})"
            if self._is_watched and not _is_ours(sys._getframe(1)):
                self._note()
            return object.__repr__(thing)

        return __repr__

    def _give_text(self, kind: Any) -> None:
        text: object = kind.__repr__
        if isinstance(kind, type) and text is object.__repr__ and not kind.__flags__ & _IMMUTABLE:
            type.__setattr__(kind, "__repr__", self._text)

    def _build_class(self, *arguments: Any, **keywords: Any) -> Any:
        made = self._build(*arguments, **keywords)
        self._give_text(made)
        return made

    def _looking(self, plain: Callable[..., str]) -> Callable[..., str]:
        def look(*arguments: Any) -> str:
            text = plain(*arguments)
            if has_address(text) and not _is_ours(sys._getframe(1)):
                self._note()
            return text

        look.__dict__["__wrapped__"] = plain  # for who asks which of them it is
        return look


def _is_ours(frame: FrameType) -> bool:
    """Whether Viva asks, or what it reads code with."""
    module = str(frame.f_globals.get("__name__"))
    return module == "dis" or module.startswith("viva.")


def has_address(value: object) -> bool:
    """Whether this is a text with an address in it."""
    return isinstance(value, str) and str.find(value, _ADDRESS, 0, _MOST) >= 0


@functools.lru_cache(maxsize=2048)
def writing_lines(code: CodeType) -> frozenset[int]:
    """The lines of a function that make texts of values."""
    return frozenset(
        step.positions.lineno
        for step in dis.get_instructions(code)
        if step.positions and step.positions.lineno
        and (step.opname in _FORMATS or step.argval in _WRITERS or (step.opname == "BINARY_OP" and "%" in step.argrepr))
    )  # fmt: skip


def tells_address(value: object, room: int = _PARTS) -> bool:
    """Whether the text of a value of Python's own kinds tells where it lies, or where one of its parts does."""
    if isinstance(value, list | tuple | set | frozenset | dict):
        parts = [*value, *(dict.values(value) if isinstance(value, dict) else ())]
        return room > 0 and any(tells_address(part, room - len(parts)) for part in parts[:room])
    return type(value).__module__ in _PLAIN_KINDS and not isinstance(value, str | type) and has_address(repr(value))


@functools.lru_cache(maxsize=2048)
def asks_for_debugging(code: CodeType) -> bool:
    """Whether a function is another one where Python is told to leave out what is for debugging, or what describes
    functions: of the first nothing is left in what it is compiled to."""
    lines = {line for _, _, line in code.co_lines() if line}
    span = range(min(lines), max(lines) + 1) if lines else range(0)
    text = "".join(linecache.getline(code.co_filename, line) for line in span)
    return "__debug__" in text or "__doc__" in text


@functools.lru_cache(maxsize=2048)
def comparisons(code: CodeType) -> dict[int, tuple[tuple[ast.expr, ast.expr], ...]]:
    """By line, what a function compares by `is`."""
    places = (step.positions for step in dis.get_instructions(code) if step.opname == "IS_OP")
    lines = {place.lineno for place in places if place}
    return {line: pairs for line, pairs in _written(code.co_filename).items() if line in lines} if lines else {}


@functools.lru_cache(maxsize=256)
def _written(file: str) -> dict[int, tuple[tuple[ast.expr, ast.expr], ...]]:
    found: dict[int, tuple[tuple[ast.expr, ast.expr], ...]] = {}
    try:
        tree = ast.parse("".join(linecache.getlines(file)))
    except (SyntaxError, ValueError, RecursionError):
        return found
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            operands = zip(node.ops, (node.left, *node.comparators), node.comparators, strict=False)
            pairs = tuple((left, right) for op, left, right in operands if isinstance(op, ast.Is | ast.IsNot))
            if pairs:
                found[node.lineno] = (*found.get(node.lineno, ()), *pairs)
    return found


def compares_by_chance(frame: FrameType) -> bool:
    """Whether the line that is about to run, if people wrote it, asks by `is` for more than which of a kind it has."""
    pairs = comparisons(frame.f_code).get(frame.f_lineno, ())
    if pairs and is_library(str(frame.f_globals.get("__name__"))):
        return False
    return not all(any(_is_single(_value(frame, each)) for each in pair) for pair in pairs)


def _is_single(value: object) -> bool:
    return value is not _UNKNOWN and (isinstance(value, _SINGLE) or type(value) is object)


def _value(frame: FrameType, node: ast.expr) -> object:
    """What an operand is, as far as it is plainly there; of a call of `type`, that it is a class."""
    match node:
        case ast.Constant(value=value):
            return value
        case ast.Name(id=name):
            spaces = (frame.f_locals, frame.f_globals, frame.f_builtins)
            return next((space[name] for space in spaces if name in space), _UNKNOWN)
        case ast.Attribute(attr="__class__"):
            return type
        case ast.Attribute(value=inner, attr=name):
            owner = _value(frame, inner)
            if isinstance(owner, ModuleType | type):
                found = vars(owner).get(name, _UNKNOWN)
                return getattr(owner, name) if isinstance(owner, enum.EnumMeta) and name in owner.__members__ else found
            try:
                own = object.__getattribute__(owner, "__dict__")
            except AttributeError:
                return _UNKNOWN
            return own.get(name, _UNKNOWN) if isinstance(own, dict) else _UNKNOWN
        case ast.Call(func=function, args=[_]) if _value(frame, function) is type:
            return type
    return _UNKNOWN
