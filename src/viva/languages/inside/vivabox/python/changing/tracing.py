"""Entry: the values that the variables of a program go through, by which variables of two programs are told to mean the
same."""

import builtins
import sys
import types
import zlib
from typing import Any

from ...heap import read
from ...reviving import revive
from ..compiling import FILENAME, RECURSION, Channel
from ..running import clock
from ..running.dialogue import Silence
from ..running.loading import attempt, module_named, prepare
from ..running.streams import install
from .trying import OutOfSteps

_MOST_VALUES = 40
_MOST_NAMES = 30
_LONGEST = 300


def tracing(channel: Channel, job: Any) -> None:
    """The job has `text`, `function`, `calls`, `steps` (lines in one call) and `output`. One answer: for each function
    by its name, for each of its variables, for each call a list of numbers, equal for equal values."""
    sys.setrecursionlimit(RECURSION)
    silence = Silence(channel, job["output"])
    install(silence)
    clock.install()
    namespace = module_named("submission")
    watch = _Watch(len(job["calls"]), job["steps"])
    try:
        code = compile(job["text"], FILENAME, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        channel.send({})
        return
    prepare(0)
    watch.begin()
    _, problem = attempt(lambda: exec(code, namespace))
    watch.end()
    first, *rest = job["function"].split(".")
    function: Any = namespace.get(first)
    for part in rest:
        function = getattr(function, part, None)
    if problem is None and callable(function):
        watch.found.clear()
        for number, call in enumerate(job["calls"]):
            arguments: Any = revive(read(call), {**vars(builtins), **namespace})
            silence.begin()
            prepare(0)
            watch.begin(number)
            attempt(lambda: function(*arguments))  # noqa: B023 called at once
            watch.end()
    channel.send(watch.found)


class _Watch:
    def __init__(self, calls: int, steps: int) -> None:
        self.calls = calls
        self.steps = steps
        self.left = steps
        self.number = 0
        self.found: dict[str, dict[str, list[list[int]]]] = {}

    def begin(self, number: int = 0) -> None:
        self.number, self.left = number, self.steps
        sys.settrace(self.trace)

    def end(self) -> None:
        sys.settrace(None)

    def trace(self, frame: types.FrameType, event: str, argument: object) -> Any:  # noqa: ARG002
        if frame.f_code.co_filename != FILENAME or frame.f_code.co_name.startswith("<"):
            return None
        self.left -= 1
        if self.left < 0:
            sys.settrace(None)
            raise OutOfSteps
        variables = self.found.setdefault(frame.f_code.co_name[:100], {})
        for name, value in list(frame.f_locals.items()):
            if name not in variables and len(variables) >= _MOST_NAMES:
                continue
            values = variables.setdefault(name[:100], [[] for _ in range(self.calls)])[self.number]
            if len(values) < _MOST_VALUES:
                number = _number(value)
                if not values or values[-1] != number:
                    values.append(number)
        return self.trace


def _number(value: object) -> int:
    try:
        return zlib.crc32(f"{type(value).__name__}{repr(value)[:_LONGEST]}".encode("utf-8", "replace"))
    except BaseException:  # noqa: BLE001 `__repr__` may be the submission's
        return 0
