"""How much room nodes, labels and loops take, and where a line meets an outline.

Sizes are halves, in (along, across); `side` is -1 where edges enter and 1 where they leave.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot, sqrt

from viva.core.records import dataclass
from viva.drawing.graph.model import Direction, Node
from viva.drawing.shapes import Outline, text_size

PORT = 12.0  # between edges that end side by side
LOOP = 30.0  # how far a loop reaches out
STUB_LENGTH = 28.0  # the arrow into a start
FAN = 14.0  # before a circle, where edges turn towards its centre
_LEAST_RADIUS = 22.0
_WIDEST_PORT = 30.0
_WIDE_PORT = 16.0  # at a circle with few edges


@dataclass(frozen=True, slots=True)
class Size:
    """Half the size of a node."""

    outline: Outline
    along: float
    across: float
    direction: Direction

    @property
    def width(self) -> float:
        return 2 * (self.along if self.direction is Direction.RIGHT else self.across)

    @property
    def height(self) -> float:
        return 2 * (self.across if self.direction is Direction.RIGHT else self.along)

    @property
    def slant(self) -> float:
        """How far a slanted side leans out at its corner."""
        return self.height / 4 if self.outline is Outline.SLANTED else 0.0

    def reach(self, offset: float, side: int) -> float:
        """How far the outline reaches along a line that lies beside the centre."""
        along, across = self.along, self.across
        beside = min(abs(offset), across)
        match self.outline:
            case Outline.CIRCLE:
                return along * sqrt(1 - (beside / across) ** 2)
            case Outline.DIAMOND:
                return along * (1 - beside / across)
            case Outline.ROUNDED:
                radius = self.height / 2
                if self.direction is Direction.RIGHT:
                    return along - radius + sqrt(max(0.0, radius**2 - beside**2))
                return sqrt(max(0.0, radius**2 - max(0.0, beside - (across - radius)) ** 2))
            case Outline.SLANTED if self.direction is Direction.RIGHT:
                return along - side * self.slant * offset / across
        return along

    def side(self, offset: float) -> float:
        """How far the outline reaches across, where a loop begins, beside the middle."""
        turned = Direction.DOWN if self.direction is Direction.RIGHT else Direction.RIGHT
        return Size(self.outline, self.across, self.along, turned).reach(offset, 1)

    def offsets(self, left: int, straight: int, right: int) -> list[float]:
        """Where edges end on one side, from the first to the last: the straight ones around the middle, beside them
        those that turn to the left or to the right."""
        count = straight + 2 * max(left, right) if straight else left + right
        match self.outline:
            case Outline.CIRCLE:
                step = max(PORT, min(_WIDE_PORT, 1.5 * self.across / max(1, count)))
            case Outline.DIAMOND:
                step = 2 * self.across / (count + 1)
            case _:
                step = min(_WIDEST_PORT, (2 * self.across - 8) / max(1, count))
        first = max(left, right) - left if straight else 0
        return [(number + first - (count - 1) / 2) * step for number in range(left + straight + right)]


def common_radius(nodes: Iterable[Node]) -> float:
    """Circles in one picture are of one size."""
    texts = [node.text for node in nodes if node.outline is Outline.CIRCLE and not node.inside]
    return max([_LEAST_RADIUS, *(hypot(*text_size(text)) / 2 + 5 for text in texts)])


def leaf(node: Node, radius: float, direction: Direction, ports: int) -> Size:
    """The size of a node without others inside; `ports` edges end on its fuller side."""
    if node.outline is Outline.CIRCLE:
        return Size(node.outline, radius, radius, direction)
    width, height = text_size(node.text)
    match node.outline:
        case Outline.DIAMOND:
            # A text fits if its shares of the width and of the height are one in sum; its lines have air of their own.
            width, height = width * 1.6 + 8, (height - 6) * 2.67 + 12
        case Outline.RECTANGLE:
            width, height = width + 24, height + 16
        case _:
            width, height = width + height + 16, height + 16
    if node.double:
        width, height = width + 8, height + 8
    if direction is Direction.RIGHT:
        return Size(node.outline, width / 2, max(height, ports * PORT + 8) / 2, direction)
    return Size(node.outline, height / 2, max(width, ports * PORT + 8) / 2, direction)
