"""`viva spec`: a specification looked at, turned into another notation, or run."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from itertools import islice
from pathlib import Path

import click

from viva.commands.files import read_text
from viva.commands.options import PATH, Word
from viva.commands.output import write
from viva.core import slots
from viva.core.escape import visible
from viva.core.fault import Fault
from viva.core.source import MANIFEST, Source
from viva.core.terms import ENGLISH
from viva.core.texts import Say, catalogue
from viva.engines.dialogues import notations
from viva.engines.dialogues.describe import Words, in_words
from viva.engines.dialogues.foreign import bind, load
from viva.engines.dialogues.model import Spec
from viva.engines.dialogues.remarks import remarks
from viva.engines.dialogues.running import accepted_runs
from viva.engines.dialogues.semantics import Diverges, Way, begin, give
from viva.engines.dialogues.terms import Undefined, as_value
from viva.engines.dialogues.wellformed import check

_MOST_RUNS = 100
_ENDINGS = {"sym": ".sym", "txt": ".txt", "python": ".py"}


@click.command("spec")
@click.argument("specification", type=PATH, metavar="EXERCISE|FILE")
@click.option(
    "--to",
    type=Word([*_ENDINGS, "english"]),
    metavar="NOTATION",
    help="Print it in another notation: sym, txt or python, or in english.",
)
@click.option("--run", metavar="INPUTS", help="Run it on these inputs, as in --run '2 5 3', and print a right run.")
@click.option("--all", "all_runs", is_flag=True, help="With --run: all right runs, and what they have in common.")
def spec(specification: Path, to: str | None, run: str | None, all_runs: bool) -> int:
    """Look at a console specification: what it says, what is odd about it, and which runs are right.

    \b
    Example:
      viva spec exercises/console/sum-of-n
      viva spec spec.sym --to txt
      viva spec exercises/console/sum-of-n --run '2 5 3' --all
    """
    given, file = _read(specification)
    say, words = catalogue(__package__, ENGLISH).say, in_words(ENGLISH)
    if run is not None:
        return _run(say, words, given, shlex.split(run), all_runs)
    if to is not None:
        shown = words.statement(given) if to == "english" else notations.NOTATIONS[_ENDINGS[to]].show(given)
        write(visible(shown))
        return 0
    _print(words.statement(given))
    found = remarks(given, file)
    _print(say("spec_remarks", count=len(found)) if found else say("spec_fine"))
    for remark in found:
        _print(f"  {remark}")
    return 1 if found else 0


def _read(path: Path) -> tuple[Spec, str]:
    """The specification of an exercise, or of a file, with the functions of the exercise it lies in."""
    folder = path if path.is_dir() else path.parent
    files: Mapping[str, bytes] = {}
    settings = None
    if (folder / MANIFEST).is_file():
        source = slots.first(Source.from_folder(folder))
        files, settings = source.files, source.manifest().table("console")
    if path.is_dir():
        if settings is None:
            raise Fault(f"this folder has no {MANIFEST}", file=str(path), remedy="name a file with a specification")
        path = folder / settings.string("spec")
    text = files[path.name].decode("utf-8-sig") if path.name in files else read_text(path)
    code = settings.string("python", "") if settings else ""
    functions = load(files[code].decode("utf-8-sig"), code) if code in files else {}
    given = bind(notations.of(path.name).parse(text, str(path)), functions)
    allowed = settings.strings("functions") if settings and settings.has("functions") else None
    check(given, str(path), allowed)
    return given, str(path)


def _run(say: Say, words: Words, given: Spec, lines: list[str], all_runs: bool) -> int:
    try:
        way = begin(given)
        for number, line in enumerate(lines, 1):
            if way.asks is None:
                _print(say("run_left", count=number - 1))
                break
            longer = give(way, as_value(line, way.asks.read.values))
            if longer is None:
                kind = words.values(way.asks.read.values)
                _print(say("run_refused", number=number, line=line, kind=kind))
                return 1
            way = longer
    except (Undefined, Diverges) as problem:
        _print(say("run_undefined", why=str(problem)))
        return 1
    _show_runs(say, words, way, all_runs)
    return 0


def _show_runs(say: Say, words: Words, way: Way, all_runs: bool) -> None:
    """A way that still asks for input is shown as far as it came."""
    end = "stop" if way.asks is None else "…"
    if all_runs:
        _print(way.general.show().removesuffix("stop") + end)
    shown = list(islice(accepted_runs(way.general), _MOST_RUNS if all_runs else 1))
    for line in shown:
        _print(line.removesuffix("stop") + end)
    if len(shown) == _MOST_RUNS:
        _print(say("run_more", count=_MOST_RUNS))
    if way.asks is not None:
        read = way.asks.read
        _print(say("run_asks", kind=words.values(read.values), variable=read.variable))


def _print(line: str) -> None:
    write(f"{visible(line)}\n")
