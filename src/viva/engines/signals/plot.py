"""Stacked plots of one trace: signals with their thresholds, subformulas above and below zero, and what decided.

Whether a subformula is true shows by the side of the zero line its area lies on; colour only repeats it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from viva.core.drawing import Drawing
from viva.core.escape import markup, visible
from viva.engines.signals.diagnosis import Step
from viva.engines.signals.linear import Linear
from viva.engines.signals.model import Comparison, Formula, Not, Number, Relation, Signal, Truth, signals, subformulas
from viva.engines.signals.notation import show
from viva.engines.signals.points import Points
from viva.engines.signals.reader import number_text
from viva.engines.signals.robustness import Semantics
from viva.engines.signals.trace import Array, Trace

LEFT, RIGHT, TOP = 64.0, 24.0, 44.0
WIDTH = 760.0
SIGNAL_HEIGHT, FORMULA_HEIGHT, GAP = 96.0, 62.0, 30.0
MOST_SIGNALS, MOST_FORMULAS = 8, 10
COLUMNS = int(WIDTH)  # more samples than this are drawn as the range of each pixel
LONGEST = 92
_STYLE = (
    "text{font:12px ui-sans-serif,system-ui,'DejaVu Sans',sans-serif;fill:#1a1a1a}"
    ".code{font:12px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace}"
    ".small{font-size:10.5px;fill:#555}.end{text-anchor:end}.middle{text-anchor:middle}"
    ".frame{fill:#fff;stroke:#bbb}.grid{stroke:#eee}.zero{stroke:#555;stroke-width:1}"
    ".signal{fill:none;stroke:#1f4e9c;stroke-width:1.6;stroke-linejoin:round}.band{fill:#1f4e9c;opacity:.25}"
    ".threshold{stroke:#b35900;stroke-dasharray:6 4;stroke-width:1.3}.named{fill:#b35900}"
    ".true{fill:#3f9142;opacity:.55}.false{fill:#c23b2e;opacity:.55}.edge{fill:none;stroke:#333;stroke-width:1}"
    ".decided{stroke:#6a1b9a;stroke-width:2}.certain{stroke:#6a1b9a;stroke-width:1.5;stroke-dasharray:3 3}"
    ".mark{fill:#6a1b9a}.told{paint-order:stroke;stroke:#fff;stroke-width:4px;stroke-linejoin:round}.here{fill:#fff;stroke:#6a1b9a;stroke-width:2}"
)


@dataclass(frozen=True, slots=True)
class Scale:
    """From values to pixels."""

    low: float
    high: float
    start: float
    stop: float

    def __call__(self, values: Array) -> Array:
        share = (np.clip(values, self.low, self.high) - self.low) / (self.high - self.low)
        return np.asarray(self.start + share * (self.stop - self.start))

    def of(self, value: float) -> float:
        return float(self(np.array([value]))[0])


@dataclass(frozen=True, slots=True)
class Place:
    """Where a panel stands, and what is marked in it."""

    across: Scale
    y: float
    steps: Sequence[Step]
    marks: list[str]


def plot(
    formula: Formula,
    trace: Trace,
    semantics: Semantics = Semantics.POINTS,
    *,
    steps: Sequence[Step] = (),
    decided_at: float | None = None,
    concrete_at: float | None = None,
) -> Drawing:
    """The picture, with the samples of the diagnosis and the times of an online run marked."""
    start, stop = float(trace.times[0]), float(trace.times[-1])
    across = Scale(start, stop if stop > start else start + 1, LEFT, LEFT + WIDTH)
    names = signals(formula)[:MOST_SIGNALS]
    parts = list(dict.fromkeys(one for one in subformulas(formula) if not isinstance(one, Truth | Not)))
    shown = parts[:MOST_FORMULAS]
    body: list[str] = []
    marks: list[str] = []  # on top of everything else
    y = TOP
    for name in names:
        body += _signal_panel(name, formula, trace, Place(across, y, steps, marks))
        y += SIGNAL_HEIGHT + GAP
    for part in shown:
        times, values = _curve(part, trace, semantics)
        body += _formula_panel(part, times, values, Place(across, y, steps, marks))
        y += FORMULA_HEIGHT + GAP
    bottom = y - GAP
    body += _axis(across, bottom)
    body += _moments(across, bottom, decided_at, concrete_at)
    body += marks
    if len(shown) < len(parts):
        body.append(_text(LEFT, bottom + 44, f"{len(parts) - len(shown)} more subformulas are not drawn", "small"))
    height, width = bottom + 52, LEFT + WIDTH + RIGHT
    title = show(formula)
    told = _told(title, steps, decided_at, concrete_at)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{markup(title)}" '
        f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"><title>{markup(title)}</title>'
        f"<desc>{markup(told)}</desc><style>{_STYLE}</style>"
        f'<rect width="{width:g}" height="{height:g}" fill="#fff"/>{"".join(body)}</svg>\n'
    )
    return Drawing(svg, visible(told))


def _curve(formula: Formula, trace: Trace, semantics: Semantics) -> tuple[Array, Array]:
    """The value as a line to draw: in `points` it stays until the next sample, in `linear` it is what it is."""
    if semantics is Semantics.POINTS:
        values = Points(trace).robustness(formula).low
        return np.repeat(trace.times, 2)[1:], np.repeat(values, 2)[:-1]
    lines = Linear(trace).robustness(formula).low
    values = np.column_stack((lines.before, lines.value, lines.after)).reshape(-1)[1:-1]
    return np.repeat(lines.times, 3)[1:-1], values


def _signal_panel(name: str, formula: Formula, trace: Trace, place: Place) -> Iterator[str]:
    across, y = place.across, place.y
    values = trace.signals[name]
    thresholds = _thresholds(name, formula)
    low = min(float(values.low.min()), *(level for _, level in thresholds), math.inf)
    high = max(float(values.high.max()), *(level for _, level in thresholds), -math.inf)
    room = 0.08 * (high - low) or 1.0
    up = Scale(low - room, high + room, y + SIGNAL_HEIGHT, y)
    yield from _frame(y, SIGNAL_HEIGHT, name, across, up)
    if not values.exact:
        xs = across(trace.times)
        there = _points(xs, up(values.high))
        back = _points(xs[::-1], up(values.low)[::-1])
        yield f'<polygon class="band" points="{there} {back}"/>'
    middle = (values.low + values.high) / 2
    xs, ys = _thinned(across(trace.times), up(middle))
    yield f'<polyline class="signal" points="{_points(xs, ys)}"/>'
    if len(trace) <= 80:
        yield from (f'<circle cx="{x:.1f}" cy="{v:.1f}" r="2" fill="#1f4e9c"/>' for x, v in zip(xs, ys, strict=True))
    for text, level in thresholds:
        at = up.of(level)
        yield f'<line class="threshold" x1="{LEFT:g}" x2="{LEFT + WIDTH:g}" y1="{at:.1f}" y2="{at:.1f}"/>'
        below = at + 13 if at < y + 16 else at - 4
        yield _text(LEFT + WIDTH - 4, below, text, "code small named told end")
    for step in place.steps[-1:]:
        if isinstance(step.formula, Comparison) and name in signals(step.formula):
            value = float(np.interp(step.time, trace.times, middle))
            place.marks.append(_circle(across.of(step.time), up.of(value)))


def _thresholds(name: str, formula: Formula) -> list[tuple[str, float]]:
    """Comparisons of the signal itself with a number."""
    found: dict[str, float] = {}
    for part in subformulas(formula):
        match part:
            case Comparison(Signal(one), _, Number(level)) if one == name:
                found[show(part)] = level
            case Comparison(Number(level), relation, Signal(one)) if one == name:
                turned = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}[relation]
                found[show(Comparison(Signal(one), Relation(turned), Number(level)))] = level
    return list(found.items())


def _formula_panel(formula: Formula, times: Array, values: Array, place: Place) -> Iterator[str]:
    across, y = place.across, place.y
    finite = values[np.isfinite(values)]
    least, most = float(finite.min(initial=0.0)), float(finite.max(initial=0.0))
    room = 0.15 * (most - least) or 1.0
    up = Scale(least - room, most + room, y + FORMULA_HEIGHT, y)
    zero = up.of(0.0)
    yield from _frame(y, FORMULA_HEIGHT, _cut(show(formula)), across, up)
    xs = across(times)
    for word, side in (("true", np.maximum(values, 0.0)), ("false", np.minimum(values, 0.0))):
        x, v = _thinned(xs, up(side))
        yield f'<polygon class="{word}" points="{x[0]:.1f},{zero:.1f} {_points(x, v)} {x[-1]:.1f},{zero:.1f}"/>'
    x, v = _thinned(xs, up(values))
    yield f'<polyline class="edge" points="{_points(x, v)}"/>'
    yield f'<line class="zero" x1="{LEFT:g}" x2="{LEFT + WIDTH:g}" y1="{zero:.1f}" y2="{zero:.1f}"/>'
    for step in place.steps:
        if step.formula == formula:
            at, height = across.of(step.time), up.of(step.value)
            end = at > LEFT + WIDTH - 70
            beside, below = at - 9 if end else at + 9, min(height + 4, y + FORMULA_HEIGHT - 3)
            place.marks.append(_circle(at, height))
            place.marks.append(_text(beside, below, _short(step.value), "small told" + " end" * end))


def _circle(x: float, y: float) -> str:
    return f'<circle class="here" cx="{x:.1f}" cy="{y:.1f}" r="5"/>'


def _frame(y: float, height: float, title: str, across: Scale, up: Scale) -> Iterator[str]:
    yield f'<rect class="frame" x="{LEFT:g}" y="{y:g}" width="{WIDTH:g}" height="{height:g}"/>'
    for tick in _ticks(across.low, across.high, 8):
        x = across.of(tick)
        yield f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{y + 1:g}" y2="{y + height - 1:g}"/>'
    yield _text(LEFT, y - 6, title, "code")
    for tick in _ticks(up.low, up.high, 3 if height < 80 else 4):
        yield _text(LEFT - 6, up.of(tick) + 4, _short(tick), "small end")


def _axis(across: Scale, bottom: float) -> Iterator[str]:
    for tick in _ticks(across.low, across.high, 8):
        yield _text(across.of(tick), bottom + 16, _short(tick), "small middle")
    yield _text(LEFT + WIDTH / 2, bottom + 32, "time", "small middle")


def _moments(across: Scale, bottom: float, decided_at: float | None, concrete_at: float | None) -> Iterator[str]:
    named = [("decided", "decided", decided_at), ("certain", "value certain", concrete_at)]
    if decided_at is not None and decided_at == concrete_at:
        named = [("decided", "decided, value certain", decided_at)]
    for row, (style, word, moment) in enumerate(named):
        if moment is not None:
            x = across.of(moment)
            yield f'<line class="{style}" x1="{x:.1f}" x2="{x:.1f}" y1="{14 + 13 * row:g}" y2="{bottom:g}"/>'
            end = x > LEFT + WIDTH - 150
            yield _text(
                x - 5 if end else x + 5, 12 + 13 * row, f"{word} at {_short(moment)}", "small mark told" + " end" * end
            )


def _thinned(xs: Array, ys: Array) -> tuple[Array, Array]:
    """Lines with more points than pixels, as the least and the greatest in each pixel, in order."""
    if len(xs) <= 2 * COLUMNS:
        return xs, ys
    cuts = np.linspace(0, len(xs), COLUMNS + 1).astype(np.intp)[:-1]
    low, high = np.minimum.reduceat(ys, cuts), np.maximum.reduceat(ys, cuts)
    return np.repeat(xs[cuts], 2), np.column_stack((low, high)).reshape(-1)


def _ticks(low: float, high: float, about: int) -> list[float]:
    """Round numbers between the two."""
    rough = (high - low) / about
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * 0.999)
    first = math.ceil(low / step - 1e-9)
    return [k * step for k in range(first, math.floor(high / step + 1e-9) + 1)]


def _points(xs: Array, ys: Array) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(xs.tolist(), ys.tolist(), strict=True))


def _text(x: float, y: float, text: str, style: str) -> str:
    return f'<text class="{style}" x="{x:.1f}" y="{y:.1f}">{markup(text)}</text>'


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _short(value: float) -> str:
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return number_text(float(f"{value:.4g}") + 0.0)


def _told(title: str, steps: Sequence[Step], decided_at: float | None, concrete_at: float | None) -> str:
    lines = [title]
    lines += [f"{show(step.formula)}: {_short(step.value)} at {_short(step.time)}" for step in steps]
    lines += [f"decided at {_short(decided_at)}"] if decided_at is not None else []
    lines += [f"value certain at {_short(concrete_at)}"] if concrete_at is not None else []
    return "\n".join(lines)
