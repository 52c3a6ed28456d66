"""The library of known mistakes: features of wrong answers, and what to say about each.

    [[error]]
    bounds = { T = false }        # false: the output leaves the bounds
    reached = { on = false }      # false: the mode is never reached
    first = "first mode"          # how the outputs part for the first time
    fix = "rate"                  # what has to be changed, in one word or several
    text = "Look at the sign of the rate in the mode `off`."

A feature that is not named may be anything. All rows that fit are told, unless a repair was verified that says
something else: features are only signs of a mistake, and the repair is the mistake itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import cast

from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.core.report import Report
from viva.core.source import MANIFEST
from viva.core.table import Table, read_toml, suggestion
from viva.engines.hybrid import Change, Outcome, Summary, System
from viva.engines.hybrid.repairing import OF_TRANSITIONS
from viva.subjects.hybrid.model import Features, Known, Task

FIXES = {
    "rate": ("rate", "sign", "swap"),
    "guard": ("limit", "direction", "swap_guards"),
    "reset": ("reset",),
    "target": ("target",),
    "transition": ("superfluous",),
    "start": ("start", "value"),
    "swapped rates": ("swap",),
    "swapped guards": ("swap_guards",),
    "sign": ("sign",),
}
"""The words of a library for kinds of change, and which changes each means."""

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
    found = Known(row.string("text"), bounds, reached, all_reached, first, _fixes(row))
    row.finish()
    return found


def _fixes(row: Table) -> tuple[str, ...]:
    value = row.value("fix") if row.has("fix") else ()
    words = [value] if isinstance(value, str) else list(row.strings("fix", []))
    for word in words:
        if word not in FIXES:
            raise row.fault("fix", f"names {word!r}, which is no kind of change", suggestion(word, tuple(FIXES)))
    return tuple(words)


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


def find_known_mistakes(task: Task, found: Features, system: System, change: Change | None) -> tuple[Known, ...]:
    """The rows of the library that fit, as far as they do not speak against the change that mends the answer."""
    return tuple(row for row in task.errors if _fits(row, found) and (change is None or _agrees(row, system, change)))


def _fits(row: Known, found: Features) -> bool:
    bounds, reached = dict(found.bounds), dict(found.reached)
    fits = all(bounds.get(name) == value for name, value in row.bounds.items())
    fits = fits and all(reached.get(name) == value for name, value in row.reached.items())
    return fits and row.first in (None, found.first) and row.all_reached in (None, all(reached.values()))


def _agrees(row: Known, system: System, change: Change) -> bool:
    """Whether the row is about such a change, and names no mode or variable but those that are changed."""
    if row.fix and not any(change.kind in FIXES[word] for word in row.fix):
        return False
    quoted = set(re.findall(r"`([^`]+)`", row.text))
    named = quoted & {*system.variables, *(mode.name for automaton in system.automata for mode in automaton.modes)}
    return named <= touched(system, change)


def touched(system: System, change: Change) -> set[str]:
    """The names of all that a change is about: modes, both ends of transitions, and the variable. Of a guard these are
    the variables that it asks for."""
    automaton = system.automata[change.automaton]
    found = set() if change.variable is None else {system.variables[change.variable]}
    for number in (change.number, change.other):
        if number is None:
            continue
        if change.kind in OF_TRANSITIONS:
            each = automaton.transitions[number]
            found |= {automaton.modes[each.source].name, automaton.modes[each.target].name}
            rows = [row for case in each.guard for row in case.constraints]
            found |= {system.names[index] for row in rows for index, _ in row.left.terms}
        elif change.kind != "value":
            found.add(automaton.modes[number].name)
    return found


def features_of(report: Report) -> Mapping[str, Json] | None:
    """Those of a wrong answer, as its evidence has them."""
    found = report.evidence.details.get("features")
    return found if isinstance(found, dict) else None


def files_with(exercise: Exercise, features: Mapping[str, Json], text: str) -> Mapping[str, str]:
    """The library with one row more, and the exercise, which names the library where it did not."""
    import tomlkit  # noqa: PLC0415 only for who adds something

    manifest = tomlkit.parse(exercise.source.text(MANIFEST))
    table = cast("dict[str, object]", manifest["hybrid"])
    name = str(table.get("errors", "errors.toml"))
    library = tomlkit.parse(exercise.source.text(name)) if name in exercise.source.files else tomlkit.document()
    rows = library.get("error") or tomlkit.aot()
    row = tomlkit.table()
    for key in ("bounds", "reached"):
        flags = tomlkit.inline_table()
        flags.update(cast("dict[str, bool]", features.get(key) or {}))
        row[key] = flags
    row["first"] = str(features.get("first", ""))
    row["text"] = text
    rows.append(row)
    library["error"] = rows
    files = {name: tomlkit.dumps(library)}
    if "errors" not in table:
        table["errors"] = name
        files[MANIFEST] = tomlkit.dumps(manifest)
    return files
