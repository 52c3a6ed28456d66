"""What each statement reads and writes, and what it is nested in: from this, where a value comes from."""

import ast
from collections.abc import Iterator
from typing import Any

from ..changing.undoing import IN_PLACE

_LONGEST = 60
_MOST = 30  # names of one statement


def flow(tree: ast.Module) -> Iterator[list[Any]]:
    """For each statement: its line, its column, the function, the line of what it is nested in or 0, the names that it
    reads, those that it writes, and a word for what it gives (see `_gives`). Of `if`, `for` and the like it is the
    head. What stands in no function has no name for it."""
    yield from _inside(tree.body, "", 0)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            yield from _inside(node.body, node.name, 0)


def _inside(block: list[ast.stmt], function: str, parent: int) -> Iterator[list[Any]]:
    for node in block:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        nested = [part for name in ("body", "orelse", "finalbody") for part in getattr(node, name, ())]
        nested += [part for handler in getattr(node, "handlers", ()) for part in handler.body]
        nested += [part for case in getattr(node, "cases", ()) for part in case.body]
        head = [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr | ast.withitem)]
        names = [name for part in head for name in ast.walk(part)]
        reads = {name.id for name in names if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Load)}
        writes = {name.id for name in names if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)}
        writes |= set(_changed(names))
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            reads.add(node.target.id)
        yield [node.lineno, node.col_offset + 1, function, parent, _short(reads), _short(writes), _gives(node)]
        yield from _inside(nested, function, node.lineno)


def _changed(names: list[ast.AST]) -> Iterator[str]:
    """What a method, or a value put in a place of it, changes."""
    for name in names:
        match name:
            case ast.Call(ast.Attribute(owner, method)) if method in IN_PLACE or method in ("pop", "setdefault"):
                yield from _owner(owner)
            case ast.Subscript(value=owner, ctx=ast.Store() | ast.Del()) | ast.Attribute(value=owner, ctx=ast.Store()):
                yield from _owner(owner)


def _owner(node: ast.expr) -> Iterator[str]:
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    if isinstance(node, ast.Name):
        yield node.id


def _gives(node: ast.stmt) -> str:
    """`result`, `name` (a return of a variable as it is), `nothing` (a return of what is always None), `print`, `leave`
    (break and the like), `test` (what decides about a block), or no word."""
    match node:
        case ast.If() | ast.While():
            return "test"
        case ast.Return(ast.Name()):
            return "name"
        case ast.Return(None | ast.Constant(value=None) | ast.Call(ast.Name("print"))):
            return "nothing"
        case ast.Return(ast.Call(ast.Attribute(_, method))) if method in ("sort", "reverse", "append", "extend"):
            return "nothing"
        case ast.Return():
            return "result"
        case ast.Expr(ast.Call(ast.Name("print"))):
            return "print"
        case ast.Break() | ast.Continue() | ast.Raise():
            return "leave"
    return ""


def _short(names: set[str]) -> list[str]:
    return [name[:_LONGEST] for name in sorted(names)[:_MOST]]
