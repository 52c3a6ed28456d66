"""Random functions over a list, a number and a table that mix what a first course uses: changes, names, generators."""

# ruff: noqa: E501
from __future__ import annotations

import random

_HEAD = (
    "from collections import Counter, defaultdict\nfrom dataclasses import dataclass\n"
    "@dataclass\nclass P:\n    x: int\n    y: int = 2\n    def up(self, n):\n        self.x += n\n        return self.x\n"
    "def gen(xs, n):\n    for x in xs:\n        if x > n:\n            yield x\n        n += 1\n"
    "def change(g, n):\n    g[0].append(n)\n    return len(g)\n"
    "def f(xs, n, g):\n    a = 0\n    b = n\n    ys = [1, 2]\n    d = defaultdict(int)\n    h = {}\n    p = P(n)\n    q = P(1)\n"
)
_STATEMENTS = [
    "g[{i}][{i}] = {e}", "g[{i}].append({e})", "g[{i}] += [{e}]", "row = g[{i}]", "a += len(row)", "change(g, {e})",
    "for row in g:\n    row.append({e})", "for row in g:\n    a += len(row)\n    g[0].append(a)", "h.setdefault({e}, []).append({e})",
    "ys.append({e})", "zs = ys", "ys = ys + [{e}]", "ys, xs = xs, ys", "g.append(ys)", "g.append([{e}])", "g[0] = [{e}]",
    "d[{e}] += {e}", "a = d[{e}]", "p.x += {e}", "q = p", "p = P({e}, a)", "a += p.up({e})", "p, q = q, p",
    "for x in gen(xs, {e}):\n    a += x\n    if a > 9:\n        break", "for x in gen(xs, 0):\n    xs.append(x) if a > 3 else None\n    a += 1",
    "a = sum(gen(xs, {e}))", "m = (x + b for x in xs)\na += sum(m)", "m = filter(lambda v: v > b, xs)\nb += 1\nfor x in m:\n    a += x\n    b += 1",
    "for x in (v * 2 for v in xs if v > b):\n    b += 1\n    a += x", "if (c := {e}) > 1:\n    a += c", "ys = [(b := v + b) for v in xs]",
    "match ys:\n    case [u]:\n        a = u\n    case [u, *w] if u > b:\n        a = len(w)\n    case _:\n        a -= 1",
    "match {e}:\n    case 0 | 1:\n        a += 5\n    case u if u > 3:\n        b = u\n    case -1:\n        a = b",
    "u, *w = xs + [{e}]\na += u + len(w)", "xs[{i}:{i}] = [{e}]", "del ys[{i}:]", "a += len(xs[{i}:{i}:-1])", "try:\n    a += xs[{e}]\nexcept IndexError:\n    a -= 1",
    "while (b := b - 1) > 0:\n    a += b", "k = lambda v: v + b\na = k({e})", "a += max([k2 for k2 in xs if k2 > b], default={e})",
    "for i in range(2):\n    zs = list(xs)\n    zs.append(i)\n    a += len(zs)", "if a > 3:\n    p = q", "if xs and xs[0] > b:\n    ys = xs",
]  # fmt: skip
_RESULTS = [
    "a",
    "(a, b)",
    "ys",
    "xs",
    "g",
    "h",
    "dict(d)",
    "(p.x, q.x)",
    "p == q",
    "[a, len(d), p.y]",
    "[len(r) for r in g]",
]


def function(seed: int) -> str:
    rng = random.Random(seed)
    numbers = ["a", "b", "n", "0", "1", "2", "-1", "len(xs)", "p.x", "a + b", "n - a", "n % 3"]
    lines = []
    for _ in range(rng.randint(2, 5)):
        text = rng.choice(_STATEMENTS)
        while "{e}" in text:
            text = text.replace("{e}", rng.choice(numbers), 1)
        while "{i}" in text:
            text = text.replace("{i}", rng.choice(["0", "1", "-1", "n"]), 1)
        if rng.random() < 0.3:
            head = rng.choice(["for t in range(2):", "if n > 1:", "for t in xs:"])
            text = head + "\n" + "\n".join(f"    {line}" for line in text.split("\n"))
        lines += text.split("\n")
    return _HEAD + "\n".join(f"    {line}" for line in [*lines, f"return {rng.choice(_RESULTS)}"]) + "\n"
