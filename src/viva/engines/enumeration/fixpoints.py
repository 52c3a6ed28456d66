"""Two fixpoints before anything runs: has a type any value at all, and is there a largest size?

Without the first one searches forever for a value of a class whose only field has the class's own type.
"""

from __future__ import annotations

from viva.core.algorithms.components import strongly_connected
from viva.core.fault import Fault
from viva.engines.enumeration.space import Space


def settle(root: Space) -> None:
    """Finds `least` and `limit` of every space in the graph of `root`."""
    graph = root.graph()
    _refuse_empty_cycles(graph)
    leasts = _leasts(graph)
    limits = _limits(graph, leasts)
    shared = _shared(graph)
    for space in graph:
        space.settled(leasts[space], limits[space], space in shared)


def _leasts(graph: list[Space]) -> dict[Space, int | None]:
    """The least fixpoint, from "no value anywhere": sizes only ever fall, so this ends."""
    leasts: dict[Space, int | None] = dict.fromkeys(graph)
    changed = True
    while changed:
        changed = False
        for space in reversed(graph):
            least = space.least_of(leasts)
            if least != leasts[space]:
                leasts[space], changed = least, True
    return leasts


def _shared(graph: list[Space]) -> set[Space]:
    """The spaces whose values nobody can change: the greatest fixpoint, from "none can be changed"."""
    shared = {space for space in graph if space.frozen}
    changed = True
    while changed:
        lost = {space for space in shared if not space.is_function and any(p not in shared for p in space.parts)}
        shared -= lost
        changed = bool(lost)
    return shared


def _limits(graph: list[Space], leasts: dict[Space, int | None]) -> dict[Space, int | None]:
    """Whoever is part of itself has no largest value: put any value into the place of its part.

    Only inhabited parts count. The others get their limit from the limits of their parts, deepest first.
    """
    limits: dict[Space, int | None] = {}
    inhabited = [space for space in graph if leasts[space] is not None]
    for component in strongly_connected(inhabited, lambda space: _inhabited(space, leasts)):
        recursive = len(component) > 1 or component[0] in component[0].parts
        for space in component:
            limits[space] = None if recursive else space.limit_of(limits)
    return {space: limits.get(space, -1) for space in graph}


def _inhabited(space: Space, leasts: dict[Space, int | None]) -> list[Space]:
    return [part for part in space.parts if leasts[part] is not None]


def _refuse_empty_cycles(graph: list[Space]) -> None:
    """A type that is one of its own alternatives says nothing about its values."""
    for space in graph:
        met: set[Space] = set()
        waiting = list(space.alternatives())
        while waiting:
            other = waiting.pop()
            if other is space:
                raise Fault(
                    f"the type {space.name} is one of its own alternatives",
                    remedy="put the inner one into a list, a tuple or a class",
                )
            if other not in met:
                met.add(other)
                waiting.extend(other.alternatives())
