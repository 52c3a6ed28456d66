"""Where to draw the states of an automaton: in layers by their distance from the start, few crossings.

An edge leads at most one layer to the right, because layers are distances. Edges back over several layers get a
waypoint in each layer they pass, so that they run between the states and not through them.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from viva.engines.automata.machine import Machine

Point = tuple[float, float]
COLUMN = 150.0
ROW = 110.0
CAREFUL = 150
_SWEEPS = 8
_GRID = 25


@dataclass(frozen=True, slots=True)
class Layout:
    """The centre of each state, and for edges over several layers the points they pass."""

    places: tuple[Point, ...]
    ways: dict[tuple[int, int], tuple[Point, ...]]


def layout(given: Machine, column: float = COLUMN, row: float = ROW) -> Layout:
    """Above `CAREFUL` states a plain grid, which is enough to open the file elsewhere."""
    if len(given.names) > CAREFUL:
        places = tuple((state % _GRID * column, state // _GRID * row) for state in range(len(given.names)))
        return Layout(places, {})
    layer = _layers(given)
    # A node is a state, or a waypoint: the edge it belongs to and its layer.
    rows: list[list[object]] = [[] for _ in range(max(layer, default=0) + 1)]
    for state, its_layer in enumerate(layer):
        rows[its_layer].append(state)
    chains: dict[tuple[int, int], list[object]] = {}
    neighbours: dict[object, list[object]] = {}
    for source, target in dict.fromkeys((edge.source, edge.target) for edge in given.edges):
        chain: list[object] = [source, target]
        if layer[source] - layer[target] > 1:
            waypoints: list[object] = [(source, target, at) for at in range(layer[source] - 1, layer[target], -1)]
            chain = [source, *waypoints, target]
            for waypoint, at in zip(waypoints, range(layer[source] - 1, layer[target], -1), strict=True):
                rows[at].append(waypoint)
        chains[source, target] = chain
        for one, other in itertools.pairwise(chain):
            if one != other:
                neighbours.setdefault(one, []).append(other)
                neighbours.setdefault(other, []).append(one)
    _order(rows, neighbours)
    place: dict[object, Point] = {}
    for index, nodes in enumerate(rows):
        height = 0.0
        heights: list[float] = []
        for number, node in enumerate(nodes):
            if number:
                # Waypoints need less room than states.
                height += row * (0.5 if not isinstance(node, int) or not isinstance(nodes[number - 1], int) else 1.0)
            heights.append(height)
        for node, down in zip(nodes, heights, strict=True):
            place[node] = (index * column, down - height / 2)
    ways = {edge: tuple(place[node] for node in chain[1:-1]) for edge, chain in chains.items() if len(chain) > 2}
    return Layout(tuple(place[state] for state in range(len(given.names))), ways)


def _layers(given: Machine) -> list[int]:
    """The distance of each state from the start; what cannot be reached stands behind the rest."""
    following: dict[int, list[int]] = {}
    for edge in given.edges:
        following.setdefault(edge.source, []).append(edge.target)
    layer: dict[int, int] = {}

    def spread(first: list[int], at: int) -> None:
        queue = [(state, at) for state in first]
        for state, distance in queue:
            if state not in layer:
                layer[state] = distance
                queue.extend((target, distance + 1) for target in following.get(state, ()))

    spread(list(given.starts), 0)
    for state in range(len(given.names)):
        if state not in layer:
            spread([state], max(layer.values(), default=-1) + 1)
    return [layer[state] for state in range(len(given.names))]


def _order(rows: list[list[object]], neighbours: dict[object, list[object]]) -> None:
    """Puts each node near the middle of its neighbours in the layer before, then behind; keeps the best order seen."""
    best = [list(nodes) for nodes in rows]
    fewest = _crossings(rows, neighbours)
    for sweep in range(_SWEEPS):
        indices = range(1, len(rows)) if sweep % 2 == 0 else range(len(rows) - 2, -1, -1)
        for index in indices:
            other = rows[index - 1 if sweep % 2 == 0 else index + 1]
            position = {node: at - (len(other) - 1) / 2 for at, node in enumerate(other)}
            middle = {}
            for at, node in enumerate(rows[index]):
                near = [position[neighbour] for neighbour in neighbours.get(node, ()) if neighbour in position]
                middle[node] = sum(near) / len(near) if near else at - (len(rows[index]) - 1) / 2
            rows[index].sort(key=lambda node: middle[node])
        crossings = _crossings(rows, neighbours)
        if crossings < fewest:
            fewest, best = crossings, [list(nodes) for nodes in rows]
    for index, nodes in enumerate(best):
        rows[index] = nodes


def _crossings(rows: list[list[object]], neighbours: dict[object, list[object]]) -> int:
    """Crossings between neighbouring layers, and edges inside a layer that jump over others."""
    total = 0
    for nodes, others in itertools.pairwise(rows):
        position = {node: at for at, node in enumerate(others)}
        ends = [sorted(position[node] for node in neighbours.get(one, ()) if node in position) for one in nodes]
        flat = [end for each in ends for end in each]
        total += sum(1 for index, one in enumerate(flat) for other in flat[index + 1 :] if other < one)
    for nodes in rows:
        position = {node: at for at, node in enumerate(nodes)}
        for node in nodes:
            total += sum(
                abs(position[other] - position[node]) - 1 for other in neighbours.get(node, ()) if other in position
            )
    return total
