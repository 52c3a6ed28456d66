"""The syntax tree of a submission as flat data, and the constants in it."""

import ast
from typing import Any

MOST_NODES = 20_000
MOST_CONSTANTS = 500
LONGEST_TEXT = 200


def flattened(tree: ast.AST) -> list[Any] | None:
    """A list of `[kind, line, {field: value}, place]`, the root last; None where the tree is too large to be sent. The
    place of an expression is `[column, end line, end column]`, in bytes; nothing else has one.

    A value is a constant, `["at", n]` for a node, or a list of values. Constants are tagged: `["int", text]`,
    `["float", text]`, `["str", text]`, `["bool", 0 | 1]`, `["none"]`, `["other", type]`.
    """
    nodes: list[Any] = []
    numbers: dict[int, int] = {}
    todo: list[tuple[ast.AST, bool]] = [(tree, False)]
    while todo:
        node, ready = todo.pop()
        if not ready:
            todo.append((node, True))
            todo += [(child, False) for child in ast.iter_child_nodes(node) if not _context(child)]
            if len(todo) > MOST_NODES:
                return None
            continue
        fields = {name: _value(value, numbers) for name, value in ast.iter_fields(node) if not _context(value)}
        numbers[id(node)] = len(nodes)
        place = [node.col_offset, node.end_lineno, node.end_col_offset] if isinstance(node, ast.expr) else []
        nodes.append([type(node).__name__, getattr(node, "lineno", 0), fields, place])
        if len(nodes) > MOST_NODES:
            return None
    return nodes


def _context(value: object) -> bool:
    """`Load`, `Store` and `Del` are shared by all nodes and say nothing new."""
    return isinstance(value, ast.expr_context)


def _value(value: Any, numbers: dict[int, int]) -> Any:
    if isinstance(value, ast.AST):
        return ["at", numbers[id(value)]]
    if isinstance(value, list):
        return ["list", [_value(item, numbers) for item in value]]
    return _constant(value)


def _constant(value: Any) -> Any:
    match value:
        case None:
            return ["none"]
        case bool():
            return ["bool", int(value)]
        case int() if value.bit_length() < 10_000:
            return ["int", hex(value)]
        case float():
            return ["float", repr(value)]
        case str() if len(value) <= LONGEST_TEXT and value.replace("\n", "").replace("\t", "").isprintable():
            return ["str", value]
    return ["other", type(value).__name__]


def constants(tree: ast.AST) -> list[Any]:
    """The constants of the source, each once, in the order of the source."""
    found: dict[str, Any] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and len(found) < MOST_CONSTANTS:
            written = _constant(node.value)
            if written[0] in ("int", "float", "str"):
                found.setdefault(repr(written), written)
    return list(found.values())
