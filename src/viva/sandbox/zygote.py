"""The outer end of a zygote: hands it orders and ends it.

A zygote lives as long as its order socket is open. Should this process be killed, the kernel closes the socket and
kills the zygote with its parent: nothing is left behind either way.
"""

import contextlib
import json
import select
import socket
import subprocess
import tempfile

from viva.core.fault import Fault
from viva.core.json import Json
from viva.sandbox.cgroup import Group
from viva.sandbox.launch import Box
from viva.sandbox.limits import Limits

START_SECONDS = 60.0
STOP_SECONDS = 2.0
SETTINGS = 1 << 16
REMEDY = "`viva doctor` says what this machine lacks"


class BrokenTool(Fault):
    """A module that the zygote was to import cannot be imported: no other isolation would help."""


class Zygote:
    """The outer end of one zygote, which serves one run at a time."""

    def __init__(self, box: Box) -> None:
        self._orders, inner = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.runs = 0
        self._group = Group.make()
        with tempfile.TemporaryFile() as errors, inner:
            try:
                self._process = box.start(inner.fileno(), errors.fileno(), self._group.entrances)
            except BaseException:
                self._orders.close()
                self._group.remove()
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

    def _hear(self, box: Box) -> dict[str, Json]:
        poll = select.poll()
        poll.register(self._orders, select.POLLIN)
        try:
            self._orders.send(json.dumps(box.settings()).encode())
            text = self._orders.recv(SETTINGS) if poll.poll(START_SECONDS * 1000) else b""
        except (BrokenPipeError, ConnectionResetError):
            text = b""
        answer: dict[str, Json] = json.loads(text) if text else {}
        return answer

    def alive(self) -> bool:
        return self._process.poll() is None

    def order(self, limits: Limits, channel: socket.socket, status: socket.socket) -> None:
        """Asks for a run; its descriptors travel along. Raises `ConnectionError` if the zygote is gone."""
        self.runs += 1
        self._group.allow(limits.memory + limits.disk)
        order = {
            "cpu_seconds": limits.cpu_seconds,
            "wall_seconds": limits.wall_seconds,
            "memory": limits.memory,
            "disk": limits.disk,
        }
        socket.send_fds(self._orders, [json.dumps(order).encode()], [channel.fileno(), status.fileno()])

    def out_of_memory(self) -> bool:
        return self._group.out_of_memory()

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
        self._group.remove()

    def abandon(self) -> None:
        """In a forked child: lets go of the parent's zygote without touching it."""
        self._orders.close()
        self._process.returncode = 0
