"""What findings are told with: the program as it was run, its file, the language and the words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from viva.core.texts import Say
from viva.engines.heaps.comparing.judging import Asked, Expected
from viva.engines.heaps.layout import spoken
from viva.engines.heaps.parts import element, items, rename_classes
from viva.languages.heap import Heap, Reference
from viva.languages.program import Program
from viva.languages.protocol import Language, calls_of

_LONGEST = 400


@dataclass(frozen=True, slots=True)
class Given:
    """The program as it was run; `offset` lines stand before those of the file, and behind them is the file as it is,
    if `whole`."""

    program: Program
    offset: int
    whole: bool = True

    @property
    def begin(self) -> int:
        """Where the file begins."""
        return self.program.text.index("\n") + 1 if self.offset else 0


@dataclass(frozen=True, slots=True)
class Mending:
    """What a change is looked for with: the reference, and calls of all methods, which have to stay as right. It says
    where to look, and is `told` itself only where that is wanted."""

    reference: str
    methods: Mapping[str, tuple[Asked, Sequence[Expected]]]
    told: bool


@dataclass(frozen=True, slots=True)
class Shown:
    language: Language
    file: str
    given: Given
    locale: str
    say: Say
    mending: Mending | None = None
    """Only where a place or a change is wanted, and can be looked for."""
    placed: bool = False
    """A place is wanted."""

    def line(self, number: int | None) -> int | None:
        """A line of the file. Lines were said inside of the box, so one that the file has not is none."""
        if number is None:
            return None
        own = number - self.given.offset
        return own if 1 <= own <= self.given.program.text.count("\n") + 1 - self.given.offset else None

    def value(self, heap: Heap) -> str:
        names = {name: spoken(name) for node in heap.nodes for name in node.names if spoken(name) != name}
        return calls_of(self.language).show(rename_classes(heap, {}, names), _LONGEST)

    def call(self, method: str, call: Heap) -> str:
        given = [
            self.value(element(call, number)) if isinstance(slot, Reference) else self.value(Heap(slot, ()))
            for number, slot in enumerate(items(call))
        ]
        return f"{method}({', '.join(given[1:])})"
