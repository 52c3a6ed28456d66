"""Programs by chance, in which much is kept from one call to the next, or nearly: what a rule for purity has to tell
apart. Names are few, so that they meet: the program's own, those of the language, and those that hide one another."""

from collections.abc import Sequence
from random import Random

_NAMES = ("n", "k", "x", "g", "f", "K", "o", "Math", "Number", "Object", "Array", "Date", "globalThis", "arguments")
_MEMBERS = (
    "k",
    "x",
    "constructor",
    "prototype",
    "push",
    "name",
    "PI",
    "__proto__",
    "call",
    "valueOf",
    "length",
    "size",
)
_METHODS = (
    "push", "concat", "slice", "map", "toString", "keys", "from", "of", "floor", "max", "random", "now", "valueOf",
    "set", "get", "add", "sort", "call", "bind", "at", "fill", "next", "values", "assign", "defineProperty", "split",
)  # fmt: skip
_PLAIN_METHODS = ("concat", "slice", "toString", "values", "push", "includes", "at", "fill", "add", "set", "get")
_ATOMS = ("0", "1", "2", '"a"', "[]", "({})", "null", "undefined", "new Map()", "new Set([1])", "[n, 1]")
_RISKY = ("/a/g", "this", '"constructor"', "arguments", "new Date()")
_RISK = 0.06


class Writer:
    """One program for a seed: mostly such as only computes, with a little in it here and there that may not."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.left = 30
        self.known = ["n"]

    def one(self, options: Sequence[str]) -> str:
        return self.random.choice(options)

    def risky(self) -> bool:
        return self.random.random() < _RISK

    def name(self) -> str:
        return self.one(_NAMES) if self.risky() else self.one(self.known)

    def fresh(self) -> str:
        """A name that is declared here, and may be used from now on, wherever that is."""
        name = self.one(_NAMES) if self.risky() else self.one(("k", "x", "y", "z"))
        self.known.append(name)
        return name

    def expression(self, deep: int = 0) -> str:
        self.left -= 1
        if deep > 3 or self.left < 0 or self.random.random() < 0.25:
            return self.name() if self.random.random() < 0.6 else self.one(_RISKY if self.risky() else _ATOMS)
        one, two = self.expression(deep + 1), self.expression(deep + 1)
        if self.random.random() < 2 * _RISK:
            return self.one(
                (
                    f"({one})[{two}]",
                    f"({one}).{self.one(_MEMBERS)}",
                    f"({one}).{self.one(_METHODS)}({two})",
                    f"{self.one(_NAMES)}.{self.one(_METHODS)}({one}, {two})",
                    f"({self.name()}.{self.one(_MEMBERS)} = {one})",
                    f"({self.name()}[{one}] = {two})",
                    f"(({self.name()}) => {one})({two})",
                    f"(function x(y) {{ return {one}; }})({two})",
                    f"(delete {self.name()}.{self.one(_MEMBERS)})",
                    f"({one} in ({{}}))",
                )
            )
        return self.one(
            (
                f"({one} {self.one(('+', '-', '*', '%', '<', '===', '&&', '||', '??', '|'))} {two})",
                f"({one}).{self.one(_PLAIN_METHODS)}({two})",
                f"[{one}, {two}]",
                f"({{ x: {one}, y: {two} }})",
                f"[1, 2].map((x) => {one})",
                f"({one} ? {two} : 0)",
                f"({self.name()} = {one})",
                f"({self.name()} += {one})",
                f"({self.name()}++)",
                f"`${{{one}}}`",
                f"String({one})",
                f"[{one}][0]",
                f"({one}).length",
                f"Object.keys({one})",
                f"(typeof {one})",
            )
        )

    def statement(self, deep: int = 0) -> str:
        value = self.expression()
        if deep < 2 and self.left > 0 and self.random.random() < 0.6:
            one, two = self.statement(deep + 1), self.statement(deep + 1)
            return self.one(
                (
                    f"if ({value}) {{ {one} }} else {{ {two} }}",
                    f"for (let k = 0; k < 3; k++) {{ {one} }}",
                    f"for (const {self.fresh()} of [{value}]) {{ {one} }}",
                    f"{{ let {self.fresh()} = {value}; {one} {two} }}",
                    f"switch ({value}) {{ case 1: {one} default: {two} }}",
                )
            )
        return self.one((f"{self.one(('let', 'const', 'var'))} {self.fresh()} = {value};", f"{value};", f"{value};"))

    def program(self) -> str:
        top = self.one(("", "const K = 3;", "function g(x) { return x; }"))
        if self.risky():
            top += self.one(("let k = 0;", "const o = {};", "var x;", "const o = [1];", "function y() {}"))
        body = " ".join(self.statement() for _ in range(self.random.randint(1, 4)))
        return f"{top} function f(n) {{ {body} return {self.expression()}; }}"
