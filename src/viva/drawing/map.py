"""Maps: a plan seen from above, with walls, areas, round things, ways that were gone, and marks.

Metres go in, y grows upwards. A way is animated: its dot runs along it in the seconds that it took. The twin in text is
the plan in characters.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from viva.core.drawing import Drawing
from viva.core.records import dataclass
from viva.core.text.escape import markup
from viva.drawing.plot import ticks
from viva.drawing.svg import document

Point = tuple[float, float]

_LONGEST = 640.0
_EDGE = 40.0
_COLUMNS, _ROWS = 60, 30
_MOST_POINTS = 400
_PIECE = 8  # points of a track that are drawn together
_ROUNDS = 3  # what moves without end keeps people from reading


@dataclass(frozen=True, slots=True)
class Wall:
    start: Point
    end: Point


@dataclass(frozen=True, slots=True)
class Disc:
    """Something round; `look` is `round` or `goal`."""

    at: Point
    radius: float
    look: str = "round"
    text: str = ""


@dataclass(frozen=True, slots=True)
class Area:
    """A box between two corners; `look` is `hill` or `drop`. An arrow shows where it rises to."""

    low: Point
    high: Point
    look: str
    rising: Point | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Way:
    """Points that were passed, at equal distances of time."""

    points: Sequence[Point]
    seconds: float
    name: str


@dataclass(frozen=True, slots=True)
class Spot:
    """`look` is `here`, for what is told of, or `plain`."""

    at: Point
    text: str
    look: str = "here"


@dataclass(frozen=True, slots=True)
class Track:
    """A way as far as it was gone: of all points the first so many. It does not move by itself."""

    points: Sequence[Point]
    gone: int


Thing = Wall | Disc | Area | Way | Spot | Track


@dataclass(frozen=True, slots=True)
class _Scale:
    left: float
    top: float
    factor: float

    def __call__(self, point: Point) -> Point:
        return _EDGE + (point[0] - self.left) * self.factor, _EDGE + (self.top - point[1]) * self.factor


def draw(things: Sequence[Thing], title: str, text: str) -> Drawing:
    """The picture; `text` says in words what it shows, and stands above the plan in characters."""
    points = [point for thing in things for point in _extent(thing)] or [(0.0, 0.0)]
    left, right = min(x for x, _ in points) - 0.3, max(x for x, _ in points) + 0.3
    bottom, top = min(y for _, y in points) - 0.3, max(y for _, y in points) + 0.3
    scale = _Scale(left, top, _LONGEST / max(right - left, top - bottom))
    width, height = (right - left) * scale.factor, (top - bottom) * scale.factor
    order = {Area: 0, Disc: 1, Wall: 2, Way: 3, Track: 3, Spot: 4}
    ways = [thing for thing in things if isinstance(thing, Way)]
    body = f'<rect class="frame" x="{_EDGE}" y="{_EDGE}" width="{_px(width)}" height="{_px(height)}"/>'
    body += "".join(_axes(scale, (left, right), (bottom, top), height))
    body += "".join(
        part for thing in sorted(things, key=lambda each: order[type(each)]) for part in _drawn(thing, scale, ways)
    )
    legend = "".join(
        f'<text class="small" x="{_px(_EDGE + width / 2)}" y="{_px(height + 2 * _EDGE + 14 * number)}">'
        f"{'—' if number == 0 else '- -'} {markup(way.name)}</text>"
        for number, way in enumerate(ways)
    )
    view = (0.0, 0.0, width + 2 * _EDGE, height + 2 * _EDGE + 14 * len(ways) + 8)
    plan = "\n".join(_characters(things, (left, right), (bottom, top)))
    return document("map", title, f"{text}\n{plan}", view, body + legend)


def _extent(thing: Thing) -> Iterator[Point]:
    match thing:
        case Wall():
            yield from (thing.start, thing.end)
        case Disc(at=(x, y), radius=radius):
            yield from ((x - radius, y - radius), (x + radius, y + radius))
        case Area():
            yield from (thing.low, thing.high)
        case Way() | Track():
            yield from thing.points
        case Spot():
            yield thing.at


def _axes(scale: _Scale, across: Point, up: Point, height: float) -> Iterator[str]:
    for x in ticks(*across, 8):
        px, _ = scale((x, 0.0))
        yield f'<text class="small" x="{_px(px)}" y="{_px(height + _EDGE + 14)}">{x:g}</text>'
    for y in ticks(*up, 8):
        _, py = scale((0.0, y))
        yield f'<text class="small" x="{_px(_EDGE / 2)}" y="{_px(py + 4)}">{y:g}</text>'


def _drawn(thing: Thing, scale: _Scale, ways: Sequence[Way]) -> Iterator[str]:
    match thing:
        case Wall():
            (ax, ay), (bx, by) = scale(thing.start), scale(thing.end)
            yield f'<line class="wall" x1="{_px(ax)}" y1="{_px(ay)}" x2="{_px(bx)}" y2="{_px(by)}"/>'
        case Disc():
            x, y = scale(thing.at)
            yield f'<circle class="{thing.look}" cx="{_px(x)}" cy="{_px(y)}" r="{_px(thing.radius * scale.factor)}"/>'
            yield from _label(x, y + 4, thing.text)
        case Area():
            (ax, ay), (bx, by) = scale((thing.low[0], thing.high[1])), scale((thing.high[0], thing.low[1]))
            yield (
                f'<rect class="{thing.look}" x="{_px(ax)}" y="{_px(ay)}" width="{_px(bx - ax)}" '
                f'height="{_px(by - ay)}"/>'
            )
            x, y = (ax + bx) / 2, (ay + by) / 2
            if thing.rising:
                dx, dy = thing.rising[0] * 18, -thing.rising[1] * 18
                yield (
                    f'<path class="arrow" d="M{_px(x - dx)} {_px(y - dy)}L{_px(x + dx)} {_px(y + dy)}'
                    f"M{_px(x + dx * 0.5 - dy * 0.4)} {_px(y + dy * 0.5 + dx * 0.4)}L{_px(x + dx)} {_px(y + dy)}"
                    f'L{_px(x + dx * 0.5 + dy * 0.4)} {_px(y + dy * 0.5 - dx * 0.4)}"/>'
                )
            yield from _label(x, y + 34, thing.text)
        case Way():
            number = ways.index(thing)
            shown = [scale(point) for point in thinned(thing.points)]
            path = "M" + "L".join(f"{_px(x)} {_px(y)}" for x, y in shown)
            yield f'<path class="way way{number % 2}" d="{path}"/>'
            # It comes to rest after some rounds; where nothing moves, the dot stands at the end of the way.
            end_x, end_y = shown[-1]
            moved = "M" + "L".join(f"{_px(x - end_x)} {_px(y - end_y)}" for x, y in shown)
            yield (
                f'<circle class="dot{number % 2}" cx="{_px(end_x)}" cy="{_px(end_y)}" r="6">'
                f'<animateMotion dur="{max(thing.seconds / 4, 1):g}s" repeatCount="{_ROUNDS}" path="{moved}"/>'
                "</circle>"
            )
        case Track():
            # In pieces that stay what they are while it goes on.
            for start in range(0, thing.gone - 1, _PIECE):
                shown = [scale(point) for point in thing.points[start : min(start + _PIECE, thing.gone - 1) + 1]]
                path = "M" + "L".join(f"{_px(x)} {_px(y)}" for x, y in shown)
                yield f'<path class="way way0" d="{path}"/>'
        case Spot():
            x, y = scale(thing.at)
            yield f'<circle class="{thing.look}" cx="{_px(x)}" cy="{_px(y)}" r="6"/>'
            yield from _label(x, y - 12, thing.text)


def thinned(points: Sequence[Point]) -> list[Point]:
    """At most some hundreds of them, with the last one."""
    step = max(1, math.ceil(len(points) / _MOST_POINTS))
    return [*points[::step], points[-1]]


def _label(x: float, y: float, text: str) -> Iterator[str]:
    if text:
        yield f'<text class="told" x="{_px(x)}" y="{_px(y)}">{markup(text)}</text>'


def _characters(things: Sequence[Thing], across: Point, up: Point) -> list[str]:
    """`#` wall, `O` obstacle, `G` goal, `/` hill, `%` drop, `.` and `:` ways, `S` and `X` marks."""
    wide, high = across[1] - across[0], up[1] - up[0]
    columns = _COLUMNS if wide >= high / 2 else max(10, round(_ROWS * 2 * wide / high))
    rows = max(5, min(_ROWS, round(columns * high / wide / 2)))
    grid = [[" "] * columns for _ in range(rows)]

    def put(point: Point, letter: str) -> None:
        column = int((point[0] - across[0]) / wide * (columns - 1) + 0.5)
        row = int((up[1] - point[1]) / high * (rows - 1) + 0.5)
        if 0 <= column < columns and 0 <= row < rows:
            grid[row][column] = letter

    order = {Area: 0, Way: 1, Track: 1, Disc: 2, Wall: 3, Spot: 4}
    ways = [thing for thing in things if isinstance(thing, Way)]
    for thing in sorted(things, key=lambda each: order[type(each)]):
        match thing:
            case Area():
                for x in _between(thing.low[0], thing.high[0], columns):
                    for y in _between(thing.low[1], thing.high[1], rows):
                        put((x, y), "%" if thing.look == "drop" else "/")
            case Way():
                for point in thing.points:
                    put(point, ".:"[ways.index(thing) % 2])
            case Track():
                for point in thing.points[: thing.gone]:
                    put(point, ".")
            case Disc():
                put(thing.at, "G" if thing.look == "goal" else "O")
            case Wall():
                for share in _between(0.0, 1.0, 2 * columns):
                    (ax, ay), (bx, by) = thing.start, thing.end
                    put((ax + share * (bx - ax), ay + share * (by - ay)), "#")
            case Spot():
                put(thing.at, "X" if thing.look == "here" else "S")
    return ["".join(row).rstrip() for row in grid]


def _between(low: float, high: float, count: int) -> Iterator[float]:
    return (low + (high - low) * number / count for number in range(count + 1))


def _px(value: float) -> str:
    return f"{value:.1f}"
