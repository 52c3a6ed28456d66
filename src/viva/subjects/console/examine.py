"""Decides the verdict: compile once in the sandbox, run every test there, compare outside.

A failing test is made smaller (fewer reads first, then smaller values; each step is a run) and replayed before it is
reported. A step of the budget is a step of the submitted program.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.core.report import Evidence, Report
from viva.core.submission import Submission
from viva.core.terms import Meter, Terms
from viva.core.texts import catalogue
from viva.core.verdict import Verdict
from viva.languages.python import Program, Unreadable, prepare, run_console, warm_sandbox
from viva.sandbox import Limits, Sandbox
from viva.subjects.console import explain
from viva.subjects.console.judge import LIMITS, Failure, Observed, judge, lines, observe
from viva.subjects.console.model import Spec, Task, Value
from viva.subjects.console.suite import Case, Suite, case_of, suite
from viva.subjects.console.values import pool

STEPS = 1_000_000
OUTPUT = 200_000
_SMALLER_RUNS = 60
_RUN_SECONDS = 2.0
_WALL_SECONDS = 6.0
_LIMITED_SECONDS = 3.0


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
        trial = _Trial(sandbox, program, terms.budget.meter())
        return _report(exercise, file, trial, terms)


@dataclass(slots=True)
class _Trial:
    """A program on trial, and what it has cost so far."""

    sandbox: Sandbox
    program: Program
    meter: Meter
    limited: float = 0.0

    def run(self, case: Case) -> Observed:
        """Never breaks off: whoever runs many looks at the meter before each."""
        limits = Limits(cpu_seconds=_RUN_SECONDS, wall_seconds=_WALL_SECONDS, memory=self.meter.budget.memory)
        transcript = run_console(
            self.sandbox, self.program, lines(case.inputs), steps=STEPS, output=OUTPUT, limits=limits
        )
        observed = observe(transcript, case.inputs)
        if observed.ended in LIMITS:
            self.limited += _LIMITED_SECONDS if observed.ended == "time_limit" else transcript.cpu_seconds
        # The steps were said inside of the box: no claim saves steps or wastes more than a run may take.
        steps = STEPS if observed.ended == "step_limit" else transcript.steps or 0
        self.meter.charge(min(max(steps, 1), STEPS), transcript.cpu_seconds)
        return observed

    def failure(self, case: Case) -> Failure | None:
        return judge(case, self.run(case))


@dataclass(slots=True)
class _Tally:
    """How the tests of each behaviour came out."""

    passed: dict[object, int] = field(default_factory=lambda: defaultdict(int))
    run: int = 0

    def score(self, tests: Suite) -> float:
        """The share of tests passed, averaged over the behaviours; a test that was not run is not passed."""
        sizes: dict[object, int] = defaultdict(int)
        for case in tests.tests:
            sizes[case.behaviour] += 1
        return round(sum(self.passed[behaviour] / size for behaviour, size in sizes.items()) / len(sizes), 4)


def _report(exercise: Exercise, file: str, trial: _Trial, terms: Terms) -> Report:
    spec = exercise.task_as(Task).spec
    tests = suite(spec, terms.seed)
    tally = _Tally()
    failure: Failure | None = None
    for case in tests.tests:
        if trial.meter.exhausted or (failure and trial.limited >= _LIMITED_SECONDS):
            break
        found = trial.failure(case)
        tally.run += 1
        tally.passed[case.behaviour] += found is None
        failure = failure or found
    say = catalogue(__package__).say
    ran = Suite(tests.tests[: tally.run], tests.sides)
    details: dict[str, Json] = {
        "longest": ran.longest,
        "branches": tests.sides,
        "branches_taken": ran.sides_taken,
        "behaviours": len({case.behaviour for case in ran.tests}),
    }
    covered = say(
        "covered_branches" if tests.sides else "covered_straight",
        longest=ran.longest,
        taken=ran.sides_taken,
        sides=tests.sides,
    )
    evidence = Evidence(say("method_tests"), tally.run, covered, details)
    report = Report(
        verdict=Verdict.PASSED,
        subject=exercise.subject,
        exercise=exercise.name,
        evidence=evidence,
        score=1.0,
        isolation=trial.sandbox.isolation,
        seed=terms.seed,
    )
    if failure:
        smaller = _smaller(spec, failure, trial)
        again = trial.run(smaller.case)
        if again.outcome != smaller.observed.outcome:
            return explain.inconsistent(report, smaller, again)
        return explain.refuted(report, spec, (file, trial.program.text), smaller, tally.score(tests))
    if not tests.tests:
        return explain.undecided(report, "no_tests")
    return report if tally.run == len(tests.tests) else explain.undecided(report, "budget", total=len(tests.tests))


def _smaller(spec: Spec, failure: Failure, trial: _Trial) -> Failure:
    """A test with fewer reads, or smaller values, that fails in the same way, as far as a few runs find one."""
    runs = 0
    improved = True
    while improved:
        improved = False
        for case in _neighbours(spec, failure.case):
            if runs >= _SMALLER_RUNS or trial.limited >= _LIMITED_SECONDS:
                return failure
            runs += 1
            found = trial.failure(case)
            if found and found.kind == failure.kind:
                failure, improved = found, True
                break
    return failure


def _neighbours(spec: Spec, case: Case) -> list[Case]:
    """Tests that are smaller by one change, the smallest first."""
    found = {
        candidate.inputs: candidate
        for inputs in _changed(case.inputs, pool(spec).thresholds)
        if (candidate := case_of(spec, inputs)) and candidate.size < case.size
    }
    return sorted(found.values(), key=lambda candidate: candidate.size)


def _changed(inputs: tuple[Value, ...], thresholds: tuple[int, ...]) -> Iterator[tuple[Value, ...]]:
    """One input less, also with an earlier number less by one that may have counted it; or one input smaller."""
    for position in range(len(inputs)):
        shorter = inputs[:position] + inputs[position + 1 :]
        yield shorter
        for earlier in range(position):
            number = inputs[earlier]
            if isinstance(number, int):
                yield (*shorter[:earlier], number - 1, *shorter[earlier + 1 :])
    for position, value in enumerate(inputs):
        for smaller in _smaller_values(value, thresholds):
            yield (*inputs[:position], smaller, *inputs[position + 1 :])


def _smaller_values(value: Value, thresholds: tuple[int, ...]) -> tuple[Value, ...]:
    """Never an empty text: it is given only where the specification asks for it."""
    if isinstance(value, str):
        return tuple(filter(None, ("a", value[: len(value) // 2].strip(), value[:-1].strip())))
    if isinstance(value, bool):
        return (False,) if value else ()
    sign = -1 if value < 0 else 1
    if isinstance(value, Fraction):
        return tuple(Fraction(smaller) for smaller in (0, 1, -1, abs(value), int(value)))
    return tuple(dict.fromkeys((0, 1, -1, abs(value), sign * (abs(value) // 2), value - sign, *thresholds)))
