"""`viva reach`: what a hybrid system can reach, from sets of initial values too."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path

import click

from viva.commands.files import read_bytes
from viva.commands.options import PATH, json_option
from viva.commands.output import complain, write, write_document, write_file
from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.text.escape import visible_line
from viva.core.text.reading import Misread
from viva.core.texts import catalogue
from viva.engines.hybrid import formats
from viva.engines.hybrid.enclosing import Interval, enclose
from viva.engines.hybrid.expressions import read_number, show_number
from viva.engines.hybrid.model import System
from viva.engines.hybrid.reaching import Bounds, Reach, Unsupported
from viva.engines.hybrid.reaching import reach as reached


@click.command("reach")
@click.argument("file", type=PATH)
@click.option("--horizon", metavar="TIME", help="Look no further than this; without it for all time, where that ends.")
@click.option("--plane", nargs=2, metavar="X Y", help="The two variables to draw.")
@click.option("-o", "--out", type=PATH, metavar="FILE.svg", help="Draw what is reached in the plane of two variables.")
@json_option("what is reached")
def command(
    file: Path, *, horizon: str | None, plane: tuple[str, str] | None, out: Path | None, as_document: bool
) -> int:
    """Tell which modes a hybrid system can reach and how far its variables go.

    \b
    Example:
      viva reach thermostat.hybrid
      viva reach tanks.hybrid --horizon 20 --plane x y -o tanks.svg
    """
    system, until = _read(file), _time(horizon)
    try:
        found = reached(system, until) if system.has_constant_rates else _enclosed(system)
    except Unsupported:
        remedy = "nothing may come from outside where rates change, and invariants may have no alternatives"
        raise Fault("sets of values cannot be followed in this system", str(file), remedy=remedy) from None
    if out is not None and system.has_constant_rates:
        _draw(system, found, plane, file, out)
    if as_document:
        write_document(_document(system, found))
        return 0
    write("\n".join(visible_line(line) for line in _lines(system, found, until)) + "\n")
    return 0


def _read(file: Path) -> System:
    try:
        return formats.read(read_bytes(file).decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise Fault("this file is not UTF-8 text", str(file)) from None
    except Misread as problem:
        raise problem.fault(str(file)) from None


def _enclosed(system: System) -> Reach:
    """Boxes around all that is reached; their ends are told with a few digits, rounded outwards."""
    found = enclose(system)

    def rounded(bounds: Interval) -> Bounds:
        low, high = (Fraction(each) * 10**6 for each in bounds)
        return Fraction(math.floor(low), 10**6), Fraction(math.ceil(high), 10**6)

    by_mode = {key: tuple(map(rounded, box)) for key, box in found.by_mode.items()}
    bounds = tuple(map(rounded, found.bounds))
    return Reach(found.reached, frozenset(), bounds, by_mode, (), found.complete, frozenset(), found.steps)


def _time(text: str | None) -> Fraction | None:
    try:
        return None if text is None else read_number(text)
    except Misread as problem:
        raise Fault(f"--horizon: {problem.problem}", remedy=problem.remedy) from None


def _draw(system: System, found: Reach, plane: tuple[str, str] | None, file: Path, out: Path) -> None:
    from viva.engines.hybrid import diagram

    if plane is None and len(system.variables) < 2:
        raise Fault("there is only one variable, and a plane has two", str(file))
    across, up = plane or (system.variables[0], system.variables[1])
    for name in (across, up):
        if name not in system.variables:
            raise Fault(f"there is no variable {name!r}", str(file), remedy=f"there is {', '.join(system.variables)}")
    words = "\n".join(_lines(system, found, None))
    drawing = diagram.plane(system, found, across, up, diagram.Labels(file.name, words, across))
    write_file(out, drawing.svg)
    complain(f"wrote {out}")


def _lines(system: System, found: Reach, horizon: Fraction | None) -> list[str]:
    say = catalogue("viva.cli").say
    key = "for_all_time" if found.complete and horizon is None else "up_to" if found.complete else "not_all"
    lines = [say(f"reach_{key}", time=show_number(horizon or Fraction(0)), steps=found.steps)]
    for number, automaton in enumerate(system.automata):
        for mode, each in enumerate(automaton.modes):
            if (number, mode) not in found.reached:
                lines.append(say("reach_never", mode=each.name))
                continue
            rows = found.by_mode.get((number, mode), (None,) * len(system.variables))
            told = ", ".join(_told(name, row) for name, row in zip(system.variables, rows, strict=True) if row)
            if (number, mode) in found.times:
                told += f", {_told(say('reach_time'), found.times[number, mode])}"
            lines.append(say("reach_mode", mode=each.name, bounds=told or say("reach_at_once")))
    told = ", ".join(_told(name, row) for name, row in zip(system.variables, found.bounds, strict=True) if row)
    return [*lines, say("reach_all", bounds=told)]


def _told(name: str, bounds: Bounds) -> str:
    low, high = ("-inf" if bounds[0] is None else show_number(bounds[0])), bounds[1]
    return f"{name} in [{low}, {'inf' if high is None else show_number(high)}]"


def _document(system: System, found: Reach) -> Json:
    def pair(bounds: Bounds | None) -> Json:
        return None if bounds is None else [None if each is None else float(each) for each in bounds]

    names = [(number, mode) for number, automaton in enumerate(system.automata) for mode in range(len(automaton.modes))]
    return {
        "complete": found.complete,
        "steps": found.steps,
        "reached": [
            system.automata[number].modes[mode].name for number, mode in names if (number, mode) in found.reached
        ],
        "unreached": [
            system.automata[number].modes[mode].name for number, mode in names if (number, mode) not in found.reached
        ],
        "bounds": {name: pair(each) for name, each in zip(system.variables, found.bounds, strict=True)},
        "times": {system.automata[number].modes[mode].name: pair(each) for (number, mode), each in found.times.items()},
        "stuck": [[*system.mode_names(modes)] for modes in sorted(found.stuck)],
    }
