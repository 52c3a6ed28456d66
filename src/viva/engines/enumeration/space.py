"""Start reading here: a space is all values of a type, sorted by size, each of them exactly once.

A space knows how many values it has of every size (`card`), lists them in order (`walk`), jumps to any of them
(`at`) and finds the place of one again (`rank`). What it lists are *codes*: small immutable descriptions. `build`
makes a value from a code, a fresh one each time, because tested code changes its arguments. `walk` and `at` agree:

    list(space.walk(n)) == [space.at(n, i) for i in range(space.card(n))]

and no two codes build the same value (the same type and the same contents; in sets and as keys of a dict, values
that are equal for Python are the same). Sizes of parts add up, so the order is fair: every part of a value is varied.

The story of exceptions: `build` may call what people wrote (a constructor, a hash), and that may raise anything, also
StopIteration, which would end a `map` without a word. So nothing of theirs is called by `map` or `starmap`: it is
called in a comprehension, which lets it through, or in a generator, where Python makes a RuntimeError of it.

Next: `choice.py` and `sequences.py`, the simplest two; then `annotations.py`, which finds the space of a type.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

# The shape of a code is its space's own business: nobody else looks inside.
Code = Any
Value = Any

# Parts of up to this many codes are kept, because larger parts are put together from them again and again.
KEPT = 10_000
KEPT_SIZES = 40
_LOOKED_INTO = 100
# So many sizes without a value in a row end a walk: of an open space only some values are known.
_EMPTY = 80


class Space:
    """All values of a type by size. Subclasses say how many codes there are of one size, and list, index and build.

    `shared`: the values cannot be changed, so that one may be handed out twice. `plain`: the code is the value.
    `least` is the smallest size that occurs (None: there is no value at all) and `limit` the largest (None: there is
    no largest). Both are found for a whole graph of spaces at once, by `fixpoints.settle`.
    """

    shared = True
    plain = False
    is_function = False
    hashable = True
    remarks: tuple[str, ...] = ()  # what was decided about its types that nobody wrote
    frozen = True  # shared, as far as this space itself is concerned; its parts may still say no

    def __init__(self, name: str, parts: Sequence[Space] = ()) -> None:
        self.name = name
        self.parts = list(parts)
        self._settled = False
        self._least: int | None = None
        self._limit: int | None = None
        self._cards: list[int] = []
        self._kept: dict[tuple[int, bool], tuple[Any, ...]] = {}

    # What a subclass says

    def count(self, n: int) -> int:
        """How many codes have size n; asked in order of n, so that smaller sizes are known."""
        raise NotImplementedError

    def walk(self, n: int) -> Iterator[Code]:
        """All codes of size n, in order."""
        raise NotImplementedError

    def at(self, n: int, i: int) -> Code:
        """The i-th code of size n."""
        raise NotImplementedError

    def rank(self, code: Code) -> tuple[int, int] | None:
        """Size and index of a code: the inverse of `at`. None for a constant that the space itself never reaches."""
        raise NotImplementedError

    def build(self, code: Code) -> Value:
        """The value of a code, fresh wherever it could be changed."""
        raise NotImplementedError

    def source(self, code: Code) -> str:
        """A Python expression that makes the value."""
        raise NotImplementedError

    def smaller(self, code: Code) -> Iterator[Code]:
        """Codes that say less, the boldest step first; for making a counterexample smaller."""
        raise NotImplementedError

    def least_of(self, leasts: dict[Space, int | None]) -> int | None:
        """The smallest size, if the parts have these."""
        raise NotImplementedError

    def limit_of(self, limits: dict[Space, int | None]) -> int | None:
        """The largest size, if the parts have these (all parts are inhabited or matter not)."""
        raise NotImplementedError

    def alternatives(self) -> Sequence[Space]:
        """The parts that have the same size as the whole."""
        return ()

    def weigh(self, code: Code) -> int | None:
        """The size of a code alone, which is found quicker than its rank."""
        place = self.rank(code)
        return None if place is None else place[0]

    def weigh_inside(self, own: int, code: Code) -> int | None:
        """`own` and the sizes of the parts together."""
        for space, inner in self.inside(code):
            weight = space.weigh(inner)
            if weight is None:
                return None
            own += weight
        return own

    def inside(self, code: Code) -> Iterator[tuple[Space, Code]]:  # noqa: ARG002
        """The parts that a code is made of, each with its space."""
        return iter(())

    # What everyone may ask

    @property
    def least(self) -> int | None:
        self._settle()
        return self._least

    @property
    def limit(self) -> int | None:
        self._settle()
        return self._limit

    @property
    def inhabited(self) -> bool:
        return self.least is not None

    @property
    def finite(self) -> bool:
        self._settle()
        return self._least is None or self._limit is not None

    @property
    def total(self) -> int | None:
        """The number of all values; None where there is no end of them."""
        if not self.inhabited:
            return 0
        return None if self.limit is None else sum(self.card(n) for n in range(self.limit + 1))

    def maker(self) -> Callable[[Code], Value]:
        """The quickest function that does what `build` does."""
        return self.build

    def card(self, n: int) -> int:
        """How many codes have size n."""
        cards = self._cards
        if 0 <= n < len(cards):
            return cards[n]
        if n < 0 or not self.inhabited or (self._limit is not None and n > self._limit):
            return 0
        while len(cards) <= n:
            cards.append(self.count(len(cards)))
        return cards[n]

    def values(self, n: int) -> Iterator[Value]:
        """The values of size n in the order of `walk`, fresh where they could be changed: the fast way through."""
        return self.walk(n) if self.plain else (self.build(code) for code in self.walk(n))

    def part(self, n: int, made: bool) -> Iterable[Any]:
        """The codes of size n, or the values if `made` (for shared spaces): kept when they are few."""
        kept = self._kept.get((n, made))
        if kept is not None:
            return kept
        every = self.values(n) if made else self.walk(n)
        if n > KEPT_SIZES or self.card(n) > KEPT:
            return every
        return self._kept.setdefault((n, made), tuple(every))

    def sizes(self) -> Iterator[int]:
        """The sizes at which there may be values, from the smallest on."""
        if self.least is None:
            return
        n, empty = self.least, 0
        while (self.limit is None or n <= self.limit) and empty < _EMPTY:
            empty = 0 if self.card(n) else empty + 1
            yield n
            n += 1

    def __iter__(self) -> Iterator[Value]:
        """All values, by total size."""
        return (value for n in self.sizes() for value in self.values(n))

    def first(self, count: int) -> list[Value]:
        return list(islice(self, count))

    def sample(self, n: int, count: int, chance: random.Random) -> Iterator[Value]:
        """Values of size n, each as likely as any other, possibly repeated."""
        card = self.card(n)
        return (self.build(self.at(n, chance.randrange(card))) for _ in range(count if card else 0))

    def terms(self, code: Code) -> Iterator[Code]:
        """The codes of this very space inside a code of it: the branches of a tree."""
        waiting = list(self.inside(code))
        for _ in range(_LOOKED_INTO):
            if not waiting:
                return
            space, inner = waiting.pop(0)
            if space is self:
                yield inner
            waiting.extend(space.inside(inner))

    def graph(self) -> list[Space]:
        """This space and all it is made of, each once, in the order they are met."""
        met: dict[Space, None] = {}
        waiting: list[Space] = [self]
        while waiting:
            space = waiting.pop()
            if space not in met:
                met[space] = None
                waiting.extend(reversed(space.parts))
        return list(met)

    def _settle(self) -> None:
        if not self._settled:
            from viva.engines.enumeration.fixpoints import settle  # noqa: PLC0415 - they are about spaces

            settle(self)

    def settled(self, least: int | None, limit: int | None, shared: bool) -> None:
        self._settled, self._least, self._limit, self.shared = True, least, limit, shared

    def copied(self) -> Space:
        """The same space with nothing computed yet, so that its parts can be replaced."""
        other = copy.copy(self)
        other.parts = list(self.parts)
        other._settled = False
        other._cards = []
        other._kept = {}
        other.forget()
        return other

    def forget(self) -> None:
        """Drops what a subclass has computed from its parts."""

    def __repr__(self) -> str:
        return f"<space of {self.name}>"


def total_within(space: Space, most: int) -> int | None:
    """The number of values, if it is no larger than `most`."""
    if not space.finite:
        return None
    total = 0
    for n in space.sizes():
        total += space.card(n)
        if total > most:
            return None
    return total


def bits(k: int) -> int:
    """The size of the k-th of many: 0 for the first, then as many of each size as of all smaller ones together."""
    return k.bit_length()
