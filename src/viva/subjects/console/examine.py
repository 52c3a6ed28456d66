"""Decides the verdict: compile once in the sandbox, run every test there, compare outside.

A failing test is made smaller (fewer reads first, then smaller values; each step is a run) and replayed before it is
reported. A step of the budget is a step of the submitted program.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction

from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.core.ladder import Rung
from viva.core.report import Evidence, Finding, Report
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.texts import Say, catalogue
from viva.core.verdict import Verdict
from viva.engines.dialogues.judging import Failure
from viva.engines.dialogues.model import Spec, Value
from viva.engines.dialogues.suites.cases import Case, Suite, numbers_in
from viva.engines.dialogues.trial import LIMITED_SECONDS, Trial
from viva.languages.finding import language_for, suffixes
from viva.languages.program import NoProgram
from viva.subjects.console.judge import excused
from viva.subjects.console.model import Task
from viva.subjects.console.score import score
from viva.subjects.console.suite import Awaited, made


def examine(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    """The sandbox takes a moment to start; meanwhile the suite is read, if it is there."""
    task = exercise.task_as(Task)
    file, source = submission.single(suffixes(task.languages))
    language = language_for(file, task.languages)
    say = catalogue(__package__, terms.locale).say
    stored = Awaited(task.spec, terms.seed)
    with language.warm_sandbox(terms.isolation) as sandbox:
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
                findings=explain.unreadable(file, language.explain(program, terms.locale)),
                isolation=sandbox.isolation,
                seed=terms.seed,
            )
        trial = Trial(language, sandbox, program, terms.budget.meter(), task.rules)
        tests = stored.result() or made(task.spec, terms.seed)
        return _report(exercise, file, trial, terms, tests)


def decided(
    exercise: Exercise, terms: Terms, key: str, findings: tuple[Finding, ...], score: float | None, **slots: object
) -> Report:
    """The report on an answer that the specification itself decides: proved where there are no findings."""
    say = catalogue(__package__, terms.locale).say
    right = not findings
    return Report(
        verdict=Verdict.PROVED if right else Verdict.REFUTED,
        reason=None if right else "wrong",
        subject=exercise.subject,
        exercise=exercise.name,
        evidence=Evidence(say("method_decided"), None, say(key, **slots)),
        score=1.0 if right else min(score or 0.0, 0.99),
        findings=findings,
        seed=terms.seed,
    )


@dataclass(slots=True)
class _Tally:
    """How the tests came out; `passed` counts them by behaviour."""

    passed: Counter[object] = field(default_factory=Counter)
    run: int = 0
    mentioned: int = 0
    unfinished: int = 0
    failed: dict[tuple[Value, ...], bool] = field(default_factory=dict)


def _report(exercise: Exercise, file: str, trial: Trial, terms: Terms, tests: Suite) -> Report:
    task = exercise.task_as(Task)
    say = catalogue(__package__, terms.locale).say
    tally = _Tally()
    failure = _examined(tests, trial, tally)
    if failure is None and tally.run == len(tests.tests):
        failure = _examined_further(task.spec, tests, trial, tally)
    report = Report(
        verdict=Verdict.PASSED,
        subject=exercise.subject,
        exercise=exercise.name,
        evidence=_evidence(tests, tally, say),
        score=1.0,
        isolation=trial.sandbox.isolation,
        seed=terms.seed,
    )
    if failure:
        return _refuted(exercise, file, report, failure, _Seen(tests, tally, trial, terms))
    if tally.run < len(tests.tests) or not tests.tests:
        from viva.subjects.console import explain  # noqa: PLC0415

        return explain.undecided(say, report, "budget" if tests.tests else "no_tests", total=len(tests.tests))
    if tally.unfinished == len(tests.tests):
        from viva.subjects.console import explain  # noqa: PLC0415

        return explain.undecided(say, report, "slow", total=len(tests.tests))
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
    from viva.engines.dialogues.suites.mentioned import further_tests  # noqa: PLC0415

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
    """The failure made small and seen again; a fix is looked for only if it may be shown."""
    from viva.subjects.console import explain, fix, shrink  # noqa: PLC0415

    task, trial, terms = exercise.task_as(Task), seen.trial, seen.terms
    say = catalogue(__package__, terms.locale).say
    smaller = shrink.smallest(task.spec, failure, trial)
    again = trial.run(smaller.case)
    if again.outcome != smaller.observed.outcome:
        return explain.inconsistent(say, report, smaller, again)
    fixed = None
    if Rung.FIX in exercise.feedback.rungs(terms.attempt, terms.rung) and trial.limited < LIMITED_SECONDS:
        fixed = fix.smallest_fix(task.spec, seen.tests, smaller, trial)
    told = explain.Refutation(
        task=task,
        file=file,
        text=trial.program.text,
        failure=smaller,
        score=score(seen.tests, seen.tally.passed),
        failed=seen.tally.failed,
        nearest=_nearest(smaller.case, trial.passed.values()),
        fix=fixed,
        locale=terms.locale,
    )
    return explain.refuted(say, report, told)


def _nearest(case: Case, passed: Iterable[Case]) -> Case | None:
    """As many reads if possible, then the fewest inputs that differ, then the smallest differences."""

    def distance(other: Case) -> tuple[int, int, Fraction, object]:
        pairs = [(left, right) for left, right in zip(case.inputs, other.inputs, strict=False) if left != right]
        gaps = [abs(Fraction(left) - Fraction(right)) for left, right in pairs if not _is_text(left, right)]
        return abs(len(case.inputs) - len(other.inputs)), len(pairs), sum(gaps, Fraction(0)), other.size

    return min(passed, key=distance, default=None)


def _is_text(*values: Value) -> bool:
    return any(isinstance(value, str) for value in values)


def _evidence(tests: Suite, tally: _Tally, say: Say) -> Evidence:
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
