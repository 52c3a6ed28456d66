"""Shapes to SVG."""

from collections.abc import Iterable, Iterator, Sequence

from viva.core.drawing import Drawing
from viva.core.text.escape import markup, visible
from viva.drawing.shapes import (
    FONT_SIZE,
    Arrow,
    Box,
    Circle,
    Frame,
    Label,
    Outline,
    Point,
    Shape,
    line_height,
    text_size,
)
from viva.drawing.sheet import sheet

View = tuple[float, float, float, float]  # left, top, width, height

_MARGIN = 12.0


def picture(title: str, shapes: Sequence[Shape], text: str) -> Drawing:
    """The finished drawing. `text` is its twin: it must say in words or characters what the picture shows."""
    return document("shapes", title, text, _view(shapes), _body(shapes))


def animation(title: str, frames: Sequence[Sequence[Shape]], text: str, seconds: float = 1.5) -> Drawing:
    """Pictures one after the other, each for so many seconds, over and over; who cannot see it move sees the first."""
    view = _view([shape for frame in frames for shape in frame])
    times = ";".join(f"{number / len(frames):.4f}" for number in range(len(frames)))
    parts = []
    for number, frame in enumerate(frames):
        shown = ";".join("1" if other == number else "0" for other in range(len(frames)))
        moving = (
            f'<animate attributeName="opacity" calcMode="discrete" values="{shown}" keyTimes="{times}" '
            f'dur="{px(seconds * len(frames))}s" repeatCount="indefinite"/>'
        )
        parts.append(f'<g opacity="{1 if number == 0 else 0}">{moving}{_body(frame)}</g>')
    return document("shapes", title, text, view, "".join(parts))


def _view(shapes: Sequence[Shape]) -> View:
    left, top, width, height = bounds(shapes)
    return left - _MARGIN, top - _MARGIN, width + 2 * _MARGIN, height + 2 * _MARGIN


def _body(shapes: Sequence[Shape]) -> str:
    # Lines lie below the shapes they connect, so that every arrow ends at an outline, and above those they lie in.
    ordered = sorted(shapes, key=lambda shape: 0 if isinstance(shape, Frame) else 1 if isinstance(shape, Arrow) else 2)
    return "".join(part for shape in ordered for part in _draw(shape))


def bounds(shapes: Sequence[Shape]) -> View:
    """The box around all shapes."""
    points = [point for shape in shapes for point in _extent(shape)] or [(0.0, 0.0)]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return left, top, max(x for x, _ in points) - left, max(y for _, y in points) - top


def document(kind: str, title: str, text: str, view: View, body: str) -> Drawing:
    """A picture whose body is finished SVG, with its name and its twin in words for those who do not see it. The sheet
    of its kind is inside, so that it can stand alone; a page has one sheet for all, and leaves this one out."""
    left, top, width, height = map(px, view)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="drawing {kind}" role="img" aria-label="{markup(title)}" '
        f'viewBox="{left} {top} {width} {height}" width="{width}" height="{height}">'
        f"<title>{markup(title)}</title><desc>{markup(text)}</desc><style>{sheet(kind)}</style>"
        f'<rect class="paper" x="{left}" y="{top}" width="{width}" height="{height}"/>{body}</svg>\n'
    )
    return Drawing(svg, visible(text))


def _draw(shape: Shape) -> Iterator[str]:
    yield f'<g class="{shape.emphasis}">'
    match shape:
        case Box():
            yield f'<path class="shape" d="{_outline(shape)}"/>'
            yield from _text(shape.centre, shape.text)
        case Circle(centre=(x, y), radius=radius):
            yield f'<circle class="shape" cx="{px(x)}" cy="{px(y)}" r="{px(radius)}"/>'
            if shape.double:
                yield f'<circle class="shape" cx="{px(x)}" cy="{px(y)}" r="{px(radius - 4)}"/>'
            yield from _text(shape.centre, shape.text)
        case Arrow():
            yield f'<path class="line" d="{_curve(shape.points) if shape.curved else _path(shape.points)}"/>'
            if shape.head:
                yield f'<path class="line" d="{_head(shape.points[-2], shape.points[-1])}"/>'
            if shape.text:
                (ax, ay), (bx, by) = shape.points[0], shape.points[1]
                yield from _text(((ax + bx) / 2, (ay + by) / 2), shape.text, ground=True)
        case Label():
            yield from _text(shape.centre, shape.text)
        case Frame(centre=(x, y), size=(width, height)):
            yield (
                f'<rect class="shape" x="{px(x - width / 2)}" y="{px(y - height / 2)}" '
                f'width="{px(width)}" height="{px(height)}" rx="10"/>'
            )
    yield "</g>"


def _outline(box: Box) -> str:
    (x, y), (width, height) = box.centre, box.size
    left, right, top, bottom = x - width / 2, x + width / 2, y - height / 2, y + height / 2
    match box.outline:
        case Outline.DIAMOND:
            corners = [(x, top), (right, y), (x, bottom), (left, y)]
        case Outline.TRIANGLE:
            corners = [(x, top), (right, bottom), (left, bottom)]
        case Outline.SLANTED:
            slant = height / 4
            corners = [(left + slant, top), (right + slant, top), (right - slant, bottom), (left - slant, bottom)]
        case Outline.CIRCLE:
            half = f"A{px(width / 2)} {px(height / 2)} 0 0 1"
            return f"M{px(left)} {px(y)}{half} {px(right)} {px(y)}{half} {px(left)} {px(y)}Z"
        case Outline.RECTANGLE:
            corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        case Outline.ROUNDED:
            radius = px(height / 2)
            arcs = [
                f"A{radius} {radius} 0 0 1 {px(right)} {px(y)}",
                f"A{radius} {radius} 0 0 1 {px(left)} {px(y)}",
            ]
            straight = f"M{px(left + height / 2)} {px(top)}L{px(right - height / 2)} {px(top)}"
            return (
                f"{straight}{arcs[0]}A{radius} {radius} 0 0 1 {px(right - height / 2)} {px(bottom)}"
                f"L{px(left + height / 2)} {px(bottom)}{arcs[1]}"
                f"A{radius} {radius} 0 0 1 {px(left + height / 2)} {px(top)}Z"
            )
    return _path(corners) + "Z"


def _path(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{px(x)} {px(y)}" for x, y in points)


def _curve(points: Sequence[Point]) -> str:
    places = [f"{px(x)} {px(y)}" for x, y in points]
    return f"M{places[0]}" + "".join(f"C{' '.join(places[at : at + 3])}" for at in range(1, len(places), 3))


def _head(start: Point, end: Point) -> str:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    ux, uy = dx / length * 9, dy / length * 9
    return _path([(end[0] - ux - uy / 2, end[1] - uy + ux / 2), end, (end[0] - ux + uy / 2, end[1] - uy - ux / 2)])


def _text(centre: Point, text: str, ground: bool = False) -> Iterator[str]:
    x, y = centre
    lines = text.split("\n")
    if ground:
        width, height = text_size(text)
        yield (
            f'<rect class="under" x="{px(x - width / 2 - 2)}" y="{px(y - height / 2)}" '
            f'width="{px(width + 4)}" height="{px(height)}"/>'
        )
    # The baseline by hand: not every program that shows SVG knows how to centre a line.
    first = y - (len(lines) - 1) / 2 * line_height() + 0.35 * FONT_SIZE
    for number, line in enumerate(lines):
        yield f'<text x="{px(x)}" y="{px(first + number * line_height())}">{markup(line)}</text>'


def _extent(shape: Shape) -> Iterator[Point]:
    match shape:
        case Box(centre=(x, y), size=(width, height)):
            width, height = max(width + height / 2, text_size(shape.text)[0]), max(height, text_size(shape.text)[1])
            yield from ((x - width / 2, y - height / 2), (x + width / 2, y + height / 2))
        case Frame(centre=(x, y), size=(width, height)):
            yield from ((x - width / 2, y - height / 2), (x + width / 2, y + height / 2))
        case Circle(centre=(x, y), radius=radius):
            yield from ((x - radius, y - radius), (x + radius, y + radius))
        case Arrow():
            yield from shape.points
            if shape.text:
                (ax, ay), (bx, by) = shape.points[0], shape.points[1]
                yield from _extent(Label(((ax + bx) / 2, (ay + by) / 2), shape.text))
        case Label(centre=(x, y)):
            width, height = text_size(shape.text)
            yield from ((x - width / 2, y - height / 2), (x + width / 2, y + height / 2))


def px(value: float) -> str:
    """A length with one decimal, which is all that can be seen."""
    return f"{value:.1f}".removesuffix(".0")
