"""What this machine can and cannot do for the sandbox, found by trying.

Nothing submitted runs here: each trial is a process of ours that takes a right away from itself and looks whether it
is gone.
"""

import subprocess
from pathlib import Path

from viva.core.fault import Fault
from viva.core.isolation import Isolation
from viva.core.json import Json
from viva.core.records import dataclass
from viva.sandbox import bubblewrap
from viva.sandbox.cgroup import Group
from viva.sandbox.limits import Limits
from viva.sandbox.programs import Command, find
from viva.sandbox.sandbox import Sandbox


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing the sandbox builds on; `cost` is what is lost without it, `remedy` how to get it."""

    name: str
    present: bool
    detail: str
    cost: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Survey:
    pieces: tuple[Piece, ...]
    isolation: Isolation | None


def survey() -> Survey:
    """The isolation is the best that was had in a trial; None if submitted code cannot be run safely at all."""
    full, limited = _try(Isolation.FULL), _try(Isolation.LIMITED)
    best = Isolation.FULL if full is None else Isolation.LIMITED if limited is None else None
    group = Group.make(counting_time=True)
    group.remove()
    with Sandbox((), isolation=Isolation.NONE) as plain:
        pieces = (
            _bubblewrap(),
            _user_namespaces(_ask(plain, "user_namespaces")),
            _own_namespaces(full),
            _filter(_ask(plain, "filter_holds")),
            _landlock(_ask(plain, "rules_hold"), _ask(plain, "rules_version")),
            *_groups(group),
            _foreign(best, group),
        )
    return Survey(pieces, best)


def _try(isolation: Isolation) -> str | None:
    try:
        with Sandbox((), isolation=isolation):
            return None
    except Fault as fault:
        return fault.problem.strip().splitlines()[-1]


def _ask(plain: Sandbox, trial: str) -> Json:
    run = plain.run(f"viva_inside.trial:{trial}", None, Limits())
    return run.messages[0] if run.messages else f"ended early ({run.ending.reason})"


def _bubblewrap() -> Piece:
    program = bubblewrap.program()
    version = ""
    if program is not None:
        told = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
        version = told.stdout.strip() if told.stdout.startswith("bubblewrap") else ""
    return Piece(
        name="bubblewrap",
        present=bool(version),
        detail=version or "the program bwrap was not found",
        cost="no full isolation: submitted code sees which files exist and cannot write any, not even in /tmp",
        remedy="sudo apt-get install -y bubblewrap",
    )


_SWITCHES = (
    ("/proc/sys/kernel/unprivileged_userns_clone", "0", "sudo sysctl kernel.unprivileged_userns_clone=1"),
    ("/proc/sys/user/max_user_namespaces", "0", "sudo sysctl user.max_user_namespaces=15000"),
    (
        "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
        "1",
        "sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0",
    ),
)


def _user_namespaces(answer: Json) -> Piece:
    return Piece(
        name="user namespaces",
        present=answer is True,
        detail="can be made" if answer is True else str(answer),
        cost="no full isolation: bubblewrap needs them",
        remedy=_switch() or "allow them to this user; in a container, start it with a profile that permits `unshare`",
    )


def _switch() -> str | None:
    for path, closed, remedy in _SWITCHES:
        try:
            if Path(path).read_text().strip() == closed:
                return remedy
        except OSError:
            continue  # this kernel has no such switch
    return None


def _own_namespaces(problem: str | None) -> Piece:
    return Piece(
        name="namespaces for each run",
        present=problem is None,
        detail="a run was confined in a box" if problem is None else problem,
        cost="no full isolation: runs could not be kept apart from each other",
        remedy=_switch()
        or "allow the capability SYS_ADMIN inside of user namespaces (no restricting AppArmor profile)",
    )


def _filter(answer: Json) -> Piece:
    return Piece(
        name="seccomp",
        present=answer is True,
        detail="a filter of system calls holds" if answer is True else f"not on this machine: {answer}",
        cost="no limited isolation; in full isolation forks are not refused but only ended, and more of the kernel is "
        "within reach",
        remedy="use a kernel with CONFIG_SECCOMP_FILTER on x86-64",
    )


def _landlock(answer: Json, version: Json) -> Piece:
    return Piece(
        name="Landlock",
        present=answer is True,
        detail=f"version {version} of the interface" if answer is True else str(answer),
        cost="no limited isolation, which is the fallback where there is no full one",
        remedy="use Linux 5.13 or newer with `landlock` in the boot parameter `lsm=`",
    )


def _groups(group: Group) -> tuple[Piece, Piece]:
    found = {"memory": group.memory, "pids": group.pids}
    costs = {
        "memory": "memory is bounded for each process by its address space, but not for all of a run together, and for "
        "programs that reserve much and use little, such as Node, by their data",
        "pids": "threads are bounded by memory only; in limited isolation, or as root, programs that start others, "
        "such as compilers, are refused",
    }
    memory, pids = (
        Piece(
            name=f"control group {name}",
            present=folder is not None,
            detail=f"in {folder.parent}" if folder else "this user can make none",
            cost=costs[name],
            remedy="run Viva under `systemd-run --user --scope -p Delegate=yes`, or as a user who may write to cgroups",
        )
        for name, folder in found.items()
    )
    return memory, pids


def _foreign(isolation: Isolation | None, group: Group) -> Piece:
    problem: str | None = "no isolation can be had"
    if isolation is not None:
        try:
            with Sandbox((), isolation=isolation) as sandbox:
                ending = sandbox.execute(Command(find("sh"), ("-c", "exit 7")), Limits()).ending
            problem = None if ending.exit_code == 7 else f"a shell ended with {ending}"
        except Fault as fault:
            problem = fault.problem
    memory = "all its processes together" if group.memory is not None else "each process"
    return Piece(
        name="foreign programs",
        present=problem is None,
        detail=problem or f"a shell was run; memory is bounded for {memory}, {_time_of_many(group)}",
        cost="no program but Python's own is run on what was submitted: no compiler, no JavaScript",
        remedy="what brings full isolation brings these too",
    )


def _time_of_many(group: Group) -> str:
    if group.times is not None:
        return "processor time too"
    return "processor time for each process"
