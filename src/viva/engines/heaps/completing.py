"""Structures out of schemas: keys are solved, and unknown parts are completed with subtrees that must survive.

An unknown part that were completed with nothing would hide the bug that loses it. So each schema is completed with a
node in every unknown place, and with nothing there; what is no legal structure is left out by the caller.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from viva.engines.heaps.derived import Derivation, derive
from viva.engines.heaps.layout import Layout
from viva.engines.heaps.lazy import NULL, UNKNOWN, Found, Order, Thing, order_of
from viva.engines.heaps.parts import joined
from viva.languages.heap import Heap, Node, Reference, Slot

_MOST_SPLITS = 64
_LARGEST = 1 << 20


@dataclass(frozen=True, slots=True)
class Completing:
    layout: Layout
    kept: tuple[str, ...]
    rules: Mapping[tuple[str, str], Derivation]

    def calls(self, found: Found) -> Iterator[Heap]:
        """The object and the arguments of calls that take this path: with survivors everywhere, and with none."""
        unknown = sum(link == UNKNOWN for thing in found.things for link in thing.links)
        for fill in (True, False) if unknown else (False,):
            call = self._call(found, fill)
            if call is not None:
                yield call

    def _call(self, found: Found, fill: bool) -> Heap | None:
        things = list(found.things)
        bounds = list(found.bounds)
        above: dict[int, list[tuple[int, int]]] = {}
        for number, thing in enumerate(things):
            for link, child in enumerate(thing.links):
                if child >= 0 and child not in above:
                    above[child] = [*above.get(number, []), (number, link)]
        fresh = 1 + max(
            [0, *(thing.key for thing in things), *(number for kind, number in found.given if kind == "key")]
        )
        order = order_of(self.kept)
        for number in range(len(things)):
            thing = things[number]
            links = list(thing.links)
            for link, child in enumerate(links):
                if child != UNKNOWN:
                    continue
                if not fill:
                    links[link] = NULL
                    continue
                links[link] = len(things)
                things.append(Thing(True, (NULL,) * len(self.layout.links), fresh, True))
                bounds += _placed(order, [*above.get(number, []), (number, link)], things, fresh)
                fresh += 1
            things[number] = Thing(thing.is_node, tuple(links), thing.key, thing.used)
        values = solved(bounds, found.unequal, fresh)
        return None if values is None else self._heap(things, found, values)

    def _heap(self, things: Sequence[Thing], found: Found, values: Sequence[int]) -> Heap:
        layout = self.layout
        entries = [field.name for field in layout.fields(layout.main) if field.kind == "reference"]
        nodes: list[Node] = []
        for thing in things:
            cls = (layout.node if thing.is_node else layout.main) or layout.main
            fields: dict[str, Slot] = {}
            for field in layout.fields(cls):
                fields[field.name] = None if field.kind == "reference" else 0
            if thing.is_node and layout.key:
                fields[layout.key] = values[thing.key]
            for name, link in zip(layout.links if thing.is_node else entries, thing.links, strict=False):
                fields[name] = Reference(link) if link >= 0 else None
            nodes.append(Node("object", cls, tuple(fields.values()), tuple(fields)))
        whole = Heap(Reference(0), tuple(nodes))
        given: list[object] = [self._part(whole, 0)]
        for kind, number in found.given:
            given.append(values[number] if kind == "key" else self._part(whole, number))
        return joined(given)  # type: ignore[arg-type]

    def _part(self, whole: Heap, number: int) -> Heap:
        from viva.engines.heaps.parts import part  # noqa: PLC0415 a name that is used here

        return derive(part(whole, Reference(number)), self.layout, self.rules)


def _placed(
    order: Order | None, above: Sequence[tuple[int, int]], things: Sequence[Thing], key: int
) -> Iterator[tuple[int, int, int]]:
    if order is None:
        return
    everywhere, rules = order
    for number, link in above if everywhere else above[-1:]:
        if things[number].is_node:
            sign, _ = rules[link]
            # Strictly inside, so that it is like no other key.
            yield (key, things[number].key, -1) if sign == "<" else (things[number].key, key, -1)


def solved(
    bounds: Sequence[tuple[int, int, int]], unequal: Sequence[tuple[int, int, int]], count: int
) -> list[int] | None:
    """Small whole numbers for variables 0 to count - 1, variable 0 being zero where it is spoken of; None if there are
    none. What must differ is tried both ways round."""
    for signs in itertools.islice(itertools.product((True, False), repeat=len(unequal)), _MOST_SPLITS):
        split = [
            (left, right, -offset - 1) if less else (right, left, offset - 1)
            for less, (left, right, offset) in zip(signs, unequal, strict=True)
        ]
        values = _shortest([*bounds, *split], count)
        if values is not None:
            return values
    return None


def _shortest(bounds: Sequence[tuple[int, int, int]], count: int) -> list[int] | None:
    """Bellman and Ford: the largest values that are at most 0, then moved so that the smallest key is 1."""
    values = [0] * count
    for _ in range(count + 1):
        changed = False
        for left, right, most in bounds:
            if left >= count or right >= count:
                return None
            if values[left] > values[right] + most:
                values[left] = values[right] + most
                changed = True
        if not changed:
            break
    else:
        return None
    if any(abs(value) > _LARGEST for value in values):
        return None
    constants = any(0 in (left, right) for left, right, _ in bounds)
    shift = -values[0] if constants else 1 - min(values[1:], default=0)
    return [value + shift for value in values]
