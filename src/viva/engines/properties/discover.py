"""Finds the properties of a module: functions named prop…, marked functions, properties as values, and models."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from types import FunctionType, ModuleType

from viva.engines.properties.logic import Property
from viva.engines.properties.marking import is_marked
from viva.engines.properties.models import is_model


def load(path: Path) -> ModuleType:
    """Imports a file as the module it is: inside its package, or by its own name with its folder on the path."""
    path = path.resolve()
    folder, names = path.parent, [path.stem]
    while (folder / "__init__.py").is_file():
        names.insert(0, folder.name)
        folder = folder.parent
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    if len(names) > 1:
        return importlib.import_module(".".join(names))
    # A file may be called like a module of the standard library; it is not that module.
    taken = path.stem in sys.modules or path.stem in sys.stdlib_module_names
    name = f"tested_{path.stem}" if taken else path.stem
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path.name} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def is_chosen(name: str, words: str | None) -> bool:
    """Whether a name fits `a`, `not a` or `a or b`: as far as names need it."""
    if words is None:
        return True
    low = name.lower()
    alternatives = [word.strip().lower() for word in words.split(" or ")]
    return any(word[4:].strip() not in low if word.startswith("not ") else word in low for word in alternatives)


def properties_in(module: ModuleType) -> dict[str, object]:
    """The properties defined in a module, in the order in which they stand."""
    found: dict[str, object] = {}
    for name, value in vars(module).items():
        named = name.startswith("prop")
        if isinstance(value, FunctionType):
            if value.__module__ == module.__name__ and (named or is_marked(value)):
                found[name] = value
        elif isinstance(value, Property):
            if named or is_marked(value):
                found[name] = value
        elif is_model(value) and value.__module__ == module.__name__ and not name.startswith("_"):
            found[name] = value
        elif named and callable(value) and not isinstance(value, type | ModuleType) and hasattr(value, "func"):
            found[name] = value  # a partial application
    return found
