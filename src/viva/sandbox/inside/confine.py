"""Takes everything away from a process that is about to run a submission.

The order matters: mounting needs the capability that is dropped next; the filter forbids all that was done before it;
the descriptor on which a failure could be told is closed last. Nothing submitted is read before `confine` has returned.
"""

import os
import resource
import signal

from . import landlock, seccomp
from .system import drop_capabilities, mount, prctl

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REC, MS_PRIVATE = 2, 4, 8, 0x4000, 0x4_0000
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS = 1, 4, 38

OPEN_FILES = 64
ALL_DESCRIPTORS = 1 << 20
TASKS = 512
FILES_ON_DISK = 4096
STACK = 8 << 20


class Plan:
    """What is done to each run. Protections named in `without` are left out, which only tests ask for.

    What need not be done in every run is done here, once, in the zygote.
    """

    __slots__ = ("filter", "own_namespaces", "rules", "without")

    def __init__(self, wanted: "dict[str, Any]") -> None:
        self.own_namespaces: bool = wanted["own_namespaces"]
        self.rules = landlock.ruleset(wanted["readable"], wanted["listed"]) if wanted["landlock"] else None
        # In a box the filter is one wall of several; without one it is the only one against processes and sockets.
        filtered = wanted["seccomp"] and (seccomp.available() or not self.own_namespaces)
        self.filter = seccomp.Filter(frozenset(wanted["unfiltered"])) if filtered else None
        self.without: frozenset[str] = frozenset(wanted["without"])


def confine(plan: Plan, channel: int, memory: int, disk: int, cpu_seconds: float) -> int:
    """Guarantees that on return only the channel, whose number is returned, is open and all of the plan holds."""
    os.setsid()
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if plan.own_namespaces:
        if "private_tmp" not in plan.without:
            mount(None, b"/", None, MS_REC | MS_PRIVATE, None)
            options = f"size={disk},nr_inodes={FILES_ON_DISK},mode=1777".encode()
            mount(b"tmpfs", b"/tmp", b"tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, options)
        os.chdir("/tmp")
    if "limits" not in plan.without:
        _limit(plan.own_namespaces, memory, disk, cpu_seconds)
    if "capabilities" not in plan.without:
        drop_capabilities()
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    if plan.rules is not None and "landlock" not in plan.without:
        landlock.restrict(plan.rules)
    if plan.filter is not None and "seccomp" not in plan.without:
        plan.filter.install()
    return _keep_only(channel) if "descriptors" not in plan.without else channel


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


def _limit(own_namespaces: bool, memory: int, disk: int, cpu_seconds: float) -> None:
    # The user namespace of a box counts its own tasks; elsewhere the count would be that of all the user runs.
    extra = ((resource.RLIMIT_NPROC, TASKS),) if own_namespaces else ()
    # The zygote looks at the clock of the run; the kernel's limit comes later, should the zygote fail.
    seconds = int(cpu_seconds) + 2
    for kind, most in (
        (resource.RLIMIT_AS, memory),
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
        *extra,
    ):
        hard = resource.getrlimit(kind)[1]
        wanted = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (wanted, wanted))
