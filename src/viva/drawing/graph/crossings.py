"""The order in each layer, so that few edges cross: sweeps by medians with exchanges of neighbours between them
(Gansner, Koutsofios, North and Vo, "A technique for drawing directed graphs", section 3)."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Collection, Sequence

_SWEEPS = 24
_PATIENCE = 4

Layers = list[list[int]]
Neighbours = Sequence[Sequence[int]]


def reduce_crossings(layers: Layers, up: Neighbours, down: Neighbours, fixed: Collection[int] = ()) -> Layers:
    """The best order seen. `up` and `down` are the neighbours of each item in the layers before and after its own;
    the layers with the numbers in `fixed` keep their order."""
    best: Layers = []
    fewest = -1
    for first in (True, False):
        found, crossings = _improved(_begun(layers, up, down, first, fixed), up, down, fixed)
        if fewest < 0 or crossings < fewest:
            best, fewest = found, crossings
        if fewest == 0:
            break
    return best


def _begun(layers: Layers, up: Neighbours, down: Neighbours, forward: bool, fixed: Collection[int]) -> Layers:
    """An order to begin with: as a walk in breadth from the first layers, or from the last ones, meets the items."""
    layer_of = {item: number for number, layer in enumerate(layers) for item in layer}
    found: Layers = [list(layer) if number in fixed else [] for number, layer in enumerate(layers)]
    seen: set[int] = set()
    for layer in layers if forward else reversed(layers):
        for root in layer:
            if root in seen:
                continue
            seen.add(root)
            queue = [root]
            for item in queue:
                if layer_of[item] not in fixed:
                    found[layer_of[item]].append(item)
                for other in (*down[item], *up[item]) if forward else (*up[item], *down[item]):
                    if other not in seen:
                        seen.add(other)
                        queue.append(other)
    return found


def _improved(layers: Layers, up: Neighbours, down: Neighbours, fixed: Collection[int]) -> tuple[Layers, int]:
    position = [0] * (1 + max((item for layer in layers for item in layer), default=0))
    for layer in layers:
        for place, item in enumerate(layer):
            position[item] = place
    free = [number for number in range(len(layers)) if number not in fixed]
    best = [list(layer) for layer in layers]
    fewest = crossings(layers, down, position)
    waited = 0
    for sweep in range(_SWEEPS):
        if fewest == 0 or waited > _PATIENCE:
            break
        onward = sweep % 2 == 0
        near = up if onward else down
        for number in free if onward else reversed(free):
            _by_medians(layers[number], near, position, sweep % 4 < 2)
        _exchanged(layers, free, (up, down), position, sweep % 4 < 2)
        now = crossings(layers, down, position)
        waited += 1
        if now < fewest:
            best, fewest, waited = [list(layer) for layer in layers], now, 0
    return best, fewest


def _by_medians(layer: list[int], near: Neighbours, position: list[int], stable: bool) -> None:
    """Sorts the items that have neighbours by the median of these; the others keep their places."""
    places = [place for place, item in enumerate(layer) if near[item]]
    movable = [layer[place] for place in places]
    if not stable:
        movable.reverse()
    movable.sort(key=lambda item: _median(near[item], position))
    for place, item in zip(places, movable, strict=True):
        layer[place] = item
    for place, item in enumerate(layer):
        position[item] = place


def _median(near: Sequence[int], position: list[int]) -> float:
    if len(near) == 1:
        return position[near[0]]
    where = sorted([position[item] for item in near])
    half = len(where) // 2
    if len(where) % 2:
        return where[half]
    if len(where) == 2:
        return (where[0] + where[1]) / 2
    left, right = where[half - 1] - where[0], where[-1] - where[half]
    if left + right == 0:
        return (where[half - 1] + where[half]) / 2
    return (where[half - 1] * right + where[half] * left) / (left + right)


def _exchanged(
    layers: Layers, free: Sequence[int], near: tuple[Neighbours, Neighbours], position: list[int], strict: bool
) -> None:
    """Exchanges neighbours in a layer as long as that takes crossings away; unless `strict`, also where it is equal,
    once, so that the next sweep begins elsewhere."""
    up, down = near
    waiting = set(free)
    while waiting:
        number = min(waiting)
        waiting.discard(number)
        layer = layers[number]
        changed = False
        above = [_ends(up[item], position) for item in layer]
        below = [_ends(down[item], position) for item in layer]
        for place in range(len(layer) - 1):
            gain = _gain(above[place], above[place + 1]) + _gain(below[place], below[place + 1])
            if gain > 0 or (gain == 0 and not strict):
                changed |= gain > 0
                layer[place : place + 2] = layer[place + 1], layer[place]
                above[place : place + 2] = above[place + 1], above[place]
                below[place : place + 2] = below[place + 1], below[place]
        if changed:
            for place, item in enumerate(layer):
                position[item] = place
            waiting |= {other for other in (number - 1, number, number + 1) if other in free}
    for layer in layers:
        for place, item in enumerate(layer):
            position[item] = place


def _ends(near: Sequence[int], position: Sequence[int]) -> list[int]:
    """Where the edges of an item end, sorted."""
    if len(near) == 1:
        return [position[near[0]]]
    ends = [position[other] for other in near]
    ends.sort()
    return ends


def _gain(left: list[int], right: list[int]) -> int:
    """How many crossings go when two neighbours change places; the lists hold where their edges end, sorted."""
    if not left or not right:
        return 0
    if left[-1] < right[0]:
        return -len(left) * len(right)
    if left[0] > right[-1]:
        return len(left) * len(right)
    gain = 0
    for one in left:
        for other in right:
            gain += (one > other) - (one < other)
    return gain


def crossings(layers: Layers, down: Neighbours, position: Sequence[int]) -> int:
    total = 0
    for layer in layers[:-1]:
        ends: list[int] = []
        for item in layer:
            found = _ends(down[item], position)
            for end in found:
                if ends and ends[-1] > end:
                    total += len(ends) - bisect_right(ends, end)
            for end in found:
                insort(ends, end)
    return total
