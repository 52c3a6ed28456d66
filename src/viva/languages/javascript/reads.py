"""The part `viva.languages.protocol.reads` of JavaScript."""

from typing import TYPE_CHECKING

from viva.languages.javascript.survey import survey
from viva.languages.later import later

if TYPE_CHECKING:
    from viva.languages.javascript.classes import outline, sequence_player, with_classes
    from viva.languages.javascript.crashes import explain_crash
    from viva.languages.javascript.explain import sentences
    from viva.languages.javascript.trusted import (
        class_definitions,
        documented_calls,
        guessed_types,
        library_function,
        renamed,
        stages,
        survey_trusted,
        watching_floats,
        watching_numbers,
    )

__all__ = [
    "class_definitions", "constructs", "documented_calls", "explain_crash", "given_names", "guessed_types",
    "library_function", "outline", "patterns", "renamed", "sentences", "sequence_player", "stages", "survey",
    "survey_trusted", "watching_floats", "watching_numbers", "with_classes",
]  # fmt: skip

constructs = (
    "array", "arrow function", "async", "await", "break", "class", "conditional expression", "const", "continue",
    "debugger", "destructuring", "do while", "for", "for in", "for of", "generator", "if", "import", "label", "let",
    "logical operator", "loose equality", "nested function", "new", "object", "optional chaining", "recursion",
    "regular expression", "spread", "switch", "template literal", "this", "throw", "try", "var", "while", "with",
    "yield",
)  # fmt: skip
patterns: tuple[str, ...] = (
    "late_member", "member_order", "changing_type", "array_gap", "unset_element", "mixed_array", "mixed_operation",
)  # fmt: skip
given_names = frozenset(
    {
        "Array", "BigInt", "Boolean", "Date", "Error", "Infinity", "JSON", "Map", "Math", "NaN", "Number", "Object",
        "Promise", "Proxy", "RangeError", "Reflect", "RegExp", "Set", "String", "Symbol", "TypeError", "WeakMap",
        "WeakSet", "alert", "arguments", "clearInterval", "clearTimeout", "console", "exports", "globalThis",
        "isFinite", "isNaN", "module", "parseFloat", "parseInt", "process", "prompt", "queueMicrotask", "require",
        "setInterval", "setTimeout", "structuredClone", "undefined",
    }
)  # fmt: skip

__getattr__ = later(
    __name__,
    classes="outline sequence_player with_classes",
    crashes="explain_crash",
    explain="sentences",
    trusted=(
        "class_definitions documented_calls guessed_types library_function renamed stages survey_trusted "
        "watching_floats watching_numbers"
    ),
)
