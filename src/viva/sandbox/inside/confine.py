"""Takes everything away from a process that is about to run a submission.

The order matters: mounting needs the capability that is dropped next; the filter forbids all that was done before it;
the descriptor on which a failure could be told is closed last. Nothing submitted is read before `confine` has returned.
"""

import os
import resource
import signal

from . import landlock, seccomp
from .system import drop_capabilities, empty_path_at_end_of_memory, make_root, mount, prctl

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REC, MS_PRIVATE = 2, 4, 8, 0x4000, 0x4_0000
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 4, 36, 38

FOREIGN_ROOT = "/viva/root"
OPEN_FILES = 64
ALL_DESCRIPTORS = 1 << 20
TASKS = 512
FILES_ON_DISK = 4096
STACK = 8 << 20


class Plan:
    """What is done to each run. Protections named in `without` are left out, which only tests ask for.

    What need not be done in every run is done here, once, in the zygote.
    """

    __slots__ = ("filter", "foreign", "own_namespaces", "rules", "without")

    def __init__(self, wanted: "dict[str, Any]") -> None:
        self.own_namespaces: bool = wanted["own_namespaces"]
        self.without: frozenset[str] = frozenset(wanted["without"])
        self.foreign: Foreign | None = Foreign(wanted) if wanted["foreign"] else None
        self.rules: int | None = None
        self.filter: seccomp.Filter | None = None
        if self.foreign is None:
            if wanted["landlock"]:
                self.rules = landlock.ruleset(wanted["readable"], wanted["listed"])
            if _filtered(wanted):
                self.filter = seccomp.Filter(seccomp.rules(seccomp.ANY_PROCESS), without=_unfiltered(wanted))


class Foreign:
    """What is done to a run that becomes another program."""

    __slots__ = ("empty_path", "filters", "visible")

    def __init__(self, wanted: "dict[str, Any]") -> None:
        self.empty_path = empty_path_at_end_of_memory()
        self.visible: list[str] | None = wanted["readable"] if wanted["landlock"] else None
        self.filters: dict[str, seccomp.Filter] = {}
        for starts in (seccomp.NOTHING, seccomp.ASKS, seccomp.MANY) if _filtered(wanted) else ():
            # Without a process namespace a signal could reach the zygote.
            decided = seccomp.foreign_rules(
                seccomp.ANY_PROCESS, self.empty_path, starts, wanted["own_namespaces"], wanted["memory_group"]
            )
            self.filters[starts] = seccomp.Filter(decided, frozenset(seccomp.FOREIGN.values()), _unfiltered(wanted))


def _filtered(wanted: "dict[str, Any]") -> bool:
    """In a box the filter is one wall of several; without one it is the only one against processes and sockets."""
    return wanted["seccomp"] and (seccomp.available() or not wanted["own_namespaces"])


def _unfiltered(wanted: "dict[str, Any]") -> frozenset[int]:
    return frozenset(wanted["unfiltered"])


def confine(plan: Plan, channel: int, memory: int, disk: int, cpu_seconds: float) -> int:
    """Guarantees that on return only the channel, whose number is returned, is open and all of the plan holds."""
    set_apart(plan, disk)
    bounds = [(resource.RLIMIT_AS, memory)]
    if plan.own_namespaces:
        bounds.append((resource.RLIMIT_NPROC, TASKS))
    restrict(plan, plan.rules, plan.filter, limits(disk, cpu_seconds, bounds))
    return _keep_only(channel) if "descriptors" not in plan.without else channel


def set_apart(plan: Plan, disk: int, runs_own_files: bool = False) -> None:
    """A session of its own and, in a box, an empty /tmp of its own. A foreign program gets a root of its own first."""
    os.setsid()
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if plan.own_namespaces:
        mount(None, b"/", None, MS_REC | MS_PRIVATE, None)
        if plan.foreign is not None and "own_root" not in plan.without:
            make_root(FOREIGN_ROOT)
        if "private_tmp" not in plan.without:
            options = f"size={disk},nr_inodes={FILES_ON_DISK},mode=1777".encode()
            flags = MS_NOSUID | MS_NODEV | (0 if runs_own_files else MS_NOEXEC)
            mount(b"tmpfs", b"/tmp", b"tmpfs", flags, options)
        os.chdir("/tmp")


def restrict(plan: Plan, rules: int | None, calls: seccomp.Filter | None, bounds: "Sequence[tuple[int, int]]") -> None:
    """Limits, no rights, and the walls around files and system calls; none of it can be taken back."""
    if "limits" not in plan.without:
        for kind, most in bounds:
            hard = resource.getrlimit(kind)[1]
            wanted = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(kind, (wanted, wanted))
    if "capabilities" not in plan.without:
        drop_capabilities()
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    if rules is not None and "landlock" not in plan.without:
        landlock.restrict(rules)
    if calls is not None and "seccomp" not in plan.without:
        calls.install()


def _keep_only(channel: int) -> int:
    """Standard streams lead nowhere, the channel is 3, all else is closed."""
    nowhere = os.open("/dev/null", os.O_RDWR)
    kept = os.dup(channel)
    while kept <= 3 or nowhere <= 3:
        kept, nowhere = os.dup(kept), os.dup(nowhere)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    os.dup2(kept, 3, inheritable=False)
    os.closerange(4, ALL_DESCRIPTORS)
    return 3


def limits(disk: int, cpu_seconds: float, more: "Sequence[tuple[int, int]]") -> "Sequence[tuple[int, int]]":
    """Limits of the kernel for one process. Of memory and tasks each kind of run has its own.

    The user namespace of a box counts its own tasks; elsewhere the count would be that of all the user runs.
    """
    # The zygote looks at the clock of the run; the kernel's limit comes later, should the zygote fail.
    seconds = int(cpu_seconds) + 2
    return (
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, disk),
        (resource.RLIMIT_NOFILE, OPEN_FILES),
        (resource.RLIMIT_STACK, STACK),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
        (resource.RLIMIT_NICE, 0),
        (resource.RLIMIT_RTPRIO, 0),
        (resource.RLIMIT_SIGPENDING, OPEN_FILES),
        *more,
    )
