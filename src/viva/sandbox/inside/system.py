"""The system calls that Python itself does not offer."""

import ctypes
import os

CLONE_NEWNS = 0x0002_0000
CLONE_NEWIPC = 0x0800_0000

SIGCHLD = 17

_CLONE = {"x86_64": 56, "aarch64": 220}

_libc = ctypes.CDLL(None, use_errno=True)
# Called with the interpreter lock held: a process that is about to split in two must not give it away.
_interpreter = ctypes.PyDLL(None, use_errno=True)


def check(result: int, what: str) -> int:
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, f"{what}: {os.strerror(error)}")
    return result


def system_call(number: int, *arguments: object) -> int:
    return int(_libc.syscall(ctypes.c_long(number), *arguments))


def fork_into_namespaces(namespaces: int) -> int:
    """As `os.fork`, but the child is the first process of new namespaces of the kinds given."""
    if namespaces == 0:
        return os.fork()
    number = _CLONE[os.uname().machine]
    _interpreter.PyOS_BeforeFork()
    child = int(
        _interpreter.syscall(ctypes.c_long(number), ctypes.c_ulong(namespaces | SIGCHLD), None, None, None, None)
    )
    error = ctypes.get_errno()
    if child == 0:
        _interpreter.PyOS_AfterFork_Child()
        return 0
    _interpreter.PyOS_AfterFork_Parent()
    if child < 0:
        raise OSError(error, f"clone: {os.strerror(error)}")
    return child


def mount(source: bytes | None, target: bytes, kind: bytes | None, flags: int, options: bytes | None) -> None:
    check(_libc.mount(source, target, kind, ctypes.c_ulong(flags), options), f"mount {target.decode()}")


def prctl(option: int, *arguments: int) -> int:
    padded = (*arguments, 0, 0, 0, 0)[:4]
    return check(_libc.prctl(option, *(ctypes.c_ulong(argument) for argument in padded)), f"prctl {option}")


def unshare(namespaces: int) -> None:
    check(_libc.unshare(ctypes.c_int(namespaces)), "unshare")


def drop_capabilities() -> None:
    header = (ctypes.c_uint32 * 2)(0x2008_0522, 0)
    check(_libc.capset(header, (ctypes.c_uint32 * 6)()), "capset")
