"""How much there is to do in functions, as one number: what their author decides, repeats and links anew."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator


def effort(source: str, methods: Iterable[str]) -> int:
    """Of these functions and all others of a trusted source that they come to: each condition counts once, with each
    part of it that is joined by `and` or `or`, each `for` twice, each `while` three times, a function that calls itself
    three times, and each field that is set once."""
    named: dict[str, list[ast.FunctionDef]] = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            named.setdefault(node.name, []).append(node)
    todo, seen = [*methods], set[str]()
    total = 0
    while todo:
        name = todo.pop()
        if name in seen or name == "__init__":
            continue
        seen.add(name)
        for function in named.get(name, ()):
            parts = list(ast.walk(function))
            called = list(_called(parts))
            total += sum(map(_weight, parts)) + 3 * (name in called)
            todo += called
    return total


def _weight(node: ast.AST) -> int:
    match node:
        case ast.If() | ast.IfExp() | ast.ExceptHandler():
            return 1
        case ast.While():
            return 3
        case ast.For():
            return 2
        case ast.comprehension(ifs=conditions):
            return 2 + len(conditions)
        case ast.BoolOp(values=values):
            return len(values) - 1
        case ast.Attribute(ctx=ast.Store()):
            return 1
    return 0


def _called(parts: Iterable[ast.AST]) -> Iterator[str]:
    for node in parts:
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func).rpartition(".")[2]
