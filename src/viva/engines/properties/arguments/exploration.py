"""Which sequences of commands of a model are tried: by size, only ones that go on from a sequence that went well.

A sequence with a command out of turn is discarded, and so would be all that begin with it; they are never made. All
others come, each exactly once, because each is a shorter one and a last command. In turn with this, walks at random
reach long sequences.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import field

from viva.core.records import dataclass
from viva.engines.enumeration.space import Code
from viva.engines.enumeration.spaces.sequences import Items

_KEPT = 50_000  # sequences of one exploration; beyond them only walks go on
_LONGEST_WALK = 40
_ARGUMENT_SIZES = 6


@dataclass(slots=True)
class Exploration:
    """`keep` is told which of the sequences went well."""

    space: Items
    chance: random.Random
    size: int = -1  # being tried; all smaller ones are done
    _went_well: dict[int, list[Code]] = field(default_factory=dict)
    _many: int = 0
    _walked: set[Code] = field(default_factory=set)
    _good: set[Code] = field(default_factory=set)
    _all: Iterator[Code] | None = None
    _walk: Code = ()

    def in_order(self, count: int) -> Iterator[Code]:
        self._all = self._all or self._every()
        for code in self._all:
            if code not in self._walked:
                count -= 1
                yield code
            elif code in self._good:
                self.keep(code)
            if count <= 0:
                return

    def _every(self) -> Iterator[Code]:
        self.size = 0
        yield ()
        while self._many < _KEPT and self.size < 200:
            self.size += 1
            for k in range(self.size):
                before = self._went_well.get(self.size - 1 - k, [])
                if before:
                    for last in self.space.item.walk(k):
                        for first in before:
                            yield (*first, last)

    def keep(self, code: Code) -> None:
        """Notes a sequence that went well, to go on from it."""
        size = self.space.weigh(code)
        if size is not None and size <= self.size and self._many < _KEPT:
            self._went_well.setdefault(size, []).append(code)
            self._good.add(code)
            self._many += 1

    def walks(self, count: int) -> Iterator[Code]:
        """Steps of random walks. Whoever tests a step tells with `go_on` that it went well."""
        item = self.space.item
        for _ in range(count):
            if len(self._walk) >= _LONGEST_WALK:
                self._walk = ()
            size = min(self.chance.randrange(_ARGUMENT_SIZES), self.chance.randrange(_ARGUMENT_SIZES))
            while not item.card(size):
                size = (size + 1) % (_ARGUMENT_SIZES + 1)
            code = (*self._walk, item.at(size, self.chance.randrange(item.card(size))))
            weight = self.space.weigh(code)
            done = weight is not None and weight < self.size
            if code in self._walked or done:
                # Tried before: go on from it if it went well then.
                if code in self._good:
                    self._walk = code
                continue
            if len(self._walked) < _KEPT:
                self._walked.add(code)
            yield code

    def go_on(self, code: Code) -> None:
        self._walk = code
        self._good.add(code)
