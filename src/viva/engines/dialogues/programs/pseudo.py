"""Specifications as programs to read: no language, and no detail that is not the point."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from viva.core.records import dataclass
from viva.core.text.writing import Written
from viva.engines.dialogues import model as m
from viva.engines.dialogues.programs.imperative import INDENT, Dialect, Level, written_in
from viva.engines.dialogues.programs.typing import ELEMENTS

_KINDS = {
    m.Type.NUMBER: "a number", m.Type.DECIMAL: "a decimal number", m.Type.TEXT: "a line", m.Type.TRUTH: "True or False",
}  # fmt: skip
_CALLS = {
    "len": "the length of {0}",
    "sum": "the sum of {0}",
    "product": "the product of {0}",
    "max": "the largest of {0}",
    "min": "the smallest of {0}",
    "reverse": "{0} backwards",
    "sort": "{0} in order",
    "count": "how often {1} is in {0}",
    "count_ge": "how many of {0} are at least {1}",
    "count_gt": "how many of {0} are above {1}",
    "abs": "the size of {0}",
    "upper": "{0} in capital letters",
    "lower": "{0} in small letters",
}


@dataclass
class Pseudo(Dialect):
    signs: ClassVar[Mapping[str, str]] = {"*": "×", "!=": "≠", "<=": "≤", ">=": "≥"}
    reserved = frozenset({"read", "print", "repeat", "while", "if", "otherwise", "line"})

    def truth(self, truth: bool) -> str:
        return str(truth)

    def negation(self, operand: Written) -> Written:
        return Written(f"not {operand.within(Level.UNARY)}", Level.UNARY)

    def call(self, function: str, arguments: list[Written], kind: m.Type) -> Written:
        del kind
        shown = [argument.within(Level.ATOM) for argument in arguments]
        match function:
            case "in":
                return Written(f"{shown[0]} is in {shown[1]}", Level.RELATION)
            case "mod":
                return Written(f"{shown[0]} mod {shown[1]}", Level.PRODUCT)
            case "div":
                return Written(f"{shown[0]} div {shown[1]}", Level.PRODUCT)
            case "start" | "rest":
                begin, end = ("", shown[1]) if function == "start" else (shown[1], "")
                return Written(f"{shown[0]}[{begin}:{end}]")
            case "back" if shown[1] == "0":
                return Written(f"the last of {shown[0]}", Level.UNARY)
            case "back":
                return Written(f"the one {shown[1]} before the last of {shown[0]}", Level.UNARY)
        return Written(_CALLS[function].format(*shown), Level.UNARY)

    def listed(self, items: list[Written], kind: m.Type) -> Written:
        del kind
        return Written(f"[{', '.join(item.text for item in items)}]")

    def block(self, head: str, lines: list[str]) -> list[str]:
        """The last line stands for the end of the block, where others have a brace: nothing is shown of it."""
        return [f"{head}:", *(INDENT + line for line in lines), ""]

    def otherwise(self, lines: list[str], chained: bool) -> list[str]:
        if chained:
            return [f"otherwise {lines[0]}", *lines[1:]]
        return ["otherwise:", *(INDENT + line for line in lines), ""]

    def condition_head(self, condition: str) -> str:
        return f"if {condition}"

    def loop_head(self, condition: str | None) -> str:
        return f"while {condition}" if condition else "again and again"

    def count_head(self, name: str, count: str) -> str:
        del name
        return f"repeat {count} times"

    def leave_loop(self) -> str:
        return "leave this loop"

    def leave_program(self) -> str:
        return "end the program"

    def end(self, statement: str) -> str:
        return statement

    def read(self, kind: m.Type) -> str:
        return f"read {_KINDS[kind]}"

    def assign(self, name: str, value: str) -> str:
        return f"{value} into {name}" if value.startswith("read ") else f"{name} ← {value}"

    def change(self, name: str, sign: str, value: str) -> str:
        if value.startswith("read "):
            word = "multiply" if sign == "*" else "add"
            return f"{value}, and {word} it {'with' if sign == '*' else 'to'} {name}"
        return f"multiply {name} by {value}" if sign == "*" else f"add {value} to {name}"

    def append(self, name: str, value: str, kind: m.Type) -> str:
        del kind
        return (
            f"{value}, and put it at the end of {name}"
            if value.startswith("read ")
            else f"put {value} at the end of {name}"
        )

    def declare(self, name: str, kind: m.Type, value: str | None) -> str:
        if kind in ELEMENTS:
            return f"{name} ← an empty list"
        return "" if value is None else f"{name} ← {value}"

    def write(self, items: list[tuple[m.Item, Written, m.Type]]) -> list[str]:
        return ["print " + ", ".join(shown.text for _, shown, _ in items)]

    def whole(self, declarations: list[str], body: list[str]) -> str:
        lines = [line for line in (*declarations, *body) if line.strip()]
        return "\n".join(lines or ["do nothing"]) + "\n"


def program(spec: m.Spec) -> str:
    return written_in(Pseudo(), spec)
