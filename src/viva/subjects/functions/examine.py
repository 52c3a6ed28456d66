"""Decides the verdict: read, run in the sandbox, compare outside, make the failing input small, replay it.

The flow of a check: the file is compiled and looked at (`admission`), then come the steps of `_against_reference`, one
after the other: each returns what is known after it, or the report, if that settles it. A failure is made smaller and
replayed before it is told. The evidence is written down once, where the verdict is known. A step of the budget is a
step of the submitted function.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import field, replace

from viva.core.deciding import outcome
from viva.core.deciding.following import doing
from viva.core.deciding.proof_basis import Decision, Walk
from viva.core.exercise import Exercise
from viva.core.ladder import Rung
from viva.core.records import dataclass
from viva.core.report import About, Finding, Report
from viva.core.submission import Submission
from viva.core.terms import Budget, Ended, Meter, Terms
from viva.core.texts import catalogue
from viva.core.verdict import Verdict
from viva.engines.calls import (
    Again,
    Case,
    Compiled,
    Failure,
    Judge,
    Measured,
    Oracle,
    Programs,
    Prover,
    Question,
    Searcher,
    Suite,
    Tested,
    Trial,
    Unsteady,
    Voice,
    drive,
    ending_of,
    measure_growth,
    nearness,
    programs_of,
    sandbox_of,
    second_run,
    was_cut_off,
    wrong,
)
from viva.engines.calls.inputs.concolic import AFTER_A_PROOF, look_again
from viva.engines.calls.programs import submitted_as
from viva.engines.calls.proving.equality import Equality, NotProved, ProvedEqual
from viva.engines.calls.testing.flaky import MOST_AGAIN
from viva.engines.shapes import size
from viva.engines.symbolic import Counters
from viva.languages.finding import language_for, suffixes
from viva.languages.outcome import Lacking, Outcome
from viva.languages.program import NoProgram, Program
from viva.languages.protocol import calls_of
from viva.languages.sites import Hooks
from viva.subjects.functions import admission, properties, quality
from viva.subjects.functions.evidence import (
    Branches,
    Searched,
    evidence,
    further_references,
    proved_equal,
    why_unproved,
    with_refusal,
)
from viva.subjects.functions.model import Task
from viva.subjects.functions.suite import suite_of

_DEEP = 2
_FEWEST = 10  # tests on which a plain pass can rest, unless they are all there are
_NEARLY_ALL = 0.9
_NO_ROOM = ("index-sized", "too long", "too many digits", "is too large")
"""In the message of an OverflowError: what was to be made would be longer than any memory. `len(range(n))`, `chr(n)`
and `float(n)` fail without that, and are as wrong there as anything else that fails."""


def examine(exercise: Exercise, submission: Submission, terms: Terms, decide: Decide) -> Report:
    task = exercise.task_as(Task)
    question = task.question
    file, source = submission.single(suffixes(task.languages))
    language = language_for(file, task.languages)
    words = language.reads.sentences("functions", terms.locale) if language.reads else {}
    voice = Voice(catalogue(__package__, terms.locale).with_words(words).say, calls_of(language))
    meter, isolation = terms.budget.meter(), terms.isolation
    with programs_of(question, isolation, meter) as programs, sandbox_of(language, isolation, meter) as sandbox:
        begun = outcome.begun(exercise, terms, voice.say("method_read"), sandbox.isolation)
        submitted = submitted_as(question, Compiled(language, sandbox, source, question.function, file))
        with suppress(Ended):
            return _examined(exercise, submitted, programs, terms, meter, decide=decide, begun=begun, voice=voice)
        return outcome.undecided(begun, voice.say("undecided_seconds"))


def _examined(
    exercise: Exercise,
    submitted: Compiled,
    programs: Programs,
    terms: Terms,
    meter: Meter,
    *,
    decide: Decide,
    begun: Report,
    voice: Voice,
) -> Report:
    """Raises `Ended` where the seconds are over and there is no witness."""
    task, language, file = exercise.task_as(Task), submitted.language, str(submitted.file)
    question = task.question
    program = submitted.program(Hooks(branches=True))
    if isinstance(program, NoProgram):
        told = language.runs.explain(program, terms.locale).findings(file)
        if program.reason == "syntax_error" and Rung.FIX in exercise.feedback.rungs(terms.attempt, terms.rung):
            from viva.subjects.functions.explain import completion  # noqa: PLC0415 what is right does not need it

            told += completion(exercise, submitted, program, programs, meter=meter, terms=terms)
        return outcome.rejected(begun, program.reason, told)
    refused = admission.refuse(question, program, file, voice)
    if refused:
        return outcome.rejected(begun, refused.reason, refused.findings)
    oracle, searcher = Oracle(question, programs), Searcher(question, programs, meter)
    tests = suite_of(exercise, searcher, oracle, terms.seed).cases if question.reference or task.rules else ()
    near = nearness(question.comparison, question.examples, tests)
    judge = Judge(
        question.comparison,
        submitted.calls,
        near,
        oracle.values,
        oracle.magnitude,
        without_rounding=oracle.without_rounding,
    )
    oracle = replace(oracle, drained=any(case.drained for case in tests))
    trial = Trial(submitted, program, oracle, judge, meter)
    try:
        report = decide(Examination(exercise, task, trial, searcher, terms, begun, voice))
    except Lacking as lacking:
        report = outcome.lacking(begun, lacking.name, terms.locale)
    doing("rules" if task.rules else "examining")
    try:
        watched = submitted.program(Hooks(calls=True)) if task.rules else program
        assert isinstance(watched, Program)  # it was compiled with other hooks already
        return admission.held_to_rules(report, task.rules, replace(trial, program=watched), tests, voice)
    except Ended:
        if report.verdict is Verdict.REFUTED:
            return report  # the witness was replayed: it stands, whether or not there is time for the rules
        raise


@dataclass(frozen=True, slots=True)
class _Seen:
    """What the steps of an examination against the reference have found so far. `equality` says whether it is proved
    equal to a reference, if that was asked; after a proof less is searched: at most `steps`. `branches` are those that
    the second run took, `long` is how many long inputs were right, `deep` are inputs on which the recursion is deep but
    right; `again` is what the second run has shown, `growth` how its work grows."""

    tests: Suite
    tested: Tested
    equality: Equality | None = None
    searched: Counters = field(default_factory=Counters)
    steps: int = 0
    branches: Branches | None = None
    long: int = 0
    deep: tuple[Case, ...] = ()
    again: Again = field(default_factory=Again)
    growth: Measured = field(default_factory=Measured)


@dataclass(frozen=True, slots=True)
class Examination:
    """`tells`: what is wrong is explained; without, it is only known to be so."""

    exercise: Exercise
    task: Task
    trial: Trial
    searcher: Searcher
    terms: Terms
    begun: Report
    voice: Voice
    tells: bool = True

    @property
    def question(self) -> Question:
        return self.task.question

    @property
    def steps(self) -> int:
        """Of the search: as many as the exercise asks for, and more where the budget is larger than usual."""
        return self.task.search * max(1, self.terms.budget.steps // Budget().steps)

    def suite(self) -> Suite:
        return suite_of(self.exercise, self.searcher, self.trial.oracle, self.terms.seed)

    def by_properties(self) -> Report:
        """Where there is no reference."""
        probe = Case((), None, frozenset(), 0)
        answered = self.trial.run(probe)
        if answered.while_loading and answered.lacked:
            raise Lacking(answered.lacked)
        if answered.while_loading:
            return self._not_loaded(Failure(probe, answered, answered.problem.reason if answered.problem else "wrong"))
        begun = replace(self.begun, evidence=replace(self.begun.evidence, method=""))
        return self.held_to_properties(begun)

    def held_to_properties(self, report: Report) -> Report:
        """The report as far as it has come, and what the properties say."""
        return properties.examine_properties(report, self.task, self.trial, self.terms.seed, self.voice)

    def _not_loaded(self, failure: Failure) -> Report:
        """Without a reference there is no input to show: the file cannot be examined as it is."""
        missing = self._missing([failure])
        if missing:
            return outcome.rejected(self.begun, missing.reason, missing.findings)
        return outcome.refuted(self.begun, failure.reason, 0.0, admission.loading(self.trial, failure, self.voice))

    def _missing(self, failures: Sequence[Failure]) -> admission.Refusal | None:
        first = failures[0].outcome if failures else None
        return admission.not_found(
            self.question, first, self.trial.program, str(self.trial.submission.file), self.voice
        )

    def against_reference(self) -> Report:
        found = self._followed(
            _Seen(self.suite(), Tested()),
            self._run_suite,
            self._ask_for_proof,
            self._search_further,
            self._run_long_inputs,
            self._run_again,
            self._try_where_it_should_differ,
            self._measure_growth,
        )
        return found if isinstance(found, Report) else self._right(found)

    def handed_in(self) -> Case | bool:
        """Whether it is right and keeps to the rules, or the smallest input that shows that it is not. Nothing is
        proved and nothing is said about its work, so everything is searched; False where there is no such input to
        show, or no verdict."""
        seen = _Seen(self.suite(), Tested())
        steps = self._run_suite, self._search_further, self._run_long_inputs, self._run_again
        found = replace(self, tells=False)._followed(seen, *steps)
        if seen.tested.failures:
            return min((failure.case for failure in seen.tested.failures), key=lambda case: size(list(case.arguments)))
        if isinstance(found, Report):
            return False
        right = outcome.passed(self.begun)
        watched = self.trial.submission.program(Hooks(calls=True)) if self.task.rules else self.trial.program
        assert isinstance(watched, Program)  # it was compiled with other hooks already
        trial = replace(self.trial, program=watched)
        return admission.held_to_rules(right, self.task.rules, trial, seen.tests.cases, self.voice) is right

    @staticmethod
    def _followed(seen: _Seen, *steps: Callable[[_Seen], _Seen | Report]) -> _Seen | Report:
        for step in steps:
            found = step(seen)
            if isinstance(found, Report):
                return found
            seen = found
            if seen.tested.lacking and not seen.tested.failures:
                raise Lacking(seen.tested.lacking[0].outcome.lacked)
        return seen

    @property
    def prover(self) -> Prover:
        reference = self.trial.oracle.programs.reference
        assert reference is not None, "the question has one"
        references = [reference, *further_references(self.task, reference)]
        return Prover(self.trial, references, self.task.by_name, self.terms.locale)

    def _run_suite(self, seen: _Seen) -> _Seen | Report:
        doing("tests")
        seen.tested.add(self.trial, seen.tests.cases, first=True)
        missing = self._missing(seen.tested.failures)
        if missing:
            return outcome.rejected(self.begun, missing.reason, missing.findings)
        if self._slow_to_load(seen.tested):
            ended = seen.tested.failures[0].reason
            if ended in ("no_end", "time_limit"):
                return outcome.undecided(self.begun, self.voice.say("undecided_loading"))
            said = self.voice.say(f"undecided_loading_{ended}", "undecided_loading_other")
            return outcome.undecided(self.begun, said, ended, ended)
        return self._without_slow(self._forgiving_depth(seen))

    def _is_open(self, seen: _Seen) -> bool:
        """Whether more inputs may be looked for."""
        tested = seen.tested
        return not (tested.settled or tested.burnt or self.trial.meter.exhausted or seen.tests.exhaustive)

    def _ask_for_proof(self, seen: _Seen) -> _Seen:
        if seen.tested.failures or not self._is_open(seen):
            return seen
        doing("proof")
        return replace(seen, equality=self.prover.equality([*seen.tested.cases, *seen.tests.large, *seen.tests.long]))

    def _search_further(self, seen: _Seen) -> _Seen | Report:
        if self._is_open(seen):
            doing("search")
            trial, searcher, tested, seed = self.trial, self.searcher, seen.tested, self.terms.seed + 1
            before, equality, searched, steps = len(tested.cases), seen.equality, Counters(), AFTER_A_PROOF
            if isinstance(equality, ProvedEqual):
                searched = look_again(trial, searcher, tested, seed)
                if not tested.failures:
                    equality = self.prover.borne_out(equality, tested.cases[before:])
            if not isinstance(equality, ProvedEqual):
                searched, steps = drive(trial, searcher, tested, seed, self.steps), self.steps
            seen = replace(seen, equality=equality)
            seen = self._without_slow(self._forgiving_depth(replace(seen, searched=searched, steps=steps)))
        if seen.tested.settled:
            return self._settled(seen)
        if seen.tested.too_few:
            told = self.voice.say("undecided_slow", **self._slowest(seen.tested))
            return outcome.undecided(self._with_evidence(seen), told)
        return seen

    def _run_long_inputs(self, seen: _Seen) -> _Seen | Report:
        long = self._long(seen)
        return self._settled(seen) if seen.tested.settled else replace(seen, long=long)

    def _run_again(self, seen: _Seen) -> _Seen | Report:
        trial, tested = self.trial, seen.tested
        stride = 1 if seen.tests.exhaustive else len(tested.cases) // MOST_AGAIN + 1
        watch = seen.tests.exhaustive or isinstance(seen.equality, ProvedEqual)
        again = second_run(trial, tested.cases[::stride], watch=watch)
        if isinstance(again, Unsteady):
            begun = self._with_evidence(replace(seen, long=0))  # that long inputs were right once says nothing now
            return admission.inconsistent_report(begun, self.task.function, again, self.voice)
        return replace(seen, branches=Branches(trial.program, frozenset(tested.taken)), again=again)

    def _try_where_it_should_differ(self, seen: _Seen) -> _Seen | Report:
        if isinstance(seen.equality, NotProved) and seen.equality.arguments is not None:
            seen.tested.add(self.trial, self.trial.oracle.cases([seen.equality.arguments]))
        return self._refuted(seen) if seen.tested.failures else seen

    def _measure_growth(self, seen: _Seen) -> _Seen | Report:
        growth = Measured()
        if self.task.growth and not self.trial.meter.burnt:
            with suppress(Ended):  # it is right, whatever can be said about its work
                growth = measure_growth(self.trial, together=bool(seen.tested.slow))
        if growth.wrong:
            seen.tested.failed(growth.wrong)
            return self._refuted(seen)
        return replace(seen, growth=growth)

    def _refuted(self, seen: _Seen) -> Report:
        if not self.tells:
            return self.begun  # who asks looks at the failures
        from viva.subjects.functions.explain import Refutation  # noqa: PLC0415 what is right does not need it

        # One count in a report: that of the tests among which the failures are.
        begun, tests, tested = self._with_evidence(replace(seen, long=0)), seen.tests, seen.tested
        return Refutation(
            self.exercise, self.trial, self.searcher, self.terms, self.voice, begun, tests, tested,
            lambda changed: replace(self, trial=changed).handed_in(),
        ).report()  # fmt: skip

    def _settled(self, seen: _Seen) -> Report:
        if seen.tested.failures:
            return self._refuted(seen)
        total = len(seen.tested.cases) + len(seen.tested.left)
        return outcome.undecided(self._with_evidence(seen), self.voice.say("undecided_budget", total=total))

    def _with_evidence(self, seen: _Seen) -> Report:
        lengths = self.searcher.lengths(self.trial.submission)
        searched = Searched(seen.searched, lengths, seen.branches, seen.long, seen.steps)
        basis = evidence(self.question, seen.tests, seen.tested, searched, self.voice)
        return replace(self.begun, evidence=basis)

    def _forgiving_depth(self, seen: _Seen) -> _Seen:
        """A recursion that is deep but right is right: Python's bound of about 1000 says nothing about the function.

        Of each failure by depth the smallest input that fails so is tried with more room. Where that is right, or only
        slow, the failure does not count; the first that is neither settles it.
        """
        tested, deep, slow = seen.tested, list(seen.deep), list[Failure]()
        failures = [failure for failure in tested.failures if failure.reason == "recursion_limit"]
        if not failures:
            return seen
        from viva.engines.calls.failures.shrink import smallest  # noqa: PLC0415 what is right does not need it

        for failure in sorted(failures, key=lambda failure: size(list(failure.case.arguments)))[:_DEEP]:
            case = smallest(self.trial, self.searcher, failure).case
            found = self.trial.with_room(case)
            if found is None:
                deep.append(failure.case)
            elif was_cut_off(found):
                slow.append(found)
            else:
                return replace(seen, deep=tuple(deep))
        if deep or slow:
            forgiven = {id(failure.case) for failure in tested.failures if failure.reason == "recursion_limit"}
            tested.failures = [failure for failure in tested.failures if id(failure.case) not in forgiven]
            if slow:
                tested.passed_over += [case for case in tested.cases if id(case) in forgiven]
                tested.cases = [case for case in tested.cases if id(case) not in forgiven]
            tested.slow += slow
        return replace(seen, deep=tuple(deep))

    def _without_slow(self, seen: _Seen) -> _Seen:
        """Inputs without an answer count as failures where there is more to them than being slow, or where the exercise
        says that slow is wrong. What was answered wrong decides without them."""
        tested = seen.tested
        if tested.failures:
            return seen
        for slow in sorted(tested.slow, key=lambda failure: size(list(failure.case.arguments))):
            too_slow = self.task.too_slow == "refuted" and slow.reason == "no_end"
            if too_slow or wrong(self.trial, slow, tested.points):
                alone = self.trial.alone(slow.case)
                if alone is not None:
                    tested.failed([alone])
                    tested.add_briefly(self.trial)
                    break
        return seen

    def _slow_to_load(self, tested: Tested) -> bool:
        """Whether the file takes too long before there is a function to call, and not because it never ends."""
        first = tested.failures[0] if tested.failures else None
        if first is None or not first.outcome.while_loading or not was_cut_off(first):
            return False
        ending = ending_of(self.trial, first)
        return ending is None or not ending.forever

    def _slowest(self, tested: Tested) -> dict[str, object]:
        slow = min(tested.slow, key=lambda failure: size(list(failure.case.arguments)))
        return admission.slow(self.task.function, slow, self.voice)

    def _long(self, seen: _Seen) -> int:
        """How many long inputs were answered in time and right; the others are added to what was tested."""
        trial, tested, right = self.trial, seen.tested, 0
        for group in (seen.tests.long, seen.tests.large):
            cases = () if trial.meter.burnt else group
            for case, answered in zip(cases, trial.in_time(cases), strict=False):
                if _is_too_much(answered):
                    break
                tested.taken |= answered.coverage.branches
                failure = trial.judge.failure(case, answered)
                if failure:
                    tested.failed([failure])
                right += failure is None
        return right

    def _right(self, seen: _Seen) -> Report:
        begun = self._with_evidence(seen)
        right = outcome.passed(replace(begun, findings=self._quality(seen)))
        if seen.tests.exhaustive:
            ground = self.prover.of_all_inputs(seen.tested.cases, seen.again)
        else:
            ground = self.prover.of_some_inputs(seen.equality, seen.again)
        match ground:
            case Walk():
                basis = replace(begun.evidence, method=self.voice.say("method_exhausted"))
                return outcome.proved(replace(right, evidence=basis), ground)
            case ProvedEqual():
                basis = proved_equal(
                    self.task, self.trial, ground, begun.evidence, self.voice, locale=self.terms.locale
                )
                return outcome.proved(replace(right, evidence=basis), Decision("the checker followed the proof"))
        tests, left_out = begun.evidence.tests or 0, len(seen.tested.slow) + len(seen.tested.passed_over)
        if not seen.tests.exhaustive and (tests < _FEWEST or left_out > _NEARLY_ALL * (tests + left_out)):
            told = self.voice.say("undecided_few", tests=tests, left=left_out)
            return outcome.undecided(begun, told, why="few_tests", reason="few_tests")
        doubted = why_unproved(right.evidence, ground, self.voice)
        return replace(right, evidence=with_refusal(doubted, seen.equality, self.voice))

    def _quality(self, seen: _Seen) -> tuple[Finding, ...]:
        findings = quality.findings(
            self.task, self.trial, seen.tested.cases, self.voice, deep=seen.deep, growth=seen.growth.growth
        )
        left_out = len(seen.tested.slow) + len(seen.tested.passed_over)
        if not left_out:
            return findings
        slow, timed = seen.tested.slow, seen.tested.timed
        key = "quality_too_long" if timed else "quality_too_slow" if slow else "quality_slow"
        told = self._slowest(seen.tested) if slow else {}
        text = self.voice.say(key, **told, others=left_out - len(slow[:1]))
        return (Finding(text, About.QUALITY, signature="too_slow"), *findings)


def _is_too_much(answered: Outcome) -> bool:
    """Whether there was no room, with a long input or a large number: that says as much as running out of time."""
    problem = answered.problem
    if problem is None or problem.kind != "OverflowError":
        return problem is not None and problem.kind == "MemoryError"
    return any(word in problem.message for word in _NO_ROOM)


Decide = Callable[[Examination], Report]
"""What a kind of task decides by."""
