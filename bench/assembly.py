"""Proofs about machine code: the memset of Figure 4 of the paper (there about 2 s for each annotation and up to 5 s in
all), and programs with loops of every shape. Processor time of the proof alone, in one process, with z3 loaded."""

import importlib
import importlib.metadata
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from measure import few, fewer

from viva.engines.x86.proving import prove

sys.path.append(str(Path(__file__).parents[1]))
PROGRAMS = importlib.import_module("tests.engines.x86.programs")
STYLES = importlib.import_module("tests.engines.x86.styles")
SEMANTICS = importlib.import_module("tests.engines.x86.test_semantics")
_STATES = 12


@dataclass(frozen=True, slots=True)
class Proved:
    what: str
    instructions: int
    annotations: int
    obligations: int
    complete: str
    cpu_seconds: float
    worst_obligation: float
    work: int
    goal: str = ""


def rows() -> Iterator[Proved]:
    prove(PROGRAMS.NO_LOOP.job().theory())  # z3 is loaded before the clock starts
    times = []
    everything = [*PROGRAMS.everything(), *(styled.proven for styled in STYLES.STYLED)]
    for number, proven in enumerate(few(everything, 3)):
        job = proven.job()
        theory = job.theory()
        began = time.process_time()
        found = prove(theory)
        seconds = time.process_time() - began
        times.append(seconds)
        yield Proved(
            proven.name,
            len(found.flow.instructions()),
            sum(bool(line.strip()) for line in proven.annotations.splitlines()),
            len(found.obligations),
            "yes" if found.complete else "no",
            round(seconds, 3),
            round(max((each.seconds for each in found.obligations), default=0.0), 3),
            found.work,
            "< 0.3 s" if not number else "< 10 s",
        )
    yield _instructions()
    yield Proved("median of all", 0, 0, 0, "", round(statistics.median(times), 3), 0.0, 0, "< 1 s")


def _instructions() -> Proved:
    """Every form of every instruction in many random states against unicorn: how many forms differ."""
    count = fewer(len(SEMANTICS.forms()), 5)
    began = time.process_time()
    wrong = 0
    for number in range(count):
        try:
            SEMANTICS.compare(number, _STATES)
        except AssertionError:
            wrong += 1
    seconds = round(time.process_time() - began, 3)
    name = f"{count} forms of instructions, {_STATES} states each, against unicorn"
    return Proved(name, count, 0, count * _STATES, "no difference" if not wrong else f"{wrong} differ", seconds, 0.0, 0)


def versions() -> dict[str, str]:
    return {name: importlib.metadata.version(name) for name in ("z3-solver", "capstone")}
