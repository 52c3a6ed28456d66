"""Decides the verdict: compile once in the sandbox, run every test there, compare outside.

A failing test is made smaller (fewer reads first, then smaller values; each step is a run) and replayed before it is
reported. A step of the budget is a step of the submitted program.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.core.report import Evidence, Report
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.texts import catalogue
from viva.core.verdict import Verdict
from viva.languages.python import Unreadable, prepare, warm_sandbox
from viva.subjects.console import cache, explain
from viva.subjects.console.cases import Case, Suite, figures, numbers_in, restored
from viva.subjects.console.judge import Failure, excused
from viva.subjects.console.model import Spec, Task
from viva.subjects.console.shrink import smallest
from viva.subjects.console.trial import LIMITED_SECONDS, Trial


def examine(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    file, source = submission.single((".py",))
    say = catalogue(__package__).say
    with warm_sandbox(terms.isolation) as sandbox:
        program = prepare(sandbox, source)
        if isinstance(program, Unreadable):
            return Report(
                verdict=Verdict.REJECTED,
                reason=program.reason,
                score=0.0,
                subject=exercise.subject,
                exercise=exercise.name,
                evidence=Evidence(say("method_read")),
                findings=explain.unreadable(file, program),
                isolation=sandbox.isolation,
                seed=terms.seed,
            )
        trial = Trial(sandbox, program, terms.budget.meter(), exercise.task_as(Task).rules)
        return _report(exercise, file, trial, terms)


@dataclass(slots=True)
class _Tally:
    """How the tests of each behaviour came out."""

    passed: dict[object, int] = field(default_factory=lambda: defaultdict(int))
    run: int = 0
    unfinished: int = 0

    def score(self, tests: Suite) -> float:
        """The share of tests passed, averaged over the behaviours; a test that was not run is not passed."""
        sizes: dict[object, int] = defaultdict(int)
        for case in tests.tests:
            sizes[case.behaviour] += 1
        return round(sum(self.passed[behaviour] / size for behaviour, size in sizes.items()) / len(sizes), 4)


def cached_suite(spec: Spec, seed: int) -> Suite:
    """The suite from the disk, or made now and kept there."""
    known = cache.load(spec, seed)
    if known is not None:
        tests = restored(spec, *known)
        if tests is not None:
            return tests
    from viva.subjects.console.suite import suite  # noqa: PLC0415 the solver is loaded only where there is work for it

    tests = suite(spec, seed)
    cache.save(spec, seed, [case.inputs for case in tests.tests], figures(tests))
    return tests


def _report(exercise: Exercise, file: str, trial: Trial, terms: Terms) -> Report:
    task = exercise.task_as(Task)
    tests = cached_suite(task.spec, terms.seed)
    tally = _Tally()
    failure = _examined(tests, trial, tally)
    report = Report(
        verdict=Verdict.PASSED,
        subject=exercise.subject,
        exercise=exercise.name,
        evidence=_evidence(tests, tally),
        score=1.0,
        isolation=trial.sandbox.isolation,
        seed=terms.seed,
    )
    if failure:
        smaller = smallest(task.spec, failure, trial)
        again = trial.run(smaller.case)
        if again.outcome != smaller.observed.outcome:
            return explain.inconsistent(report, smaller, again)
        return explain.refuted(report, task, (file, trial.program.text), smaller, tally.score(tests))
    if not tests.tests:
        return explain.undecided(report, "no_tests")
    if tally.run < len(tests.tests):
        return explain.undecided(report, "budget", total=len(tests.tests))
    if tests.complete and not tally.unfinished:
        return replace(report, verdict=Verdict.PROVED)
    return report


def _examined(tests: Suite, trial: Trial, tally: _Tally) -> Failure | None:
    """The first failure. Later tests are run for the score, unless the program takes too long."""
    failure: Failure | None = None
    pace = _Pace(trial, tests.tests)
    for case, found in trial.failures(pace.cases(tally)):
        tally.run += 1
        if found and excused(found):
            tally.unfinished += 1
            pace.largest = min(pace.largest, _magnitude(case))
            continue
        tally.passed[case.behaviour] += found is None
        failure = failure or found
        pace.failed = failure is not None
    return failure


@dataclass(slots=True)
class _Pace:
    """Which tests are still to be run: none after the budget, few for a program that never ends, and none with numbers
    as large as one that the program was too slow for."""

    trial: Trial
    tests: tuple[Case, ...]
    failed: bool = False
    largest: float = float("inf")

    def cases(self, tally: _Tally) -> Iterator[Case]:
        for case in self.tests:
            if self.trial.meter.exhausted or (self.failed and self.trial.limited >= LIMITED_SECONDS):
                return
            if _magnitude(case) >= self.largest:
                tally.run += 1
                tally.unfinished += 1
                continue
            yield case


def _magnitude(case: Case) -> float:
    return float(max(map(abs, numbers_in(case.inputs)), default=0))


def _evidence(tests: Suite, tally: _Tally) -> Evidence:
    say = catalogue(__package__).say
    ran = replace(tests, tests=tests.tests[: tally.run])
    details: dict[str, Json] = {
        "longest": ran.longest,
        "branches": tests.sides,
        "branches_taken": ran.sides_taken,
        "behaviours": len({case.behaviour for case in ran.tests}),
        "goals": tests.goals,
        "goals_missed": tests.missed,
        "unfinished": tally.unfinished,
    }
    key = "covered_all" if tests.complete else "covered_branches" if tests.sides else "covered_straight"
    slots = {"longest": ran.longest, "taken": ran.sides_taken, "sides": tests.sides, "goals": tests.goals}
    covered = say(key, **slots)
    if tally.unfinished:
        covered += say("covered_unfinished", count=tally.unfinished)
    return Evidence(say("method_all" if tests.complete else "method_tests"), tally.run, covered, details)
