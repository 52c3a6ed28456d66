"""`viva spec`: a specification looked at, turned into another notation, run, played, or made into tests; `viva generate
console`: new ones made at random."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path

import click

from viva.commands.files import read_text
from viva.commands.options import COUNT, PATH, Word, language_option, seed_option
from viva.commands.output import complain, write
from viva.core.fault import Fault
from viva.core.source import MANIFEST, Source
from viva.core.terms import ENGLISH
from viva.core.text.escape import visible
from viva.core.text.reading import Misread
from viva.core.texts import Say, catalogue
from viva.engines.dialogues import notations
from viva.engines.dialogues.describe import Words, in_words
from viva.engines.dialogues.evaluation import Undefined, as_value, is_valid
from viva.engines.dialogues.foreign import bind, load
from viva.engines.dialogues.model import Mode, Spec
from viva.engines.dialogues.notations.runs import parse as parse_run
from viva.engines.dialogues.outputs import Block, Output
from viva.engines.dialogues.remarks import remarks
from viva.engines.dialogues.running import accepted_runs, right_run
from viva.engines.dialogues.semantics import Diverges, Way, accept, begin, give
from viva.engines.dialogues.suites.cases import Suite
from viva.engines.dialogues.traces import General, Run, Written, first_difference, normalise, show_value
from viva.engines.dialogues.trials.judging import lines as lines_of
from viva.engines.dialogues.wellformed import check
from viva.services.varying import slots
from viva.subjects.console.suite import suite_for
from viva.subjects.console.tasks.run import what_belongs

_FREE = "…"
_MOST_RUNS = 100
_ENDINGS = {"sym": ".sym", "txt": ".txt", "python": ".py"}


@click.command("spec")
@click.argument("specification", type=PATH, metavar="EXERCISE|FILE")
@click.option(
    "--to",
    type=Word([*_ENDINGS, "haskell", "english"]),
    metavar="NOTATION",
    help="Print it in another notation: sym, txt, python or haskell (the paper's), or in english.",
)
@click.option("--run", metavar="INPUTS", help="Run it on these inputs, as in --run '2 5 3', and print a right run.")
@click.option("--all", "all_runs", is_flag=True, help="With --run: all right runs, and what they have in common.")
@click.option(
    "--accepts", metavar="RUN", help="Judge a run, as in --accepts '?2 ?5 ?3 !8'; 1 is the status of a wrong one."
)
@click.option("--play", "played", is_flag=True, help="Type the inputs yourself, and see what is to be printed when.")
@click.option("--tests", type=PATH, metavar="DIR", help="Write its tests to a new folder: a pair of .in and .out each.")
@language_option("what is told: en or de. Remarks are in English.")
def spec(
    specification: Path,
    *,
    to: str | None,
    run: str | None,
    all_runs: bool,
    accepts: str | None,
    played: bool,
    tests: Path | None,
    language: str | None,
) -> int:
    """Look at a console specification: what it says, what is odd about it, and which runs are right.

    \b
    Example:
      viva spec exercises/console/sum-of-n
      viva spec spec.sym --to txt
      viva spec exercises/console/sum-of-n --run '2 5 3' --all
      viva spec exercises/console/sum-of-n --accepts '?2 ?5 ?3 !8'
      viva spec exercises/console/high-low --play
      viva spec exercises/console/sum-of-n --tests sum-tests
    """
    given, file = _read(specification)
    locale = language or ENGLISH
    say, words = catalogue(__package__, locale).say, in_words(locale)
    if played:
        return play(say, words, given, _line, _print)
    if tests is not None:
        _print(say("tests_written", count=export(suite_for(given, 0), tests), folder=tests))
        return 0
    if accepts is not None:
        return _judge(say, words, given, accepts)
    if run is not None:
        return _run(say, words, given, shlex.split(run), all_runs)
    if to is not None:
        write(visible(_in_notation(to, given, words)))
        return 0
    _print(words.statement(given))
    found = remarks(given, file)
    _print(say("spec_remarks", count=len(found)) if found else say("spec_fine"))
    for remark in found:
        _print(f"  {remark}")
    return 1 if found else 0


def _in_notation(to: str, given: Spec, words: Words) -> str:
    match to:
        case "english":
            return words.statement(given)
        case "haskell":
            from viva.engines.dialogues.notations.haskell import show  # noqa: PLC0415

            return show(given)
    return notations.NOTATIONS[_ENDINGS[to]].show(given)


def _line() -> str | None:
    """The next line that is typed, or None where there are no more."""
    line = sys.stdin.readline()
    return line.rstrip("\r\n") if line else None


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


def _judge(say: Say, words: Words, given: Spec, text: str) -> int:
    """Whether a program that does what is specified may run like this, and otherwise where it first may not."""
    try:
        trace = parse_run(text, given)
    except Misread as misread:
        raise misread.fault("--accepts") from None
    if accept(given, trace):
        _print(say("run_accepted"))
        return 0
    _print(_departure(say, words, given, normalise(trace)))
    return 1


def _departure(say: Say, words: Words, given: Spec, run: Run) -> str:
    """Where a run that is not accepted leaves the way that its inputs lead."""
    try:
        way = begin(given)
        for number, value in enumerate(run.inputs, 1):
            if way.asks is None:
                break
            longer = give(way, value)
            if longer is None:
                kind = words.values(way.asks.read.values)
                return say("run_refused", number=number, line=show_value(value), kind=kind)
            way = longer
    except (Undefined, Diverges) as problem:
        return say("run_undefined", why=str(problem))
    asked = way.asks.read.variable if way.asks else ""
    general = General((*way.inputs, asked), (*way.blocks, ())) if asked else way.general
    difference = first_difference(general, run)
    assert difference is not None, "what is covered is accepted"
    next_read = asked and difference.expected == f"?{show_value(asked)}"
    expected = f"?{asked}" if next_read else what_belongs(say, difference, one=False)
    last = Written("\n".join(run.blocks[difference.block].lines[: difference.line]))
    before = Run(run.inputs[: difference.block], (*run.blocks[: difference.block], last)).show(end="").strip()
    where = say("run_after", before=before) if before else say("run_begins")
    return say("run_not_accepted", where=where, expected=expected, got=difference.got)


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


def play(say: Say, words: Words, spec: Spec, ask: Callable[[], str | None], write: Callable[[str], None]) -> int:
    """Tells what is due, reads a line where the specification does, and goes on until it ends or there are no more
    lines. The status is 0 if it came to its end."""
    try:
        way = begin(spec)
        for line in _told(say, way.blocks[-1]):
            write(line)
        while way.asks is not None:
            read = way.asks.read
            write(say("play_asks", kind=words.values(read.values), variable=read.variable))
            given = ask()
            if given is None:
                write(say("play_stopped"))
                return 1
            way = _further(say, way, given, write)
    except (Undefined, Diverges) as problem:
        write(say("run_undefined", why=str(problem)))
        return 1
    write(say("play_ends"))
    return 0


def _further(say: Say, way: Way, line: str, write: Callable[[str], None]) -> Way:
    """A value that is never given here is asked for again, and that is no part of the run."""
    assert way.asks is not None
    value = as_value(line, way.asks.read.values)
    longer = give(way, value)
    if longer is None:
        write(say("play_not_given"))
        return way
    if not is_valid(value, way.asks.read, way.asks.environment):
        write(say("play_refused_again" if way.asks.read.mode == Mode.UNTIL else "play_refused"))
        return longer
    for told in _told(say, longer.blocks[-1]):
        write(told)
    return longer


def _told(say: Say, block: Block) -> Iterator[str]:
    for step in block:
        if isinstance(step, Output):
            shown = say("row_or").join(pattern.show(_FREE, " ") for pattern in step.patterns)
            yield say("play_may_print" if step.optional else "play_prints", output=shown)


def export(tests: Suite, folder: Path) -> int:
    """Writes each test as `NAME.in`, the lines of input, and `NAME.out`, the lines that a right program may print; in
    `runs.txt` is one line for each test with all runs that are right. The number of tests."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Fault("this is there already and not empty", str(folder), remedy="name a new folder")
    folder.mkdir(parents=True, exist_ok=True)
    width = len(str(len(tests.tests)))
    listed = []
    for number, case in enumerate(tests.tests, 1):
        name = f"{number:0{width}}"
        printed = "".join(block.text for block in right_run(case.general).blocks)
        (folder / f"{name}.in").write_text("".join(f"{line}\n" for line in lines_of(case.inputs)), "utf-8")
        (folder / f"{name}.out").write_text(printed, "utf-8")
        listed.append(f"{name}: {case.general.show()}\n")
    (folder / "runs.txt").write_text("".join(listed), "utf-8")
    return len(tests.tests)


@click.command("generate")
@click.argument("what", type=Word(("console",)), metavar="console")
@click.argument("folder", type=PATH, metavar="DIR")
@click.option("--difficulty", type=click.IntRange(1, 5), metavar="N", help="From 1 to 5; any without it.")
@click.option(
    "--like",
    type=PATH,
    metavar="EXERCISE",
    help="As many reads and values to remember, as deep, with the same kinds of loop and its functions only; with "
    "--difficulty only the last two.",
)
@click.option("--reads", type=COUNT, metavar="N", help="How many places there are where something is read.")
@click.option("--nesting", type=click.IntRange(0), metavar="N", help="How deep loops and branches lie in each other.")
@click.option("--remembered", type=click.IntRange(0), metavar="N", help="How many variables a program has to keep.")
@click.option("--loops", metavar="KINDS", help="Of fixed, counted, until, each as often as it occurs; '' for none.")
@click.option("--count", type=COUNT, default=1, metavar="N", help="How many, in folders below DIR; 1, in DIR itself.")
@language_option("the statement that students read: en or de; both are written.")
@seed_option("What is drawn")
def generate(
    what: str,  # noqa: ARG001
    folder: Path,
    *,
    difficulty: int | None,
    like: Path | None,
    reads: int | None,
    nesting: int | None,
    remembered: int | None,
    loops: str | None,
    count: int,
    language: str | None,
    seed: int,
) -> int:
    """Write console exercises that are made at random, each unlike all others.

    Each has a statement in English and German, its specification, a model answer and tests.

    \b
    Example:
      viva generate console task --difficulty 3
      viva generate console tasks --count 20 --loops 'counted, until' --seed 7
      viva generate console more --like exercises/console/sum-of-n --language de
    """
    from viva.subjects.console.generate import Wishes, exercises_of  # noqa: PLC0415

    wishes = Wishes(difficulty, reads, nesting, remembered, loops, _read(like)[0] if like else None)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Fault("this is there already and not empty", str(folder), remedy="name a new folder")
    written = 0
    for spec, source in islice(exercises_of(wishes, seed, language or ENGLISH), count):
        written += 1
        place = folder if count == 1 else folder / f"{folder.resolve().name}-{written:0{len(str(count))}}"
        source.write(place)
        export(suite_for(spec, 0), place / "tests")
        _print(str(place))
    if not written:
        raise Fault("no task like this was found", remedy="ask for less, or try another --seed")
    if written < count:
        complain(f"only {written} of {count} tasks like this were found; ask for less, or try another --seed")
    return 0
