"""Random programs of the fragment that proofs cover, and small changes to them."""

import random

_OPERATORS = ("<", "<=", "==", "!=", ">", ">=")
_CHANGES = (
    ("<=", "<"), ("<", "<="), ("==", "!="), ("+", "-"), ("- ", "+ "), ("and", "or"), ("1", "2"), ("2", "3"), ("0", "1"),
    ("a ", "b "), ("True", "False"), ("min", "max"), ("//", "%"), (">=", ">"), ("'x'", "'y'"), ("+ ", "+ 0 + "),
    ("* ", "* 1 * "), ("if ", "if not not "),
)  # fmt: skip


def random_program(chance: random.Random) -> str:
    """A function `f(a, b, c)` of two ints and a bool, with a function `g` that it may call."""
    writer = _Writer(chance)
    inner = [line.replace("g(", "max(") for line in writer.block(1, 1, False)]  # it does not call itself
    start = ["def g(a, b=1):", " t = 0", " c = True", *inner, " return a", "", "def f(a, b, c):", " t = 0"]
    return "\n".join([*start, *writer.block(2, 1, False), f" return {writer.result()}", ""])


def mutated(chance: random.Random, source: str) -> str:
    """One place changed, often without any effect."""
    lines = source.split("\n")
    number = chance.randrange(len(lines))
    line = lines[number]
    fitting = [change for change in _CHANGES if change[0] in line]
    if not fitting or line.startswith("def"):
        return source
    old, new = chance.choice(fitting)
    place = chance.choice([start for start in range(len(line)) if line.startswith(old, start)])
    lines[number] = line[:place] + new + line[place + len(old) :]
    return "\n".join(lines)


class _Writer:
    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def number(self, depth: int) -> str:
        pick = self.chance.choice
        if depth <= 0 or self.chance.random() < 0.25:
            return pick(["a", "b", "t", "c", "a", "b", "True", str(self.chance.randint(-3, 5))])
        x, y = self.number(depth - 1), self.number(depth - 1)
        test = self.condition(depth - 1)
        forms = [
            f"({x} {pick('+-*')} {y})", f"({x} {pick('+-*')} {y})", f"(-{x})",
            f"({x} {pick(['//', '%'])} {pick([y, '2', '3', '-2', '-3'])})", f"abs({x})",
            f"{pick(['min', 'max'])}({x}, {y})", f"({x} if {test} else {y})", f"({x} {pick(['and', 'or'])} {y})",
            f"g({x}, {y})", f"({x}, {y}, 7)[{pick([x, '1', '-1'])}]", f"({x}) ** 2", f"divmod({x}, {y})[1]",
            f"sum(({x}, {y}))", f"int({test})", f"({x} << 1)", f"({x} >> 2)", f"(~{x})", test,
        ]  # fmt: skip
        return pick(forms)

    def condition(self, depth: int) -> str:
        pick = self.chance.choice
        if depth <= 0 or self.chance.random() < 0.15:
            return pick(["c", "a > b", "a == 3", "(not b)", "c is True", "b"])
        x, y, z = (self.number(depth - 1) for _ in range(3))
        one, two = self.condition(depth - 1), self.condition(depth - 1)
        within = pick(["(1, 2, True)", "range(0, 5)", "range(6, -4, -2)", "[a, 3]", f"range({y}, {z})"])
        forms = [
            f"({x} {pick(_OPERATORS)} {y})", f"({x} {pick(_OPERATORS)} {y})",
            f"({x} {pick(_OPERATORS)} {y} {pick(_OPERATORS)} {z})", f"({one} {pick(['and', 'or'])} {two})",
            f"(not {one})", f"({x} {pick(['in', 'not in'])} {within})", f"bool({x})", f"any(({one}, {x}))",
            f"all(({one}, {x}))", "(c is False)", f"({x} == None)",
        ]  # fmt: skip
        return pick(forms)

    def block(self, depth: int, indent: int, loop: bool) -> list[str]:
        lines: list[str] = []
        for _ in range(self.chance.randint(1, 3)):
            lines += [" " * indent + line for line in self.statement(depth, loop)]
        return lines

    def statement(self, depth: int, loop: bool) -> list[str]:
        pick = self.chance.choice
        kind = self.chance.randrange(11)
        if kind in (4, 5) and depth > 0:
            otherwise = ["else:", *self.block(depth - 1, 1, loop)] if self.chance.random() < 0.5 else []
            return [f"if {self.condition(2)}:", *self.block(depth - 1, 1, loop), *otherwise]
        if kind == 7 and depth > 0:
            return [f"for i in range({self.chance.randint(0, 4)}):", " t = t + i", *self.block(depth - 1, 1, True)]
        if kind == 3:
            return [f"{pick('abt')} {pick(['+', '-', '*', '//', '%'])}= {self.number(1)}"]
        if kind == 6:
            return [f"return {self.result()}"]
        if kind == 8 and loop:
            return [pick(["break", "continue"])]
        if kind == 9:
            return [f"a, b = {self.number(1)}, {self.number(1)}"]
        if kind == 10 and self.chance.random() < 0.3:
            return [f"assert {self.condition(1)}"]
        return [f"{pick('abt')} = {self.number(2)}"]

    def result(self) -> str:
        return self.chance.choice(
            [
                self.number(2), self.number(2), self.condition(2), "'x'", "None",
                f"({self.number(1)}, {self.condition(1)})", f"'p' if {self.condition(1)} else 'q'",
                f"[{self.number(1)}]",
            ]
        )  # fmt: skip
