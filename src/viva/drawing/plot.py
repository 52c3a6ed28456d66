"""Plots: panels under each other over one axis, with lines, steps, bands, areas, bars, regions, thresholds and marks.

What differs is never told by colour alone: lines of one panel differ in their dashes too, an area lies above or below
zero, a threshold and a moment have their words beside them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import field
from itertools import chain

from viva.core.drawing import Drawing
from viva.core.records import dataclass
from viva.core.text.escape import markup
from viva.drawing.svg import document

LEFT, RIGHT, TOP = 64.0, 24.0, 44.0
WIDTH = 640.0
_GAP = 30.0
_COLUMNS = int(WIDTH)  # more samples than this are drawn as the range of each pixel
_DOTS = 80  # more samples than this are not drawn as dots
_LONGEST = 92
_ROOM = 0.1  # above and below what a panel shows
_DASHES = ("", "9 4", "2 3", "9 3 2 3")

Values = Sequence[float]


@dataclass(frozen=True, slots=True)
class Line:
    """A curve through the points; in `steps` a value stays until the next point. Named lines are in the legend."""

    xs: Values
    ys: Values
    name: str = ""
    steps: bool = False
    dots: bool = False


@dataclass(frozen=True, slots=True)
class Band:
    """All between two curves, up to the edge where one of them is infinite; in `steps` as a line."""

    xs: Values
    low: Values
    high: Values
    steps: bool = False


@dataclass(frozen=True, slots=True)
class Area:
    """What lies between a curve and zero."""

    xs: Values
    ys: Values
    steps: bool = False


@dataclass(frozen=True, slots=True)
class Threshold:
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class Mark:
    x: float
    y: float
    text: str = ""


@dataclass(frozen=True, slots=True)
class Bar:
    """A row of named stretches, such as the modes of a system over time. A panel with bars has nothing else in it."""

    name: str
    spans: tuple[tuple[float, float, str], ...]


@dataclass(frozen=True, slots=True)
class Region:
    """A filled polygon, for panels whose axes are two quantities."""

    xs: Values
    ys: Values


Item = Line | Band | Area | Threshold | Mark | Bar | Region


@dataclass(frozen=True, slots=True)
class Panel:
    """One frame with a scale of its own that holds all of its items."""

    title: str
    items: tuple[Item, ...]
    height: float = 96.0


@dataclass(frozen=True, slots=True)
class Moment:
    """A line down through all panels."""

    x: float
    text: str
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Plot:
    panels: tuple[Panel, ...]
    start: float
    stop: float
    axis: str = ""
    moments: tuple[Moment, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Scale:
    """From values to pixels; what lies outside is drawn at the end."""

    low: float
    high: float
    start: float
    stop: float

    def __call__(self, value: float) -> float:
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return self.start + share * (self.stop - self.start)


def ticks(low: float, high: float, about: int) -> list[float]:
    """Round numbers between the two: about so many, a step of 1, 2 or 5 times a power of ten apart."""
    rough = (high - low) / about
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * 0.999)
    first = math.ceil(low / step - 1e-9)
    return [k * step for k in range(first, math.floor(high / step + 1e-9) + 1)]


_NOTHING = 1e-12  # what is left of a zero where numbers with a point were added and taken away


def short(value: float) -> str:
    """A number with four digits that count; whole ones without a point."""
    if not math.isfinite(value):
        return str(value)
    rounded = float(f"{value:.4g}") + 0.0 if abs(value) > _NOTHING else 0.0
    return str(int(rounded)) if rounded == int(rounded) and abs(rounded) < 1e15 else repr(rounded)


def draw(plot: Plot, title: str, text: str) -> Drawing:
    """The picture; `text` is its twin in words."""
    across = Scale(plot.start, plot.stop if plot.stop > plot.start else plot.start + 1, LEFT, LEFT + WIDTH)
    body: list[str] = []
    marks: list[str] = []  # on top of everything else
    y = TOP
    for panel in plot.panels:
        drawn = _Panel(panel, across, y, marks)
        body += drawn.parts()
        y += panel.height + _GAP
    bottom = y - _GAP
    body += _axis(across, bottom, plot.axis)
    body += _moments(across, bottom, plot.moments)
    body += marks
    if plot.note:
        body.append(_text(LEFT, bottom + 44, plot.note, "small"))
    return document("plot", title, text, (0.0, 0.0, LEFT + WIDTH + RIGHT, bottom + 52), "".join(body))


@dataclass(slots=True)
class _Panel:
    panel: Panel
    across: Scale
    top: float
    marks: list[str]
    up: Scale = field(init=False)

    def __post_init__(self) -> None:
        values = [value for item in self.panel.items for value in _extremes(item)]
        low, high = min(values, default=0.0), max(values, default=0.0)
        room = _ROOM * (high - low) or 1.0
        self.up = Scale(low - room, high + room, self.top + self.panel.height, self.top)

    def parts(self) -> Iterator[str]:
        yield from self._frame()
        tone = 0
        for item in self.panel.items:
            match item:
                case Line():
                    yield from self._line(item, tone)
                    tone = (tone + 1) % len(_DASHES)
                case Band():
                    (xs, high), (_, low) = (
                        _stepped(item.xs, ys) if item.steps else (item.xs, ys) for ys in (item.high, item.low)
                    )
                    there = self._points(*_thinned(xs, high))
                    back = self._points(*_thinned(xs[::-1], low[::-1]))
                    yield f'<polygon class="band" points="{there} {back}"/>'
                case Area():
                    yield from self._area(item)
                case Threshold():
                    yield from self._threshold(item)
                case Mark():
                    self._mark(item)
                case Bar():
                    yield from self._bar(item, self.panel.items.index(item))
                case Region():
                    yield f'<polygon class="region" points="{self._points(item.xs, item.ys)}"/>'
        yield from self._legend()

    def _frame(self) -> Iterator[str]:
        top, height = self.top, self.panel.height
        yield f'<rect class="frame" x="{LEFT:g}" y="{top:g}" width="{WIDTH:g}" height="{height:g}"/>'
        for tick in ticks(self.across.low, self.across.high, 8):
            x = self.across(tick)
            yield f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{top + 1:g}" y2="{top + height - 1:g}"/>'
        self.marks.append(_text(LEFT, top - 6, _cut(self.panel.title), "code told"))
        if any(isinstance(item, Bar) for item in self.panel.items):
            return
        for tick in ticks(self.up.low, self.up.high, 3 if height < 80 else 4):
            yield _text(LEFT - 6, self.up(tick) + 4, short(tick), "small end")

    def _points(self, xs: Values, ys: Values) -> str:
        return " ".join(f"{self.across(x):.1f},{self.up(y):.1f}" for x, y in zip(xs, ys, strict=True))

    def _line(self, line: Line, tone: int) -> Iterator[str]:
        xs, ys = _thinned(*(_stepped(line.xs, line.ys) if line.steps else (line.xs, line.ys)))
        dashes = f' stroke-dasharray="{_DASHES[tone]}"' if _DASHES[tone] else ""
        yield f'<polyline class="line tone{tone}"{dashes} points="{self._points(xs, ys)}"/>'
        if line.dots and len(line.xs) <= _DOTS:
            for x, y in zip(line.xs, line.ys, strict=True):
                yield f'<circle class="dot tone{tone}" cx="{self.across(x):.1f}" cy="{self.up(y):.1f}" r="2"/>'

    def _area(self, area: Area) -> Iterator[str]:
        xs, ys = _stepped(area.xs, area.ys) if area.steps else (area.xs, area.ys)
        zero = f"{self.up(0.0):.1f}"
        for side, part in (("above", [max(y, 0.0) for y in ys]), ("below", [min(y, 0.0) for y in ys])):
            x, y = _thinned(xs, part)
            first, last = f"{self.across(x[0]):.1f},{zero}", f"{self.across(x[-1]):.1f},{zero}"
            yield f'<polygon class="{side}" points="{first} {self._points(x, y)} {last}"/>'
        yield f'<polyline class="edge" points="{self._points(*_thinned(xs, ys))}"/>'
        yield f'<line class="zero" x1="{LEFT:g}" x2="{LEFT + WIDTH:g}" y1="{zero}" y2="{zero}"/>'

    def _threshold(self, threshold: Threshold) -> Iterator[str]:
        at = self.up(threshold.y)
        yield f'<line class="threshold" x1="{LEFT:g}" x2="{LEFT + WIDTH:g}" y1="{at:.1f}" y2="{at:.1f}"/>'
        below = at + 13 if at < self.top + 16 else at - 4
        self.marks.append(_text(LEFT + WIDTH - 4, below, threshold.text, "code small named told end"))

    def _bar(self, bar: Bar, row: int) -> Iterator[str]:
        """Names that have no room are left out; every second stretch has another tone, so that edges show."""
        height = self.panel.height / len(self.panel.items)
        top = self.top + row * height
        yield _text(LEFT - 6, top + height / 2 + 4, bar.name[:9], "small end")
        for number, (start, stop, text) in enumerate(bar.spans):
            left, right = self.across(start), self.across(stop)
            place = f'x="{left:.1f}" y="{top + 2:.1f}" width="{max(right - left, 0.5):.1f}" height="{height - 4:.1f}"'
            yield f'<rect class="bar{number % 2}" {place}/>'
            if 6.4 * len(text) < right - left - 4:
                yield _text((left + right) / 2, top + height / 2 + 4, text, "inside")

    def _mark(self, mark: Mark) -> None:
        x, y = self.across(mark.x), self.up(mark.y)
        self.marks.append(f'<circle class="here" cx="{x:.1f}" cy="{y:.1f}" r="5"/>')
        if mark.text:
            end = x > LEFT + WIDTH - 70
            below = min(y + 4, self.top + self.panel.height - 3)
            self.marks.append(_text(x - 9 if end else x + 9, below, mark.text, "small told" + " end" * end))

    def _legend(self) -> Iterator[str]:
        """The names of the lines, each beside a piece of its line, above the right end of the frame."""
        lines = [item for item in self.panel.items if isinstance(item, Line)]
        x, y = LEFT + WIDTH, self.top - 6
        for number in range(len(lines) - 1, -1, -1):
            name = lines[number].name
            if name:
                tone = number % len(_DASHES)
                yield _text(x, y, name, "small end")
                x -= 6.2 * len(name) + 8
                dashes = f' stroke-dasharray="{_DASHES[tone]}"' if _DASHES[tone] else ""
                sample = f'x1="{x - 22:.1f}" x2="{x:.1f}" y1="{y - 4:.1f}" y2="{y - 4:.1f}"'
                yield f'<line class="line tone{tone}"{dashes} {sample}/>'
                x -= 36


def _extremes(item: Item) -> list[float]:
    """The least and the greatest finite value that a panel must hold."""
    match item:
        case Line(ys=ys):
            values: Sequence[float] = ys
        case Band(low=low, high=high):
            values = [*low, *high]
        case Area(ys=ys):
            values = [*ys, 0.0]
        case Region(ys=ys):
            values = ys
        case Threshold(y=y) | Mark(y=y):
            values = [y]
        case Bar():
            values = []
    finite = [value for value in values if math.isfinite(value)]
    return [min(finite), max(finite)] if finite else []


def _stepped(xs: Values, ys: Values) -> tuple[list[float], list[float]]:
    return list(chain.from_iterable((x, x) for x in xs))[1:], list(chain.from_iterable((y, y) for y in ys))[:-1]


def _thinned(xs: Values, ys: Values) -> tuple[Values, Values]:
    """Lines with more points than pixels, as the least and the greatest in each pixel, in order."""
    if len(xs) <= 2 * _COLUMNS:
        return xs, ys
    cuts = [len(xs) * column // _COLUMNS for column in range(_COLUMNS + 1)]
    parts = [ys[cuts[column] : cuts[column + 1]] for column in range(_COLUMNS)]
    return [xs[cut] for cut in cuts[:-1] for _ in (0, 1)], [end for part in parts for end in (min(part), max(part))]


def _axis(across: Scale, bottom: float, name: str) -> Iterator[str]:
    for tick in ticks(across.low, across.high, 8):
        yield _text(across(tick), bottom + 16, short(tick), "small middle")
    if name:
        yield _text(LEFT + WIDTH / 2, bottom + 32, name, "small middle")


def _moments(across: Scale, bottom: float, moments: Sequence[Moment]) -> Iterator[str]:
    for row, moment in enumerate(moments):
        x = across(moment.x)
        style = "moment dashed" if moment.dashed else "moment"
        yield f'<line class="{style}" x1="{x:.1f}" x2="{x:.1f}" y1="{14 + 13 * row:g}" y2="{bottom:g}"/>'
        end = x > LEFT + WIDTH - 150
        yield _text(x - 5 if end else x + 5, 12 + 13 * row, moment.text, "small mark told" + " end" * end)


def _text(x: float, y: float, text: str, style: str) -> str:
    return f'<text class="{style}" x="{x:.1f}" y="{y:.1f}">{markup(text)}</text>'


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
