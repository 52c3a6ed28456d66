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
_LIST_METHODS = frozenset({"append", "sort", "extend", "insert", "reverse"})
_TABLE_METHODS = frozenset({"items", "keys", "values", "get", "setdefault"})
_TEXT_NAMES = frozenset(
    {"s", "t", "text", "string", "word", "sentence", "line", "name", "phrase", "letters", "chars", "message"}
)
_NUMBER_NAMES = frozenset(
    {
        "n", "m", "k", "a", "b", "c", "i", "j", "x", "y", "z", "num", "number", "year", "month", "day", "hours",
        "minutes", "age", "count", "limit",
    }
)  # fmt: skip
_LIST_NAMES = frozenset(
    {
        "xs",
        "ys",
        "lst",
        "list1",
        "list2",
        "items",
        "numbers",
        "nums",
        "values",
        "data",
        "array",
        "arr",
        "seq",
        "elements",
    }
)


def guessed_types(text: str, function: str) -> dict[str, str]:
    tree = ast.parse(text)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == function:
            names = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)]
            return {name: kind for name in names if (kind := _kind(node, name)) is not None}
    return {}


def _kind(function: ast.FunctionDef, name: str) -> str | None:
    votes = {"int": 0, "str": 0, "list[int]": 0, "dict[str, int]": 0}
    for node in ast.walk(function):
        match node:
            case ast.Attribute(value=ast.Name(id=owner), attr=attr) if owner == name:
                votes["str"] += 4 * (attr in _TEXT_METHODS)
                votes["list[int]"] += 4 * (attr in _LIST_METHODS)
                votes["dict[str, int]"] += 4 * (attr in _TABLE_METHODS)
            case ast.For(iter=ast.Name(id=owner)) | ast.comprehension(iter=ast.Name(id=owner)) if owner == name:
                votes["list[int]"] += 1
                votes["str"] += 2 * _compared_with_text(function, node.target)
            case ast.Subscript(value=ast.Name(id=owner)) if owner == name:
                votes["list[int]"] += 1
            case ast.Call(func=ast.Name(id="len" | "sum" | "max" | "min" | "sorted"), args=[ast.Name(id=owner)]) if (
                owner == name
            ):
                votes["list[int]"] += 1
            case ast.Call(func=ast.Name(id="range" | "abs" | "divmod"), args=arguments):
                votes["int"] += 3 * any(isinstance(item, ast.Name) and item.id == name for item in arguments)
            case ast.BinOp(op=ast.Mod() | ast.FloorDiv() | ast.Sub() | ast.Pow() | ast.Div() | ast.Mult()):
                sides = (node.left, node.right)
                votes["int"] += 2 * any(isinstance(side, ast.Name) and side.id == name for side in sides)
            case ast.Compare(left=left, comparators=[right]):
                votes["int"] += 2 * (_pair(left, right, name, int) or _pair(right, left, name, int))
                votes["str"] += 3 * (_pair(left, right, name, str) or _pair(right, left, name, str))
    votes["str"] += name in _TEXT_NAMES
    votes["int"] += name in _NUMBER_NAMES
    votes["list[int]"] += name in _LIST_NAMES
    best = sorted(votes, key=lambda kind: (-votes[kind], kind))
    return best[0] if votes[best[0]] > votes[best[1]] else None


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
