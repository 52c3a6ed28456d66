"""All of several: tuples, records, classes, the arguments of a function."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, chain, islice, product
from typing import Any

from viva.engines.enumeration.space import KEPT, Code, Space, Value
from viva.engines.enumeration.spaces.sums import Sum

_FEW_SPLITS = 400


class Product(Space):
    """One value of each part. The code is the tuple of their codes; `cost` is added to the sum of their sizes.

    Within a size, the sizes of the parts are split in lexicographic order, and each split is counted through like an
    odometer.
    """

    def __init__(
        self,
        name: str,
        parts: Sequence[Space],
        make: Callable[..., Value],
        source: Callable[[Sequence[str]], str],
        *,
        cost: int = 1,
        frozen: bool = False,
    ) -> None:
        super().__init__(name, parts)
        self.cost = cost
        self.frozen = frozen
        self._make = make
        self._write = source
        self.kind: object = make
        self.is_tuple = make is make_tuple
        self.forget()

    def forget(self) -> None:
        self._suffixes: dict[tuple[int, int], int] = {}
        self._splits: dict[tuple[int, int], tuple[list[int], list[int], list[int]]] = {}
        self._whole_splits: dict[int, tuple[list[int], list[Any]] | None] = {}
        self._maker: Callable[[Code], Value] | None = None

    def become(self, make: Callable[..., Value], source: Callable[[Sequence[str]], str]) -> None:
        """How values are made and written, where that is known only after the space."""
        self._make, self._write = make, source

    def _suffix(self, first: int, n: int) -> int:
        """How many tuples of the parts from `first` on have size n."""
        if first == len(self.parts):
            return 1 if n == 0 else 0
        if first == len(self.parts) - 1:
            return self.parts[first].card(n)
        known = self._suffixes.get((first, n))
        if known is None:
            part = self.parts[first]
            known = sum(card * self._suffix(first + 1, n - k) for k in range(n + 1) if (card := part.card(k)))
            self._suffixes[first, n] = known
        return known

    def count(self, n: int) -> int:
        return self._suffix(0, n - self.cost) if n >= self.cost else 0

    def _sizes(self, first: int, n: int) -> Iterator[tuple[int, ...]]:
        """All ways to split n over the parts from `first` on for which there are values."""
        if first == len(self.parts) - 1:
            if self.parts[first].card(n):
                yield (n,)
            return
        for k in range(n + 1):
            if self.parts[first].card(k) and self._suffix(first + 1, n - k):
                for rest in self._sizes(first + 1, n - k):
                    yield k, *rest

    def tuples(self, n: int, made: bool) -> Iterator[tuple[Any, ...]]:
        """The tuples of codes of size n, or of values if `made`."""
        if n < self.cost or not self.inhabited:
            return iter(())
        if not self.parts:
            return iter([()]) if n == self.cost else iter(())
        return chain.from_iterable(self._split(sizes, made) for sizes in self._sizes(0, n - self.cost))

    def _split(self, sizes: Sequence[int], made: bool) -> Iterator[tuple[Any, ...]]:
        if all(part.card(k) <= KEPT for part, k in zip(self.parts, sizes, strict=True)):
            return product(*(part.part(k, made) for part, k in zip(self.parts, sizes, strict=True)))
        return _nested(self.parts, sizes, made)

    def walk(self, n: int) -> Iterator[Code]:
        return self.tuples(n, False)

    def values(self, n: int) -> Iterator[Value]:
        self._settle()
        if all(part.shared for part in self.parts):
            if self.is_tuple:
                return self.tuples(n, True)
            return (self._make(*items) for items in self.tuples(n, True))
        make = self.maker()
        return (make(code) for code in self.tuples(n, False))

    def at(self, n: int, i: int) -> Code:
        if not self.parts:
            return ()
        table = self._whole_splits.get(n) if n in self._whole_splits else self._whole_table(n)
        if table is not None:
            sums, splits = table
            number = bisect_right(sums, i)
            if number:
                i -= sums[number - 1]
            inverse = []
            for at, k, card in splits[number]:
                i, inner = divmod(i, card)
                inverse.append(at(k, inner))
            return tuple(inverse[::-1])
        return self._stepwise(n, i)

    def _whole_table(self, n: int) -> tuple[list[int], list[Any]] | None:
        """All splits of a size at once, last part first, where there are not many."""
        splits = list(islice(self._sizes(0, n - self.cost), _FEW_SPLITS + 1))
        table = None
        if len(splits) <= _FEW_SPLITS:
            told = [[(part.at, k, part.card(k)) for part, k in zip(self.parts, each, strict=True)] for each in splits]
            sums = list(accumulate(math.prod(card for _, _, card in each) for each in told))
            table = sums, [tuple(reversed(each)) for each in told]
        self._whole_splits[n] = table
        return table

    def _stepwise(self, n: int, i: int) -> Code:
        n -= self.cost
        sizes = []
        before = 1
        for first, part in enumerate(self.parts[:-1]):
            choices, sums, cards = self._splits.get((first, n)) or self._split_table(first, n)
            at = bisect_right(sums, i // before) if before > 1 else bisect_right(sums, i)
            if at:
                i -= sums[at - 1] * before
            k = choices[at]
            sizes.append((part, k, cards[at]))
            before *= cards[at]
            n -= k
        last = self.parts[-1]
        i, inner = divmod(i, last.card(n))
        code = [last.at(n, inner)]
        for part, k, card in reversed(sizes):
            i, inner = divmod(i, card)
            code.append(part.at(k, inner))
        code.reverse()
        return tuple(code)

    def _split_table(self, first: int, n: int) -> tuple[list[int], list[int], list[int]]:
        """The sizes that the part `first` may have out of n, how many tuples there are up to each, and how many codes
        the part has of that size."""
        key = first, n
        table = self._splits.get(key)
        if table is None:
            part = self.parts[first]
            many = [(k, part.card(k) * self._suffix(first + 1, n - k)) for k in range(n + 1)]
            many = [(k, count) for k, count in many if count]
            table = [k for k, _ in many], list(accumulate(count for _, count in many)), [part.card(k) for k, _ in many]
            self._splits[key] = table
        return table

    def rank(self, code: Code) -> tuple[int, int] | None:
        places = [part.rank(inner) for part, inner in zip(self.parts, code, strict=True)]
        known = [place for place in places if place is not None]
        if len(known) < len(places):
            return None
        index = 0
        for part, (k, inner) in zip(self.parts, known, strict=True):
            index = index * part.card(k) + inner
        n = left = sum(k for k, _ in known)
        before = 1
        for first, (k, _) in enumerate(known[:-1]):
            choices, sums, _ = self._split_table(first, left)
            at = choices.index(k)
            index += (sums[at - 1] if at else 0) * before
            before *= self.parts[first].card(k)
            left -= k
        return n + self.cost, index

    def build(self, code: Code) -> Value:
        return self.maker()(code)

    def maker(self) -> Callable[[Code], Value]:
        """One function that makes the value, compiled for these parts: three times as fast as a loop over them.

        What it calls is filled in after it is known itself, because a part may be made of this very space.
        """
        if self._maker is None:
            names: dict[str, object] = {"make": self._make, "__name__": __name__}
            items = [_making(number, part) for number, part in enumerate(self.parts)]
            text = f"lambda code: make({', '.join(items)})"
            self._maker = eval(compile(text, __file__, "eval"), names)  # text of our own only
            for number, part in enumerate(self.parts):
                names[f"b{number}"] = tuple(p.maker() for p in part.parts) if _is_sum(part) else part.maker()
        return self._maker

    def source(self, code: Code) -> str:
        return self._write([part.source(inner) for part, inner in zip(self.parts, code, strict=True)])

    def weigh(self, code: Code) -> int | None:
        return self.weigh_inside(self.cost, code)

    def inside(self, code: Code) -> Iterator[tuple[Space, Code]]:
        return zip(self.parts, code, strict=True)

    def smaller(self, code: Code) -> Iterator[Code]:
        yield from self.terms(code)
        for number, part in enumerate(self.parts):
            for inner in part.smaller(code[number]):
                yield (*code[:number], inner, *code[number + 1 :])

    def least_of(self, leasts: dict[Space, int | None]) -> int | None:
        known = [least for part in self.parts if (least := leasts[part]) is not None]
        return self.cost + sum(known) if len(known) == len(self.parts) else None

    def limit_of(self, limits: dict[Space, int | None]) -> int | None:
        known = [limit for part in self.parts if (limit := limits[part]) is not None]
        return self.cost + sum(known) if len(known) == len(self.parts) else None


def _making(number: int, part: Space) -> str:
    """The expression that makes one part from its code; alternatives are told apart on the spot."""
    if part.plain:
        return f"code[{number}]"
    return f"b{number}[code[{number}][0]](code[{number}][1])" if _is_sum(part) else f"b{number}(code[{number}])"


def _is_sum(part: Space) -> bool:
    return isinstance(part, Sum)


def _nested(parts: Sequence[Space], sizes: Sequence[int], made: bool) -> Iterator[tuple[Any, ...]]:
    """The product of parts of which some are too large to be put into memory."""
    if not parts:
        yield ()
        return
    head: Iterable[Any] = parts[0].part(sizes[0], made)
    if all(part.card(k) <= KEPT for part, k in zip(parts[1:], sizes[1:], strict=True)):
        rest = [tuple(part.part(k, made)) for part, k in zip(parts[1:], sizes[1:], strict=True)]
        for item in head:
            yield from product((item,), *rest)
        return
    for item in head:
        for others in _nested(parts[1:], sizes[1:], made):
            yield item, *others


def tuple_source(items: Sequence[str]) -> str:
    return f"({', '.join(items)}{',' if len(items) == 1 else ''})"


def make_tuple(*items: Value) -> tuple[Value, ...]:
    return items
