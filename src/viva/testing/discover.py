"""Finds the properties of a module: what is named so or marked and can be called, properties as values, and models."""

from __future__ import annotations

import functools
import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType

from viva.engines.properties.logic import Property, Unusable
from viva.engines.properties.marking import is_marked, is_property_name
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
    """The properties defined in a module, in the order in which they stand; those of a class under `Class.prop_…`."""
    found: dict[str, object] = {}
    for name, value in vars(module).items():
        if is_model(value):
            if value.__module__ == module.__name__ and not name.startswith("_"):
                found[name] = value
        elif isinstance(value, type):
            if value.__module__ == module.__name__:
                found |= {f"{name}.{inner}": method for inner, method in methods_of(value).items()}
        elif is_property(name, value) and _is_from(module, value):
            found[name] = value
    return found


def is_property(name: str, value: object) -> bool:
    """Whether this is meant as a property: by its name, or because it is marked."""
    tested = isinstance(value, Property) or (callable(value) and not isinstance(value, type | ModuleType))
    return tested and (is_property_name(name) or is_marked(value))


def _is_from(module: ModuleType, value: object) -> bool:
    """Functions belong to the module that defines them, cached ones too; anything else to where it is bound."""
    if isinstance(value, FunctionType) or hasattr(value, "__wrapped__"):
        return getattr(value, "__module__", None) == module.__name__
    return True


def methods_of(cls: type) -> dict[str, Callable[..., object]]:
    """The properties among the methods of a class: each test is made on an instance of its own."""
    return {
        name: _on_instance(cls, name, getattr(value, "__func__", value))
        for name, value in vars(cls).items()
        if is_property(name, getattr(value, "__func__", value))
    }


def _on_instance(cls: type, name: str, function: Callable[..., object]) -> Callable[..., object]:
    raw = vars(cls)[name]
    signature = inspect.signature(function)
    parameters = list(signature.parameters.values())
    needed = [each for each in inspect.signature(cls).parameters.values() if each.default is each.empty]

    @functools.wraps(function)
    def call(*values: object, **named: object) -> object:
        if isinstance(raw, staticmethod):
            return function(*values, **named)
        if any(each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD) for each in needed):
            raise Unusable(
                f"the class {cls.__name__} cannot be made without arguments", remedy="give its parameters defaults"
            )
        return getattr(cls(), name)(*values, **named)

    own = parameters if isinstance(raw, staticmethod) else parameters[1:]
    call.__signature__ = signature.replace(parameters=own)  # type: ignore[attr-defined]
    return call
