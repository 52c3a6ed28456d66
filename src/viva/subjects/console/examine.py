"""Decides the verdict: compile once in the sandbox, run every test there, compare outside.

A failing test is made smaller (fewer reads first, then smaller values; each step is a run) and replayed before it is
reported. A step of the budget is a step of the submitted program.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import field, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from viva.core.deciding import outcome
from viva.core.deciding.following import doing
from viva.core.deciding.outcome import LIMITS
from viva.core.deciding.proof_basis import Decision, Walk
from viva.core.deciding.refuting import Inconsistent, shrink_and_replay
from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.core.ladder import Rung
from viva.core.records import dataclass
from viva.core.report import Evidence, Report
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.texts import Say, catalogue
from viva.engines.dialogues.model import Repeat, Spec, Value
from viva.engines.dialogues.suites.cases import Case, Suite, untaken_sides
from viva.engines.dialogues.suites.finite import count_inputs
from viva.engines.dialogues.suites.ways.work import FULL, limit_within
from viva.engines.dialogues.trials.judging import Failure
from viva.engines.dialogues.trials.rules import allowing
from viva.engines.dialogues.trials.slow import LARGE, endless, never_answers, sizes, was_cut_off
from viva.engines.dialogues.trials.trial import Trial
from viva.engines.dialogues.wellformed import find_unanswered
from viva.languages.finding import language_for, suffixes
from viva.languages.program import NoProgram
from viva.languages.survey import Survey
from viva.subjects.console.judge import is_excused, reason
from viva.subjects.console.model import Task
from viva.subjects.console.score import score
from viva.subjects.console.suite import Awaited, fresh_for, make_suite, trails_of

if TYPE_CHECKING:
    from viva.engines.dialogues.trials.judging import Observed
    from viva.subjects.console.diagnosing.diagnosis import Looker
    from viva.subjects.console.explain import Refutation

_GOOD_PART = 1 / 3
_HELD = 60  # runs that a proof is held against
_OF_A_CONSOLE = ("input", "exit", "quit")


def examine(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    """The sandbox takes a moment to start; meanwhile the suite is read, if it is there."""
    task = exercise.task_as(Task)
    file, source = submission.single(suffixes(task.languages))
    language = language_for(file, task.languages)
    task = task.within(language)
    exercise = replace(exercise, task=task)
    words = language.reads.sentences("console", terms.locale) if language.reads else {}
    say = catalogue(__package__, terms.locale).with_words(words).say
    limit = limit_within(terms.budget.seconds)
    stored = Awaited(task.spec, terms.seed, limit)
    with language.runs.warm_sandbox(terms.isolation) as sandbox:
        program = language.runs.prepare(sandbox, source)
        report = outcome.begun(exercise, terms, say("method_read"), sandbox.isolation)
        if isinstance(program, NoProgram):
            told = language.runs.explain(program, terms.locale)
            return outcome.rejected(report, program.reason, told.findings(file))
        tests = stored.result() or make_suite(task.spec, terms.seed, limit)
        doing("tests")
        # From here on: what making the tests takes is no part of what the submission may take.
        trial = Trial(language, sandbox, program, terms.budget.meter(), task.rules)
        return _verdict(_Examination(exercise, file, terms, say, trial, tests, whole=limit >= FULL), report)


def by_specification(exercise: Exercise, terms: Terms, say: Say, key: str, **slots: object) -> Report:
    """The report to begin with where the specification itself decides; `key` is the sentence for what that covers."""
    report = outcome.begun(exercise, terms, say("method_decided"))
    return replace(report, evidence=replace(report.evidence, covered=say(key, **slots)))


@dataclass(slots=True)
class _Tally:
    """How the tests came out: `failures` says how each that ended failed, if it did. `lacked` is what the program asked
    for and Viva does not have, where a test failed in which it did."""

    run: int = 0
    mentioned: int = 0
    unfinished: int = 0
    failures: dict[tuple[Value, ...], Failure | None] = field(default_factory=dict)
    left_out: list[Failure] = field(default_factory=list)
    lacked: str = ""

    def enough(self, tests: Suite) -> bool:
        """Whether the tests that ended say enough: a good part of all, with every side that the others take too."""
        ended = [case for case in tests.tests if case.inputs in self.failures]
        sides = {side for case in ended for side in case.sides}
        return len(ended) >= _GOOD_PART * len(tests.tests) and len(sides) == tests.sides_taken


@dataclass(frozen=True, slots=True)
class _Examination:
    """A program and its tests, and how they came out so far. `whole`: all work was allowed that tests may take."""

    exercise: Exercise
    file: str
    terms: Terms
    say: Say
    trial: Trial
    tests: Suite
    whole: bool
    tally: _Tally = field(default_factory=_Tally)

    @property
    def task(self) -> Task:
        return self.exercise.task_as(Task)


def _verdict(seen: _Examination, report: Report) -> Report:
    tests, tally, say = seen.tests, seen.tally, seen.say
    total = len(tests.tests)
    failure = _examined(tests, seen.trial, tally)
    if failure is None and tally.run == total and not tally.lacked and tally.enough(tests):
        failure = _examined_further(seen.task.spec, tests, seen.trial, tally)
    report = replace(report, evidence=_evidence(seen))
    if failure:
        return _refuted(seen, report, failure)
    if tally.lacked:
        return outcome.lacking(report, tally.lacked, seen.terms.locale)
    if not total and not seen.whole:
        return outcome.undecided(report, say("undecided_no_tests"), "no_tests")
    if not total:
        raise find_unanswered(seen.task.spec, seen.task.file)
    if tally.run < total:
        return outcome.undecided(report, say("undecided_budget", total=total))
    if not tally.enough(tests):
        return outcome.undecided(report, say("undecided_slow", count=tally.unfinished, total=total), "slow")
    walk = _walked(seen) if tests.complete and not tally.unfinished else None
    if walk and walk.whole:
        return outcome.proved(report, walk)
    return _proved(seen, report) or outcome.passed(report)


def _proved(seen: _Examination, report: Report) -> Report | None:
    """Where it can be shown of every run, and not only of those that were seen."""
    trial, say = seen.trial, seen.say
    calls = trial.language.calls
    if calls is None or calls.symbolic is None or not seen.whole or trial.uncertain or seen.tally.unfinished:
        return None
    target = calls.symbolic.compile_target(trial.sandbox, trial.program.text.encode(), "")
    if target is None or target.tree is None:
        return None
    from viva.engines.dialogues.proving.prove import ProvedRuns, prove_runs  # noqa: PLC0415 it needs z3

    passed = [case for case in seen.tests.tests if seen.tally.failures.get(case.inputs, case) is None]
    found = prove_runs(seen.task.spec, target.tree, list(trial.run_again(passed[:: 1 + len(passed) // _HELD])))
    if not isinstance(found, ProvedRuns):
        details: dict[str, Json] = {**report.evidence.details, "unproved": found.say_why(seen.terms.locale)}
        return outcome.passed(replace(report, evidence=replace(report.evidence, details=details)))
    details = {**report.evidence.details, "invariants": found.invariants, "held": found.held}
    covered = report.evidence.covered + say("covered_proved", count=found.held)
    report = replace(report, evidence=replace(report.evidence, covered=covered, details=details))
    return outcome.proved(report, Decision("an invariant of the specification and the program, checked by a solver"))


def _walked(seen: _Examination) -> Walk:
    """What was counted, against what the specification says there is to count. All tests have passed once."""
    trial, tests = seen.trial, seen.tests.tests
    again = sum(found is None for _, found in trial.failures(tests[::-1]))
    facts = _facts(trial)
    # Of all that may not be pure, this is what a console program is there for.
    impure = tuple(f"{one.name} {one.detail}" for one in facts.impure if one.detail not in _OF_A_CONSOLE)
    return Walk(count_inputs(seen.task.spec), len(tests), again, impure)


def _facts(trial: Trial) -> Survey:
    """Nothing is known of a source that its language cannot read."""
    reads = trial.language.reads
    return reads.survey(trial.sandbox, trial.program.text.encode()) if reads else Survey()


def _examined(tests: Suite, trial: Trial, tally: _Tally) -> Failure | None:
    """The first failure. Later tests are run for the score, unless the program takes too long."""
    failure: Failure | None = None
    pace = _Pace(trial, tests.tests, tally.left_out)
    for case, found in trial.failures(pace.cases(tally)):
        tally.run += 1
        if found and found.observed.lacked:
            tally.lacked = tally.lacked or found.observed.lacked
            continue
        if found and is_excused(found):
            tally.unfinished += 1
            tally.left_out.append(found)
            continue
        tally.failures[case.inputs] = found
        failure = failure or found
        pace.failed = failure is not None
    failure = failure or _endless(trial, tally.left_out)
    if failure is None and tally.left_out and not trial.took and not trial.meter.exhausted:
        failure = never_answers(trial, tests.tests, tally.left_out)
    return failure


def _endless(trial: Trial, left_out: Sequence[Failure]) -> Failure | None:
    """The smallest run without an end, if it is more than slow."""
    candidates = [one for one in left_out if was_cut_off(one)]
    if trial.meter.exhausted or not candidates:
        return None
    return endless(trial, min(candidates, key=lambda one: one.case.size))


def _examined_further(spec: Spec, tests: Suite, trial: Trial, tally: _Tally) -> Failure | None:
    """The first failure on values that only the submission mentions. They have no part in the score."""
    from viva.engines.dialogues.suites.mentioned import further_tests  # noqa: PLC0415

    left_out: list[Failure] = []
    pace = _Pace(trial, further_tests(spec, tests, trial.program.constants), left_out)
    for _, found in trial.failures(pace.cases(_Tally())):
        tally.mentioned += 1
        if found and found.observed.lacked:
            tally.lacked = found.observed.lacked
        elif found and is_excused(found):
            left_out.append(found)
        elif found:
            return found
    return _endless(trial, left_out)


@dataclass(slots=True)
class _Pace:
    """Which tests are still to be run: none after the budget; of a program that has burnt its limit several times none
    at all; and none with a number as large as one beyond all measure that it was too slow for, or, after the second
    time, as large in every respect."""

    trial: Trial
    tests: tuple[Case, ...]
    left_out: list[Failure]
    failed: bool = False

    def cases(self, tally: _Tally) -> Iterator[Case]:
        for case in self.tests:
            if self.trial.meter.exhausted or (self.failed and self.trial.tired):
                return
            if self.trial.tired or any(self._as_large(case, one.case) for one in self.left_out):
                tally.run += 1
                tally.unfinished += 1
                continue
            yield case

    def _as_large(self, case: Case, other: Case) -> bool:
        mine, theirs = sizes(case.inputs), sizes(other.inputs)
        if theirs.largest > LARGE and mine.largest >= theirs.largest:
            return True
        return self.trial.burnt >= 2 and all(one >= two for one, two in zip(mine, theirs, strict=True))


def _refuted(seen: _Examination, report: Report, failure: Failure) -> Report:
    """The commonest kind of failure, seen again alone. What is told of it is worked out only as far as it is shown."""
    from viva.subjects.console import explain  # noqa: PLC0415
    from viva.subjects.console.diagnosing import diagnosis  # noqa: PLC0415

    task, trial, tally = seen.task, seen.trial, seen.tally
    rules = allowing(task.rules, ["batch"]) if trial.uncertain else task.rules
    looker = diagnosis.Looker(trails_of(task.spec), rules, trial.program.text)
    failing = [found for found in tally.failures.values() if found]
    chosen = diagnosis.commonest(looker, failing) if failure in failing else failure
    held = _replayed(trial, chosen)
    if isinstance(held, Inconsistent):
        return outcome.inconsistent(report, *explain.two_runs(seen.say, held.failure, held.alone))
    marks = score(seen.tests, task.rules, {inputs for inputs, found in tally.failures.items() if found is None})
    details: dict[str, Json] = {**report.evidence.details, "stub": marks.stub, "kinds": marks.kinds}
    report = replace(report, evidence=replace(report.evidence, details=details))
    rungs = {*seen.exercise.feedback.rungs(seen.terms.attempt, seen.terms.rung)} - {Rung.VERDICT}
    told, whole = _told(seen, looker, held, rungs) if rungs else (None, None)
    findings = explain.findings(seen.say, told, rungs) if told else ()
    if whole:
        findings = (*findings, *explain.only_for_teachers(explain.findings(seen.say, whole, rungs), findings))
    return outcome.refuted(report, reason(held), marks.score, findings, explain.missed(seen.say, told) if told else ())


def _replayed(trial: Trial, failure: Failure) -> Failure | Inconsistent[Failure, Observed]:
    return shrink_and_replay(
        failure,
        smaller=lambda found: found,
        alone=lambda found: trial.run(found.case),
        same=lambda found, again: _is_same(found.observed, again),
    )


def _is_same(one: Observed, other: Observed) -> bool:
    """Which of its limits a run comes to first may differ, and how far it came before."""
    return one.outcome == other.outcome or (one.ended in LIMITS and other.ended in LIMITS)


def _told(
    seen: _Examination, looker: Looker, failure: Failure, rungs: Collection[Rung]
) -> tuple[Refutation, Refutation | None]:
    """Made small, run beside fresh inputs, and mended where a rung asks for that: the hint does, too. Of a secret
    specification a teacher is also told what students are not."""
    from viva.subjects.console import explain, fix, shrink  # noqa: PLC0415
    from viva.subjects.console.diagnosing import diagnosis  # noqa: PLC0415
    from viva.subjects.console.diagnosing.instead import find_followed  # noqa: PLC0415
    from viva.subjects.console.places import Located, locate  # noqa: PLC0415

    task, trial, terms, tally = seen.task, seen.trial, seen.terms, seen.tally
    held, kind = failure, looker.kind(failure)
    if not is_excused(failure):
        small = shrink.smallest(looker.trails, failure, trial, lambda one: looker.kind(one) == kind)
        again = _replayed(trial, small)
        held = failure if isinstance(again, Inconsistent) else again
    near = () if seen.tests.complete else fresh_for(task.spec, seen.tests, terms.seed)
    fresh = diagnosis.fresh_runs(looker, seen.tests, near, tally.failures, trial, seed=terms.seed) if near else {}
    found, fresh = diagnosis.distinguish(looker, held, tally.failures, fresh, trial, secret=task.secret)
    facts = _facts(trial)
    fixed, here = None, Located()
    if {Rung.HINT, Rung.PLACE, Rung.FIX} & {*rungs} and not trial.tired:
        further = [case for inputs in fresh if (case := looker.trails.case(inputs))]
        doing("repair")
        fixed = fix.smallest_fix(
            task.spec, seen.tests, further, [held, *filter(None, tally.failures.values())], trial, secret=task.secret
        )
    followed = None
    if Rung.PLACE in rungs and (not task.secret or terms.attempt is None):
        failing = sorted(filter(None, tally.failures.values()), key=lambda one: one.case.size)
        followed = find_followed(task.spec, seen.tests.tests, failing, trial)
    if Rung.PLACE in rungs:
        here = locate(trial, held, facts, fixed)
    told = explain.Refutation(
        task=task,
        file=seen.file,
        text=trial.program.text,
        failure=held,
        diagnosis=diagnosis.diagnosed(looker, held, tally.failures, fresh, found=found, facts=facts),
        slowest=max(trial.took.values(), default=None),
        nearest=_nearest(held.case, trial.passed.values()),
        settings=_settings(seen),
        place=here,
        fix=fixed,
        followed=followed,
        locale=terms.locale,
        hidden=task.secret,
    )
    if not task.secret or terms.attempt is not None:
        return told, None
    named, more = diagnosis.distinguish(looker, held, tally.failures, fresh, trial, secret=False)
    open_diagnosis = diagnosis.diagnosed(looker, held, tally.failures, more, found=named, facts=facts)
    return told, replace(told, diagnosis=open_diagnosis, hidden=False)


def _settings(seen: _Examination) -> tuple[str, ...]:
    """For teachers: with which settings of the exercise the program would pass."""
    from viva.subjects.console.diagnosing.diagnosis import would_pass_with  # noqa: PLC0415

    tally, total = seen.tally, len(seen.tests.tests)
    failing = [found for found in tally.failures.values() if found]
    if seen.terms.attempt is not None or not failing or tally.run < total or tally.unfinished or tally.lacked:
        return ()
    return would_pass_with(seen.trial, seen.task.spec, seen.tests, failing)


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
    from viva.engines.dialogues.suites.blanks import depending  # noqa: PLC0415

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
        "blanks": list(depending(seen.task.spec, tests)),
    }
    key = "covered_all" if tests.complete else "covered_branches" if tests.sides else "covered_straight"
    slots = {"longest": ran.longest, "taken": ran.sides_taken, "sides": tests.sides, "goals": tests.goals}
    covered = say(key, **slots)
    if details["untaken"]:
        covered += say("covered_untaken", sides="; ".join(_untaken(seen.task, tests, say)))
    if details["blanks"]:
        covered += say("covered_blanks")
    if tally.mentioned:
        covered += say("covered_mentioned", count=tally.mentioned)
    if tally.unfinished:
        covered += say("covered_unfinished", count=tally.unfinished)
    if seen.trial.uncertain:
        details["order"] = seen.trial.uncertain
        covered += say(f"covered_order_{seen.trial.uncertain}")
    # A run without an end was left out of the tests, so it is not one of those that failed.
    failed = sum(found is not None for found in tally.failures.values()) or (None if tally.left_out else 0)
    method = say("method_all" if tests.complete else "method_tests")
    return Evidence(method, tally.run + tally.mentioned, covered, details, failed)


def _untaken(task: Task, tests: Suite, say: Say) -> Iterator[str]:
    """The sides that no test takes, by their lines and not in words: students may see this."""
    for part, side in untaken_sides(task.spec, tests):
        word = "rounds" if isinstance(part, Repeat) else "condition"
        where = say("untaken_where", line=part.place.line, file=task.file) if part.place else say("untaken_somewhere")
        yield say(f"untaken_{word}_{'yes' if side else 'no'}", where=where)
