"""A run that becomes another program: a compiler, an interpreter, something that was compiled.

This process is still ours when it hands out its folder, into which the examiner puts the files, and when it is told
the arguments. Then all is taken away from it, and it starts the program; the channel closes with that, unless the
program could not be started, which is the one thing ever said on it.
"""

import errno
import fcntl
import json
import os
import resource
import signal
import socket
import time

from . import confine, landlock, seccomp, system, waiting
from .channel import Channel
from .confine import Foreign, Plan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

NOT_STARTED = 71
# Python ignores these, or the zygote does; a program expects them as they are by default.
_SIGNALS = (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT)
# A file that was just written may for a moment be open in a process that another thread of the examiner starts.
_BUSY_SECONDS = 2.0


def become(plan: Plan, order: "dict[str, Any]", channel: int, streams: list[int]) -> None:
    """Returns only if the program could not be started, which then has been told."""
    assert plan.foreign is not None
    program: dict[str, Any] = order["program"]
    confine.set_apart(plan, order["disk"], runs_own_files=not program["path"].startswith("/"))
    if program["folder"] is not None:
        os.chdir(program["folder"])
    outside = socket.socket(fileno=channel)
    socket.send_fds(outside, [b"r"], [os.open(".", os.O_RDONLY | os.O_DIRECTORY)])
    job = Channel(channel).receive()
    starts = seccomp.MANY if program["processes"] > 1 else seccomp.ASKS if program["interactive"] else seccomp.NOTHING
    if program["interactive"]:
        system.prctl(confine.PR_SET_NO_NEW_PRIVS, 1)
        socket.send_fds(outside, [b"l"], [waiting.install(alone=starts == seccomp.ASKS)])
        os.read(0, 0)  # the first to be held up: thus the examiner learns who we are
    try:
        opened = os.open(program["path"], os.O_PATH | os.O_CLOEXEC)
    except OSError as error:
        _tell(channel, error)
        return
    if fcntl.fcntl(opened, fcntl.F_DUPFD_CLOEXEC, seccomp.PROGRAM) != seccomp.PROGRAM:
        raise RuntimeError("the descriptor of the program is taken")
    for number in _SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    calls = plan.foreign.filters.get(starts)
    confine.restrict(plan, _rules(plan.foreign, program), calls, _limits(plan, order))
    _connect(channel, streams)
    _tell(channel, _start(plan.foreign, job))


def _start(foreign: Foreign, job: "dict[str, Any]") -> OSError:
    arguments = [os.fsencode(argument) for argument in job["arguments"]]
    environment = [os.fsencode(f"{name}={value}") for name, value in job["environment"].items()]
    until = time.monotonic() + _BUSY_SECONDS
    while True:
        error = system.execute(seccomp.PROGRAM, foreign.empty_path, arguments, environment)
        if error.errno != errno.ETXTBSY or time.monotonic() > until:
            return error
        time.sleep(0.001)


def _limits(plan: Plan, order: "dict[str, Any]") -> "list[tuple[int, int]]":
    program, bounds = order["program"], []
    if program["memory_by"] != "group":
        kind = resource.RLIMIT_DATA if program["memory_by"] == "data" else resource.RLIMIT_AS
        bounds.append((kind, order["memory"]))
    if plan.own_namespaces:
        # The zygote is in the same user namespace.
        tasks = program["processes"] + 1 if program["processes"] > 1 else confine.TASKS
        bounds.append((resource.RLIMIT_NPROC, tasks))
    return [*confine.limits(order["disk"], order["cpu_seconds"], bounds)]


def _rules(foreign: Foreign, program: "dict[str, Any]") -> int | None:
    if foreign.visible is None:
        return None
    devices = [path for path in foreign.visible if path.startswith("/dev/")]
    programs = [path for path in foreign.visible if path not in devices]
    return landlock.ruleset(devices, (), [*programs, program["folder"]])


def _connect(channel: int, streams: list[int]) -> None:
    """The three streams are in their places; of the rest only the channel and the program are open, until it starts."""
    kept = [fcntl.fcntl(stream, fcntl.F_DUPFD_CLOEXEC, 10) for stream in streams]
    os.set_inheritable(channel, False)
    for number, stream in enumerate(kept):
        os.dup2(stream, number, inheritable=True)
    os.closerange(3, channel)
    os.closerange(channel + 1, seccomp.PROGRAM)
    os.closerange(seccomp.PROGRAM + 1, confine.ALL_DESCRIPTORS)


def _tell(channel: int, error: OSError) -> None:
    os.write(channel, json.dumps({"not_started": error.errno}).encode())
