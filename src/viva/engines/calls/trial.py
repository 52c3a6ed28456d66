"""A submission on trial: runs of its function, what they cost, and what came of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from viva.core.outcome import LIMITS
from viva.core.terms import Meter
from viva.engines.calls.judge import Failure, Judge
from viva.engines.calls.oracle import Case, Oracle
from viva.engines.calls.programs import Compiled
from viva.engines.calls.question import Question
from viva.languages.outcome import Outcome
from viva.languages.program import Program
from viva.sandbox import Limits

STEPS = 1_000_000
FACTOR = 1000
DEEP = 30_000  # calls nested; far more than Python's own 1000, to tell deep recursion from endless one
LONG_STEPS = 400_000  # for one long input
LONG_DEPTH = 5000
_NO_ANSWER = frozenset({*LIMITS, "unserialisable"})
PATIENCE = 3  # answers that never come, after which the rest is not asked for
_CPU_SECONDS = 5.0
_OUTPUT = 200_000


@dataclass(frozen=True, slots=True)
class Trial:
    """`program` is the submission as it is run: nothing is changed here but the meter, which is charged."""

    submission: Compiled
    program: Program
    oracle: Oracle
    judge: Judge
    meter: Meter

    @property
    def question(self) -> Question:
        return self.oracle.question

    def running(self, program: Program) -> Trial:
        """The same with other hooks."""
        return replace(self, program=program)

    def outcomes(
        self,
        cases: Sequence[Case],
        *,
        seed: int = 0,
        together: int = 1000,
        forbidden: Sequence[str] = (),
        lost: int = 0,
        report: Sequence[str] = (),
    ) -> Iterator[Outcome]:
        """The answers, in order; fewer if the budget ends, or if too many of them never come: `lost` did not before.

        `report` is what is asked for besides what the comparison and the hooks need.
        """
        for (limit, drain), part in groupby(cases, key=lambda case: (steps_for(case), case.drained)):
            for outcome in self.submission.language.call(
                self.submission.sandbox, self.program, self.submission.function, [case.arguments for case in part],
                steps=limit, seed=seed, output=_OUTPUT, report=[*self._reported, *report], together=together,
                limits=self._limits(), drain=drain, forbidden=forbidden,
            ):  # fmt: skip
                lost += lost_by(outcome)
                # The steps were said inside of the box: no claim saves steps or wastes more than a run may take.
                endless = outcome.problem is not None and outcome.problem.reason == "step_limit"
                self.meter.charge(min(max(limit if endless else outcome.steps or 1, 1), limit))
                yield outcome
                if lost >= PATIENCE or self.meter.exhausted:
                    return

    def in_time(self, cases: Sequence[Case]) -> Iterator[Outcome]:
        """The answers to long inputs, up to the first that takes too long or too much: slow is not wrong."""
        outcomes = self.submission.language.call(
            self.submission.sandbox, self.program, self.submission.function, [case.arguments for case in cases],
            steps=LONG_STEPS, limits=Limits(memory=self.meter.budget.memory, output=64 << 20),
            drain=any(case.drained for case in cases), recursion=LONG_DEPTH, report=self._reported,
        )  # fmt: skip
        for outcome in outcomes:
            reason = outcome.problem.reason if outcome.problem else None
            if reason == "recursion_limit" or reason in _NO_ANSWER:
                return
            self.meter.charge(min(max(outcome.steps or 1, 1), LONG_STEPS))
            yield outcome

    def failures(self, cases: Sequence[Case], *, seed: int = 0, lost: int = 0) -> Iterator[tuple[Case, Failure | None]]:
        """Each case that was run, with what was wrong about the answer."""
        for case, outcome in zip(cases, self.outcomes(cases, seed=seed, lost=lost), strict=False):
            yield case, self.judge.failure(case, outcome)

    def run(self, case: Case, seed: int = 0) -> Outcome:
        """In a process of its own."""
        return next(iter(self.outcomes([case], seed=seed, together=1)))

    def alone(self, case: Case) -> Failure | None:
        return self.judge.failure(case, self.run(case))

    def only_deep(self, case: Case) -> bool:
        """Whether a recursion that was too deep for the language ends with the right answer where it has room."""
        outcomes = self.submission.language.call(
            self.submission.sandbox, self.program, self.submission.function, [case.arguments],
            steps=steps_for(case), recursion=DEEP, drain=case.drained, report=self._reported,
            limits=Limits(cpu_seconds=_CPU_SECONDS, wall_seconds=30.0, memory=self.meter.budget.memory),
        )  # fmt: skip
        return self.judge.failure(case, next(iter(outcomes))) is None

    @property
    def _reported(self) -> list[str]:
        ticks = ["ticks"] if self.program.hooks.branches else []
        return [*ticks, "arguments"] if self.question.comparison.arguments else ticks

    def _limits(self) -> Limits:
        return Limits(
            cpu_seconds=_CPU_SECONDS, wall_seconds=6 * _CPU_SECONDS, memory=self.meter.budget.memory, output=64 << 20
        )


def steps_for(case: Case) -> int:
    return max(STEPS, FACTOR * case.steps)


def lost_by(outcome: Outcome) -> int:
    """How much of the patience an answer costs that never came; one that took all its time costs all of it."""
    reason = outcome.problem.reason if outcome.problem else None
    return PATIENCE if reason == "time_limit" else int(reason in _NO_ANSWER)
