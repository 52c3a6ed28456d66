"""Landlock: which files a run may read, where there are no namespaces. Nothing may be written anywhere."""

import ctypes
import os
import stat
import struct
from collections.abc import Iterable

from .system import check, system_call

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION = 1
_PATH_BENEATH = 1

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIRECTORY = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}  # how many rights over files each version of the interface knows
_ALL_FILE_RIGHTS = 16
_NET_RIGHTS = 0b11  # bind, connect
_SCOPES = 0b11  # abstract sockets, signals

_HIDDEN = ("site-packages", "dist-packages", "python3")


def version() -> int:
    """The version of the interface; 0 where there is none."""
    return max(0, system_call(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION)))


def ruleset(readable: Iterable[str], listed: Iterable[str], executable: Iterable[str] = ()) -> int:
    """A descriptor of rules: only `readable` and, but for installed packages, what is in `listed` can be read.

    What is in `executable` can be read, and started.
    """
    abi = version()
    files = (1 << _FILE_RIGHTS.get(abi, _ALL_FILE_RIGHTS)) - 1
    attributes = struct.pack("=QQQ", files, _NET_RIGHTS if abi >= 4 else 0, _SCOPES if abi >= 6 else 0)
    size = 8 if abi < 4 else 16 if abi < 6 else 24
    rules = check(
        system_call(_CREATE_RULESET, ctypes.c_char_p(attributes), ctypes.c_size_t(size), ctypes.c_uint32(0)),
        "landlock_create_ruleset",
    )
    for path in readable:
        _permit(rules, path, _READ_FILE | _READ_DIRECTORY)
    for path in executable:
        _permit(rules, path, _READ_FILE | _READ_DIRECTORY | _EXECUTE)
    for folder in listed:
        _permit(rules, folder, _READ_DIRECTORY)
        for entry in os.scandir(folder):
            if not entry.name.startswith(_HIDDEN):
                _permit(rules, entry.path, _READ_FILE | _READ_DIRECTORY)
    return rules


def restrict(rules: int) -> None:
    """Guarantees the rules for this process from now on. Without new privileges, which must be given up before."""
    check(system_call(_RESTRICT_SELF, ctypes.c_int(rules), ctypes.c_uint32(0)), "landlock_restrict_self")


def _permit(rules: int, path: str, rights: int) -> None:
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        mode = os.fstat(descriptor).st_mode
        if not stat.S_ISDIR(mode):
            rights &= ~_READ_DIRECTORY  # not accepted for a file
        if stat.S_ISCHR(mode):
            rights |= _WRITE_FILE  # of devices, only the harmless ones are listed
        rule = struct.pack("=Qi", rights, descriptor)
        check(
            system_call(
                _ADD_RULE, ctypes.c_int(rules), ctypes.c_int(_PATH_BENEATH), ctypes.c_char_p(rule), ctypes.c_uint32(0)
            ),
            f"landlock_add_rule {path}",
        )
    finally:
        os.close(descriptor)
