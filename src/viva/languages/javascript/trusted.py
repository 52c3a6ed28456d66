"""Files of the teacher: read here, by the tools that read submissions in the sandbox, and not run."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from viva.core.fault import Fault
from viva.core.json import Json
from viva.languages import wire
from viva.languages.heap import Heap
from viva.languages.javascript.engine import ask_tools
from viva.languages.outcome import Stage
from viva.languages.program import Program
from viva.languages.survey import Documented, Survey, read_survey
from viva.sandbox import Sandbox

_METHOD = re.compile(r"(\w+)\.prototype\.(\w+)")


def survey_trusted(text: str, file: str) -> Survey:
    """What the source contains. Raises Fault with the place where it cannot be read."""
    found = wire.record(ask_tools("survey", {"text": text}))
    if "problem" in found:
        line, column = found.get("line"), found.get("column")
        raise Fault(
            f"this is no JavaScript: {found['problem']}",
            file,
            line if isinstance(line, int) else None,
            column if isinstance(column, int) else None,
        )
    return read_survey(found)


def documented_calls(text: str, functions: Sequence[str]) -> list[Documented]:
    """Those in comments: `@example largest([1, 2]) // => 2`, or the same without the word."""
    found = []
    for item in wire.items(ask_tools("documented", {"text": text, "functions": list(functions)})):
        said = wire.record(item)
        answer = wire.optional_text(said.get("answer"))
        found.append(
            Documented(
                ast.literal_eval(wire.text(said.get("arguments"))),
                wire.number(said.get("line")),
                () if answer is None else ast.literal_eval(answer),
            )
        )
    return found


def guessed_types(text: str, function: str) -> dict[str, str]:
    """The types of parameters that nobody wrote down, where their use is clear."""
    found = wire.record(ask_tools("guess", {"text": text, "function": function}))
    return {name: wire.text(kind) for name, kind in found.items()}


def read_type(text: str) -> Json:
    """A type of TypeScript or JSDoc, or one as exercises write it. `number` stands for whole numbers."""
    found = wire.record(ask_tools("readType", {"text": text}))
    if "problem" in found:
        raise SyntaxError(wire.text(found["problem"]))
    return found["type"]


def library_function(named: str, function: str) -> str | None:
    """`Math.max`, or a method as `Array.prototype.sort`: the first argument is what it is called on."""
    method = _METHOD.fullmatch(named)
    if method and method[1] in _OWNERS:
        return f"function {function}(self, ...rest) {{ return {named}.call(self, ...rest); }}\n"
    if re.fullmatch(r"\w+(\.\w+)?", named) and named.partition(".")[0] in _OWNERS:
        return f"function {function}(...given) {{ return {named}(...given); }}\n"
    return None


_OWNERS = frozenset(
    {"Array", "BigInt", "Date", "JSON", "Map", "Math", "Number", "Object", "Set", "String", "parseFloat", "parseInt"}
)


def renamed(text: str, old: str, new: str) -> str:
    return wire.text(ask_tools("rename", {"text": text, "old": old, "new": new}))


def class_definitions(text: str, wanted: frozenset[str], bound: frozenset[str]) -> str:
    """Nothing is given: a submission in JavaScript defines its classes itself."""
    del text, wanted, bound
    return ""


def watching_floats(text: str, function: str) -> tuple[str, str] | None:
    """Every number is a float here: what is told are those that are no whole numbers, or too large to be exact."""
    match ask_tools("watchNumbers", {"text": text, "function": function}):
        case [str(source), str(asked)]:
            return source, asked
    return None


def watching_numbers(text: str, function: str) -> tuple[str, str] | None:
    match ask_tools("allNumbers", {"text": text, "function": function}):
        case [str(source), str(asked)]:
            return source, asked
    return None


def stages(
    sandbox: Sandbox, program: Program, function: str, call: Heap, *, steps: int, largest: int, plain: bool = False
) -> tuple[Stage, ...]:
    """None: what variables hold on the way is not looked at."""
    del sandbox, program, function, call, steps, largest, plain
    return ()
