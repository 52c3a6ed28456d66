"""Specifications as programs in JavaScript, for Node and for whoever reads as it does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from viva.core.records import dataclass
from viva.core.text.writing import Written
from viva.engines.dialogues import model as m
from viva.engines.dialogues.programs.imperative import INDENT, Dialect, Level, written_in
from viva.engines.dialogues.programs.typing import ELEMENTS, cannot_be_written

_WORDS_TAKEN = """
arguments await break case catch class const continue debugger default delete do else enum eval export extends false
finally for function if implements import in instanceof interface let new null package private protected public
return static super switch this throw true try typeof var void while with yield async of undefined NaN console
process require main lines Math Number String sum product same floorDiv floorMod line value values
"""
_RESERVED = frozenset(_WORDS_TAKEN.split())
_HELPERS = {
    "sum": "function sum(values) {\n    return values.reduce((total, value) => total + value, 0);\n}",
    "product": "function product(values) {\n    return values.reduce((total, value) => total * value, 1);\n}",
    "same": "function same(a, b) {\n"
    "    return a.length === b.length && a.every((value, place) => value === b[place]);\n}",
    "floorDiv": "function floorDiv(a, b) {\n    return Math.floor(a / b);\n}",
    "floorMod": "function floorMod(a, b) {\n    return ((a % b) + b) % b;\n}",
}
_READS = {m.Type.TEXT: "{}", m.Type.NUMBER: "Number({})", m.Type.DECIMAL: "Number({})", m.Type.TRUTH: '({}) === "True"'}


@dataclass
class JavaScript(Dialect):
    signs: ClassVar[Mapping[str, str]] = {"or": "||", "and": "&&", "=": "===", "!=": "!=="}
    reserved = _RESERVED

    def compare(self, sign: str, left: Written, right: Written, kind: m.Type) -> Written:
        if kind not in ELEMENTS:
            return self.infix(sign, left, right)
        same = Written(f"{self.helper('same')}({left.text}, {right.text})")
        return same if sign == "=" else self.negation(same)

    def call(self, function: str, arguments: list[Written], kind: m.Type) -> Written:
        first, *others = arguments
        one = first.within(Level.ATOM)
        rest = [other.text for other in others]
        listed = kind not in (m.Type.TEXT, m.Type.NUMBER, m.Type.DECIMAL)
        match function:
            case "len":
                return Written(f"{one}.length" if listed else f"[...{first.text}].length")
            case "sum" | "product":
                return Written(f"{self.helper(function)}({first.text})")
            case "max" | "min":
                return Written(f"Math.{function}(...{first.text})")
            case "abs":
                return Written(f"Math.abs({first.text})")
            case "reverse":
                return Written(f"[...{first.text}].reverse()" + ("" if listed else '.join("")'))
            case "start" | "rest":
                bounds = f"0, {rest[0]}" if function == "start" else rest[0]
                if listed:
                    return Written(f"{one}.slice({bounds})")
                return Written(f'[...{first.text}].slice({bounds}).join("")')
            case "sort":
                order = "" if kind == m.Type.TEXTS else "(a, b) => a - b"
                return Written(f"[...{first.text}].sort({order})")
            case "back":
                return Written(f"{one}[{one}.length - 1 - {others[0].within(Level.PRODUCT)}]")
            case "count":
                return Written(f"{one}.filter((value) => value === {others[0].within(Level.RELATION)}).length")
            case "count_ge" | "count_gt":
                sign = ">=" if function == "count_ge" else ">"
                return Written(f"{one}.filter((value) => value {sign} {others[0].within(Level.SUM)}).length")
            case "mod" | "div":
                name = self.helper("floorMod" if function == "mod" else "floorDiv")
                return Written(f"{name}({first.text}, {rest[0]})")
            case "upper" | "lower":
                return Written(f"{one}.to{function.capitalize()}Case()")
            case "in":
                return Written(f"{others[0].within(Level.ATOM)}.includes({first.text})")
        raise cannot_be_written(f"there is no {function}")

    def listed(self, items: list[Written], kind: m.Type) -> Written:
        del kind
        return Written(f"[{', '.join(item.text for item in items)}]")

    def loop_head(self, condition: str | None) -> str:
        return f"while ({condition or 'true'})"

    def count_head(self, name: str, count: str) -> str:
        return f"for (let {name} = 0; {name} < {count}; {name}++)"

    def read(self, kind: m.Type) -> str:
        return _READS[kind].format('await lines.question("")')

    def append(self, name: str, value: str, kind: m.Type) -> str:
        del kind
        return f"{name}.push({value});"

    def declare(self, name: str, kind: m.Type, value: str | None) -> str:
        if kind in (m.Type.NUMBERS, m.Type.DECIMALS, m.Type.TEXTS, m.Type.TRUTHS):
            return f"const {name} = [];"
        return f"let {name};" if value is None else f"let {name} = {value};"

    def write(self, items: list[tuple[m.Item, Written, m.Type]]) -> list[str]:
        parts = []
        for item, shown, kind in items:
            if isinstance(item, m.Text):
                parts.append(item.value.replace("\\", "\\\\").replace("`", "\\`").replace("${", "\\${"))
            else:
                parts.append("${" + self._shown(shown, kind) + "}")
        if len(items) == 1 and isinstance(items[0][0], m.Text):
            return [f"console.log({self.text(items[0][0].value)});"]
        return [f"console.log(`{''.join(parts)}`);"]

    def _shown(self, shown: Written, kind: m.Type) -> str:
        match kind:
            case m.Type.NUMBER | m.Type.TEXT:
                return shown.text
            case m.Type.DECIMAL:
                return f"{shown.within(Level.ATOM)}.toFixed(6)"
            case m.Type.TRUTH | m.Type.CONDITION:
                return f'{shown.within(Level.OR)} ? "True" : "False"'
            case m.Type.NUMBERS:
                return f'"[" + {shown.within(Level.ATOM)}.join(", ") + "]"'
        raise cannot_be_written("it prints a list of texts, decimals or truth values")

    def whole(self, declarations: list[str], body: list[str]) -> str:
        helpers = [_HELPERS[name] for name in dict.fromkeys(name for name, _ in self.needs)]
        inside = [*declarations, *body]
        head = 'const lines = require("readline/promises").createInterface({ input: process.stdin });'
        main = ["async function main() {", *(INDENT + line for line in inside), "}"]
        parts = [head, *helpers, "\n".join(main), "main().then(() => lines.close());"]
        return "\n\n".join(parts) + "\n"


def program(spec: m.Spec) -> str:
    return written_in(JavaScript(), spec)
