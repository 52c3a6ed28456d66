"""A program on trial: runs tests in the sandbox, counts what they cost, and knows how each came out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from viva.core.terms import Meter
from viva.engines.dialogues.judging import LIMITS, Failure, Observed, judge, lines, observe
from viva.engines.dialogues.model import Value
from viva.engines.dialogues.rules import Rules
from viva.engines.dialogues.suites.cases import Case
from viva.languages.program import Program
from viva.languages.protocol import Language
from viva.languages.transcript import Transcript
from viva.sandbox import Limits, Sandbox

STEPS = 1_000_000
OUTPUT = 200_000
LIMITED_SECONDS = 3.0
_RUN_SECONDS = 2.0
_WALL_SECONDS = 6.0


@dataclass(slots=True)
class Trial:
    """`limited` is the time that runs took which a limit ended. `alone` says that runs must not share a process."""

    language: Language
    sandbox: Sandbox
    program: Program
    meter: Meter
    rules: Rules
    limited: float = 0.0
    alone: bool = False
    passed: dict[tuple[Value, ...], Case] = field(default_factory=dict)

    def run(self, case: Case) -> Observed:
        """A run in a process of its own. Never breaks off: whoever runs many looks at the meter before each."""
        transcript = self.language.run_console(
            self.sandbox, self.program, lines(case.inputs), steps=STEPS, output=OUTPUT, limits=self._limits()
        )
        return self._charged(transcript, case)

    def failure(self, case: Case) -> Failure | None:
        failure = judge(case, self.run(case), self.rules)
        if failure is None:
            self.passed[case.inputs] = case
        return failure

    def failures(self, cases: Iterable[Case]) -> Iterator[tuple[Case, Failure | None]]:
        """How each test comes out. Runs share processes; a failure is believed only when a run of its own shows it too,
        and a program for which that makes a difference gets a process for each run from then on."""
        waiting = iter(cases)
        begun: list[Case] = []
        shared: Iterator[Transcript] | None = None
        if not self.alone:
            shared = self.language.run_console_often(
                self.sandbox, self._begin(waiting, begun), steps=STEPS, output=OUTPUT, limits=self._limits()
            )
            for transcript in shared:
                case = begun[-1]
                failure = judge(case, self._charged(transcript, case), self.rules)
                if failure is not None and transcript.shared:
                    confirmed = self.failure(case)
                    self.alone = confirmed is None or confirmed.kind != failure.kind
                    failure = confirmed
                if failure is None:
                    self.passed[case.inputs] = case
                yield case, failure
                if self.alone:
                    break
        for case in waiting:
            yield case, self.failure(case)

    def _limits(self) -> Limits:
        return Limits(cpu_seconds=_RUN_SECONDS, wall_seconds=_WALL_SECONDS, memory=self.meter.budget.memory)

    def _charged(self, transcript: Transcript, case: Case) -> Observed:
        observed = observe(transcript, case.inputs, self.rules.batch)
        if observed.ended in LIMITS:
            self.limited += LIMITED_SECONDS if observed.ended == "time_limit" else transcript.cpu_seconds
        # The steps were said inside of the box: no claim saves steps or wastes more than a run may take.
        steps = STEPS if observed.ended == "step_limit" else transcript.steps or 0
        self.meter.charge(min(max(steps, 1), STEPS), transcript.cpu_seconds)
        return observed

    def _begin(self, cases: Iterator[Case], begun: list[Case]) -> Iterator[tuple[Program, list[str]]]:
        """The lines of each test, when its turn comes."""
        for case in cases:
            begun.append(case)
            yield self.program, lines(case.inputs)
