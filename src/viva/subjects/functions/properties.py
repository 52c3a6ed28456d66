"""Properties instead of a reference, or beside one: they run outside and ask the submitted function through a dialogue.

A property is a function of the teacher's file. It takes the function to be examined and values of the types that its
annotations name (or those of the exercise's parameters with the same names). It does not hold where it gives False or
an assertion fails, and where the submitted function gives it nothing to go on with.
"""

from __future__ import annotations

import copy
import inspect
import random
import types
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import field, replace
from itertools import islice

from viva.core.deciding import outcome, refuting
from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.records import dataclass
from viva.core.report import Evidence, Finding, Report, Witness
from viva.core.rungs import Clue, Ladder
from viva.core.terms import Ended
from viva.core.verdict import Verdict
from viva.engines.calls import (
    Arguments,
    Case,
    Failure,
    Oracle,
    Parameter,
    Programs,
    Question,
    Searcher,
    Source,
    Trial,
    Voice,
    distinct,
    load_module,
    maker,
    plain,
    was_cut_off,
    wrong,
)
from viva.engines.calls.making import definitions
from viva.engines.calls.showing import describe_ending
from viva.engines.calls.testing.slow import Point
from viva.engines.calls.trial import STEPS
from viva.engines.enumeration.fingerprints import fingerprint
from viva.engines.shapes import Unknown, fit_value, instances, read_shape, rows, size, smaller
from viva.engines.symbolic import Bounds, Counters
from viva.languages.finding import language_named
from viva.languages.outcome import Lacking, Outcome
from viva.languages.protocol import Answers, reads_of
from viva.languages.values import Missing, revive
from viva.subjects.functions.model import Task

_SMALL = 150
_RANDOM = 200
_ROUNDS = 30
_CANDIDATES = 40
_SHOWN_CALLS = 4
_FIRST_CHUNK = 16
_AHEAD = 20  # calls of one property that are foreseen
_MOST_SLOW = 3
_ENTRY = "viva_property"
_BRANCHES = Bounds(runs=60, solver_calls=40)


@dataclass(frozen=True, slots=True)
class Property:
    """`question` has the parameters of the property in place of those of the function."""

    name: str
    function: types.FunctionType
    question: Question
    source: Source


@dataclass(frozen=True, slots=True)
class Broken:
    """A property that does not hold for these arguments; `calls` were made on the way, and `problem` ended the last,
    which was with the arguments `asked`."""

    arguments: Arguments
    calls: tuple[str, ...]
    problem: Outcome | None = None
    asked: Arguments = ()

    @property
    def reason(self) -> str:
        return self.as_failure.reason if self.problem else "wrong"

    @property
    def as_failure(self) -> Failure:
        """The call that ended it."""
        assert self.problem is not None and self.problem.problem is not None
        return Failure(Case(self.asked, None, frozenset(), 0), self.problem, self.problem.problem.reason)

    @property
    def unanswered(self) -> bool:
        return self.problem is not None and was_cut_off(self.as_failure)


class _Raised(Exception):
    def __init__(self, outcome: Outcome, asked: Arguments) -> None:
        super().__init__(describe_ending(outcome))
        self.outcome = outcome
        self.asked = asked


class _NotYet(BaseException):
    """A call whose answer is not there yet; no `except Exception` of a property may hide it."""

    def __init__(self, asked: Arguments) -> None:
        super().__init__()
        self.asked = asked


class _Outside(Exception):
    """A property asked the function something that is outside of its domain."""


class Opaque:
    """Stands for a result that holds no value, such as an instance of a class of the submission."""


def properties(source: Source, question: Question) -> list[Property]:
    """The properties of the teacher's file, in its order."""
    file = str(source.file)
    facts = reads_of(language_named(source.language)).survey_trusted(source.text, file)
    made_of_classes = any(map(instances, question.shapes))
    namespace = definitions(source.text, file) if made_of_classes else load_module(source.text, file)
    found: list[Property] = []
    for signature in facts.functions:
        function = namespace.get(signature.name)
        if not signature.name.startswith("_") and isinstance(function, types.FunctionType):
            parameters = tuple(_parameter(question, pair, signature.name, file) for pair in signature.parameters[1:])
            asked = replace(question, parameters=parameters, reference=None, examples=())
            found.append(Property(signature.name, function, asked, source))
    if not found:
        raise Fault("this defines no property", file=file, remedy="write functions that take the submitted one first")
    return found


def _parameter(question: Question, pair: tuple[str, Json], name: str, file: str) -> Parameter:
    known = {parameter.name: parameter for parameter in question.parameters}
    if pair[1] is None and pair[0] in known:
        return known[pair[0]]
    try:
        return Parameter(pair[0], read_shape(pair[1]))
    except Unknown:
        raise Fault(
            f"the type of the parameter {pair[0]!r} of {name} is not known",
            file=file,
            remedy="annotate it",
        ) from None


def examine_properties(begun: Report, task: Task, trial: Trial, seed: int, voice: Voice) -> Report:
    """The report with one part for each property; the first that does not hold refutes."""
    assert task.properties is not None, "it is of a kind that has some"
    found = properties(task.properties, task.question)
    tests = [0 for _ in found]
    failures: dict[int, Broken] = {}
    # What nobody would guess is searched for where nothing else is wrong.
    for searching in (False, True):
        for number, prop in enumerate(found):
            answered, failure = _tested(prop, trial, seed, voice, searching=searching)
            tests[number] += answered
            if isinstance(failure, refuting.Inconsistent):
                return _inconsistent(begun, prop, failure, voice)
            if failure is not None:
                failures[number] = failure
            elif not tests[number] or trial.meter.exhausted:
                return outcome.undecided(begun, voice.say("undecided_budget", total=sum(tests)))
        if failures:
            break
    parts = [_part(begun, prop, tests[at], failures.get(at), voice) for at, prop in enumerate(found)]
    evidence = replace(
        begun.evidence,
        method=voice.say("method_properties" if task.question.reference is None else "method_both"),
        tests=(begun.evidence.tests or 0) + sum(tests),
        covered=voice.say("covered_properties", count=len(found), tests=sum(tests))
        + (f"; {begun.evidence.covered}" if begun.evidence.covered else ""),
    )
    report = replace(begun, evidence=evidence, parts=tuple(parts))
    if not failures:
        return outcome.passed(report)
    first = min(failures)
    right = sum(part.verdict.right for part in parts)
    told = findings(found[first], failures[first], voice)
    return outcome.refuted(report, failures[first].reason, right / len(parts), told)


def _inconsistent(
    begun: Report, prop: Property, found: refuting.Inconsistent[Broken, Broken | None], voice: Voice
) -> Report:
    """The same arguments, and the property held once and once it did not."""
    calls = [found.failure.calls, found.alone.calls if found.alone else (voice.say("property_held"),)]
    first, second = ("; ".join(made[-_SHOWN_CALLS:]) for made in calls)
    text = voice.say(
        "inconsistent", call=f"{prop.name}: {_shown(prop, found.failure, voice)}", first=first, second=second
    )
    fields: dict[str, Json] = {"input": voice.inputs(found.failure.arguments), "first": first, "second": second}
    return outcome.inconsistent(begun, text, Witness("runs", fields))


def _part(begun: Report, prop: Property, tests: int, failure: Broken | None, voice: Voice) -> Report:
    return Report(
        verdict=Verdict.REFUTED if failure else Verdict.PASSED,
        subject=begun.subject,
        exercise=prop.name,
        evidence=Evidence(voice.say("method_property"), tests),
        reason="wrong" if failure else None,
        score=0.0 if failure else 1.0,
        isolation=begun.isolation,
        seed=begun.seed,
    )


def _tested(
    prop: Property, trial: Trial, seed: int, voice: Voice, *, searching: bool
) -> tuple[int, Broken | refuting.Inconsistent[Broken, Broken | None] | None]:
    """How many inputs were answered, and a counterexample that was seen again alone. One that ended for want of an
    answer counts as `slow` says; others like it are not asked for."""
    domain = _domain(prop, trial)
    tests = slow = 0
    random.seed(f"{prop.name} {seed}")  # a property that asks for chance gets the same in every process
    with trial.asked() as answers:
        dialogue = _Dialogue(prop, trial, answers, voice)
        inputs = _searched(prop, trial, domain) if searching else _inputs(prop, trial, domain, seed)
        for arguments in dialogue.foreseen(inputs):
            broken = dialogue.broken(arguments)
            if broken and broken.unanswered and not wrong(trial, broken.as_failure, dialogue.points, smaller=False):
                slow += 1
                if slow >= _MOST_SLOW:
                    break
                continue
            tests += 1
            if broken:
                return tests, _replayed(dialogue, domain, broken)
            if trial.meter.exhausted:
                break
    return tests, None


def _replayed(
    dialogue: _Dialogue, domain: Oracle, broken: Broken
) -> Broken | refuting.Inconsistent[Broken, Broken | None]:
    """Seen again before it is made smaller, and after; what took all its time is no witness."""
    trial = dialogue.trial

    def again(broken: Broken) -> Broken | None:
        with trial.meter.reserve(), trial.asked() as answers:
            found = replace(dialogue, answers=answers).broken(broken.arguments)
        if found and found.reason in ("time_limit", "killed"):
            raise Ended
        return found

    def seen(broken: Broken) -> Broken | refuting.Inconsistent[Broken, Broken | None]:
        return refuting.shrink_and_replay(
            broken,
            smaller=lambda broken: broken,
            alone=again,
            same=lambda broken, again: again is not None and again.reason == broken.reason,
        )

    found = seen(broken)
    with suppress(Ended):
        if not isinstance(found, refuting.Inconsistent) and not found.unanswered:
            return seen(_smaller(dialogue, domain, found))
    return found


def _domain(prop: Property, trial: Trial) -> Oracle:
    """What tells which inputs a property has: of its types, and admitted by `requires` where that is about the same
    parameters."""
    same = prop.question.shapes == trial.question.shapes
    return Oracle(prop.question, Programs(None, trial.oracle.programs.requires if same else None))


def _inputs(prop: Property, trial: Trial, domain: Oracle, seed: int) -> list[Arguments]:
    searcher = Searcher(prop.question, Programs(None, trial.oracle.programs.requires))
    small = rows(prop.question.shapes, _SMALL, maker(prop.question))
    inputs = distinct([*small, *searcher.random(_RANDOM, seed)])
    return [case.arguments for case in domain.cases(inputs)]


def _searched(prop: Property, trial: Trial, domain: Oracle) -> Iterator[Arguments]:
    """Inputs for the branches of the property together with those of the function that it asks. They share a process
    with what was submitted, and are only proposed: what comes of them is seen in the dialogue."""
    submission, source = trial.submission, prop.source
    together = submission.language.name == source.language and "." not in prop.question.function
    if submission.calls.symbolic is None or not together or any(map(instances, prop.question.shapes)):
        return
    names = ", ".join(prop.question.names)
    asks = f"{prop.name}({', '.join([prop.question.function, names])})"
    entry = f"def {_ENTRY}({names}):\n    if {asks}:\n        return True\n    return False\n"
    text = b"\n\n".join((submission.source, source.text.encode(), entry.encode()))
    searcher = Searcher(prop.question, Programs(), trial.meter)
    with suppress(Ended):  # the tests that were made stand without it
        proposed = list(searcher.branches(replace(submission.edited(text), function=_ENTRY), Counters(), _BRANCHES))
        yield from (case.arguments for case in domain.cases(distinct(proposed)))


@dataclass(frozen=True, slots=True)
class _Dialogue:
    """A property that asks the submitted function; `points` are what its answers took."""

    prop: Property
    trial: Trial
    answers: Answers
    voice: Voice
    points: list[Point] = field(default_factory=list)

    @property
    def oracle(self) -> Oracle:
        """That of the function: what it is not made for is nothing that a property can blame it for."""
        return self.trial.oracle

    def foreseen(self, inputs: Iterable[Arguments]) -> Iterator[Arguments]:
        """The inputs, as what will be asked for each is known: where a process for every call would cost more than all
        the rest, calls are asked together, in chunks that grow, since most that is wrong is seen at once."""
        if not self.answers.foresees:
            yield from inputs
            return
        rest, length = iter(inputs), _FIRST_CHUNK
        while chunk := list(islice(rest, length)):
            self._foresee(chunk)
            yield from chunk
            length *= 2

    def _foresee(self, inputs: Sequence[Arguments]) -> None:
        """Each property is run up to the first call that has no answer yet; these are asked, and so on. What is not
        foreseen (a property that asks for chance) is asked when its turn comes."""
        chance = random.getstate()
        waiting = list(inputs)
        for _ in range(_AHEAD):
            missing = [(one, asked) for one in waiting if (asked := self._missing(one)) is not None]
            if not missing:
                break
            self.answers.foresee([asked for _, asked in missing])
            waiting = [one for one, _ in missing]
        random.setstate(chance)

    def _missing(self, arguments: Arguments) -> Arguments | None:
        """The first call of which the answer is not there."""
        try:
            replace(self, points=[]).broken(arguments, ahead=True)
        except _NotYet as call:
            return call.asked
        return None

    def broken(self, arguments: Arguments, *, ahead: bool = False) -> Broken | None:
        """With `ahead` nothing is asked that has no answer yet: it raises `_NotYet`."""
        calls: list[str] = []
        lacked: list[str] = []

        def ask(*asked: object) -> object:
            # Not by ==, which takes 0.0 for 0: the types say what may be asked.
            if fingerprint(asked) != fingerprint(arguments) and not self._may_be_asked(asked):
                raise _Outside
            if ahead and not self.answers.knows(asked):
                raise _NotYet(asked)
            outcome = self.answers.ask(list(asked))
            if not ahead:
                self.trial.meter.charge(max(1, min(outcome.steps or 1, STEPS)))
            if outcome.lacked:
                lacked.append(outcome.lacked)
            calls.append(f"{self.voice.call(self.prop.question.function, asked)} = {self.voice.answer(outcome)}")
            if outcome.value is None:
                raise _Raised(outcome, asked)
            self.points.append(Point(asked, outcome.steps or 1, len(outcome.written)))
            try:
                return revive(plain(outcome.value))
            except (Missing, TypeError, ValueError):
                return Opaque()

        problem: _Raised | None = None
        try:
            held = self.prop.function(ask, *copy.deepcopy(arguments)) is not False
        except _Outside:
            return None
        except _Raised as raised:
            held, problem = False, raised
        except Exception:  # noqa: BLE001 a value that the property cannot use is as wrong as one that it denies
            held = False
        if held:
            return None
        if lacked:
            raise Lacking(lacked[0])
        return Broken(arguments, tuple(calls), *((problem.outcome, problem.asked) if problem else ()))

    def _may_be_asked(self, asked: Arguments) -> bool:
        """Without a reference the types of the function are not known, and `requires` alone says no."""
        question, requires = self.oracle.question, self.oracle.programs.requires
        if question.reference is not None:
            if len(asked) != len(question.shapes):
                return False
            return self.oracle.admits(tuple(map(fit_value, question.shapes, asked)))
        return requires is None or self.oracle.required(asked)


def _smaller(dialogue: _Dialogue, domain: Oracle, broken: Broken) -> Broken:
    question = dialogue.prop.question
    for _ in range(_ROUNDS):
        candidates = smaller(broken.arguments, question.shapes, make=maker(question))[:_CANDIDATES]
        candidates = [case.arguments for case in domain.cases(candidates)]
        tried = map(dialogue.broken, dialogue.foreseen(candidates))
        found = next((other for other in tried if other and other.reason == broken.reason), None)
        if found is None or size(list(found.arguments)) >= size(list(broken.arguments)):
            break
        broken = found
    return broken


def _shown(prop: Property, broken: Broken, voice: Voice) -> str:
    pairs = zip(prop.question.names, broken.arguments, strict=True)
    return ", ".join(f"{name} = {voice.value(value)}" for name, value in pairs)


def findings(prop: Property, broken: Broken, voice: Voice) -> tuple[Finding, ...]:
    said = inspect.getdoc(prop.function) or prop.name.replace("_", " ")
    first = said.split("\n\n")[0].replace("\n", " ")
    call = _shown(prop, broken, voice)
    fields: dict[str, Json] = {
        "property": prop.name,
        "input": voice.inputs(broken.arguments),
        "expected": first,
        "actual": "; ".join(broken.calls[-_SHOWN_CALLS:]),
    }
    text = voice.say("example_property", property=first, arguments=call, calls="\n".join(broken.calls[-_SHOWN_CALLS:]))
    return Ladder(
        f"property:{prop.name}",
        hint=voice.say("hint_property", property=first),
        example=Clue(text, witness=Witness("property", fields)),
    ).findings()
