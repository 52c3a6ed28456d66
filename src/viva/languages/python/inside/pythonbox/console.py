"""Entry: a submission as a console program."""

import atexit
import contextlib
import sys
from typing import Any

from . import clock
from .compiling import Channel
from .dialogue import Dialogue
from .loading import attempt, load, module_named, prepare
from .streams import install
from .ticks import Ticks
from .watching import Watch


def run(channel: Channel, job: Any) -> None:
    """The job has `code`, `counters`, `sites`, `steps`, `seed`, `output`, `forbidden`."""
    code = load(job["code"])
    ticks = Ticks(job["counters"], job["sites"])
    dialogue = Dialogue(channel, job["output"], ticks)
    watch = Watch(job["forbidden"], dialogue.refuse)
    install(dialogue)
    clock.install(dialogue.overslept)
    ticks.install()
    ticks.watch_calls(watch.called)
    namespace = module_named("__main__")
    prepare(job["seed"])
    ticks.limit_steps(job["steps"], dialogue.stop)
    _, problem = attempt(lambda: exec(code, namespace))
    _finish()
    reason = None if problem is None or problem["exit"] is not None else problem["reason"]
    dialogue.end(reason, problem=problem, hits=ticks.hits(), counts=ticks.counts(), calls=watch.calls)


def _finish() -> None:
    """What Python does after the last line: it waits for threads and calls what was registered for the exit."""
    with contextlib.suppress(BaseException):
        if "threading" in sys.modules:
            sys.modules["threading"]._shutdown()
    with contextlib.suppress(BaseException):
        atexit._run_exitfuncs()
