"""One method of a submission beside that of the reference: run in the sandbox, compared outside; or the class as a
whole, by sequences of calls through its public interface: where the exercise says so, and where a submission keeps
structures in a way of its own that nothing can be given to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from viva.core.deciding import refuting
from viva.core.records import dataclass
from viva.core.report import About, Finding, Witness
from viva.core.rungs import Clue, Ladder
from viva.core.terms import Ended, Meter
from viva.core.text.escape import visible_line
from viva.core.texts import Say
from viva.engines.heaps.building.method_sequences import Step
from viva.engines.heaps.building.permitted import INVARIANT, says
from viva.engines.heaps.candidate import Fitting
from viva.engines.heaps.comparing.canonical import form
from viva.engines.heaps.comparing.judging import Asked, Difference, Expected, difference, wrongly_shared
from viva.engines.heaps.domain import Domain
from viva.engines.heaps.interface import (
    Parting,
    Played,
    Player,
    is_telling,
    missing_methods,
    parting,
    player,
    smallest,
    told_as,
)
from viva.engines.heaps.running import Runner, after, timed_out, wasteful
from viva.languages.heap import Heap
from viva.languages.outcome import Outcome
from viva.languages.protocol import calls_of
from viva.languages.target import LazyTarget
from viva.sandbox import Limits
from viva.subjects.structures.model import Failure, Judged, smallness

PATIENT = 1_000_000
"""Steps after which a method on a few nodes has no end."""
_MOST_WASTED = 2
_LONGEST_VALUE = 200
_MOST_SHOWN = 24
_SHOWN = 3
_MOST_SLOW = 12
_MOST_AGAIN = 70
_DEEP = 20_000
_LOOKED_AT = 2_000
_ALONE = Limits()
_AT_LENGTH = Limits(cpu_seconds=12.0, wall_seconds=60.0)
"""For a million steps, on a slow machine too."""


@dataclass(frozen=True, slots=True)
class Bench:
    """The submission and the reference, side by side. `own`: the reference has an invariant of its own."""

    submission: Runner
    reference: Runner
    fitting: Fitting
    own: bool
    meter: Meter
    lazily: LazyTarget | None = None
    """The submission as it runs on fields that are made when they are looked at, where it can."""

    def asked_as(self, asked: Asked) -> Asked:
        """What the submission does not keep is not compared."""
        return replace(asked, fields=asked.fields - self.fitting.without)

    def judged(self, asked: Asked, expected: Sequence[Expected], proposed: int = 0) -> Judged:
        asked = self.asked_as(asked)
        right: list[Expected] = []
        failures: list[Failure] = []
        others: list[tuple[Expected, Outcome, Heap]] = []
        wasted = slow = 0
        timed = False
        expected = [each for each in expected if self.fitting.gives(each.call)]
        calls = [self.fitting.given(each.call, asked.layout) for each in expected]
        with self._unless_none(failures):
            for each, told in zip(expected, self.submission.run(asked.method, calls, result=True), strict=False):
                if told.while_loading:
                    return Judged(asked, (), (self._failure(asked, each, told),), proposed)
                hasty = told.problem is not None and told.problem.reason in ("step_limit", "recursion_limit")
                patient = self._patiently(asked, each) if hasty else told
                if timed_out(patient):
                    timed = True
                    break
                wasted += wasteful(patient)
                slow += hasty
                outcome = self.fitting.outcome(patient)
                found = difference(asked, each, outcome)
                if found is None:
                    right.append(each)
                    seen = self._other_shape(asked, each, outcome)
                    if seen is not None:
                        others.append((each, outcome, seen))
                else:
                    failures.append(Failure(each, outcome, found))
                if wasted >= _MOST_WASTED or slow >= _MOST_SLOW:
                    break
        if self.own and others:
            illegal = {
                id(each): Failure(each, outcome, Difference("order", (INVARIANT,)))
                for (each, outcome, _), legal in zip(
                    others, says(self.reference, [heap for _, _, heap in others]), strict=True
                )
                if not legal
            }
            right = [each for each in right if id(each) not in illegal]
            failures += illegal.values()
        failures.sort(key=smallness)
        return Judged(asked, tuple(right), tuple(failures), proposed, timed=timed)

    @contextmanager
    def _unless_none(self, failures: Sequence[Failure]) -> Iterator[None]:
        """Where the time is over and something was found, what was found is told."""
        try:
            yield
        except Ended:
            if not failures:
                raise

    def _other_shape(self, asked: Asked, expected: Expected, outcome: Outcome) -> Heap | None:
        """What was accepted though it has another shape."""
        got = after(outcome) if asked.left else outcome.value
        wanted = expected.left if asked.left else expected.value
        if got is None or form(got, asked.fields) == form(wanted, asked.fields):
            return None
        return got

    def _failure(self, asked: Asked, expected: Expected, outcome: Outcome) -> Failure:
        found = difference(asked, expected, outcome)
        assert found is not None
        return Failure(expected, outcome, found)

    def _patiently(self, asked: Asked, expected: Expected) -> Outcome:
        """Once more with far more steps, and room for a deep recursion: slow and deep are not wrong."""
        call = self.fitting.given(expected.call, asked.layout)
        steps = max(PATIENT, 1000 * expected.steps)
        return next(
            iter(
                self.submission.run(
                    asked.method, [call], result=True, steps=steps, recursion=_DEEP, last=_LOOKED_AT, limits=_AT_LENGTH
                )
            )
        )

    def alone(self, asked: Asked, expected: Expected, seed: int) -> Outcome:
        """In a process of its own, with limits of its own."""
        call = self.fitting.given(expected.call, asked.layout)
        runs = self.submission.run(asked.method, [call], seed=seed, result=True, together=1, limits=_ALONE)
        outcome = next(iter(runs))
        if outcome.problem is not None and outcome.problem.reason in ("step_limit", "recursion_limit"):
            outcome = self._patiently(asked, expected)
        return self.fitting.outcome(outcome)

    def replayed(self, asked: Asked, failure: Failure) -> Failure | refuting.Inconsistent[Failure, Outcome]:
        asked = self.asked_as(asked)

        def same(first: Failure, again: Outcome) -> bool:
            if first.outcome.problem or again.problem:
                return (first.outcome.problem is None) == (again.problem is None)
            return _said(asked, first.outcome) == _said(asked, again)

        with self.meter.reserve():
            return refuting.shrink_and_replay(
                failure,
                smaller=lambda failure: failure,
                alone=lambda failure: self.alone(asked, failure.expected, seed=1),
                same=same,
            )

    def again(self, judged: Judged) -> tuple[Failure, Outcome] | None:
        """Right answers once more, in the other order and with another seed: one that differs now, and how it was."""
        asked = judged.asked
        stride = len(judged.right) // _MOST_AGAIN + 1
        cases = list(reversed(judged.right[::stride]))
        calls = [self.fitting.given(each.call, asked.layout) for each in cases]
        for each, outcome in zip(cases, self.submission.run(asked.method, calls, seed=2, result=True), strict=False):
            told = self.fitting.outcome(outcome)
            if wasteful(told):
                break
            if told.problem is not None and told.problem.reason != "crash":
                continue
            found = difference(asked, each, told)
            if found is not None:
                first = self.alone(asked, each, seed=0)
                if difference(asked, each, first) is None:
                    return Failure(each, told, found), first
        return None


def _said(asked: Asked, outcome: Outcome) -> object:
    left = after(outcome)
    value = form(outcome.value, asked.fields) if outcome.value is not None and asked.result else None
    return value, form(left, asked.fields) if left is not None and asked.left else None, wrongly_shared(asked, outcome)


@dataclass(frozen=True, slots=True)
class Conversed:
    """What came of the sequences: how many came out right, and those that did not."""

    tests: int
    partings: tuple[Parting, ...] = ()
    missing: tuple[str, ...] = ()
    timed: bool = False
    steady: bool = True

    @property
    def right(self) -> int:
        return self.tests - len(self.partings)


def converse(
    submitted: Runner, reference: Player, domain: Domain, expected: Sequence[Played], *, patient: bool = False
) -> Conversed | None:
    """None where the submission cannot be asked in this way. `patient`: the sequences are long, so nothing is said of
    what only takes long, or goes deep."""
    theirs = player(submitted, submitted.program.text, domain)
    if theirs is None:
        return None
    theirs, reference = replace(theirs, patient=patient), replace(reference, patient=patient)
    partings: list[Parting] = []
    asked = wasted = 0
    told: list[Played] = []
    for begin in range(0, len(expected), 100):
        some = expected[begin : begin + 100]
        for one, two in zip(some, theirs.play([each.way for each in some]), strict=False):
            asked += 1
            told.append(two)
            if two.ended is not None and timed_out(two.ended):
                return Conversed(asked, tuple(partings), timed=True)
            wasted += two.ended is not None
            found = parting(one, two)
            if found is not None and (not patient or is_telling(found)):
                partings.append(found)
        if wasted >= _MOST_WASTED:
            break
    missing = missing_methods(told)
    if missing or not partings:
        return Conversed(asked, (), tuple(missing))
    first = min(partings, key=lambda each: (len(each.expected.way), repr(each.expected.way)))
    first = smallest(first, reference, theirs)
    again = theirs.play([first.expected.way], seed=1, alone=True)
    same = bool(again) and again[0].told == first.actual.told
    return Conversed(asked, (first, *partings[1:]), steady=same or bool(again and again[0].ended))


def reason_of(found: Parting) -> str:
    if found.actual.shown and told_as(found.actual.last) is not None:
        return "crash"
    return "wrong" if found.actual.ended is None else "no_end"


def sequence_ladder(found: Parting, shown: Telling, asked: Sequence[str] | None = None) -> Ladder:
    """What is told of the first sequence that comes out otherwise. Where only some methods are `asked` for, it is said
    which others it went through: they are the student's own, and the fault may be theirs."""
    method = found.step.method
    calls = [shown.call(step) for step in found.expected.way]
    wanted = shown.value(found.expected.last)
    say = shown.say
    got = shown.got(found.actual)
    before = say("comma").join(_shortened([f"`{each}`" for each in calls[:-1]], say))
    text = say("example_sequence", before=before, call=calls[-1], expected=wanted, actual=got)
    witness = Witness(
        "structure",
        {"method": method, "before": "; ".join(calls[:-1]), "call": calls[-1], "expected": wanted, "actual": got},
    )
    known = told_as(found.actual.last) if found.actual.shown else None
    kind = "crash" if known is not None else "result"
    hint = say(f"hint_sequence_{kind}", method=method)
    used = dict.fromkeys(step.method for step in found.expected.way if step.method)
    others = [name for name in used if asked is not None and name not in asked]
    if others:
        through = say("sequence_through", methods=say("comma").join(f"`{name}`" for name in others))
        hint, text = f"{hint} {through}", f"{text} {through}"
    return Ladder(
        f"{method}:{kind}",
        hint=hint,
        example=Clue(text, witness=witness),
    )


def _shortened(calls: Sequence[str], say: Say) -> list[str]:
    """Of very many, the first and the last ones."""
    if len(calls) <= _MOST_SHOWN:
        return [*calls]
    return [*calls[:_SHOWN], say("calls_between", count=len(calls) - 2 * _SHOWN), *calls[-_SHOWN:]]


@dataclass(frozen=True, slots=True)
class Telling:
    runner: Runner
    say: Say

    def value(self, heap: Heap) -> str:
        return visible_line(calls_of(self.runner.language).show(heap, _LONGEST_VALUE))

    def call(self, step: Step) -> str:
        given = ", ".join(map(self._argument, step.arguments))
        return f"{step.method or self.runner.cls}({given})"

    def _argument(self, value: object) -> str:
        if isinstance(value, Heap):
            return self.value(value)
        return repr(list(value)) if isinstance(value, tuple) else repr(value)

    def got(self, actual: Played) -> str:
        known = told_as(actual.last) if actual.shown else None
        if known is not None:
            return self.say("got_raised", kind=visible_line(known[1]))
        if actual.ended is not None:
            return self.say("got_no_end")
        return self.say("does_return", value=self.value(actual.last))


def unsteady_sequence(found: Parting, shown: Telling) -> Finding:
    calls = "; ".join(shown.call(step) for step in found.expected.way)
    text = shown.say("inconsistent_sequence", calls=calls)
    return Finding(text, About.POLICY, signature="inconsistent", witness=Witness("runs", {"call": calls}))
