"""Landlock: which files a run may read, where there are no namespaces. Nothing may be written anywhere."""

import ctypes
import os
import stat
import struct

from .seccomp import PR_SET_NO_NEW_PRIVS
from .system import check, prctl, system_call

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION = 1
_PATH_BENEATH = 1

_READ_FILE, _READ_DIRECTORY, _EXECUTE = 1 << 2, 1 << 3, 1 << 0
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}  # how many rights over files each version of the interface knows
_ALL_FILE_RIGHTS = 16
_NET_RIGHTS = 0b11  # bind, connect
_SCOPES = 0b11  # abstract sockets, signals


def version() -> int:
    """The version of the interface; 0 where there is none."""
    return max(0, system_call(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION)))


def restrict(readable: tuple[str, ...]) -> None:
    """Guarantees: only what is below `readable` can be opened, and only for reading."""
    abi = version()
    files = (1 << _FILE_RIGHTS.get(abi, _ALL_FILE_RIGHTS)) - 1
    attributes = struct.pack("=QQQ", files, _NET_RIGHTS if abi >= 4 else 0, _SCOPES if abi >= 6 else 0)
    size = 8 if abi < 4 else 16 if abi < 6 else 24
    ruleset = check(
        system_call(_CREATE_RULESET, ctypes.c_char_p(attributes), ctypes.c_size_t(size), ctypes.c_uint32(0)),
        "landlock_create_ruleset",
    )
    for path in readable:
        _permit(ruleset, path)
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    check(system_call(_RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint32(0)), "landlock_restrict_self")
    os.close(ruleset)


def _permit(ruleset: int, path: str) -> None:
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        # A right over directories is not accepted for a file.
        rights = _READ_FILE | (_READ_DIRECTORY if stat.S_ISDIR(os.fstat(descriptor).st_mode) else 0)
        rule = struct.pack("=Qi", rights, descriptor)
        check(
            system_call(
                _ADD_RULE, ctypes.c_int(ruleset), ctypes.c_int(_PATH_BENEATH), ctypes.c_char_p(rule), ctypes.c_uint32(0)
            ),
            f"landlock_add_rule {path}",
        )
    finally:
        os.close(descriptor)
