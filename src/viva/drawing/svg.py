"""Shapes to SVG."""

from collections.abc import Iterable, Iterator, Sequence

from viva.core.drawing import Drawing
from viva.core.escape import markup, visible
from viva.drawing.shapes import FONT_SIZE, Arrow, Box, Circle, Label, Outline, Point, Shape, line_height, text_size

_MARGIN = 12.0
_STYLE = (
    f"text{{font:{FONT_SIZE}px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#1a1a1a;"
    "text-anchor:middle;dominant-baseline:central}"
    ".shape{fill:#fff;stroke:#333;stroke-width:1.5}.line{fill:none;stroke:#333;stroke-width:1.5}"
    ".good .shape{fill:#e3f4e3;stroke:#1b6e1b;stroke-width:2.5}.good .line{stroke:#1b6e1b;stroke-width:2.5}"
    ".bad .shape{fill:#fde4e1;stroke:#a61b0f;stroke-width:3.5}.bad .line{stroke:#a61b0f;stroke-width:3.5}"
    ".faint .shape{stroke:#767676;stroke-dasharray:5 4}.faint .line{stroke:#767676;stroke-dasharray:5 4}"
    ".under{fill:#fff;stroke:none;opacity:.85}"
)


def picture(title: str, shapes: Sequence[Shape], text: str) -> Drawing:
    """The finished drawing. `text` is its twin: it must say in words or characters what the picture shows."""
    points = [point for shape in shapes for point in _extent(shape)] or [(0.0, 0.0)]
    left = min(x for x, _ in points) - _MARGIN
    top = min(y for _, y in points) - _MARGIN
    width = max(x for x, _ in points) + _MARGIN - left
    height = max(y for _, y in points) + _MARGIN - top
    # Lines lie below the shapes they connect, so that every arrow ends at an outline.
    ordered = sorted(shapes, key=lambda shape: not isinstance(shape, Arrow))
    body = "".join(part for shape in ordered for part in _draw(shape))
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{markup(title)}" '
        f'viewBox="{_n(left)} {_n(top)} {_n(width)} {_n(height)}" width="{_n(width)}" height="{_n(height)}">'
        f"<title>{markup(title)}</title><desc>{markup(text)}</desc><style>{_STYLE}</style>"
        f'<rect x="{_n(left)}" y="{_n(top)}" width="{_n(width)}" height="{_n(height)}" fill="#fff"/>{body}</svg>\n'
    )
    return Drawing(svg, visible(text))


def _draw(shape: Shape) -> Iterator[str]:
    yield f'<g class="{shape.emphasis}">'
    match shape:
        case Box():
            yield f'<path class="shape" d="{_outline(shape)}"/>'
            yield from _text(shape.centre, shape.text)
        case Circle(centre=(x, y), radius=radius):
            yield f'<circle class="shape" cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}"/>'
            if shape.double:
                yield f'<circle class="shape" cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius - 4)}"/>'
            yield from _text(shape.centre, shape.text)
        case Arrow():
            yield f'<path class="line" d="{_path(shape.points)}"/>'
            if shape.head:
                yield f'<path class="line" d="{_head(shape.points[-2], shape.points[-1])}"/>'
            if shape.text:
                (ax, ay), (bx, by) = shape.points[0], shape.points[1]
                yield from _text(((ax + bx) / 2, (ay + by) / 2), shape.text, ground=True)
        case Label():
            yield from _text(shape.centre, shape.text)
    yield "</g>"


def _outline(box: Box) -> str:
    (x, y), (width, height) = box.centre, box.size
    left, right, top, bottom = x - width / 2, x + width / 2, y - height / 2, y + height / 2
    match box.outline:
        case Outline.DIAMOND:
            corners = [(x, top), (right, y), (x, bottom), (left, y)]
        case Outline.SLANTED:
            slant = height / 4
            corners = [(left + slant, top), (right + slant, top), (right - slant, bottom), (left - slant, bottom)]
        case Outline.RECTANGLE:
            corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        case Outline.ROUNDED:
            radius = _n(height / 2)
            arcs = [f"A{radius} {radius} 0 0 1 {_n(right)} {_n(y)}", f"A{radius} {radius} 0 0 1 {_n(left)} {_n(y)}"]
            straight = f"M{_n(left + height / 2)} {_n(top)}L{_n(right - height / 2)} {_n(top)}"
            return (
                f"{straight}{arcs[0]}A{radius} {radius} 0 0 1 {_n(right - height / 2)} {_n(bottom)}"
                f"L{_n(left + height / 2)} {_n(bottom)}{arcs[1]}"
                f"A{radius} {radius} 0 0 1 {_n(left + height / 2)} {_n(top)}Z"
            )
    return _path(corners) + "Z"


def _path(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points)


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
            f'<rect class="under" x="{_n(x - width / 2 - 2)}" y="{_n(y - height / 2)}" '
            f'width="{_n(width + 4)}" height="{_n(height)}"/>'
        )
    first = y - (len(lines) - 1) / 2 * line_height()
    for number, line in enumerate(lines):
        yield f'<text x="{_n(x)}" y="{_n(first + number * line_height())}">{markup(line)}</text>'


def _extent(shape: Shape) -> Iterator[Point]:
    match shape:
        case Box(centre=(x, y), size=(width, height)):
            width, height = max(width + height / 2, text_size(shape.text)[0]), max(height, text_size(shape.text)[1])
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


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
