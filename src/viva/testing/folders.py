"""The modules with properties below a folder, found without importing any.

Folders that are hidden, made by tools, or environments of their own are not looked into. Links to folders are not
followed, and a file that is reached twice is there once, so that every walk ends.
"""

from __future__ import annotations

import ast
import os
import re
import warnings
from collections.abc import Iterator
from pathlib import Path

from viva.engines.properties.marking import is_property_name

_MADE = frozenset(("__pycache__", "node_modules", "site-packages", "venv", "env"))
_ENVIRONMENT = "pyvenv.cfg"
_PACKAGE = re.compile(r"viva(\.engines)?\.properties(\..*)?")
_WRITTEN = re.compile(r"^\s*(async\s+)?def\s+(\w+)|^from\s+viva\S*\.properties\b", re.MULTILINE)


def modules_below(folder: Path) -> tuple[Path, ...]:
    """Python files that may have a property in them, in the order of their paths."""
    found: dict[Path, Path] = {}
    for path in sorted(_files(folder)):
        if may_have_properties(path.read_bytes()):
            found.setdefault(path.resolve(), path)
    return tuple(found.values())


def _files(folder: Path) -> Iterator[Path]:
    for base, folders, files in os.walk(folder):
        here = Path(base)
        folders[:] = [name for name in folders if _is_looked_into(here / name)]
        yield from (here / name for name in files if _is_module(here / name))


def _is_looked_into(folder: Path) -> bool:
    return not (folder.name.startswith(".") or folder.name in _MADE or (folder / _ENVIRONMENT).exists())


def _is_module(file: Path) -> bool:
    return file.suffix == ".py" and not file.name.startswith(".") and file.is_file()


def may_have_properties(source: bytes) -> bool:
    """Whether something is named as properties are, or a name of `viva.properties` is used, with which others are made.

    A file that cannot be parsed is judged by its lines: testing it will say what is wrong with it.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about a module that is not ours to mend
            tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        lines = source.decode("utf-8", errors="replace")
        return any(each[2] is None or is_property_name(each[2]) for each in _WRITTEN.finditer(lines))
    return any(_tells(node) for node in ast.walk(tree))


def _tells(node: ast.AST) -> bool:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return is_property_name(name)
        case ast.Assign(targets=targets):
            return any(isinstance(target, ast.Name) and is_property_name(target.id) for target in targets)
        case ast.AnnAssign(target=ast.Name(id=name)):
            return is_property_name(name)
        case ast.ImportFrom(module=str(module)):
            return bool(_PACKAGE.fullmatch(module)) or (module == "viva" and _imports(node, "properties"))
        case ast.Import(names=names):
            return any(_PACKAGE.fullmatch(each.name) for each in names)
    return False


def _imports(node: ast.ImportFrom, name: str) -> bool:
    return any(each.name == name for each in node.names)
