"""Control groups: a bound on the memory and the processes of a whole zygote, where this user may make them.

They catch what the limits of a single process do not see (files in memory, buffers of the kernel), and are not
needed for any other promise. Version 1 hierarchies and delegated version 2 trees are tried in turn.
"""

import contextlib
import itertools
import os
import time
from pathlib import Path
from typing import Self

from viva.core.records import dataclass

TASKS = 512
SPARE = 64 << 20
LEAVE_SECONDS = 2.0

_PREFIX = "viva"
_numbers = itertools.count()


@dataclass(frozen=True, slots=True)
class _Names:
    memory: str
    swap: str
    events: str


VERSION_1 = _Names("memory.limit_in_bytes", "memory.swappiness", "memory.oom_control")
VERSION_2 = _Names("memory.max", "memory.swap.max", "memory.events")


class Group:
    """The folders of one group: one in a version 2 tree, up to three in version 1 hierarchies."""

    def __init__(
        self,
        memory: Path | None = None,
        pids: Path | None = None,
        times: Path | None = None,
        names: _Names = VERSION_1,
    ) -> None:
        self.memory = memory
        self.pids = pids
        self.times = times
        self._names = names
        self._kills = 0
        self._allowed = 0
        self._tasks = TASKS

    @classmethod
    def make(cls, counting_time: bool = False) -> Self:
        """A new group with all the controllers that are to be had, which may be none."""
        places = _places()
        tree = _new_folder(places.get(""), ("memory", "pids"))
        if tree is not None:
            group = cls(tree, tree, tree, VERSION_2)
        else:
            times = _new_folder(places.get("cpuacct")) if counting_time else None
            group = cls(_new_folder(places.get("memory")), _new_folder(places.get("pids")), times)
        group._write(group.pids, "pids.max", TASKS)
        group._write(group.memory, group._names.swap, 0)
        return group

    @property
    def _folders(self) -> list[Path]:
        return list(dict.fromkeys(folder for folder in (self.memory, self.pids, self.times) if folder is not None))

    @property
    def entrances(self) -> list[str]:
        """The files into which a process writes its number to join."""
        return [str(folder / "cgroup.procs") for folder in self._folders]

    def allow(self, memory: int, tasks: int = TASKS) -> None:
        if memory != self._allowed:
            self._allowed = memory
            self._write(self.memory, self._names.memory, memory + SPARE)
        if tasks != self._tasks:
            self._tasks = tasks
            self._write(self.pids, "pids.max", tasks)

    def tasks(self) -> int:
        """How many there are now."""
        return int((self.pids / "pids.current").read_text()) if self.pids is not None else 0

    def cpu_seconds(self) -> float | None:
        """The processor time of all that ever was in this group; None if nobody counts."""
        if self.times is None:
            return None
        try:
            if self._names is VERSION_1:
                return int((self.times / "cpuacct.usage").read_text()) / 1e9
            counted = dict(line.split() for line in (self.times / "cpu.stat").read_text().splitlines())
            return int(counted["usage_usec"]) / 1e6
        except OSError:
            return None  # the group was taken away from us

    def _write(self, folder: Path | None, name: str, value: int) -> None:
        """A bound that is refused (lowered below what is in use, unknown here) leaves the limits of the process."""
        if folder is not None:
            with contextlib.suppress(OSError):
                (folder / name).write_text(str(value))

    def out_of_memory(self) -> bool:
        """Whether the kernel ended a process of this group for its memory since the last question."""
        if self.memory is None:
            return False
        try:
            lines = (self.memory / self._names.events).read_text().splitlines()
        except OSError:
            return False  # the group was taken away from us
        counted = dict(line.split(maxsplit=1) for line in lines if line)
        before, self._kills = self._kills, int(counted.get("oom_kill", 0))
        return self._kills > before

    def remove(self) -> None:
        for folder in self._folders:
            _remove(folder)


def _remove(folder: Path) -> None:
    """A process that was killed leaves its group a moment later."""
    until = time.monotonic() + LEAVE_SECONDS
    while folder.exists():
        try:
            folder.rmdir()
        except OSError:
            if time.monotonic() > until:
                return
            time.sleep(0.001)


def _places() -> dict[str, list[Path]]:
    """For each controller (version 2: the empty name) the folders of our own group and of those above it."""
    try:
        memberships = Path("/proc/self/cgroup").read_text().splitlines()
        mounts = Path("/proc/self/mountinfo").read_text().splitlines()
    except OSError:
        return {}
    roots: dict[str, tuple[str, Path]] = {}
    for line in mounts:
        fields, _, kind = line.partition(" - ")
        root, point = fields.split()[3:5]
        filesystem, _source, options = kind.split(maxsplit=2)
        if filesystem == "cgroup2":
            roots.setdefault("", (root, Path(point)))
        elif filesystem == "cgroup":
            for option in options.split(","):
                roots.setdefault(option, (root, Path(point)))
    found: dict[str, list[Path]] = {}
    for line in memberships:
        _number, controllers, path = line.split(":", 2)
        for controller in controllers.split(","):
            if controller in roots:
                top, mounted = roots[controller]
                own = mounted / os.path.relpath(path, top)
                above = [folder for folder in own.parents if folder.is_relative_to(mounted)]
                found[controller] = [own, *above]
    return found


def _new_folder(places: list[Path] | None, needed: tuple[str, ...] = ()) -> Path | None:
    for place in places or []:
        if needed and not set(needed) <= _handed_down(place):
            continue
        _sweep(place)
        folder = place / f"{_PREFIX}-{os.getpid()}-{next(_numbers)}"
        try:
            folder.mkdir()
        except OSError:
            continue
        if os.access(folder / "cgroup.procs", os.W_OK):
            return folder
        folder.rmdir()
    return None


def _handed_down(place: Path) -> set[str]:
    try:
        return set((place / "cgroup.subtree_control").read_text().split())
    except OSError:
        return set()


def _sweep(place: Path) -> None:
    """Removes the groups of examiners that were killed before they could."""
    for folder in place.glob(f"{_PREFIX}-*-*"):
        owner = folder.name.split("-")[1]
        if owner.isdecimal() and not Path("/proc", owner).exists():
            with contextlib.suppress(OSError):
                folder.rmdir()
