"""Random programs whose loops take lists apart, change them in place, or change them while they are gone through."""

from __future__ import annotations

import random

HEADS = (
    "while xs:", "while len(xs) > 1:", "while n in xs:", "while xs.count(n) > 1:", "while i < len(xs):",
    "while i <= len(xs) - 1:", "while xs and i < 9:", "for x in xs:", "for x in xs[:]:", "for i, x in enumerate(xs):",
    "for i in range(len(xs)):", "for i in range(len(xs) - 1, -1, -1):", "for i in range(1, len(xs)):",
    "for _ in range(xs.count(n)):", "for x in ys:", "for x in reversed(ys):",
)  # fmt: skip
CHANGES = (
    "xs.pop()", "xs.pop(0)", "xs.pop(i)", "del xs[i]", "del xs[0]", "xs.remove(n)", "xs.remove(x)", "xs = xs[1:]",
    "xs = xs[:-1]", "xs = xs[:i] + xs[i + 1:]", "xs[i] = xs[i] + 1", "xs[i] = n", "xs[i] = x", "xs.append(n)",
    "xs = xs[:i] + [n] + xs[i + 1:]", "xs.reverse()", "xs.insert(0, n)", "xs[i] = xs[i] + xs[i - 1]",
    "ys.append(xs.pop())", "ys.append(xs.pop(0))", "ys.append(xs[0])", "ys.append(xs[i])", "ys.append(x)",
)  # fmt: skip
OTHERS = ("a += 1", "i += 1", "i -= 1", "a += len(xs)", "i = 0", "continue", "break", "a += xs[0]", "pass", "return a")
TESTS = (
    "xs[i] == n",
    "xs[i] > 1",
    "x == n",
    "x > n",
    "xs[0] == n",
    "x in ys",
    "xs[i] in xs[:i]",
    "len(xs) > 2",
    "a < 3",
)


class Shrinking:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def function(self) -> str:
        lines = [
            "def f(xs, n):",
            "    a = 0",
            "    i = 0",
            "    x = 0",
            f"    ys = {self._one(('[]', 'xs[:]', '[n]'))}",
        ]
        lines += self._loop(1)
        if self.random.random() < 0.3:
            lines += self._loop(1)
        return "\n".join([*lines, f"    return {self._one(('xs', 'ys', '(a, xs)', 'a', 'xs + ys', '(i, xs)'))}"])

    def _one(self, several: tuple[str, ...]) -> str:
        return self.random.choice(several)

    def _loop(self, depth: int) -> list[str]:
        space = "    " * depth
        lines = [space + self._one(HEADS)]
        inner = space + "    "
        shape = self.random.random()
        if depth == 1 and shape < 0.12:
            return [*lines, f"{inner}i = 0", *self._loop(2), f"{inner}a += 1"]
        if shape < 0.6:
            lines += [f"{inner}if {self._one(TESTS)}:", f"{inner}    {self._one(CHANGES)}"]
            lines += [f"{inner}else:", f"{inner}    {self._one(('i += 1', *OTHERS, *CHANGES))}"]
        else:
            lines.append(inner + self._one(CHANGES))
        if self.random.random() < 0.5:
            lines.append(inner + self._one((*OTHERS, *CHANGES)))
        return lines
