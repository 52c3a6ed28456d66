"""Whether there is something to examine: the function is there, it is a function, and it takes the right arguments."""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from viva.core.report import About, Finding
from viva.core.where import Passage
from viva.engines.calls import Question
from viva.languages.outcome import Outcome
from viva.languages.program import Function, Program
from viva.subjects.functions.voice import Voice


@dataclass(frozen=True, slots=True)
class Refusal:
    reason: str
    findings: tuple[Finding, ...]


def refused(question: Question, program: Program, file: str, voice: Voice) -> Refusal | None:
    """What can be seen without running anything."""
    function = _function(question.function, program)
    if function is None:
        cls = next((cls for cls in program.classes if cls.name == question.function), None)
        if cls:
            return _refusal(
                voice, "type_error", "is_class", file, cls.line, function=question.function, arguments=_called(question)
            )
        return None
    if function.coroutine:
        return _refusal(voice, "type_error", "is_async", file, function.line, function=question.function)
    given = len(question.parameters) + ("." in question.function)
    if not function.takes(given):
        return _refusal(
            voice, "type_error", "parameters", file, function.line,
            function=question.function, wanted=len(question.parameters), arguments=_called(question),
            has=_signature(function),
        )  # fmt: skip
    return None


def not_found(question: Question, first: Outcome | None, program: Program, file: str, voice: Voice) -> Refusal | None:
    """Loading went well, and the function was not there."""
    if first is None or not first.problem or first.problem.reason != "missing_function" or not first.while_loading:
        return None
    names = [function.name for function in program.functions]
    near = difflib.get_close_matches(question.function, names, n=1) or [
        name for name in names if name.lower() == question.function.lower()
    ]
    inside = [cls for cls in program.classes if any(method.name == question.function for method in cls.methods)]
    if near:
        line = next(function.line for function in program.functions if function.name == near[0])
        return _refusal(voice, "missing_function", "misspelt", file, line, function=question.function, near=near[0])
    if inside:
        return _refusal(
            voice,
            "missing_function",
            "inside_class",
            file,
            inside[0].line,
            function=question.function,
            cls=inside[0].name,
        )
    if names:
        return _refusal(
            voice, "missing_function", "others", file, None, function=question.function, names=", ".join(names[:8])
        )
    return _refusal(
        voice, "missing_function", "nothing", file, None, function=question.function, arguments=_called(question)
    )


def _refusal(voice: Voice, reason: str, key: str, file: str, line: int | None, **slots: object) -> Refusal:
    where = Passage(file, line) if line else None
    text = voice.say(f"refused_{key}", **slots)
    return Refusal(reason, (Finding(text, About.POLICY, signature=f"{reason}:{key}", where=where),))


def _function(name: str, program: Program) -> Function | None:
    owner, _, method = name.rpartition(".")
    if owner:
        classes = [cls for cls in program.classes if cls.name == owner]
        return next((item for cls in classes for item in cls.methods if item.name == method), None)
    return next((item for item in reversed(program.functions) if item.name == name), None)


def _called(question: Question) -> str:
    return f"{question.function}({', '.join(question.names)})"


def _signature(function: Function) -> str:
    parts = [name if number < function.required else f"{name}=…" for number, name in enumerate(function.parameters)]
    parts += ["*…"] if function.any_number else []
    parts += [f"*, {name}" for name in function.keyword_only]
    return f"{function.name}({', '.join(parts)})"
