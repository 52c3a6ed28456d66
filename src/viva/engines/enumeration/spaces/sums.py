"""Either one or the other: the alternatives of a union."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, chain, repeat

from viva.engines.enumeration.space import Code, Space, Value


class Sum(Space):
    """The values of all alternatives, which have no value in common. The code is (number of the alternative, code)."""

    def __init__(self, name: str, parts: Sequence[Space] = ()) -> None:
        super().__init__(name, parts)
        self.forget()

    def forget(self) -> None:
        self._sums: dict[int, list[int]] = {}

    def alternatives(self) -> Sequence[Space]:
        return self.parts

    def count(self, n: int) -> int:
        return sum(part.card(n) for part in self.parts)

    def walk(self, n: int) -> Iterator[Code]:
        return chain.from_iterable(zip(repeat(k), p.part(n, False)) for k, p in enumerate(self.parts) if p.card(n))

    def values(self, n: int) -> Iterator[Value]:
        self._settle()
        if self.shared:
            return chain.from_iterable(part.part(n, True) for part in self.parts if part.card(n))
        return chain.from_iterable(part.values(n) for part in self.parts if part.card(n))

    def at(self, n: int, i: int) -> Code:
        sums = self._sums.get(n)
        if sums is None:
            sums = self._sums[n] = list(accumulate(part.card(n) for part in self.parts))
        k = bisect_right(sums, i)
        return k, self.parts[k].at(n, i - sums[k - 1] if k else i)

    def rank(self, code: Code) -> tuple[int, int] | None:
        place = self.parts[code[0]].rank(code[1])
        if place is None:
            return None
        n, i = place
        return n, i + sum(part.card(n) for part in self.parts[: code[0]])

    def build(self, code: Code) -> Value:
        return self.parts[code[0]].build(code[1])

    def source(self, code: Code) -> str:
        part: Space = self.parts[code[0]]
        return part.source(code[1])

    def weigh(self, code: Code) -> int | None:
        return self.weigh_inside(0, code)

    def inside(self, code: Code) -> Iterator[tuple[Space, Code]]:
        yield self.parts[code[0]], code[1]

    def smaller(self, code: Code) -> Iterator[Code]:
        yield from self.terms(code)
        for k, part in enumerate(self.parts):
            if k != code[0] and part.least is not None:
                yield k, part.at(part.least, 0)
        for inner in self.parts[code[0]].smaller(code[1]):
            yield code[0], inner

    def least_of(self, leasts: dict[Space, int | None]) -> int | None:
        return min((least for part in self.parts if (least := leasts[part]) is not None), default=None)

    def limit_of(self, limits: dict[Space, int | None]) -> int | None:
        known = [limits[part] for part in self.parts if part in limits]
        return None if None in known else max(limit for limit in known if limit is not None)
