"""Every test claims something: it asserts, itself or by a function of the tests that it calls, or expects an error."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent
EXPECTING = {"raises", "warns", "fail"}


def functions() -> Iterator[tuple[Path, ast.FunctionDef]]:
    for path in sorted(TESTS.rglob("*.py")):
        try:
            tree = ast.parse(path.read_text("utf-8"))
        except SyntaxError:  # one with slots, of which variants are made
            continue
        yield from ((path, node) for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def claims(function: ast.FunctionDef, helping: set[str]) -> bool:
    for node in ast.walk(function):
        match node:
            case ast.Assert():
                return True
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in EXPECTING | helping:
                return True
    return False


def test_no_test_only_calls_something() -> None:
    every = list(functions())
    others = [function for _, function in every if not function.name.startswith("test_")]
    helping: set[str] = set()
    while more := {other.name for other in others if other.name not in helping and claims(other, helping)}:
        helping |= more
    tests = [(path, function) for path, function in every if function.name.startswith("test_")]
    without = [
        f"{path.relative_to(TESTS)}::{function.name}" for path, function in tests if not claims(function, helping)
    ]
    assert len(tests) > 3_000
    assert not without
