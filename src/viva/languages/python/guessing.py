"""Types of parameters that nobody wrote down, guessed from how a function uses them, where that is clear."""

from __future__ import annotations

import ast

_TEXT_METHODS = frozenset(
    {
        "upper", "lower", "strip", "lstrip", "rstrip", "split", "splitlines", "join", "replace", "startswith",
        "endswith", "isdigit", "isalpha", "isalnum", "isupper", "islower", "isspace", "title", "capitalize",
        "swapcase", "find", "rfind",
    }
)  # fmt: skip
_UNCLEAR = ""  # what is in a list or a dictionary is not seen from its methods


def guessed_types(text: str, function: str) -> dict[str, str]:
    tree = ast.parse(text)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == function:
            names = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)]
            return {name: kind for name in names if (kind := _kind(node, name)) is not None}
    return {}


def _kind(function: ast.FunctionDef, name: str) -> str | None:
    """The one type of which the function does what no other allows. To go through a value, to index it or to sort it
    says nothing: texts and lists are alike there, and a wrong guess would refute right answers."""
    found: set[str] = set()
    for node in ast.walk(function):
        match node:
            case ast.Attribute(value=ast.Name(id=owner), attr=attr) if owner == name:
                found.add("str" if attr in _TEXT_METHODS else _UNCLEAR)
            case ast.For(iter=ast.Name(id=owner)) | ast.comprehension(iter=ast.Name(id=owner)) if owner == name:
                found |= {"str"} if _compared_with_text(function, node.target) else set()
            case ast.Call(func=ast.Name(id="sum"), args=[ast.Name(id=owner)]) if owner == name:
                found.add("list[int]")
            case ast.Call(func=ast.Name(id="range" | "abs" | "divmod"), args=arguments):
                found |= {"int"} if any(_is(item, name) for item in arguments) else set()
            case ast.BinOp(op=ast.Mod() | ast.FloorDiv() | ast.Pow() | ast.Div(), left=left, right=right):
                found |= {"int"} if _is(left, name) or (_is(right, name) and not _is_text(left)) else set()
            case ast.Compare(left=left, comparators=[right]):
                found |= {"int"} if _pair(left, right, name, int) or _pair(right, left, name, int) else set()
                found |= {"str"} if _pair(left, right, name, str) or _pair(right, left, name, str) else set()
    return found.pop() if len(found) == 1 and _UNCLEAR not in found else None


def _is(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _pair(left: ast.expr, right: ast.expr, name: str, kind: type) -> bool:
    return (
        isinstance(left, ast.Name) and left.id == name and isinstance(right, ast.Constant) and type(right.value) is kind
    )


def _compared_with_text(function: ast.FunctionDef, target: ast.expr) -> bool:
    """Whether the variable of a loop is compared with a text, or asked what only a text is asked."""
    if not isinstance(target, ast.Name):
        return False
    for node in ast.walk(function):
        match node:
            case ast.Compare(left=ast.Name(id=left), comparators=[ast.Constant(value=str())]) if left == target.id:
                return True
            case ast.Attribute(value=ast.Name(id=left), attr=attr) if left == target.id and attr in _TEXT_METHODS:
                return True
            case ast.Call(func=ast.Name(id="ord"), args=[ast.Name(id=left)]) if left == target.id:
                return True
    return False
