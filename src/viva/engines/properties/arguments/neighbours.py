"""A module with what it takes from modules that lie beside it, as one: for reading only, nothing is imported.

`from shop import price` and `import shop` with `shop.price(…)` both come to the functions themselves. Where two modules
mean different things by a name that both use, they cannot be one, and nothing is made of them.
"""

from __future__ import annotations

import ast
from pathlib import Path

_MOST = 12  # modules


def with_neighbours(tree: ast.Module, folder: Path) -> ast.Module | None:
    """The module with the statements of its neighbours in front; None where names clash."""
    met: dict[str, ast.Module] = {}
    _meet(tree, folder, met)
    if not met:
        return tree
    modules = [*reversed(met.values()), tree]
    bound = [name for module in modules for name in set(_defined(module))]
    if len(bound) != len(set(bound)):
        return None
    body = [statement for module in modules for statement in _Joined(set(met)).visit(module).body]
    return ast.Module(body, [])


def _meet(tree: ast.Module, folder: Path, met: dict[str, ast.Module]) -> None:
    for name in _imported(tree):
        place = folder / f"{name}.py"
        if name in met or len(met) >= _MOST or not name.isidentifier() or not place.is_file():
            continue
        try:
            met[name] = ast.parse(place.read_text("utf-8"))
        except (OSError, SyntaxError, ValueError, RecursionError):
            continue
        _meet(met[name], folder, met)


def _imported(tree: ast.Module) -> list[str]:
    found: list[str] = []
    for statement in tree.body:
        match statement:
            case ast.ImportFrom(module=str(module), level=0 | 1):
                found.append(module)
            case ast.Import(names=names):
                found += [each.name for each in names]
    return found


def _defined(tree: ast.Module) -> list[str]:
    """What a module defines itself."""
    found: list[str] = []
    for statement in tree.body:
        match statement:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found.append(name)
            case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
                found += [part.id for part in ast.walk(statement) if _is_stored(part) and isinstance(part, ast.Name)]
    return found


def _is_stored(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


class _Joined(ast.NodeTransformer):
    """Without the imports of neighbours: what was taken from them stands beside it now."""

    def __init__(self, met: set[str]) -> None:
        self.met = met
        self.known: dict[str, str] = {}

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.stmt | list[ast.stmt]:
        if node.module not in self.met:
            return node
        renamed = [each for each in node.names if each.asname and each.asname != each.name]
        made: list[ast.stmt] = [
            ast.Assign([ast.Name(each.asname or each.name, ast.Store())], ast.Name(each.name, ast.Load()), lineno=1)
            for each in renamed
        ]
        return made

    def visit_Import(self, node: ast.Import) -> ast.stmt | None:
        self.known |= {each.asname or each.name: each.name for each in node.names if each.name in self.met}
        node.names = [each for each in node.names if each.name not in self.met]
        return node if node.names else None

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        match node.value:
            case ast.Name(id=name) if name in self.known:
                return ast.copy_location(ast.Name(node.attr, node.ctx), node)
        self.generic_visit(node)
        return node
