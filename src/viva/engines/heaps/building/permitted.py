"""What a teacher says of structures: what is not legal is left out, and nothing is built on it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.engines.heaps.accessors import compares_identity
from viva.engines.heaps.building.bounded_exhaustive import Building, rings
from viva.engines.heaps.building.derived_fields import by_name
from viva.engines.heaps.building.method_sequences import Bounds, State, builder_arguments
from viva.engines.heaps.invariants import LIBRARY
from viva.engines.heaps.layout import Layout, Method
from viva.engines.heaps.parts import is_instance, join_arguments
from viva.engines.heaps.running import Runner, after
from viva.engines.heaps.view import view
from viva.languages.heap import Heap

INVARIANT = "invariant"
_LOOKED_AT = 40
_MOST_RINGS = 24


@dataclass(frozen=True, slots=True)
class Legality:
    """What a teacher says of structures: names of invariants of the library, and an invariant of the class. What is not
    legal is left out, and nothing is built on it."""

    runner: Runner
    layout: Layout
    invariants: tuple[str, ...]

    @property
    def own(self) -> bool:
        return self.layout.of_main.method(INVARIANT) is not None

    @property
    def says_something(self) -> bool:
        return self.own or bool(self.invariants)

    def __call__(self, heaps: Sequence[Heap]) -> list[bool]:
        named = [all(LIBRARY[name](view(heap, self.layout)) for name in self.invariants) for heap in heaps]
        if not self.own or not heaps:
            return named
        return [one and two for one, two in zip(named, says(self.runner, heaps), strict=True)]

    def held_by(self, builders: frozenset[str], states: Sequence[State], file: str) -> None:
        """Raises Fault where one of these methods makes something that is not legal out of what is."""
        if not self.says_something:
            return
        cls = self.layout.of_main
        for name in sorted(builders):
            method = cls.method(name)
            if method is None or any(each.kind == "instance" for each in method.parameters):
                continue
            calls = [
                join_arguments([state.heap, *arguments])
                for state in states[:_LOOKED_AT]
                for arguments in builder_arguments(method, self.layout, Bounds(keys=3), [])
            ]
            outcomes = [each for each in self.runner.run(name, calls) if each.problem is None]
            values = [each.value for each in outcomes if each.value is not None and is_instance(each.value, cls.name)]
            handing = self.layout.main == self.layout.node and bool(values)
            left = [heap for each in outcomes if (heap := after(each)) is not None] if not handing else values
            wrong = next((heap for heap, holds in zip(left, self(left), strict=True) if not holds), None)
            if wrong is not None:
                broken = [each for each in self.invariants if not LIBRARY[each](view(wrong, self.layout))]
                which = f"invariant {broken[0]!r}" if broken else "invariant of the reference"
                shown = self.runner.calls.show(wrong, 300)
                raise Fault(
                    f"the {which} is false of a structure that {name!r} of the reference builds itself: {shown}",
                    file,
                    (own if (own := cls.method(INVARIANT)) is not None and not broken else method).line,
                    remedy="mend the invariant, or the method; or name the methods that build: builders",
                )


def says(runner: Runner, heaps: Sequence[Heap]) -> list[bool]:
    """What the teacher's own invariant says of structures; one that raises says no."""
    outcomes = runner.run(INVARIANT, [join_arguments([heap]) for heap in heaps])
    return [outcome.problem is None and outcome.value is not None and bool(outcome.value.root) for outcome in outcomes]


def rings_of(layout: Layout, legal: Legality) -> list[State]:
    """None where nodes have more than links and data that follow from nothing: a way back, a count."""
    if by_name(layout) or not layout.links:
        return []
    found = list(rings(Building(layout, {}), 4 if len(layout.links) == 1 else 3, _MOST_RINGS))
    return [State(heap) for heap, holds in zip(found, legal(found), strict=True) if holds]


def ringed_methods(
    runner: Runner, layout: Layout, asked: Sequence[Method], around: Sequence[State], wanted: bool | None
) -> frozenset[str]:
    """The methods that are given rings: those for which somebody says so, or that ask for the identity of nodes and
    come to an end on every ring."""
    if wanted is not None:
        return frozenset(method.name for method in asked) if wanted else frozenset()
    found: set[str] = set()
    for method in asked:
        if not compares_identity(runner.outline, layout, method.name):
            continue
        calls = [
            join_arguments([state.heap, *arguments])
            for state in around
            for arguments in builder_arguments(method, layout, Bounds(keys=4), around[:2])
        ]
        if all(outcome.problem is None for outcome in itertools.islice(runner.run(method.name, calls), len(calls))):
            found.add(method.name)
    return frozenset(found)
