"""Where each item of a layer lies across the layers (Brandes and Köpf, "Fast and simple horizontal coordinate
assignment"): the long part of every edge is straight, and nodes lie in the middle of their neighbours.

Items have room of their own on both sides of the line they are aligned by, so labels can stand beside their edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

Layers = Sequence[Sequence[int]]
Neighbours = Sequence[Sequence[int]]
Conflicts = set[tuple[int, int]]


def across(
    layers: Layers,
    near: tuple[Neighbours, Neighbours],
    room: tuple[Sequence[float], Sequence[float]],
    bends: Sequence[bool],
) -> list[float]:
    """A coordinate for each item. `near` are the neighbours of each in the layers before and after its own, `room` what
    it needs on both sides, and `bends` says which items are only points of an edge."""
    up, down = near
    before, after = room
    position = [0] * len(bends)
    for layer in layers:
        for place, item in enumerate(layer):
            position[item] = place
    conflicts = _conflicts(layers, up, position, bends)
    found: list[list[float]] = []
    for upward in (False, True):
        rows = list(reversed(layers)) if upward else list(layers)
        for mirrored in (False, True):
            ordered = [list(reversed(row)) for row in rows] if mirrored else rows
            order = [-each for each in position] if mirrored else position
            root = _blocks(ordered, down if upward else up, order, conflicts)
            sides = (after, before) if mirrored else (before, after)
            found.append(_compacted(ordered, root, *sides, -1.0 if mirrored else 1.0))
    return _balanced(found, layers)


def _conflicts(layers: Layers, up: Neighbours, position: Sequence[int], bends: Sequence[bool]) -> Conflicts:
    """Parts of edges that cross the straight middle part of a long edge, and must give way to it."""
    found: Conflicts = set()
    for above, layer in pairwise(layers):
        left = scanned = 0
        for place, item in enumerate(layer):
            inner = next((other for other in up[item] if bends[other]), None) if bends[item] else None
            if inner is None and place < len(layer) - 1:
                continue
            right = len(above) if inner is None else position[inner]
            for one in layer[scanned : place + 1]:
                for other in up[one]:
                    if not left <= position[other] <= right and not (bends[one] and bends[other]):
                        found.add((one, other))
            scanned, left = place + 1, right
    return found


def _blocks(layers: Layers, near: Neighbours, position: Sequence[int], conflicts: Conflicts) -> list[int]:
    """Each item with the one it is aligned with in the end: the median neighbour of each, from the left."""
    root = list(range(len(position)))
    for layer in layers:
        last = -len(position) - 1
        for item in layer:
            others = sorted(near[item], key=position.__getitem__)
            half = len(others) // 2
            for other in others[half - 1 + len(others) % 2 : half + 1] if others else ():
                free = root[item] == item and position[other] > last
                if free and (item, other) not in conflicts and (other, item) not in conflicts:
                    root[item] = root[other]
                    last = position[other]
    return root


def _compacted(
    layers: Layers, root: Sequence[int], before: Sequence[float], after: Sequence[float], sign: float
) -> list[float]:
    """Blocks as far to the left as they fit, then each as far to the right as what follows it leaves."""
    follows: dict[int, dict[int, float]] = {root[item]: {} for layer in layers for item in layer}
    missing = dict.fromkeys(follows, 0)
    for layer in layers:
        for one, other in pairwise(layer):
            ways, target = follows[root[one]], root[other]
            if target not in ways:
                missing[target] += 1
            ways[target] = max(ways.get(target, 0.0), after[one] + before[other])
    ready = [block for block, count in missing.items() if not count]
    place = dict.fromkeys(follows, 0.0)
    for block in ready:
        for target, room in follows[block].items():
            place[target] = max(place[target], place[block] + room)
            missing[target] -= 1
            if not missing[target]:
                ready.append(target)
    for block in reversed(ready):
        if follows[block]:
            place[block] = min(place[target] - room for target, room in follows[block].items())
    return [sign * place.get(root[item], 0.0) for item in range(len(root))]


def _balanced(found: Sequence[list[float]], layers: Layers) -> list[float]:
    """The mean of the two middle ones of the four, after moving them onto the narrowest."""
    items = [item for layer in layers for item in layer]
    if not items:
        return list(found[0])
    spans = [(min(each[item] for item in items), max(each[item] for item in items)) for each in found]
    low, high = min(spans, key=lambda span: span[1] - span[0])
    shifts = [high - span[1] if number % 2 else low - span[0] for number, span in enumerate(spans)]
    result = [0.0] * len(found[0])
    for item in items:
        values = sorted(each[item] + shift for each, shift in zip(found, shifts, strict=True))
        result[item] = (values[1] + values[2]) / 2
    return result
