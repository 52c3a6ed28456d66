"""Programs for the tests: sources read as the sandbox would send them, and random ones."""

# ruff: noqa: E501
from __future__ import annotations

import ast
import random

from viva.engines.proofs import Program
from viva.engines.shapes import Many, Plain
from viva.engines.syntax.tree import read_tree
from viva.languages.inside.vivabox.python.symbolic.syntax import flattened

INTS = Many("list", Plain("int"))
INT = Plain("int")
TEXT = Plain("str")


def program(source: str, function: str = "f") -> Program:
    return Program(read_tree(flattened(ast.parse(source))), function)


class Writer:
    """Writes random functions over a list `xs` and a number `n`: loops, branches, changes, and things that raise."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.numbers = ["n", "a", "b"]
        self.lists = ["xs", "ys"]
        self.loops = 0

    def function(self) -> str:
        self.lines = [
            "def helped(p, q):",
            "    while p > q:",
            "        p -= 2",
            "        if p == 1:",
            "            return q",
        ]
        self.lines += ["    return p", "", "def f(xs, n):", "    a = 0", "    b = n", "    ys = []"]
        for _ in range(self.random.randint(2, 5)):
            self.statement(1, 0)
        result = self.random.choice(
            ["a", "ys", "xs", "a == b", "len(ys)", "(a, ys)", "ys[::-1]", "a if a else b", "xs[:b]", "c", "i1"]
        )
        self.lines.append(f"    return {result}")
        return "\n".join(self.lines)

    def number(self, depth: int = 0) -> str:
        pick = self.random.random()
        if pick < 0.45 or depth > 1:
            return self.random.choice([*self.numbers, "0", "1", "2", "-1", "len(xs)", "len(ys)"])
        one, two = self.number(depth + 1), self.number(depth + 1)
        if pick < 0.75:
            return f"({one} {self.random.choice(['+', '-', '*', '//', '%'])} {two})"
        return self.random.choice(
            [f"xs[{one}]", f"ys[{one}]", f"max({one}, {two})", f"min({one}, {two})", f"abs({one})", f"xs.count({one})",
             f"xs.index({one})", "max(xs)", "min(xs)", "sum(ys)", f"({one} if {self.condition(2)} else {two})",
             f"sum(v * {one} for v in xs if v > {two})", f"len([v for v in xs if v != {one}])",
             f"max(xs, key=lambda v: v * {one})", "min(ys, key=abs)", f"len(set(xs + [{one}]))", f"helped({one}, {two})"]
        )  # fmt: skip

    def condition(self, depth: int = 0) -> str:
        one, two = self.number(depth + 1), self.number(depth + 1)
        pick = self.random.random()
        if pick < 0.6 or depth > 1:
            return f"{one} {self.random.choice(['<', '<=', '==', '!=', '>', '>='])} {two}"
        return self.random.choice(
            [f"{one} in ys", f"{one} not in xs", "ys", "not xs", f"{one} < {two} < n", "xs == ys",
             f"({self.condition(2)} and {self.condition(2)})", f"({self.condition(2)} or {self.condition(2)})",
             f"any(v == {one} for v in xs)", f"all(v > {one} for v in ys)"]
        )  # fmt: skip

    def sequence(self) -> str:
        one, two = self.number(1), self.number(1)
        return self.random.choice(
            ["xs", "ys", f"xs[{one}:]", f"xs[:{one}]", f"xs[{one}:{two}]", "xs[::-1]", "xs + ys", f"[{one}] + xs",
             f"[v + {one} for v in xs]", f"[v for v in ys if v < {one}]", "list(xs)", "xs.copy()", f"[{one}, {two}]",
             "xs[::2]", f"xs[{one}::3]", "ys[::-2]", "list(reversed(xs))", f"[{one}] * {two}",
             f"[xs[v] for v in range({one})]", "list(filter(lambda v: v > 0, ys))", f"list(map(lambda v: v - {one}, xs))"]
        )  # fmt: skip

    def statement(self, indent: int, loops: int) -> None:
        space = "    " * indent
        pick = self.random.random()
        if pick < 0.2:
            name = self.random.choice(["a", "b"])
            self.lines.append(f"{space}{name} {self.random.choice(['=', '+=', '-='])} {self.number()}")
        elif pick < 0.42:
            self.lines.append(space + self.change())
        elif pick < 0.62 and indent < 4:
            self.lines.append(f"{space}if {self.condition()}:")
            self.block(indent + 1, loops)
            if self.random.random() < 0.4:
                self.lines.append(f"{space}else:")
                self.block(indent + 1, loops)
        elif pick < 0.88 and loops < 2:
            self.loop(indent, loops)
        elif loops and pick < 0.95:
            self.lines.append(f"{space}if {self.condition()}:")
            self.lines.append(f"{space}    {self.random.choice(['break', 'continue', 'return a', 'return b'])}")
        elif pick < 0.97:
            self.attempt(space)
        else:
            self.lines.append(f"{space}{self.random.choice(['a, b = b, a', 'c = a'])}")

    def attempt(self, space: str) -> None:
        one = self.number(1)
        tried, error = self.random.choice(
            [(f"a = xs[{one}]", "IndexError"), (f"b = xs.index({one})", "ValueError"), ("ys.pop()", "LookupError"),
             (f"a = b // {one}", "(ZeroDivisionError, IndexError)"), (f"xs.remove({one})", "Exception")]
        )  # fmt: skip
        other = self.random.choice(["pass", "a = -9", "return b", "ys.append(7)"])
        self.lines += [f"{space}try:", f"{space}    {tried}", f"{space}except {error}:", f"{space}    {other}"]

    def change(self) -> str:
        one, two = self.number(), self.number()
        return self.random.choice(
            [f"ys.append({one})", f"ys.append({one})", f"xs.remove({one})", f"ys += [{one}]", f"ys = ys + [{one}]",
             f"xs.insert({one}, {two})", f"a = xs.pop({one})", "b = ys.pop()", "ys.reverse()", f"xs[{one}] = {two}",
             f"ys = {self.sequence()}", f"del xs[{one}]", f"ys.extend({self.sequence()})", f"ys[{one}] += {two}",
             f"xs[:] = {self.sequence()}", f"[ys.append(v) for v in xs if v != {one}]", "ys.clear()",
             "xs[0], xs[-1] = xs[-1], xs[0]"]
        )  # fmt: skip

    def block(self, indent: int, loops: int) -> None:
        for _ in range(self.random.randint(1, 2)):
            self.statement(indent, loops)

    def loop(self, indent: int, loops: int) -> None:
        space = "    " * indent
        self.loops += 1
        name = f"i{self.loops}"
        head = self.random.choice(
            [f"for {name} in range({self.number(1)}):", f"for {name} in {self.sequence()}:",
             f"for {name} in range({self.number(1)}, {self.number(1)}):", f"for {name} in range({self.number(1)}, 0, -1):",
             f"for {name}, w{self.loops} in enumerate(xs):", f"for {name}, w{self.loops} in zip(xs, ys):", "while",
             f"for {name} in reversed({self.sequence()}):", "while True"]
        )  # fmt: skip
        if head == "while":
            self.lines.append(f"{space}{name} = 0")
            self.lines.append(f"{space}while {name} < {self.random.choice(['len(xs)', 'n', '3'])}:")
            self.lines.append(f"{space}    {name} += 1")
        elif head == "while True":
            self.lines += [f"{space}{name} = 0", f"{space}while True:", f"{space}    {name} += 1"]
            self.lines += [f"{space}    if {name} > {self.random.choice(['len(xs)', 'n', '2'])}:"]
            self.lines += [f"{space}        {self.random.choice(['break', 'break', 'return b'])}"]
        else:
            self.lines.append(space + head)
        self.numbers.append(name)
        self.block(indent + 1, loops + 1)
        if self.random.random() < 0.8:  # what is read later may be unset
            self.numbers.remove(name)
