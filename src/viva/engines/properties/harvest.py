"""Constants of the code under test: what a property and the functions it calls compare with.

Only the program itself is read, as code objects: its functions, the ones they call, their methods, closures and the
module's own constants. The standard library is left out.
"""

from __future__ import annotations

import enum
import functools
import inspect
import sys
import types
from collections.abc import Callable, Iterator, Sequence

from viva.engines.enumeration.overlay import Pool
from viva.engines.enumeration.products import Product
from viva.engines.enumeration.space import Space, Value
from viva.engines.properties.patterns import matching

_MOST_THINGS = 400
_MOST = 60
_FOREIGN = (*sys.stdlib_module_names, "viva", "pytest", "_pytest", "numpy", "pandas")


def harvest(root: Callable[..., object], space: Space) -> Pool:
    """The constants reachable from a function and from the classes of its arguments, those nearest to it first."""
    integers: dict[int, None] = {}
    floats: dict[float, None] = {}
    texts: dict[str, None] = {}
    octets: dict[bytes, None] = {}
    for value in _constants([root, *_classes(space)]):
        match value:
            case bool() | enum.Enum():
                continue
            case int():
                integers[value] = None
            case float():
                floats[value] = None
            case str() if len(value) <= 200:
                texts[value] = None
            case bytes() if len(value) <= 200:
                octets[value] = None
    found = [k for k in integers if k not in (0, 1)]
    near = [each for k in found[:_MOST] for each in (k, k + 1, k - 1)]
    far = [each for k in found[:_MOST] for each in (-k, 2 * k, k * k, k // 2)]
    whole = [float(k) for k in [*found[:_MOST], *near] if abs(k) < 2**53]
    given = list(texts)[:_MOST]
    numbers = list(floats)[:_MOST]
    around = [each for x in numbers for each in (-x, x + 1e-9, x - 1e-9, x / 2, x * 2)]
    return Pool(
        integers=tuple(dict.fromkeys([*near, *far])),
        floats=tuple(dict.fromkeys([*numbers, *around, *whole])),
        texts=tuple(dict.fromkeys([*_texts(given), *(str(k) for k in found[:_MOST])])),
        bytes=tuple(dict.fromkeys([*octets, *(bytes(b + b) for b in octets)])),
        lengths=tuple(dict.fromkeys(k + step for k in found for step in (0, 1, -1) if 2 < k + step <= 300))[:_MOST],
    )


def _texts(given: Sequence[str]) -> Iterator[str]:
    """The texts of a program, what its patterns match, pairs of short ones with something between, and variations."""
    yield from given
    for text in given:
        yield from matching(text)
    short = [text for text in given if 0 < len(text) <= 3][:6]
    for first in short:
        for second in short:
            yield f"a{first}a{second}a"
            yield first + second
    for text in given:
        yield from _variations(text)


def _variations(text: str) -> Iterator[str]:
    """A text as a program might meet it: in other letters, doubled, with something around it."""
    yield text.upper()
    yield text.lower()
    yield text.title()
    yield text[::-1]
    yield text * 2
    yield f"{text}a"
    yield f"a{text}"
    yield f"a{text}a"
    yield f" {text}"
    yield f"{text} "
    yield text[:-1]
    yield text[1:]


def _classes(space: Space) -> list[type]:
    return [part.kind for part in space.graph() if isinstance(part, Product) and isinstance(part.kind, type)]


def _constants(roots: Sequence[object]) -> Iterator[Value]:
    """Breadth first, so that what stands in the property itself comes before what stands far away."""
    waiting: list[object] = list(roots)
    met: set[int] = set()
    for _ in range(_MOST_THINGS):
        if not waiting:
            return
        thing = waiting.pop(0)
        if id(thing) in met:
            continue
        met.add(id(thing))
        match thing:
            case types.FunctionType():
                yield from _in_code(thing.__code__)
                yield from _plain(thing.__defaults__ or ())
                waiting += _called(thing)
            case types.MethodType() | staticmethod() | classmethod():
                waiting.append(thing.__func__)
            case property():
                waiting += [each for each in (thing.fget, thing.fset) if each]
            case functools.partial():
                waiting.append(thing.func)
                yield from _plain((*thing.args, *thing.keywords.values()))
            case functools.cached_property():
                waiting.append(thing.func)
            case type() if not _is_foreign(thing):
                waiting += [value for value in vars(thing).values() if _is_code(value)]
                yield from _plain([value for name, value in vars(thing).items() if not name.startswith("__")])
            case _:
                inner = inspect.unwrap(thing) if callable(thing) else thing
                if inner is not thing:
                    waiting.append(inner)
                elif hasattr(thing, "predicate"):
                    waiting.append(thing.predicate)
                else:
                    yield from _plain([thing])


def _is_code(value: object) -> bool:
    return isinstance(value, types.FunctionType | staticmethod | classmethod | property | functools.cached_property)


def _in_code(code: types.CodeType) -> Iterator[Value]:
    documentation = code.co_consts[0] if code.co_consts and isinstance(code.co_consts[0], str) else None
    for number, constant in enumerate(code.co_consts):
        if isinstance(constant, types.CodeType):
            yield from _in_code(constant)
        elif number or constant != documentation or len(str(constant)) < 20:
            yield from _plain([constant])


def _plain(values: object, depth: int = 3) -> Iterator[Value]:
    """Numbers and texts, also inside small containers."""
    assert isinstance(values, list | tuple)
    for value in values[:200]:
        if isinstance(value, int | float | str | bytes):
            yield value
        elif depth and isinstance(value, tuple | list):
            yield from _plain(list(value), depth - 1)
        elif depth and isinstance(value, frozenset | set):
            yield from _plain(sorted(value, key=repr), depth - 1)
        elif depth and isinstance(value, dict):
            yield from _plain([*value.keys(), *value.values()], depth - 1)
        elif isinstance(value, range):
            yield from (value.start, value.stop)


def _called(function: types.FunctionType) -> Iterator[object]:
    """What the names in a function stand for: globals, closures, and attributes of modules of the program."""
    for cell in function.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:  # not yet bound
            continue
    names = sorted(set(_names(function.__code__)))
    if hasattr(function, "__wrapped__"):
        yield function.__wrapped__
    for name in names:
        value = function.__globals__.get(name)
        if isinstance(value, types.ModuleType):
            if not _is_foreign(value):
                yield from (vars(value)[each] for each in names if each in vars(value))
        elif value is not None and not _is_foreign(value):
            yield value


def _names(code: types.CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names(constant)


def _is_foreign(thing: object) -> bool:
    """Whether it comes from the standard library or an installed tool, not from the program."""
    module = thing.__name__ if isinstance(thing, types.ModuleType) else getattr(thing, "__module__", None)
    if not isinstance(module, str) or not (callable(thing) or isinstance(thing, types.ModuleType)):
        return False
    return module.partition(".")[0] in _FOREIGN and module != "__main__"
