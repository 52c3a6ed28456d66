"""Random functions whose expressions change lists while they are evaluated, make elements one by one, or share lists."""

# ruff: noqa: E501
from __future__ import annotations

import random
import re

_LETTER = r"\b[NITBLWVS]\b"
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


# N is a number, I a list, T a test, B what any and all are given, L what is made one by one, W what a loop may go
# through, V something about `v`, and S one of the lists with a name.
_PARTS: dict[str, tuple[str, ...]] = {
    "N": (
        "(N + N)", "(N * N)", "(N // N)", "(N % N)", "I[N]", "noted(S, N)", "sum(L)", "sum(I, N)", "len(I)", "max(N, N)",
        "max(I, key=lambda v: V)", "(N if T else N)", "I.count(N)", "S.index(N)", "xs.pop()", "xs.pop(N)", "down(ys, 2)",
        "down(ys, n)", "back(S, n)", "(T) + N", "abs(N)",
    ),
    "I": (
        "xs", "ys", "zs", "same(xs)", "first(xs)", "[N, N]", "xs[N:N]", "ys[::-1]", "list(L)", "sorted(L)",
        "[V for v in W]", "(I + I)", "sorted(xs, reverse=T)", "(I if T else I)", "grown(S, n)", "grown(S, 1)",
        "list(map(lambda v: None, xs))",
    ),
    "T": (
        "N < N", "N in I", "N < N <= N", "any(B)", "all(B)", "xs", "not ys", "I == I", "xs is None", "c is None",
    ),
    "B": (
        "V > 0 for v in W", "map(lambda v: V > 0, I)", "V > 0 for v in W if V != 1", "[V > 1 for v in xs]",
        "V > w for v in xs for w in ys", "v > 0 for v in filter(lambda v: V > 0, xs)",
    ),
    "L": (
        "map(lambda v: V, I)", "filter(lambda v: V > 0, I)", "(V for v in S)", "range(n)", "reversed(I)",
        "[u * w for u, w in zip(xs, I)]", "[u + w for u, w in enumerate(xs, N)]", "reversed(map(abs, xs))",
        "(u * w for u, w in zip(map(lambda v: V, xs), ys))", "(w for u, w in enumerate(map(lambda v: V, ys)))",
    ),
    "W": ("xs", "ys", "xs[::-1]", "reversed(xs)", "I", "L"),
    "V": ("v", "-v", "6 // v", "noted(ys, v)", "v + len(ys)", "abs(v)", "v * n"),
    "S": ("xs", "ys", "zs"),
}  # fmt: skip
_DEEP = {"N": ("a", "n", "1", "0", "-1", "len(xs)", "len(ys)", "xs.pop()", "ys.pop()"), "I": ("xs", "ys", "[1, 2]", "[]"),
         "T": ("n > 0", "xs"), "B": ("xs",), "L": ("range(n)",), "W": ("xs",)}  # fmt: skip
_STATEMENTS = (
    "a = N", "a += N", "ys = I", "zs = I", "S[N] = N", "S[N] += N", "ys.append(N)", "zs.append(N)", "zs += I",
    "xs.insert(N, N)", "del xs[N]", "xs.sort(reverse=T)", "zs = first(S)\nzs.append(a)", "zs = grown(S, n)\nzs.append(a)",
    "if T:\n    a = N\n    c = N", "if T:\n    def g(v):\n        return v + 1\nelse:\n    def g(v):\n        return v\na = g(a)",
    "for x in W:\n    a += N\n    if T:\n        break", "for x in S:\n    S.append(x)\n    S = [a]\n    a += 1\n    if a > 5:\n        break",
    "for x in S:\n    ys = [x] + ys\n    if T:\n        return S", "for x in S:\n    ys = [x] + ys\n    if T:\n        return (S, a)",
    "i = 0\nwhile i < len(xs):\n    i += 1\n    if T:\n        a += N", "try:\n    a = N\nexcept IndexError:\n    a = 7",
    "try:\n    a = N\nexcept ZeroDivisionError:\n    a = 7", "try:\n    a = xs[a]\nexcept LookupError:\n    ys.append(a)",
    "try:\n    a = c + 1\nexcept ArithmeticError:\n    ys.append(a)", "try:\n    a = xs.index(a)\nexcept ValueError:\n    S.append(a)",
    "d = {v: V for v in xs}\na = d.get(N, N)", "d = {}\nfor x in W:\n    d.setdefault(x, N)\n    d[x] += 1\nys = list(d.values())",
    "d = {v: V for v in ys}\na = d.pop(N, N)\nys = list(d)", "d = {n: N, N: N}\ndel d[N]\na = sum(d.values())",
    "s = set(xs)\ns.discard(N)\na = len(s)", "s = set(xs) | set(ys)\na = sum(s)", "s = set(xs) & {N, N}\na = len(s)",
    "s = set(xs) - set(ys)\ns.remove(N)\nys = sorted(s)", "d = {v: V for v in xs}\nc = d.get(N)\na = c + 1",
    "try:\n    a = xs[N]\n    a = a // n\nexcept (IndexError, ZeroDivisionError) as e:\n    a = 7\nelse:\n    a += N",
    "a = sum(map(lambda v, w: v * w, xs, I))", "a = len(list(zip(xs, ys, I)))", "ys = list(filter(None, xs))",
    "c = None\nfor x in W:\n    if c is None or x > c:\n        c = x\nc = 0 if c is None else c\na = c", "a, b = divmod(N, N)",
    "a, xs[a] = xs[a], a", "ys, zs = zs, ys", "c = N\na = c - 1", "a = c + 1", "any(B)", "sum(L)",
)  # fmt: skip


class Effects:
    """Writes functions of a list `xs` and a number `n`, from parts that are nested without regard to sense."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def function(self) -> str:
        lines = ["def f(xs, n):", "    ys = [n]", "    zs = xs", "    a = 0", "    c = None"]
        for _ in range(self.random.randint(1, 3)):
            lines += [f"    {line}" for line in self._filled(self.random.choice(_STATEMENTS), 0).split("\n")]
        result = self.random.choice(("a", "ys", "xs", "zs", "(a, len(xs), len(ys))", "N"))
        lines.append(f"    return {self._filled(result, 0)}")
        return _HELPERS + "\n" + "\n".join(lines)

    def _filled(self, template: str, depth: int) -> str:
        """The template with something for each of its letters."""
        parts = [_DEEP.get(each, _PARTS[each]) if depth > 1 else _PARTS[each] for each in re.findall(_LETTER, template)]
        chosen = iter([self._filled(self.random.choice(several), depth + 1) for several in parts])
        return re.sub(_LETTER, lambda _: next(chosen), template)
