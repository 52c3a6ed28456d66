"""Entry: a submission as a console program."""

import atexit
import contextlib
import sys
from typing import Any

from ..compiling import Channel
from ..hooks.ticks import Ticks
from . import clock
from .dialogue import Dialogue
from .lacking import Lacking
from .loading import attempt, load, module_named, prepare
from .streams import install
from .surroundings import Surroundings
from .watching import Watch


def run(channel: Channel, job: Any) -> None:
    """The job has `code`, `counters`, `sites`, `steps`, `seed`, `output`, `forbidden`."""
    dialogue, told = _played(channel, job, _looking(), None)
    dialogue.end(**told)


def run_again(channel: Channel, job: Any) -> None:
    """One run after the other, each with a namespace, streams, clocks and counters of its own. The end of each says
    whether it left the process as it was (`clean`); the next begins when the examiner says so (`code` may be new)."""
    lacking, surroundings = _looking(), Surroundings()
    while True:
        dialogue, told = _played(channel, job, lacking, surroundings)
        try:
            clean = surroundings.untouched()
        except BaseException:  # noqa: BLE001 the program may have put anything anywhere
            clean = False
        dialogue.tell_end(clean=clean, **told)
        if not clean:
            dialogue.leave_silently()
        surroundings.restore()
        job = {**job, **channel.receive()}


def _looking() -> Lacking:
    lacking = Lacking()
    lacking.install()
    return lacking


def _played(
    channel: Channel, job: Any, lacking: Lacking, surroundings: Surroundings | None
) -> tuple[Dialogue, dict[str, Any]]:
    """The run, up to its end, which is still to be told."""
    code = load(job["code"])
    ticks = Ticks(job["counters"], job["sites"])
    lacking.begin()
    dialogue = Dialogue(channel, job["output"], ticks, lacking)
    watch = Watch(job["forbidden"], dialogue.refuse)
    install(dialogue)
    clock.install(dialogue.overslept)
    ticks.install()
    ticks.watch_calls(watch.called)
    namespace = module_named("__main__")
    prepare(job["seed"])
    ticks.limit_steps(job["steps"], dialogue.stop)
    if surroundings:
        surroundings.installed()
    _, problem = attempt(lambda: exec(code, namespace))
    _finish()
    reason = None if problem is None or problem["exit"] is not None else problem["reason"]
    told = {"reason": reason, "problem": problem, "hits": ticks.hits(), "counts": ticks.counts(), "calls": watch.calls}
    return dialogue, told


def _finish() -> None:
    """What Python does after the last line: it waits for threads and calls what was registered for the exit."""
    with contextlib.suppress(BaseException):
        if "threading" in sys.modules:
            sys.modules["threading"]._shutdown()
    with contextlib.suppress(BaseException):
        atexit._run_exitfuncs()
