"""Findings for the ladder: what to tell of a failure, from a hint to the lines most likely to blame; and the report of
a submission that is wrong, with its witness, made small and seen again. It is imported only then.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import replace

from viva.core.deciding import outcome
from viva.core.deciding.following import doing, is_followed, so_far
from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.core.ladder import Rung
from viva.core.records import dataclass
from viva.core.report import Comparison, Finding, Report, Witness
from viva.core.rungs import Clue, Ladder
from viva.core.terms import ENGLISH, Ended, Meter, Terms
from viva.core.text.escape import visible_line
from viva.core.text.homoglyphs import twins
from viva.core.where import Passage
from viva.engines.calls import (
    Case,
    Compiled,
    Endless,
    Failure,
    Judge,
    Oracle,
    Programs,
    Question,
    Searcher,
    Suite,
    Tested,
    Trial,
    Unsteady,
    Voice,
    ending_of,
    nearness,
    steps_for,
    was_cut_off,
)
from viva.engines.calls.failures.around import surroundings
from viva.engines.calls.failures.differences import NEARLY_ALL
from viva.engines.calls.failures.likeness import likeness
from viva.engines.calls.failures.overview import Overview, candidates, overview
from viva.engines.calls.failures.places import Suspects, suspects
from viva.engines.calls.failures.replay import seen_again, shrink_and_replay
from viva.engines.calls.failures.slips import slip
from viva.engines.calls.showing import describe_ending
from viva.engines.repair import Repair, ask_about, asks_about_a_name, complete_program, lines, mark_of, repair_clue
from viva.languages.heap import read
from viva.languages.outcome import Outcome
from viva.languages.program import NoProgram
from viva.languages.values import write
from viva.subjects.functions import fix, quality
from viva.subjects.functions.admission import inconsistent_report
from viva.subjects.functions.fix import not_started
from viva.subjects.functions.model import Task
from viva.subjects.functions.pattern import counts, pattern
from viva.subjects.functions.places import places
from viva.subjects.functions.score import Marks, score
from viva.subjects.functions.suite import suite_of

ASKS = Rung.HINT
"""From this rung on it is asked what mends a submission: a hint is about that."""
_LONGEST = 300
_MANY = 20  # tests below which nothing is said of all of them
_BLANK = ("none", "null", "printed", "crash")  # of what is not started: what gives a value has an answer to speak of
NOT_STARTED = "not_started"
"""The signature of all that is not written yet."""


def findings(
    trial: Trial,
    failure: Failure,
    found: Overview,
    suspects: Suspects | None,
    voice: Voice,
    *,
    alike: str,
    repair: Repair | None = None,
    fix: Clue | list[Clue] | None = None,
    locale: str = ENGLISH,
    rungs: Collection[Rung] = frozenset(Rung),
) -> tuple[Finding, ...]:
    """What is told of a failure on these rungs; `alike` is equal where the same kinds of input fail."""
    question = trial.question
    endless = ending_of(trial, failure)
    example = _example(question, failure, endless, voice)
    if found.main.kind.partition(":")[0] in _BLANK and not_started(trial.submission.facts, question.function):
        return Ladder(
            NOT_STARTED,
            hint=voice.say("hint_not_started"),
            pattern=voice.say("pattern_not_started", **counts(question, found)),
            example=example,
            fix=fix,
        ).findings(rungs)
    place = places(trial, failure, suspects, endless, repair=repair, locale=locale) if _asks(rungs) else None
    return Ladder(
        _signature(trial, found, repair, alike),
        hint=_hint(trial, failure, found, voice, repair=repair, place=place, locale=locale),
        pattern=pattern(question, found, voice),
        example=example,
        place=place,
        fix=fix,
    ).findings(rungs)


def plainly_told(question: Question, failure: Failure, found: Overview, voice: Voice, alike: str) -> Ladder:
    """What can be said of a failure without running anything more."""
    problem = failure.outcome.problem
    kind = visible_line(problem.kind) if problem else ""
    return Ladder(
        _kind_and_inputs(found, alike),
        hint=voice.say(f"hint_{failure.kind}", "hint_other", kind=kind),
        pattern=pattern(question, found, voice),
        example=_example(question, failure, None, voice),
    )


def _kind_and_inputs(found: Overview, alike: str) -> str:
    return f"{visible_line('/'.join([found.main.kind, *found.main.words[:1]]))}@{alike}"


def _signature(trial: Trial, found: Overview, repair: Repair | None, alike: str) -> str:
    """Where it is known what mends it, the kind of failure and the edit, up to names; `much` where no small one does.
    Otherwise the kind of failure and, behind the sign `@`, the kinds of input that it spoils."""
    main = found.main
    if repair is not None:
        facts, reads = trial.submission.facts, trial.submission.language.reads
        own = {*facts.bound, *(mention.name for mention in facts.names)} - (reads.given_names if reads else set())
        return visible_line(f"{main.kind}/{mark_of(repair, own) or 'much'}")
    return _kind_and_inputs(found, alike)


def _hint(
    trial: Trial,
    failure: Failure,
    found: Overview,
    voice: Voice,
    *,
    repair: Repair | None,
    place: Clue | None,
    locale: str,
) -> str:
    """In which way it is wrong, what in the source may explain it, and when. Where it is known what mends it, the
    question is about that and nothing else: a hint and a place never point at different things."""
    there = _lines(repair, place)
    seen = slip(trial, found.main, voice, there)
    asked = ask_about(repair, _own(trial), locale) if repair is not None and not seen else None
    when = found.condition.vague if found.condition else ""
    if asked and when and not asks_about_a_name(repair, _own(trial)):
        asked = None  # the inputs that fail say more
    twin = [voice.say("slip_look_alike")] if twins(trial.submission.facts.bound) else []
    telling = [*([seen] if seen else []), *([asked] if asked else []), *twin]
    way = _way(trial, failure, found, voice, locale)
    if when and not (telling and found.failing >= NEARLY_ALL * found.tests):
        telling.append(voice.say("hint_when", condition=when))
    plain = failure.kind == "wrong" and not found.main.word  # that says no more than the verdict
    said = telling if plain and telling else [way, *telling]
    if telling:
        return " ".join(said)
    share = found.failing / found.tests
    if not found.uniform:
        said.append(voice.say("hint_others"))
    if found.everywhere and found.uniform:
        said.append(voice.say("hint_everywhere"))
    elif found.tests >= _MANY and share >= NEARLY_ALL:
        said.append(voice.say("hint_nearly_everywhere"))
    elif found.tests >= _MANY and share <= 1 - NEARLY_ALL and not found.not_run:
        said.append(voice.say("hint_seldom"))
    elif found.uniform and not way.endswith("?"):
        said.append(voice.say("hint_follow"))
    return " ".join(said)


def _lines(repair: Repair | None, place: Clue | None) -> Collection[int] | None:
    """Where the mistake is known to be, or which lines the place names; None where that is not known."""
    if repair is not None and repair.is_small:
        return lines(repair)
    if place is None or not isinstance(place.where, Passage):
        return None
    return [place.where.line, *map(int, re.findall(r"\d+", place.text))]


def _own(trial: Trial) -> Collection[str]:
    """The names that the program binds itself."""
    facts, reads = trial.submission.facts, trial.submission.language.reads
    parameters = {name for function in facts.functions for name, _ in function.parameters}
    return {*facts.bound, *parameters} - (reads.given_names if reads else set())


def _way(trial: Trial, failure: Failure, found: Overview, voice: Voice, locale: str) -> str:
    problem = failure.outcome.problem
    if failure.kind == "crash" and problem:
        reads = trial.submission.language.reads
        meaning = reads.explain_crash(problem, trial.submission.facts, locale) if reads else None
        said = voice.say("hint_crash", kind=visible_line(problem.kind))
        return f"{said} {meaning}" if meaning else said
    if found.main.word:
        return voice.say(f"hint_is_{found.main.word}", f"hint_{failure.kind}")
    loading = [f"hint_{failure.kind}_loading"] if failure.outcome.while_loading else []
    return voice.say(*loading, f"hint_{failure.kind}", "hint_other")


def _example(question: Question, failure: Failure, endless: Endless | None, voice: Voice) -> Clue:
    """People are shown a table, with values as their language writes them; the witness has them as JSON."""
    case, outcome = failure.case, failure.outcome
    call = voice.call(question.function, case.arguments)
    fields: dict[str, Json] = {"function": question.function, "input": voice.inputs(case.arguments)}
    fields |= _values(failure, voice) | {"call": call}
    if read(write(fields["input"])) != read(given := write(list(case.arguments))):
        fields["given"] = given  # JSON does not say all there is to say, so that nobody could ask the same again
    said = [
        voice.say(
            f"example_{failure.kind}",
            "example_problem" if outcome.problem else "example_wrong",
            written=visible_line(outcome.written.rstrip())[:_LONGEST],
            steps=steps_for(case),
            reference=case.steps,
        )
    ]
    said += [voice.say("example_loading")] if outcome.while_loading else []
    note = voice.say(endless.kind, line=endless.line, seen=endless.seen) if endless else ""
    caption = " ".join(said)
    written = _written(failure, voice)
    if "expected" not in written:
        text = voice.say("example_of_call", said=caption, call=call, actual=written["actual"])
        return Clue(text, witness=Witness("call", fields))
    columns = voice.say("column_call"), voice.say("column_expected"), voice.say("column_actual")
    compared = Comparison(caption, columns, ((call, written["expected"], written["actual"]),), note=note)
    text = voice.say("example_in_words", said=caption, call=call, **written)
    text = f"{text} {note}" if note else text
    return Clue(text, witness=Witness("call", fields), comparison=compared)


def _values(failure: Failure, voice: Voice) -> dict[str, Json]:
    """What was expected and what came, as JSON where JSON says all there is to say."""
    expected, outcome = failure.case.expected, failure.outcome
    fields: dict[str, Json] = {}
    if expected is not None:
        fields["expected"] = voice.json(expected.value) if expected.value is not None else describe_ending(expected)
    fields["actual"] = voice.json(outcome.value) if outcome.value is not None else describe_ending(outcome)
    if failure.kind == "output" and expected is not None:
        fields |= {"expected": expected.written, "actual": outcome.written}
    elif failure.kind == "arguments" and expected is not None and expected.arguments and outcome.arguments:
        fields |= {"expected": voice.json(expected.arguments), "actual": voice.json(outcome.arguments)}
    elif expected is not None and expected.value and outcome.value and fields["expected"] == fields["actual"]:
        # JSON has no tuples: what differs only there is told as Python tells it.
        fields |= {"expected": voice.heap(expected.value), "actual": voice.heap(outcome.value)}
    return fields


def _written(failure: Failure, voice: Voice) -> dict[str, str]:
    """What was judged, as source: values, arguments, what was printed, or how the call ended."""
    expected, outcome = failure.case.expected, failure.outcome
    if failure.kind == "output" and expected is not None:
        return {"expected": expected.written, "actual": outcome.written}
    if failure.kind == "arguments" and expected is not None and expected.arguments and outcome.arguments:
        return {"expected": voice.heap(expected.arguments), "actual": voice.heap(outcome.arguments)}
    found = {"expected": _ended(expected, voice)} if expected is not None else {}
    return found | {"actual": _ended(outcome, voice)}


def _ended(outcome: Outcome, voice: Voice) -> str:
    """A value as source, or how the call ended."""
    if outcome.value is not None:
        return voice.heap(outcome.value)
    problem = outcome.problem
    assert problem is not None
    if problem.reason == "crash" and problem.kind:
        message = visible_line(problem.message)[:_LONGEST]
        return voice.say("given_raised" if message else "given_raised_bare", kind=problem.kind, message=message)
    return voice.say(f"given_{problem.reason}", "given_other")


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
        judge = Judge(task.question.comparison, submitted.calls, nearness(task.question.comparison, (), tests))
        found = complete_program(submitted, problem, oracle, judge, tests, meter=meter)
        if found is not None:
            return Ladder(None, fix=repair_clue(found, str(submitted.file), terms.locale)).findings()
    return ()


@dataclass(frozen=True, slots=True)
class Refutation:
    """`begun` is the report so far, with its evidence. `handed_in` examines a repair as if it were handed in."""

    exercise: Exercise
    trial: Trial
    searcher: Searcher
    terms: Terms
    voice: Voice
    begun: Report
    tests: Suite
    tested: Tested
    handed_in: Callable[[Trial], Case | bool]

    @property
    def task(self) -> Task:
        return self.exercise.task_as(Task)

    def report(self) -> Report:
        task, trial, tested, begun, voice = self.task, self.trial, self.tested, self.begun, self.voice
        question = task.question
        doing("witness")
        if (
            self._rungs <= {Rung.VERDICT}
            and tested.never is None
            and {one.reason for one in tested.failures} == {"wrong"}
        ):
            return self._plainly()
        around = surroundings(trial, self.searcher, tested, self.terms.seed, exhaustive=self.tests.exhaustive)
        found = overview(trial, tested, around, self.searcher, voice)
        shown = candidates(question, found)
        failure = tested.never or shrink_and_replay(
            trial, self.searcher, shown, tested.points, lambda failure: found.typical(question, failure)
        )
        if isinstance(failure, Unsteady):
            return inconsistent_report(begun, task.function, failure, voice)
        marks, begun = self._marked()
        too_slow = task.too_slow == "refuted" and failure.reason == "no_end" and not _forever(trial, failure)
        reason = "too_slow" if too_slow else failure.reason
        with suppress(Ended):
            self._tell_so_far(begun, reason, marks.score, failure, found)
        suspected = repair = None
        habits: tuple[Finding, ...] = ()
        with suppress(Ended):  # it is refuted, whatever else there is no time to find
            habits = quality.habits(trial.submission, voice, trial.oracle.programs.reference)
            habits = (*habits, *quality.of_wrong(task, trial, failure, tested.cases, voice))
            wanted = _asks(self._rungs)
            doing("place")
            if wanted and (failure.reason == "no_end" or not was_cut_off(failure)):  # others would burn all there is
                suspected = suspects(trial, [failure.case, *tested.cases], [failure, *tested.failures])
            if suspected:  # what a repair changes is the best witness of a place
                doing("repair")
                cases, failures = [failure.case, *self.tests.cases], [failure, *tested.failures]
                repair = fix.find_repair(
                    task, trial, self.searcher, cases, failures,
                    handed_in=self.handed_in, told=Rung.FIX in self._rungs,
                    most=self.terms.fixes,
                )  # fmt: skip
        told = self._told(failure, found, suspected, repair)
        return outcome.refuted(begun, reason, marks.score, (*told, *habits))

    def _plainly(self) -> Report:
        """Where only the verdict is asked for, and all failures are of one kind: one of them is seen again, and that is
        all that has to be known."""
        failure = seen_again(self.trial, self.tested.failures)
        if isinstance(failure, Unsteady):
            return inconsistent_report(self.begun, self.task.function, failure, self.voice)
        marks, begun = self._marked()
        return outcome.refuted(begun, failure.reason, marks.score, ())

    def _marked(self) -> tuple[Marks, Report]:
        """The score, and the report with how it came about."""
        tested, begun = self.tested, self.begun
        bad = [failed.case for failed in tested.failures]
        not_run = [*tested.left, *tested.passed_over]
        marks = score(self.task.question, self.trial.judge, [*tested.cases, *not_run], bad, not_run)
        details: dict[str, Json] = {**begun.evidence.details, "stub": marks.stub, "kinds": marks.kinds}
        return marks, replace(begun, evidence=replace(begun.evidence, details=details))

    def _told(
        self, failure: Failure, found: Overview, suspected: Suspects | None, repair: Repair | None
    ) -> tuple[Finding, ...]:
        """What is shown of the failure. Where there is no time for a run any more, that which needs none."""
        task, trial, voice, rungs = self.task, self.trial, self.voice, self._rungs
        alike = likeness(task.question, self.tests.cases, self.tested.failures) if rungs - {Rung.VERDICT} else ""
        with suppress(Ended):
            mend = fix.fix(repair, task, trial, self.terms.locale) if Rung.FIX in rungs else None
            return findings(
                trial, failure, found, suspected, voice,
                alike=alike, repair=repair, fix=mend, locale=self.terms.locale, rungs=rungs,
            )  # fmt: skip
        return plainly_told(task.question, failure, found, voice, alike).findings(rungs)

    def _tell_so_far(self, begun: Report, reason: str, score: float, failure: Failure, found: Overview) -> None:
        """The verdict, and then the rungs that need neither what mends it nor its place. Where there are rules, they
        are looked at later, and the verdict is not known yet."""
        if self.task.rules or not is_followed():
            return
        so_far(outcome.refuted(begun, reason, score, ()))
        told = findings(
            self.trial, failure, found, None, self.voice,
            alike="", locale=self.terms.locale, rungs=self._rungs - {ASKS, Rung.PLACE, Rung.FIX},
        )  # fmt: skip
        if told:
            so_far(outcome.refuted(begun, reason, score, told))

    @property
    def _rungs(self) -> frozenset[Rung]:
        """Those that are shown: nothing else is worked out."""
        return frozenset(self.exercise.feedback.rungs(self.terms.attempt, self.terms.rung))


def _asks(rungs: Collection[Rung]) -> bool:
    """Whether a rung is shown that is about what mends a submission."""
    return any(rung.height >= ASKS.height for rung in rungs)


def _forever(trial: Trial, failure: Failure) -> bool:
    ending = ending_of(trial, failure)
    return ending is not None and ending.forever
