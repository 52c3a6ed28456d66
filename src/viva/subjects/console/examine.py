"""Decides the verdict: compile once in the sandbox, run every test there, compare outside.

A failing test is made smaller (fewer reads first, then smaller values; each step is a run) and replayed before it is
reported. A step of the budget is a step of the submitted program.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache

from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.core.ladder import Rung
from viva.core.report import Evidence, Report
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.texts import catalogue
from viva.core.verdict import Verdict
from viva.engines.dialogues.model import Spec, Value
from viva.engines.dialogues.suites.cases import Case, Suite, figures, numbers_in, restored
from viva.languages.finding import language_for, suffixes
from viva.languages.program import NoProgram
from viva.subjects.console import cache
from viva.subjects.console.judge import Failure, excused
from viva.subjects.console.model import Task
from viva.subjects.console.trial import LIMITED_SECONDS, Trial


def examine(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    """The sandbox takes a moment to start; meanwhile the suite is read, if it is there."""
    task = exercise.task_as(Task)
    file, source = submission.single(suffixes(task.languages))
    language = language_for(file, task.languages)
    say = catalogue(__package__).say
    loading = threading.Thread(target=stored_suite, args=(task.spec, terms.seed))
    loading.start()
    with language.warm_sandbox(terms.isolation) as sandbox:
        loading.join()
        program = language.prepare(sandbox, source)
        if isinstance(program, NoProgram):
            from viva.subjects.console import explain  # noqa: PLC0415 not needed for a program that passes

            return Report(
                verdict=Verdict.REJECTED,
                reason=program.reason,
                score=0.0,
                subject=exercise.subject,
                exercise=exercise.name,
                evidence=Evidence(say("method_read")),
                findings=explain.unreadable(file, language.explain(program)),
                isolation=sandbox.isolation,
                seed=terms.seed,
            )
        trial = Trial(language, sandbox, program, terms.budget.meter(), task.rules)
        return _report(exercise, file, trial, terms)


@dataclass(slots=True)
class _Tally:
    """How the tests of each behaviour came out."""

    passed: dict[object, int] = field(default_factory=lambda: defaultdict(int))
    run: int = 0
    mentioned: int = 0
    unfinished: int = 0
    failed: dict[tuple[Value, ...], bool] = field(default_factory=dict)

    def score(self, tests: Suite) -> float:
        """The share of tests passed, averaged over the behaviours; a test that was not run is not passed."""
        sizes: dict[object, int] = defaultdict(int)
        for case in tests.tests:
            sizes[case.behaviour] += 1
        return round(sum(self.passed[behaviour] / size for behaviour, size in sizes.items()) / len(sizes), 4)


@lru_cache(maxsize=32)
def stored_suite(spec: Spec, seed: int) -> Suite | None:
    """The suite from the disk, if it is there."""
    known = cache.load(spec, seed)
    return restored(spec, *known) if known is not None else None


def cached_suite(spec: Spec, seed: int) -> Suite:
    """The suite from the disk, or made now and kept there."""
    stored = stored_suite(spec, seed)
    if stored is not None:
        return stored
    from viva.engines.dialogues.suites.suite import suite  # noqa: PLC0415 the solver is loaded only where there is work for it

    tests = suite(spec, seed)
    cache.save(spec, seed, [case.inputs for case in tests.tests], figures(tests))
    return tests


def _report(exercise: Exercise, file: str, trial: Trial, terms: Terms) -> Report:
    task = exercise.task_as(Task)
    tests = cached_suite(task.spec, terms.seed)
    tally = _Tally()
    failure = _examined(tests, trial, tally)
    if failure is None and tally.run == len(tests.tests):
        failure = _examined_further(task.spec, tests, trial, tally)
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
        return _refuted(exercise, file, report, failure, _Seen(tests, tally, trial, terms))
    if tally.run < len(tests.tests) or not tests.tests:
        from viva.subjects.console import explain  # noqa: PLC0415

        return explain.undecided(report, "budget" if tests.tests else "no_tests", total=len(tests.tests))
    if tally.unfinished == len(tests.tests):
        from viva.subjects.console import explain  # noqa: PLC0415

        return explain.undecided(report, "slow", total=len(tests.tests))
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
        tally.failed[case.inputs] = found is not None
        failure = failure or found
        pace.failed = failure is not None
    return failure


def _examined_further(spec: Spec, tests: Suite, trial: Trial, tally: _Tally) -> Failure | None:
    """The first failure on values that only the submission mentions. They have no part in the score."""
    from viva.subjects.console.mentioned import further_tests  # noqa: PLC0415

    pace = _Pace(trial, further_tests(spec, tests, trial.program.constants))
    for case, found in trial.failures(pace.cases(_Tally())):
        tally.mentioned += 1
        if found and not excused(found):
            tally.failed[case.inputs] = True
            return found
        if found:
            pace.largest = min(pace.largest, _magnitude(case))
    return None


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


@dataclass(frozen=True, slots=True)
class _Seen:
    """What the examination of a program has shown."""

    tests: Suite
    tally: _Tally
    trial: Trial
    terms: Terms


def _refuted(exercise: Exercise, file: str, report: Report, failure: Failure, seen: _Seen) -> Report:
    """The failure made small and seen again; a mend is looked for only if it may be shown."""
    from viva.subjects.console import explain, mend, shrink  # noqa: PLC0415

    task, trial, terms = exercise.task_as(Task), seen.trial, seen.terms
    smaller = shrink.smallest(task.spec, failure, trial)
    again = trial.run(smaller.case)
    if again.outcome != smaller.observed.outcome:
        return explain.inconsistent(report, smaller, again)
    mended = None
    if Rung.FIX in exercise.feedback.rungs(terms.attempt, terms.rung) and trial.limited < LIMITED_SECONDS:
        mended = mend.smallest_mend(task.spec, seen.tests, smaller, trial)
    told = explain.Refutation(
        task=task,
        file=file,
        text=trial.program.text,
        failure=smaller,
        score=seen.tally.score(seen.tests),
        failed=seen.tally.failed,
        nearest=_nearest(smaller.case, trial.passed.values()),
        mend=mended,
    )
    return explain.refuted(report, told)


def _nearest(case: Case, passed: Iterable[Case]) -> Case | None:
    """As many reads if possible, then the fewest inputs that differ, then the smallest differences."""

    def distance(other: Case) -> tuple[int, int, Fraction, object]:
        pairs = [(left, right) for left, right in zip(case.inputs, other.inputs, strict=False) if left != right]
        gaps = [abs(Fraction(left) - Fraction(right)) for left, right in pairs if not _is_text(left, right)]
        return abs(len(case.inputs) - len(other.inputs)), len(pairs), sum(gaps, Fraction(0)), other.size

    return min(passed, key=distance, default=None)


def _is_text(*values: Value) -> bool:
    return any(isinstance(value, str) for value in values)


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
        "mentioned": tally.mentioned,
        "unfinished": tally.unfinished,
    }
    key = "covered_all" if tests.complete else "covered_branches" if tests.sides else "covered_straight"
    slots = {"longest": ran.longest, "taken": ran.sides_taken, "sides": tests.sides, "goals": tests.goals}
    covered = say(key, **slots)
    if tally.mentioned:
        covered += say("covered_mentioned", count=tally.mentioned)
    if tally.unfinished:
        covered += say("covered_unfinished", count=tally.unfinished)
    return Evidence(
        say("method_all" if tests.complete else "method_tests"), tally.run + tally.mentioned, covered, details
    )
