"""A finite choice: the values are given. Its members are spread over sizes (size = bits of the position), so that a
record with many such fields varies all of them, and a table of results does not have 2^50 values of one size."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from viva.engines.enumeration.space import Code, Space, Value, bits
from viva.engines.enumeration.writing import is_unchangeable, write_value


class Choice(Space):
    """The values of a list. The code is the position."""

    def __init__(self, name: str, values: Sequence[Value], sources: Sequence[str] | None = None, offset: int = 0):
        super().__init__(name)
        self.members = tuple(values)
        self._sources = None if sources is None else tuple(sources)
        self.offset = offset
        self.frozen = all(is_unchangeable(value) for value in self.members)

    def count(self, n: int) -> int:
        start, stop = self._range(n)
        return stop - start

    def _range(self, n: int) -> tuple[int, int]:
        n -= self.offset
        if n < 0:
            return 0, 0
        start = 0 if n == 0 else 1 << (n - 1)
        return min(start, len(self.members)), min(1 << n, len(self.members))

    def walk(self, n: int) -> Iterator[Code]:
        return iter(range(*self._range(n)))

    def values(self, n: int) -> Iterator[Value]:
        start, stop = self._range(n)
        if self.frozen:
            return islice(self.members, start, stop)
        return (self.build(code) for code in range(start, stop))

    def at(self, n: int, i: int) -> Code:
        return self._range(n)[0] + i

    def rank(self, code: Code) -> tuple[int, int] | None:
        n = bits(code) + self.offset
        return n, code - self._range(n)[0]

    def build(self, code: Code) -> Value:
        value = self.members[code]
        return value if self.frozen else copy.deepcopy(value)

    def maker(self) -> Callable[[Code], Value]:
        return self.members.__getitem__ if self.frozen and not self.plain else self.build

    def source(self, code: Code) -> str:
        return write_value(self.members[code]) if self._sources is None else self._sources[code]

    def smaller(self, code: Code) -> Iterator[Code]:
        return iter(range(code))

    def least_of(self, leasts: dict[Space, int | None]) -> int | None:  # noqa: ARG002
        return self.offset if self.members else None

    def limit_of(self, limits: dict[Space, int | None]) -> int | None:  # noqa: ARG002
        return bits(len(self.members) - 1) + self.offset
