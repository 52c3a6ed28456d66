"""Guards one run: starts it, ends it in time, says how it ended, and clears up after it.

it ended by itself  -> whatever is left in the namespace is killed; one line goes to the status socket
its time is over    -> it is killed; then as above
status socket read  -> the outside wants it ended; as above. If what it says is that the run has closed its
                       channel, which a process that is dying does, it gets the time to die
order socket closed -> the outside is gone; as above
"""

import contextlib
import json
import os
import select
import signal
import time

from . import confine, runner, system
from .channel import Channel
from .confine import Plan

TYPE_CHECKING = False
if TYPE_CHECKING:
    import resource
    from typing import Any, NoReturn

FAILED = 70
SOONEST_LOOK = 0.005
LONGEST_WAIT = 3600.0
SILENT = b"s"
DYING_MS = 200


def guard(plan: Plan, limits: "dict[str, Any]", descriptors: list[int], orders: int) -> None:
    """Guarantees that on return no process of the run is left. A foreign program comes with its standard streams."""
    channel, status, *streams = descriptors
    try:
        run = system.fork_into_namespaces(system.CLONE_NEWNS | system.CLONE_NEWIPC if plan.own_namespaces else 0)
    except OSError as error:
        _close(channel, *streams)
        _tell(status, {"problem": str(error)})
    else:
        if run == 0:
            _become_the_run(plan, limits, channel, status, streams)
        _close(channel, *streams)
        ended_by = _watch(run, status, orders, limits["wall_seconds"], limits["cpu_seconds"])
        _tell(status, {"ended_by": ended_by, **_bury(run, plan.own_namespaces)})
    os.close(status)


def _close(*descriptors: int) -> None:
    for descriptor in descriptors:
        os.close(descriptor)


def _watch(run: int, status: int, orders: int, wall_seconds: float, cpu_seconds: float) -> str | None:
    """Returns when the run has ended by itself (None), or was killed, and why."""
    handle = os.pidfd_open(run)
    poll = select.poll()
    poll.register(handle, select.POLLIN)
    poll.register(status, select.POLLIN)
    poll.register(orders, select.POLLIN)
    now = time.monotonic()
    deadline = now + wall_seconds
    next_look = now + cpu_seconds / 2
    try:
        while True:
            patience = min(max(0.0, min(deadline, next_look) - now), LONGEST_WAIT)
            ready = dict(poll.poll(patience * 1000 + 1))
            now = time.monotonic()
            if handle in ready:
                return None
            if status in ready or orders in ready:
                if status in ready and os.read(status, 1) == SILENT and _ready(handle, DYING_MS):
                    return None
                return "asked"
            if now >= deadline:
                return "wall"
            if now >= next_look:
                left = cpu_seconds - _cpu_seconds(run)
                if left <= 0:
                    return "cpu"
                next_look = now + max(left / 2, SOONEST_LOOK)
    finally:
        signal.pidfd_send_signal(handle, signal.SIGKILL)
        os.close(handle)


def _ready(descriptor: int, milliseconds: int) -> bool:
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(milliseconds))


def _cpu_seconds(pid: int) -> float:
    """The processor time of another process: its clock has a number made from its own."""
    return time.clock_gettime((~pid << 3) | 2)


def _bury(run: int, own_namespaces: bool) -> "dict[str, Any]":
    if not own_namespaces:
        # Without a namespace, what a run may have started is in its session.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(run, signal.SIGKILL)
    _pid, status, used = os.wait4(run, 0)
    usages = [used, *(_sweep() if own_namespaces else _wait_for_group(run))]
    return {
        "signal": os.WTERMSIG(status) if os.WIFSIGNALED(status) else None,
        "exit_code": os.WEXITSTATUS(status) if os.WIFEXITED(status) else None,
        "cpu_seconds": sum(used.ru_utime + used.ru_stime for used in usages),
        "memory": max(used.ru_maxrss for used in usages) * 1024,
    }


def _sweep() -> "list[resource.struct_rusage]":
    """Ends all other processes of the namespace: those of foreign programs, for the filter lets a run of ours start
    none. What each of them used."""
    if os.getpid() != 1:
        raise RuntimeError("not the first process of a namespace")
    usages = []
    with contextlib.suppress(ProcessLookupError):
        while True:
            os.kill(-1, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                usages.append(os.wait4(-1, 0)[2])
    return usages


def _wait_for_group(run: int) -> "list[resource.struct_rusage]":
    """The processes that the run started and that were ended with it are ours by now. What each of them used."""
    usages = []
    with contextlib.suppress(ChildProcessError):
        while True:
            usages.append(os.wait4(-run, 0)[2])
    return usages


def _tell(status: int, told: "dict[str, Any]") -> None:
    # The outside may have stopped listening; the run is gone all the same.
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        os.write(status, json.dumps(told).encode())


def _become_the_run(plan: Plan, limits: "dict[str, Any]", channel: int, status: int, streams: list[int]) -> "NoReturn":
    """Nothing submitted is read before the confinement stands; if it cannot be had, nothing runs."""
    try:
        if streams:
            from . import program  # noqa: PLC0415  loaded by the zygote, where foreign programs are wanted

            program.become(plan, limits, channel, streams)
            os._exit(program.NOT_STARTED)
        inner = confine.confine(plan, channel, limits["memory"], limits["disk"], limits["cpu_seconds"])
        signal.signal(signal.SIGINT, signal.default_int_handler)
    except BaseException as error:  # noqa: BLE001  fails closed, whatever it was
        try:
            _tell(status, {"problem": runner.describe(error)[-3000:]})
        finally:
            os._exit(FAILED)
    runner.run(Channel(inner))
