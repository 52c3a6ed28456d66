"""What is called instead of builtins that would lose a term, and the hooks of `rewriting`.

`called(site, callee)` is the hook of `vivabox` on calls: it sees a callee before it is called and may give another.
Anything made in C that is not known to keep terms gets plain arguments; the path keeps what they were.
"""

import builtins
import functools
import itertools
import math
import re
import types
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from . import characters, numbers, texts
from .characters import fixed
from .containers import (
    SymbolicDict,
    SymbolicList,
    SymbolicRange,
    contains,
    has_terms,
    in_range,
    is_symbolic,
    item,
    length,
    position,
    same_key,
)
from .numbers import SymbolicFloat, SymbolicInt, pin, plain
from .path import Path
from .rewriting import CONTAINS, FLOAT, FORMAT, PLACE, SET
from .texts import SymbolicText, joined, plain_text

_TYPES: dict[type, type] = {
    SymbolicInt: int, SymbolicFloat: float, SymbolicText: str, SymbolicList: list, SymbolicDict: dict,
    SymbolicRange: range,
}  # fmt: skip
_DICTS = (dict, defaultdict, Counter, OrderedDict)
_KEEP_TERMS = frozenset(
    id(function)
    for function in (
        abs, all, any, callable, delattr, divmod, enumerate, getattr, hasattr, id, isinstance, issubclass, iter, max,
        min, next, pow, print, reversed, round, setattr, sorted, sum, zip, super, locals, globals, vars, dir, eval,
        exec, open, list, tuple, object, property, staticmethod, classmethod, functools.reduce, math.floor,
        math.ceil, math.trunc, __import__, builtins.__build_class__, input, repr, BaseException,
    )
)  # fmt: skip


class Indexed:
    """`xs[i]` where `xs` is plain: a symbolic index is pinned, a symbolic key compared with the keys that are there."""

    __slots__ = ("_container", "_path")

    def __init__(self, path: Path, container: Any) -> None:
        self._path = path
        self._container = container

    def __getitem__(self, index: Any) -> Any:
        return item(self._container, self._known(index), lambda container, key: container[key])

    def __setitem__(self, index: Any, value: Any) -> None:
        self._container[self._known(index)] = value

    def __delitem__(self, index: Any) -> None:
        del self._container[self._known(index)]

    def _known(self, index: Any) -> Any:
        if isinstance(self._container, dict):
            note_key(self._path, self._container, index)
            return index
        return position(self._container, index)


def note_key(path: Path, keys: Iterable[Any], key: object) -> None:
    keys = list(itertools.islice(keys, 65))
    if has_terms(key) or any(map(has_terms, keys)):
        same_key(path, keys, key)


class Calls:
    def __init__(self) -> None:
        self.path = Path()
        replaced: dict[Any, Callable[..., Any]] = {
            len: self.length, int: self.integer, str: self.string, float: self.floating, bool: self.truth,
            range: self.range, ord: self.ordinal, chr: self.character, type: self.type_of, set: self.set_of,
            frozenset: lambda *values: frozenset(self.set_of(*values)), map: self.map, filter: self.filter,
            sorted: self.ordered(sorted), min: self.ordered(min), max: self.ordered(max), Counter: self.counter,
            math.sqrt: self.square_root, math.pow: self.power, math.gcd: self.divisor, math.fabs: self.absolute,
            math.isclose: self.close, math.hypot: self.hypotenuse, hash: lambda value: hash(fixed(value)),
            dict: self.dict_of,
        }  # fmt: skip
        self._replaced = {id(function): instead for function, instead in replaced.items()}
        self._kept = _KEEP_TERMS - self._replaced.keys()

    def install(self) -> None:
        vars(builtins).update(
            {PLACE: self.place, CONTAINS: self.contains, FORMAT: self.format, FLOAT: self.real, SET: self.set_of}
        )

    # Hooks

    def called(self, site: int, callee: Any) -> Any:  # noqa: ARG002 the shape of a hook on calls
        instead = self._replaced.get(id(callee))
        if instead is not None:
            return instead
        if id(callee) in self._kept:
            return callee
        if isinstance(callee, types.BuiltinFunctionType):
            owner = callee.__self__
            if isinstance(owner, types.ModuleType) or owner is None:
                return self.plainly(callee)
            return self.method(callee, owner)
        if isinstance(callee, types.FunctionType) and callee.__module__ == "re":
            return self.plainly(callee)
        if isinstance(callee, types.MethodDescriptorType) and callee.__objclass__ is str:
            return functools.partial(self.unbound, callee.__name__)
        return callee

    def place(self, container: Any) -> Any:
        return Indexed(self.path, container) if type(container) in (list, tuple, str, range, *_DICTS) else container

    def contains(self, container: Any, value: Any) -> bool:
        kind = type(container)
        if kind is range and isinstance(value, SymbolicInt) and len(container):
            return in_range(self.path, value, container)
        if kind is str and isinstance(value, SymbolicText):
            return self.within(container, value)
        if kind in (list, tuple) and is_symbolic(value):
            return contains(self.path, list(container), value)
        if kind in (set, frozenset) and (is_symbolic(value) or any(map(is_symbolic, container))):
            return contains(self.path, _in_order(container), value)
        if kind in _DICTS:
            keys = list(container)
            if is_symbolic(value) or any(map(is_symbolic, keys)):
                return contains(self.path, keys, value)
            note_key(self.path, keys, value)
        return value in container

    def within(self, container: str, value: SymbolicText) -> bool:
        """`c in "aeiou"`: one of several texts of the length of `c`."""
        path, size = self.path, len(value)
        parts = sorted({container[start : start + size] for start in range(len(container) - size + 1)})
        terms = path.any_of(texts.equality(path, value, part) for part in parts)
        return path.branch(terms, plain_text(value) in container)

    def format(self, *parts: Any) -> Any:
        pieces: list[str] = []
        for part in parts:
            if isinstance(part, str):
                pieces.append(part)
                continue
            value, letter, spec = part
            if letter in (-1, ord("s")) and not spec and is_symbolic(value):
                pieces.append(self.string(value))
            else:
                converted = _CONVERSIONS.get(letter, _same)(fixed(value))
                pieces.append(format(converted, fixed(spec)))
        return joined(self.path, pieces)

    def real(self, value: float) -> Any:
        return numbers.literal(self.path, value)

    # Instead of builtins

    def plainly(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def instead(*arguments: Any, **named: Any) -> Any:
            return function(*map(self.forgotten, arguments), **named)

        return instead

    def forgotten(self, value: Any) -> Any:
        if is_symbolic(value):
            return fixed(value)
        if type(value) in (list, tuple) and any(map(is_symbolic, value)):
            return type(value)(map(self.forgotten, value))
        return value

    def method(self, callee: Any, owner: Any) -> Any:
        name, kind = callee.__name__, type(owner)
        if kind is str:
            return self.text_method(name, owner, callee)
        if kind is re.Pattern:
            return self.plainly(callee)
        if kind is list and name in ("pop", "insert"):
            return lambda *arguments: callee(*[position(owner, index) for index in arguments[:1]], *arguments[1:])
        if kind in _DICTS and name in ("get", "setdefault", "pop"):
            return self.keyed(callee, owner)
        if kind is set and name in ("add", "discard", "remove"):
            return self.keyed(callee, _in_order(owner))
        return callee

    def keyed(self, callee: Callable[..., Any], keys: Iterable[Any]) -> Callable[..., Any]:
        def instead(key: Any, *rest: Any) -> Any:
            note_key(self.path, keys, key)
            return callee(key, *rest)

        return instead

    def text_method(self, name: str, owner: str, callee: Callable[..., Any]) -> Callable[..., Any]:
        """A method of a plain string whose arguments may have terms."""

        def instead(*arguments: Any, **named: Any) -> Any:
            if name == "join":
                parts: list[Any] = list(*arguments)
                return characters.join(self.path, owner, parts) if any(map(is_symbolic, parts)) else owner.join(parts)
            if not any(map(is_symbolic, arguments)):
                return callee(*arguments, **named)
            return getattr(self.lifted(owner), name)(*arguments, **named)

        return instead

    def lifted(self, value: str) -> SymbolicText:
        made = SymbolicText(value)
        made.path, made.open = self.path, None
        made.codes = texts.codes_of(self.path, value)
        return made

    def unbound(self, name: str, value: Any, *arguments: Any) -> Any:
        return getattr(value, name)(*arguments)

    def length(self, value: Any) -> Any:
        if isinstance(value, SymbolicText):
            return texts.length(value)
        return length(value) if isinstance(value, SymbolicList | SymbolicDict) else len(value)

    def integer(self, *arguments: Any, **named: Any) -> Any:
        match arguments:
            case [SymbolicInt() as number]:
                return number
            case [SymbolicFloat() as number]:
                return numbers.truncated(number)
            case [SymbolicText() as text]:
                return characters.number(text)
        return int(*map(fixed, arguments), **named)

    def string(self, *arguments: Any) -> Any:
        match arguments:
            case [SymbolicInt() as number]:
                return texts.digits(number)
            case [SymbolicText() as text]:
                return text
        return str(*map(self.forgotten, arguments))

    def floating(self, *arguments: Any) -> Any:
        match arguments:
            case [SymbolicInt() | SymbolicFloat() as number]:
                return numbers.as_float(number) if isinstance(number, SymbolicInt) else number
            case [SymbolicText() as text]:
                if "." in plain_text(text) or not plain_text(text).strip("+- ").isdigit():
                    return float(fixed(text))
                return self.floating(characters.number(text))
        return float(*arguments)

    def truth(self, *arguments: Any) -> bool:
        return bool(*arguments)

    def range(self, *arguments: Any) -> Any:
        if not any(isinstance(argument, SymbolicInt) for argument in arguments):
            return range(*arguments)
        match arguments:
            case [stop]:
                return SymbolicRange(self.path, 0, stop, 1)
            case [start, stop]:
                return SymbolicRange(self.path, start, stop, 1)
            case [start, stop, step]:
                return SymbolicRange(self.path, start, stop, step)
        return range(*arguments)

    def ordinal(self, value: Any) -> Any:
        if isinstance(value, SymbolicText) and len(value) == 1:
            return numbers.symbolic(self.path, ord(plain_text(value)), texts.codes_of(self.path, value)[0])
        return ord(value)

    def character(self, value: Any) -> Any:
        made = chr(plain(value))
        term = numbers.term_of(self.path, value)
        return made if term is None else texts.text(self.path, made, [term])

    def type_of(self, *arguments: Any) -> Any:
        return _TYPES.get(type(arguments[0]), type(arguments[0])) if len(arguments) == 1 else type(*arguments)

    def set_of(self, values: Iterable[Any] = ()) -> set[Any]:
        made: dict[Any, None] = {}
        for value in values:
            note_key(self.path, made, value)
            made[value] = None
        return set(made)

    def dict_of(self, *arguments: Any, **named: Any) -> Any:
        made: dict[Any, Any] = {}
        if arguments and not isinstance(arguments[0], dict):
            for key, value in arguments[0]:
                note_key(self.path, made, key)
                made[key] = value
            return made | named
        return dict(*arguments, **named)

    def counter(self, *arguments: Any, **named: Any) -> Any:
        if len(arguments) != 1 or named or isinstance(arguments[0], dict):
            return Counter(*arguments, **named)
        made: Counter[Any] = Counter()
        for value in arguments[0]:
            note_key(self.path, made, value)
            made[value] += 1
        return made

    def map(self, function: Any, *iterables: Any) -> Any:
        return map(self.called(0, function), *iterables)

    def filter(self, function: Any, iterable: Any) -> Any:
        return filter(None if function is None else self.called(0, function), iterable)

    def ordered(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """`sorted`, `min`, `max`: the key is a function that is called by C code."""

        def instead(*arguments: Any, **named: Any) -> Any:
            if named.get("key") is not None:
                named["key"] = self.called(0, named["key"])
            return function(*arguments, **named)

        return instead

    def square_root(self, value: Any) -> Any:
        return numbers.square_root(value) if isinstance(value, SymbolicInt | SymbolicFloat) else math.sqrt(value)

    def hypotenuse(self, *parts: Any) -> Any:
        return (
            self.square_root(sum(part * part for part in parts)) if any(map(is_symbolic, parts)) else math.hypot(*parts)
        )

    def power(self, base: Any, exponent: Any) -> Any:
        return self.floating(base) ** exponent if is_symbolic(base) else math.pow(base, pin(exponent))

    def divisor(self, *values: Any) -> Any:
        """`gcd` by Euclid, so that each step is a branch."""
        result = 0
        for value in values:
            one, two = abs(result), abs(value)
            while two:
                one, two = two, one % two
            result = one
        return result

    def absolute(self, value: Any) -> Any:
        return abs(self.floating(value))

    def close(self, one: Any, two: Any, *, rel_tol: float = 1e-09, abs_tol: float = 0.0) -> bool:
        if not is_symbolic(one) and not is_symbolic(two):
            return math.isclose(one, two, rel_tol=rel_tol, abs_tol=abs_tol)
        return bool(abs(one - two) <= max(rel_tol * max(abs(one), abs(two)), abs_tol))


_CONVERSIONS: dict[int, Callable[[Any], Any]] = {ord("r"): repr, ord("s"): str, ord("a"): ascii}


def _in_order(values: Iterable[Any]) -> list[Any]:
    """The elements of a set in an order that does not depend on hashes."""
    return sorted(values, key=lambda value: repr(_shown(value)))


def _shown(value: Any) -> Any:
    return plain_text(value) if isinstance(value, str) else plain(value)


def _same(value: Any) -> Any:
    return value
