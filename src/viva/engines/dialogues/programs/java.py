"""Specifications as programs in Java."""

from __future__ import annotations

from viva.core.records import dataclass
from viva.core.text.writing import Written
from viva.engines.dialogues import model as m
from viva.engines.dialogues.programs.imperative import INDENT, Dialect, Level, written_in
from viva.engines.dialogues.programs.typing import cannot_be_written

_WORDS_TAKEN = """
abstract assert boolean break byte case catch char class const continue default do double else enum extends final
finally float for goto if implements import instanceof int interface long native new package private protected
public return short static strictfp super switch synchronized this throw throws transient try void volatile while
true false null var record yield in line main arguments sum product above atLeast reversed sorted value values total
bound Program decimalSum decimalProduct decimalsAtLeast decimalsAbove
startOf restOf textStart textRest text end size place at
"""
_RESERVED = frozenset(_WORDS_TAKEN.split())
_TYPES = {
    m.Type.NUMBER: "long", m.Type.DECIMAL: "double", m.Type.TEXT: "String", m.Type.TRUTH: "boolean",
    m.Type.NUMBERS: "List<Long>", m.Type.DECIMALS: "List<Double>", m.Type.TEXTS: "List<String>",
    m.Type.TRUTHS: "List<Boolean>",
}  # fmt: skip
_ZERO = {m.Type.NUMBER: "0", m.Type.DECIMAL: "0", m.Type.TEXT: '""', m.Type.TRUTH: "false"}
_READS = {
    m.Type.TEXT: "in.readLine()",
    m.Type.NUMBER: "Long.parseLong(in.readLine().trim())",
    m.Type.DECIMAL: "Double.parseDouble(in.readLine().trim())",
    m.Type.TRUTH: 'in.readLine().equals("True")',
}


def _folding(name: str, kind: str, start: str, step: str) -> str:
    head = f"static {kind} {name}(List<{kind.capitalize()}> values) {{"
    return f"{head}\n    {kind} total = {start};\n    for ({kind} value : values) {step};\n    return total;\n}}"


def _counting(name: str, kind: str, sign: str) -> str:
    head = f"static long {name}(List<{kind.capitalize()}> values, {kind} bound) {{"
    step = f"for ({kind} value : values) if (value {sign} bound) total++;"
    return f"{head}\n    long total = 0;\n    {step}\n    return total;\n}}"


def _copied(name: str, bound: str, change: str) -> str:
    head = f"static <T{bound}> List<T> {name}(List<T> values) {{"
    return (
        f"{head}\n    List<T> other = new ArrayList<>(values);\n    Collections.{change}(other);\n    return other;\n}}"
    )


def _parted(name: str, bounds: str) -> str:
    head = f"static <T> List<T> {name}(List<T> values, long end) {{\n    int size = values.size();"
    place = "int place = (int) (end < 0 ? Math.max(0, end + size) : Math.min(end, size));"
    return f"{head}\n    {place}\n    return new ArrayList<>(values.subList({bounds}));\n}}"


def _part_of_text(name: str, bounds: str) -> str:
    head = f"static String {name}(String text, long end) {{\n    int size = text.codePointCount(0, text.length());"
    place = "int place = (int) (end < 0 ? Math.max(0, end + size) : Math.min(end, size));"
    at = "int at = text.offsetByCodePoints(0, place);"
    return f"{head}\n    {place}\n    {at}\n    return text.substring({bounds});\n}}"


_HELPERS = {
    "sum": _folding("sum", "long", "0", "total += value"),
    "decimalSum": _folding("decimalSum", "double", "0", "total += value"),
    "product": _folding("product", "long", "1", "total *= value"),
    "decimalProduct": _folding("decimalProduct", "double", "1", "total *= value"),
    "atLeast": _counting("atLeast", "long", ">="),
    "above": _counting("above", "long", ">"),
    "decimalsAtLeast": _counting("decimalsAtLeast", "double", ">="),
    "decimalsAbove": _counting("decimalsAbove", "double", ">"),
    "startOf": _parted("startOf", "0, place"),
    "restOf": _parted("restOf", "place, size"),
    "textStart": _part_of_text("textStart", "0, at"),
    "textRest": _part_of_text("textRest", "at"),
    "reversed": _copied("reversed", "", "reverse"),
    "sorted": _copied("sorted", " extends Comparable<T>", "sort"),
}


@dataclass
class Java(Dialect):
    reserved = _RESERVED

    def number(self, value: int) -> Written:
        text = str(value) + ("" if -(2**31) < value < 2**31 else "L")
        return Written(text, Level.ATOM if value >= 0 else Level.UNARY)

    def compare(self, sign: str, left: Written, right: Written, kind: m.Type) -> Written:
        if kind == m.Type.TEXT or kind in (m.Type.NUMBERS, m.Type.TEXTS, m.Type.DECIMALS, m.Type.TRUTHS):
            if sign in ("=", "!="):
                same = Written(f"{left.within(Level.ATOM)}.equals({right.text})")
                return same if sign == "=" else Written(f"!{same.text}", Level.UNARY)
            return self.infix(sign, Written(f"{left.within(Level.ATOM)}.compareTo({right.text})"), Written("0"))
        return self.infix(sign, left, right)

    def quotient(self, left: Written, right: Written) -> Written:
        return Written(f"(double) {left.within(Level.UNARY)} / {right.within(Level.UNARY)}", Level.PRODUCT)

    def call(self, function: str, arguments: list[Written], kind: m.Type) -> Written:
        first, *others = arguments
        one = first.within(Level.ATOM)
        listed = kind not in (m.Type.TEXT, m.Type.NUMBER, m.Type.DECIMAL)
        match function:
            case "len":
                return Written(f"{one}.size()" if listed else f"{one}.codePointCount(0, {one}.length())")
            case "sum" | "product":
                # Lists of boxed numbers look the same to Java, so that no two functions may share a name.
                name = self.helper(f"decimal{function.capitalize()}" if kind == m.Type.DECIMALS else function)
                return Written(f"{name}({first.text})")
            case "max" | "min":
                return Written(f"Collections.{function}({first.text})")
            case "abs":
                return Written(f"Math.abs({first.text})")
            case "reverse":
                if listed:
                    return Written(f"{self.helper('reversed')}({first.text})")
                return Written(f"new StringBuilder({first.text}).reverse().toString()")
            case "start" | "rest":
                name = self.helper(f"{function}Of" if listed else f"text{function.capitalize()}")
                return Written(f"{name}({first.text}, {others[0].text})")
            case "sort":
                return Written(f"{self.helper('sorted')}({first.text})")
            case "back":
                place = f"{one}.size() - 1 - {others[0].within(Level.PRODUCT)}"
                return Written(f"{one}.get((int) ({place}))")
            case "count":
                value = f"(long) {others[0].within(Level.UNARY)}" if kind == m.Type.NUMBERS else others[0].text
                return Written(f"Collections.frequency({first.text}, {value})")
            case "count_ge" | "count_gt":
                whole, decimals = (
                    ("atLeast", "decimalsAtLeast") if function == "count_ge" else ("above", "decimalsAbove")
                )
                name = self.helper(decimals if kind == m.Type.DECIMALS else whole)
                return Written(f"{name}({first.text}, {others[0].text})")
            case "mod" | "div":
                return Written(f"Math.floor{function.capitalize()}({first.text}, {others[0].text})")
            case "upper" | "lower":
                return Written(f"{one}.to{function.capitalize()}Case(Locale.ROOT)")
            case "in":
                value = f"(long) {first.within(Level.UNARY)}" if kind == m.Type.NUMBERS else first.text
                return Written(f"{others[0].within(Level.ATOM)}.contains({value})")
        raise cannot_be_written(f"there is no {function}")

    def listed(self, items: list[Written], kind: m.Type) -> Written:
        cast = {m.Type.NUMBER: "(long) ", m.Type.DECIMAL: "(double) "}.get(kind, "")
        return Written(f"List.of({', '.join(cast + item.within(Level.UNARY) for item in items)})")

    def loop_head(self, condition: str | None) -> str:
        return f"while ({condition or 'true'})"

    def count_head(self, name: str, count: str) -> str:
        return f"for (long {name} = 0; {name} < {count}; {name}++)"

    def read(self, kind: m.Type) -> str:
        return _READS[kind]

    def append(self, name: str, value: str, kind: m.Type) -> str:
        del kind
        return f"{name}.add({value});"

    def declare(self, name: str, kind: m.Type, value: str | None) -> str:
        if kind in _ZERO:
            return f"{_TYPES[kind]} {name} = {_ZERO[kind] if value is None else value};"
        return f"{_TYPES[kind]} {name} = new ArrayList<>();"

    def write(self, items: list[tuple[m.Item, Written, m.Type]]) -> list[str]:
        parts = [self._shown(shown, kind) for _, shown, kind in items]
        is_text = any(kind in (m.Type.TEXT, m.Type.DECIMAL) for _, _, kind in items[:2])
        if len(parts) > 1 and not is_text:
            parts.insert(0, '""')
        return [f"System.out.println({' + '.join(parts)});"]

    def _shown(self, shown: Written, kind: m.Type) -> str:
        match kind:
            case m.Type.NUMBER | m.Type.TEXT | m.Type.NUMBERS:
                return shown.within(Level.PRODUCT)
            case m.Type.DECIMAL:
                return f'String.format(Locale.ROOT, "%.6f", {shown.text})'
            case m.Type.TRUTH | m.Type.CONDITION:
                return f'({shown.within(Level.OR)} ? "True" : "False")'
        raise cannot_be_written("it prints a list of texts, decimals or truth values")

    def whole(self, declarations: list[str], body: list[str]) -> str:
        helpers = [_HELPERS[name].split("\n") for name in dict.fromkeys(name for name, _ in self.needs)]
        head = "BufferedReader in = new BufferedReader(new InputStreamReader(System.in));"
        main = ["public static void main(String[] arguments) throws IOException {"]
        main += [INDENT + line for line in (head, *declarations, *body)] + ["}"]
        inside = [line for part in (*helpers, main) for line in (*part, "")][:-1]
        indented = [INDENT + line if line else "" for line in inside]
        return (
            "\n".join(["import java.io.*;", "import java.util.*;", "", "public class Program {", *indented, "}"]) + "\n"
        )


def program(spec: m.Spec) -> str:
    return written_in(Java(), spec)
