"""Specifications as programs in C."""

from __future__ import annotations

from viva.core.records import dataclass
from viva.core.text.writing import Written
from viva.engines.dialogues import model as m
from viva.engines.dialogues.programs.c_functions import LISTED, PLAIN, READ_LINE
from viva.engines.dialogues.programs.imperative import INDENT, Dialect, Level, written_in
from viva.engines.dialogues.programs.typing import ELEMENTS, LISTS, cannot_be_written

_WORDS_TAKEN = """
auto break case char const continue default do double else enum extern float for goto if inline int long register
restrict return short signed sizeof static struct switch typedef union unsigned void volatile while bool true false
main line printf puts strlen strcmp malloc realloc abs read write exit list value total place other asm Numbers
Decimals Texts Truths y0 y1 yn j0 j1 jn div remove rename time index signal round floor ceil pow log exp sin cos tan
sqrt fmax fmin start_of rest_of begin end stdin stdout stderr NULL EOF errno
"""
_RESERVED = frozenset(_WORDS_TAKEN.split())
_TYPES = {
    m.Type.NUMBER: "long long ", m.Type.DECIMAL: "double ", m.Type.TEXT: "char *", m.Type.TRUTH: "bool ",
    m.Type.NUMBERS: "Numbers ", m.Type.DECIMALS: "Decimals ", m.Type.TEXTS: "Texts ", m.Type.TRUTHS: "Truths ",
}  # fmt: skip
_ZERO = {m.Type.NUMBER: "0", m.Type.DECIMAL: "0", m.Type.TEXT: '""', m.Type.TRUTH: "false"}
_WORDS = {m.Type.NUMBERS: "numbers", m.Type.DECIMALS: "decimals", m.Type.TEXTS: "texts", m.Type.TRUTHS: "truths"}
_NEEDS_ADD = frozenset({"reverse", "sort", "start", "rest"})
_READS = {
    m.Type.TEXT: "read_line",
    m.Type.NUMBER: "read_number",
    m.Type.DECIMAL: "read_decimal",
    m.Type.TRUTH: "read_truth",
}


@dataclass
class C(Dialect):
    reserved = _RESERVED

    def plain(self, name: str) -> str:
        return self.helper(name)

    def of_list(self, name: str, kind: m.Type) -> str:
        """The word for the kind of list; the type of the list comes with it."""
        self.helper("type", kind)
        if name in _NEEDS_ADD:
            self.helper("add", kind)
        self.helper(name, kind)
        return _WORDS[kind]

    def number(self, value: int) -> Written:
        text = str(value) + ("" if -(2**31) < value < 2**31 else "LL")
        return Written(text, Level.ATOM if value >= 0 else Level.UNARY)

    def compare(self, sign: str, left: Written, right: Written, kind: m.Type) -> Written:
        if kind == m.Type.TEXT:
            return self.infix(sign, Written(f"strcmp({left.text}, {right.text})"), Written("0"))
        if kind in ELEMENTS:
            same = Written(f"same_{self.of_list('same', kind)}({left.text}, {right.text})")
            return same if sign == "=" else self.negation(same)
        return self.infix(sign, left, right)

    def join(self, left: Written, right: Written) -> Written:
        return Written(f"{self.plain('join')}({left.text}, {right.text})")

    def quotient(self, left: Written, right: Written) -> Written:
        return Written(f"(double) {left.within(Level.UNARY)} / {right.within(Level.UNARY)}", Level.PRODUCT)

    def call(self, function: str, arguments: list[Written], kind: m.Type) -> Written:
        first, *others = arguments
        one = first.within(Level.ATOM)
        listed = kind in ELEMENTS
        match function:
            case "len":
                return Written(f"{one}.size" if listed else f"{self.plain('length')}({first.text})")
            case "sum" | "product" | "max" | "min":
                return Written(f"{function}_of_{self.of_list(function, kind)}({first.text})")
            case "abs":
                return Written(f"{'fabs' if kind == m.Type.DECIMAL else 'llabs'}({first.text})")
            case "reverse" | "sort" if listed:
                return Written(f"{function}_{self.of_list(function, kind)}({first.text})")
            case "reverse":
                return Written(f"{self.plain('backwards')}({first.text})")
            case "start" | "rest":
                name = f"{function}_{self.of_list(function, kind)}" if listed else self.plain(f"{function}_of")
                return Written(f"{name}({first.text}, {others[0].text})")
            case "back":
                return Written(f"{one}.items[{one}.size - 1 - {others[0].within(Level.PRODUCT)}]")
            case "count":
                return Written(f"count_{self.of_list('count', kind)}({first.text}, {others[0].text})")
            case "count_ge" | "count_gt":
                word = "from" if function == "count_ge" else "above"
                return Written(f"count_{self.of_list(function, kind)}_{word}({first.text}, {others[0].text})")
            case "mod" | "div":
                return Written(f"{self.plain('floor_' + function)}({first.text}, {others[0].text})")
            case "upper" | "lower":
                return Written(f"{self.plain(function)}({first.text})")
            case "in" if listed:
                counted = f"count_{self.of_list('count', kind)}({others[0].text}, {first.text})"
                return Written(f"{counted} > 0", Level.RELATION)
            case "in":
                return Written(f"strstr({others[0].text}, {first.text}) != NULL", Level.EQUALITY)
        raise cannot_be_written(f"there is no {function}")

    def listed(self, items: list[Written], kind: m.Type) -> Written:
        self.helper("type", LISTS[kind])
        name = _TYPES[LISTS[kind]].strip()
        shown = ", ".join(item.text for item in items)
        return Written(f"({name}) {{({_TYPES[kind].strip()}[]) {{{shown}}}, {len(items)}}}", Level.UNARY)

    def loop_head(self, condition: str | None) -> str:
        return f"while ({condition or '1'})"

    def count_head(self, name: str, count: str) -> str:
        return f"for (long long {name} = 0; {name} < {count}; {name}++)"

    def leave_program(self) -> str:
        return "return 0;"

    def read(self, kind: m.Type) -> str:
        return f"{self.plain(_READS[kind])}()"

    def append(self, name: str, value: str, kind: m.Type) -> str:
        return f"add_{self.of_list('add', LISTS[kind])}(&{name}, {value});"

    def declare(self, name: str, kind: m.Type, value: str | None) -> str:
        if kind in ELEMENTS:
            self.helper("type", kind)
            return f"{_TYPES[kind]}{name} = {{0}};"
        return f"{_TYPES[kind]}{name} = {_ZERO[kind] if value is None else value};"

    def write(self, items: list[tuple[m.Item, Written, m.Type]]) -> list[str]:
        """One `printf`, or several around what needs a function of its own."""
        statements: list[str] = []
        form, values = "", list[str]()

        def flush() -> None:
            nonlocal form, values
            if form:
                statements.append(f"printf({', '.join([self.text(form), *values])});")
            form, values = "", []

        for item, shown, kind in items:
            match kind:
                case m.Type.TEXT if isinstance(item, m.Text):
                    form += item.value.replace("%", "%%")
                case m.Type.TEXT:
                    form, values = form + "%s", [*values, shown.text]
                case m.Type.NUMBER:
                    form, values = form + "%lld", [*values, self._wide(shown)]
                case m.Type.DECIMAL:
                    form, values = form + "%.6f", [*values, shown.text]
                case m.Type.TRUTH | m.Type.CONDITION:
                    form, values = form + "%s", [*values, f'{shown.within(Level.OR)} ? "True" : "False"']
                case m.Type.NUMBERS:
                    flush()
                    statements.append(f"print_{self.of_list('print', kind)}({shown.text});")
                case _:
                    raise cannot_be_written("it prints a list of texts, decimals or truth values")
        form += "\n"
        flush()
        return statements

    def _wide(self, shown: Written) -> str:
        """A constant is an `int`, which is not what is printed."""
        text = shown.text
        return f"{text}LL" if text.lstrip("-").isdigit() else text

    def text(self, text: str) -> str:
        shown = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("??", '?""?')
        return f'"{shown}"'

    def whole(self, declarations: list[str], body: list[str]) -> str:
        used = list(self.needs)
        plain = [name for name in PLAIN if (name, m.Type.NUMBER) in self.needs]
        parts = [READ_LINE] if any(name.startswith("read_") for name, _ in used) else []
        parts += [PLAIN[name] for name in plain]
        for kind in _WORDS:
            parts += [_of_kind(LISTED[name], kind) for name in LISTED if (name, kind) in self.needs]
        lines = [*declarations, *body, "return 0;"]
        main = "\n".join(["int main(void) {", *(INDENT + line for line in lines), "}"])
        heads = ["ctype.h", "math.h", "stdbool.h", "stdio.h", "stdlib.h", "string.h"]
        whole = "\n\n".join([*parts, main])
        wanted = {"ctype.h": "toupper(" in whole or "tolower(" in whole, "math.h": "fabs(" in whole}
        wanted |= {"stdbool.h": "bool" in whole or "true" in whole or "false" in whole, "stdio.h": True}
        wanted |= {"stdlib.h": "alloc(" in whole or "atoll(" in whole or "abs(" in whole}
        wanted |= {"string.h": any(word in whole for word in ("str", "memcpy"))}
        includes = "\n".join(f"#include <{head}>" for head in heads if wanted.get(head))
        return f"{includes}\n\n{whole}\n"


def _of_kind(template: str, kind: m.Type) -> str:
    texts = kind == m.Type.TEXTS
    equal = "strcmp(a, b) == 0" if texts else "a == b"
    less = "strcmp(b, a) < 0" if texts else "b < a"
    shown = template.replace("ELEMENT", _TYPES[ELEMENTS[kind]]).replace("LIST", _TYPES[kind].strip())
    return shown.replace("WORD", _WORDS[kind]).replace("EQUAL", equal).replace("LESS", less)


def program(spec: m.Spec) -> str:
    return written_in(C(), spec)
