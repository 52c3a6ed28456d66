"""Decides the verdict: each method is run on structures that the reference builds, and compared with it outside.

The flow of a check: the file is compiled, classes that it does not define are given to it, the structures are made
(`viva.engines.heaps.domain`), each method is judged on its own, symbolic runs of both programs propose more structures
(`suite`), and a failure is replayed before it is told. A step of the budget is a run of a method.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from viva.core.deciding import outcome, refuting
from viva.core.deciding.following import doing
from viva.core.exercise import Exercise
from viva.core.ladder import Rung
from viva.core.records import dataclass
from viva.core.report import About, Evidence, Finding, Report, Witness
from viva.core.rungs import Clue, Ladder
from viva.core.submission import Submission
from viva.core.terms import Ended, Meter, Terms
from viva.core.text.escape import visible_line
from viva.core.texts import Say, catalogue
from viva.core.verdict import Verdict
from viva.core.where import Passage
from viva.engines.calls.programs import sandbox_of
from viva.engines.heaps.building.paired import Pairing
from viva.engines.heaps.building.permitted import INVARIANT
from viva.engines.heaps.candidate import Fitting, fitting
from viva.engines.heaps.comparing.canonical import form
from viva.engines.heaps.comparing.judging import Expected, changes
from viva.engines.heaps.domain import Domain, calls_below, expectations
from viva.engines.heaps.interface import Player, long_sequences, meeting_sequences, play_ways, player
from viva.engines.heaps.layout import spoken
from viva.engines.heaps.otherwise import Wrong, keeps_as_much, looks_right, may_be_kept_otherwise
from viva.engines.heaps.parts import Argument, element, size
from viva.engines.heaps.running import Runner, wasteful
from viva.engines.heaps.schemas.lazy_initialization import compile_lazily
from viva.languages.answered import ANSWERED
from viva.languages.finding import language_for, suffixes
from viva.languages.outcome import Lacking, Outcome
from viva.languages.program import NoProgram, Program
from viva.languages.protocol import Language, reads_of
from viva.languages.sites import Hooks
from viva.sandbox import Sandbox
from viva.subjects.structures import explain
from viva.subjects.structures.example import kept_names
from viva.subjects.structures.judge import (
    Bench,
    Conversed,
    Telling,
    converse,
    reason_of,
    sequence_ladder,
    unsteady_sequence,
)
from viva.subjects.structures.model import Given, Judged, Mending, Shown, Task, reason, smallness
from viva.subjects.structures.score import score, score_of_method
from viva.subjects.structures.shrink import shrink
from viva.subjects.structures.suite import Prepared, Proposed, further_expected, is_followed, prepare, proposals

_HOOKS = Hooks(branches=True)
_MOST_SMALLER = 600
_FEWEST_MENTIONED = 4
"""Keys that lie less far apart are in the usual sequences."""


def examine(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    task = exercise.task_as(Task)
    say = catalogue(__package__, terms.locale).say
    file, source = submission.single(suffixes(task.languages))
    language = language_for(file, task.languages)
    ready = prepare(task, terms.seed, terms.isolation)
    meter = terms.budget.meter()
    with sandbox_of(language, terms.isolation, meter) as sandbox:
        begun = outcome.begun(exercise, terms, say("method"), sandbox.isolation)
        try:
            return _Examination(exercise, task, ready, language, sandbox, terms, meter, begun, say).report(file, source)
        except Lacking as lacking:
            return outcome.lacking(begun, lacking.name, terms.locale)
        except Ended:
            pass
        return outcome.undecided(begun, say("undecided"))


def _stops(outcome: Outcome) -> bool:
    problem = outcome.problem
    return problem is not None and problem.reason == "crash" and problem.line is not None


@dataclass(frozen=True, slots=True)
class _Examination:
    exercise: Exercise
    task: Task
    ready: Prepared
    language: Language
    sandbox: Sandbox
    terms: Terms
    meter: Meter
    begun: Report
    say: Say

    def report(self, file: str, source: bytes) -> Report:
        program = self.language.runs.prepare(self.sandbox, source, _HOOKS)
        if isinstance(program, NoProgram):
            told = self.language.runs.explain(program, self.terms.locale)
            where = Passage(file, told.line, told.column) if told.line else None
            return outcome.rejected(
                self.begun, program.reason, (Finding(told.text, About.POLICY, signature=told.kind, where=where),)
            )
        given = self._given(source, program)
        reference = Runner(self.language, self.sandbox, self.ready.program, self.task.cls, answered=ANSWERED)
        domain = self.ready.domain
        submitted = Runner(self.language, self.sandbox, given.program, self.task.cls)
        asked = [state.arguments for state in domain.fresh]
        begun = submitted.construct(asked or [()])
        stopped = self._made(submitted, domain, begun) or self._no_object(submitted, asked, begun)
        if stopped is not None:
            return stopped
        if self.task.judged == "class":
            return self._as_a_whole(submitted, reference) or outcome.undecided(self.begun, self.say("undecided"))
        fit = fitting(submitted, reference, domain, begun if asked else ())
        if fit.lacking or fit.unknown or fit.otherwise:
            return self._as_a_whole(submitted, reference) or self._other_fields(fit)
        submitted = replace(submitted, named=fit.own is not None)
        own = self.task.layout.of_main.method(INVARIANT) is not None
        followed = any(is_followed(domain, method, self.ready.technique) for method in self.task.methods)
        text = submitted.program.text.encode()
        lazily = compile_lazily(self.language, self.sandbox, text) if followed and fit.own is None else None
        bench = Bench(submitted, reference, fit, own, self.meter, lazily)
        rungs = self.exercise.feedback.rungs(self.terms.attempt, self.terms.rung)
        known = {name: (each.asked, each.expected) for name, each in self.ready.methods.items()}
        wanted = Rung.PLACE in rungs or Rung.FIX in rungs
        mending = Mending(self.task.reference, known, Rung.FIX in rungs) if wanted and fit.own is None else None
        shown = Shown(self.language, file, given, self.terms.locale, self.say, mending, wanted)
        return self._judged(bench, domain, shown)

    def _given(self, source: bytes, program: Program) -> Given:
        """The submission with the classes that it does not define, which stand in lines of their own before it."""
        defined = [cls.name for cls in program.classes]
        text = source.decode("utf-8", "replace").removeprefix("\ufeff")
        joined = reads_of(self.language).with_classes(text, self.task.reference, self.task.cls, defined)
        if joined is None:
            return Given(program, 0)
        whole = self.language.runs.prepare(self.sandbox, joined.text.encode(), _HOOKS)
        return Given(program, 0) if isinstance(whole, NoProgram) else Given(whole, joined.before, joined.whole)

    def _made(self, submitted: Runner, domain: Domain, begun: Sequence[Outcome]) -> Report | None:
        """A report where there is no class to examine; `begun` are new objects."""
        problem = begun[0].problem if begun and begun[0].while_loading else None
        if problem is None:
            return None
        if problem.reason == "missing_function":
            names = [cls.name for cls in submitted.program.classes]
            key = "no_class" if names else "no_class_at_all"
            told = self.say(key, cls=self.task.cls, names=", ".join(names[:8]))
            return outcome.rejected(
                self.begun, "missing_function", (Finding(told, About.POLICY, signature="missing_class"),)
            )
        return None if domain.states else outcome.undecided(self.begun, self.say("undecided"))

    def _no_object(
        self, submitted: Runner, asked: Sequence[tuple[Argument, ...]], begun: Sequence[Outcome]
    ) -> Report | None:
        """A report where no object can be made though the reference makes some, because the constructor stops, and does
        so again. One that wants other arguments is no matter: structures are given without it."""
        if not asked or not all(map(_stops, begun)) or not all(map(_stops, submitted.construct(asked))):
            return None
        first = begun[0].problem
        assert first is not None
        call = f"{self.task.cls}({', '.join(map(repr, asked[0]))})"
        kind = visible_line(first.kind)
        witness = Witness("call", {"call": call, "actual": kind})
        ladder = Ladder(
            "constructor",
            hint=self.say("hint_constructor", cls=self.task.cls),
            example=Clue(self.say("example_constructor", call=call, kind=kind), witness=witness),
        )
        return outcome.refuted(self.begun, "crash", 0.0, ladder.findings())

    def _as_a_whole(self, submitted: Runner, reference: Runner, strictly: bool = False) -> Report | None:
        """A report on the class, by what its calls return; None where these do not tell enough. Where methods are
        judged one by one, only those that are asked for count; `strictly`: nor may others have been called before."""
        ours = player(reference, self.task.reference, self.ready.domain)
        if ours is None or not self.ready.sequences:
            return None
        found = self._conversed(submitted, ours)
        strict = self.task.judged == "class"
        if found is None or (found.timed and not found.partings):
            return None
        missing = [name for name in found.missing if name in self.task.methods]
        if missing:
            told = self.say("no_method", method=missing[0], cls=self.task.cls)
            finding = Finding(told, About.POLICY, signature=f"missing:{missing[0]}")
            return outcome.rejected(self.begun, "missing_function", (finding,))
        if found.missing:
            return None
        begun = replace(
            self.begun,
            evidence=replace(
                self.begun.evidence,
                method=self.say("method_sequences"),
                tests=found.tests,
                failed=len(found.partings),
                covered=self.say("covered_sequences", tests=found.tests),
            ),
        )
        if not found.partings:
            return outcome.passed(begun)
        first = found.partings[0]
        telling = Telling(submitted, self.say)
        called = {step.method for step in (first.expected.way if strictly else first.expected.way[-1:]) if step.method}
        if not strict and not called <= {*self.task.methods}:
            return None
        if not found.steady:
            return outcome.rejected(begun, outcome.INCONSISTENT, (unsteady_sequence(first, telling),))
        kind = reason_of(first)
        told_of = sequence_ladder(first, telling, None if strict else self.task.methods)
        return outcome.refuted(begun, kind, 0.5 * found.right / found.tests, told_of.findings())

    def _conversed(self, submitted: Runner, ours: Player) -> Conversed | None:
        """What came of the sequences; where all came out right, of those that the numbers in both programs ask for,
        too. These only ever refute."""
        domain, seed = self.ready.domain, self.terms.seed
        found = converse(submitted, ours, domain, self.ready.sequences)
        if found is None or found.partings or found.missing or found.timed:
            return found
        constants = dict.fromkeys((*submitted.program.constants, *self.ready.program.constants))
        numbers = [each for each in constants if type(each) is int and each >= _FEWEST_MENTIONED]
        for ways, patient in (
            (meeting_sequences(domain, seed, numbers), False),
            (long_sequences(domain, seed, numbers), True),
        ):
            expected = play_ways(replace(ours, patient=patient), ways) if ways else []
            more = converse(submitted, ours, domain, expected, patient=patient) if expected else None
            if more is not None and not more.timed:
                found = replace(more, tests=found.tests + more.tests)
            if found.partings:
                break
        return found

    def _other_fields(self, fit: Fitting) -> Report:
        names = ", ".join(f"`{spoken(name)}`" for name in fit.lacking or fit.unknown)
        key = "fields_lacking" if fit.lacking else "fields_unknown" if fit.unknown else "fields_otherwise"
        wanted = [field.name for field in self.task.layout.fields(self.task.cls)]
        told = self.say(key, cls=self.task.cls, names=names, wanted=", ".join(f"`{spoken(name)}`" for name in wanted))
        return outcome.undecided(self.begun, told, "fields", reason="fields")

    def _judged(self, bench: Bench, domain: Domain, shown: Shown) -> Report:
        known = [self._method_in_time(bench, method) for method in self.task.methods]
        whole = self._seen_as_a_whole(bench, domain, known)
        if whole is not None:
            return whole
        examined = [(judged, *self._part(bench, judged, shown)) for judged in known]
        parts = [part for _, part, _ in examined]
        findings = explain.findings(bench, self.ready, [(judged, told) for judged, _, told in examined if told], shown)
        begun = replace(
            self.begun, evidence=self._evidence(bench, domain, known), parts=tuple(parts) if len(parts) > 1 else ()
        )
        verdicts = {part.verdict for part in parts}
        if Verdict.REFUTED in verdicts:
            first = next(part.reason for part in parts if part.verdict is Verdict.REFUTED)
            return outcome.refuted(begun, first or "wrong", score(parts), findings)
        if Verdict.REJECTED in verdicts:
            reasons = [part.reason for part in parts if part.reason]
            return outcome.rejected(begun, reasons[0], findings, score(parts))
        if Verdict.UNDECIDED in verdicts:
            slow = next((judged.asked.method for judged in known if judged.timed and not judged.failures), None)
            text = self.say("undecided") if slow is None else self.say("undecided_slow", method=slow)
            return outcome.undecided(begun, text)
        return outcome.passed(begun)

    def _seen_as_a_whole(self, bench: Bench, domain: Domain, known: Sequence[Judged]) -> Report | None:
        """A report on the class by what its calls return, where that says more than the methods one by one: a program
        that keeps structures in a way of its own, so that it can do nothing with those of the reference and is right
        all the same; and one that lets fields of its own go wrong, which it is given right."""
        if self.meter.burnt or not self.ready.sequences:
            return None
        fit = bench.fitting
        wrong = [
            Wrong(judged.asked.method, failure.expected.call, changes(failure.expected))
            for judged in known
            for failure in judged.failures
            if failure.outcome.problem is None or failure.outcome.problem.reason == "crash"
        ]
        if not wrong and not any(judged.failures for judged in known):
            if not fit.added and fit.own is None and domain.layout.node is not None:
                return None
            whole = self._as_a_whole(bench.submission, bench.reference, strictly=True)
            return whole if whole is not None and whole.verdict is Verdict.REFUTED else None
        renamed = any(field.name in fit.fields for field in domain.layout.of_main.fields)
        asked = bench.asked_as(known[0].asked)
        ours = player(bench.reference, self.task.reference, domain)
        some_else = len(wrong) < sum(len(judged.failures) for judged in known)
        if some_else or ours is None or not may_be_kept_otherwise(domain, asked, ours, renamed):
            return None
        whole = self._as_a_whole(bench.submission, bench.reference)
        if whole is None or whole.verdict is not Verdict.PASSED:
            return None
        theirs = player(bench.submission, bench.submission.program.text, domain)
        if theirs is None or not looks_right(domain, wrong, self.ready.sequences, ours, theirs):
            return None
        building = [method for name, method in domain.methods.items() if not name.startswith("_")]
        named = replace(bench.submission, named=True)
        pairing = Pairing(bench.reference, named, domain.layout, building, frozenset())
        return whole if keeps_as_much(domain, asked, pairing, fit.taken) else None

    def _method_in_time(self, bench: Bench, method: str) -> Judged:
        """Nothing is known of a method that there was no time for; what is known of the others stands."""
        with suppress(Ended):
            return self._method(bench, method)
        return Judged(self.ready.methods[method].asked)

    def _method(self, bench: Bench, method: str) -> Judged:
        """Structures of the domain first; then those that symbolic runs of both programs propose."""
        doing("tests")
        ready = self.ready.methods[method]
        judged = bench.judged(ready.asked, ready.expected)
        if not judged.right and judged.failures and judged.failures[0].outcome.while_loading:
            return judged
        more = Proposed()
        wasted = judged.timed or any(wasteful(failure.outcome) for failure in judged.failures)
        if not wasted and not self.meter.burnt and bench.fitting.own is None:
            with suppress(Ended):
                more = proposals(bench, self.ready, method)
        asked = self.ready.domain.methods[method]
        further_calls: Sequence[Expected] = ()
        if not wasted:
            further_calls = (
                *ready.proposed,
                *expectations(bench.reference, asked, more.calls),
                *further_expected(bench, self.ready, method),
            )
        if further_calls:
            further = bench.judged(ready.asked, further_calls)
            judged = replace(
                judged,
                right=(*judged.right, *further.right),
                failures=tuple(sorted((*judged.failures, *further.failures), key=smallness)),
                proposed=further.tests,
                timed=further.timed,
            )
        judged = replace(self._with_smaller(bench, judged), schemas=more.schemas)
        return judged if judged.failures or judged.timed else replace(judged, unsteady=bench.again(judged))

    def _with_smaller(self, bench: Bench, judged: Judged) -> Judged:
        """Where something fails, all other calls on structures of as many nodes or fewer are made, too: the example
        should be as small and plain as can be."""
        first = judged.failures[0] if judged.failures else None
        if first is None or any(wasteful(each.outcome) for each in judged.failures):
            return judged
        method = self.ready.domain.methods[judged.asked.method]
        before = element(first.expected.call, 0)
        if size(before) > self.ready.domain.whole + 1:
            judged = shrink(bench, self.ready, judged)
            before = element(judged.failures[0].expected.call, 0)
        calls = calls_below(self.ready.domain, method, size(before))
        known = {form(each.call) for each in (*judged.right, *(failure.expected for failure in judged.failures))}
        fresh = [call for call in calls if form(call) not in known][:_MOST_SMALLER]
        if not fresh:
            return judged
        found = bench.judged(judged.asked, expectations(bench.reference, method, fresh))
        return replace(
            judged,
            right=(*judged.right, *found.right),
            failures=tuple(sorted((*judged.failures, *found.failures), key=smallness)),
        )

    def _part(self, bench: Bench, judged: Judged, shown: Shown) -> tuple[Report, Ladder | Finding | None]:
        method = judged.asked.method
        begun = replace(
            self.begun,
            title=self.say("part", method=method),
            evidence=Evidence(self.say("method"), judged.tests, self.say("part_covered", tests=judged.tests)),
        )
        if judged.unsteady is not None:
            told = explain.unsteady(judged, shown)
            return outcome.rejected(begun, outcome.INCONSISTENT, (told,)), told
        if not judged.failures:
            if judged.timed:
                return outcome.undecided(begun, self.say("undecided_slow", method=method)), None
            if not judged.right:
                return outcome.undecided(begun, self.say("undecided")), None
            return outcome.passed(begun), None
        first = judged.failures[0]
        problem = first.outcome.problem
        if problem is not None and problem.reason == "missing_function":
            told = Finding(
                self.say("no_method", method=method, cls=self.task.cls), About.POLICY, signature=f"missing:{method}"
            )
            return outcome.rejected(begun, "missing_function", (told,)), told
        found = bench.replayed(judged.asked, first)
        if isinstance(found, refuting.Inconsistent):
            told = explain.unsteady(replace(judged, unsteady=(first, found.alone)), shown)
            return outcome.rejected(begun, outcome.INCONSISTENT, (told,)), told
        quiet = self.terms.rung is Rung.VERDICT
        told_of = Ladder(None) if quiet else explain.ladder(bench, self.ready, judged, found, shown)
        return outcome.refuted(begun, reason(found), score_of_method(judged), ()), told_of

    def _evidence(self, bench: Bench, domain: Domain, known: Sequence[Judged]) -> Evidence:
        tests, schemas = sum(judged.tests for judged in known), sum(judged.schemas for judged in known)
        return replace(
            self.begun.evidence,
            tests=tests,
            covered=self._covered(bench, domain, tests, schemas),
            details={
                "structures": len(domain.states),
                "schemas": schemas,
                "kept": list(domain.kept),
                "alike": [name for name, ready in self.ready.methods.items() if ready.alike],
            },
            seen_from=dict.fromkeys(("structures", "schemas", "kept"), Rung.VERDICT),
            failed=sum(len(judged.failures) for judged in known),
        )

    def _covered(self, bench: Bench, domain: Domain, tests: int, schemas: int) -> str:
        own = bench.fitting.own
        key = "covered_built" if domain.built else "covered_listed"
        kept = kept_names(domain.kept, self.say) or self.say("covered_nothing_kept")
        told = self.say(
            key,
            structures=len(domain.states),
            nodes=domain.whole,
            large=len(domain.orders) + len(domain.large),
            tests=tests,
            kept=kept,
        )
        if schemas:
            told += " " + self.say("covered_schemas", schemas=schemas)
        return told if own is None else f"{told} {self.say('covered_own', own=len(own.theirs))}"
