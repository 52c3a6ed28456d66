"""What the base interpreter needs of the machine: its executable, its standard library, shared libraries."""

import os
import sys
import sysconfig
from pathlib import Path

PACKAGE_FOLDERS = ("site-packages", "dist-packages")

_LIBRARY_FOLDERS = ("/lib", "/lib64", "/usr/lib64")


def executable() -> Path:
    """That of a virtual environment is only a link to it."""
    return Path(os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable))


def standard_library() -> tuple[Path, ...]:
    base = {
        "base": sys.base_prefix,
        "platbase": sys.base_exec_prefix,
        "installed_base": sys.base_prefix,
        "installed_platbase": sys.base_exec_prefix,
    }
    found = (Path(sysconfig.get_path(name, vars=base)) for name in ("stdlib", "platstdlib"))
    return tuple(dict.fromkeys(path for path in found if path.is_dir()))


def own_libraries() -> tuple[Path, ...]:
    """The interpreter itself, where it is built as a shared library."""
    return tuple(path for folder in _own_folders() for path in sorted(folder.glob("libpython3*.so*")))


def _own_folders() -> tuple[Path, ...]:
    """The configured one is that of the machine on which the interpreter was built, which may be another."""
    configured = sysconfig.get_config_var("LIBDIR")
    folders = [Path(sys.base_prefix, "lib"), *([Path(configured)] if isinstance(configured, str) else [])]
    return tuple(dict.fromkeys(folder for folder in folders if folder.is_dir()))


def library_folders() -> tuple[Path, ...]:
    """The shared libraries of the system; some of the folders may be links."""
    multiarch = sysconfig.get_config_var("MULTIARCH")
    own = Path("/usr/lib", multiarch) if isinstance(multiarch, str) else None
    first = own if own is not None and own.is_dir() else Path("/usr/lib")
    return (first, *(Path(name) for name in _LIBRARY_FOLDERS if Path(name).exists()))


def library_path() -> str:
    """Where the loader looks without its cache, which is part of /etc and stays outside."""
    return ":".join(str(folder) for folder in _own_folders())


def package_folders() -> tuple[Path, ...]:
    """Folders of installed packages below all these: Viva itself, with its exercises, may be in one of them."""
    other = (path for folder in library_folders() if not folder.is_symlink() for path in folder.glob("python3*"))
    found = (root / name for root in (*standard_library(), *other) for name in PACKAGE_FOLDERS)
    return tuple(dict.fromkeys(path for path in found if path.is_dir()))
