"""A submission on trial: runs of its function, what they cost, and what came of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from viva.core.terms import Meter
from viva.languages.outcome import Outcome
from viva.languages.program import Program
from viva.languages.protocol import Language
from viva.languages.survey import Survey
from viva.sandbox import Limits, Sandbox
from viva.subjects.functions.judge import LIMITS, Failure, Judge
from viva.subjects.functions.model import Task
from viva.subjects.functions.oracle import Case, Oracle

STEPS = 1_000_000
FACTOR = 1000
DEEP = 30_000  # calls nested; far more than Python's own 1000, to tell deep recursion from endless one
LONG_STEPS = 400_000  # for one long input
LONG_DEPTH = 5000
_MOST_LIMITED = 3
_CPU_SECONDS = 5.0
_OUTPUT = 200_000


@dataclass(slots=True)
class Trial:
    """`limited` counts answers that never came; after a few of them the rest is not asked for. `deep` are inputs on
    which the function is right but calls itself deeper than Python allows; `wrong_when_long` is found by measuring how
    its work grows."""

    language: Language
    sandbox: Sandbox
    file: str
    source: bytes
    program: Program
    facts: Survey
    task: Task
    oracle: Oracle
    judge: Judge
    meter: Meter
    limited: int = 0
    deep: list[Case] = field(default_factory=list)
    wrong_when_long: list[Failure] = field(default_factory=list)

    def outcomes(
        self, cases: Sequence[Case], *, seed: int = 0, together: int = 1000, forbidden: Sequence[str] = ()
    ) -> Iterator[Outcome]:
        """The answers, in order; fewer if the budget ends, or if too many of them never come."""
        start = 0
        while start < len(cases):
            limit = steps_for(cases[start])
            end = start
            while end < len(cases) and steps_for(cases[end]) == limit:
                end += 1
            for outcome in self.language.call(
                self.sandbox, self.program, self.task.function, [case.arguments for case in cases[start:end]],
                steps=limit, seed=seed, output=_OUTPUT, report=self._reported, together=together,
                limits=Limits(
                    cpu_seconds=_CPU_SECONDS, wall_seconds=6 * _CPU_SECONDS, memory=self.meter.budget.memory,
                    output=64 << 20,
                ),
                drain=self.oracle.drain, forbidden=forbidden,
            ):  # fmt: skip
                reason = outcome.problem.reason if outcome.problem else None
                self.limited += _MOST_LIMITED if reason == "time_limit" else reason in LIMITS
                # The steps were said inside of the box: no claim saves steps or wastes more than a run may take.
                self.meter.charge(min(max(limit if reason == "step_limit" else outcome.steps or 1, 1), limit))
                yield outcome
                if self.limited >= _MOST_LIMITED or self.meter.exhausted:
                    return
            start = end

    def in_time(self, cases: Sequence[Case]) -> Iterator[Outcome]:
        """The answers to long inputs, up to the first that takes too long or too much: slow is not wrong."""
        outcomes = self.language.call(
            self.sandbox, self.program, self.task.function, [case.arguments for case in cases],
            steps=LONG_STEPS, limits=Limits(memory=self.meter.budget.memory, output=64 << 20),
            drain=self.oracle.drain, recursion=LONG_DEPTH, report=self._reported,
        )  # fmt: skip
        for outcome in outcomes:
            reason = outcome.problem.reason if outcome.problem else None
            if reason == "recursion_limit" or reason in LIMITS:
                return
            self.meter.charge(min(max(outcome.steps or 1, 1), LONG_STEPS))
            yield outcome

    @property
    def _reported(self) -> list[str]:
        ticks = ["ticks"] if self.program.hooks.branches else []
        return [*ticks, "arguments"] if self.task.comparison.arguments else ticks

    def failures(self, cases: Sequence[Case], *, seed: int = 0) -> Iterator[tuple[Case, Failure | None]]:
        """Each case that was run, with what was wrong about the answer."""
        for case, outcome in zip(cases, self.outcomes(cases, seed=seed), strict=False):
            yield case, self.judged(case, outcome)

    def alone(self, case: Case, seed: int = 0) -> Failure | None:
        """The case in a process of its own."""
        return self.judged(case, self.run(case, seed))

    def run(self, case: Case, seed: int = 0) -> Outcome:
        """Never breaks off."""
        limited = self.limited
        self.limited = 0
        found = next(iter(self.outcomes([case], seed=seed, together=1)))
        self.limited = limited
        return found

    def judged(self, case: Case, outcome: Outcome) -> Failure | None:
        return self.judge.failure(case, outcome)

    def only_deep(self, case: Case) -> bool:
        """Whether a recursion that was too deep for Python ends with the right answer where it has room."""
        limits = Limits(cpu_seconds=_CPU_SECONDS, wall_seconds=30.0, memory=self.meter.budget.memory)
        outcomes = self.language.call(
            self.sandbox, self.program, self.task.function, [case.arguments],
            steps=steps_for(case), recursion=DEEP, limits=limits, drain=self.oracle.drain,
            report=self._reported,
        )  # fmt: skip
        return self.judge.failure(case, next(iter(outcomes))) is None


def steps_for(case: Case) -> int:
    return max(STEPS, FACTOR * case.steps)
