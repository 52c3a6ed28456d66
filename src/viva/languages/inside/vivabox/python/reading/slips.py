"""Slips that a reader of the source sees and that explain wrong answers: each a kind, a place and a name.

Unlike habits they are told only together with a failure that they fit. Kinds: `return_in_loop` (a loop of which every
round ends with `return`), `walked` (a list that is changed while a loop goes through it), `in_place` (the result of a
method that changes a list and gives nothing back is used), `shrinking` (a list that gets shorter while a loop counts
through its positions), `or_constant` (`x == 1 or 2`), `overwritten` (a parameter
that gets another value before anyone has looked at it), `reset` (what a loop collects is emptied in each round),
`short_range` (`range(len(xs) - 1)`, `range(1, len(xs))`), `division` (`/`), `prints`, `no_return` (a function without
any `return` of a value), `not_called` (a function or method that is named and not called).
"""

import ast
from collections.abc import Iterator
from typing import Any

_IN_PLACE = frozenset({"sort", "reverse", "append", "extend", "insert", "remove", "clear", "update", "add", "discard"})
_CHANGING = frozenset({"append", "extend", "insert", "remove", "pop", "clear", "add", "discard", "update"})
_SHRINKING = frozenset({"remove", "pop", "clear"})
_METHODS = frozenset({"sort", "reverse", "upper", "lower", "strip", "pop", "split", "keys", "values", "items", "copy"})
_LONGEST = 40

Function = ast.FunctionDef | ast.AsyncFunctionDef


def slips(tree: ast.Module) -> Iterator[list[Any]]:
    functions = {node.name for node in ast.walk(tree) if isinstance(node, Function)}
    for node in ast.walk(tree):
        match node:
            case ast.For() | ast.AsyncFor() | ast.While():
                yield from _loop(node)
            case ast.BoolOp(op=ast.Or(), values=[*_, ast.Constant(value=value)]) if value:
                if any(isinstance(part, ast.Compare) for part in node.values):
                    yield _slip("or_constant", node, ast.unparse(node))
            case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
                yield _slip("division", node, "")
            case ast.Call(func=ast.Name(id="print")):
                yield _slip("prints", node, "")
            case ast.Call(func=ast.Name(id="range"), args=arguments):
                if _short(arguments):
                    yield _slip("short_range", node, ast.unparse(node))
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield from _function(node)
            case ast.Expr(value=ast.Attribute(attr=name)) if name in _METHODS:
                yield _slip("not_called", node, name)
            case ast.Return(value=ast.Name(id=name)) if name in functions:
                yield _slip("not_called", node, name)
            case ast.Return(value=ast.Attribute(attr=name)) if name in _METHODS:
                yield _slip("not_called", node, name)
            case ast.Return(value=ast.expr() as value) | ast.Assign(value=value):
                yield from _in_place(value)


def bound(tree: ast.Module) -> set[str]:
    """All names that get a value anywhere in the source."""
    names: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                names.add(name)
            case ast.alias(name=name, asname=other):
                names.add(other or name.partition(".")[0])
    return names


def _in_place(value: ast.expr) -> Iterator[list[Any]]:
    match value:
        case ast.Call(func=ast.Attribute(attr=name, value=owner)) if name in _IN_PLACE:
            # A module or a class of the student's own may have a function of that name that gives something back.
            if not isinstance(owner, ast.Name) or not owner.id[:1].isupper():
                yield _slip("in_place", value, name)
        case ast.Call(func=ast.Name(id="print")):
            yield _slip("in_place", value, "print")


def _loop(node: ast.For | ast.AsyncFor | ast.While) -> Iterator[list[Any]]:
    inside = [part for item in node.body for part in ast.walk(item)]
    endless = isinstance(node, ast.While) and isinstance(node.test, ast.Constant)
    goes_on = any(isinstance(part, ast.Continue) for part in inside)
    if _returns(node.body) and not goes_on and not endless:
        yield _slip("return_in_loop", node, "")
    match node:
        case ast.For(iter=ast.Name(id=walked)):
            yield from (_slip("walked", part, walked) for part in inside if _changes(part, walked, _CHANGING))
        case ast.For(iter=ast.Call(func=ast.Name(id="range"), args=arguments)):
            for counted in {name for argument in arguments for name in _lengths(argument)}:
                parts = (part for part in inside if _changes(part, counted, _SHRINKING))
                yield from (_slip("shrinking", part, counted) for part in parts)
    yield from _reset(node)


def _changes(node: ast.AST, name: str, methods: frozenset[str]) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(attr=method, value=ast.Name(id=changed))):
            return method in methods and changed == name
        case ast.Delete(targets=[ast.Subscript(value=ast.Name(id=changed))]):
            return changed == name
    return False


def _lengths(node: ast.expr) -> Iterator[str]:
    """The names of which it asks for the length."""
    for part in ast.walk(node):
        match part:
            case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=name)]):
                yield name


def _returns(block: list[ast.stmt]) -> bool:
    """Whether every way through the block ends with `return`."""
    match block[-1]:
        case ast.Return():
            return True
        case ast.If(body=body, orelse=orelse):
            return bool(orelse) and _returns(body) and _returns(orelse)
    return False


def _reset(node: ast.For | ast.AsyncFor | ast.While) -> Iterator[list[Any]]:
    """A name that the loop empties in each round, and then collects in; not one of which each round makes something,
    such as a row of a table."""
    emptied: dict[str, ast.stmt] = {}
    for item in node.body:
        match item:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _is_empty(value):
                emptied[name] = item
                continue
        for name, place in list(emptied.items()):
            if any(_collects(part, name) for part in ast.walk(item)) and not _handed_on(node.body, name):
                yield _slip("reset", place, name)
                del emptied[name]


def _handed_on(block: list[ast.stmt], name: str) -> bool:
    """Whether the name, as it is, is put somewhere or into something else."""
    for part in (part for item in block for part in ast.walk(item)):
        match part:
            case ast.Call(args=arguments) if any(_is_name(each, name) for each in arguments):
                return True
            case ast.Assign(value=value) | ast.AugAssign(value=value) if _is_name(value, name):
                return True
    return False


def _is_name(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _is_empty(value: ast.expr) -> bool:
    match value:
        case ast.Constant(value=0 | "" | 1):
            return True
        case ast.List(elts=[]) | ast.Dict(keys=[]) | ast.Tuple(elts=[]):
            return True
    return False


def _collects(node: ast.AST, name: str) -> bool:
    match node:
        case ast.AugAssign(target=ast.Name(id=target)):
            return target == name
        case ast.Call(func=ast.Attribute(attr="append" | "extend" | "add" | "insert", value=ast.Name(id=target))):
            return target == name
    return False


def _short(arguments: list[ast.expr]) -> bool:
    match arguments:
        case [ast.BinOp(op=ast.Sub(), left=ast.Call(func=ast.Name(id="len")), right=ast.Constant(value=1))]:
            return True
        case [ast.Constant(value=1), ast.Call(func=ast.Name(id="len"))]:
            return True
        case [_, ast.BinOp(op=ast.Sub(), left=ast.Call(func=ast.Name(id="len")), right=ast.Constant(value=1))]:
            return True
    return False


def _function(node: Function) -> Iterator[list[Any]]:
    inside = [part for item in node.body for part in ast.walk(item)]
    gives = any(isinstance(part, ast.Return) and part.value is not None for part in inside)
    if not gives and not any(isinstance(part, ast.Yield | ast.YieldFrom) for part in inside):
        yield _slip("no_return", node, node.name)
    parameters = {argument.arg for argument in [*node.args.posonlyargs, *node.args.args]}
    for item in node.body:
        match item:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in parameters:
                used = any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(value))
                if not used:
                    yield _slip("overwritten", item, name)
        parameters -= {part.id for part in ast.walk(item) if isinstance(part, ast.Name)}


def _slip(kind: str, node: ast.AST, name: str) -> list[Any]:
    return [kind, getattr(node, "lineno", 1), getattr(node, "col_offset", 0) + 1, name[:_LONGEST]]
