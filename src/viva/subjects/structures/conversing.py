"""A class judged as a whole: by sequences of calls through its public interface.

So it is where the exercise says so (`judged = "class"`), and where a submission keeps structures in a way of its own
that nothing can be given to: then what its calls return tells whether it is right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from viva.core.report import About, Finding, Witness
from viva.core.rungs import Clue, Ladder
from viva.core.text.escape import visible_line
from viva.core.texts import Say
from viva.engines.heaps.building.method_sequences import Step
from viva.engines.heaps.domain import Domain
from viva.engines.heaps.interface import (
    Parting,
    Played,
    Player,
    missing_methods,
    parting,
    player,
    smallest,
    told_as,
)
from viva.engines.heaps.running import Runner, timed_out
from viva.languages.heap import Heap
from viva.languages.protocol import calls_of

_WASTED = 2
_LONGEST = 200


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


def converse(submitted: Runner, reference: Player, domain: Domain, expected: Sequence[Played]) -> Conversed | None:
    """None where the submission cannot be asked in this way."""
    theirs = player(submitted, submitted.program.text, domain)
    if theirs is None:
        return None
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
            if found is not None:
                partings.append(found)
        if wasted >= _WASTED:
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


def ladder(found: Parting, shown: Telling) -> Ladder:
    """What is told of the first sequence that comes out otherwise."""
    method = found.step.method
    calls = [shown.call(step) for step in found.expected.way]
    wanted = shown.value(found.expected.last)
    say = shown.say
    got = shown.got(found.actual)
    before = say("comma").join(f"`{each}`" for each in calls[:-1])
    text = say("example_sequence", before=before, call=calls[-1], expected=wanted, actual=got)
    witness = Witness(
        "structure",
        {"method": method, "before": "; ".join(calls[:-1]), "call": calls[-1], "expected": wanted, "actual": got},
    )
    known = told_as(found.actual.last) if found.actual.shown else None
    kind = "crash" if known is not None else "result"
    return Ladder(
        f"{method}:{kind}",
        hint=say(f"hint_sequence_{kind}", method=method),
        example=Clue(text, witness=witness),
    )


@dataclass(frozen=True, slots=True)
class Telling:
    runner: Runner
    say: Say

    def value(self, heap: Heap) -> str:
        return visible_line(calls_of(self.runner.language).show(heap, _LONGEST))

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


def unsteady(found: Parting, shown: Telling) -> Finding:
    calls = "; ".join(shown.call(step) for step in found.expected.way)
    text = shown.say("inconsistent_sequence", calls=calls)
    return Finding(text, About.POLICY, signature="inconsistent", witness=Witness("runs", {"call": calls}))
