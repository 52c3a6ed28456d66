"""Makes a failing call small: nodes are taken out as long as the call still fails, and keys are counted through.

Structures are put together anew from their shape and keys, so this is for those whose fields follow from both; others
are made again by the calls that built them, with some left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from viva.engines.heaps.building.bounded_exhaustive import Building, Shape
from viva.engines.heaps.building.derived_fields import by_name
from viva.engines.heaps.building.legality import keeps
from viva.engines.heaps.building.method_sequences import State, Step
from viva.engines.heaps.building.orders import Growing
from viva.engines.heaps.building.permitted import Legality
from viva.engines.heaps.comparing.canonical import form
from viva.engines.heaps.domain import Domain, expectations
from viva.engines.heaps.parts import Argument, element, items, join_arguments, size
from viva.engines.heaps.view import View, view
from viva.languages.heap import Heap, Reference, Slot
from viva.subjects.structures.judge import Bench
from viva.subjects.structures.model import Judged, smallness
from viva.subjects.structures.suite import Prepared

_ROUNDS = 24
_MOST_TRIED = 120


def shrink(bench: Bench, ready: Prepared, judged: Judged) -> Judged:
    """With smaller calls that fail, as far as leaving out nodes leads to them."""
    domain = ready.domain
    method = domain.methods[judged.asked.method]
    for _ in range(_ROUNDS):
        first = judged.failures[0]
        known = {form(each.expected.call) for each in judged.failures} | {form(each.call) for each in judged.right}
        tried = [call for call in _smaller(bench, ready, first.expected.call) if form(call) not in known]
        if not tried:
            return judged
        found = bench.judged(judged.asked, expectations(bench.reference, method, tried[:_MOST_TRIED]))
        judged = replace(
            judged,
            right=(*judged.right, *found.right),
            failures=tuple(sorted((*judged.failures, *found.failures), key=smallness)),
        )
        if judged.failures[0] is first:
            return judged
    return judged


def _smaller(bench: Bench, ready: Prepared, call: Heap) -> list[Heap]:
    """Calls with a node or two less, with the same arguments; and the same call with small keys."""
    domain = ready.domain
    rest: Sequence[Slot] = items(call)[1:]
    if any(isinstance(slot, Reference) for slot in rest):
        return []
    heap = element(call, 0)
    seen = view(heap, domain.layout)
    own = ready.own or bool(ready.origin and ready.origin[0].invariants)
    legal = Legality(bench.reference, domain.layout, ready.origin[0].invariants if ready.origin else ())
    if domain.layout.node is None or not (ready.exactly or not domain.built) or len(seen.entries) != 1:
        heaps = _replayed(bench, domain, heap, legal if own else None)
        return [join_arguments([each, *_plain(rest)]) for each in heaps]
    building = (
        Building(domain.layout, domain.rules, domain.usual)
        if domain.built
        else Building(domain.layout, by_name(domain.layout))
    )
    ranked = _ranks(seen, rest)
    candidates = [(building.heap(shape, keys), rest) for shape, keys in _without(seen)]
    if ranked is not None:
        candidates.append((building.heap(_shape(seen, seen.root), ranked[0]), ranked[1]))
    candidates = [(each, given) for each, given in candidates if keeps(domain, each)]
    if own and candidates:
        told = legal([each for each, _ in candidates])
        candidates = [one for one, may in zip(candidates, told, strict=True) if may]
    return [join_arguments([each, *_plain(given)]) for each, given in candidates]


def _plain(slots: Sequence[Slot]) -> list[Argument]:
    return [slot for slot in slots if slot is None or isinstance(slot, int | float | str)]


def _shape(seen: View, cell: int | None) -> Shape | None:
    return None if cell is None else tuple(_shape(seen, link) for link in seen.cells[cell].links)


def _without(seen: View) -> Iterator[tuple[Shape | None, tuple[Slot, ...]]]:
    """The structure without one node that has at most one below it, or without two of them."""
    every = [number for number in range(len(seen.cells)) if _loose(seen, number)]
    pairs = [(one, two) for one in every for two in every if one < two]
    for left_out in [*((one,) for one in every), *pairs]:
        keys: list[Slot] = []
        shape = _rest(seen, seen.root, frozenset(left_out), keys)
        yield shape, tuple(keys)


def _loose(seen: View, number: int) -> bool:
    return sum(link is not None for link in seen.cells[number].links) <= 1


def _rest(seen: View, cell: int | None, left_out: frozenset[int], keys: list[Slot]) -> Shape | None:
    while cell in left_out:
        cell = next((link for link in seen.cells[cell].links if link is not None), None)
    if cell is None:
        return None
    keys.append(seen.cells[cell].key)
    return tuple(_rest(seen, link, left_out, keys) for link in seen.cells[cell].links)


def _ranks(seen: View, rest: Sequence[Slot]) -> tuple[tuple[Slot, ...], Sequence[Slot]] | None:
    """Keys and arguments counted through from 1 on, in the same order."""
    keys: list[Slot] = []
    _rest(seen, seen.root, frozenset(), keys)
    numbers = [each for each in (*keys, *rest) if type(each) is int]
    if len(numbers) < len(keys) + len(rest):
        return None
    rank = {number: place for place, number in enumerate(sorted(set(numbers)), 1)}
    return tuple(rank[key] for key in numbers[: len(keys)]), [rank[each] for each in numbers[len(keys) :]]


def _replayed(bench: Bench, domain: Domain, heap: Heap, legal: Legality | None) -> list[Heap]:
    """What comes of the calls that built a structure, without one or two of them."""
    this = form(heap)
    every = (*domain.states, *domain.orders, *domain.large, *domain.deep)
    way = next((state.way for state in every if state.way and form(state.heap) == this), ())
    steps = range(1, len(way))
    some = [*((one,) for one in steps), *((one, two) for one in steps for two in steps if one < two)]
    ways: list[tuple[Step, ...]] = [
        tuple(step for number, step in enumerate(way) if number not in left_out) for left_out in some
    ]
    growing = Growing(bench.reference, domain.layout, ())
    made = [
        State(each) for each in growing.replayed(ways[:_MOST_TRIED]) if each is not None and size(each) < size(heap)
    ]
    if legal is not None and made:
        made = [state for state, may in zip(made, legal([each.heap for each in made]), strict=True) if may]
    return [state.heap for state in made]
