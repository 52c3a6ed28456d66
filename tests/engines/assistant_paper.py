"""The programs of the assistant for introductory Python programs (Phothilimthana and Nguyen 2014): each right, and what
is wrong in the one that was handed in. The paper prints hailstone, product and multIA; the others are made again after
what it tells of them."""

from dataclasses import dataclass

HAILSTONE = """def hailstone(n: int) -> list[int]:
    nn = []
    while n != 1:
        nn.append(n)
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
    return nn
"""
PRODUCT = """def square(x):
    return x * x

def product(n: int) -> int:
    total, k = 1, 1
    while k <= n:
        total, k = square(k) * total, k + 1
    return total
"""
MULTIPLY = """def multIA(m: int, n: int) -> int:
    i = 0
    result = 0
    while i < n:
        result = result + m
        i = i + 1
    return result
"""
EVALUATE = """def evaluatePoly(poly: list[int], x: int) -> int:
    result = 0
    for i in range(len(poly)):
        result = result + poly[i] * x ** i
    return result
"""
DERIVE = """def computeDeriv(poly: list[int]) -> list[int]:
    result = []
    i = 1
    while i < len(poly):
        result.append(i * poly[i])
        i = i + 1
    return result
"""
EVERY_OTHER = """def everyOther(l: list[int]) -> list[int]:
    result = []
    for i in range(len(l)):
        if i % 2 == 0:
            result.append(l[i])
    return result
"""
SMALL = "def requires(n):\n    return 1 <= n <= 60\n"


@dataclass(frozen=True, slots=True)
class Benchmark:
    """`faults` are what is right and what was written instead."""

    name: str
    function: str
    reference: str
    faults: tuple[tuple[str, str], ...]
    requires: str | None = None

    @property
    def wrong(self) -> str:
        text = self.reference
        for old, new in self.faults:
            assert old in text
            text = text.replace(old, new)
        return text


BENCHMARKS = (
    Benchmark("everyOther-s1", "everyOther", EVERY_OTHER, (("range(len(l))", "range(l)"),)),
    Benchmark("evalPoly-s2", "evaluatePoly", EVALUATE, (("x ** i", "x ** (i + 1)"),)),
    Benchmark("evalPoly-s4", "evaluatePoly", EVALUATE, (("range(len(poly))", "range(1, len(poly))"),)),
    Benchmark("hailstone", "hailstone", HAILSTONE, (("n != 1", "n != 2"),), SMALL),
    Benchmark("product", "product", PRODUCT, (("total, k = 1, 1", "total, k = 0, 1"), ("k + 1", "total + 1"))),
    Benchmark("multIA", "multIA", MULTIPLY, (("result = 0", "result = 1"), ("result + m", "result * m"))),
    Benchmark("computeDeriv", "computeDeriv", DERIVE, (("i = 1", "i = 2"), ("i * poly[i]", "(i + 1) * poly[i]"))),
    Benchmark(
        "everyOther-s2", "everyOther", EVERY_OTHER,
        (("range(len(l))", "range(1, len(l))"), ("i % 2 == 0", "i % 2 == 1"), ("l[i]", "l[i + 1]")),
    ),
)  # fmt: skip
BY_NAME = {benchmark.name: benchmark for benchmark in BENCHMARKS}
