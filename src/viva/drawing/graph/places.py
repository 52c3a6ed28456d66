"""Coordinates and curves, from inside out.

The story that keeps things apart: a level is bands and gaps in turn. A band is a layer; all that lies in it (nodes with
their loops, labels, and a lane for each edge that passes) has room of its own across, so nothing in a band touches
anything else. Labels have bands between those of the nodes and stand beside the lane of their edge. In a gap there are
only edges, and all bend in the same way from their lane in one band to their lane in the next, so two of them meet
only if their lanes are in opposite order, and then once. Edges that end at one node end side by side.
"""

from __future__ import annotations

from dataclasses import field
from math import atan2, cos, sin

from viva.core.records import dataclass
from viva.drawing.graph import curves
from viva.drawing.graph.coordinates import across as coordinates
from viva.drawing.graph.curves import Curve
from viva.drawing.graph.labels import with_labels
from viva.drawing.graph.model import Direction
from viva.drawing.graph.orders import STUB, Level, Link, Plan, neighbours, positions, with_stub
from viva.drawing.graph.sizes import FAN, LOOP, PORT, STUB_LENGTH, Size, leaf
from viva.drawing.graph.straightening import straighten
from viva.drawing.shapes import Outline, Point, text_size

_LANE = 12.0
_BESIDE = 4.0  # between a lane and its label
_ROOM = 10.0  # on either side of a node
_LEAST_BEND, _FAIR_BEND, _FAIR_SLOPE, _STEEPEST = 18.0, 64.0, 0.3, 0.17  # how long bends are, by how far they go
_TRACK = 11.0
_INSIDE = 16.0  # between the border of a node and those inside
_ARROW = 12.0  # straight before a box
_CORNER = 4.0  # how far before a circle the tangents of a fan meet


@dataclass(slots=True)
class Block:
    """A level with coordinates, measured from its corner."""

    size: Point = (0.0, 0.0)
    centres: list[Point] = field(default_factory=list)
    sizes: list[Size] = field(default_factory=list)
    curves: dict[int, Curve] = field(default_factory=dict)
    labels: dict[int, Point] = field(default_factory=dict)
    stubs: list[Curve] = field(default_factory=list)
    gates: dict[int, float] = field(default_factory=dict)
    title: Point | None = None
    inner: dict[int, Block] = field(default_factory=dict)


@dataclass(slots=True)
class _Items:
    """Room of each item: across, before and after its line; along, before and after the middle of its layer."""

    before: list[float]
    after: list[float]
    lead: list[float]
    tail: list[float]


@dataclass(frozen=True, slots=True)
class _Band:
    """`start` and `end` hold the turns of edges that wrap; what lies in the layer is between `first` and `last`."""

    start: float
    first: float
    middle: float
    last: float
    end: float


@dataclass(frozen=True, slots=True)
class _Ports:
    """The edges that end at one side of a node, in order; those that wrap turn to the left or to the right."""

    left: list[int]
    straight: list[int]
    right: list[int]

    @property
    def edges(self) -> list[int]:
        return self.left + self.straight + self.right

    @property
    def counts(self) -> tuple[int, int, int]:
        return len(self.left), len(self.straight), len(self.right)

    @property
    def room(self) -> int:
        return len(self.straight) + 2 * max(len(self.left), len(self.right))


class Placing:
    """One level on its way to coordinates."""

    def __init__(self, plan: Plan, level: Level, radius: float) -> None:
        self.plan, self.level, self.radius = plan, level, radius
        self.direction = plan.graph.direction
        self.right = self.direction is Direction.RIGHT
        self.block = Block(inner={n: Placing(plan, each, radius).placed() for n, each in level.inner.items()})
        self.nodes = len(level.nodes)
        bands = with_labels(plan, level)
        self.layers, self.links, self.items, self.labels = bands.layers, bands.links, bands.items, bands.labels
        self.position = positions(self.layers, self.items)
        self.layer_of = {item: number for number, layer in enumerate(self.layers) for item in layer}
        self.ports = {(node, side): self._ends(node, side) for node in range(self.nodes) for side in (-1, 1)}
        self.offsets: dict[tuple[int, int, int], float] = {}  # node, side, edge
        self.room = self._room()
        bends = [item >= self.nodes and item != level.title for item in range(self.items)]
        near = neighbours(self.links, self.items)
        self.x = coordinates(self.layers, near, (self.room.before, self.room.after), bends)
        ways = [(link.chain, self._offset(link, 0), self._offset(link, len(link.chain) - 1)) for link in self.links]
        straighten(self.x, self.layers, ways, (self.room.before, self.room.after), bends)
        self.bands: list[_Band] = []
        self.tracks: dict[tuple[int, int], int] = {}  # edge and side
        self.parts: dict[tuple[int, int], tuple[float, float]] = {}  # edge and gap

    def placed(self) -> Block:
        block = self.block
        low = min((self.x[item] - self.room.before[item] for item in self.layer_of), default=0.0)
        padding = _INSIDE if self.level.owner else 0.0
        heading = self._title_room()
        self.x = [x - low + padding + heading for x in self.x]
        high = max((self.x[item] + self.room.after[item] for item in self.layer_of), default=0.0) + padding
        self._find_bands(padding)
        length = self.bands[-1].end + (0.0 if self._gated(-1) else padding) if self.bands else 0.0
        block.size = (length, high)
        block.centres = [(self.bands[self.layer_of[node]].middle, self.x[node]) for node in range(self.nodes)]
        block.gates = {edge: self.x[item] for edge, item in self.level.gates.items()}
        for link in self.links:
            curve = self._curve(link)
            block.curves[link.edge] = curve if link.forward else curve[::-1]
        for edge, item in self.labels.items():
            height = self._label_size(edge)[1]
            beside = _BESIDE + height / 2
            middle = self.bands[self.layer_of[item]].middle
            block.labels[edge] = (middle, self.x[item] + (-beside if self.right else beside))
        for number in range(self.nodes):
            self._add_loop(number)
            self._add_stub(number)
        self._add_title()
        return block

    # Room

    def _label_size(self, edge: int) -> Point:
        """Along and across."""
        width, height = text_size(self.plan.graph.edges[edge].text)
        return (width, height) if self.right else (height, width)

    def _ends(self, node: int, side: int) -> _Ports:
        keys: tuple[list[tuple[int, int]], ...] = ([], [], [])
        for link in self.links:
            if link.wraps:
                if node == (link.upper if side < 0 else link.lower):
                    lane = self.position[link.chain[0 if side < 0 else -1]]
                    keys[0 if lane < self.position[node] else 2].append((-lane, link.edge))
            elif link.chain[-1 if side < 0 else 0] == node:
                keys[1].append((self.position[link.chain[-2 if side < 0 else 1]], link.edge))
        left, straight, right = ([edge for _, edge in sorted(each)] for each in keys)
        return _Ports(left, with_stub(self.level.nodes[node], straight) if side < 0 else straight, right)

    def _room(self) -> _Items:
        room = _Items([_LANE / 2] * self.items, [_LANE / 2] * self.items, [0.0] * self.items, [0.0] * self.items)
        for number in range(self.nodes):
            self._measure(number, room)
        for edge, item in self.labels.items():
            along, across = self._label_size(edge)
            beside = room.before if self.right else room.after
            beside[item] = _BESIDE + across + _LANE / 2
            room.lead[item] = room.tail[item] = along / 2 + 3
        if self.level.title is not None and self.level.owner:
            width, height = text_size(self.level.owner.text)
            room.before[self.level.title], room.after[self.level.title] = 0.0, width + _LANE
            room.lead[self.level.title] = room.tail[self.level.title] = height / 2 + 4
        return room

    def _measure(self, number: int, room: _Items) -> None:
        node, ports = self.level.nodes[number], [(side, self.ports[number, side]) for side in (-1, 1)]
        inner = self.block.inner.get(number)
        room_needed = max(each.room for _, each in ports)
        if inner is not None:
            size = Size(Outline.RECTANGLE, inner.size[0] / 2, inner.size[1] / 2, self.direction)
            for side, each in ports:
                self.offsets |= {(number, side, edge): inner.gates[edge] - size.across for edge in each.edges}
        else:
            size = leaf(node, self.radius, self.direction, room_needed)
            for side, each in ports:
                for edge, offset in zip(each.edges, size.offsets(*each.counts), strict=True):
                    self.offsets[number, side, edge] = offset
        self.block.sizes.append(size)
        across = max(size.across, room_needed / 2 * PORT)
        along = size.along
        if node.outline is Outline.SLANTED and inner is None:
            across, along = (across, along + size.slant) if self.right else (across + size.slant, along)
        before = after = across + _ROOM
        margin = FAN if size.outline is Outline.CIRCLE else _ARROW
        lead = tail = along + margin
        if node.name in self.plan.loops:
            loop_along, loop_across = self._loop_label(number)
            lead = tail = max(lead, loop_along / 2 + 3)
            if self.right:
                before = size.across + LOOP + loop_across + _ROOM / 2
            else:
                after = size.across + LOOP + loop_across + _BESIDE + _ROOM / 2
        if node.start:
            lead = max(lead, along + margin + STUB_LENGTH)
        room.before[number], room.after[number], room.lead[number], room.tail[number] = before, after, lead, tail

    def _title_room(self) -> float:
        owner = self.level.owner
        return text_size(owner.text)[1] + 4 if owner and owner.text and self.right else 0.0

    def _gated(self, layer: int) -> bool:
        gates = set(self.level.gates.values())
        return bool(self.layers) and any(item in gates for item in self.layers[layer])

    # Across

    def _offset(self, link: Link, place: int) -> float:
        """How far beside an item of its chain a link is: at a node, where it ends."""
        item = link.chain[place]
        return 0.0 if item >= self.nodes else self.offsets[item, 1 if place == 0 else -1, link.edge]

    def _across(self, link: Link, place: int) -> float:
        return self.x[link.chain[place]] + self._offset(link, place)

    # Along

    def _find_bands(self, padding: float) -> None:
        turns = self._turns()
        cursor = 0.0 if self._gated(0) or self.level.title is not None else padding
        for number, layer in enumerate(self.layers):
            lead = max((self.room.lead[item] for item in layer), default=0.0)
            tail = max((self.room.tail[item] for item in layer), default=0.0)
            top, bottom = turns.get((number, -1), 0), turns.get((number, 1), 0)
            first = cursor + (top * _TRACK + 6 if top else 0.0)
            last = first + lead + tail
            end = last + (bottom * _TRACK + 6 if bottom else 0.0)
            self.bands.append(_Band(cursor, first, first + lead, last, end))
            cursor = end + self._gap_after(number)
        owner = self.level.owner
        if owner and owner.text and self.right and self.bands:
            needed = text_size(owner.text)[0] + 2 * _INSIDE
            short = needed - self.bands[-1].end - (0.0 if self._gated(-1) else padding)
            if short > 0:
                band = self.bands.pop()
                self.bands.append(
                    _Band(*(each + short for each in (band.start, band.first, band.middle, band.last, band.end)))
                )

    def _gap_after(self, number: int) -> float:
        """Gives every edge its part of the gap to bend in, and returns how long the gap is."""
        moves = []
        for link in self.links:
            place = number - link.first
            if 0 <= place < len(link.chain) - 1:
                moves.append((link.edge, self._across(link, place), self._across(link, place + 1)))
        far = max((abs(end - start) for _, start, end in moves), default=0.0)
        bend = max(_LEAST_BEND, min(_FAIR_BEND, _FAIR_SLOPE * far), _STEEPEST * far)
        delays = curves.delays([(start, end) for _, start, end in moves], bend)
        length = bend + max(delays, default=0.0)
        for (edge, _, _), delay in zip(moves, delays, strict=True):
            self.parts[edge, number] = (delay / length, (delay + bend) / length)
        return length

    def _turns(self) -> dict[tuple[int, int], int]:
        """How many tracks each layer needs on each side for edges that wrap; gives every turn its track."""
        spans: dict[tuple[int, int], list[tuple[int, tuple[float, float]]]] = {}
        for link in self.links:
            if link.wraps:
                for side, node, lane in ((-1, link.upper, link.chain[0]), (1, link.lower, link.chain[-1])):
                    ends = sorted((self.x[node] + self.offsets[node, side, link.edge], self.x[lane]))
                    spans.setdefault((self.layer_of[node], side), []).append((link.edge, (ends[0], ends[1])))
        found = {}
        for (layer, side), several in spans.items():
            numbers = curves.tracks([span for _, span in several])
            found[layer, side] = max(numbers)
            for (edge, _), track in zip(several, numbers, strict=True):
                self.tracks[edge, side] = track
        return found

    # Curves

    def _out(self, node: int, side: int, edge: int, until: float) -> Curve:
        """From the outline of a node in the direction of one side, up to a place along."""
        (middle, x), size = self.block.centres[node], self.block.sizes[node]
        offset = self.offsets[node, side, edge]
        if size.outline is Outline.CIRCLE and offset:
            radius = size.along
            angle = atan2(offset, radius + _CORNER)
            curve = [(middle + side * radius * cos(angle), x + radius * sin(angle))]
            lane = x + offset
            curves.corner(curve, (middle + side * (radius + _CORNER), lane), (middle + side * (radius + FAN), lane))
        else:
            curve = [(middle + side * size.reach(offset, side), x + offset)]
        curves.straight(curve, (until, x + offset))
        return curve

    def _curve(self, link: Link) -> Curve:
        """From the upper end to the lower one."""
        bands = self.bands[link.first : link.first + len(link.chain)]
        curve, rest = self._begun(link, bands[0]), self._ended(link, bands[-1])
        for number, (item, band) in enumerate(zip(link.chain[1:-1], bands[1:-1], strict=True), link.first):
            curves.bend(curve, (band.start, self.x[item]), self.parts[link.edge, number])
            curves.straight(curve, (band.end, self.x[item]))
        curves.bend(curve, rest[-1], self.parts[link.edge, link.first + len(link.chain) - 2])
        curve = curves.softened(curves.simplified(curve + rest[-2::-1]))
        return curves.softened(curve[::-1])[::-1]

    def _begun(self, link: Link, band: _Band) -> Curve:
        """From the upper end through its band."""
        lane = self.x[link.chain[0]]
        if link.wraps:
            curve = self._out(link.upper, -1, link.edge, band.first)
            curves.turn(curve, band.first - self.tracks[link.edge, -1] * _TRACK, (band.first, lane))
        elif link.chain[0] < self.nodes:
            return self._out(link.upper, 1, link.edge, band.end)
        else:
            curve = [(0.0, lane)]
        curves.straight(curve, (band.end, lane))
        return curve

    def _ended(self, link: Link, band: _Band) -> Curve:
        """From the lower end back through its band."""
        lane = self.x[link.chain[-1]]
        if link.wraps:
            curve = self._out(link.lower, 1, link.edge, band.last)
            curves.turn(curve, band.last + self.tracks[link.edge, 1] * _TRACK, (band.last, lane))
        elif link.chain[-1] < self.nodes:
            return self._out(link.lower, -1, link.edge, band.start)
        else:
            curve = [(self.block.size[0], lane)]
        curves.straight(curve, (band.start, lane))
        return curve

    def _add_stub(self, number: int) -> None:
        if self.level.nodes[number].start:
            first = self.block.centres[number][0] - self.room.lead[number]
            self.block.stubs.append(self._out(number, -1, STUB, first)[::-1])

    def _loop_label(self, number: int) -> Point:
        """The room that the label of a loop takes, along and across."""
        texts = [self.plan.graph.edges[edge].text for edge in self.plan.loops[self.level.nodes[number].name]]
        width, height = text_size("\n".join(text for text in texts if text))
        return (width, height) if self.right else (height, width)

    def _add_loop(self, number: int) -> None:
        """All loops of a node are one line, above it or to the right; their labels are the lines of one."""
        edges = self.plan.loops.get(self.level.nodes[number].name)
        if not edges:
            return
        (middle, x), size = self.block.centres[number], self.block.sizes[number]
        out = -1 if self.right else 1
        foot = size.along * 0.47 if size.outline is Outline.CIRCLE else min(10.0, size.along / 2)
        first, last, top = size.side(-foot), size.side(foot), size.across + LOOP
        wide = foot + 10
        self.block.curves[edges[0]] = [
            (middle - foot, x + out * first),
            (middle - wide, x + out * top),
            (middle + wide, x + out * top),
            (middle + foot, x + out * last),
        ]
        across = self._loop_label(number)[1]
        reach = max(first, last) / 4 + top * 0.75
        self.block.labels[edges[0]] = (middle, x + out * (reach + _BESIDE + across / 2))

    def _add_title(self) -> None:
        owner = self.level.owner
        if owner is None or not owner.text:
            return
        width, height = text_size(owner.text)
        if self.right:
            self.block.title = (_INSIDE + width / 2, _INSIDE / 2 + height / 2)
        elif self.level.title is not None:
            self.block.title = (self.bands[0].middle, self.x[self.level.title] + width / 2)
