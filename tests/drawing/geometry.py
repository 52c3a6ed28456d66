"""What a drawing shows, measured from its lines and boxes alone: the same for our drawings and for those of others.

A line is a list of points close together; a box is (left, top, right, bottom).
"""

from collections.abc import Sequence
from itertools import combinations, pairwise
from math import dist, hypot

from viva.drawing.shapes import Arrow, Shape, text_size

Point = tuple[float, float]
Line = list[Point]
Box = tuple[float, float, float, float]

STEP = 2.0  # between the points of a line that `evened` makes


def bezier(controls: Sequence[Point], steps: int = 24) -> Line:
    """The points of a curve of cubic pieces: a point, then for each piece two control points and its end."""
    points = [controls[0]]
    for start in range(0, len(controls) - 3, 3):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = controls[start : start + 4]
        for step in range(1, steps + 1):
            t = step / steps
            a, b, c, d = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3
            points.append((a * ax + b * bx + c * cx + d * dx, a * ay + b * by + c * cy + d * dy))
    return points


def evened(line: Line) -> Line:
    """The same line with a point every `STEP`."""
    found = [line[0]]
    for (ax, ay), (bx, by) in pairwise(line):
        steps = max(1, round(hypot(bx - ax, by - ay) / STEP))
        found += [(ax + (bx - ax) * k / steps, ay + (by - ay) * k / steps) for k in range(1, steps + 1)]
    return found


def around(line: Sequence[Point]) -> Box:
    xs, ys = [x for x, _ in line], [y for _, y in line]
    return min(xs), min(ys), max(xs), max(ys)


def apart(one: Box, other: Box, room: float = 0.0) -> bool:
    """Whether two boxes do not overlap, with at least this room between them."""
    return (
        one[2] + room <= other[0] or other[2] + room <= one[0] or one[3] + room <= other[1] or other[3] + room <= one[1]
    )


def crossings(lines: Sequence[Line]) -> int:
    """How often any two of the lines cross each other."""
    bounds = [around(line) for line in lines]
    total = 0
    for one, other in combinations(range(len(lines)), 2):
        if not apart(bounds[one], bounds[other]):
            total += crossings_of(lines[one], lines[other])
    return total


def crossings_of(one: Line, other: Line) -> int:
    found: list[Point] = []
    others = [((ax, ay), (bx, by), around(((ax, ay), (bx, by)))) for (ax, ay), (bx, by) in pairwise(other)]
    whole = around(other)
    for a, b in pairwise(one):
        box = around((a, b))
        if apart(box, whole, 0.0):
            continue
        for c, d, theirs in others:
            if box[2] < theirs[0] or theirs[2] < box[0] or box[3] < theirs[1] or theirs[3] < box[1]:
                continue
            meets = _meeting(a, b, c, d)
            # Where both lines bend at the very point they meet, that point is met from several pieces.
            if meets is not None and all(dist(meets, each) > 0.5 for each in found):
                found.append(meets)
    # Ends that touch are not crossings: edges of one node may meet at its outline.
    ends = (one[0], one[-1], other[0], other[-1])
    return sum(all(dist(each, end) > 2.5 for end in ends) for each in found)


def _meeting(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    rx, ry, sx, sy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    across = rx * sy - ry * sx
    if abs(across) < 1e-12:
        return None
    t = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / across
    u = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / across
    return (a[0] + t * rx, a[1] + t * ry) if 0 <= t <= 1 and 0 <= u <= 1 else None


def merged(lines: Sequence[Line], near: float = 1.5, long: float = 20.0) -> list[tuple[int, int]]:
    """Pairs of lines that run as one: closer than the width of a line, for a stretch that is no crossing."""
    even = [evened(line) for line in lines]
    bounds = [around(line) for line in even]
    return [
        (one, other)
        for one, other in combinations(range(len(lines)), 2)
        if not apart(bounds[one], bounds[other], near) and _longest_touch(even[one], even[other], near) > long
    ]


def _longest_touch(one: Line, other: Line, near: float) -> float:
    cell = 2 * STEP
    cells: dict[tuple[int, int], list[tuple[Point, Point]]] = {}
    for a, b in pairwise(other):
        cells.setdefault((int(a[0] // cell), int(a[1] // cell)), []).append((a, b))
    stretch = longest = 0.0
    for before, (x, y) in pairwise(one):
        column, row = int(x // cell), int(y // cell)
        close = any(
            _distance((x, y), a, b) < near
            for i in (column - 1, column, column + 1)
            for j in (row - 1, row, row + 1)
            for a, b in cells.get((i, j), ())
        )
        stretch = stretch + dist(before, (x, y)) if close else 0.0
        longest = max(longest, stretch)
    return longest


def _distance(point: Point, a: Point, b: Point) -> float:
    """From a point to a straight piece."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    share = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length if length else 0.0
    share = min(1.0, max(0.0, share))
    return dist(point, (a[0] + share * dx, a[1] + share * dy))


def overlapping(boxes: Sequence[Box]) -> list[tuple[int, int]]:
    """Pairs of boxes that lie on each other by more than a hair."""
    return [
        (one, other) for one, other in combinations(range(len(boxes)), 2) if not apart(boxes[one], boxes[other], -0.5)
    ]


def struck(box: Box, line: Line) -> bool:
    """Whether a line passes through a box."""
    return any(box[0] < x < box[2] and box[1] < y < box[3] for x, y in evened(line))


def lines_of(shapes: Sequence[Shape]) -> list[Line]:
    """The lines of a picture, in order."""
    arrows = [shape for shape in shapes if isinstance(shape, Arrow)]
    return [bezier(arrow.points) if arrow.curved else list(arrow.points) for arrow in arrows]


def text_box(centre: Point, text: str) -> Box:
    width, height = text_size(text)
    return centre[0] - width / 2, centre[1] - height / 2, centre[0] + width / 2, centre[1] + height / 2


def ink(box: Box) -> Box:
    """Of the box of a line of text, the part that small letters fill."""
    left, top, right, bottom = box
    return left + 1, top + 0.25 * (bottom - top), right - 1, bottom - 0.25 * (bottom - top)
