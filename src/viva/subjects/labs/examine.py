"""Decides the verdict: the controller drives in every environment, and then in settings that were searched for.

What fails is driven once more, in a process of its own, before it is told. All settings within the ranges of an arena
are part of the exercise, so who fails in one fails; where the reference fails too it is the range that is wrong, which
is told to the teacher who tries the reference, and held against nobody. A step of the budget is a round of the
controller.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from functools import partial

from viva.core.deciding import outcome
from viva.core.deciding.following import doing
from viva.core.deciding.leaving import COVERED
from viva.core.deciding.refuting import Inconsistent, shrink_and_replay
from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.ladder import Rung
from viva.core.records import dataclass
from viva.core.report import Evidence, Finding, Report, Witness
from viva.core.submission import Submission
from viva.core.terms import Budget, Ended, Meter, Terms
from viva.core.texts import Say, catalogue
from viva.core.verdict import Verdict
from viva.engines.robots import PLANTS, Arena, Tried, search
from viva.languages.finding import default_language, language_for, suffixes
from viva.languages.outcome import Lacking
from viva.languages.problem import Problem
from viva.languages.program import NoProgram
from viva.languages.proofreading import proofread_program
from viva.languages.protocol import Language
from viva.languages.protocol.drives import drives_of
from viva.sandbox.metered import Metered
from viva.subjects.labs import explain
from viva.subjects.labs.controllers import (
    MACHINES,
    Driver,
    Run,
    by_machine,
    by_program,
    prepare_controller,
    read_machine,
)
from viva.subjects.labs.judge import Judged, Result, is_missing, judge_run, margin, reason
from viva.subjects.labs.model import Environment, Goal, Slip, Task
from viva.subjects.labs.notation import STEP
from viva.subjects.labs.score import is_blind, score

_FOR_THE_BLIND = 30  # settings of each arena: what fits them all by luck is rare
_NEARER = 4  # times that each setting is brought nearer to what the file says


@dataclass(slots=True)
class Seen:
    """What the runs have shown so far. `tried` are settings that were searched for, with how they came out."""

    runs: list[tuple[Judged, ...]] = field(default_factory=list)
    tried: list[tuple[Arena, Tried]] = field(default_factory=list)

    @property
    def failed(self) -> list[Judged]:
        return [one for results in self.runs for one in results if one.result.wrong]

    @property
    def open(self) -> list[Judged]:
        return [one for results in self.runs for one in results if one.result is Result.OPEN]


def examine(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    task = exercise.task_as(Task)
    say = catalogue(__package__, terms.locale).say
    file, source = submission.single((*suffixes(task.languages), *MACHINES))
    meter = terms.budget.meter()
    wanted = exercise.feedback.rungs(terms.attempt, terms.rung)
    if file.endswith(MACHINES):
        begun = outcome.begun(exercise, terms, say("method"))
        return _Examination(
            task, by_machine(task, read_machine(task, source, file, say)), meter, terms, say, begun, file, wanted=wanted
        ).verdict()
    language = language_for(file, task.languages)
    with language.runs.warm_sandbox(terms.isolation) as shared:
        sandbox = Metered(shared, meter)
        report = outcome.begun(exercise, terms, say("method"), shared.isolation)
        try:
            program = prepare_controller(task, language, sandbox, source)
            if isinstance(program, NoProgram):
                told = _no_controller(task, language, program, file, terms.locale)
                return outcome.rejected(report, program.reason, told)
            takes = language.calls.takes(sandbox, program, STEP) if language.calls is not None else None
        except Ended:  # before it has driven at all
            return outcome.undecided(report, say("undecided_budget", count=0))
        if takes is not None and len(takes.parameters) != 2 and not takes.others:
            return outcome.rejected(report, "type_error", explain.parameters(say, file, takes))
        driver = by_program(task, language, sandbox, program)
        is_reference = source == task.reference.encode()
        return _Examination(task, driver, meter, terms, say, report, file, is_reference, wanted=wanted).verdict()


def _no_controller(task: Task, language: Language, problem: NoProgram, file: str, locale: str) -> tuple[Finding, ...]:
    drives = drives_of(language)
    if problem.reason == "missing_function" and drives is not None:
        plant = PLANTS[task.plant]
        header = drives.header(STEP, plant.sensors, tuple(plant.commands))
        return explain.missing_from_header(catalogue(__package__, locale).say, file, header)
    return language.runs.explain(problem, locale).findings(file)


def proofread(exercise: Exercise, submission: Submission, terms: Terms) -> None:
    task = exercise.task_as(Task)
    file, source = submission.single((*suffixes(task.languages), *MACHINES))
    if file.endswith(MACHINES):
        read_machine(task, source, file, catalogue(__package__, terms.locale).say)
    else:
        proofread_program(submission, task.languages, terms)


@dataclass(frozen=True, slots=True)
class _Examination:
    task: Task
    driver: Driver
    meter: Meter
    terms: Terms
    say: Say
    begun: Report
    file: str
    is_reference: bool = False
    wanted: tuple[Rung, ...] = tuple(Rung)
    seen: Seen = field(default_factory=Seen)

    def verdict(self) -> Report:
        """However early the time is over, what is told rests on runs that came to their end."""
        try:
            return self._decided()
        except Ended:
            # What failed could not be seen again, or not whether the reference fails there too.
            return outcome.undecided(self._report(), self.say("undecided_budget", count=len(self.seen.runs)))
        except Lacking as lacking:
            return outcome.lacking(self._report(), lacking.name, self.terms.locale)

    def _decided(self) -> Report:
        try:
            first = self._driven()
        except (Ended, Lacking):
            if not self.seen.failed:
                raise
            first = _worst(self.seen.failed)
        if first is None and not self.seen.open:
            first = self._searched()
        report = self._report()
        if first is not None:
            return self._refuted(report, first)
        if self.seen.open:
            text = self.say("undecided_open", goal=self.seen.open[0].goal.text)
            return outcome.undecided(report, text, "open", "open")
        return outcome.passed(report)

    def _driven(self) -> Judged | None:
        """The worst failure in the environments of the exercise."""
        doing("tests")
        for environment in self.task.environments:
            if self.meter.exhausted:
                raise Ended
            run = self._run(environment)
            self.seen.runs.append(judge_run(run))
            if is_missing(run):
                break  # there is no such function: it would be missing everywhere
        return _worst(self.seen.failed) if self.seen.failed else None

    def _run(self, environment: Environment, slips: Sequence[Slip] | None = None) -> Run:
        run = self.driver.drive(environment, slips=slips)
        self.meter.charge(len(run.episode.times))
        return self._whole(run)

    def _whole(self, run: Run) -> Run:
        """A run that was cut short because there was little time says nothing of what was handed in: `Ended`."""
        if isinstance(run.problem, Problem) and run.problem.reason == "time_limit" and self._has_little_time:
            raise Ended
        return run

    def _searched(self) -> Judged | None:
        """The first failure in settings within the ranges of an arena, brought near to what the arena says itself. Who
        seems to look at no sensor is tried in many."""
        blind = is_blind([results[0].run for results in self.seen.runs if results])
        count = max(self.task.search, _FOR_THE_BLIND) if blind else self.task.search
        doing("search")
        for environment in self.task.environments:
            arena = environment.arena
            if environment.seed or not arena.settings:
                continue
            wrong = []
            # Where the time is over, the evidence says how many settings were tried.
            with contextlib.suppress(Ended):
                for tried in search(arena, partial(self._margin, environment), count, 0):
                    self.seen.tried.append((arena, tried))
                    wrong += [tried] if tried.margin < 0 else []
            for failed in sorted(wrong, key=lambda one: one.margin):
                found = self._failed_alone(environment, failed)
                if found is not None:
                    return found
                if self.is_reference:
                    raise _too_wide(arena, failed)
        return None

    def _failed_alone(self, environment: Environment, failed: Tried) -> Judged | None:
        """What it misses, with settings that are as near to the file's as they can be; None where the reference misses
        a goal too."""
        with self.meter.reserve():
            if not self._reference_is_right(environment, environment.arena.with_settings(failed.settings)):
                return None
        settings = dict(failed.settings)
        with contextlib.suppress(Ended):
            settings = self._simpler(environment, failed)
        with self.meter.reserve():
            changed = replace(environment, arena=environment.arena.with_settings(settings))
            results = judge_run(self._run(changed))
        self.seen.runs.append(results)
        wrong = [one for one in results if one.result.wrong]
        if not wrong:
            raise Ended  # it failed once and did not again: neither is known
        return _worst(wrong)

    def _margin(self, environment: Environment, arena: Arena) -> float:
        if self.meter.exhausted:
            raise Ended
        return margin(judge_run(self._run(replace(environment, arena=arena), slips=())))

    def _reference_is_right(self, environment: Environment, arena: Arena) -> bool:
        return all(one.result.right for one in self._reference(replace(environment, arena=arena)))

    def _reference(self, environment: Environment, goals: Sequence[Goal] | None = None) -> tuple[Judged, ...]:
        """How the teacher's controller comes out. Raises Fault where it does not run."""
        language = default_language()
        with language.runs.warm_sandbox(self.terms.isolation) as sandbox:
            program = language.runs.prepare(sandbox, self.task.reference.encode())
            if isinstance(program, NoProgram):
                raise Fault(f"the reference cannot be read: {language.runs.explain(program).text}", self.task.file)
            reference = by_program(self.task, language, Metered(sandbox, self.meter), program)
            run = reference.drive(environment, goals, slips=())
        if isinstance(run.problem, Problem) and run.problem.reason in outcome.LIMITS and self._has_little_time:
            raise Ended  # it might well work with as much time as there usually is
        if run.problem is not None:
            what = explain.broken_goals(run, self.say)
            raise Fault(f"the reference does not work: {what}", self.task.file, remedy="try it with `viva draw`")
        return judge_run(run)

    @property
    def _has_little_time(self) -> bool:
        return self.meter.over or self.terms.budget.seconds < Budget().seconds

    def _met_by_the_reference(self, missed: Judged) -> None:
        """Raises Fault where not: then it is the goal that is wrong, and no student's controller is."""
        environment, goal = missed.run.environment, missed.goal
        (again,) = self._reference(environment, [goal])
        if again.result.wrong:
            told = explain.how(again, self.say)
            raise Fault(
                f"the goal `{goal.name}` is not met by the reference {self.task.file} in {environment.title} "
                f"({told}; the run ends after {again.run.episode.end:g} s: {explain.last_values(again)})",
                self.task.goals_file,
                goal.line,
                remedy="change the goal, the arena or the reference; `viva draw` with the reference shows its run",
            )

    def _simpler(self, environment: Environment, worst: Tried) -> dict[str, float]:
        """Settings in which it still fails and the reference still does not, each as near to the file's as may be."""
        arena = environment.arena
        usual = {each.path: arena.setting(each.path) for each in arena.settings}
        found = dict(worst.settings)
        for path, value in usual.items():
            share = 1.0
            for _ in range(_NEARER):
                nearer = found | {path: float(f"{found[path] + (value - found[path]) * share:.4g}")}
                if nearer == found:
                    break
                if self._fails_alone(environment, nearer):
                    found = nearer
                else:
                    share /= 2
        return found

    def _fails_alone(self, environment: Environment, settings: Mapping[str, float]) -> bool:
        """Whether it fails with these settings, and the reference does not."""
        try:
            arena = environment.arena.with_settings(settings)
        except Fault:
            return False
        return self._margin(environment, arena) < 0 and self._reference_is_right(environment, arena)

    def _report(self) -> Report:
        runs = self.seen.runs
        parts = tuple(self._part(one) for results in runs for one in results)
        decided = {one.run.decided_at: one.run.episode.arena.seconds for results in runs for one in results[:1]}
        early = [(time, seconds) for time, seconds in decided.items() if time is not None and time < seconds]
        covered = self.say("covered_runs", count=len(runs))
        if early:
            time, seconds = max(early)
            covered += self.say("covered_early", time=f"{time:g}", whole=f"{seconds:g}")
        if self.seen.tried:
            covered += self.say("covered_search", count=len(self.seen.tried))
        exact = [one for results in runs for one in results if one.result is Result.EXACTLY]
        if exact:
            covered += self.say("covered_exactly", goal=exact[0].goal.text)
        evidence = Evidence(
            self.say("method"),
            tests=len(runs) + len(self.seen.tried),
            covered=covered,
            failed=sum(any(one.result.wrong for one in results) for results in runs),
        )
        return replace(self.begun, evidence=evidence, parts=parts)

    def _part(self, one: Judged) -> Report:
        verdict = (
            Verdict.PASSED if one.result.right else Verdict.UNDECIDED if one.result is Result.OPEN else Verdict.REFUTED
        )
        return Report(
            verdict=verdict,
            subject=self.begun.subject,
            exercise=one.goal.name,
            title=self.say("part", goal=one.goal.text, arena=one.run.environment.title),
            evidence=Evidence(
                self.say("method_goal"), 1, explain.how(one, self.say), seen_from={COVERED: Rung.EXAMPLE}
            ),
            reason=None if one.result.right else one.result.value,
            score=None if one.result is Result.OPEN else round(one.share, 4),
            isolation=self.begun.isolation,
            seed=self.begun.seed,
        )

    def _refuted(self, report: Report, first: Judged) -> Report:
        with self.meter.reserve():
            found = shrink_and_replay(first, smaller=lambda one: one, alone=self._again, same=_same)
        if isinstance(found, Inconsistent):
            fields = {"arena": first.run.environment.title, "goal": first.goal.name}
            text = self.say("inconsistent", arena=first.run.environment.title, goal=first.goal.text)
            return outcome.inconsistent(report, text, Witness("lab", {**fields}))
        if is_missing(found.run):
            return outcome.rejected(report, "missing_function", explain.missing(self.say, self.file))
        if found.run.problem is None:
            with self.meter.reserve():
                self._met_by_the_reference(found)
        told = explain.findings(
            self.task, found, self.seen.runs, self.seen.tried, say=self.say, file=self.file, wanted=self.wanted
        )
        missed = dict.fromkeys(one.goal.text for one in self.seen.failed)
        return outcome.refuted(report, reason(found), score(self.task, self.seen.runs), told, missed)

    def _again(self, one: Judged) -> Judged:
        """The same run, watched only by what can end it before this goal is decided."""
        critical = [slip for slip in self.task.slips if slip.critical]
        (again,) = judge_run(self._whole(self.driver.drive(one.run.environment, [one.goal], critical)))
        return again


def _too_wide(arena: Arena, failed: Tried) -> Fault:
    settings = ", ".join(f"{path} = {value:g}" for path, value in failed.settings.items())
    problem = f"goes too far: the reference misses a goal with {settings}"
    ranges = arena.table().table("ranges")
    return ranges.fault(arena.settings[0].path, problem, "narrow the range, or mend the reference")


def _worst(failed: Sequence[Judged]) -> Judged:
    """Of what counts most the one that is certain first."""
    return min(failed, key=lambda one: (-one.goal.weight, one.at if one.at is not None else one.run.episode.end))


def _same(one: Judged, again: Judged) -> bool:
    """Whether the goal came out alike, at the same time, and all that happened until then is the same."""
    before, now = one.run.episode.columns, again.run.episode.columns
    return (one.result, one.at) == (again.result, again.at) and all(
        first == second for name in now for first, second in zip(before[name], now[name], strict=False)
    )
