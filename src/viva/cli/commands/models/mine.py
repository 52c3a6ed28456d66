"""`viva mine`: the parameters of a formula from good and bad traces."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import click

from viva.cli.traces import File, given_numbers, short_text, trace_options
from viva.commands.files import read_text
from viva.commands.options import PATH, json_option, language_option
from viva.commands.output import complain, write, write_document, write_file
from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.terms import ENGLISH
from viva.core.text.escape import visible
from viva.core.text.reading import Misread
from viva.core.texts import Say, catalogue
from viva.engines.signals.mining import Mined
from viva.engines.signals.mining import mine as fit
from viva.engines.signals.model import signals
from viva.engines.signals.notation import parse, show
from viva.engines.signals.plot import plot_mined
from viva.engines.signals.reading import Missing
from viva.engines.signals.robustness import Semantics
from viva.engines.signals.trace import Trace

SUFFIXES = (".csv", ".json", ".jsonl", ".ndjson", ".parquet", ".pq", ".gz")


@click.command("mine")
@click.argument("formula", metavar="FORMULA|FILE")
@click.option("--range", "ranges", multiple=True, metavar="NAME=LOW..HIGH", help="A parameter to find; up to four.")
@click.option("--good", multiple=True, type=PATH, metavar="FILE|FOLDER", help="Traces of which it shall be true.")
@click.option("--bad", multiple=True, type=PATH, metavar="FILE|FOLDER", help="Traces of which it shall be false.")
@click.option("--strictest", is_flag=True, help="As strict as the good traces allow, the first parameter first.")
@click.option("--rises", multiple=True, metavar="NAME", help="Declare that robustness rises with this parameter.")
@click.option("--falls", multiple=True, metavar="NAME", help="Declare that robustness falls with this parameter.")
@json_option("what was found")
@click.option("--plot", "picture", type=PATH, metavar="FILE.svg", help="Draw which values of two parameters are right.")
@language_option("what is told: en or de.")
@trace_options
def command(
    *,
    formula: str,
    ranges: tuple[str, ...],
    good: tuple[Path, ...],
    bad: tuple[Path, ...],
    strictest: bool,
    rises: tuple[str, ...],
    falls: tuple[str, ...],
    as_document: bool,
    picture: Path | None,
    language: str | None,
    semantics: str,
    column: str | None,
    missing: str,
    given: tuple[str, ...],
) -> int:
    """Find the parameters of a formula that tell good traces from bad ones.

    Robustness must rise, or fall, with each parameter; which it does is found, or declared with --rises and --falls.
    Of all right values those with the greatest margin are chosen.

    \b
    Example:
      viva mine "G[0,tau] x < limit" --range tau=1..20 --range limit=0..9 --good ok --bad faulty
    """
    text = read_text(Path(formula)) if _is_file(formula) else formula
    wanted = dict(map(_range, ranges))
    if not wanted:
        raise Fault("no parameter is to be found", remedy="name one with its range: --range tau=0.1..20")
    if picture and len(wanted) != 2:
        raise Fault(
            "--plot draws two parameters", remedy=f"give two ranges, or fix others with --param ({len(wanted)} now)"
        )
    if picture and strictest:
        raise Fault("--plot draws all right values, --strictest finds one", remedy="leave one of the two out")
    for name in (*rises, *falls):
        if name not in wanted:
            raise Fault(f"there is no range for {name!r}", remedy=f"add --range {name}=LOW..HIGH")
    directions = {**dict.fromkeys(rises, True), **dict.fromkeys(falls, False)}
    parameters = given_numbers(given)
    try:
        names = signals(parse(text, {**parameters, **{name: low for name, (low, _) in wanted.items()}}))
        traces = [_traces(several, names, column, Missing(missing)) for several in (good, bad)]
        found = fit(
            text,
            wanted,
            good=traces[0],
            bad=traces[1],
            parameters=parameters,
            semantics=Semantics(semantics),
            rises=directions,
            strictest=strictest,
        )
    except Misread as problem:
        raise problem.fault(formula if _is_file(formula) else "formula") from None
    say = catalogue("viva.cli", language or ENGLISH).say
    if as_document:
        write_document(_document(found), indent=None)
    else:
        _tell(found, say, bool(traces[1]))
    if picture:
        write_file(picture, plot_mined(found, wanted, catalogue("viva.engines.signals", language or ENGLISH).say).svg)
        complain(say("wrote", file=picture))
    return 0


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False


def _range(text: str) -> tuple[str, tuple[float, float]]:
    name, equals, ends = text.partition("=")
    low, dots, high = ends.partition("..")
    try:
        found = float(low), float(high)
    except ValueError:
        found = math.nan, math.nan
    if not (equals and dots and name.strip() and math.isfinite(found[0]) and math.isfinite(found[1])):
        raise Fault(f"--range {text!r} gives no range to a name", remedy="write --range tau=0.1..20")
    return name.strip(), found


def _traces(several: Sequence[Path], names: Sequence[str], column: str | None, missing: Missing) -> list[Trace]:
    files: list[Path] = []
    for one in several:
        inside = sorted(file for file in one.iterdir() if file.suffix in SUFFIXES) if one.is_dir() else [one]
        if not inside:
            raise Fault("there are no traces in this folder", str(one), remedy=f"known are {', '.join(SUFFIXES)}")
        files += inside
    return [File(str(file), column, missing).whole(names) for file in files]


def _document(found: Mined) -> Json:
    return {
        "values": dict(found.values),
        "margin": found.margin,
        "formula": show(found.formula),
        "rises": dict(found.rises),
        "choices": [
            {"values": dict(one.values), "low": one.low, "high": one.high, "margin": one.margin}
            for one in found.choices
        ],
        "pareto": [dict(one) for one in found.pareto],
    }


def _tell(found: Mined, say: Say, separates: bool) -> None:
    lines = [say("mined_value", name=name, value=short_text(value)) for name, value in found.values.items()]
    lines.append(show(found.formula))
    lines.append(say("mined_margin", margin=short_text(found.margin)) if separates else say("mined_margin_good"))
    for name, rises in found.rises.items():
        lines.append(say("mined_rises" if rises else "mined_falls", name=name))
    last = list(found.values)[-1]
    if len(found.choices) == 1 and len(found.values) == 1:
        low, high = short_text(found.choices[0].low), short_text(found.choices[0].high)
        lines.append(say("mined_range", name=last, low=low, high=high))
    elif len(found.pareto) > 1:
        lines.append(say("mined_pareto"))
        rows = [list(found.values), *([short_text(value) for value in one.values()] for one in found.pareto)]
        widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
        lines += ["  " + "  ".join(f"{cell:>{wide}}" for cell, wide in zip(row, widths, strict=True)) for row in rows]
    write(visible("\n".join(lines)) + "\n")
