"""Findings for the ladder: what to tell of a failure, from a hint to the lines most likely to blame; and the report of
a submission that is wrong, with its witness, made small and seen again. It is imported only then.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256

from viva.core.alike import twins
from viva.core.deciding import outcome
from viva.core.escape import visible_line
from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.core.ladder import Rung
from viva.core.report import Comparison, Finding, Report, Witness
from viva.core.terms import ENGLISH, Ended, Meter, Terms
from viva.engines.calls import (
    Behaviour,
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
    behaviour,
    ending_of,
    nearness,
    steps_for,
    unanswered,
)
from viva.engines.calls.failures.around import Seen, Surroundings, surroundings
from viva.engines.calls.failures.differences import NEARLY_ALL, Group, grouped
from viva.engines.calls.failures.likeness import likeness
from viva.engines.calls.failures.places import Suspects, suspects
from viva.engines.calls.failures.replay import replayed
from viva.engines.calls.failures.slips import slip
from viva.engines.calls.inputs.behaviour import outline
from viva.engines.calls.showing import raised
from viva.engines.repair import Repair, completed, mark_of, telling
from viva.languages.outcome import Outcome
from viva.languages.program import NoProgram
from viva.subjects.functions import fix, quality
from viva.subjects.functions.admission import inconsistent
from viva.subjects.functions.fix import not_started
from viva.subjects.functions.model import Task
from viva.subjects.functions.pattern import Condition, condition
from viva.subjects.functions.places import place
from viva.subjects.functions.score import marks
from viva.subjects.functions.suite import suite_of

_FEW = 5
_LONGEST = 300
_MANY = 20  # tests below which nothing is said of all of them
_BLANK = ("none", "printed", "crash")  # of what is not started: what gives a value has an answer to speak of
NOT_STARTED = "not_started"
"""The signature of all that is not written yet."""
_COMMON = 0.2  # of the failures: classes of behaviour with so many of them are where an example comes from


@dataclass(frozen=True, slots=True)
class Overview:
    """What the failures of a submission have in common. `groups` are the failures by kind, the commonest first, and
    `kinds` the classes of behaviour in which most of that group are: an example is taken from there. `everywhere`: all
    that was tried failed, in one way; `uniform`: what is said of the first group holds for every failure. `not_run`:
    inputs of the suite that were passed over after one had no answer."""

    groups: tuple[Group, ...]
    condition: Condition | None
    tests: int
    failing: int
    everywhere: bool
    uniform: bool
    kinds: frozenset[Behaviour]
    not_run: int = 0

    @property
    def main(self) -> Group:
        return self.groups[0]

    def typical(self, question: Question, failure: Failure) -> bool:
        """Whether it may stand for the others: of the commonest kind, and inside of the pattern."""
        fits = self.condition is None or self.condition.holds(question.filled(failure.case.arguments))
        # Where nothing else says that two failures are alike, they are if they are of a common class.
        alike = self.main.word is not None or self.main.kind.partition(":")[0] not in ("wrong", "type", "crash")
        return fits and self.main.has(failure) and (alike or behaviour(question, failure.case) in self.kinds)


def overview(trial: Trial, tested: Tested, seen: Surroundings, searcher: Searcher, voice: Voice) -> Overview:
    question = trial.question
    constants = searcher.hints(trial.submission).integers
    wrong = {id(failure.case) for failure in tested.failures}
    passing = [case for case in tested.cases if id(case) not in wrong]
    groups = [_checked(group, seen) for group in grouped(tested.failures, passing)]
    found = condition(
        question, voice, Seen(tuple(tested.failures), tuple(passing)), seen, constants,
        followed=lambda rows: searcher.facts(trial.submission, rows),
    )  # fmt: skip
    if found and not any(found.holds(question.filled(failure.case.arguments)) for failure in groups[0].failures):
        found = None
    fitting = [
        failure for failure in groups[0].failures
        if found is None or found.holds(question.filled(failure.case.arguments))
    ]  # fmt: skip
    classes = Counter(behaviour(question, failure.case) for failure in fitting)
    common = max(classes.values()) if classes else 0
    kinds = frozenset(kind for kind, number in classes.items() if number >= min(common, _COMMON * len(fitting)))
    fresh_passing = seen.fresh is None or bool(seen.fresh.passing)
    return Overview(
        groups=tuple(groups),
        condition=found,
        tests=len(tested.cases),
        failing=len(tested.failures),
        everywhere=len(groups) == 1 and len(tested.cases) >= _MANY and not seen.known.passing and not fresh_passing,
        uniform=all(groups[0].has(failure) for failure in _all_failures(tested, seen)),
        kinds=kinds,
        not_run=seen.not_run,
    )


def _all_failures(tested: Tested, seen: Surroundings) -> list[Failure]:
    return [*tested.failures, *seen.known.failures, *(seen.fresh.failures if seen.fresh else ())]


def _checked(group: Group, seen: Surroundings) -> Group:
    """With the words that other failures of its kind bear out too."""
    if seen.fresh is None or seen.whole:
        return group
    others = next(
        (other for other in grouped(seen.fresh.failures, seen.fresh.passing) if other.kind == group.kind), None
    )
    return group if others is None else replace(group, words=tuple(w for w in group.words if w in others.words))


def candidates(question: Question, found: Overview) -> list[Failure]:
    """The failures of which one is shown; inside of the pattern, and as typical as there are."""
    condition = found.condition
    fitting = [
        failure
        for failure in found.main.failures
        if condition is None or condition.holds(question.filled(failure.case.arguments))
    ]
    return [failure for failure in fitting if found.typical(question, failure)] or fitting


def findings(
    trial: Trial,
    failure: Failure,
    found: Overview,
    suspects: Suspects | None,
    voice: Voice,
    *,
    repair: Repair | None = None,
    fix: Finding | None = None,
    locale: str = ENGLISH,
) -> tuple[Finding, ...]:
    """One for each rung that can be filled, the lowest first."""
    endless = ending_of(trial, failure)
    example = _example(trial.question, failure, endless, voice)
    if found.main.kind.partition(":")[0] in _BLANK and not_started(trial.submission.facts, trial.question.function):
        counted = _slots(trial.question, found)
        hint, pattern = voice.say("hint_not_started"), voice.say("pattern_not_started", **counted)
        ladder = [Finding(hint, rung=Rung.HINT), Finding(pattern, rung=Rung.PATTERN), example, *([fix] if fix else [])]
        return tuple(replace(finding, signature=NOT_STARTED) for finding in ladder)
    signature = _signature(trial, found, repair)
    ladder = [
        Finding(_hint(trial, failure, found, voice, locale), rung=Rung.HINT),
        Finding(_pattern(trial.question, found, voice), rung=Rung.PATTERN),
        example,
    ]
    ladder += [told for told in (place(trial, failure, suspects, endless, repair=repair, locale=locale), fix) if told]
    return tuple(replace(finding, signature=signature) for finding in ladder)


def _signature(trial: Trial, found: Overview, repair: Repair | None) -> str:
    """Where it is known what mends it, the kind of failure and the edit, up to names; `much` where no small one does.
    Otherwise the kind of failure and, behind the sign `@`, the kinds of input that it spoils."""
    main, question = found.main, trial.question
    if repair is not None:
        facts, reads = trial.submission.facts, trial.submission.language.reads
        own = {*facts.bound, *(mention.name for mention in facts.names)} - (reads.given_names if reads else set())
        return visible_line(f"{main.kind}/{mark_of(repair, own) or 'much'}")
    marks = sorted({f"{behaviour(question, each.case).mark} {outline(each.case)}" for each in main.failures})
    spoiled = sha256("+".join(marks).encode()).hexdigest()[:8]
    return visible_line(f"{'/'.join([main.kind, *main.words[:1]])}@{spoiled}")


def _hint(trial: Trial, failure: Failure, found: Overview, voice: Voice, locale: str) -> str:
    """In which way it is wrong, what in the source may explain it, and when."""
    said = [_way(trial, failure, found, voice, locale)]
    seen = slip(trial, found.main, voice)
    said += [seen] if seen else []
    said += [voice.say("slip_look_alike")] if twins(trial.submission.facts.bound) else []
    share = found.failing / found.tests
    if not found.uniform:
        said.append(voice.say("hint_others"))
    if found.condition:
        said.append(voice.say("hint_when", condition=found.condition.vague))
    elif found.everywhere and found.uniform:
        said.append(voice.say("hint_everywhere"))
    elif found.tests >= _MANY and share >= NEARLY_ALL:
        said.append(voice.say("hint_nearly_everywhere"))
    elif found.tests >= _MANY and share <= 1 - NEARLY_ALL and not found.not_run:
        said.append(voice.say("hint_seldom"))
    return " ".join(said)


def _way(trial: Trial, failure: Failure, found: Overview, voice: Voice, locale: str) -> str:
    problem = failure.outcome.problem
    if failure.kind == "crash" and problem:
        reads = trial.submission.language.reads
        meaning = reads.explain_crash(problem, trial.submission.facts, locale) if reads else None
        said = voice.say("hint_crash", kind=visible_line(problem.kind))
        return f"{said} {meaning}" if meaning else said
    if found.main.word:
        return voice.say(f"hint_is_{found.main.word}", f"hint_{failure.kind}")
    return voice.say(f"hint_{failure.kind}", "hint_other")


def _pattern(question: Question, found: Overview, voice: Voice) -> str:
    slots = _slots(question, found)
    if found.condition:
        held = found.condition.tested
        slots |= {"covers": held.failing - held.missed, "others": held.caught, "passing": held.passing}
        text = voice.say(f"pattern_{found.condition.strength}", **slots, condition=found.condition.text)
    else:
        kind, _, error = found.main.kind.partition(":")
        word = found.main.word if found.uniform else None
        way = voice.say(f"hint_is_{word}", f"hint_{kind}", "hint_other", kind=visible_line(error))
        text = f"{way} {voice.say('pattern_everywhere' if found.everywhere else 'pattern_counted', **slots)}"
    said = [text]
    if found.not_run:
        said.append(voice.say("pattern_not_run", number=found.not_run))
    if len(found.groups) > 1:
        said.append(_kinds(found, voice))
    return " ".join(said)


def _slots(question: Question, found: Overview) -> dict[str, object]:
    return {"function": question.function, "tests": found.tests, "failing": found.failing}


def _kinds(found: Overview, voice: Voice) -> str:
    kinds = ""
    for group in found.groups[:_FEW]:
        kind, _, error = group.kind.partition(":")
        said = voice.say(f"kind_{kind}", "kind_other", error=visible_line(error))
        told = voice.say("pattern_kind", number=len(group.failures), kind=said)
        kinds = voice.say("pattern_comma", first=kinds, second=told) if kinds else told
    return voice.say("pattern_kinds", kinds=kinds)


def _example(question: Question, failure: Failure, endless: Endless | None, voice: Voice) -> Finding:
    """People are shown a table, with values as their language writes them; the witness has them as JSON."""
    case, outcome = failure.case, failure.outcome
    call = voice.call(question.function, case.arguments)
    fields: dict[str, Json] = {"function": question.function, "input": voice.inputs(case.arguments)}
    fields |= _values(failure, voice) | {"call": call}
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
        return Finding(text, rung=Rung.EXAMPLE, witness=Witness("call", fields))
    columns = voice.say("column_call"), voice.say("column_expected"), voice.say("column_actual")
    compared = Comparison(caption, columns, ((call, written["expected"], written["actual"]),), note=note)
    text = voice.say("example_in_words", said=caption, call=call, **written)
    text = f"{text} {note}" if note else text
    return Finding(text, rung=Rung.EXAMPLE, witness=Witness("call", fields), comparison=compared)


def _values(failure: Failure, voice: Voice) -> dict[str, Json]:
    """What was expected and what came, as JSON where JSON says all there is to say."""
    expected, outcome = failure.case.expected, failure.outcome
    fields: dict[str, Json] = {}
    if expected is not None:
        fields["expected"] = voice.json(expected.value) if expected.value is not None else raised(expected)
    fields["actual"] = voice.json(outcome.value) if outcome.value is not None else raised(outcome)
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
        told = (
            replace(each, signature=f"{each.signature.partition('@')[0]}@{alike}")
            if each.rung and each.signature and "@" in each.signature
            else each
            for each in report.findings
        )
        return replace(report, findings=tuple(told))

    def _told(self) -> Report:
        task, trial, tested, begun, voice = self.task, self.trial, self.tested, self.begun, self.voice
        question = task.question
        around = surroundings(trial, self.searcher, tested, self.terms.seed, exhaustive=self.tests.exhaustive)
        found = overview(trial, tested, around, self.searcher, voice)
        shown = candidates(question, found)
        failure = replayed(trial, self.searcher, shown, tested.points, lambda failure: found.typical(question, failure))
        if isinstance(failure, Unsteady):
            return inconsistent(begun, task.function, failure, voice)
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
        told = findings(trial, failure, found, places, voice, repair=repair, fix=mend, locale=self.terms.locale)
        too_slow = task.too_slow == "refuted" and failure.reason == "no_end" and not _forever(trial, failure)
        reason = "too_slow" if too_slow else failure.reason
        return outcome.refuted(begun, reason, points.score, (*told, *habits))

    @property
    def _tells_fix(self) -> bool:
        return Rung.FIX in self.exercise.feedback.rungs(self.terms.attempt, self.terms.rung)


def _forever(trial: Trial, failure: Failure) -> bool:
    ending = ending_of(trial, failure)
    return ending is not None and ending.forever
