"""Entry: runs one function of a submission on symbolic inputs, one after the other, and sends each path."""

import builtins
import os
import sys
from collections import ChainMap
from collections.abc import Callable
from typing import Any

from ..hooks.ticks import Ticks
from ..running import clock
from ..running.dialogue import Silence
from ..running.loading import attempt, load, module_named, prepare
from ..running.streams import install
from .building import Builder
from .calls import Calls
from .describing import described
from .path import Path

MOST_INTERRUPTIONS = 3


class OutOfSteps(BaseException):
    """Ends a run that is too long to follow; a submission that catches it too often ends the process."""


def run(channel: Any, job: Any) -> None:
    """The job has `code`, `counters`, `sites`, `readings`, `function`, `shapes`, `classes`, `steps`, `seed`, `output`.

    The first answer says how loading went. Then each message is the values of an input, and each answer its path.
    """
    runner = _Runner(channel, job)
    problem = runner.loaded()
    channel.send({"loaded": problem})
    while problem is None:
        try:
            values = channel.receive()
        except EOFError:
            return
        channel.send(runner.answer(values))


class _Runner:
    def __init__(self, channel: Any, job: Any) -> None:
        self.job = job
        self.ticks = Ticks(job["counters"], job["sites"])
        self.calls = Calls()
        self.silence = Silence(channel, job["output"])
        self.interruptions = 0
        install(self.silence)
        clock.install()
        self.ticks.install()
        self.ticks.watch_calls(self.calls.called)
        self.calls.install()
        self.namespace = module_named("submission")
        self.function: Callable[..., object] | None = None

    def loaded(self) -> str | None:
        self.begin()
        _, problem = attempt(lambda: exec(load(self.job["code"]), self.namespace))
        if problem is not None:
            return str(problem["kind"])
        found: Any = self.namespace.get(self.job["function"].split(".")[0])
        for part in self.job["function"].split(".")[1:]:
            found = getattr(found, part, None)
        if not callable(found) and not self.job["function"].startswith("_"):
            found = found or getattr(builtins, self.job["function"], None)
        self.function = found
        return None if callable(found) else "missing"

    def begin(self) -> None:
        prepare(self.job["seed"])
        self.interruptions = 0
        self.silence.begin()
        self.ticks.clear()
        self.ticks.limit_steps(self.job["steps"], self.interrupt)
        self.calls.path = Path()

    def interrupt(self) -> None:
        self.interruptions += 1
        if self.interruptions > MOST_INTERRUPTIONS:
            os._exit(1)
        self.ticks.limit_steps(self.job["steps"], self.interrupt)
        raise OutOfSteps

    def answer(self, values: dict[str, Any]) -> dict[str, Any]:
        self.begin()
        path = self.calls.path
        builder = Builder(path, values, ChainMap(self.namespace, vars(builtins)), self.job["classes"])
        arguments = [builder.build(shape, str(number)) for number, shape in enumerate(self.job["shapes"])]
        function = self.calls.called(0, self.function)
        result, problem = attempt(lambda: function(*arguments))
        recursion = sys.getrecursionlimit()
        sys.setrecursionlimit(recursion + 200)
        outcome: Any = ["raised", problem["kind"]] if problem else ["value", described(path, result)]
        if self.interruptions:
            outcome = ["endless"]
        return {
            "nodes": path.nodes,
            "branches": path.branches,
            "outcome": outcome,
            "hits": self.hits(),
            "lost": path.lost,
            "cut": path.cut,
        }

    def hits(self) -> list[int]:
        """The branch sites that were reached: by a statement of their own, or as a counter tells."""
        moved = {number: count for number, count in self.ticks.counts()}  # noqa: C416 pairs, as JSON has them
        counted = [site for site, plus, minus in self.job["readings"] if moved.get(plus, 0) > moved.get(minus, 0)]
        return [*self.ticks.hits(), *counted]
