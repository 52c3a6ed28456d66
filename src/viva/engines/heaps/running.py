"""Runs constructors and methods of one program, plainly: what a verdict may rest on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from viva.core.deciding.outcome import LIMITS
from viva.core.json import Json
from viva.core.records import dataclass
from viva.engines.heaps.parts import Argument, element, join_arguments
from viva.languages.answered import Answered, key_of_batch
from viva.languages.heap import Heap
from viva.languages.outcome import Lacking, Outcome
from viva.languages.program import Program
from viva.languages.protocol import Calls, Language, calls_of, reads_of
from viva.languages.values import rewrite
from viva.sandbox import Limits, Sandbox

LARGEST = 300
"""Parts of what comes back: far more than follows from structures of a dozen nodes."""
_OUTPUT = 100_000
LIMITED = Limits(cpu_seconds=3.0, output=64 << 20)
"""For a process in which many calls are made: far more than those take that end. What takes longer has one of its own.
"""
_WASTEFUL = LIMITS.keys() | {"recursion_limit", "unserialisable"}
STEPS = 30_000
"""For a structure of a few nodes that is more than a method needs that ends; who is not sure asks with more."""


@dataclass(frozen=True, slots=True)
class Runner:
    language: Language
    sandbox: Sandbox
    program: Program
    cls: str
    named: bool = False
    """It is given what it built itself, and may have names for parts of it."""
    answered: Answered | None = None
    """Of a program of the teacher: what it was asked before is not run again."""

    @property
    def outline(self) -> str:
        """Of a program that is trusted: its classes and functions, in the notation that all languages share."""
        return reads_of(self.language).outline(self.program.text).text

    @property
    def calls(self) -> Calls:
        return calls_of(self.language)

    def construct(self, calls: Sequence[Sequence[Argument]]) -> list[Outcome]:
        return list(_with_all_they_ask(
            self.calls.call(
                self.sandbox, self.program, self.cls, [join_arguments(call) for call in calls],
                steps=STEPS, limits=LIMITED, largest=LARGEST, output=_OUTPUT,
            )
        ))  # fmt: skip

    def run(
        self,
        method: str,
        calls: Sequence[Heap],
        *,
        seed: int = 0,
        ticks: bool = False,
        result: bool = False,
        together: int = 300,
        last: int = 0,
        recursion: int | None = None,
        steps: int = STEPS,
        limits: Limits | None = None,
    ) -> Iterator[Outcome]:
        """Each heap is a list: the object, then the arguments. The outcome has all of them as they are afterwards, and
        where that is asked for the result as the last of them."""
        report = ["arguments", *(["ticks"] if ticks else []), *(["result"] if result else [])]
        key = None
        if self.answered is not None:
            key = self._key(method, calls, [seed, [*report], together, last, recursion, steps, self.named])
            known = None if key is None else self.answered.get(key)
            if known is not None:
                return iter(known)
        outcomes = _with_all_they_ask(self.calls.call(
            self.sandbox, self.program, f"{self.cls}.{method}", calls,
            steps=steps, seed=seed, report=report, together=together, drain=True, last=last, recursion=recursion,
            limits=limits or LIMITED, largest=LARGEST, output=_OUTPUT, named=self.named,
        ))  # fmt: skip
        return outcomes if self.answered is None else self.answered.asking(key, len(calls), outcomes)

    def _key(self, method: str, calls: Sequence[Heap], conditions: Json) -> bytes | None:
        made = (self.language.name, self.program.text, repr(self.program.hooks), self.cls, method)
        return key_of_batch((*made, self.sandbox.isolation.value), list(map(rewrite, calls)), conditions)


def _with_all_they_ask(outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
    """Raises `Lacking` where a call asked for what Viva does not have: what comes of that says nothing."""
    for outcome in outcomes:
        if outcome.lacked:
            raise Lacking(outcome.lacked)
        yield outcome


def waste(outcome: Outcome) -> int:
    """How much of what may be wasted a run has: one that took seconds in few steps has most of it."""
    return 0 if not wasteful(outcome) else 2 if timed_out(outcome) else 1


def timed_out(outcome: Outcome) -> bool:
    """Whether it took more time than there was, in fewer steps than it had: slow is not wrong, so nothing is said."""
    return outcome.problem is not None and outcome.problem.reason == "time_limit"


def wasteful(outcome: Outcome) -> bool:
    """Whether a run took all that it was given, or came to more than can be looked at. Few of these are enough to know,
    so who runs many calls counts them: the work is then bounded, whatever was submitted."""
    return outcome.problem is not None and outcome.problem.reason in _WASTEFUL


def after(outcome: Outcome) -> Heap | None:
    """The object as the call left it."""
    return element(outcome.arguments, 0) if outcome.arguments is not None else None
