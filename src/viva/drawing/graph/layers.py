"""Which way each edge points, and the layer of each node: the first two steps of Sugiyama's method."""

from __future__ import annotations

from collections.abc import Sequence

Ends = tuple[int, int]


def edges_to_reverse(count: int, edges: Sequence[Ends], starts: Sequence[int]) -> list[bool]:
    """Which edges to turn so that no cycle is left, none of them without need.

    First all that lead back in the order of a walk in breadth from the starts are turned, so that the picture follows
    the distance from the start; then, in the order of the edges, each one is turned back that closes no cycle.
    """
    order = _breadth(count, edges, starts)
    result = [order[target] < order[source] for source, target in edges]
    following: list[list[int]] = [[] for _ in range(count)]
    for (source, target), back in zip(edges, result, strict=True):
        following[target if back else source].append(source if back else target)
    for number, (source, target) in enumerate(edges):
        if result[number]:
            following[target].remove(source)
            result[number] = _leads(target, source, following)
            following[target if result[number] else source].append(source if result[number] else target)
    return result


def _breadth(count: int, edges: Sequence[Ends], starts: Sequence[int]) -> list[int]:
    following: list[list[int]] = [[] for _ in range(count)]
    for source, target in edges:
        following[source].append(target)
    order: dict[int, int] = {}
    for root in [*starts, *range(count)]:
        if root in order:
            continue
        order[root] = len(order)
        queue = [root]
        for node in queue:
            for target in following[node]:
                if target not in order:
                    order[target] = len(order)
                    queue.append(target)
    return [order[node] for node in range(count)]


def _leads(start: int, end: int, following: list[list[int]]) -> bool:
    seen = {start}
    queue = [start]
    for node in queue:
        for target in following[node]:
            if target == end:
                return True
            if target not in seen:
                seen.add(target)
                queue.append(target)
    return False


def assign_layers(count: int, edges: Sequence[Ends]) -> list[int]:
    """A layer for each node of a graph without cycles, each edge leading at least one layer on, in sum not far.

    Layers by the longest way from a source, then nodes move to where their edges become shorter, together with all
    that stands in their way, until nothing gains (Nikolov and Tarassov's promotion of nodes, in both directions).
    """
    before: list[list[int]] = [[] for _ in range(count)]
    after: list[list[int]] = [[] for _ in range(count)]
    for source, target in edges:
        after[source].append(target)
        before[target].append(source)
    layer = [0] * count
    missing = [len(each) for each in before]
    ready = [node for node in range(count) if not missing[node]]
    for node in ready:
        for target in after[node]:
            layer[target] = max(layer[target], layer[node] + 1)
            missing[target] -= 1
            if not missing[target]:
                ready.append(target)
    improved = True
    while improved:
        improved = False
        for node in reversed(ready):
            improved |= _promoted(node, layer, before, after, 1)
        for node in ready:
            improved |= _promoted(node, layer, after, before, -1)
    least = min(layer, default=0)
    return [each - least for each in layer]


def _promoted(node: int, layer: list[int], behind: list[list[int]], ahead: list[list[int]], step: int) -> bool:
    """Moves a node and all it pushes by one layer, if the edges become shorter in sum."""
    if len(ahead[node]) <= len(behind[node]):
        return False
    moved = {node}
    queue = [node]
    gain = 0
    for one in queue:
        gain += len(ahead[one]) - len(behind[one])
        for other in ahead[one]:
            if layer[other] == layer[one] + step and other not in moved:
                moved.add(other)
                queue.append(other)
    if gain <= 0:
        return False
    for one in moved:
        layer[one] += step
    return True
