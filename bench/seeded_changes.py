"""One change at a time in modules of the product, drawn by machine, and a process in which such a change is made.

Modules are found by walking packages, and places by walking their trees, so that nothing here names a file or a
function. A change is made in the code of the function that it is in, in a child of this process.
"""

import ast
import copy
import importlib
import inspect
import json
import os
import pkgutil
import random
import resource
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import ndiff
from functools import partial
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

from near_misses import changes_of, setattr_to

_OTHERS = {
    "ZERO": "ONE", "ONE": "ZERO", "TRUE": "FALSE", "FALSE": "TRUE", "land": "lor", "lor": "land", "le": "lt",
    "lt": "le", "add": "sub", "sub": "add", "all": "any", "any": "all", "max": "min", "min": "max",
}  # fmt: skip
"""Names of which one is easily taken for the other; where the other is not known, the change is none that counts."""
_IDENTITY = (ast.Is, ast.IsNot)
_EQUALITY = (ast.Eq, ast.NotEq)

Line = tuple[str, int]
"""A module and a line of it."""


@dataclass(frozen=True, slots=True)
class Change:
    """`number` counts the changes at one `place` of the tree of a module; `what` shows them."""

    module: str
    place: int
    number: int
    lines: tuple[int, int]
    what: str

    @property
    def key(self) -> str:
        return f"{self.module}:{self.place}:{self.number}:{self.what}"


def modules_of(packages: Sequence[str], without: Sequence[str] = ()) -> dict[str, Path]:
    """Packages with all that is in them, and single modules, imported, by name."""
    found: dict[str, Path] = {}
    for package in packages:
        inside = pkgutil.walk_packages(getattr(importlib.import_module(package), "__path__", []), f"{package}.")
        for name in (package, *(each.name for each in inside)):
            file = importlib.import_module(name).__file__
            assert file is not None, name
            found[name] = Path(file)
    return {name: path for name, path in found.items() if name not in without}


def drawn(modules: dict[str, Path], seed: int) -> Iterator[Change]:
    """All changes, in an order that only the seed and the sources decide."""
    trees = {name: list(_walk(ast.parse(path.read_text("utf-8")))) for name, path in sorted(modules.items())}
    places = [
        (name, place, number)
        for name, nodes in trees.items() for place, node in enumerate(nodes) for number in range(len(_ways(node)))
    ]  # fmt: skip
    random.Random(seed).shuffle(places)
    for name, place, number in places:
        node = trees[name][place]
        other = copy.deepcopy(node)
        try:
            _ways(other)[number](other)
            was, now = (ast.unparse(ast.fix_missing_locations(each)).splitlines() for each in (node, other))
        except (AttributeError, TypeError, ValueError):
            continue
        if was != now:
            line: int = node.lineno  # type: ignore[attr-defined]
            last = min(node.end_lineno or line, line + 3)  # type: ignore[attr-defined]
            yield Change(name, place, number, (line, last), _difference(was, now))


def _difference(was: Sequence[str], now: Sequence[str]) -> str:
    told = [line for line in ndiff(was, now) if line[0] in "+-"]
    return _first("  ".join(" ".join(line.split()) for line in told))


def _first(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 160 else f"{line[:157]}..."


def _walk(tree: ast.Module) -> Iterator[ast.AST]:
    """What is run when a function is called, each once."""
    known = set[int]()
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            inside = [inner for statement in function.body for inner in ast.walk(statement)]
            types = {id(part) for inner in (function, *inside) for part in _types(inner)}
            for node in (function, *inside):
                if hasattr(node, "lineno") and id(node) not in known and id(node) not in types:
                    known.add(id(node))
                    yield node


def _types(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of what is written of types: nothing depends on it."""
    match node:
        case ast.AnnAssign(annotation=annotation) | ast.arg(annotation=ast.expr() as annotation):
            yield from ast.walk(annotation)
        case ast.FunctionDef(returns=ast.expr() as annotation):
            yield from ast.walk(annotation)
        case ast.Call(func=ast.Subscript() as made):  # `dict[str, Term]()`
            yield from ast.walk(made)


def _ways(node: ast.AST) -> list[Callable[[Any], None]]:
    match node:
        case ast.Constant(value=str()) | ast.JoinedStr():  # names of things
            return []
        case ast.Compare(ops=[ast.Is() | ast.IsNot() as operator]):
            return [partial(setattr_to, "ops", [_IDENTITY[isinstance(operator, ast.Is)]()])]
        case ast.Compare(ops=[ast.Eq() | ast.NotEq() as operator]):  # mostly of texts, which have no order that counts
            return [partial(setattr_to, "ops", [_EQUALITY[isinstance(operator, ast.Eq)]()])]
        case ast.Expr(value=ast.Constant(value=str())):
            return []
        case ast.Name(id=name, ctx=ast.Load()) if name in _OTHERS:
            return [partial(setattr_to, "id", _OTHERS[name])]
        case ast.Attribute(attr=name, ctx=ast.Load()) if name in _OTHERS:
            return [partial(setattr_to, "attr", _OTHERS[name])]
        case ast.Call(func=ast.Name(id="lnot") | ast.Attribute(attr="lnot"), args=[_]):
            return [_without_call]
        case ast.Call(args=[_, _, *_]):
            return [partial(_exchanged, place) for place in range(len(node.args) - 1)]
        case ast.Call() | ast.Return():
            return []
        case ast.BinOp(op=ast.BitOr() | ast.BitAnd()):
            return [partial(setattr_to, "op", ast.BitAnd() if isinstance(node.op, ast.BitOr) else ast.BitOr())]
        case ast.match_case():
            return []
    return changes_of(node)


def _without_call(node: Any) -> None:
    """`lnot(x)` as `x`, which stays a call of something: that keeps its place."""
    node.func = ast.Lambda(ast.arguments([], [ast.arg("x")], None, [], [], None, []), ast.Name("x", ast.Load()))


def _exchanged(place: int, node: Any) -> None:
    node.args[place], node.args[place + 1] = node.args[place + 1], node.args[place]


def make(change: Change, path: Path) -> bool:
    """Makes the change in the module as it is imported in this process, by the code of the function that it is in;
    whether there is such a function."""
    tree = ast.parse(path.read_text("utf-8"))
    node = list(_walk(tree))[change.place]
    _ways(node)[change.number](node)
    code = compile(ast.fix_missing_locations(tree), str(path), "exec", dont_inherit=True)
    functions = dict(_functions(vars(sys.modules[change.module]), change.module))
    made = False
    for other in _codes(code):
        function = functions.get((other.co_qualname, other.co_firstlineno))
        if function is not None and function.__code__ != other:
            function.__code__ = other
            made = True
    return made


def _functions(space: Mapping[str, Any], module: str) -> Iterator[tuple[tuple[str, int], FunctionType]]:
    """The functions of a module and of its classes, by name and line."""
    for value in list(space.values()):
        inner = inspect.unwrap(value) if callable(value) else value
        for found in (inner, getattr(inner, "__func__", None), getattr(inner, "fget", None)):
            if isinstance(found, FunctionType) and found.__module__ == module:
                yield (found.__code__.co_qualname, found.__code__.co_firstlineno), found
        if isinstance(value, type) and value.__module__ == module:
            yield from _functions(vars(value), module)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Of functions that are not inside of functions, and of classes."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def in_a_child(work: Callable[[], Any], seconds: int) -> Any:
    """What `work` gives in a process of its own, as JSON has it; None where it takes more than its time, or fails."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(reading)
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            with os.fdopen(writing, "w") as answer:
                json.dump(work(), answer)
            status = 0
        finally:
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading) as answer:
        told = answer.read()
    _, status = os.waitpid(child, 0)
    return json.loads(told) if status == 0 else None


def lines_run(work: Callable[[], object], modules: dict[str, Path]) -> set[Line]:
    """The lines of the modules that run meanwhile."""
    names = {str(path): name for name, path in modules.items()}
    found: set[Line] = set()

    def trace(frame: FrameType, _event: str, _: Any) -> Any:
        name = names.get(frame.f_code.co_filename)
        if name is None:
            return None
        found.add((name, frame.f_lineno))
        return trace

    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(None)
    return found
