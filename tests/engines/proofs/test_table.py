"""The tables of the translation are whole once `translate` is imported."""

from __future__ import annotations

import subprocess
import sys

_ALL = """
import importlib, pkgutil
from viva.engines.proofs import translation
from viva.engines.proofs.translation import table, translate

def known():
    tables = (table.EXPRESSIONS, table.STATEMENTS, table.TARGETS, table.BUILTINS, table.METHODS, table.LAZY_CALLS)
    return [sorted(map(str, each)) for each in tables]

before = known()
for module in pkgutil.walk_packages(translation.__path__, f"{translation.__name__}."):
    importlib.import_module(module.name)
assert known() == before and all(before), (before, known())
"""


def test_translate_imports_every_module_that_has_handlers() -> None:
    subprocess.run([sys.executable, "-c", _ALL], check=True, timeout=60)


def test_every_module_of_the_translation_can_be_imported_first() -> None:
    modules = """
import pkgutil
from viva.engines.proofs import translation
print(*[each.name for each in pkgutil.walk_packages(translation.__path__, f"{translation.__name__}.")])
"""
    found = subprocess.run([sys.executable, "-c", modules], check=True, timeout=60, capture_output=True, text=True)
    names = found.stdout.split()
    assert "viva.engines.proofs.translation.table" in names
    alone = "\n".join(
        f"for name in [each for each in sys.modules if each.startswith('viva.engines.proofs.translation')]:\n"
        f"    del sys.modules[name]\nimportlib.import_module({name!r})"
        for name in names
    )
    subprocess.run([sys.executable, "-c", f"import importlib, sys\n{alone}"], check=True, timeout=60)
