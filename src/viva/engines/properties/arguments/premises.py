"""Arguments that fit a premise which hardly any fits: searched for with the symbolic engine, along the property itself.

The property is compiled for the engine together with its module, in which `implies` and the comparisons are plain
functions. What the search proposes is tried like any other argument: it can add tests and takes part in no verdict.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from viva.engines.enumeration.spaces.classes import underlying

_ENTRY = "viva_property"
_STEPS = (1, 5, 20, -1, -7)
_PLAINLY = """
def implies(premise, conclusion):
    if not premise:
        return True
    return conclusion() if callable(conclusion) else conclusion
def equal(left, right):
    return left == right
def less(left, right):
    return left < right
def at_most(left, right):
    return left <= right
def label(text, inner):
    return inner
def classify(condition, text, inner):
    return inner
def cover(percent, condition, text, inner):
    return inner
"""


def search_arguments(function: Callable[..., object]) -> Iterator[tuple[object, ...]]:
    """Arguments for all branches of a property that stands in a module, those of its premise first."""
    told = _told(underlying(function))
    if told is None:
        return
    # Only where it is needed: it brings the solver with it.
    from viva.engines.shapes import Unknown, parse_shape  # noqa: PLC0415
    from viva.engines.symbolic import explore  # noqa: PLC0415
    from viva.languages.python.symbolic import compile_target, warm_sandbox  # noqa: PLC0415

    source, annotations = told
    try:
        shapes = [parse_shape(annotation) for annotation in annotations]
    except Unknown:
        return
    with warm_sandbox() as sandbox:
        target = compile_target(sandbox, source.encode(), _ENTRY)
        if target is not None:
            for proposed in explore(sandbox, target, shapes):
                yield proposed.arguments


def _told(function: Callable[..., object]) -> tuple[str, list[str]] | None:
    """The source for the engine, and the types of the parameters as they are written."""
    try:
        tree = ast.parse(inspect.getsource(sys.modules[function.__module__]))
    except (OSError, TypeError, KeyError, SyntaxError):
        return None
    name = function.__name__
    own = next((each for each in tree.body if isinstance(each, ast.FunctionDef) and each.name == name), None)
    if own is None or function.__qualname__ != name or own.args.vararg or own.args.kwarg or own.args.kwonlyargs:
        return None
    parameters = [*own.args.posonlyargs, *own.args.args]
    annotations = [ast.unparse(each.annotation) for each in parameters if each.annotation is not None]
    if len(annotations) < len(parameters) or not parameters:
        return None
    names = ", ".join(each.arg for each in parameters)
    kept = "\n".join(map(ast.unparse, _needed(own, tree)))
    entry = f"def {_ENTRY}({names}):\n    if {name}({names}):\n        return True\n    return False\n"
    return f"{_PLAINLY}\n{kept}\n{entry}", annotations


def _needed(own: ast.FunctionDef, tree: ast.Module) -> list[ast.stmt]:
    """The function and, in the order of the module, what it mentions and what that mentions: nothing of Viva's."""
    waiting, met = [own.name], set[str]()
    while waiting:
        name = waiting.pop()
        if name not in met:
            met.add(name)
            waiting += [
                each.id
                for step in tree.body
                if name in _bound(step)
                for each in ast.walk(step)
                if isinstance(each, ast.Name)
            ]
    own.decorator_list = []
    return [step for step in tree.body if met & set(_bound(step))]


def _bound(step: ast.stmt) -> list[str]:
    """The names that a statement of a module gives a meaning."""
    match step:
        case ast.ImportFrom(module=module, names=names) if module and not module.startswith("viva") and not step.level:
            return [each.asname or each.name for each in names]
        case ast.Import(names=names):
            return [(each.asname or each.name).partition(".")[0] for each in names if not each.name.startswith("viva")]
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            return [each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name), value=value) if value is not None:
            return [name]
        case _:
            return []


def nearby(values: Sequence[object]) -> Iterator[tuple[object, ...]]:
    """Arguments that fit the same premise more often than others do: one of them is moved, swapped or made longer."""
    for place, value in enumerate(values):
        for other in _moved(value):
            yield (*values[:place], other, *values[place + 1 :])


def _moved(value: Any) -> Iterator[object]:
    if type(value) is int:
        yield from (value + step for step in _STEPS)
    elif type(value) is str:
        for place in range(len(value) + 1):
            yield value[:place] + "x" + value[place:]
    elif type(value) is list:
        for place in range(len(value) - 1):
            yield [*value[:place], value[place + 1], value[place], *value[place + 2 :]]
        if all(type(item) is int for item in value):
            for place in range(len(value)):
                for step in _STEPS:  # all that come after move with it, so that what is in order stays so
                    yield [*value[:place], *(item + step for item in value[place:])]
