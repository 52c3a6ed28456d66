"""The box itself: what a process started by bubblewrap sees of the machine.

It sees the interpreter, the shared libraries and the trusted tools, all read-only; four harmless devices; an empty
/tmp. No /etc, /proc, /sys, /home or /root beyond the way to the interpreter, no packages, no network.
"""

import os
import shutil
import sys
import sysconfig
from collections.abc import Iterable, Sequence
from pathlib import Path

INSIDE = "/viva/inside"
DEVICES = ("null", "zero", "random", "urandom")
NOBODY = "65534"

_LIBRARY_FOLDERS = ("/lib", "/lib64", "/usr/lib64")


def program() -> str | None:
    return shutil.which("bwrap", path="/usr/bin:/bin:/usr/local/bin") or shutil.which("bwrap")


def interpreter() -> Path:
    """The executable of the base interpreter: that of a virtual environment is only a link to it."""
    return Path(os.path.realpath(getattr(sys, "_base_executable", sys.executable)))


def interpreter_folders() -> tuple[Path, ...]:
    """The standard library and the shared libraries next to it."""
    stdlib = Path(sysconfig.get_path("stdlib", vars={"installed_base": sys.base_prefix, "base": sys.base_prefix}))
    platform_stdlib = Path(
        sysconfig.get_path(
            "platstdlib",
            vars={"platbase": sys.base_prefix, "installed_platbase": sys.base_exec_prefix, "base": sys.base_prefix},
        )
    )
    own = [stdlib, platform_stdlib]
    library = sysconfig.get_config_var("LIBDIR")
    if isinstance(library, str):
        own += Path(library).glob("libpython3*.so*")
    return tuple(dict.fromkeys(path for path in own if path.exists()))


def library_folders() -> tuple[Path, ...]:
    multiarch = sysconfig.get_config_var("MULTIARCH")
    candidates = [Path("/usr/lib", multiarch)] if isinstance(multiarch, str) else []
    found = [path for path in candidates if path.is_dir()] or [Path("/usr/lib")]
    return (*found, *(Path(name) for name in _LIBRARY_FOLDERS if Path(name).exists()))


def package_folders(roots: Iterable[Path]) -> tuple[Path, ...]:
    """Folders for installed packages below the standard library: Viva itself may be in one of them."""
    found = [root / name for root in roots if root.is_dir() for name in ("site-packages", "dist-packages")]
    return tuple(path for path in found if path.is_dir())


def arguments(tools: Sequence[Path], inside: Path) -> list[str]:
    """The options of bwrap. They go through a descriptor, because a command line can be read by others."""
    told = ["--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent", "--new-session", "--as-pid-1"]
    told += ["--uid", NOBODY, "--gid", NOBODY, "--hostname", "viva"]
    told += ["--cap-drop", "ALL", "--cap-add", "CAP_SYS_ADMIN"]
    folders = interpreter_folders()
    for path in dict.fromkeys((*library_folders(), interpreter(), *folders)):
        if path.is_symlink() and path.parent == Path("/"):
            told += ["--symlink", str(path.readlink()), str(path)]
        else:
            told += ["--ro-bind", str(path), str(path)]
    for path in package_folders(folders):
        told += ["--tmpfs", str(path), "--remount-ro", str(path)]
    told += ["--tmpfs", "/dev"]
    for device in DEVICES:
        told += ["--dev-bind", f"/dev/{device}", f"/dev/{device}"]
    told += ["--remount-ro", "/dev"]
    told += ["--ro-bind", str(inside), INSIDE]
    for tool, place in zip(tools, tool_places(tools), strict=True):
        told += ["--ro-bind", str(tool), place]
    return [*told, "--dir", "/tmp", "--remount-ro", "/", "--chdir", "/"]


def tool_places(tools: Sequence[Path]) -> list[str]:
    return [f"/viva/tools/{number}" for number in range(len(tools))]
