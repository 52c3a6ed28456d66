"""A program on trial: runs tests in the sandbox, counts what they cost, and knows how each came out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field

from viva.core.deciding.outcome import LIMITS
from viva.core.records import dataclass
from viva.core.terms import Meter
from viva.engines.dialogues.model import Value
from viva.engines.dialogues.suites.cases import Case
from viva.engines.dialogues.trials.judging import Failure, Observed, judge, lines, observe
from viva.engines.dialogues.trials.rules import Rules
from viva.languages.program import Program
from viva.languages.protocol import Language
from viva.languages.transcript import Transcript
from viva.sandbox import Limits, Sandbox

STEPS = 1_000_000
PATIENT_STEPS = 5 * STEPS
OUTPUT = 200_000
# Of the seconds of a check: what one run may take of the processor, and what runs that a limit ended may take in all.
_RUN = 0.2
_PATIENT_RUN = 0.5
_LIMITED = 0.3
_WALL = 3.0  # seconds on the wall for each of the processor
_LEAST_SECONDS = 0.3  # so that a run can begin at all
_MOST_SECONDS = 2.0
_PATIENCE = 10  # times what a run may take of a program that has answered nothing yet
_MOST_BURNT = 4
_ENOUGH = 10  # failures that a run of its own showed too: sharing a process makes no difference to this program
_BURNT = ("step_limit", "time_limit", "memory_limit", "process_limit")


@dataclass(slots=True)
class Trial:
    """`burnt` are the runs that used up what they had, and `limited` the time that took. `alone` says that runs must
    not share a process. `took` are the steps of runs that ended. `uncertain` is why the order of what was read and
    written is not known of some run."""

    language: Language
    sandbox: Sandbox
    program: Program
    meter: Meter
    rules: Rules
    limited: float = 0.0
    burnt: int = 0
    alone: bool = False
    agreed: int = 0
    passed: dict[tuple[Value, ...], Case] = field(default_factory=dict)
    took: dict[tuple[Value, ...], int] = field(default_factory=dict)
    uncertain: str = ""

    @property
    def tired(self) -> bool:
        """Whether enough was spent on runs that came to nothing, so that what can be left undone is left."""
        limited = self.limited >= _LIMITED * self.meter.budget.seconds
        return self.meter.exhausted or self.burnt >= _MOST_BURNT or limited

    def run(self, case: Case) -> Observed:
        """A run in a process of its own. Never breaks off: whoever runs many looks at the meter before each."""
        transcript = self.language.runs.run_console(
            self.sandbox, self.program, lines(case.inputs), steps=STEPS, output=OUTPUT, limits=self._limits()
        )
        return self._charged(transcript, case)

    def run_patiently(self, case: Case) -> Observed:
        """A run in a process of its own, with several times as many steps."""
        transcript = self.language.runs.run_console(
            self.sandbox,
            self.program,
            lines(case.inputs),
            steps=PATIENT_STEPS,
            output=OUTPUT,
            limits=self._limits(_PATIENT_RUN * self.meter.budget.seconds),
        )
        return self._charged(transcript, case)

    @property
    def has_time_for_long(self) -> bool:
        """Whether `run_alone_for_long` may come to its end before the check has to."""
        seconds = _PATIENCE * _LEAST_SECONDS
        return self.meter.processor_left > seconds and self.meter.wall_left > _WALL * seconds

    def run_alone_for_long(self, case: Case) -> Observed:
        """A run in a process of its own, with ten times what the runs have that follow one without an answer."""
        transcript = self.language.runs.run_console(
            self.sandbox,
            self.program,
            lines(case.inputs),
            steps=_PATIENCE * STEPS,
            output=OUTPUT,
            limits=self._limits(_PATIENCE * _LEAST_SECONDS),
        )
        return self._charged(transcript, case)

    def failure(self, case: Case) -> Failure | None:
        failure = judge(case, self.run(case), self.rules)
        if failure is None:
            self.passed[case.inputs] = case
        return failure

    def failures(self, cases: Iterable[Case]) -> Iterator[tuple[Case, Failure | None]]:
        """How each test comes out. Runs share processes; the first failures are believed only when a run of its own
        shows them too, and a program for which that makes a difference gets a process for each run from then on."""
        waiting = iter(cases)
        begun: list[Case] = []
        shared: Iterator[Transcript] | None = None
        if not self.alone:
            shared = self.language.runs.run_console_often(
                self.sandbox, self._begin(waiting, begun), steps=STEPS, output=OUTPUT, limits=self._limits()
            )
            for transcript in shared:
                case = begun[-1]
                failure = judge(case, self._charged(transcript, case), self.rules)
                if failure is not None and transcript.shared and failure.kind not in _BURNT and self.agreed < _ENOUGH:
                    confirmed = self.failure(case)
                    self.alone = confirmed is None or confirmed.kind != failure.kind
                    self.agreed += not self.alone
                    failure = confirmed
                if failure is None:
                    self.passed[case.inputs] = case
                yield case, failure
                if self.alone:
                    break
        for case in waiting:
            yield case, self.failure(case)

    def run_again(self, cases: Sequence[Case]) -> Iterator[tuple[Case, Observed]]:
        """Runs of tests that were passed, in processes that they share."""
        begun: list[Case] = []
        waiting = self._begin(iter(cases), begun)
        for transcript in self.language.runs.run_console_often(
            self.sandbox, waiting, steps=STEPS, output=OUTPUT, limits=self._limits()
        ):
            yield begun[-1], self._charged(transcript, begun[-1])

    def _limits(self, seconds: float | None = None) -> Limits:
        silent = self.burnt and not self.took
        usual = _LEAST_SECONDS if silent else min(_MOST_SECONDS, _RUN * self.meter.budget.seconds)
        seconds = max(_LEAST_SECONDS, usual if seconds is None else seconds)
        return Limits(cpu_seconds=seconds, wall_seconds=_WALL * seconds, memory=self.meter.budget.memory)

    def _charged(self, transcript: Transcript, case: Case) -> Observed:
        observed = observe(transcript, case.inputs, self.rules.batch)
        self.uncertain = self.uncertain or transcript.uncertain
        if observed.ended in LIMITS:
            self.limited += transcript.cpu_seconds
            self.burnt += observed.ended in _BURNT
        elif transcript.steps is not None:
            self.took[case.inputs] = transcript.steps
        # The steps were said inside of the box: no claim saves steps or wastes more than a run may take.
        steps = STEPS if observed.ended == "step_limit" else transcript.steps or 0
        self.meter.charge(min(max(steps, 1), STEPS), transcript.cpu_seconds, transcript.waited)
        return observed

    def _begin(self, cases: Iterator[Case], begun: list[Case]) -> Iterator[tuple[Program, list[str]]]:
        """The lines of each test, when its turn comes."""
        for case in cases:
            begun.append(case)
            yield self.program, lines(case.inputs)
