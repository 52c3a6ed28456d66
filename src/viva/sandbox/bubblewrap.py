"""The box itself: what a process started by bubblewrap sees of the machine.

It sees the interpreter, the shared libraries and the trusted tools, all read-only; four harmless devices; an empty
/tmp. No /etc, /proc or /sys, nothing of a home but the way to an interpreter in it, no packages, no network.
"""

import functools
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from viva.sandbox import interpreter

INSIDE = "/viva/inside"
DEVICES = ("null", "zero", "random", "urandom")
# Without /dev/zero, which is a way to memory that is no data of a process.
FOREIGN_DEVICES = ("null", "random", "urandom")
# What a foreign program will find as its root.
FOREIGN_ROOT = "/viva/root"
NOBODY = "65534"


def program() -> str | None:
    return shutil.which("bwrap", path="/usr/bin:/bin:/usr/local/bin") or shutil.which("bwrap")


@functools.cache
def _can_forbid_user_namespaces() -> bool:
    """Since bubblewrap 0.8. Without it, the filter and the missing capability still refuse them to a run."""
    told = subprocess.run([program() or "bwrap", "--help"], capture_output=True, text=True, check=False)
    return "--disable-userns" in told.stdout + told.stderr


def tool_places(tools: Sequence[Path]) -> list[str]:
    return [f"/viva/tools/{number}" for number in range(len(tools))]


def arguments(
    tools: Sequence[Path],
    inside: Path,
    visible: Sequence[Path] | None = None,
    without: frozenset[str] = frozenset(),
) -> list[str]:
    """The options of bwrap. They go through a descriptor, because a command line can be read by others."""
    told = ["--unshare-all", "--unshare-user", "--die-with-parent", "--new-session", "--as-pid-1"]
    if _can_forbid_user_namespaces():
        told.append("--disable-userns")
    told += ["--uid", NOBODY, "--gid", NOBODY, "--hostname", "viva"]
    # The zygote keeps this one to make namespaces; every run drops it, and its user namespace allows no others.
    told += ["--cap-drop", "ALL", "--cap-add", "CAP_SYS_ADMIN"]
    if "network" in without:
        told.append("--share-net")
    bind = "--bind" if "read_only" in without else "--ro-bind"
    library = interpreter.standard_library()
    needed = (*interpreter.library_folders(), interpreter.executable(), *interpreter.own_libraries(), *library)
    for path in dict.fromkeys(needed):
        if path.is_symlink() and path.parent == Path("/"):
            told += ["--symlink", str(path.readlink()), str(path)]
        else:
            told += ["--ro-bind", str(path), str(path)]
    for path in interpreter.package_folders() if "hidden_packages" not in without else ():
        told += ["--tmpfs", str(path), "--remount-ro", str(path)]
    told += ["--tmpfs", "/dev"]
    for device in DEVICES:
        told += ["--dev-bind", f"/dev/{device}", f"/dev/{device}"]
    told += ["--remount-ro", "/dev"]
    told += [bind, str(inside), INSIDE]
    for tool, place in zip(tools, tool_places(tools), strict=True):
        told += [bind, str(tool), place]
    told += ["--dir", "/tmp"]
    if visible is not None:
        told += _foreign_root(visible, bind)
    if "read_only" not in without:
        told += ["--remount-ro", "/"]
    return [*told, "--chdir", "/"]


def _foreign_root(visible: Sequence[Path], bind: str) -> list[str]:
    told = ["--dir", f"{FOREIGN_ROOT}/tmp"]
    for device in FOREIGN_DEVICES:
        told += ["--dev-bind", f"/dev/{device}", f"{FOREIGN_ROOT}/dev/{device}"]
    links, files = with_links(visible)
    for path in files:
        told += [bind, str(path), f"{FOREIGN_ROOT}{path}"]
    for path, target in links.items():
        told += ["--symlink", target, f"{FOREIGN_ROOT}{path}"]
    return told


def with_links(paths: Sequence[Path]) -> tuple[dict[Path, str], list[Path]]:
    """The links on the way to each of the paths, and what they lead to; nothing that lies in a folder of the others."""
    links: dict[Path, str] = {}
    found: set[Path] = set()
    for path in paths:
        rest, place = list(path.parts[1:]), Path("/")
        while rest:
            place /= rest.pop(0)
            if place.is_symlink():
                links[place] = str(place.readlink())
                leads_to = Path(os.path.normpath(place.parent / links[place]))
                rest, place = [*leads_to.parts[1:], *rest], Path("/")
        found.add(place)
    files = [path for path in sorted(found) if not found & set(path.parents)]
    return {link: target for link, target in links.items() if not set(link.parents) & set(files)}, files
