"""The tables of the translation are whole once `translate` is imported, and no modules of it import each other."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

from viva.engines.proofs import translation
from viva.engines.proofs.translation import translate

_FOLDER = Path(translation.__path__[0])
_FILL = {"evaluates", "executes", "assigns", "builtin", "method", "iterates"}


def modules() -> dict[str, ast.Module]:
    found = {}
    for path in sorted(_FOLDER.rglob("*.py")):
        inside = path.relative_to(_FOLDER).with_suffix("").parts
        name = ".".join([translation.__name__, *inside]).removesuffix(".__init__")
        found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def imported(tree: ast.Module, known: set[str]) -> set[str]:
    """The modules of the translation that one imports; what is imported for annotations alone does not count."""
    names = set[str]()
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names & known - {translation.__name__}


def test_translate_names_every_module_that_has_handlers() -> None:
    filling = {
        name
        for name, tree in modules().items()
        for function in tree.body
        if isinstance(function, ast.FunctionDef)
        for each in function.decorator_list
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name) and each.func.id in _FILL
    }
    assert filling
    assert filling <= imported(modules()[translate.__name__], filling)


def test_no_modules_of_the_translation_import_each_other() -> None:
    found = modules()
    order = TopologicalSorter({name: imported(tree, set(found)) - {name} for name, tree in found.items()})
    assert len(list(order.static_order())) >= len(found) - 1


def test_no_function_of_the_translation_imports_anything() -> None:
    inside = [
        (name, node.lineno)
        for name, tree in modules().items()
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert inside == []
