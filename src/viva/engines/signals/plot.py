"""Stacked plots of one trace: signals with their thresholds, subformulas above and below zero, and what decided.

Whether a subformula is true shows by the side of the zero line its area lies on; colour only repeats it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from viva.core.drawing import Drawing
from viva.core.terms import ENGLISH
from viva.core.texts import Say, catalogue
from viva.drawing.plot import Area, Band, Item, Line, Mark, Moment, Panel, Plot, Threshold, draw, short
from viva.engines.signals.diagnosis import Step
from viva.engines.signals.linear import Linear
from viva.engines.signals.mining import Mined
from viva.engines.signals.model import Comparison, Formula, Not, Number, Relation, Signal, Truth, signals, subformulas
from viva.engines.signals.notation import show
from viva.engines.signals.online import Robust
from viva.engines.signals.points import Points
from viva.engines.signals.robustness import Semantics, signal_at
from viva.engines.signals.trace import Trace

FORMULA_HEIGHT = 62.0
MOST_SIGNALS, MOST_FORMULAS = 8, 10


def plot(
    formula: Formula,
    trace: Trace,
    semantics: Semantics = Semantics.POINTS,
    *,
    steps: Sequence[Step] = (),
    decided_at: float | None = None,
    concrete_at: float | None = None,
    intervals: Sequence[Robust] = (),
    locale: str = ENGLISH,
) -> Drawing:
    """The picture, with the samples of the diagnosis marked; of an online run also its times, and the interval after
    each sample."""
    say = catalogue("viva.engines.signals", locale).say
    parts = list(dict.fromkeys(one for one in subformulas(formula) if not isinstance(one, Truth | Not)))
    shown = parts[:MOST_FORMULAS]
    panels = [_signal_panel(name, formula, trace, semantics, steps) for name in signals(formula)[:MOST_SIGNALS]]
    panels += [_interval_panel(trace, intervals, say)] if intervals else []
    panels += [_formula_panel(part, trace, semantics, steps) for part in shown]
    missing = len(parts) - len(shown)
    moments = _moments(decided_at, concrete_at, say)
    whole = Plot(
        tuple(panels),
        float(trace.times[0]),
        float(trace.times[-1]),
        say("picture_axis"),
        moments,
        say("picture_more", count=missing) if missing else "",
    )
    title = show(formula)
    return draw(whole, title, _told(title, steps, moments, _changes(trace, intervals, say), say))


def _signal_panel(name: str, formula: Formula, trace: Trace, semantics: Semantics, steps: Sequence[Step]) -> Panel:
    values = trace.signals[name]
    times = trace.times.tolist()
    middle = (values.low + values.high) / 2
    items: list[Item] = [] if values.exact else [Band(times, values.low.tolist(), values.high.tolist())]
    items.append(Line(times, middle.tolist(), steps=semantics is Semantics.HOLD, dots=True))
    items += [Threshold(level, text) for text, level in thresholds(name, formula)]
    for step in steps[-1:]:
        if isinstance(step.formula, Comparison) and name in signals(step.formula):
            items.append(Mark(step.time, sum(signal_at(trace, name, step.time, semantics)) / 2))
    return Panel(name, tuple(items))


def thresholds(name: str, formula: Formula) -> list[tuple[str, float]]:
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


def _formula_panel(formula: Formula, trace: Trace, semantics: Semantics, steps: Sequence[Step]) -> Panel:
    items: list[Item] = [_area(formula, trace, semantics)]
    items += [Mark(step.time, step.value, short(step.value)) for step in steps if step.formula == formula]
    return Panel(show(formula), tuple(items), FORMULA_HEIGHT)


def _area(formula: Formula, trace: Trace, semantics: Semantics) -> Area:
    """The value to draw: in `points` it stays until the next sample, otherwise it is what it is."""
    if semantics is Semantics.POINTS:
        return Area(trace.times.tolist(), Points(trace).robustness(formula).low.tolist(), steps=True)
    lines = Linear(trace, hold=semantics is Semantics.HOLD).robustness(formula).low
    values = np.column_stack((lines.before, lines.value, lines.after)).reshape(-1)[1:-1]
    return Area(np.repeat(lines.times, 3)[1:-1].tolist(), values.tolist())


def _interval_panel(trace: Trace, intervals: Sequence[Robust], say: Say) -> Panel:
    """What the robustness of the whole can still be; it narrows from the top and from the bottom."""
    times = trace.times[: len(intervals)].tolist()
    band = Band(times, [one.low for one in intervals], [one.high for one in intervals], steps=True)
    ends = [
        Line(times, [one.high for one in intervals], say("picture_most"), steps=True),
        Line(times, [one.low for one in intervals], say("picture_least"), steps=True),
    ]
    return Panel(say("picture_interval"), (band, *ends, Threshold(0.0, "0")))


def _changes(trace: Trace, intervals: Sequence[Robust], say: Say) -> list[str]:
    """In words: the interval wherever its kind changes, and at the end."""
    found = []
    for place, one in enumerate(intervals):
        if place in (0, len(intervals) - 1) or one.kind != intervals[place - 1].kind:
            time = short(float(trace.times[place]))
            found.append(say("picture_change", time=time, kind=one.kind, low=short(one.low), high=short(one.high)))
    return found


def _moments(decided_at: float | None, concrete_at: float | None, say: Say) -> tuple[Moment, ...]:
    if decided_at is not None and decided_at == concrete_at:
        return (Moment(decided_at, say("picture_both", time=short(decided_at))),)
    found = [] if decided_at is None else [Moment(decided_at, say("picture_decided", time=short(decided_at)))]
    if concrete_at is not None:
        found.append(Moment(concrete_at, say("picture_certain", time=short(concrete_at)), dashed=True))
    return tuple(found)


def _told(title: str, steps: Sequence[Step], moments: Sequence[Moment], changes: Sequence[str], say: Say) -> str:
    lines = [title]
    for step in steps:
        formula, value, time = show(step.formula), short(step.value), short(step.time)
        lines.append(say("picture_step", formula=formula, value=value, time=time))
    return "\n".join([*lines, *(moment.text for moment in moments), *changes])


def plot_mined(found: Mined, ranges: Mapping[str, tuple[float, float]], say: Say) -> Drawing:
    """Two parameters: how far the good traces and the bad ones let the second go, all right values between, and the
    ones that were chosen."""
    first, second = ranges
    lines = []
    for several, key in ((found.accepts, "picture_good"), (found.rejects, "picture_bad")):
        points = sorted((one[first], one[second]) for one in several)
        lines += [Line([x for x, _ in points], [y for _, y in points], say(key))] if points else []
    choices = sorted(found.choices, key=lambda one: one.values[first])
    band = Band([one.values[first] for one in choices], [one.low for one in choices], [one.high for one in choices])
    at = found.values[first], found.values[second]
    chosen = Mark(*at, ", ".join(map(short, at)))
    panel = Panel(second, (band, *lines, chosen), 320.0)
    title = say("picture_mined", first=first, second=second)
    told = [
        say(
            "picture_column",
            first=first,
            value=short(one.values[first]),
            second=second,
            low=short(one.low),
            high=short(one.high),
            margin=short(one.margin),
        )
        for one in choices
    ]
    return draw(Plot((panel,), *ranges[first], first), title, "\n".join([title, *told]))
