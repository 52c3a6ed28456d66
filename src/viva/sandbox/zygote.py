"""The outer end of a zygote: hands it orders and ends it.

A zygote lives as long as its order socket is open. Should this process be killed, the kernel closes the socket and
kills the zygote with its parent: nothing is left behind either way.
"""

import contextlib
import json
import os
import select
import socket
import subprocess
import tempfile
from collections.abc import Sequence

from viva.core.fault import Fault
from viva.core.isolation import Isolation
from viva.core.json import Json
from viva.core.records import dataclass
from viva.core.timing import waiting
from viva.sandbox.cgroup import TASKS, Group
from viva.sandbox.launch import Box
from viva.sandbox.limits import FAR, Limits
from viva.sandbox.programs import Command

START_SECONDS = 60.0
STOP_SECONDS = 2.0
SETTINGS = 1 << 16
REMEDY = "`viva doctor` says what this machine lacks"


class BrokenTool(Fault):
    """A module that the zygote was to import cannot be imported: no other isolation would help."""


@dataclass(frozen=True, slots=True)
class Program:
    """A foreign program to start. Where runs have no /tmp of their own, `folder` is one made for this run."""

    command: Command
    interactive: bool
    folder: str | None


class Zygote:
    """The outer end of one zygote, which serves one run at a time."""

    def __init__(self, box: Box) -> None:
        self._orders, inner = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.box = box
        self.runs = 0
        self.sees_waiting = waiting.is_told()
        self.group = Group() if "group" in box.weaknesses.without else Group.make(counting_time=box.visible is not None)
        with tempfile.TemporaryFile() as errors, inner:
            try:
                self._process = box.start(inner.fileno(), errors.fileno(), self.group.entrances)
            except BaseException:
                self._orders.close()
                self.group.remove()
                raise
            inner.close()
            answer = self._hear(box)
            if "ready" not in answer:
                self.close()
                if "broken_tool" in answer:
                    raise BrokenTool(problem=f"a tool of the sandbox is broken: {answer['broken_tool']}")
                errors.seek(0)
                told = answer.get("problem") or errors.read(4000).decode(errors="replace").strip() or "no answer"
                raise Fault(problem=f"the sandbox cannot start: {told}", remedy=REMEDY)
            self._own_tasks = self.group.tasks() if box.visible is not None else 0
            self._own = frozenset(waiting.below(self._process.pid))

    def _hear(self, box: Box) -> dict[str, Json]:
        poll = select.poll()
        poll.register(self._orders, select.POLLIN)
        try:
            self._orders.send(json.dumps(box.settings(self.group.memory is not None)).encode())
            text = self._orders.recv(SETTINGS) if poll.poll(START_SECONDS * 1000) else b""
        except (BrokenPipeError, ConnectionResetError):
            text = b""
        answer: dict[str, Json] = json.loads(text) if text else {}
        return answer

    def waited(self) -> float:
        """The seconds for which the processes of the run waited for a core, those that are still there."""
        return waiting.waited_below(self._process.pid, self._own)

    def alive(self) -> bool:
        return self._process.poll() is None

    def order(self, limits: Limits, descriptors: Sequence[int], program: Program | None = None) -> None:
        """Asks for a run; its descriptors travel along. Raises `ConnectionError` if the zygote is gone."""
        self.runs += 1
        many = program is not None and program.command.processes > 1
        if many and not self._bounds_processes():
            raise Fault(
                problem="a program that starts others cannot be bounded here: there is no control group for processes",
                remedy=REMEDY,
            )
        tasks = self._own_tasks + program.command.processes if program is not None and many else TASKS
        self.group.allow(limits.memory + limits.disk, tasks)
        # Processes that hold up each other could wait for ever, if nobody saw what they use together.
        self.sees_waiting = waiting.is_told() and not (many and self.group.cpu_seconds() is None)
        order = {
            "cpu_seconds": limits.cpu_seconds,
            "wall_seconds": limits.wall_seconds * (FAR if self.sees_waiting else 1.0),
            "memory": limits.memory,
            "disk": limits.disk,
            "program": None if program is None else self._told(program),
        }
        socket.send_fds(self._orders, [json.dumps(order).encode()], descriptors)

    def _bounds_processes(self) -> bool:
        """The kernel's own limit counts those of the box only if the box has users of its own, and never binds root."""
        in_a_box = self.box.isolation is Isolation.FULL and os.geteuid() != 0
        return self.group.pids is not None or in_a_box or self.box.isolation is Isolation.NONE

    def _told(self, program: Program) -> dict[str, Json]:
        executable = program.command.executable
        process = "data" if executable.reserves else "address_space"
        return {
            "path": executable.path,
            "processes": program.command.processes,
            "memory_by": "group" if self.group.memory is not None else process,
            "interactive": program.interactive,
            "folder": program.folder,
        }

    def close(self) -> None:
        """Returns when no process of it is left."""
        with contextlib.suppress(OSError):
            # Reaches the zygote even if a forked process still holds a copy of our end.
            self._orders.shutdown(socket.SHUT_RDWR)
        self._orders.close()
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self.group.remove()

    def abandon(self) -> None:
        """In a forked child: lets go of the parent's zygote without touching it."""
        self._orders.close()
        self._process.returncode = 0
