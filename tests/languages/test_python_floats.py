"""Whether a function calculates with floats is seen in its values, and not in names."""

import pytest

from viva.languages.python.trusted import watching_floats

EXACT = [
    "def f(n): return pow(n, 2)",
    "def f(n): return n // 2",
    "import math\ndef f(n): return math.isqrt(n)",
    "def f(n):\n    '''sqrt, float, 0.5'''\n    return n * n",
    "RATE = 0.5\ndef f(n): return n + 1",
    "def f(n):\n    if n < 0:\n        return n / 2\n    return n",
    "def f(n: float = 1.5):\n    total = 0\n    for i in range(n):\n        total += i\n    return total",
    "class A:\n    def g(self, n): return self.h(n)\n    def h(self, n): return n**3\ndef f(n): return A().g(n)",
    "def f(n):\n    match n:\n        case 7: return 1\n        case _: return 0",
    "def f(n): return f'{n:>3}'",
]
INEXACT = [
    "def f(n): return int(n / 2)",
    "from math import pow\ndef f(n): return int(pow(n, 2))",
    "def f(n): return round(n ** 0.5)",
    "def f(n): return int(n ** -1)",
    "def f(n):\n    n /= 2\n    return int(n)",
    "def f(n):\n    total = sum([n])\n    total /= len([n])\n    return total > 2",
    "import statistics\ndef f(n): return int(statistics.fmean([n]))",
    "def f(n):\n    for x in [n, n]:\n        yield int(x / 2)",
    "HALF = 0.5\ndef f(n): return int(n * HALF)",
    "def half(n): return n / 2\ndef f(n): return int(half(n))",
    "import math\ndef f(n): return math.floor(math.log10(n))",
]


@pytest.mark.parametrize(("source", "expected"), [*((e, False) for e in EXACT), *((e, True) for e in INEXACT)])
def test_floats_are_seen_in_values(source: str, expected: bool) -> None:
    text, asked = watching_floats(source, "f")
    names: dict[str, object] = {}
    exec(text, names)
    assert bool(names[asked](7)) is expected  # type: ignore[operator]
