"""Runs constructors and methods of one program, plainly: what a verdict may rest on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from viva.core.outcome import LIMITS
from viva.engines.heaps.parts import Argument, element, joined
from viva.languages.heap import Heap
from viva.languages.outcome import Outcome
from viva.languages.program import Program
from viva.languages.protocol import Language
from viva.sandbox import Limits, Sandbox

LARGEST = 300
"""Parts of what comes back: far more than follows from structures of a dozen nodes."""
_OUTPUT = 100_000
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

    def construct(self, calls: Sequence[Sequence[Argument]]) -> list[Outcome]:
        return list(
            self.language.call(
                self.sandbox, self.program, self.cls, [joined(call) for call in calls],
                steps=STEPS, largest=LARGEST, output=_OUTPUT,
            )
        )  # fmt: skip

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
        return self.language.call(
            self.sandbox, self.program, f"{self.cls}.{method}", calls,
            steps=steps, seed=seed, report=report, together=together, drain=True, last=last, recursion=recursion,
            limits=limits, largest=LARGEST, output=_OUTPUT, named=self.named,
        )  # fmt: skip


def wasteful(outcome: Outcome) -> bool:
    """Whether a run took all that it was given, or came to more than can be looked at. Few of these are enough to know,
    so who runs many calls counts them: the work is then bounded, whatever was submitted."""
    return outcome.problem is not None and outcome.problem.reason in _WASTEFUL


def after(outcome: Outcome) -> Heap | None:
    """The object as the call left it."""
    return element(outcome.arguments, 0) if outcome.arguments is not None else None
