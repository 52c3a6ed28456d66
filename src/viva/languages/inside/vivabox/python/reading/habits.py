"""Bad habits that beginners have and that a reader of the source sees: each a kind, a place and a name.

Kinds: `compare_true`, `compare_none`, `mutable_default`, `shadowed_builtin`, `unused_result`, `bare_except`,
`literal_is`, `unreachable`, `self_assignment`.
"""

import ast
import builtins
import itertools
from collections.abc import Iterator
from typing import Any

_BUILTINS = frozenset(name for name in dir(builtins) if not name.startswith("_") and not name[0].isupper())
_KEEPS_NOTHING = frozenset(
    {
        "sorted", "reversed", "abs", "len", "sum", "max", "min", "round", "str", "int", "float", "list", "tuple", "set",
        "dict", "range", "zip", "map", "filter", "enumerate",
    }
)  # fmt: skip
_TEXT_METHODS = frozenset(
    {
        "upper", "lower", "strip", "lstrip", "rstrip", "replace", "split", "join", "title", "capitalize", "swapcase",
        "center", "ljust", "rjust", "zfill",
    }
)  # fmt: skip


def habits(tree: ast.Module) -> Iterator[list[Any]]:
    for node in ast.walk(tree):
        match node:
            case ast.Compare(ops=[ast.Eq() | ast.NotEq()], comparators=[ast.Constant(value=value)]):
                if value is True or value is False:
                    yield _habit("compare_true", node, str(value))
                elif value is None:
                    yield _habit("compare_none", node, "None")
            case ast.Compare(
                ops=[ast.Is() | ast.IsNot()], comparators=[ast.Constant(value=str() | int() | float())]
            ) if not isinstance(node.comparators[0].value, bool):  # type: ignore[attr-defined]
                yield _habit("literal_is", node, ast.unparse(node.comparators[0])[:40])
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield from _function(node)
            case ast.Expr(value=value):
                yield from _unused(value)
            case ast.ExceptHandler(type=None):
                yield _habit("bare_except", node, "except")
            case ast.Assign(targets=[ast.Name(id=left)], value=ast.Name(id=right)) if left == right:
                yield _habit("self_assignment", node, left)
            case ast.Name(id=name, ctx=ast.Store()) if name in _BUILTINS:
                yield _habit("shadowed_builtin", node, name)
        yield from _unreachable(node)


def _function(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[list[Any]]:
    arguments = node.args
    for default in [*arguments.defaults, *arguments.kw_defaults]:
        match default:
            case ast.List() | ast.Dict() | ast.Set() | ast.Call(func=ast.Name(id="list" | "dict" | "set")):
                yield _habit("mutable_default", default, ast.unparse(default)[:40])
    for argument in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
        if argument.arg in _BUILTINS:
            yield _habit("shadowed_builtin", argument, argument.arg)
    if node.name in _BUILTINS:
        yield _habit("shadowed_builtin", node, node.name)


def _unused(value: ast.expr) -> Iterator[list[Any]]:
    match value:
        case ast.Compare() | ast.BinOp() | ast.UnaryOp() | ast.Name() | ast.Subscript():
            yield _habit("unused_result", value, ast.unparse(value)[:40])
        case ast.Call(func=ast.Name(id=name)) if name in _KEEPS_NOTHING:
            yield _habit("unused_result", value, f"{name}(...)")
        case ast.Call(func=ast.Attribute(attr=name)) if name in _TEXT_METHODS:
            yield _habit("unused_result", value, f".{name}(...)")


def _unreachable(node: ast.AST) -> Iterator[list[Any]]:
    for field in ("body", "orelse", "finalbody"):
        block = getattr(node, field, None)
        if not isinstance(block, list):
            continue
        for before, after in itertools.pairwise(block):
            if isinstance(before, ast.Return | ast.Break | ast.Continue | ast.Raise) and isinstance(after, ast.stmt):
                yield _habit("unreachable", after, "")
                break


def _habit(kind: str, node: ast.AST, name: str) -> list[Any]:
    return [kind, getattr(node, "lineno", 1), getattr(node, "col_offset", 0) + 1, name]
