"""What is kept in a process that lives for months has a size."""

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "src" / "viva"
OF_NUMBERS = frozenset({"int", "bool"})
CLOSED = {
    "called_alike": "kinds of chords that there are",
    "catalogue": "packages and languages of Viva",
    "digest": "modules of Viva",
    "universe": "kinds of keys",
    "sheet": "kinds of drawings",
    "_asked": "compilers of this machine",
    "_compile": "folders of tools",
    "_compiler": "languages of Viva",
    "_entries": "groups of plug-ins",
    "_environment": "folders of templates",
    "_initializer": "forms of dataclasses of Viva",
    "_kinds": "classes of Viva",
    "_libraries": "executables of this machine",
    "_library_path": "folders of this machine",
    "_opened": "the one store that is shared",
    "_parameters": "options of dataclasses of Viva",
    "built": "executables of this machine",
    "find": "executables of this machine",
    "find_compiler": "compilers of this machine",
}
"""What is kept for all it is asked, and why that is never much: nothing that is handed in, or written by a teacher."""


def unbounded() -> Iterator[tuple[str, bool]]:
    """Functions that keep all they ever gave, and whether they are asked about numbers only."""
    for file in sorted(set(SOURCES.rglob("*.py")) - set(SOURCES.glob("subjects/*/template/**/*.py"))):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and any(map(is_without_bound, node.decorator_list)):
                kinds = [ast.unparse(each.annotation) if each.annotation else "" for each in node.args.args]
                if kinds or node.args.vararg:
                    yield node.name, bool(kinds) and not node.args.vararg and set(kinds) <= OF_NUMBERS


def is_without_bound(decorator: ast.expr) -> bool:
    text = ast.unparse(decorator)
    return text in ("cache", "functools.cache") or (text.startswith("lru_cache") and "None" in text)


def test_what_is_kept_for_all_that_comes_is_asked_about_few_things() -> None:
    found = {name for name, of_numbers in unbounded() if not of_numbers}
    assert found == CLOSED.keys()
