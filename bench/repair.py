"""How small, how sure and how quick repairs are: of real first-year programs, and of the paper's eight benchmarks.

The real programs (Hu and others, ASE 2019) are read from `../shared/data`, or from $VIVA_STUDENT_PROGRAMS, where they
are there. Only those on even lines count, which nobody looked at while Viva was built; every third one of the wrong
ones is taken, or every one with $VIVA_REPAIR_EVERY=1. A program counts if it is refuted with the reference alone; those
that are not started, that only break a rule, and that do not parse have rows of their own. Sizes are the tree edit
distance (Zhang and Shasha) between the syntax trees, as a share of the nodes of what was handed in.
"""

import json
import os
import random
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from measure import few
from tree_distance import relative_size

sys.path.append(str(Path(__file__).parents[1]))

from tests.engines.assistant_paper import BENCHMARKS
from viva.core.source import Source
from viva.core.terms import Budget, Meter
from viva.engines.calls import (
    Case,
    Compiled,
    Judge,
    Oracle,
    Question,
    Searcher,
    Suite,
    Tested,
    Trial,
    programs_of,
    proposals,
    sandbox_of,
    suite,
)
from viva.engines.repair import Repair, Search, Wrong, of_calls
from viva.languages import python
from viva.languages.program import Program
from viva.subjects.functions.fix import not_started
from viva.subjects.functions.model import Task
from viva.subjects.functions.subject import Functions

STUDENTS = Path(os.environ.get("VIVA_STUDENT_PROGRAMS", Path(__file__).parents[2] / "shared/data/student-programs"))
EVERY = int(os.environ.get("VIVA_REPAIR_EVERY", "3"))
FRESH = 200
HEADS = {
    "remove_extras": "def remove_extras(lst: list[int]) -> list[int]:",
    "top_k": "def top_k(lst: list[int], k: int) -> list[int]:",
}
REQUIRES = {"top_k": "def requires(lst, k):\n    return 0 <= k <= len(lst)\n"}


@dataclass(frozen=True, slots=True)
class Repaired:
    what: str
    programs: int
    repaired: str
    to_a_bound: str
    fresh: str
    size_to_03: str
    size_to_01: str
    median_size: float
    whole: str
    first_cpu_s: float
    cpu_s: float
    cpu_s_p90: float
    goal: str = ""


@dataclass(frozen=True, slots=True)
class Other:
    what: str
    programs: int


@dataclass(frozen=True, slots=True)
class Benchmark:
    what: str
    faults: int
    way: str
    size: float
    certainty: str
    tried: int
    cpu_s: float
    paper_s: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    repair: Repair | None
    size: float
    agrees: bool
    first: float
    seconds: float
    tried: int = 0
    runs: int = 0


class Setting:
    """An exercise with its tests, for any number of submissions."""

    def __init__(self, name: str, function: str, reference: str, requires: str | None) -> None:
        manifest = f'subject = "functions"\n[functions]\nreference = "reference.py"\nfunction = "{function}"\n'
        files = {"reference.py": reference.encode()}
        if requires:
            manifest += 'requires = "requires.py"\n'
            files["requires.py"] = requires.encode()
        files["exercise.toml"] = manifest.encode()
        exercise = Functions().read(Source(name, files))
        self.question: Question = exercise.task_as(Task).question
        self.reference = reference
        self.function = function
        python.mends.rephrased(reference, function)  # once for a class

    @contextmanager
    def wrong(self, text: str) -> Iterator[tuple[Wrong, Callable[[], float]]]:
        """A wrong program, to be mended, and what was spent of the processor so far."""
        meter = Budget(steps=10**10, seconds=600.0).meter()
        with programs_of(self.question) as programs, sandbox_of(python, None, meter) as sandbox:
            oracle, searcher = Oracle(self.question, programs), Searcher(self.question, programs)
            tests = suite(searcher, oracle, lambda: proposals(searcher, 0))
            submission = Compiled(python, sandbox, text.encode(), self.function, "submission.py")
            program = submission.program()
            assert isinstance(program, Program)
            trial = Trial(submission, program, oracle, Judge(self.question.comparison, python.calls), meter)
            tested = Tested()
            tested.add(trial, tests.cases)
            wrong = of_calls(trial, searcher, tests.cases, tested.failures, [self.reference])
            assert wrong is not None
            yield wrong, lambda: _spent(meter)

    def outcomes(self, sources: Sequence[str]) -> Iterator[Outcome | str]:
        """For each program what became of it, or why it does not count."""
        with programs_of(self.question) as programs:
            oracle, searcher = Oracle(self.question, programs), Searcher(self.question, programs)
            tests = suite(searcher, oracle, lambda: proposals(searcher, 0))
            fresh = oracle.cases(_fresh(self.function))
            for source in sources:
                yield self._outcome(source, oracle, tests, fresh)

    def _outcome(self, source: str, oracle: Oracle, tests: Suite, fresh: Sequence[Case]) -> Outcome | str:
        meter = Budget(steps=10**9, seconds=300.0).meter()
        with sandbox_of(python, None, meter) as sandbox:
            submission = Compiled(python, sandbox, source.encode(), self.function, "submission.py")
            program = submission.program()
            if not isinstance(program, Program):
                return "do not parse"
            if self.function not in submission.facts.defined:
                return "lack the function"
            trial = Trial(submission, program, oracle, Judge(self.question.comparison, python.calls), meter)
            tested = Tested()
            tested.add(trial, tests.cases)
            if not tested.failures:
                return "are right, whatever rule they break"
            if not_started(submission.facts, self.function):
                return "are not started"
            begun, at = _spent(meter), [0.0]
            searcher = Searcher(self.question, oracle.programs, meter)
            wrong = of_calls(trial, searcher, tests.cases, tested.failures, [self.reference])
            assert wrong is not None
            search = Search(wrong, first=lambda: at.__setitem__(0, _spent(meter)))
            repair = search.repair()
            seconds = _spent(meter) - begun
            if repair is None:
                return Outcome(None, 0.0, False, 0.0, seconds, search.tried, search.trials.runs)
            changed = submission.edited(repair.after.encode())
            mended = changed.program()
            assert isinstance(mended, Program)
            again = replace(trial, submission=changed, program=mended)
            agrees = all(failure is None for _, _, failure in again.failures(fresh))
        return Outcome(
            repair,
            relative_size(source, repair.after),
            agrees,
            at[0] - begun,
            seconds,
            search.tried,
            search.trials.runs,
        )


def _spent(meter: Meter) -> float:
    return meter.budget.seconds - meter.processor_left


def _fresh(function: str) -> list[tuple[object, ...]]:
    """Inputs from elsewhere than those of Viva's own suites."""
    chance = random.Random(20_24)
    rows: list[tuple[object, ...]] = []
    for _ in range(FRESH):
        values = [chance.randint(-4, 12) for _ in range(chance.randint(0, 9))]
        rows.append((values, chance.randint(0, len(values))) if function == "top_k" else (values,))
    return rows


def _share(some: int, total: int) -> str:
    return f"{some} ({100 * some / max(1, total):.0f} %)"


def rows() -> Iterator[Repaired | Other | Benchmark]:
    for each in few(BENCHMARKS):
        for outcome in Setting(each.name, each.function, each.reference, each.requires).outcomes([each.wrong]):
            assert isinstance(outcome, Outcome), (each.name, outcome)
            repair = outcome.repair
            yield Benchmark(
                each.name, len(each.faults), repair.way if repair else "none", outcome.size,
                repair.checked.certainty if repair else "", outcome.tried, outcome.seconds,
            )  # fmt: skip
    if not STUDENTS.is_dir():
        return
    left: dict[str, int] = {}
    every: list[Outcome] = []
    for question, head in HEADS.items():
        told = json.loads((STUDENTS / f"{question}.json").read_text("utf-8"))
        reference = "\n".join([head, *told["reference"].split("\n")[1:]])
        lines = (STUDENTS / f"{question}.jsonl").read_text("utf-8").splitlines()[1::2]
        sources = [row["source"] for row in map(json.loads, lines) if row["label"] == "wrong"][::EVERY]
        sources = few(sources, 2)
        found: list[Outcome] = []
        for one in Setting(question, question, reference, REQUIRES.get(question)).outcomes(sources):
            if isinstance(one, str):
                left[one] = left.get(one, 0) + 1
            else:
                found.append(one)
        every += found
        yield _row(question, found)
    yield _row("both", every, "97 %; bound 95 %; fresh 98 %; 60 %; 38 %; 0.20; 3 %; 0.2 s; 1 s; 3 s")
    yield from (Other(what, number) for what, number in sorted(left.items()))


def _row(what: str, found: Sequence[Outcome], goal: str = "") -> Repaired:
    total = len(found)
    whole = [one for one in found if one.repair is not None and one.repair.way == "whole"]
    mended = [one for one in found if one.repair is not None and one.repair.way != "whole"]
    told = [one for one in found if one.repair is not None]
    sizes = [one.size for one in told if one.agrees]
    seconds = sorted(one.seconds for one in found)
    return Repaired(
        what, total, _share(len(mended), total),
        _share(sum(one.repair.checked.certainty != "tested" for one in told if one.repair), len(told)),
        _share(sum(one.agrees for one in told), len(told)),
        _share(sum(size <= 0.3 for size in sizes), total), _share(sum(size <= 0.1 for size in sizes), total),
        statistics.median(sizes), _share(len(whole), total), statistics.median(one.first for one in told),
        statistics.median(seconds), seconds[9 * total // 10], goal,
    )  # fmt: skip


def versions() -> dict[str, str]:
    return {}
