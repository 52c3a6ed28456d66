"""The zygote: a small process in the box that starts one run after the other. Start reading here, then `guard`.

It is told over one socket what to start, and hands each run's descriptors on; it never reads a byte that a
submission wrote. It is the first process of the box's namespace, which the kernel shields from the signals of all
others in it. When the socket is closed it ends, and with it the box and all that is in it.
"""

import gc
import importlib
import json
import os
import signal
import socket
import sys

from . import confine, guard, runner, system, threads
from .confine import Plan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn, TypeVar

    T = TypeVar("T")

SETTINGS = 1 << 16
ORDER = 4096
FAILED = 70


def main(order_descriptor: int) -> "NoReturn":
    orders = socket.socket(fileno=order_descriptor)
    system.prctl(confine.PR_SET_PDEATHSIG, signal.SIGKILL)
    system.prctl(confine.PR_SET_DUMPABLE, 0)
    system.prctl(confine.PR_SET_CHILD_SUBREAPER, 1)
    # The shield has a hole for signals that are handled; runs get Python's handler back.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    settings = json.loads(orders.recv(SETTINGS))
    plan = _attempt(orders, "problem", lambda: Plan(settings["plan"]))
    _attempt(orders, "broken_tool", lambda: _load(settings["tools"], settings["preload"]))
    if plan.foreign is not None:
        # In a box of programs, runs cannot see our own.
        importlib.import_module(f"{__package__}.program")
        importlib.import_module("traceback")
    orders.send(b'{"ready": true}')
    while True:
        order, descriptors, _flags, _address = socket.recv_fds(orders, ORDER, 5)
        if not order:
            os._exit(0)
        guard.guard(plan, json.loads(order), list(descriptors), orders.fileno())


def _attempt(orders: socket.socket, failure: str, step: "Callable[[], T]") -> "T":
    try:
        return step()
    except BaseException as error:  # noqa: BLE001  whatever it lets through is told outside
        orders.send(json.dumps({failure: runner.describe(error)[-3000:]}).encode())
        os._exit(FAILED)


def _load(tools: list[str], preload: list[str]) -> None:
    threads.install()
    os.environ.clear()
    os.environ.update({"HOME": "/tmp", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"})
    sys.path[:0] = tools
    for module in preload:
        importlib.import_module(module)
    gc.freeze()
