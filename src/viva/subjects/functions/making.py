"""Instances of the teacher's classes, as arguments: made outside by the classes of the reference itself."""

from __future__ import annotations

import types
from collections.abc import Callable, Sequence
from functools import cache

from viva.core.fault import Fault
from viva.core.source import MANIFEST
from viva.subjects.functions.model import Task
from viva.subjects.functions.shapes import class_names, instances

Maker = Callable[[str, Sequence[object]], object]


def maker(task: Task) -> Maker:
    """Makes an instance of a class by its name. The reference is loaded only where its classes are needed."""
    if not any(instances(shape) for shape in task.shapes):
        return nothing
    namespace = _namespace(task)

    def make(name: str, values: Sequence[object]) -> object:
        return namespace[name](*values)  # type: ignore[operator]

    return make


def classes(task: Task) -> dict[str, object]:
    """The teacher's classes that the shapes of the parameters name."""
    names = {name for shape in task.shapes for name in class_names(shape)}
    return {name: _namespace(task)[name] for name in names}


def _namespace(task: Task) -> dict[str, object]:
    return loaded(task.reference or task.properties or "", task.reference_file or MANIFEST)


@cache
def loaded(source: str, file: str) -> dict[str, object]:
    """The names of one of the teacher's modules, executed here, because the teacher is trusted."""
    module = types.ModuleType(file.removesuffix(".py"))
    module.__dict__["__file__"] = file
    try:
        exec(compile(source, file, "exec", dont_inherit=True), module.__dict__)
    except Exception as problem:  # noqa: BLE001 whatever it raises is a fault of the exercise
        raise Fault(f"this cannot be loaded: {type(problem).__name__}: {problem}", file=file) from None
    return module.__dict__


def nothing(name: str, values: Sequence[object]) -> object:  # noqa: ARG001 the shape of a maker
    """The maker where there are no classes."""
    raise LookupError(name)
