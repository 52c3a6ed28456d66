"""In which order arguments are tried: three streams in turn, and no argument twice.

1. `order`: all arguments by size; a size that will not be finished is walked in strides, so that it is seen all over.
2. `constants`: the same shapes over constants of the code under test and over corners.
3. `samples`: uniform samples of larger sizes, which have shapes that the order would reach after ages.

Small finite types are walked in order only. What the second and third stream have tried is noted by size and index,
and the first passes over it; both streams end after a bounded number of tests, so memory stays flat.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import field
from itertools import islice

from viva.core.records import dataclass
from viva.engines.enumeration import Space, Value
from viva.engines.enumeration.space import Code
from viva.engines.enumeration.spaces.subsets import Subsets
from viva.engines.properties.places import CONSTANTS, ORDER, SAMPLES, Locator

_MOST_SPECIAL = 2000  # tests in each of the second and third stream
_SCATTERED = 2500  # a part of a size of up to this many tests is walked in strides
_LARGEST_SIZE = 200  # deeper values than this overflow the stack of honest programs
_COUNTABLE_FUNCTIONS, _COUNTABLE_DICTS, _COUNTABLE_SETS = 24, 36, 48
_EMPTY_SIZES = 80  # as many sizes without values in a row end a walk


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some arguments of one size in a row: `values` gives them built, from `start` on."""

    size: int
    start: int
    values: Iterator[Value]
    count: int


@dataclass(slots=True)
class Order:
    """The first stream. `special` are the places that other streams have tried."""

    space: Space
    expected: int  # how many tests it will probably make
    special: dict[int, set[int]] = field(default_factory=dict)
    size: int = -1  # being walked; all smaller ones are done
    index: int = 0  # next in this size
    card: int = 0
    stride: int = 1
    given: int = 0
    finished: bool = False  # every argument was given
    by_index: bool = False  # values of this space cannot all be built: each is built on its own
    _walk: Iterator[Value] | None = None

    def take(self, count: int) -> Iterator[Stretch | Locator]:
        """The next `count` arguments: as stretches where they are walked, as places where they are indexed."""
        while count > 0:
            if self.index >= self.card and not self._next_size():
                return
            skipped = self.special.get(self.size, set())
            if self._walk is None:
                place = self.index * self.stride % self.card
                self.index += 1
                if place not in skipped:
                    count -= 1
                    self.given += 1
                    yield Locator(ORDER, self.size, place)
                continue
            start = self.index
            stop = min(start + count, self.card, min((i for i in skipped if i >= start), default=self.card))
            if stop == start:
                next(self._walk)
                self.index += 1
                continue
            self.index = stop
            count -= stop - start
            self.given += stop - start
            yield Stretch(self.size, start, islice(self._walk, stop - start), stop - start)

    def unbuilt(self, place: int) -> None:
        """Goes on by index from a place whose value could not be built."""
        self.given -= self.index - place
        self.index, self.stride, self._walk, self.by_index = place, 1, None, True

    def _next_size(self) -> bool:
        empty = 0
        while True:
            limit = self.space.limit
            if limit is not None and self.size >= limit:
                self.finished = True
                return False
            if self.size >= _LARGEST_SIZE or empty > _EMPTY_SIZES:
                return False
            self.size += 1
            self.card, self.index = self.space.card(self.size), 0
            if self.card:
                break
            empty += 1
        left = self.expected - self.given
        self.stride = 1
        self._walk = None
        if self.card > left and left <= _SCATTERED:
            self.stride = _coprime(self.card)
        elif not self.by_index:
            self._walk = self.space.values(self.size)
        return True

    def has_given(self, size: int, index: int) -> bool:
        """Whether this stream has tried an argument already."""
        if size != self.size:
            return size < self.size
        if self._walk is not None or self.stride == 1:
            return index < self.index
        return index * pow(self.stride, -1, self.card) % self.card < self.index

    def covered(self) -> str:
        whole = sum(self.space.card(n) for n in range(self.size))
        if self.finished:
            return f"all {whole + self.card:,} values"
        some = f"{self.index:,} of {_many(self.card)} of size {self.size}" if self.index < self.card else ""
        if self.index >= self.card > 0:
            return f"all {whole + self.card:,} values up to size {self.size}"
        return f"all {whole:,} values up to size {self.size - 1}" + (f", {some}" if some else "") if whole else some


def _many(count: int) -> str:
    return f"{count:,}" if count < 10**9 else f"10^{len(str(count)) - 1}"


def _coprime(card: int) -> int:
    """A stride that meets every index once, about a golden section of the whole apart."""
    stride = max(int(card * 0.6180339887) | 1, 1)
    while math.gcd(stride, card) != 1:
        stride += 2 if stride % 2 else 1
    return stride % card or 1


@dataclass(slots=True)
class Special:
    """What the second and third stream share: they give codes, each with its place, and note them in the order."""

    order: Order
    most: int
    given: int = 0
    _countable: int | None = None

    def take(self, count: int) -> Iterator[tuple[Locator, Code]]:
        """The next arguments, `count` at most."""
        raise NotImplementedError

    def countable(self) -> int:
        """The sizes up to which the space is counted quickly: functions and dicts take long."""
        if self._countable is None:
            graph = self.order.space.graph()
            subsets = [part for part in graph if isinstance(part, Subsets)]
            functions = any(part.is_function for part in graph)
            dicts = any(part.items is not None for part in subsets)
            self._countable = (
                _COUNTABLE_FUNCTIONS if functions
                else _COUNTABLE_DICTS if dicts
                else _COUNTABLE_SETS if subsets
                else _LARGEST_SIZE
            )  # fmt: skip
        return self._countable

    def is_new(self, code: Code) -> bool:
        """Notes the code in the order, unless it was tried already."""
        weight = self.order.space.weigh(code)
        # What the order will never come to needs no note, and its rank may be long to find.
        if weight is None or weight > self.countable():
            return True
        place = self.order.space.rank(code)
        if place is None:
            return True
        size, index = place
        noted = self.order.special.setdefault(size, set())
        if index in noted or self.order.has_given(size, index):
            return False
        noted.add(index)
        return True


@dataclass(slots=True)
class Constants(Special):
    over: Space | None = None
    _places: Iterator[tuple[int, int]] | None = None
    _seen: set[tuple[int, int]] = field(default_factory=set)

    def take(self, count: int) -> Iterator[tuple[Locator, Code]]:
        if self.over is None:
            return
        self._places = self._places or self._in_turn()
        for size, index in self._places:
            code = self.over.at(size, index)
            if (size, index) not in self._seen and self.is_new(code):
                self._seen.add((size, index))
                self.given += 1
                count -= 1
                yield Locator(CONSTANTS, size, index), code
            if count <= 0 or self.given >= self.most:
                return

    def _in_turn(self) -> Iterator[tuple[int, int]]:
        """In order, and in turn with it somewhere in the sizes above: a rare triple stands far behind."""
        chance = random.Random(1)
        every = self._all()
        for step, (size, index) in enumerate(every):
            yield size, index
            assert self.over is not None
            above = size + 1 + step % 8
            if step > 16 and self.over.card(above):
                yield above, chance.randrange(self.over.card(above))

    def _all(self) -> Iterator[tuple[int, int]]:
        """By size, each size in strides; of a large size no more than is left to give."""
        assert self.over is not None
        empty = 0
        for size in self.over.sizes():
            card = self.over.card(size)
            empty = 0 if card else empty + 1
            if empty > _EMPTY_SIZES or size > _LARGEST_SIZE:
                return
            stride = _coprime(card) if card > 64 else 1
            for number in range(card):
                yield size, number * stride % card


@dataclass(slots=True)
class Samples(Special):
    chance: random.Random = field(default_factory=lambda: random.Random(0))
    step: int = 0

    def take(self, count: int) -> Iterator[tuple[Locator, Code]]:
        space = self.order.space
        # To count large functions takes long: their tables are those of sets of pairs.
        span = 8 if self.countable() <= _COUNTABLE_FUNCTIONS else 40
        for _ in range(4 * count):
            # Sizes above what the order is at, a wider range of them with every round.
            reach = min(4 + self.step // 6, span)
            size = self.order.size + 1 + self.step % reach
            self.step += 1
            card = space.card(size)
            if not card:
                continue
            index = self.chance.randrange(card)
            code = space.at(size, index)
            if self.is_new(code):
                self.given += 1
                count -= 1
                yield Locator(SAMPLES, size, index), code
            if count <= 0 or self.given >= self.most:
                return


def special_tests(tests: int) -> tuple[int, int]:
    """How many tests the second and the third stream make out of all."""
    return min(tests * 35 // 100, _MOST_SPECIAL), min(tests * 25 // 100, _MOST_SPECIAL)
