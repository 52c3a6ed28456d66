"""The library of known mistakes: features of wrong answers, and what to say about each.

    [[error]]
    bounds = { T = false }        # false: the output leaves the bounds
    reached = { on = false }      # false: the mode is never reached
    first = "first mode"          # how the outputs part for the first time
    text = "Look at the sign of the rate in the mode off."

A feature that is not named may be anything; the first row that fits is told.
"""

from __future__ import annotations

from fractions import Fraction

from viva.core.table import Table, read_toml, suggestion
from viva.engines.hybrid import Outcome, Summary, System
from viva.subjects.hybrid.model import Features, Known, Task

FIRST = ("start", "first mode", "first switch", "later", "stuck", "zeno", "growth")


def read_errors(text: str, file: str, reference: System) -> tuple[Known, ...]:
    table = read_toml(text, file)
    rows = tuple(_row(row, reference) for row in table.tables("error"))
    table.finish()
    return rows


def _row(row: Table, reference: System) -> Known:
    bounds, reached = _flags(row, "bounds"), _flags(row, "reached")
    for name in bounds:
        if name not in reference.outputs:
            raise row.fault("bounds", f"names {name!r}, which is no output", suggestion(name, reference.outputs))
    first = row.choice("first", FIRST) if row.has("first") else None
    all_reached = row.flag("all_reached", True) if row.has("all_reached") else None
    found = Known(row.string("text"), bounds, reached, all_reached, first)
    row.finish()
    return found


def _flags(row: Table, key: str) -> dict[str, bool]:
    table = row.table(key)
    return {name: table.flag(name, True) for name in table.values}


def features(task: Task, system: System, outcome: Outcome, summary: Summary) -> Features:
    """The feature vector of a wrong answer."""
    bounds = tuple((name, kept(task, system, summary, name)) for name in task.outputs)
    reached = tuple(
        (mode.name, (number, index) in summary.reached)
        for number, automaton in enumerate(system.automata)
        for index, mode in enumerate(automaton.modes)
    )
    departure = outcome.departures[0]
    if departure.ended:
        return Features(bounds, reached, departure.ended)
    jumps = task.summary.jumps if task.summary else ()
    own = min((jump.time for jump in summary.jumps), default=None)
    theirs = min((jump.time for jump in jumps), default=None)
    first = min((each for each in (own, theirs) if each is not None), default=None)
    if departure.start == 0:
        when = "start" if departure.jumps else "first mode"
    elif first is None or departure.start < first:
        when = "first mode"
    else:
        later = [jump.time for jump in jumps if jump.time <= departure.start]
        when = "first switch" if len(set(later)) <= 1 else "later"
    return Features(bounds, reached, when)


def kept(task: Task, system: System, summary: Summary, name: str) -> bool:
    """Whether an output stays within its bounds, to within the threshold."""
    low, high = task.bounds[name]
    own = summary.bounds[system.position(name)]
    slack = task.threshold if isinstance(own[0], Fraction) else float(task.threshold) + 1e-9
    return own[0] >= low - slack and own[1] <= high + slack


def find_known_mistake(task: Task, found: Features) -> Known | None:
    """The first row of the library that fits."""
    bounds, reached = dict(found.bounds), dict(found.reached)
    for row in task.errors:
        fits = all(bounds.get(name) == value for name, value in row.bounds.items())
        fits = fits and all(reached.get(name) == value for name, value in row.reached.items())
        fits = fits and row.first in (None, found.first)
        if fits and row.all_reached in (None, all(reached.values())):
            return row
    return None
