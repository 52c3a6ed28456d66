"""Decides the verdict: read, run in the sandbox, compare outside, make the failing input small, replay it.

The flow of a check: the file is compiled and looked at (`admission`), the suite of the exercise is run, then inputs
that the submission itself suggests; a failure is made smaller and replayed before it is told. A step of the budget is
a step of the submitted function.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.core.ladder import Rung
from viva.core.report import Evidence, Report
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.texts import catalogue
from viva.core.verdict import Verdict
from viva.engines.shapes import size, smaller, steps_of
from viva.engines.symbolic import Counters, Target
from viva.engines.symbolic.proof import Differs, Proof, Proved, prove
from viva.languages.finding import language_for, suffixes
from viva.languages.outcome import Outcome
from viva.languages.program import NoProgram
from viva.languages.protocol import Language
from viva.languages.sites import Hooks
from viva.subjects.functions import admission, explain, policy, practice, properties
from viva.subjects.functions.classes import Behaviour, behaviour, representatives, score
from viva.subjects.functions.evidence import Branches, Searched, evidence
from viva.subjects.functions.judge import Failure, Judge
from viva.subjects.functions.making import maker
from viva.subjects.functions.model import Arguments, Task
from viva.subjects.functions.oracle import Case, Oracle
from viva.subjects.functions.place import suspects
from viva.subjects.functions.searching import Searcher, sandbox_for, target_in
from viva.subjects.functions.suite import Suite, distinct, key_of, quick, suite
from viva.subjects.functions.trial import Trial

_ROUNDS = 40
_AT_ONCE = 60
_CANDIDATES = 150
_RANDOM = 200
_SEEDS = 12
_DEEP = 2
_SEEDS_AGAIN = 8
_COSTLY = 4
_MOST_COSTLY = 24
_UNBOUNDED = frozenset({"while", "comprehension", "recursion"})


def examine(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    task = exercise.task_as(Task)
    file, source = submission.single(suffixes(task.languages))
    language = language_for(file, task.languages)
    teachers = sandbox_for(task.reference_language, terms.isolation)
    with teachers as oracles, sandbox_for(language, terms.isolation) as sandbox:
        say = catalogue(__package__).say
        report = Report(
            verdict=Verdict.REJECTED,
            subject=exercise.subject,
            exercise=exercise.name,
            evidence=Evidence(say("method_read")),
            score=0.0,
            isolation=sandbox.isolation,
            seed=terms.seed,
        )
        program = language.prepare(sandbox, source, Hooks(calls=bool(task.rules)))
        if isinstance(program, NoProgram):
            return replace(report, reason=program.reason, findings=explain.unreadable(file, language.explain(program)))
        facts = language.survey(sandbox, source)
        refused = admission.refused(task, program, file)
        if refused:
            return replace(report, reason=refused.reason, findings=refused.findings)
        oracle = Oracle(oracles, task)
        judge = Judge(task.comparison, language)
        trial = Trial(language, sandbox, file, source, program, facts, task, oracle, judge, terms.budget.meter())
        examined = _Examination(exercise, trial, terms, report).report()
        tests = suite(exercise, oracle, terms.seed).cases if task.rules else ()
        return policy.applied(examined, trial, tests)


@dataclass(slots=True)
class _Tested:
    """`cases` that were run, in order, and what was wrong with which; `left` were not run.

    A wrong answer that is costly (it ended its process, or is huge) is not asked for again and again: after a few of
    them in one class of behaviour the rest of that class is passed over, because the class is wrong anyway.
    """

    cases: list[Case] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    left: list[Case] = field(default_factory=list)
    costly: Counter[Behaviour] = field(default_factory=Counter)

    def add(self, trial: Trial, cases: Sequence[Case]) -> None:
        waiting, enough = list(cases), True
        while waiting and enough and self.costly.total() < _MOST_COSTLY:
            done, enough = self._run(trial, waiting)
            waiting = waiting[done:]
            if enough:
                waiting = [case for case in waiting if self.costly[behaviour(trial.task, case)] < _COSTLY]
        self.left += waiting

    def _run(self, trial: Trial, cases: Sequence[Case]) -> tuple[int, bool]:
        """How many were run, and whether it broke off because there are enough costly answers in a class."""
        done = 0
        for case, failure in trial.failures(cases):
            done += 1
            self.cases.append(case)
            if failure:
                self.failures.append(failure)
                if failure.costly:
                    kind = behaviour(trial.task, case)
                    self.costly[kind] += 1
                    if self.costly[kind] >= _COSTLY:
                        return done, True
        return done, False


@dataclass(slots=True)
class _Examination:
    exercise: Exercise
    trial: Trial
    terms: Terms
    begun: Report

    @property
    def task(self) -> Task:
        return self.trial.task

    def report(self) -> Report:
        """The reference first, where there is one; then the properties, unless the verdict is settled."""
        if self.task.reference is None:
            begun = replace(self.begun, evidence=replace(self.begun.evidence, method=""))
            probe = self.trial.run(Case((), None, frozenset(), 0))
            if probe.while_loading:
                return self._not_loaded(
                    Failure(Case((), None, frozenset(), 0), probe, probe.problem.reason if probe.problem else "wrong")
                )
            return properties.examined(begun, self.trial, self.terms.seed)
        report = self._against_reference()
        if self.task.properties is not None and report.verdict.right:
            return properties.examined(report, self.trial, self.terms.seed)
        return report

    def _not_loaded(self, failure: Failure) -> Report:
        """Without a reference there is no input to show: the file cannot be examined as it is."""
        missing = admission.not_found(self.task, [failure], self.trial.program, self.trial.file)
        if missing:
            return replace(self.begun, reason=missing.reason, findings=missing.findings)
        findings = explain.loading(self.trial, failure)
        return replace(self.begun, verdict=Verdict.REFUTED, reason=failure.reason, findings=findings)

    def _against_reference(self) -> Report:
        tests = suite(self.exercise, self.trial.oracle, self.terms.seed)
        if not tests.cases:
            return explain.undecided(self.begun, "no_tests")
        tested = _Tested()
        tested.add(self.trial, tests.cases)
        missing = admission.not_found(self.task, tested.failures, self.trial.program, self.trial.file)
        if missing:
            return replace(self.begun, reason=missing.reason, findings=missing.findings)
        searched = Counters()
        self._forgive_depth(tested)
        if not tested.failures and not tested.left and not tests.exhaustive:
            self._driven(tested, searched)
            self._forgive_depth(tested)
        branches = self._watched()
        long = 0 if tested.failures or tested.left else self._long(tested, tests.long, branches)
        begun = replace(self.begun, evidence=self._evidence(tests, tested, searched))
        if tested.failures:
            return self._refuted(begun, tested)
        if tested.left:
            return explain.undecided(begun, "budget", total=len(tested.cases) + len(tested.left))
        again = self._differs(tested, branches)
        if again:
            return explain.inconsistent(begun, self.trial, *again)
        begun = replace(self.begun, evidence=self._evidence(tests, tested, searched, branches, long))
        proof = self._proof()
        if isinstance(proof, Differs):
            tested.add(self.trial, self.trial.oracle.cases([proof.arguments]))
            if tested.failures:
                return self._refuted(begun, tested)
        return self._right(begun, tests, tested, proof)

    def _forgive_depth(self, tested: _Tested) -> None:
        """A recursion that is deep but right is right: Python's bound of about 1000 says nothing about the function.

        Of each failure by depth the smallest input that fails so is tried with more room. Where that is right, the
        failure does not count; the first that is not settles it.
        """
        by_size = sorted(tested.failures, key=lambda failure: size(list(failure.case.arguments)))
        for failure in [failure for failure in by_size if failure.reason == "recursion_limit"][:_DEEP]:
            if not self.trial.only_deep(self._smaller(failure).case):
                return
            self.trial.deep.append(failure.case)
        if self.trial.deep:
            tested.failures = [failure for failure in tested.failures if failure.reason != "recursion_limit"]

    def _driven(self, tested: _Tested, searched: Counters) -> None:
        """Inputs that the submission suggests: by its constants, and by a search for a difference."""
        oracle = self.trial.oracle
        searcher = self._searcher()
        target = self._target()
        known = {key_of(case.arguments) for case in tested.cases}
        made = searcher.random(_RANDOM, self.terms.seed + 1, target)
        tested.add(self.trial, quick(oracle.cases(distinct(made, known))))
        if target is None or tested.failures or tested.left:
            return
        waiting: list[Arguments] = []
        seeds = representatives(self.task, tested.cases, _SEEDS)
        for arguments, suspected in searcher.differences(target, seeds, searched):
            waiting.append(arguments)
            if suspected or len(waiting) >= _AT_ONCE:
                tested.add(self.trial, quick(oracle.cases(distinct(waiting, known))))
                waiting.clear()
                if tested.failures or tested.left:
                    return
        tested.add(self.trial, quick(oracle.cases(distinct(waiting, known))))

    def _watched(self) -> Branches:
        """The submission with hooks for its branches, for what the evidence says about them."""
        program = self.trial.language.prepare(self.trial.sandbox, self.trial.source, Hooks(branches=True))
        return Branches(self.trial.program if isinstance(program, NoProgram) else program)

    def _long(self, tested: _Tested, cases: Sequence[Case], branches: Branches) -> int:
        """How many long inputs were answered in time and right; the others are added to what was tested."""
        right = 0
        watched = replace(self.trial, program=branches.program)
        for case, outcome in zip(cases, watched.in_time(cases), strict=False):
            branches.add(outcome)
            failure = self.trial.judged(case, outcome)
            if failure:
                tested.cases.append(case)
                tested.failures.append(failure)
            right += failure is None
        return right

    def _evidence(
        self, tests: Suite, tested: _Tested, ours: Counters, branches: Branches | None = None, long: int = 0
    ) -> Evidence:
        target = self._target()
        searched = Searched(ours, self._searcher().lengths(target), branches, long)
        return evidence(self.task, tests, tested.cases, len(tested.failures), searched)

    def _proof(self) -> Proof | None:
        """Reasoning about both sources, outside the sandbox, where nothing but the value is compared."""
        options = self.task.comparison
        if options.exceptions or options.output or options.arguments or options.any_order or options.equality:
            return None
        teachers = self.task.reference_language.survey_trusted(self.task.reference or "", "reference")
        if _UNBOUNDED & {mention.name for mention in (*teachers.syntax, *self.trial.facts.syntax)}:
            return None  # what mostly has no bound costs more than it is worth; a `for` says at once whether it has one
        searcher = self._searcher()
        target = self._target()
        if not searcher.able or searcher.reference is None or target is None:
            return None
        return prove(
            searcher.reference, target, self.task.shapes, requires=searcher.requires, strict=options.strict
        )  # fmt: skip

    def _target(self) -> Target | None:
        trial = self.trial
        return target_in(trial.language, trial.sandbox, trial.source, self.task.function)

    def _searcher(self) -> Searcher:
        return Searcher(self.trial.oracle.sandbox, self.task, maker(self.task))

    def _right(self, begun: Report, tests: Suite, tested: _Tested, proof: Proof | None) -> Report:
        findings = practice.findings(self.trial, tested.cases)
        if self.trial.wrong_when_long:
            tested.cases += [failure.case for failure in self.trial.wrong_when_long]
            tested.failures += self.trial.wrong_when_long
            return self._refuted(begun, tested)
        right = replace(begun, verdict=Verdict.PASSED, reason=None, score=1.0, findings=findings)
        say = catalogue(__package__).say
        if tests.exhaustive:
            basis = replace(begun.evidence, method=say("method_exhausted"))
            return replace(right, verdict=Verdict.PROVED, evidence=basis)
        if isinstance(proof, Proved):
            details: dict[str, Json] = {**begun.evidence.details, "proof_paths": proof.paths}
            basis = replace(begun.evidence, method=say("method_proved", paths=proof.paths), details=details)
            return replace(right, verdict=Verdict.PROVED, evidence=basis)
        return right

    def _differs(self, tested: _Tested, branches: Branches) -> tuple[Case, Outcome, Outcome] | None:
        """A second run, in the other order and with another seed: a function of its arguments answers the same."""
        backwards = list(reversed(tested.cases))
        part = len(backwards) // _SEEDS_AGAIN + 1
        watched = replace(self.trial, program=branches.program)
        for number in range(_SEEDS_AGAIN):
            cases = backwards[number * part : (number + 1) * part]
            for case, second in zip(cases, watched.outcomes(cases, seed=number + 1), strict=False):
                branches.add(second)
                failure = self.trial.judged(case, second)
                if failure and failure.reason != "recursion_limit":
                    first = self.trial.run(case)
                    if self.trial.judge.failure(case, first) is None:
                        return case, first, second
        return None

    def _refuted(self, begun: Report, tested: _Tested) -> Report:
        first = min(tested.failures, key=lambda failure: size(list(failure.case.arguments)))
        alone = self.trial.alone(first.case)
        if alone is None:
            return explain.inconsistent(begun, self.trial, first.case, self.trial.run(first.case), first.outcome)
        failure = self._smaller(alone)
        again = self.trial.run(failure.case, seed=1)
        if not _same(failure, again, self.trial.language):
            return explain.inconsistent(begun, self.trial, failure.case, failure.outcome, again)
        wrong = [found.case for found in tested.failures]
        points = score(self.task, [*tested.cases, *tested.left], wrong, tested.left)
        found = None
        if self.terms.rung is None or self.terms.rung.height >= Rung.PLACE.height:
            cases = [failure.case, *tested.cases]
            found = suspects(self.trial, cases, [failure, *tested.failures])
        findings = explain.findings(self.trial, failure, tested.cases, tested.failures, found)
        findings += practice.habits(self.trial.facts, self.trial.file)
        return replace(
            begun,
            verdict=Verdict.REFUTED,
            reason=failure.reason,
            score=min(points, 0.99),
            findings=findings,
        )

    def _smaller(self, failure: Failure) -> Failure:
        """A smaller input on which the answer is wrong in the same way, as far as a few rounds find one."""
        if failure.reason in ("time_limit", "memory_limit", "killed"):
            return failure
        target = self._target()
        steps = steps_of(self._searcher().hints(target).integers)
        make = maker(self.task)
        for _ in range(_ROUNDS):
            candidates = smaller(failure.case.arguments, self.task.shapes, steps, make)[:_CANDIDATES]
            cases = self.trial.oracle.cases(candidates)
            found = self._first(cases, failure)
            if found is None:
                return failure
            failure = found
        return failure

    def _first(self, cases: Sequence[Case], failure: Failure) -> Failure | None:
        self.trial.limited = 0
        for _, found in self.trial.failures(cases):
            if found and found.kind == failure.kind:
                alone = self.trial.alone(found.case)
                if alone and alone.kind == failure.kind:
                    return alone
        return None


def _same(failure: Failure, again: Outcome, language: Language) -> bool:
    first = failure.outcome
    if first.problem or again.problem:
        return (first.problem and first.problem.reason) == (again.problem and again.problem.reason)
    assert first.value is not None and again.value is not None
    return language.equal(first.value, again.value, strict=True)
