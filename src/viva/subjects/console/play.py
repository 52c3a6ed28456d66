"""A specification as the partner of a dialogue, and its tests as plain files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from viva.core.fault import Fault
from viva.core.texts import Say
from viva.engines.dialogues.describe import Words
from viva.engines.dialogues.judging import lines
from viva.engines.dialogues.model import Mode, Spec
from viva.engines.dialogues.outputs import Block, Output
from viva.engines.dialogues.running import right_run
from viva.engines.dialogues.semantics import Diverges, Way, begin, give
from viva.engines.dialogues.suites.cases import Suite
from viva.engines.dialogues.terms import Undefined, as_value, is_valid

_FREE = "…"


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
        (folder / f"{name}.in").write_text("".join(f"{line}\n" for line in lines(case.inputs)), "utf-8")
        (folder / f"{name}.out").write_text(printed, "utf-8")
        listed.append(f"{name}: {case.general.show()}\n")
    (folder / "runs.txt").write_text("".join(listed), "utf-8")
    return len(tests.tests)
