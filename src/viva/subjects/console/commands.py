"""`viva spec`: a specification looked at, turned into another notation, or run."""

from __future__ import annotations

import shlex
from itertools import islice
from pathlib import Path

import click

from viva.core.escape import visible
from viva.core.fault import Fault
from viva.core.source import MANIFEST, Source
from viva.core.table import read_toml
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
from viva.subjects.console.model import LOCALE

_MOST_RUNS = 100
_ENDINGS = {"sym": ".sym", "txt": ".txt", "python": ".py"}


@click.command("spec")
@click.argument("specification", type=click.Path(path_type=Path), metavar="EXERCISE|FILE")
@click.option("--to", type=click.Choice([*_ENDINGS, "english"]), help="Print it in another notation, or in English.")
@click.option("--run", metavar="INPUTS", help="Run it on these inputs, as in --run '2 5 3', and print a right run.")
@click.option("--all", "all_runs", is_flag=True, help="With --run: all right runs, and what they have in common.")
def spec(specification: Path, to: str | None, run: str | None, all_runs: bool) -> int:
    """Look at a console specification: what it says, what is odd about it, and which runs are right.

    \b
    Examples:
      viva spec exercises/console/sum-of-n
      viva spec spec.sym --to txt
      viva spec exercises/console/sum-of-n --run '2 5 3' --all
    """
    given, file = _read(specification)
    say, words = catalogue(__package__, LOCALE).say, in_words(LOCALE)
    if run is not None:
        return _run(say, words, given, shlex.split(run), all_runs)
    if to is not None:
        shown = words.statement(given) if to == "english" else notations.NOTATIONS[_ENDINGS[to]].show(given)
        click.echo(visible(shown), nl=False)
        return 0
    click.echo(visible(words.statement(given)))
    found = remarks(given, file)
    click.echo(say("spec_remarks", count=len(found)) if found else say("spec_fine"))
    for remark in found:
        click.echo(visible(f"  {remark}"))
    return 1 if found else 0


def _read(path: Path) -> tuple[Spec, str]:
    """The specification of an exercise, or of a file, with the functions of the exercise it lies in."""
    folder = path if path.is_dir() else path.parent
    settings = None
    if (folder / MANIFEST).is_file():
        settings = read_toml(Source.from_folder(folder).text(MANIFEST), MANIFEST).table("console")
    if path.is_dir():
        if settings is None:
            raise Fault(f"this folder has no {MANIFEST}", file=str(path), remedy="name a file with a specification")
        path = folder / settings.string("spec")
    try:
        text = path.read_text("utf-8")
        code = settings.string("python", "") if settings else ""
        functions = load((folder / code).read_text("utf-8"), code) if code else {}
    except UnicodeDecodeError:
        raise Fault("this file is not UTF-8 text", file=str(path), remedy="save it as UTF-8") from None
    given = bind(notations.of(path.name).parse(text, str(path)), functions)
    allowed = settings.strings("functions") if settings and settings.has("functions") else None
    check(given, str(path), allowed)
    return given, str(path)


def _run(say: Say, words: Words, given: Spec, lines: list[str], all_runs: bool) -> int:
    try:
        way = begin(given)
        for number, line in enumerate(lines, 1):
            if way.asks is None:
                click.echo(say("run_left", count=number - 1))
                break
            longer = give(way, as_value(line, way.asks.read.values))
            if longer is None:
                kind = words.values(way.asks.read.values)
                click.echo(visible(say("run_refused", number=number, line=line, kind=kind)))
                return 1
            way = longer
    except (Undefined, Diverges) as problem:
        click.echo(visible(say("run_undefined", why=str(problem))))
        return 1
    _show_runs(say, words, way, all_runs)
    return 0


def _show_runs(say: Say, words: Words, way: Way, all_runs: bool) -> None:
    """A way that still asks for input is shown as far as it came."""
    end = "stop" if way.asks is None else "…"
    if all_runs:
        click.echo(visible(way.general.show().removesuffix("stop") + end))
    shown = list(islice(accepted_runs(way.general), _MOST_RUNS if all_runs else 1))
    for line in shown:
        click.echo(visible(line.removesuffix("stop") + end))
    if len(shown) == _MOST_RUNS:
        click.echo(say("run_more", count=_MOST_RUNS))
    if way.asks is not None:
        read = way.asks.read
        click.echo(say("run_asks", kind=words.values(read.values), variable=read.variable))
