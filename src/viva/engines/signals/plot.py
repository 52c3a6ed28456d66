"""Stacked plots of one trace: signals with their thresholds, subformulas above and below zero, and what decided.

Whether a subformula is true shows by the side of the zero line its area lies on; colour only repeats it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from viva.core.drawing import Drawing
from viva.drawing.plot import Area, Band, Item, Line, Mark, Moment, Panel, Plot, Threshold, draw, short
from viva.engines.signals.diagnosis import Step
from viva.engines.signals.linear import Linear
from viva.engines.signals.model import Comparison, Formula, Not, Number, Relation, Signal, Truth, signals, subformulas
from viva.engines.signals.notation import show
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
) -> Drawing:
    """The picture, with the samples of the diagnosis and the times of an online run marked."""
    parts = list(dict.fromkeys(one for one in subformulas(formula) if not isinstance(one, Truth | Not)))
    shown = parts[:MOST_FORMULAS]
    panels = [_signal_panel(name, formula, trace, semantics, steps) for name in signals(formula)[:MOST_SIGNALS]]
    panels += [_formula_panel(part, trace, semantics, steps) for part in shown]
    missing = len(parts) - len(shown)
    whole = Plot(
        tuple(panels),
        float(trace.times[0]),
        float(trace.times[-1]),
        "time",
        _moments(decided_at, concrete_at),
        f"{missing} more subformulas are not drawn" if missing else "",
    )
    title = show(formula)
    return draw(whole, title, _told(title, steps, decided_at, concrete_at))


def _signal_panel(name: str, formula: Formula, trace: Trace, semantics: Semantics, steps: Sequence[Step]) -> Panel:
    values = trace.signals[name]
    times = trace.times.tolist()
    middle = (values.low + values.high) / 2
    items: list[Item] = [] if values.exact else [Band(times, values.low.tolist(), values.high.tolist())]
    items.append(Line(times, middle.tolist(), steps=semantics is Semantics.HOLD, dots=True))
    items += [Threshold(level, text) for text, level in _thresholds(name, formula)]
    for step in steps[-1:]:
        if isinstance(step.formula, Comparison) and name in signals(step.formula):
            items.append(Mark(step.time, sum(signal_at(trace, name, step.time, semantics)) / 2))
    return Panel(name, tuple(items))


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


def _moments(decided_at: float | None, concrete_at: float | None) -> tuple[Moment, ...]:
    if decided_at is not None and decided_at == concrete_at:
        return (Moment(decided_at, f"decided, value certain at {short(decided_at)}"),)
    found = [] if decided_at is None else [Moment(decided_at, f"decided at {short(decided_at)}")]
    if concrete_at is not None:
        found.append(Moment(concrete_at, f"value certain at {short(concrete_at)}", dashed=True))
    return tuple(found)


def _told(title: str, steps: Sequence[Step], decided_at: float | None, concrete_at: float | None) -> str:
    lines = [title]
    lines += [f"{show(step.formula)}: {short(step.value)} at {short(step.time)}" for step in steps]
    lines += [f"decided at {short(decided_at)}"] if decided_at is not None else []
    lines += [f"value certain at {short(concrete_at)}"] if concrete_at is not None else []
    return "\n".join(lines)
