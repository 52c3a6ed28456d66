"""What is told of a submission that is wrong: the witness, made small and seen again, the lines that may be to blame,
and a repair. It is imported only then.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace

from viva.core import outcome
from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.core.ladder import Rung
from viva.core.report import Finding, Report
from viva.core.terms import Ended, Meter, Terms
from viva.engines.calls import (
    Compiled,
    Failure,
    Judge,
    Oracle,
    Programs,
    Searcher,
    Suite,
    Tested,
    Trial,
    Unsteady,
    Voice,
    ending_of,
    nearness,
    unanswered,
)
from viva.engines.calls.failures.around import surroundings
from viva.engines.calls.failures.likeness import likeness
from viva.engines.calls.failures.places import suspects
from viva.engines.calls.failures.replay import replayed
from viva.engines.repair import completed, telling
from viva.languages.program import NoProgram
from viva.subjects.functions import explain, fix, quality, unsettled
from viva.subjects.functions.model import Task
from viva.subjects.functions.score import marks
from viva.subjects.functions.suite import suite_of


def completion(
    exercise: Exercise, submitted: Compiled, problem: NoProgram, programs: Programs, *, meter: Meter, terms: Terms
) -> tuple[Finding, ...]:
    """What would make a program of the file, where that can be said in time."""
    task = exercise.task_as(Task)
    if task.question.reference is None:
        return ()
    with suppress(Ended):
        oracle, searcher = Oracle(task.question, programs), Searcher(task.question, programs, meter)
        tests = suite_of(exercise, searcher, oracle, terms.seed).cases
        judge = Judge(task.question.comparison, submitted.language, nearness(task.question.comparison, (), tests))
        found = completed(submitted, problem, oracle, judge, tests, meter=meter)
        if found is not None:
            return (telling.told(found, str(submitted.file), terms.locale),)
    return ()


@dataclass(frozen=True, slots=True)
class Refutation:
    """`begun` is the report so far, with its evidence."""

    exercise: Exercise
    trial: Trial
    searcher: Searcher
    terms: Terms
    voice: Voice
    begun: Report
    tests: Suite
    tested: Tested

    @property
    def task(self) -> Task:
        return self.exercise.task_as(Task)

    def report(self) -> Report:
        """With the kinds of input that fail in its signatures, behind the kind of difference; where an edit says what
        is alike, that does."""
        report = self._told()
        alike = likeness(self.task.question, self.tests.cases, self.tested.failures)
        findings = (
            replace(each, signature=f"{each.signature.partition('@')[0]}@{alike}")
            if each.rung and each.signature and "@" in each.signature
            else each
            for each in report.findings
        )
        return replace(report, findings=tuple(findings))

    def _told(self) -> Report:
        task, trial, tested, begun, voice = self.task, self.trial, self.tested, self.begun, self.voice
        question = task.question
        around = surroundings(trial, self.searcher, tested, self.terms.seed, exhaustive=self.tests.exhaustive)
        found = explain.overview(trial, tested, around, self.searcher, voice)
        shown = explain.candidates(question, found)
        failure = replayed(trial, self.searcher, shown, tested.points, lambda failure: found.typical(question, failure))
        if isinstance(failure, Unsteady):
            return unsettled.inconsistent(begun, task.function, failure, voice)
        bad = [failed.case for failed in tested.failures]
        not_run = [*tested.left, *tested.passed_over]
        points = marks(question, trial.judge, [*tested.cases, *not_run], bad, not_run)
        details: dict[str, Json] = {**begun.evidence.details, "stub": points.stub, "kinds": points.kinds}
        begun = replace(begun, evidence=replace(begun.evidence, details=details))
        places = repair = None
        habits: tuple[Finding, ...] = ()
        with suppress(Ended):  # it is refuted, whatever else there is no time to find
            wanted = self.terms.rung is None or self.terms.rung.height >= Rung.PLACE.height
            if wanted and (failure.reason == "no_end" or not unanswered(failure)):  # others would burn all there is
                places = suspects(trial, [failure.case, *tested.cases], [failure, *tested.failures])
            if places:  # what a repair changes is the best witness of a place
                cases = [failure.case, *self.tests.cases]
                repair = fix.repaired(task, trial, self.searcher, cases, [failure, *tested.failures])
            habits = quality.habits(trial.submission, voice)
        mend = fix.fix(repair, task, trial, self.terms.locale) if self._tells_fix else None
        told = explain.findings(trial, failure, found, places, voice, repair=repair, fix=mend, locale=self.terms.locale)
        too_slow = task.too_slow == "refuted" and failure.reason == "no_end" and not _forever(trial, failure)
        reason = "too_slow" if too_slow else failure.reason
        return outcome.refuted(begun, reason, points.score, (*told, *habits))

    @property
    def _tells_fix(self) -> bool:
        return Rung.FIX in self.exercise.feedback.rungs(self.terms.attempt, self.terms.rung)


def _forever(trial: Trial, failure: Failure) -> bool:
    ending = ending_of(trial, failure)
    return ending is not None and ending.forever
