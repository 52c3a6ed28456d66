"""Random functions whose expressions change lists while they are evaluated, make elements one by one, or share lists."""

from __future__ import annotations

import random

_HELPERS = """
def same(zs):
    return zs

def noted(zs, v):
    zs.append(v)
    return v

def first(zs):
    for z in zs:
        if z > 1:
            return zs
    return []

def grown(zs, m):
    if m <= 0:
        return zs
    return grown(zs + [m], m - 1)

def down(zs, m):
    if m <= 0:
        return 0
    zs.append(m)
    return len(zs) + down(zs, m - 1)

def back(zs, m):
    if m <= 0:
        return 0
    return back(zs, m - 1) + len(zs)
"""


class Effects:
    """Writes functions of a list `xs` and a number `n`, from parts that are nested without regard to sense."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.depth = 0

    def function(self) -> str:
        lines = ["def f(xs, n):", "    ys = [n]", "    zs = xs", "    a = 0", "    c = None"]
        for _ in range(self.random.randint(1, 3)):
            lines += [f"    {line}" for line in self.statement()]
        lines.append(f"    return {self.random.choice(['a', 'ys', 'xs', 'zs', '(a, len(xs), len(ys))', self.number()])}")
        return _HELPERS + "\n" + "\n".join(lines)

    def one_of(self, *parts: str) -> str:
        return self.random.choice(parts)

    def number(self) -> str:
        self.depth += 1
        if self.depth > 3:
            found = self.one_of("a", "n", "1", "0", "-1", "len(xs)", "len(ys)", "xs.pop()", "ys.pop()")
        else:
            found = self.one_of(
                f"({self.number()} {self.one_of('+', '-', '*', '//', '%')} {self.number()})",
                f"{self.items()}[{self.number()}]",
                f"noted({self.one_of('xs', 'ys', 'zs')}, {self.number()})",
                f"sum({self.lazy()})", f"sum({self.items()}, {self.number()})", f"len({self.items()})",
                f"max({self.number()}, {self.number()})", f"max({self.items()}, key=lambda v: {self.inner()})",
                f"({self.number()} if {self.test()} else {self.number()})", f"{self.items()}.count({self.number()})",
                f"{self.one_of('xs', 'ys')}.index({self.number()})", "xs.pop()", f"xs.pop({self.number()})",
                f"down(ys, {self.one_of('2', 'n', '-1')})", f"back({self.one_of('xs', 'ys')}, {self.one_of('2', 'n')})",
                f"({self.test()}) + {self.number()}", f"abs({self.number()})",
            )  # fmt: skip
        self.depth -= 1
        return found

    def inner(self) -> str:
        return self.one_of("v", "-v", "6 // v", "noted(ys, v)", "v + len(ys)", "abs(v)", "v * n")

    def test(self) -> str:
        self.depth += 1
        found = self.one_of(
            f"{self.number()} < {self.number()}", f"{self.number()} in {self.items()}",
            f"{self.number()} < {self.number()} <= {self.number()}", f"any({self.truths()})", f"all({self.truths()})",
            "xs", "not ys", f"{self.items()} == {self.items()}", "xs is None", "c is None",
        ) if self.depth < 4 else "n > 0"  # fmt: skip
        self.depth -= 1
        return found

    def truths(self) -> str:
        return self.one_of(
            f"{self.inner()} > 0 for v in {self.walked()}", f"map(lambda v: {self.inner()} > 0, {self.items()})",
            f"{self.inner()} > 0 for v in {self.walked()} if {self.inner()} != 1", f"[{self.inner()} > 1 for v in xs]",
            f"{self.inner()} > w for v in xs for w in ys", f"v > 0 for v in filter(lambda v: {self.inner()} > 0, xs)",
        )  # fmt: skip

    def walked(self) -> str:
        return self.one_of("xs", "ys", "xs[::-1]", "reversed(xs)", self.items(), self.lazy())

    def lazy(self) -> str:
        return self.one_of(
            f"map(lambda v: {self.inner()}, {self.items()})", f"filter(lambda v: {self.inner()} > 0, {self.items()})",
            f"({self.inner()} for v in {self.one_of('xs', 'ys')})", "range(n)", f"reversed({self.items()})",
            f"[u * w for u, w in zip(xs, {self.items()})]", f"[u + w for u, w in enumerate(xs, {self.number()})]",
            f"(u * w for u, w in zip(map(lambda v: {self.inner()}, xs), ys))", "reversed(map(abs, xs))",
            f"(w for u, w in enumerate(map(lambda v: {self.inner()}, ys)))",
        )  # fmt: skip

    def items(self) -> str:
        self.depth += 1
        if self.depth > 3:
            found = self.one_of("xs", "ys", "zs", "[1, 2]", "[]")
        else:
            found = self.one_of(
                "xs", "ys", "zs", "same(xs)", "first(xs)", f"[{self.number()}, {self.number()}]",
                f"xs[{self.number()}:{self.number()}]", "ys[::-1]", f"list({self.lazy()})", f"sorted({self.lazy()})",
                f"[{self.inner()} for v in {self.walked()}]", f"({self.items()} + {self.items()})",
                f"sorted(xs, reverse={self.test()})", f"({self.items()} if {self.test()} else {self.items()})",
                f"grown({self.one_of('xs', 'ys')}, {self.one_of('n', '1')})", "list(map(lambda v: None, xs))",
            )  # fmt: skip
        self.depth -= 1
        return found

    def statement(self) -> list[str]:
        return self.random.choice(
            [
                [f"a {self.one_of('=', '+=', '-=')} {self.number()}"],
                [f"{self.one_of('ys', 'zs')} = {self.items()}"],
                [f"{self.one_of('xs', 'ys', 'zs')}[{self.number()}] {self.one_of('=', '+=')} {self.number()}"],
                [f"ys.append({self.number()})"],
                [f"zs.append({self.number()})"],
                [f"zs += {self.items()}"],
                [f"xs.insert({self.number()}, {self.number()})"],
                [f"del xs[{self.number()}]"],
                [f"xs.sort(reverse={self.test()})"],
                [f"zs = first({self.one_of('xs', 'ys')})", "zs.append(a)"],
                [f"zs = grown({self.one_of('xs', 'ys')}, n)", "zs.append(a)"],
                [f"if {self.test()}:", f"    a = {self.number()}", f"    c = {self.number()}"],
                [f"if {self.test()}:", "    def g(v):", "        return v + 1", "else:", "    def g(v):", "        return v",
                 "a = g(a)"],
                [f"for x in {self.walked()}:", f"    a += {self.number()}", f"    if {self.test()}:", "        break"],
                [f"for x in {self.one_of('xs', 'ys', 'same(xs)')}:", f"    {self.one_of('xs', 'ys')}.append(x)",
                 f"    {self.one_of('xs', 'ys', 'zs')} = [a]", "    a += 1", "    if a > 5:", "        break"],
                [f"for x in {self.one_of('xs', 'ys')}:", "    ys = [x] + ys", f"    if {self.test()}:",
                 f"        return {self.one_of('ys', 'xs', '(ys, a)', 'zs')}"],
                ["i = 0", "while i < len(xs):", "    i += 1", f"    if {self.test()}:", f"        a += {self.number()}"],
                ["try:", f"    a = {self.number()}", f"except {self.one_of('IndexError', 'ZeroDivisionError', 'ValueError')}:",
                 "    a = 7"],
                ["try:", f"    a = {self.one_of('xs[a]', 'c + 1', 'xs.index(a)', 'a // n')}",
                 f"except {self.one_of('LookupError', 'ArithmeticError', 'ValueError')}:", "    ys.append(a)"],
                ["a, xs[a] = xs[a], a"],
                ["ys, zs = zs, ys"],
                [f"c = {self.one_of('None', 'a', self.number())}", f"a = c {self.one_of('+', '-')} 1"],
                [f"any({self.truths()})"],
                [f"sum({self.lazy()})"],
            ]
        )  # fmt: skip
