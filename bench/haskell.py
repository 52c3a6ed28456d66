"""Functions in Haskell: what an input costs after one compilation, four assignments of a class, and chapter 5 of the
thesis on QuickEval: how many inputs a suite needs to cover all of a dozen submissions, and which of them brought them.

Submissions are our own, in `bench/haskell_assignments`, a dozen each of the thesis's four assignments; the name of a
file says whether it is right. Processor seconds are those of this process and of all that it had run in the sandbox.
"""

import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from measure import ROOT, few, fewer

from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.texts import catalogue
from viva.engines.calls import Compiled, Question, Voice
from viva.exploring.session import Session, needed_inputs
from viva.exploring.suites import Suites
from viva.languages import haskell
from viva.languages.program import Program
from viva.languages.sites import Hooks
from viva.sandbox import Execution, Sandbox
from viva.services.checking import check
from viva.services.registry import read_exercise
from viva.subjects.functions.model import Task

ASSIGNMENTS = {
    "belongsTo": "belongs-to",
    "setDifference": "set-difference",
    "isSublist": "is-sublist",
    "errno": "errno",
}
THESIS = {"belongsTo": (5, 1), "setDifference": (5, 2), "isSublist": (7, 3), "errno": (3, 1)}
HOOKS = Hooks(branches=True, expressions=True)


@dataclass(frozen=True, slots=True)
class Asked:
    what: str
    inputs: int
    wall_s: float
    cpu_s: float
    goal: str = ""


@dataclass(frozen=True, slots=True)
class Graded:
    assignment: str
    submissions: int
    as_they_should: int
    wall_s: float
    cpu_s: float
    goal: str = ""


@dataclass(frozen=True, slots=True)
class Needed:
    assignment: str
    submissions: int
    inputs: int
    brought_by: int
    inputs_in_the_thesis: int
    brought_by_in_the_thesis: int


class Clock:
    """Seconds since it was made. What runs in a sandbox says itself how long it ran: the sandbox outlives it."""

    used = 0.0

    def __init__(self) -> None:
        self.wall, self.cpu, self.before = time.perf_counter(), time.process_time(), Clock.used

    @property
    def seconds(self) -> tuple[float, float]:
        ran = Clock.used - self.before
        return time.perf_counter() - self.wall, time.process_time() - self.cpu + ran


def count_executions() -> None:
    execute = Sandbox.execute

    def counted(sandbox: Sandbox, *arguments: Any, **more: Any) -> Execution:
        done = execute(sandbox, *arguments, **more)
        Clock.used += done.ending.cpu_seconds
        return done

    Sandbox.execute = counted  # type: ignore[method-assign, assignment]


def versions() -> dict[str, str]:
    told = subprocess.run(["ghc", "--numeric-version"], capture_output=True, text=True, check=True).stdout
    return {"ghc": told.strip()}


def submissions(function: str) -> list[Path]:
    return few(sorted((ROOT / "bench" / "haskell_assignments" / function).glob("*.hs")), 2)


def rows() -> Iterator[Asked | Graded | Needed]:
    count_executions()
    yield from _asked(fewer(2000, 20))
    for function in few(ASSIGNMENTS):
        yield _graded(function)
    for function in few(ASSIGNMENTS):
        yield _needed(function)


def _asked(number: int) -> Iterator[Asked]:
    source = submissions("isSublist")[0].read_bytes()
    inputs = [([n % 7, n % 3], [k % 5 for k in range(n % 9)]) for n in range(number)]
    with haskell.runs.warm_sandbox() as sandbox:
        clock = Clock()
        program = haskell.runs.prepare(sandbox, source, HOOKS)
        assert isinstance(program, Program)
        list(haskell.calls.call(sandbox, program, "isSublist", inputs[:1]))
        yield Asked("one compilation, with the runtime of drivers", 1, *clock.seconds)
        clock = Clock()
        found = list(haskell.calls.call(sandbox, program, "isSublist", inputs, report=["ticks"], together=number))
        assert len(found) == number and all(outcome.coverage.branches for outcome in found)
        yield Asked("inputs with coverage, after that", number, *clock.seconds, "2,000 in 0.5 s")


def _graded(function: str) -> Graded:
    subject, exercise = read_exercise(ROOT / "exercises" / "functions" / ASSIGNMENTS[function])
    files = submissions(function)
    clock = Clock()
    right = 0
    for file in files:
        report = check(subject, exercise, Submission(file.name, {file.name: file.read_bytes()}), Terms())
        right += (report.verdict.value in ("proved", "passed")) == ("right" in file.name)
    return Graded(function, len(files), right, *clock.seconds, "all four in 60 s")


def _needed(function: str) -> Needed:
    """Each submission in turn, on the suite that those before it have left."""
    _, exercise = read_exercise(ROOT / "exercises" / "functions" / ASSIGNMENTS[function])
    question = exercise.task_as(Task).question
    files = submissions(function)
    brought = [0]
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        sandbox = stack.enter_context(haskell.runs.warm_sandbox())
        for file in files:
            compiled = Compiled(haskell, sandbox, file.read_bytes(), "", file.name)
            program = compiled.program(HOOKS)
            assert isinstance(program, Program)
            voice = Voice(catalogue("viva.exploring", "en").say, haskell.calls)
            session = Session(compiled, program, Suites(Path(folder)), voice, _only_shapes(question))
            fresh, _ = needed_inputs(session, function, 30)
            brought.append(len(fresh))
    return Needed(function, len(files), sum(brought), sum(map(bool, brought)), *THESIS[function])


def _only_shapes(question: Question) -> Question:
    return replace(question, reference=None)
