"""Numbers: integers by the bits of their distance from zero, and floating point with its corners early."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator, Sequence
from itertools import chain

from viva.engines.enumeration.space import Code, Space, Value, bits
from viva.engines.enumeration.writing import write_value


class Leaf(Space):
    """A space whose codes are its values."""

    plain = True

    def build(self, code: Code) -> Value:
        return code

    def source(self, code: Code) -> str:
        return write_value(code)


class Integers(Leaf):
    """The integers from `lo` to `hi` (None: no end). Size n holds those whose distance from the one nearest to zero
    has n bits, so that 20 sizes reach a million; one integer per size would take ages to get anywhere."""

    def __init__(self, lo: int | None = None, hi: int | None = None, name: str = "int") -> None:
        super().__init__(name)
        self.lo, self.hi = lo, hi
        self.origin = max(lo or 0, 0) if lo is not None and lo > 0 else min(hi, 0) if hi is not None else 0
        self._free = lo is None and hi is None
        self._above = None if hi is None else hi - self.origin
        self._below = None if lo is None else self.origin - lo

    def _ranges(self, n: int) -> tuple[range, range]:
        """Those above the origin and those below it."""
        if n == 0:
            return range(self.origin, self.origin + 1), range(0)
        first, last = 1 << (n - 1), (1 << n) - 1
        up = last if self._above is None else min(last, self._above)
        down = last if self._below is None else min(last, self._below)
        above, below = self.origin + first, self.origin - first
        return range(above, max(self.origin + up + 1, above)), range(below, min(self.origin - down - 1, below), -1)

    def count(self, n: int) -> int:
        if n == 0:
            return 1
        above, below = self._ranges(n)
        # len() of a range has a largest value
        return max(0, above.stop - above.start) + max(0, below.start - below.stop)

    def walk(self, n: int) -> Iterator[Code]:
        return chain(*self._ranges(n))

    def at(self, n: int, i: int) -> Code:
        if self._free:
            first = 1 << n >> 1
            return first + i if i < first else -i
        above, below = self._ranges(n)
        many = above.stop - above.start
        return above.start + i if i < many else below.start - (i - many)

    def rank(self, code: Code) -> tuple[int, int] | None:
        if not self.holds(code):
            return None
        n = bits(abs(code - self.origin))
        above, below = self._ranges(n)
        return (n, code - above.start) if code >= self.origin else (n, above.stop - above.start + below.start - code)

    def holds(self, value: Value) -> bool:
        return (
            type(value) is int
            and (self.lo is None or value >= self.lo)
            and (self.hi is None or value <= self.hi)
        )  # fmt: skip

    def smaller(self, code: Code) -> Iterator[Code]:
        distance = code - self.origin
        if distance < 0 and self.holds(self.origin - distance):
            yield self.origin - distance
        step = abs(distance)
        while step:
            yield code - step if distance > 0 else code + step
            step //= 2

    def least_of(self, leasts: dict[Space, int | None]) -> int | None:  # noqa: ARG002
        return None if self.lo is not None and self.hi is not None and self.lo > self.hi else 0

    def limit_of(self, limits: dict[Space, int | None]) -> int | None:  # noqa: ARG002
        if self._above is None or self._below is None:
            return None
        return bits(max(self._above, self._below))


# Where floating point bites: signed zero, what is no number, what rounds, what overflows and what vanishes.
CORNERS = (
    0.0, -0.0, 0.1, float("nan"), float("inf"), float("-inf"), 1 / 3, 2.0**53, 1e16, 1e-9, 1e308,
    5e-324, 1.7976931348623157e308, -1.7976931348623157e308, 2.220446049250313e-16, 2.2250738585072014e-308,
    2.0**53 + 2, 1e22, 0.30000000000000004, -(2.0**53), 2.0**63, 1e100, -1e-300,
)  # fmt: skip

_TABLED = 12  # sizes that are listed; beyond them there are formulas
_LARGEST = 48


class Floats(Leaf):
    """Floating point numbers from `lo` to `hi`: small whole numbers, dyadic fractions, decimals such as 0.1, thirds,
    and the corners, each once. Up to size 12 they are tabled; beyond are longer dyadic numbers. Never taken for
    finite, because what is listed is a choice out of the 2^64 there are. `without` are integers whose equals are left
    out."""

    def __init__(
        self,
        lo: float | None = None,
        hi: float | None = None,
        name: str = "float",
        distinct: bool = False,
        without: Sequence[Integers] = (),
    ) -> None:
        super().__init__(name)
        self.lo, self.hi, self.distinct, self.without = lo, hi, distinct, without
        table = _table(lo, hi, distinct)
        self._table = [[value for value in row if not self._equals_integer(value)] for row in table]
        self._place = {_key(value): (n, i) for n, row in enumerate(self._table) for i, value in enumerate(row)}
        self._free = lo is None and hi is None and not without

    def count(self, n: int) -> int:
        if n <= _TABLED:
            return len(self._table[n])
        # as many whole numbers of n bits as numbers with some more bits behind the point
        return 2 << n if self._free and n <= _LARGEST else 0

    def walk(self, n: int) -> Iterator[Code]:
        return iter(self._table[n]) if n <= _TABLED else (self.at(n, i) for i in range(self.card(n)))

    def at(self, n: int, i: int) -> Code:
        if n <= _TABLED:
            return self._table[n][i]
        half, j = divmod(i, 1 << n)
        sign = -1.0 if j % 2 else 1.0
        if half == 0:
            return sign * ((1 << (n - 1)) + j // 2)
        return sign * math.ldexp((1 << n) + 2 * (j // 2) + 1, -_places(n))

    def rank(self, code: Code) -> tuple[int, int] | None:
        place = self._place.get(_key(code))
        if place or not self._free or not math.isfinite(code):
            return place
        numerator, denominator = abs(code).as_integer_ratio()
        n = bits(numerator) if denominator == 1 else bits(numerator) - 1
        if not _TABLED < n <= _LARGEST or (denominator > 1 and denominator != 1 << _places(n)):
            return None
        sign = 1 if code < 0 else 0
        if denominator == 1:
            return n, 2 * (numerator - (1 << (n - 1))) + sign
        return n, (1 << n) + 2 * ((numerator - (1 << n)) // 2) + sign

    def smaller(self, code: Code) -> Iterator[Code]:
        candidates = [0.0, 1.0, -1.0, 2.0, 0.5]
        if math.isfinite(code):
            candidates += [abs(code), float(math.trunc(code)), code / 2, float(round(code, 1)), float(round(code, 3))]
            if abs(code) > 1:
                candidates += [code - math.copysign(1.0, code), float(round(code, -3))]
        own = complexity(code)
        for value in candidates:
            if complexity(value) < own and self.holds(value):
                yield value

    def holds(self, value: Value) -> bool:
        if not isinstance(value, float) or not _within(value, self.lo, self.hi) or self._equals_integer(value):
            return False
        return not (self.distinct and (math.isnan(value) or _key(value) == _key(-0.0)))

    def _equals_integer(self, value: float) -> bool:
        return bool(self.without) and value.is_integer() and any(each.holds(int(value)) for each in self.without)

    def least_of(self, leasts: dict[Space, int | None]) -> int | None:  # noqa: ARG002
        return next((n for n, row in enumerate(self._table) if row), None)

    def limit_of(self, limits: dict[Space, int | None]) -> int | None:  # noqa: ARG002
        return None


def complexity(value: float) -> tuple[int, int, float, bool]:
    """A measure that falls while a number is made smaller: corners, then digits, then distance from zero."""
    if not math.isfinite(value):
        return 3, 0, 0.0, value < 0
    whole = value == math.trunc(value)
    return (0 if whole else 1), len(repr(abs(value))), abs(value), math.copysign(1.0, value) < 0


def _places(n: int) -> int:
    """How many bits stand behind the point in the longer numbers of size n."""
    return n // 2 + 3


def _key(value: float) -> bytes:
    return b"nan" if math.isnan(value) else struct.pack("<d", value)


def _within(value: float, lo: float | None, hi: float | None) -> bool:
    if lo is None and hi is None:
        return True
    return (lo is None or value >= lo) and (hi is None or value <= hi)


def _table(lo: float | None, hi: float | None, distinct: bool) -> list[list[float]]:
    """The numbers of sizes 0 to 12, no two alike; `distinct` leaves out those that Python's equality cannot tell."""
    seen: set[bytes] = {_key(-0.0), b"nan"} if distinct else set()
    rows: list[list[float]] = []
    for n in range(_TABLED + 1):
        row: list[float] = []
        for value in _candidates(n, lo, hi):
            if _within(value, lo, hi) and _key(value) not in seen:
                seen.add(_key(value))
                row.append(value)
        rows.append(row)
    return rows


def _candidates(n: int, lo: float | None, hi: float | None) -> Iterator[float]:
    start = 0 if n == 0 else 1 << (n - 1)
    for m in range(start, 1 << n):
        yield float(m)
        yield float(-m)
    yield from CORNERS[2 * n : 2 * n + 2]
    for denominator_bits in range(1, n):
        top = n - denominator_bits
        for m in range(1 << (top - 1), 1 << top):
            if m % 2:
                yield m / (1 << denominator_bits)
                yield -m / (1 << denominator_bits)
    for denominator, cost in ((10.0, 2), (3.0, 3), (100.0, 4), (7.0, 5), (1000.0, 6)):
        top = n - cost
        if 0 < top <= 8:
            for m in range(1 << (top - 1), 1 << top):
                if abs(m / denominator) < 32:
                    yield m / denominator
                    yield -m / denominator
    if lo is not None and n == 0:
        yield lo
    if hi is not None and n == 0:
        yield hi
    if lo is not None and hi is not None and n:
        for m in range(1, 1 << min(n, 8), 2):
            yield lo + (hi - lo) * (m / (1 << min(n, 8)))
    elif lo is not None or hi is not None:
        # one end only: go on from it
        end = lo if lo is not None else hi
        assert end is not None
        for m in range(start, 1 << n):
            yield end + m if lo is not None else end - m
            yield end + m / 10 if lo is not None else end - m / 10
