"""A submission on trial: runs of its function, what they cost, and what came of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby

from viva.core.deciding.outcome import LIMITS
from viva.core.records import dataclass
from viva.core.terms import Meter
from viva.engines.calls.judge import Failure, Judge
from viva.engines.calls.oracle import Case, Oracle
from viva.engines.calls.programs import Compiled
from viva.engines.calls.question import Question
from viva.languages.outcome import Outcome
from viva.languages.program import Program
from viva.languages.protocol import Answers
from viva.sandbox import Limits

STEPS = 1_000_000
FACTOR = 1000
DEEP = 30_000  # calls nested; far more than Python's own 1000, to tell deep recursion from endless one
LONG_STEPS = 400_000  # for one long input
LONG_DEPTH = 5000
BRIEF_STEPS = 20_000  # where it is known already that the function need not end
OUTPUT = 200_000
_NO_ANSWER = frozenset({*LIMITS, "unserialisable"})
_BRIEF_FACTOR = 20
_PATIENCE = 3  # answers that never come, after which the rest is not asked for
_CPU_SECONDS = 5.0
_SHARE = 4  # runs that may take all their time before the budget is over
_ASLEEP = 2  # times the processor time, at work or asleep: that a run waits for a core does not count


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

    def outcomes(
        self,
        cases: Sequence[Case],
        *,
        seed: int = 0,
        together: int = 1000,
        forbidden: Sequence[str] = (),
        report: Sequence[str] = (),
        memory: int | None = None,
        recursion: int | None = None,
        limits: Limits | None = None,
    ) -> Iterator[Outcome]:
        """The answers, in order; fewer if the budget ends, or if too many of them never come.

        `report` is what is asked for besides what the comparison and the hooks need.
        """
        lost = 0
        for (limit, drain), part in groupby(cases, key=lambda case: (steps_for(case), case.drained)):
            for outcome in self.submission.calls.call(
                self.submission.sandbox, self.program, self.submission.function, [case.arguments for case in part],
                steps=limit, seed=seed, output=OUTPUT, report=[*self._reported, *report], together=together,
                limits=limits or self._limits(memory), drain=drain, forbidden=forbidden, recursion=recursion,
            ):  # fmt: skip
                lost += outcome.problem is not None and outcome.problem.reason in _NO_ANSWER
                # The steps were said inside of the box: no claim saves steps or wastes more than a run may take.
                endless = outcome.problem is not None and outcome.problem.reason == "step_limit"
                self.meter.charge(min(max(limit if endless else outcome.steps or 1, 1), limit))
                yield outcome
                if lost >= _PATIENCE or self.meter.exhausted:
                    return

    def in_time(self, cases: Sequence[Case]) -> Iterator[Outcome]:
        """The answers to long inputs, up to the first that takes too long or too much: slow is not wrong."""
        outcomes = self.submission.calls.call(
            self.submission.sandbox, self.program, self.submission.function, [case.arguments for case in cases],
            steps=LONG_STEPS, limits=self._limits(share=2 * _SHARE), drain=any(case.drained for case in cases),
            recursion=LONG_DEPTH, report=self._reported,
        )  # fmt: skip
        for outcome in outcomes:
            reason = outcome.problem.reason if outcome.problem else None
            if reason == "recursion_limit" or reason in _NO_ANSWER:
                return
            self.meter.charge(min(max(outcome.steps or 1, 1), LONG_STEPS))
            yield outcome

    def briefly(self, cases: Sequence[Case]) -> Iterator[tuple[Case, Outcome, Failure | None]]:
        """Each case, what came of it and what is wrong about that, with little patience."""
        steps = max([BRIEF_STEPS, *(_BRIEF_FACTOR * case.steps for case in cases)])
        outcomes = self.submission.calls.call(
            self.submission.sandbox, self.program, self.submission.function, [case.arguments for case in cases],
            steps=steps, output=OUTPUT, limits=self._limits(), drain=any(case.drained for case in cases),
            report=self._reported,
        )  # fmt: skip
        for case, outcome in zip(cases, outcomes, strict=False):
            endless = outcome.problem is not None and outcome.problem.reason == "step_limit"
            self.meter.charge(min(max(steps if endless else outcome.steps or 1, 1), steps))
            yield case, outcome, self.judge.failure(case, outcome)
            if self.meter.exhausted:
                return

    def failures(self, cases: Sequence[Case], *, seed: int = 0) -> Iterator[tuple[Case, Outcome, Failure | None]]:
        """Each case that was run, what came of it, and what was wrong about that."""
        for case, outcome in zip(cases, self.outcomes(cases, seed=seed), strict=False):
            yield case, outcome, self.judge.failure(case, outcome)

    def run(
        self,
        case: Case,
        seed: int = 0,
        memory: int | None = None,
        recursion: int | None = None,
        limits: Limits | None = None,
    ) -> Outcome:
        """In a process of its own."""
        found = self.outcomes([case], seed=seed, together=1, memory=memory, recursion=recursion, limits=limits)
        return next(iter(found))

    @contextmanager
    def asked(self) -> Iterator[Answers]:
        """The function, to be asked one call at a time, in a process of its own."""
        submission = self.submission
        with submission.calls.converse(
            submission.sandbox, self.program, submission.function, limits=self._limits()
        ) as answers:
            yield answers

    def alone(self, case: Case) -> Failure | None:
        return self.judge.failure(case, self.run(case))

    def with_room(self, case: Case) -> Failure | None:
        """What is wrong where a recursion that was too deep for the language may go on."""
        return self.judge.failure(case, self.run(case, recursion=DEEP))

    @property
    def _reported(self) -> list[str]:
        ticks = ["ticks"] if self.program.hooks.branches else []
        return [*ticks, "arguments"] if self.question.comparison.arguments else ticks

    def _limits(self, memory: int | None = None, share: int = _SHARE) -> Limits:
        seconds = min(_CPU_SECONDS, self.meter.budget.seconds / share)
        memory = self.meter.budget.memory if memory is None else memory
        return Limits(cpu_seconds=seconds, wall_seconds=_ASLEEP * seconds, memory=memory, output=64 << 20)


def steps_for(case: Case) -> int:
    return max(STEPS, FACTOR * case.steps)
