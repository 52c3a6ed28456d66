"""Starts the process of a zygote: in a box, or without one."""

import compileall
import functools
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from viva.core.fault import Fault
from viva.core.isolation import Isolation
from viva.core.json import Json
from viva.core.records import dataclass
from viva.sandbox import bubblewrap, interpreter

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

INSIDE = Path(__file__).parent / "inside"

# Joins the control groups, and sees to it that the box goes first should memory run out on the machine.
_JOIN = (
    "groups=$1; shift\n"
    'while [ "$groups" -gt 0 ]; do echo $$ >"$1"; shift; groups=$((groups - 1)); done 2>/dev/null\n'
    "echo 1000 2>/dev/null >/proc/self/oom_score_adj\n"
    'unset PWD OLDPWD; exec "$@"\n'
)
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


@dataclass(frozen=True, slots=True)
class Box:
    """All that distinguishes one zygote from another: the tools it has loaded or, if it starts foreign programs, what
    they see."""

    isolation: Isolation
    tools: tuple[Path, ...]
    preload: tuple[str, ...]
    weaknesses: Weaknesses = Weaknesses()
    visible: tuple[Path, ...] | None = None

    def settings(self, memory_group: bool) -> dict[str, Json]:
        """What the zygote is told first."""
        full = self.isolation is Isolation.FULL
        return {
            "tools": [*bubblewrap.tool_places(self.tools)] if full else [str(tool) for tool in self.tools],
            "preload": [*self.preload],
            "plan": {
                "own_namespaces": full,
                "landlock": self.isolation is Isolation.LIMITED,
                "seccomp": self.isolation is not Isolation.NONE,
                "readable": [] if full else self._readable(),
                "listed": [] if full else _listed(),
                "foreign": self.visible is not None,
                "memory_group": memory_group,
                "without": [*sorted(self.weaknesses.without)],
                "unfiltered": [*sorted(self.weaknesses.unfiltered)],
            },
        }

    def _readable(self) -> list[Json]:
        if self.visible is not None:
            devices = [Path("/dev", device) for device in bubblewrap.FOREIGN_DEVICES]
            return [*dict.fromkeys(os.path.realpath(path) for path in (*self.visible, *devices))]
        devices = [Path("/dev", device) for device in bubblewrap.DEVICES]
        libraries = [folder for folder in interpreter.library_folders() if not _holds_packages(folder)]
        needed = (*libraries, *interpreter.own_libraries(), interpreter.executable(), INSIDE, *self.tools, *devices)
        # A link is followed, and where it leads may hold more than the folders named one by one.
        return [str(path) for path in needed if not path.is_symlink()]

    def start(self, orders: int, errors: int, entrances: Sequence[str]) -> subprocess.Popen[bytes]:
        """A process that reads orders from one descriptor and says what went wrong on the other."""
        for folder in (INSIDE, *self.tools):
            _compile(folder)
        return _spawner.start(self, orders, errors, entrances)


def _listed() -> list[Json]:
    """Folders of which all is readable but the packages in them."""
    shared = [folder for folder in interpreter.library_folders() if _holds_packages(folder) and not folder.is_symlink()]
    return [str(folder) for folder in (*interpreter.standard_library(), *shared)]


def _holds_packages(folder: Path) -> bool:
    return any(folder.glob("python3*"))


@functools.cache
def _compile(folder: Path) -> None:
    """Bytecode as an import would leave it: in the box nothing can be written."""
    if _lacks_bytecode(folder):
        compileall.compile_dir(folder, quiet=2)


def _lacks_bytecode(folder: Path) -> bool:
    """Only names are compared, which takes no time. Should a source be newer, Python itself sees that in the box."""
    for place, folders, files in os.walk(folder):
        if "__pycache__" in folders:
            folders.remove("__pycache__")
        wanted = {f"{Path(name).stem}.{sys.implementation.cache_tag}.pyc" for name in files if name.endswith(".py")}
        bytecode = Path(place, "__pycache__")
        if wanted and not (bytecode.is_dir() and wanted <= {file.name for file in bytecode.iterdir()}):
            return True
    return False


class _Spawner:
    """Starts processes from a thread that lives as long as this process: the main one, or one of our own.

    The kernel ends a zygote when the *thread* that started it ends, so that any thread of the caller will not do.
    """

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        self._lock = threading.Lock()
        self._thread: ThreadPoolExecutor | None = None

    def start(self, box: Box, orders: int, errors: int, entrances: Sequence[str]) -> subprocess.Popen[bytes]:
        if threading.current_thread() is threading.main_thread():
            return _start(box, orders, errors, entrances)
        from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 rarely needed, and not cheap

        with self._lock:
            self._thread = self._thread or ThreadPoolExecutor(1, "viva-sandbox")
            return self._thread.submit(_start, box, orders, errors, entrances).result()


_spawner = _Spawner()
os.register_at_fork(after_in_child=_spawner.forget)


def _start(box: Box, orders: int, errors: int, entrances: Sequence[str]) -> subprocess.Popen[bytes]:
    # Not -I, which would ignore the hash seed along with all other settings; the environment holds nothing else.
    python = [str(interpreter.executable()), "-P", "-s", "-S", "-B", "-X", "utf8", "-c", _BOOT]
    environment = {"PYTHONHASHSEED": "0", "MALLOC_ARENA_MAX": "1", "LD_LIBRARY_PATH": interpreter.library_path()}
    join = ["/bin/sh", "-c", _JOIN, "sh", str(len(entrances)), *entrances]
    if box.isolation is not Isolation.FULL:
        return _open([*join, *python, str(INSIDE), str(orders)], environment, errors, [orders])
    program = bubblewrap.program()
    if program is None:
        raise Fault(problem="bubblewrap is not installed", remedy="install it: sudo apt-get install bubblewrap")
    options = bubblewrap.arguments(box.tools, INSIDE, box.visible, box.weaknesses.without)
    for name, value in environment.items():
        options += ["--setenv", name, value]
    with tempfile.TemporaryFile() as told:
        told.write(b"".join(os.fsencode(option) + b"\0" for option in options))
        told.seek(0)
        command = [*join, program, "--args", str(told.fileno()), "--", *python, bubblewrap.INSIDE, str(orders)]
        # bwrap's own environment can be read in the box, so it has none.
        return _open(command, {}, errors, [orders, told.fileno()])


def _open(
    command: list[str], environment: dict[str, str], errors: int, descriptors: list[int]
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        env=environment,
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=errors,
        pass_fds=descriptors,
        start_new_session=True,
    )
