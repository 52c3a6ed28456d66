"""Whether there is something to examine: the function is there, it is a function, and it takes the right arguments."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass

from viva.core.report import About, Finding
from viva.core.texts import catalogue
from viva.core.where import Passage
from viva.languages.program import Function, Program
from viva.subjects.functions.judge import Failure
from viva.subjects.functions.model import Task

_TEXTS = catalogue(__package__)


@dataclass(frozen=True, slots=True)
class Refusal:
    reason: str
    findings: tuple[Finding, ...]


def refused(task: Task, program: Program, file: str) -> Refusal | None:
    """What can be seen without running anything."""
    function = _function(task.function, program)
    if function is None:
        cls = next((cls for cls in program.classes if cls.name == task.function), None)
        if cls:
            return _refusal("type_error", "is_class", file, cls.line, function=task.function, arguments=_called(task))
        return None
    if function.coroutine:
        return _refusal("type_error", "is_async", file, function.line, function=task.function)
    given = len(task.parameters) + ("." in task.function)
    if not function.takes(given):
        return _refusal(
            "type_error", "parameters", file, function.line,
            function=task.function, wanted=len(task.parameters), arguments=_called(task), has=_signature(function),
        )  # fmt: skip
    return None


def not_found(task: Task, failures: Sequence[Failure], program: Program, file: str) -> Refusal | None:
    """Loading went well, and the function was not there."""
    first = failures[0].outcome if failures else None
    if first is None or not first.problem or first.problem.reason != "missing_function" or not first.while_loading:
        return None
    names = [function.name for function in program.functions]
    near = difflib.get_close_matches(task.function, names, n=1) or [
        name for name in names if name.lower() == task.function.lower()
    ]
    inside = [cls for cls in program.classes if any(method.name == task.function for method in cls.methods)]
    if near:
        line = next(function.line for function in program.functions if function.name == near[0])
        return _refusal("missing_function", "misspelt", file, line, function=task.function, near=near[0])
    if inside:
        return _refusal(
            "missing_function", "inside_class", file, inside[0].line, function=task.function, cls=inside[0].name
        )
    if names:
        return _refusal("missing_function", "others", file, None, function=task.function, names=", ".join(names[:8]))
    return _refusal("missing_function", "nothing", file, None, function=task.function, arguments=_called(task))


def _refusal(reason: str, key: str, file: str, line: int | None, **slots: object) -> Refusal:
    where = Passage(file, line) if line else None
    text = _TEXTS.say(f"refused_{key}", **slots)
    return Refusal(reason, (Finding(text, About.POLICY, signature=f"{reason}:{key}", where=where),))


def _function(name: str, program: Program) -> Function | None:
    owner, _, method = name.rpartition(".")
    if owner:
        classes = [cls for cls in program.classes if cls.name == owner]
        return next((item for cls in classes for item in cls.methods if item.name == method), None)
    return next((item for item in reversed(program.functions) if item.name == name), None)


def _called(task: Task) -> str:
    return f"{task.function}({', '.join(task.names)})"


def _signature(function: Function) -> str:
    parts = [name if number < function.required else f"{name}=…" for number, name in enumerate(function.parameters)]
    parts += ["*…"] if function.any_number else []
    parts += [f"*, {name}" for name in function.keyword_only]
    return f"{function.name}({', '.join(parts)})"
