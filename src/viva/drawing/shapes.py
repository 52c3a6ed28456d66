"""What a picture is made of. Lengths are in pixels; y grows downwards; a shape is placed by its centre."""

from enum import StrEnum

from viva.core.records import dataclass

FONT_SIZE = 14
_LETTER_WIDTH = 0.62 * FONT_SIZE
_LINE_HEIGHT = 1.35 * FONT_SIZE

Point = tuple[float, float]


class Emphasis(StrEnum):
    """Never told by colour alone: a bad shape also has a thicker, a faint one a dashed line."""

    PLAIN = "plain"
    GOOD = "good"
    BAD = "bad"
    FAINT = "faint"


class Outline(StrEnum):
    RECTANGLE = "rectangle"
    ROUNDED = "rounded"
    SLANTED = "slanted"  # input and output in a flow chart
    DIAMOND = "diamond"
    CIRCLE = "circle"
    TRIANGLE = "triangle"  # a part of a tree that is not looked into


@dataclass(frozen=True, slots=True)
class Box:
    centre: Point
    size: Point
    text: str
    outline: Outline = Outline.RECTANGLE
    emphasis: Emphasis = Emphasis.PLAIN


@dataclass(frozen=True, slots=True)
class Circle:
    centre: Point
    radius: float
    text: str
    double: bool = False
    emphasis: Emphasis = Emphasis.PLAIN


@dataclass(frozen=True, slots=True)
class Arrow:
    """A line through the points, with a head at the last; the text stands at the middle of its first leg.

    A curved one goes in cubic pieces: its points are where it begins, then for each piece two control points and the
    end of the piece.
    """

    points: tuple[Point, ...]
    text: str = ""
    emphasis: Emphasis = Emphasis.PLAIN
    head: bool = True
    curved: bool = False


@dataclass(frozen=True, slots=True)
class Label:
    centre: Point
    text: str
    emphasis: Emphasis = Emphasis.PLAIN


@dataclass(frozen=True, slots=True)
class Frame:
    """A box around other shapes, lines among them: it lies below all."""

    centre: Point
    size: Point
    emphasis: Emphasis = Emphasis.PLAIN


Shape = Box | Circle | Arrow | Label | Frame


def text_size(text: str) -> Point:
    """Room that a text takes, in the font that `svg` uses."""
    lines = text.split("\n")
    return max(len(line) for line in lines) * _LETTER_WIDTH, len(lines) * _LINE_HEIGHT


def line_height() -> float:
    return _LINE_HEIGHT
