"""A sandbox within a budget: what runs in it is charged, and no run may take more than is left."""

import time
from collections.abc import Callable
from dataclasses import replace

from viva.core.json import Json
from viva.core.terms import Ended, Meter
from viva.sandbox.conversation import Conversation
from viva.sandbox.execution import Execution
from viva.sandbox.interaction import Interaction
from viva.sandbox.limits import Ending, Limits
from viva.sandbox.programs import Command
from viva.sandbox.sandbox import Sandbox
from viva.sandbox.watching import NO_RUNTIME, Runtime

_SHARE = 0.5  # of the budget that one run may take, so that one bad run leaves something for the others
_LEAST = 0.05
_USUAL = Limits()
_BURNT = frozenset({"time_limit", "memory_limit"})


class Metered(Sandbox):
    """The same box, for one check. A run that is asked for when the seconds are over raises `Ended`, and so does one
    that was ended because they are: what it would have said is not known."""

    def __init__(self, sandbox: Sandbox, meter: Meter) -> None:
        self._sandbox = sandbox
        self._meter = meter
        self.isolation = sandbox.isolation

    def converse(
        self, entry: str, job: Json, limits: Limits, ended: Callable[[Ending], None] | None = None
    ) -> Conversation:
        def over(ending: Ending) -> None:
            if ended is not None:
                ended(ending)
            self.charge(ending)

        return self._sandbox.converse(entry, job, self._within(limits), over)

    def execute(self, command: Command, limits: Limits = _USUAL, stdin: bytes = b"") -> Execution:
        execution = self._sandbox.execute(command, self._within(limits), stdin)
        self.charge(execution.ending)
        return execution

    def build(self, command: Command, limits: Limits) -> Execution:
        began = time.monotonic()
        done = self._sandbox.build(command, limits)
        self._meter.charge(0, 0.0, time.monotonic() - began)
        return done

    def interact(
        self,
        command: Command,
        limits: Limits = _USUAL,
        terminal: bool = True,
        runtime: Runtime = NO_RUNTIME,
        patient: bool = True,
    ) -> Interaction:
        return self._sandbox.interact(command, self._within(limits), terminal, runtime, patient)

    def close(self) -> None:
        """Leaves the box as it is: it is not ours alone."""

    def charge(self, ending: Ending) -> None:
        self._meter.charge(0, ending.cpu_seconds, ending.waited)
        self._meter.burnt += ending.reason in _BURNT
        if ending.reason == "time_limit" and self._meter.over:
            raise Ended

    def _within(self, limits: Limits) -> Limits:
        meter = self._meter
        if meter.over:
            raise Ended
        share = _SHARE * meter.budget.seconds
        return replace(
            limits,
            cpu_seconds=max(_LEAST, min(limits.cpu_seconds, meter.processor_left, share)),
            wall_seconds=max(_LEAST, min(limits.wall_seconds, meter.wall_left)),
        )
