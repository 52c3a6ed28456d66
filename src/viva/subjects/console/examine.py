"""Decides the verdict: compile once in the sandbox, run every test there, compare outside.

A failing test is made smaller (fewer reads first, then smaller values; each step is a run) and replayed before it is
reported. A step of the budget is a step of the submitted program.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction

from viva.core import outcome
from viva.core.exercise import Exercise
from viva.core.ground import Walk
from viva.core.json import Json
from viva.core.ladder import Rung
from viva.core.refuting import Inconsistent, replayed
from viva.core.report import Evidence, Report
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.texts import Say, catalogue
from viva.engines.dialogues.judging import Failure
from viva.engines.dialogues.model import Repeat, Spec, Value
from viva.engines.dialogues.suites.cases import Case, Suite, numbers_in, untaken
from viva.engines.dialogues.suites.work import limit_within
from viva.engines.dialogues.trial import LIMITED_SECONDS, Trial
from viva.languages.finding import language_for, suffixes
from viva.languages.program import NoProgram
from viva.subjects.console.judge import excused, reason
from viva.subjects.console.model import Task
from viva.subjects.console.score import score
from viva.subjects.console.suite import Awaited, made


def examine(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    """The sandbox takes a moment to start; meanwhile the suite is read, if it is there."""
    task = exercise.task_as(Task)
    file, source = submission.single(suffixes(task.languages))
    language = language_for(file, task.languages)
    say = catalogue(__package__, terms.locale).say
    limit = limit_within(terms.budget.seconds)
    stored = Awaited(task.spec, terms.seed, limit)
    with language.warm_sandbox(terms.isolation) as sandbox:
        program = language.prepare(sandbox, source)
        report = outcome.begun(exercise, terms, say("method_read"), sandbox.isolation)
        if isinstance(program, NoProgram):
            from viva.subjects.console import explain  # noqa: PLC0415 not needed for a program that passes

            told = language.explain(program, terms.locale)
            return outcome.rejected(report, program.reason, explain.unreadable(file, told))
        tests = stored.result() or made(task.spec, terms.seed, limit)
        # From here on: what making the tests takes is no part of what the submission may take.
        trial = Trial(language, sandbox, program, terms.budget.meter(), task.rules)
        return _verdict(_Examination(exercise, file, terms, say, trial, tests), report)


def by_specification(exercise: Exercise, terms: Terms, say: Say, key: str, **slots: object) -> Report:
    """The report to begin with where the specification itself decides; `key` is the sentence for what that covers."""
    report = outcome.begun(exercise, terms, say("method_decided"))
    return replace(report, evidence=replace(report.evidence, covered=say(key, **slots)))


@dataclass(slots=True)
class _Tally:
    """How the tests came out; `passed` counts them by behaviour."""

    passed: Counter[object] = field(default_factory=Counter)
    run: int = 0
    mentioned: int = 0
    unfinished: int = 0
    failed: dict[tuple[Value, ...], bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Examination:
    """A program and its tests, and how they came out so far."""

    exercise: Exercise
    file: str
    terms: Terms
    say: Say
    trial: Trial
    tests: Suite
    tally: _Tally = field(default_factory=_Tally)

    @property
    def task(self) -> Task:
        return self.exercise.task_as(Task)


def _verdict(seen: _Examination, report: Report) -> Report:
    tests, tally, say = seen.tests, seen.tally, seen.say
    total = len(tests.tests)
    failure = _examined(tests, seen.trial, tally)
    if failure is None and tally.run == total:
        failure = _examined_further(seen.task.spec, tests, seen.trial, tally)
    report = replace(report, evidence=_evidence(seen))
    if failure:
        return _refuted(seen, report, failure)
    if not total:
        return outcome.undecided(report, say("undecided_no_tests"), "no_tests")
    if tally.run < total:
        return outcome.undecided(report, say("undecided_budget", total=total))
    if tally.unfinished == total:
        return outcome.undecided(report, say("undecided_slow", total=total), "slow")
    if tests.complete:
        again = sum(found is None for _, found in seen.trial.failures(tests.tests[::-1]))
        walk = Walk(total, tally.run - tally.unfinished, again)
        if walk.whole:
            return outcome.proved(report, walk)
    return outcome.passed(report)


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


def _refuted(seen: _Examination, report: Report, failure: Failure) -> Report:
    """The failure made small and seen again; a fix is looked for only if it may be shown."""
    from viva.subjects.console import explain, fix, shrink  # noqa: PLC0415

    task, trial, terms = seen.task, seen.trial, seen.terms
    held = replayed(
        failure,
        smaller=lambda found: shrink.smallest(task.spec, found, trial),
        alone=lambda found: trial.run(found.case),
        same=lambda found, again: found.observed.outcome == again.outcome,
    )
    if isinstance(held, Inconsistent):
        return outcome.inconsistent(report, *explain.two_runs(seen.say, held.failure, held.alone))
    fixed = None
    if Rung.FIX in seen.exercise.feedback.rungs(terms.attempt, terms.rung) and trial.limited < LIMITED_SECONDS:
        fixed = fix.smallest_fix(task.spec, seen.tests, held, trial)
    told = explain.Refutation(
        task=task,
        file=seen.file,
        text=trial.program.text,
        failure=held,
        failed=seen.tally.failed,
        nearest=_nearest(held.case, trial.passed.values()),
        fix=fixed,
        locale=terms.locale,
    )
    marks = score(seen.tests, seen.tally.passed)
    return outcome.refuted(report, reason(held), marks, explain.findings(seen.say, told))


def _nearest(case: Case, passed: Iterable[Case]) -> Case | None:
    """As many reads if possible, then the fewest inputs that differ, then the smallest differences."""

    def distance(other: Case) -> tuple[int, int, Fraction, object]:
        pairs = [(left, right) for left, right in zip(case.inputs, other.inputs, strict=False) if left != right]
        gaps = [abs(Fraction(left) - Fraction(right)) for left, right in pairs if not _is_text(left, right)]
        return abs(len(case.inputs) - len(other.inputs)), len(pairs), sum(gaps, Fraction(0)), other.size

    return min(passed, key=distance, default=None)


def _is_text(*values: Value) -> bool:
    return any(isinstance(value, str) for value in values)


def _evidence(seen: _Examination) -> Evidence:
    tests, tally, say = seen.tests, seen.tally, seen.say
    ran = replace(tests, tests=tests.tests[: tally.run])
    details: dict[str, Json] = {
        "longest": ran.longest,
        "branches": tests.sides,
        "branches_taken": ran.sides_taken,
        "untaken": list(_untaken(seen.task, tests, say)),
        "behaviours": len({case.behaviour for case in ran.tests}),
        "goals": tests.goals,
        "goals_missed": tests.missed,
        "mentioned": tally.mentioned,
        "unfinished": tally.unfinished,
    }
    key = "covered_all" if tests.complete else "covered_branches" if tests.sides else "covered_straight"
    slots = {"longest": ran.longest, "taken": ran.sides_taken, "sides": tests.sides, "goals": tests.goals}
    covered = say(key, **slots)
    if details["untaken"]:
        covered += say("covered_untaken", sides="; ".join(_untaken(seen.task, tests, say)))
    if tally.mentioned:
        covered += say("covered_mentioned", count=tally.mentioned)
    if tally.unfinished:
        covered += say("covered_unfinished", count=tally.unfinished)
    return Evidence(
        say("method_all" if tests.complete else "method_tests"), tally.run + tally.mentioned, covered, details
    )


def _untaken(task: Task, tests: Suite, say: Say) -> Iterator[str]:
    """The sides that no test takes, by their lines and not in words: students may see this."""
    for part, side in untaken(task.spec, tests):
        word = "rounds" if isinstance(part, Repeat) else "condition"
        where = say("untaken_where", line=part.place.line, file=task.file) if part.place else say("untaken_somewhere")
        yield say(f"untaken_{word}_{'yes' if side else 'no'}", where=where)
