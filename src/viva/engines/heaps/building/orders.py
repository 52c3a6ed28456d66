"""Larger structures, one of each order of keys: what only shows where there are many positions is found there.

A structure grows by a key that lies below, between or above those that are there. In each size at most so many are
kept, evenly spread over all that were found. Each is what the reference's own methods build; the keys are then counted
through, by making the same calls with small ones.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from viva.core.records import dataclass
from viva.engines.heaps.building.method_sequences import Bounds, Legal, State, Step, construct_states, in_ranks
from viva.engines.heaps.building.values import keys, universe
from viva.engines.heaps.layout import Layout, Method
from viva.engines.heaps.parts import Argument, is_instance, join_arguments, objects, size
from viva.engines.heaps.running import Runner, after, wasteful
from viva.languages.heap import Heap

_KINDS = ("key", "text", "real")
_MOST_METHODS = 2
_WASTED = 4


@dataclass(frozen=True, slots=True)
class Growing:
    """Both the runs of a program and the methods by which its structures grow, by one key each."""

    runner: Runner
    layout: Layout
    methods: Sequence[Method]
    legal: Legal | None = None
    repeats: bool = False
    """Keys may be there more than once."""

    @property
    def growing(self) -> list[Method]:
        return [method for method in self.methods if _by_one_key(method)][:_MOST_METHODS]

    @property
    def kind(self) -> str:
        """Of the keys by which structures grow."""
        return self.growing[0].parameters[0].kind if self.growing else "key"

    def in_orders(self, orders: Sequence[Sequence[Argument]]) -> list[State]:
        """What comes of putting in keys one after the other, in each of these orders: all that there is on the way, as
        long as it grows."""
        found: list[State] = []
        for method in [each for each in self.growing if each.parameters[0].kind == self.kind]:
            begun = construct_states(self.runner, self.layout.of_main, Bounds(keys=1))[:1]
            now = [(state, order) for state in begun for order in orders]
            for step in range(max(map(len, orders), default=0)):
                now = [(state, order) for state, order in now if step < len(order)]
                asked = [(state, self._given(method, order[step])) for state, order in now]
                grown = list(self._outcomes(method, asked))
                now = [(state, order) for state, (_, order) in zip(grown, now, strict=False) if state is not None]
                found += [state for state, _ in now]
        return self._legal(found)

    def sizes(self, nodes: int, beam: int, *, only_whole: bool = False) -> Iterator[list[State]]:
        """The structures of one key, of two, and so on; nothing more where they do not grow. `only_whole`: nothing more
        where some of a size would be left out."""
        growing, kind = self.growing, self.kind
        every = universe(kind)
        middle = every[len(every) // 2]
        level = construct_states(self.runner, self.layout.of_main, Bounds(keys=1, values={kind: (middle,)}))[:1]
        for _ in range(nodes):
            found: dict[object, State] = {}
            for method in growing:
                if method.parameters[0].kind == kind:
                    for state in self._grown(method, level, every):
                        found.setdefault(in_ranks(state.heap), state)
            level = self._legal(list(found.values()))
            if not level or (only_whole and len(level) > beam):
                return
            level = level[:: -(-len(level) // beam)]
            yield level

    def _legal(self, states: list[State]) -> list[State]:
        if self.legal is None or not states:
            return states
        told = self.legal([state.heap for state in states])
        return [state for state, may in zip(states, told, strict=True) if may]

    def _given(self, method: Method, key: Argument) -> tuple[Argument, ...]:
        needed = [parameter for parameter in method.parameters[1:] if not parameter.optional]
        return (key, *(keys(parameter.kind, 1)[0] for parameter in needed))

    def _grown(self, method: Method, level: Sequence[State], every: Sequence[Argument]) -> Iterator[State]:
        asked = [(state, self._given(method, key)) for state in level for key in self._keys(state, every)]
        yield from (state for state in self._outcomes(method, asked) if state is not None)

    def _outcomes(self, method: Method, asked: Sequence[tuple[State, tuple[Argument, ...]]]) -> Iterator[State | None]:
        """What comes of each call; None where nothing grows. The rest is left out where many use up all they have."""
        calls = [join_arguments([state.heap, *arguments]) for state, arguments in asked]
        wasted = 0
        for (state, arguments), outcome in zip(asked, self.runner.run(method.name, calls), strict=False):
            wasted += wasteful(outcome)
            if wasted > _WASTED:
                return
            both = (("result", outcome.value), ("object", after(outcome))) if outcome.problem is None else ()
            yield next(
                (
                    state.then(heap, method.name, arguments, took)
                    for took, heap in both
                    if heap is not None and is_instance(heap, self.layout.main) and self._larger(heap, state.heap)
                ),
                None,
            )

    def _keys(self, state: State, every: Sequence[Argument]) -> list[Argument]:
        """A key for each place among those that the way has put in, and these."""
        used = sorted({every.index(step.arguments[0]) for step in state.way if step.arguments})
        ends = [-1, *used, len(every)]
        gaps = [every[(low + high) // 2] for low, high in itertools.pairwise(ends) if high - low > 1]
        return [*gaps, *(every[place] for place in used)] if self.repeats else gaps

    def _larger(self, heap: Heap, before: Heap) -> bool:
        if self.layout.node is None:
            return size(heap) > size(before)
        return objects(heap, self.layout.node) > objects(before, self.layout.node)

    def counted_through(self, states: Sequence[State]) -> list[State]:
        """The same calls with small keys in the same order, where the same comes of them."""
        renamed = [_ranked(state.way) for state in states]
        again = self.replayed(renamed)
        return [
            State(heap, way) if heap is not None and in_ranks(heap) == in_ranks(state.heap) else state
            for state, way, heap in zip(states, renamed, again, strict=True)
        ]

    def replayed(self, ways: Sequence[tuple[Step, ...]]) -> list[Heap | None]:
        """What comes of these ways, or None where one of the calls fails."""
        made = self.runner.construct([way[0].arguments for way in ways])
        now = [outcome.value if outcome.problem is None else None for outcome in made]
        now += [None] * (len(ways) - len(now))
        for depth in range(1, max(map(len, ways), default=0)):
            by_method: dict[str, list[int]] = {}
            for number, way in enumerate(ways):
                if depth < len(way) and now[number] is not None:
                    by_method.setdefault(way[depth].method, []).append(number)
            for method, numbers in by_method.items():
                calls = [join_arguments([now[number], *ways[number][depth].arguments]) for number in numbers]
                outcomes = list(self.runner.run(method, calls))
                for place, number in enumerate(numbers):
                    outcome = outcomes[place] if place < len(outcomes) else None
                    if outcome is None or outcome.problem is not None:
                        now[number] = None
                    else:
                        now[number] = outcome.value if ways[number][depth].took == "result" else after(outcome)
        return now


def _by_one_key(method: Method) -> bool:
    needed = [parameter for parameter in method.parameters if not parameter.optional]
    return (
        bool(needed)
        and needed[0].kind in _KINDS
        and not needed[0].is_place
        and all(each.kind in (*_KINDS, "truth") for each in needed)
    )


def _ranked(way: tuple[Step, ...]) -> tuple[Step, ...]:
    first = [step.arguments[0] for step in way if step.arguments]
    kind = "text" if first and isinstance(first[0], str) else "real" if first and isinstance(first[0], float) else "key"
    ordered = sorted(set(first))  # type: ignore[type-var]  # all are of one kind
    small = dict(zip(ordered, sorted(keys(kind, len(ordered))), strict=True))  # type: ignore[type-var]
    return tuple(
        Step(step.method, (small[step.arguments[0]], *step.arguments[1:]), step.took) if step.arguments else step
        for step in way
    )
