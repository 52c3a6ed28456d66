"""Arguments that are searched for with the symbolic engine, along the property itself: such as fit a premise which
hardly any fits, and such as take every branch, that to `False` among them.

The property is compiled for the engine together with what it calls, in its module and in others that lie beside it;
`implies` and the comparisons are plain functions there. What the search proposes is tried like any other argument: it
can add tests and takes part in no verdict.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.core.terms import Budget, Ended
from viva.engines.enumeration.spaces.classes import underlying
from viva.engines.properties.arguments.neighbours import with_neighbours
from viva.engines.properties.arguments.replaying import as_text

_ENTRY = "viva_property"
_RUNS, _ASKED = 80, 60  # symbolic runs and questions to the solver, in a search for counterexamples
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
    inner = underlying(function)
    try:
        module = sys.modules[inner.__module__]
        tree = ast.parse(inspect.getsource(module))
    except (OSError, TypeError, KeyError, SyntaxError):
        return
    if inner.__qualname__ == inner.__name__:
        yield from _searched(_told(tree, inner.__name__, Path(module.__file__ or ".").parent), None)


def search_counterexamples(path: Path, name: str, seconds: float) -> list[str]:
    """Arguments for the branches of a property in a file, as lines that say them; the file is only read here. What the
    engine cannot follow, and what takes longer than the seconds, is not proposed."""
    try:
        tree = ast.parse(path.read_text("utf-8"))
    except (OSError, SyntaxError, ValueError, RecursionError):
        return []
    told = _told(tree, name, path.parent)
    found: list[str] = []
    try:
        for values in _searched(told, seconds):
            assert told is not None
            found.append(as_text(dict(zip(told.names, map(repr, values), strict=True))))
    except Ended:
        pass  # those that were found by then are tried
    return list(dict.fromkeys(found))


def _searched(told: _Told | None, seconds: float | None) -> Iterator[tuple[object, ...]]:
    if told is None:
        return
    # Only where it is needed: it brings the solver with it.
    from viva.engines.shapes import parse_shape  # noqa: PLC0415
    from viva.engines.symbolic import Bounds, explore, fitting  # noqa: PLC0415
    from viva.languages.python.symbolic import compile_target, warm_sandbox  # noqa: PLC0415

    try:
        shapes = [parse_shape(annotation) for annotation in told.annotations]
    except Fault:  # a type that has no values here
        return
    if not all(map(fitting, shapes)):
        return
    bounds, meter = (None, None) if seconds is None else (Bounds(_RUNS, _ASKED), Budget(seconds=seconds).meter())
    with warm_sandbox() as sandbox:
        target = compile_target(sandbox, told.source.encode(), _ENTRY)
        if target is not None:
            for proposed in explore(sandbox, target, shapes, bounds=bounds, meter=meter):
                yield proposed.arguments


@dataclass(frozen=True, slots=True)
class _Told:
    """The source for the engine, and the parameters with their types as they are written."""

    source: str
    names: tuple[str, ...]
    annotations: tuple[str, ...]


def _told(tree: ast.Module, name: str, folder: Path) -> _Told | None:
    own = next((each for each in tree.body if isinstance(each, ast.FunctionDef) and each.name == name), None)
    if own is None or own.args.vararg or own.args.kwarg or own.args.kwonlyargs:
        return None
    parameters = [*own.args.posonlyargs, *own.args.args]
    annotations = [ast.unparse(each.annotation) for each in parameters if each.annotation is not None]
    if len(annotations) < len(parameters) or not parameters:
        return None
    whole = with_neighbours(tree, folder)
    if whole is None:
        return None
    names = ", ".join(each.arg for each in parameters)
    kept = "\n".join(map(ast.unparse, _needed(own, whole)))
    entry = (
        f"def {_ENTRY}({names}):\n    if {_value(own, f'{name}({names})')}:\n        return True\n    return False\n"
    )
    return _Told(f"{_PLAINLY}\n{kept}\n{entry}", tuple(each.arg for each in parameters), tuple(annotations))


def _value(own: ast.FunctionDef, call: str) -> str:
    """The call as a condition: a property that asserts and returns nothing holds where it comes to its end."""
    returns = any(isinstance(each, ast.Return) and each.value is not None for each in ast.walk(own))
    return call if returns else f"{call} is None"


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
