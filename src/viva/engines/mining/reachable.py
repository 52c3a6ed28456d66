"""The constants that things of a program mention: a function, what it calls, methods, closures, names of its module.

Only the program itself is read, as code objects. The standard library is left out.
"""

from __future__ import annotations

import functools
import inspect
import sys
import types
from collections.abc import Iterator, Sequence

_MOST_THINGS = 400
_FOREIGN = (*sys.stdlib_module_names, "viva", "pytest", "_pytest", "numpy", "pandas")

Constant = int | float | str | bytes


def reachable(roots: Sequence[object]) -> Iterator[Constant]:
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


def _in_code(code: types.CodeType) -> Iterator[Constant]:
    documentation = code.co_consts[0] if code.co_consts and isinstance(code.co_consts[0], str) else None
    for number, constant in enumerate(code.co_consts):
        if isinstance(constant, types.CodeType):
            yield from _in_code(constant)
        elif number or constant != documentation or len(str(constant)) < 20:
            yield from _plain([constant])


def _plain(values: object, depth: int = 3) -> Iterator[Constant]:
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
