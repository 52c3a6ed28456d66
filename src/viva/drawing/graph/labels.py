"""Layers of their own for labels, between those of the nodes."""

from __future__ import annotations

from dataclasses import replace

from viva.core.records import dataclass
from viva.drawing.graph.orders import Level, Link, Plan, positions


@dataclass(frozen=True, slots=True)
class Labelled:
    """The layers and links of a level, with an item for each edge that passes a layer of labels."""

    layers: list[list[int]]
    links: list[Link]
    items: int
    labels: dict[int, int]  # the item of each edge with a label


def with_labels(plan: Plan, level: Level) -> Labelled:
    """An edge has its label next to its source. The orders in the new layers cause no crossing that was not there:
    two edges in the same order before and after are in that order between, too."""
    own = set(plan.level_edges(level.owner))
    labelled = {link.edge for link in level.links if link.edge in own and plan.graph.edges[link.edge].text}
    gaps = {_gap_of_label(link) for link in level.links if link.edge in labelled}
    position = positions(level.layers, level.items)
    items = level.items
    layers: list[list[int]] = []
    lanes: dict[tuple[int, int], int] = {}
    labels: dict[int, int] = {}
    for number, layer in enumerate(level.layers):
        layers.append(layer)
        if number not in gaps:
            continue
        width, next_width = len(layer), len(level.layers[number + 1])
        passing: list[tuple[float, int, Link]] = []
        for link in level.links:
            place = number - link.first
            if 0 <= place < len(link.chain) - 1:
                one, other = link.chain[place : place + 2]
                passing.append((position[one] / width + position[other] / next_width, link.edge, link))
        passing.sort(key=lambda each: each[:2])
        layers.append(list(range(items, items + len(passing))))
        for _, edge, link in passing:
            lanes[edge, number] = items
            if edge in labelled and _gap_of_label(link) == number:
                labels[edge] = items
            items += 1
    return Labelled(layers, [_through(link, lanes, gaps) for link in level.links], items, labels)


def _gap_of_label(link: Link) -> int:
    return link.first if link.forward else link.first + len(link.chain) - 2


def _through(link: Link, lanes: dict[tuple[int, int], int], gaps: set[int]) -> Link:
    chain = []
    for number, item in enumerate(link.chain, link.first):
        chain.append(item)
        if (link.edge, number) in lanes:
            chain.append(lanes[link.edge, number])
    return replace(link, chain=chain, first=link.first + sum(gap < link.first for gap in gaps))
