"""Modules whose names come from others that are loaded when one of them is asked for: not every program needs all."""

import sys
from collections.abc import Callable
from importlib import import_module


def later(module: str, **homes: str) -> Callable[[str], object]:
    """The `__getattr__` of a module: for each module beside it, the names that it has, with spaces in between."""
    package = module.rpartition(".")[0]
    home = {name: beside for beside, names in homes.items() for name in names.split()}

    def found(wanted: str) -> object:
        if wanted not in home:
            raise AttributeError(f"module {module!r} has no attribute {wanted!r}")
        value: object = getattr(import_module(f"{package}.{home[wanted]}"), wanted)
        setattr(sys.modules[module], wanted, value)
        return value

    return found
