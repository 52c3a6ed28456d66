"""Entry: one call of a function, watched line by line: what its arguments are at each step, and which of the objects in
them its variables name."""

import builtins
import sys
import types
from collections import ChainMap
from typing import Any

from ...heap import read
from ...reviving import Missing, revive
from ...values import TooLarge, write
from ..changing.trying import OutOfSteps
from ..compiling import FILENAME, Channel
from ..hooks.ticks import Ticks
from . import clock
from .dialogue import Silence
from .loading import attempt, load, module_named, prepare
from .streams import install

_MOST_NAMES = 20
_ROOM = 100
_STEPS_IN_A_LINE = 100


def step(channel: Channel, job: Any) -> None:
    """The job has `code`, `counters`, `sites`, `function`, `call`, `steps` (lines that are looked at), `largest` (parts
    of what is sent), `plain` (whether variables that hold no object count too) and `output`. One answer for each step
    at which something is otherwise than before: the line that comes next, or None at the end, and a heap of the
    arguments and of the variables that name an object; then one that says `ended`, by itself or not."""
    silence = Silence(channel, job["output"])
    ticks = Ticks(job["counters"], job["sites"])
    install(silence)
    clock.install()
    ticks.install()
    ticks.limit_steps(job["steps"] * _STEPS_IN_A_LINE, silence.stop)
    namespace = module_named("submission")
    prepare(0)
    code = load(job["code"])
    _, problem = attempt(lambda: exec(code, namespace))
    first, *rest = job["function"].split(".")
    function: Any = namespace.get(first)
    for part in rest:
        function = getattr(function, part, None)
    ended = False
    if problem is None and callable(function):
        try:
            arguments: Any = revive(read(job["call"]), ChainMap(namespace, vars(builtins)))
        except (Missing, TypeError, KeyError, AttributeError):
            channel.send({"ended": False})
            return
        watch = _Watch(channel, job, arguments)
        prepare(0)
        silence.begin()
        sys.settrace(watch.trace)
        _, problem = attempt(lambda: function(*arguments))
        sys.settrace(None)
        watch.look(None, {})
        ended = problem is None
    channel.send({"ended": ended})


class _Watch:
    def __init__(self, channel: Channel, job: Any, arguments: object) -> None:
        self.channel = channel
        self.left = job["steps"]
        self.largest = job["largest"]
        self.plain = job["plain"]
        self.arguments = arguments
        self.before: object = None

    def trace(self, frame: types.FrameType, event: str, argument: object) -> Any:  # noqa: ARG002
        if frame.f_code.co_filename != FILENAME or frame.f_code.co_name.startswith("<"):
            return None
        if event == "line":
            self.left -= 1
            if self.left < 0:
                sys.settrace(None)
                raise OutOfSteps
            self.look(frame.f_lineno, frame.f_locals)
        return self.trace

    def look(self, line: int | None, variables: dict[str, object]) -> None:
        plain = () if self.plain else (int, float, str, bool, type(None))
        named = {name: value for name, value in list(variables.items())[:_MOST_NAMES] if type(value) not in plain}
        named.pop("self", None)
        try:
            seen = write([self.arguments, named], self.largest, _ROOM * self.largest)
        except TooLarge:
            return
        if seen != self.before:
            self.before = seen
            self.channel.send({"line": line, "seen": seen})
