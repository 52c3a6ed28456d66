"""Which structures may occur that the reference did not build here: those that keep what all of its own keep, where
nothing else is needed for that.

That nothing else is needed is seen on small structures: all of them that keep it are among those that were built.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from viva.engines.heaps.building.bounded_exhaustive import Building, structures
from viva.engines.heaps.comparing.canonical import form
from viva.engines.heaps.domain import Domain
from viva.engines.heaps.invariants import LIBRARY
from viva.engines.heaps.parts import element, items
from viva.engines.heaps.view import view
from viva.languages.heap import Heap, Reference

_NODES = 3
_KEYS = 3


def exact(domain: Domain) -> bool:
    """Whether the invariants that are kept say all that there is to say about small structures."""
    if not domain.built:
        return True
    built = {form(heap) for heap in domain.heaps}
    building = Building(domain.layout, domain.rules, domain.usual)
    keys: list[int] = list(range(1, _KEYS + 1))
    for heap in structures(building, [*keys], _NODES, 1 << 20):
        if isinstance(heap.root, Reference) and keeps(domain, heap) and form(heap) not in built:
            return False
    return True


def keeps(domain: Domain, heap: Heap) -> bool:
    seen = view(heap, domain.layout)
    return all(LIBRARY[name](seen) for name in domain.kept)


def legal(domain: Domain, calls: Iterable[Heap], exactly: bool | None = None) -> Iterator[Heap]:
    """The calls whose structures may occur. `exactly` is what `exact` says of the domain, for who knows."""
    calls = list(calls)
    if not calls:
        return
    if domain.built and (not domain.kept or not (exact(domain) if exactly is None else exactly)):
        built = {form(heap) for heap in domain.heaps}
        yield from (call for call in calls if all(form(heap) in built for heap in _structures(call)))
        return
    yield from (call for call in calls if all(keeps(domain, heap) for heap in _structures(call)))


def _structures(call: Heap) -> Iterator[Heap]:
    for number, slot in enumerate(items(call)):
        if isinstance(slot, Reference) and call.nodes[slot.node].kind == "object":
            yield element(call, number)
