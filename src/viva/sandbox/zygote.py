"""The outer end of a zygote: starts it, hands it orders, ends it.

A zygote lives as long as its order socket is open. Should this process be killed, the kernel closes the socket and,
in the box, kills the zygote with its parent: nothing is left behind either way.
"""

import json
import os
import select
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from viva.core.fault import Fault
from viva.core.isolation import Isolation
from viva.sandbox import bubblewrap
from viva.sandbox.limits import Json, Limits

START_SECONDS = 60.0
INSIDE = Path(__file__).parent / "inside"

# Should memory run out on the machine, the box goes before anything else.
_FIRST_TO_GO = 'echo 1000 2>/dev/null >/proc/self/oom_score_adj; exec "$@"'
_BOOT = (
    "import sys\n"
    "package = type(sys)('viva_inside')\n"
    "package.__path__ = [sys.argv[1]]\n"
    "sys.modules['viva_inside'] = package\n"
    "from viva_inside.zygote import main\n"
    "main(int(sys.argv[2]))\n"
)


@dataclass(frozen=True, slots=True)
class Weaknesses:
    """Protections taken out on purpose. Only tests do that, to show what each of them is good for."""

    without: frozenset[str] = frozenset()
    unfiltered: frozenset[int] = frozenset()


class Zygote:
    def __init__(
        self, isolation: Isolation, tools: Sequence[Path], preload: Sequence[str], weaknesses: Weaknesses
    ) -> None:
        outer, inner = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._orders = outer
        self.runs = 0
        with tempfile.TemporaryFile() as errors, inner:
            self._process = _spawner.start(isolation, tools, inner.fileno(), errors.fileno())
            try:
                self._orders.send(json.dumps(_settings(isolation, tools, preload, weaknesses)).encode())
                answer = self._answer(inner)
            except OSError:
                answer = {}
            if "ready" not in answer:
                self.close()
                errors.seek(0)
                told = answer.get("problem") or errors.read(4000).decode(errors="replace").strip() or "no answer"
                raise Fault(
                    problem=f"the sandbox cannot start: {told}", remedy="`viva doctor` says what this machine lacks"
                )

    def _answer(self, inner: socket.socket) -> dict[str, Json]:
        inner.close()
        poll = select.poll()
        poll.register(self._orders, select.POLLIN)
        text = self._orders.recv(1 << 16) if poll.poll(START_SECONDS * 1000) else b""
        answer: dict[str, Json] = json.loads(text) if text else {}
        return answer

    @property
    def pid(self) -> int:
        return self._process.pid

    def alive(self) -> bool:
        return self._process.poll() is None

    def order(self, limits: Limits, channel: socket.socket, status: socket.socket) -> None:
        self.runs += 1
        order = {
            "cpu_seconds": limits.cpu_seconds,
            "wall_seconds": limits.wall_seconds,
            "memory": limits.memory,
            "disk": limits.disk,
        }
        socket.send_fds(self._orders, [json.dumps(order).encode()], [channel.fileno(), status.fileno()])

    def out_of_memory(self) -> bool:
        return False

    def close(self) -> None:
        self._orders.close()
        self._process.kill()
        self._process.wait()

    def abandon(self) -> None:
        """In a forked child: lets go of the parent's zygote without touching it."""
        self._orders.close()
        self._process.returncode = 0


def _settings(
    isolation: Isolation, tools: Sequence[Path], preload: Sequence[str], weaknesses: Weaknesses
) -> dict[str, Json]:
    full = isolation is Isolation.FULL
    readable = [
        *bubblewrap.library_folders(), *bubblewrap.interpreter_folders(), bubblewrap.interpreter(), INSIDE, *tools,
        *(Path("/dev", device) for device in bubblewrap.DEVICES),
    ]  # fmt: skip
    return {
        "tools": [*bubblewrap.tool_places(tools)] if full else [str(tool) for tool in tools],
        "preload": list(preload),
        "plan": {
            "own_namespaces": full,
            "readable": [] if full else [str(path) for path in readable],
            "landlock": isolation is Isolation.LIMITED,
            "seccomp": isolation is not Isolation.NONE and os.uname().machine == "x86_64",
            "without": [*sorted(weaknesses.without)],
            "unfiltered": [*sorted(weaknesses.unfiltered)],
        },
    }


class _Spawner:
    """Starts zygotes from one thread that lives as long as this process.

    The kernel ends a zygote when the *thread* that started it ends, so that a thread of the caller will not do.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._thread: ThreadPoolExecutor | None = None

    def forget(self) -> None:
        self.__init__()  # type: ignore[misc]

    def start(self, isolation: Isolation, tools: Sequence[Path], orders: int, errors: int) -> subprocess.Popen[bytes]:
        with self._lock:
            self._thread = self._thread or ThreadPoolExecutor(1, "viva-sandbox")
            return self._thread.submit(_start, isolation, tools, orders, errors).result()


_spawner = _Spawner()
os.register_at_fork(after_in_child=_spawner.forget)


def _start(isolation: Isolation, tools: Sequence[Path], orders: int, errors: int) -> subprocess.Popen[bytes]:
    python = [str(bubblewrap.interpreter()), "-P", "-s", "-S", "-B", "-X", "utf8", "-c", _BOOT]
    environment = {
        "PYTHONHASHSEED": "0",
        "MALLOC_ARENA_MAX": "1",
        "LD_LIBRARY_PATH": str(Path(sys.base_prefix, "lib")),
    }
    shell = ["/bin/sh", "-c", _FIRST_TO_GO, "sh"]
    if isolation is not Isolation.FULL:
        return subprocess.Popen(
            [*shell, *python, str(INSIDE), str(orders)],
            env=environment, cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors,
            pass_fds=[orders], start_new_session=True,
        )  # fmt: skip
    program = bubblewrap.program()
    if program is None:
        raise Fault(problem="bubblewrap is not installed", remedy="install it: apt-get install bubblewrap")
    options = bubblewrap.arguments(tools, INSIDE)
    for name, value in environment.items():
        options += ["--setenv", name, value]
    with tempfile.TemporaryFile() as told:
        told.write(b"".join(os.fsencode(option) + b"\0" for option in options))
        told.seek(0)
        return subprocess.Popen(
            [*shell, program, "--args", str(told.fileno()), "--", *python, bubblewrap.INSIDE, str(orders)],
            env={}, cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors,
            pass_fds=[orders, told.fileno()],
        )  # fmt: skip
