"""Recursion in many habits against loops and against other recursion, each with near misses that differ from it.

For each: the model solution, the other program, its near misses as (text, other text), the shapes, and what is required.
"""

# ruff: noqa: E501
from __future__ import annotations

from dataclasses import dataclass

from tests.engines.proofs.sources import INT, INTS, TEXT
from viva.engines.shapes import Shape


@dataclass(frozen=True)
class Pair:
    model: str
    other: str
    misses: tuple[tuple[str, str], ...]
    shapes: tuple[Shape, ...] = (INT,)
    requires: str = ""


FIB = "def f(n):\n    if n < 2:\n        return n\n    return f(n - 1) + f(n - 2)"
NOT_NEGATIVE = "def requires(n):\n    return n >= 0"
FACTORIAL = "def f(n):\n    if n == 0:\n        return 1\n    return n * f(n - 1)"
POWER = "def f(b, e):\n    r = 1\n    for _ in range(e):\n        r *= b\n    return r"
EXPONENT = "def requires(b, e):\n    return e >= 0"
DIGITS = "def f(n):\n    s = 0\n    while n > 0:\n        s += n % 10\n        n //= 10\n    return s"
TOTAL = "def f(xs):\n    t = 0\n    for x in xs:\n        t += x\n    return t"
LARGEST = (
    "def f(xs):\n    assert xs\n    m = xs[0]\n    for x in xs:\n        if x > m:\n            m = x\n    return m"
)
PALINDROME = "def f(s):\n    return s == s[::-1]"
SORTED = "def requires(xs, x):\n    return all(xs[i] <= xs[i + 1] for i in range(len(xs) - 1))"

PAIRS: dict[str, Pair] = {
    "fibonacci and two variables": Pair(
        FIB,
        "def f(n):\n    a, b = 0, 1\n    for _ in range(n):\n        a, b = b, a + b\n    return a",
        (("a, b = 0, 1", "a, b = 1, 1"), ("a + b", "a + a"), ("range(n)", "range(n - 1)")),
        requires=NOT_NEGATIVE,
    ),
    "fibonacci and a while": Pair(
        FIB,
        "def f(n):\n    if n <= 1:\n        return n\n    before, now = 0, 1\n    i = 2\n    while i <= n:\n        before, now = now, before + now\n        i += 1\n    return now",
        (("i = 2", "i = 3"), ("n <= 1", "n <= 2"), ("before, now = 0, 1", "before, now = 1, 0")),
    ),
    "fibonacci and a table": Pair(
        FIB,
        "def f(n):\n    t = [0, 1]\n    for i in range(2, n + 1):\n        t.append(t[i - 1] + t[i - 2])\n    return t[n]",
        (("[0, 1]", "[0, 2]"), ("t[i - 2]", "t[i - 1]"), ("return t[n]", "return t[-1]")),
        requires=NOT_NEGATIVE,
    ),
    "fibonacci with two base cases": Pair(
        FIB,
        "def f(n):\n    if n == 0:\n        return 0\n    if n == 1:\n        return 1\n    return f(n - 2) + f(n - 1)",
        (("return 0", "return 1"), ("f(n - 2)", "f(n - 3)")),
        requires=NOT_NEGATIVE,
    ),
    "fibonacci with accumulators": Pair(
        FIB,
        "def g(n, a, b):\n    if n == 0:\n        return a\n    return g(n - 1, b, a + b)\n\ndef f(n):\n    return g(n, 0, 1)",
        (("0, 1)", "1, 1)"), ("return a\n", "return b\n")),
        requires=NOT_NEGATIVE,
    ),
    "fibonacci with default arguments": Pair(
        FIB,
        "def f(n, a=0, b=1):\n    if n == 0:\n        return a\n    return f(n - 1, b, a + b)",
        (("a=0", "a=1"), ("b, a + b", "a, a + b")),
        requires=NOT_NEGATIVE,
    ),
    "factorial forwards": Pair(
        FACTORIAL,
        "def f(n):\n    p = 1\n    for i in range(1, n + 1):\n        p *= i\n    return p",
        (("n + 1", "n"), ("p *= i", "p *= i + 1")),
        requires=NOT_NEGATIVE,
    ),
    "factorial backwards": Pair(
        FACTORIAL,
        "def f(n):\n    p = 1\n    while n > 1:\n        p = p * n\n        n -= 1\n    return p",
        (("n > 1", "n > 2"), ("n -= 1", "n -= 1 if n != 30 else 2")),
        requires=NOT_NEGATIVE,
    ),
    "factorial both ways without recursion": Pair(
        "def f(n):\n    p = 1\n    for i in range(2, n + 1):\n        p *= i\n    return p",
        "def f(n):\n    p = 1\n    while n > 1:\n        p = p * n\n        n -= 1\n    return p",
        (("n > 1", "n > 2"), ("p * n", "p + n")),
    ),
    "factorial with an accumulator": Pair(
        FACTORIAL,
        "def f(n, made=1):\n    if n <= 1:\n        return made\n    return f(n - 1, n * made)",
        (("made=1", "made=2"), ("n <= 1", "n <= 2")),
        requires=NOT_NEGATIVE,
    ),
    "power by halving": Pair(
        POWER,
        "def f(b, e):\n    if e == 0:\n        return 1\n    h = f(b, e // 2)\n    if e % 2 == 0:\n        return h * h\n    return h * h * b",
        (("return h * h * b", "return h * h + b"), ("e % 2 == 0", "e % 2 == 1"), ("return 1", "return b")),
        (INT, INT),
        EXPONENT,
    ),
    "power by squaring the base": Pair(
        POWER,
        "def f(b, e):\n    if e == 0:\n        return 1\n    if e % 2 == 1:\n        return b * f(b, e - 1)\n    return f(b * b, e // 2)",
        (("b * b,", "b + b,"), ("e - 1)", "e - 2)")),
        (INT, INT),
        EXPONENT,
    ),
    "power by a loop that halves": Pair(
        "def f(b, e):\n    if e == 0:\n        return 1\n    return b * f(b, e - 1)",
        "def f(b, e):\n    r = 1\n    while e > 0:\n        if e % 2 == 1:\n            r *= b\n        b *= b\n        e //= 2\n    return r",
        (("r *= b", "r += b"), ("b *= b", "b += b"), ("r = 1", "r = 0")),
        (INT, INT),
        EXPONENT,
    ),
    "sum of the digits": Pair(
        DIGITS,
        "def f(n):\n    if n < 10:\n        return n\n    return n % 10 + f(n // 10)",
        (("n < 10", "n < 11"), ("n % 10 +", "n % 9 +")),
        requires=NOT_NEGATIVE,
    ),
    "sum of the digits to zero": Pair(
        "def f(n):\n    if n < 10:\n        return n\n    return f(n // 10) + n % 10",
        "def f(n):\n    if n == 0:\n        return 0\n    return n % 10 + f(n // 10)",
        (("return 0", "return 1"), ("n // 10", "n // 100")),
        requires=NOT_NEGATIVE,
    ),
    "number of digits": Pair(
        "def f(n):\n    if n < 10:\n        return 1\n    return 1 + f(n // 10)",
        "def f(n):\n    c = 1\n    while n >= 10:\n        c += 1\n        n = n // 10\n    return c",
        (("n >= 10", "n > 10"), ("c = 1\n", "c = 0\n")),
        requires=NOT_NEGATIVE,
    ),
    "greatest common divisor": Pair(
        "def f(a, b):\n    if b == 0:\n        return a\n    return f(b, a % b)",
        "def f(a, b):\n    while b != 0:\n        rest = a % b\n        a = b\n        b = rest\n    return a",
        (("return a", "return b"), ("b != 0", "b > 1")),
        (INT, INT),
        "def requires(a, b):\n    return a >= 0 and b >= 0",
    ),
    "sum by head and rest": Pair(
        TOTAL,
        "def f(xs):\n    if not xs:\n        return 0\n    return xs[0] + f(xs[1:])",
        (("xs[1:]", "xs[2:]"), ("return 0", "return 1")),
        (INTS,),
    ),
    "sum by the last one": Pair(
        TOTAL,
        "def f(xs):\n    if len(xs) == 0:\n        return 0\n    return f(xs[:-1]) + xs[-1]",
        (("xs[-1]", "xs[0]"), ("xs[:-1]", "xs[:-2]")),
        (INTS,),
    ),
    "sum by an index": Pair(
        TOTAL,
        "def f(xs, i=0):\n    if i == len(xs):\n        return 0\n    rest = f(xs, i + 1)\n    return xs[i] + rest",
        (("i=0", "i=1"), ("i + 1", "i + 2")),
        (INTS,),
    ),
    "sum by an index from behind": Pair(
        TOTAL,
        "def g(xs, n):\n    if n == 0:\n        return 0\n    return g(xs, n - 1) + xs[n - 1]\n\ndef f(xs):\n    return g(xs, len(xs))",
        (("+ xs[n - 1]", "+ xs[0]"), ("g(xs, len(xs))", "g(xs, len(xs) - 1)")),
        (INTS,),
    ),
    "sum by halves": Pair(
        TOTAL,
        "def f(xs):\n    if len(xs) == 0:\n        return 0\n    if len(xs) == 1:\n        return xs[0]\n    m = len(xs) // 2\n    return f(xs[:m]) + f(xs[m:])",
        (("return xs[0]", "return 1"), ("xs[m:]", "xs[m + 1:]")),
        (INTS,),
    ),
    "sum by halves with bounds": Pair(
        TOTAL,
        "def g(xs, lo, hi):\n    if hi - lo == 0:\n        return 0\n    if hi - lo == 1:\n        return xs[lo]\n    m = (lo + hi) // 2\n    return g(xs, lo, m) + g(xs, m, hi)\n\ndef f(xs):\n    return g(xs, 0, len(xs))",
        (
            ("return xs[lo]", "return xs[0]"),
            ("(lo + hi) // 2", "(lo + hi) // 2 + 1"),
            ("g(xs, m, hi)", "g(xs, m + 1, hi)"),
        ),
        (INTS,),
    ),
    "number of elements": Pair(
        "def f(xs):\n    return len(xs)",
        "def f(xs):\n    if xs == []:\n        return 0\n    return 1 + f(xs[1:])",
        (("return 0", "return 1"), ("1 +", "2 +")),
        (INTS,),
    ),
    "largest by head and rest": Pair(
        LARGEST,
        "def f(xs):\n    if len(xs) == 1:\n        return xs[0]\n    rest = f(xs[1:])\n    if xs[0] > rest:\n        return xs[0]\n    return rest",
        (("xs[0] > rest", "xs[0] < rest"), ("xs[1:]", "xs[:1]")),
        (INTS,),
    ),
    "largest by max": Pair(
        LARGEST,
        "def f(xs):\n    if len(xs) == 1:\n        return xs[0]\n    return max(xs[0], f(xs[1:]))",
        (("max(", "min("), ("len(xs) == 1", "len(xs) <= 2")),
        (INTS,),
    ),
    "how often": Pair(
        "def f(xs, x):\n    return xs.count(x)",
        "def f(xs, x):\n    if not xs:\n        return 0\n    rest = f(xs[1:], x)\n    return rest + 1 if xs[0] == x else rest",
        (("rest + 1", "rest + 2"), ("xs[0] == x", "xs[0] != x")),
        (INTS, INT),
    ),
    "backwards": Pair(
        "def f(xs):\n    return xs[::-1]",
        "def f(xs):\n    if not xs:\n        return []\n    return f(xs[1:]) + [xs[0]]",
        (("[xs[0]]", "[xs[-1]]"), ("xs[1:]", "xs[2:]")),
        (INTS,),
    ),
    "text backwards": Pair(
        "def f(s):\n    r = ''\n    for c in s:\n        r = c + r\n    return r",
        "def f(s):\n    if len(s) <= 1:\n        return s\n    return s[-1] + f(s[:-1])",
        (("s[-1] +", "s[0] +"), ("<= 1", "<= 2")),
        (TEXT,),
    ),
    "without a character": Pair(
        "def f(s):\n    return ''.join(c for c in s if c != 'a')",
        "def f(s):\n    if s == '':\n        return ''\n    rest = f(s[1:])\n    if s[0] == 'a':\n        return rest\n    return s[0] + rest",
        (("== 'a'", "== 'b'"), ("s[0] + rest", "rest + s[0]")),
        (TEXT,),
    ),
    "palindrome by its ends": Pair(
        PALINDROME,
        "def f(s):\n    if len(s) < 2:\n        return True\n    return s[0] == s[-1] and f(s[1:-1])",
        (("s[-1]", "s[1]"), ("len(s) < 2", "len(s) < 3")),
        (TEXT,),
    ),
    "palindrome by two places": Pair(
        "def f(s):\n    if len(s) <= 1:\n        return True\n    if s[0] != s[-1]:\n        return False\n    return f(s[1:-1])",
        "def f(s):\n    i, j = 0, len(s) - 1\n    while i < j:\n        if s[i] != s[j]:\n            return False\n        i += 1\n        j -= 1\n    return True",
        (("i < j", "i < j - 1"), ("len(s) - 1", "len(s) - 2")),
        (TEXT,),
    ),
    "palindrome by two parameters": Pair(
        PALINDROME,
        "def g(s, i, j):\n    if i >= j:\n        return True\n    return s[i] == s[j] and g(s, i + 1, j - 1)\n\ndef f(s):\n    return g(s, 0, len(s) - 1)",
        (("i >= j", "i >= j - 1"), ("g(s, 0, len(s) - 1)", "g(s, 1, len(s) - 1)")),
        (TEXT,),
    ),
    "even and odd": Pair(
        "def f(n):\n    return n % 2 == 0",
        "def odd(n):\n    if n == 0:\n        return False\n    return f(n - 1)\n\ndef f(n):\n    if n == 0:\n        return True\n    return odd(n - 1)",
        (("return False", "return True"), ("odd(n - 1)", "odd(n)")),
        requires=NOT_NEGATIVE,
    ),
    "multiplication by adding": Pair(
        "def f(a, b):\n    return a * b",
        "def f(a, b):\n    if b == 0:\n        return 0\n    return a + f(a, b - 1)",
        (("return 0", "return 1"), ("a + f", "b + f")),
        (INT, INT),
        "def requires(a, b):\n    return b >= 0",
    ),
    "binary search": Pair(
        "def f(xs, x):\n    return x in xs",
        "def g(xs, x, lo, hi):\n    if lo > hi:\n        return False\n    m = (lo + hi) // 2\n    if xs[m] == x:\n        return True\n    if xs[m] < x:\n        return g(xs, x, m + 1, hi)\n    return g(xs, x, lo, m - 1)\n\ndef f(xs, x):\n    return g(xs, x, 0, len(xs) - 1)",
        (("lo > hi", "lo >= hi"), ("m + 1", "m + 2"), ("xs[m] < x", "xs[m] > x")),
        (INTS, INT),
        SORTED,
    ),
    "binary search twice": Pair(
        "def f(xs, x):\n    lo, hi = 0, len(xs) - 1\n    while lo <= hi:\n        m = (lo + hi) // 2\n        if xs[m] == x:\n            return True\n        if xs[m] < x:\n            lo = m + 1\n        else:\n            hi = m - 1\n    return False",
        "def g(xs, x, lo, hi):\n    if lo > hi:\n        return False\n    m = (lo + hi) // 2\n    if xs[m] == x:\n        return True\n    if xs[m] < x:\n        return g(xs, x, m + 1, hi)\n    return g(xs, x, lo, m - 1)\n\ndef f(xs, x):\n    return g(xs, x, 0, len(xs) - 1)",
        (("lo > hi", "lo >= hi"), ("m + 1", "m + 2")),
        (INTS, INT),
    ),
    "triangular numbers": Pair(
        "def f(n):\n    t = 0\n    for i in range(n + 1):\n        t += i\n    return t",
        "def f(n):\n    if n <= 0:\n        return 0\n    return n + f(n - 1)",
        (("n <= 0", "n <= 1"), ("n + f", "1 + f")),
    ),
    "every number doubled": Pair(
        "def f(xs):\n    r = []\n    for x in xs:\n        r.append(x * 2)\n    return r",
        "def f(xs):\n    if not xs:\n        return []\n    return [xs[0] * 2] + f(xs[1:])",
        (("xs[0] * 2", "xs[0] * 3"), ("xs[1:]", "xs[2:]")),
        (INTS,),
    ),
    "three recursive calls": Pair(
        "def f(n):\n    if n < 3:\n        return n\n    return f(n - 1) + f(n - 2) + f(n - 3)",
        "def f(n):\n    a, b, c = 0, 1, 2\n    for _ in range(n):\n        a, b, c = b, c, a + b + c\n    return a",
        (("0, 1, 2", "0, 1, 1"), ("a + b + c", "b + c")),
        requires=NOT_NEGATIVE,
    ),
}
