"""The zygote: a small process in the box that starts runs and ends them. Start reading here.

It is told over one socket what to start, and hands each run's descriptors on; it never reads a byte that a
submission wrote. One poll loop serves all runs:

    order from outside  -> a process with fresh namespaces, which confines itself and calls its entry function
    it ended by itself  -> one line about it on its status socket
    its time is over    -> it is killed, and with it its namespace; then as above
    status socket read  -> the outside wants it ended; as above
    order socket closed -> the outside is gone; everything ends
"""

import contextlib
import gc
import importlib
import json
import os
import select
import signal
import socket
import sys
import time

from . import confine, runner, system
from .channel import Channel
from .confine import Plan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

ORDER = 4096
SETUP_FAILED = 70
SOONEST_LOOK = 0.005


class Child:
    __slots__ = ("cpu_seconds", "deadline", "ended_by", "handle", "next_look", "pid", "status")

    def __init__(self, pid: int, status: int, limits: "dict[str, Any]") -> None:
        now = time.monotonic()
        self.pid = pid
        self.handle = os.pidfd_open(pid)
        self.status = socket.socket(fileno=status)
        self.deadline: float = now + limits["wall_seconds"]
        self.cpu_seconds: float = limits["cpu_seconds"]
        self.next_look: float = now + self.cpu_seconds / 2
        self.ended_by: str | None = None


def main(order_descriptor: int) -> "NoReturn":
    orders = socket.socket(fileno=order_descriptor)
    system.prctl(confine.PR_SET_PDEATHSIG, signal.SIGKILL)
    try:
        settings = json.loads(orders.recv(1 << 16))
        plan = _prepare(settings)
    except BaseException as error:  # noqa: BLE001  whatever the trusted modules let through is told outside
        orders.send(json.dumps({"problem": runner.describe(error)[-3000:]}).encode())
        os._exit(SETUP_FAILED)
    orders.send(b'{"ready": true}')
    Zygote(orders, plan).serve()


def _prepare(settings: "dict[str, Any]") -> Plan:
    os.environ.clear()
    os.environ.update({"HOME": "/tmp", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"})
    sys.path[:0] = settings["tools"]
    for module in settings["preload"]:
        importlib.import_module(module)
    plan = Plan(settings["plan"])
    gc.freeze()
    return plan


class Zygote:
    def __init__(self, orders: socket.socket, plan: Plan) -> None:
        self._orders = orders
        self._plan = plan
        self._namespaces = system.CLONE_NEWPID | system.CLONE_NEWNS | system.CLONE_NEWIPC if plan.own_namespaces else 0
        self._poll = select.poll()
        self._poll.register(orders, select.POLLIN)
        self._by_handle: dict[int, Child] = {}
        self._by_status: dict[int, Child] = {}

    def serve(self) -> "NoReturn":
        while True:
            for descriptor, _events in self._poll.poll(self._patience()):
                if descriptor == self._orders.fileno():
                    self._obey()
                elif descriptor in self._by_handle:
                    self._bury(self._by_handle[descriptor])
                elif descriptor in self._by_status:
                    self._kill(self._by_status[descriptor], "asked")
            self._look_at_clocks()

    def _patience(self) -> float | None:
        awaited = [min(child.next_look, child.deadline) for child in self._by_handle.values() if not child.ended_by]
        if not awaited:
            return None
        soonest = min(awaited)
        return max(0.0, soonest - time.monotonic()) * 1000 + 1

    def _obey(self) -> None:
        order, descriptors, _flags, _address = socket.recv_fds(self._orders, ORDER, 2)
        if not order:
            os._exit(0)
        channel, status = descriptors
        limits = json.loads(order)
        try:
            pid = system.fork_into_namespaces(self._namespaces)
        except OSError as error:
            os.write(status, json.dumps({"problem": str(error)}).encode())
            os.close(channel)
            os.close(status)
            return
        if pid == 0:
            _become_a_run(self._plan, limits, channel, status)
        os.close(channel)
        child = Child(pid, status, limits)
        self._by_handle[child.handle] = child
        self._by_status[status] = child
        self._poll.register(child.handle, select.POLLIN)
        self._poll.register(status, select.POLLIN)

    def _look_at_clocks(self) -> None:
        now = time.monotonic()
        for child in list(self._by_handle.values()):
            if child.ended_by is not None:
                continue
            if now >= child.deadline:
                self._kill(child, "wall")
            elif now >= child.next_look:
                left = child.cpu_seconds - cpu_seconds_of(child.pid)
                if left <= 0:
                    self._kill(child, "cpu")
                else:
                    child.next_look = now + max(left / 2, SOONEST_LOOK)

    def _kill(self, child: Child, why: str) -> None:
        child.ended_by = why
        self._poll.unregister(child.status)
        del self._by_status[child.status.fileno()]
        signal.pidfd_send_signal(child.handle, signal.SIGKILL)
        self._end_session(child)

    def _end_session(self, child: Child) -> None:
        """A namespace ends with its first process; without one, what a run started is in its session."""
        if not self._plan.own_namespaces:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(child.pid, signal.SIGKILL)

    def _bury(self, child: Child) -> None:
        self._end_session(child)
        _pid, status, used = os.wait4(child.pid, 0)
        self._poll.unregister(child.handle)
        del self._by_handle[child.handle]
        if self._by_status.pop(child.status.fileno(), None):
            self._poll.unregister(child.status)
        os.close(child.handle)
        told = {
            "ended_by": child.ended_by,
            "signal": os.WTERMSIG(status) if os.WIFSIGNALED(status) else None,
            "exit_code": os.WEXITSTATUS(status) if os.WIFEXITED(status) else None,
            "cpu_seconds": used.ru_utime + used.ru_stime,
            "memory": used.ru_maxrss * 1024,
        }
        # The outside may have stopped listening; the run is gone all the same.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            child.status.send(json.dumps(told).encode(), socket.MSG_DONTWAIT)
        child.status.close()


def cpu_seconds_of(pid: int) -> float:
    """The processor time of another process: its clock has a number made from its own."""
    try:
        return time.clock_gettime((~pid << 3) | 2)
    except OSError:
        return 0.0  # it has ended meanwhile; the poll loop is about to hear of it


def _become_a_run(plan: Plan, limits: "dict[str, Any]", channel: int, status: int) -> "NoReturn":
    """Nothing submitted is read before the confinement stands; if it cannot be had, nothing runs."""
    try:
        inner = confine.confine(plan, channel, limits["memory"], limits["disk"], limits["cpu_seconds"])
    except BaseException as error:  # noqa: BLE001  fails closed, whatever it was
        try:
            os.write(status, json.dumps({"problem": runner.describe(error)[-3000:]}).encode())
        finally:
            os._exit(SETUP_FAILED)
    runner.run(Channel(inner))
