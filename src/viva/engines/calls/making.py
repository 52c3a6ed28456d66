"""Instances of classes as arguments: made outside of the sandbox by the trusted classes themselves."""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from viva.core.fault import Fault
from viva.engines.calls.question import Question
from viva.engines.shapes import Maker, Refused, classes_in, instances, rows
from viva.languages.finding import DEFAULT


def maker(question: Question) -> Maker | None:
    """Makes an instance of a class by its name. The definitions are loaded only where they are needed; without them, or
    where they are in a language whose values are made inside of the sandbox, instances stay records."""
    source = question.definitions
    if source is None or source.language not in DEFAULT or not any(instances(shape) for shape in question.shapes):
        return None
    namespace = definitions(source.text, source.file or source.function)
    named = {each.name: [field for field, _ in each.fields] for each in classes_in(question.shapes)}

    def make(name: str, values: Sequence[object]) -> object:
        cls: Any = namespace[name]
        try:
            try:
                return cls(*values)
            except TypeError:  # it may want its values by their names
                return cls(**dict(zip(named[name], values, strict=True)))
        except Exception as problem:  # noqa: BLE001 whatever the class raises, there is no such instance
            raise Refused(f"{name} cannot be made: {type(problem).__name__}: {problem}") from None

    return make


def look_at_classes(question: Question, make: Maker) -> None:
    """Raises Fault where no instance of a class can be made: nothing that it is part of would ever be tried."""
    for each in classes_in(question.shapes):
        if not rows([each], 1, make):
            told = f"no instance of {each.name} can be made from values of its fields"
            file = question.definitions.file if question.definitions else None
            raise Fault(told, file=file, remedy="annotate what its constructor takes, or let it take less")


@lru_cache(maxsize=64)
def definitions(source: str, file: str) -> dict[str, object]:
    """`load_module` once for all: instances of a class must all be of the same class."""
    return load_module(source, file)


def load_module(source: str, file: str) -> dict[str, object]:
    """The names of one of the teacher's modules, executed here, because the teacher is trusted; anew each time, so that
    what it keeps in its variables does not go from one check to the next."""
    module = types.ModuleType(file.removesuffix(".py"))
    module.__dict__["__file__"] = file
    with _among_imported(module):
        try:
            exec(compile(source, file, "exec", dont_inherit=True), module.__dict__)
        except Exception as problem:  # noqa: BLE001 whatever it raises is a fault of the exercise
            raise Fault(f"this cannot be loaded: {type(problem).__name__}: {problem}", file=file) from None
    return module.__dict__


@contextmanager
def _among_imported(module: types.ModuleType) -> Iterator[None]:
    """While it is loaded only: a dataclass with an annotation in quotes looks for its module there."""
    before = sys.modules.get(module.__name__)
    sys.modules[module.__name__] = module
    try:
        yield
    finally:
        del sys.modules[module.__name__]
        if before is not None:
            sys.modules[module.__name__] = before
