"""In which languages a specification can be written as a program, and what its file is called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType

from viva.engines.dialogues.model import Spec

PYTHON = "python"
FILES: Mapping[str, str] = MappingProxyType(
    {
        PYTHON: "solution.py",
        "c": "solution.c",
        "java": "Program.java",
        "javascript": "solution.js",
        "haskell": "solution.hs",
        "pseudo": "solution.txt",
    }
)


def program_in(language: str, spec: Spec) -> str:
    """Raises Fault where the language has nothing for what the specification asks."""
    module = "writing" if language == PYTHON else language
    write: Callable[[Spec], str] = import_module(f"{__package__}.{module}").program
    return write(spec)
