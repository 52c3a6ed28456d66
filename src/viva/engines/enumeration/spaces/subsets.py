"""Sets, and dicts as sets of keys with a value for each: no order, no repetition.

A set is a choice of j members from each class of equal size, so it is counted with binomials and never filtered.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate, chain, combinations, islice
from typing import Any

from viva.engines.enumeration.space import KEPT, KEPT_SIZES, Code, Space, Value
from viva.engines.enumeration.spaces.products import Product, make_tuple, tuple_source

# (size of the class, how many of it, size of their values together)
Block = tuple[int, int, int]


class Subsets(Space):
    """Sets of keys; with `items`, a value for each key. The code is the tuple of the members in the order of the keys:
    codes of keys, or pairs of codes. Each member costs 1 more than its size. There are at least `fewest` members, and
    at most `most`."""

    def __init__(
        self,
        name: str,
        keys: Space,
        items: Space | None,
        make: Callable[[Iterable[Any]], Value],
        source: Callable[[list[Any]], str],
        *,
        frozen: bool = False,
        fewest: int = 0,
        most: int | None = None,
    ) -> None:
        super().__init__(name, [keys] if items is None else [keys, items])
        self.frozen = frozen
        self.fewest, self.most = fewest, most
        self._make = make
        self._write = source
        self.kind = make
        self.forget()

    def forget(self) -> None:
        self._powers: dict[int, Product] = {}
        self._blocks: dict[tuple[int, int, int], tuple[list[Block], list[int]]] = {}
        self._rests: dict[tuple[int, int, int, bool], tuple[Any, ...]] = {}

    def counted(self, name: str, fewest: int, most: int | None) -> Subsets:
        """The sets of this space that have so many members."""
        other = self.copied()
        assert isinstance(other, Subsets)
        other.name = name
        other.fewest = max(self.fewest, fewest)
        other.most = self.most if most is None else most if self.most is None else min(self.most, most)
        return other

    @property
    def keys(self) -> Space:
        return self.parts[0]

    @property
    def items(self) -> Space | None:
        return self.parts[1] if len(self.parts) > 1 else None

    def _power(self, j: int) -> Product:
        """Tuples of j values."""
        if j not in self._powers:
            assert self.items is not None
            self._powers[j] = Product("", [self.items] * j, make_tuple, tuple_source, cost=0)
        return self._powers[j]

    def _together(self, j: int, m: int) -> int:
        """How many ways there are to give j keys values of size m altogether."""
        if self.items is None:
            return 1 if m == 0 else 0
        return self._power(j).card(m)

    def blocks(self, n: int, s: int, had: int) -> tuple[list[Block], list[int]]:
        """How sets of size n with keys of size s and more begin, and how many there are up to each beginning. They
        are the rest of sets that have `had` members already."""
        had = self._matters(had)
        known = self._blocks.get((n, s, had))
        if known is None:
            found: list[Block] = []
            many: list[int] = []
            for t in range(s, n):
                keys = self.keys.card(t)
                room = keys if self.most is None else min(keys, self.most - had)
                for j in range(1, min(room, n // (t + 1)) + 1):
                    left = n - j * (t + 1)
                    for m in range(left + 1) if self.items is not None else (0,):
                        count = self._together(j, m) and self.ways(left - m, t + 1, had + j)
                        if count:
                            found.append((t, j, m))
                            many.append(math.comb(keys, j) * self._together(j, m) * count)
            known = self._blocks[n, s, had] = found, list(accumulate(many))
        return known

    def _matters(self, had: int) -> int:
        """The members so far as far as they decide anything, so that sets of any number share their tables."""
        return had if self.most is not None else min(had, self.fewest)

    def ways(self, n: int, s: int, had: int) -> int:
        """How many sets of size n have only keys of size s and more, after `had` members."""
        if n == 0:
            return 1 if had >= self.fewest else 0
        if s >= n:
            return 0
        sums = self.blocks(n, s, had)[1]
        return sums[-1] if sums else 0

    def count(self, n: int) -> int:
        return self.ways(n, 0, 0)

    def rows(self, n: int, s: int, had: int, made: bool) -> Iterator[Any]:
        if n == 0:
            return iter(((),)) if had >= self.fewest else iter(())
        return chain.from_iterable(self._begun(n, block, had, made) for block in self.blocks(n, s, had)[0])

    def _begun(self, n: int, block: Block, had: int, made: bool) -> Iterator[Any]:
        t, j, m = block
        left = n - j * (t + 1) - m
        heads = self._heads(t, j, m, made)
        if left == 0:
            return heads
        return chain.from_iterable(map(head.__add__, self._rest(left, t + 1, had + j, made)) for head in heads)

    def _heads(self, t: int, j: int, m: int, made: bool) -> Iterator[Any]:
        keys = self.keys.part(t, made)
        if self.items is None:
            return zip(keys) if j == 1 else combinations(keys, j)
        power = self._power(j)
        return (
            tuple(zip(chosen, values, strict=True))
            for chosen in (zip(keys) if j == 1 else combinations(keys, j))
            for values in power.tuples(m, made)
        )

    def _rest(self, n: int, s: int, had: int, made: bool) -> Iterable[Any]:
        had = self._matters(had)
        kept = self._rests.get((n, s, had, made))
        if kept is not None:
            return kept
        if self.ways(n, s, had) > KEPT or n > KEPT_SIZES:
            return self.rows(n, s, had, made)
        return self._rests.setdefault((n, s, had, made), tuple(self.rows(n, s, had, made)))

    def walk(self, n: int) -> Iterator[Code]:
        return self.rows(n, 0, 0, False)

    def values(self, n: int) -> Iterator[Value]:
        self._settle()
        if all(part.shared for part in self.parts):
            return (self._make(row) for row in self.rows(n, 0, 0, True))
        return (self.build(code) for code in self.walk(n))

    def at(self, n: int, i: int) -> Code:
        members: list[Any] = []
        s = 0
        while n:
            blocks, sums = self.blocks(n, s, len(members))
            number = bisect_right(sums, i)
            i -= sums[number - 1] if number else 0
            t, j, m = blocks[number]
            n -= j * (t + 1) + m
            s = t + 1
            heads, i = divmod(i, self.ways(n, s, len(members) + j))
            chosen, values = divmod(heads, self._together(j, m))
            keys = [self.keys.at(t, place) for place in _combination(self.keys.card(t), j, chosen)]
            members += keys if self.items is None else zip(keys, self._power(j).at(m, values), strict=True)
        return tuple(members)

    def rank(self, code: Code) -> tuple[int, int] | None:
        """The members are brought into order first, so that any order of a dict's items will do."""
        entries = []
        for member in code:
            key = self.keys.rank(member if self.items is None else member[0])
            item = (0, 0) if self.items is None else self.items.rank(member[1])
            if key is None or item is None:
                return None
            entries.append((key, item, member))
        entries.sort(key=lambda entry: entry[0])
        if len(entries) < self.fewest or (self.most is not None and len(entries) > self.most):
            return None
        n = index = 0
        while entries:
            t = entries[-1][0][0]
            group = [entry for entry in entries if entry[0][0] == t]
            entries = entries[: -len(group)]
            had = len(entries)
            j, ways = len(group), self.ways(n, t + 1, had + len(group))
            m, values = 0, 0
            if self.items is not None:
                place = self._power(j).rank(tuple(entry[2][1] for entry in group))
                assert place is not None
                m, values = place
            n += j * (t + 1) + m
            chosen = _combination_index(self.keys.card(t), [entry[0][1] for entry in group])
            index += (chosen * self._together(j, m) + values) * ways
            s = entries[-1][0][0] + 1 if entries else 0
            blocks, sums = self.blocks(n, s, had)
            number = blocks.index((t, j, m))
            index += sums[number - 1] if number else 0
        return n, index

    def build(self, code: Code) -> Value:
        if self.items is None:
            return self._make(code if self.keys.plain else [self.keys.build(key) for key in code])
        key, item = self.keys.build, self.items.build
        return self._make([(key(k), item(v)) for k, v in code])

    def source(self, code: Code) -> str:
        if self.items is None:
            return self._write([self.keys.source(key) for key in code])
        return self._write([(self.keys.source(key), self.items.source(item)) for key, item in code])

    def weigh(self, code: Code) -> int | None:
        return self.weigh_inside(len(code), code)

    def inside(self, code: Code) -> Iterator[tuple[Space, Code]]:
        for member in code:
            if self.items is None:
                yield self.keys, member
            else:
                yield self.keys, member[0]
                yield self.items, member[1]

    def smaller(self, code: Code) -> Iterator[Code]:
        if len(code) > self.fewest:
            for number in range(len(code)):
                yield code[:number] + code[number + 1 :]
        for number, member in enumerate(code):
            key = member if self.items is None else member[0]
            others = [other if self.items is None else other[0] for other in code[:number] + code[number + 1 :]]
            for less in self.keys.smaller(key):
                if less not in others:
                    changed = less if self.items is None else (less, member[1])
                    yield (*code[:number], changed, *code[number + 1 :])
            if self.items is not None:
                for less in self.items.smaller(member[1]):
                    yield (*code[:number], (key, less), *code[number + 1 :])

    def least_of(self, leasts: dict[Space, int | None]) -> int | None:
        """That of the fewest members: the smallest keys there are, with the smallest items."""
        if not self.fewest:
            return 0
        known = [least for part in self.parts if (least := leasts[part]) is not None]
        if len(known) < len(self.parts):
            return None
        items = known[1] if len(known) > 1 else 0
        sizes = list(islice(self._key_sizes(), self.fewest))
        return sum(t + 1 + items for t in sizes) if len(sizes) == self.fewest else None

    def _key_sizes(self) -> Iterator[int]:
        """The sizes of all keys, from the smallest on."""
        return (t for t in self.keys.sizes() for _ in range(self.keys.card(t)))

    def limit_of(self, limits: dict[Space, int | None]) -> int | None:
        if any(part not in limits for part in self.parts) or self.most == 0:
            return 0
        known = [limit for part in self.parts if (limit := limits[part]) is not None]
        if len(known) < len(self.parts):
            return None
        items = known[1] if len(known) > 1 else 0
        left = sum(self.keys.card(t) for t in range(known[0] + 1))
        left = left if self.most is None else min(left, self.most)
        size = 0
        for t in range(known[0], -1, -1):
            many = min(left, self.keys.card(t))
            size, left = size + many * (t + 1 + items), left - many
        return size


def _combination(many: int, j: int, index: int) -> list[int]:
    """The index-th choice of j out of `many` places, in lexicographic order."""
    chosen: list[int] = []
    first = 0
    for left in range(j, 0, -1):
        # choices that begin before place p: comb(many - first, left) - comb(many - p, left)
        all_ways = math.comb(many - first, left)
        lo, hi = first, many - left
        while lo < hi:
            middle = (lo + hi + 1) // 2
            if all_ways - math.comb(many - middle, left) <= index:
                lo = middle
            else:
                hi = middle - 1
        index -= all_ways - math.comb(many - lo, left)
        chosen.append(lo)
        first = lo + 1
    return chosen


def _combination_index(many: int, chosen: list[int]) -> int:
    index = first = 0
    for number, place in enumerate(chosen):
        left = len(chosen) - number
        index += math.comb(many - first, left) - math.comb(many - place, left)
        first = place + 1
    return index


class Nonempty(Space):
    """All of a sequence or set space but the empty one, which is the only one of size 0."""

    def __init__(self, inner: Space) -> None:
        super().__init__(inner.name, [inner])

    @property
    def inner(self) -> Space:
        return self.parts[0]

    def alternatives(self) -> list[Space]:
        return self.parts

    def count(self, n: int) -> int:
        return 0 if n == 0 else self.inner.card(n)

    def walk(self, n: int) -> Iterator[Code]:
        return self.inner.walk(n) if n else iter(())

    def values(self, n: int) -> Iterator[Value]:
        return self.inner.values(n) if n else iter(())

    def at(self, n: int, i: int) -> Code:
        return self.inner.at(n, i)

    def rank(self, code: Code) -> tuple[int, int] | None:
        return self.inner.rank(code)

    def weigh(self, code: Code) -> int | None:
        return self.inner.weigh(code)

    def inside(self, code: Code) -> Iterator[tuple[Space, Code]]:
        return self.inner.inside(code)

    def build(self, code: Code) -> Value:
        return self.inner.build(code)

    def source(self, code: Code) -> str:
        return self.inner.source(code)

    def smaller(self, code: Code) -> Iterator[Code]:
        return (less for less in self.inner.smaller(code) if less)

    def least_of(self, leasts: dict[Space, int | None]) -> int | None:
        known = [leasts[part] for part in self.inner.parts]
        return None if None in known else 1 + sum(least for least in known if least is not None)

    def limit_of(self, limits: dict[Space, int | None]) -> int | None:
        return limits[self.inner]
